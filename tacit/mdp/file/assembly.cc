// From tables to a linear MDP, or to an error that says which row is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/file/least_squares.h"
#include "tacit/mdp/file/mdp_tables.h"
#include "tacit/mdp/file/measure_norm.h"
#include "tacit/mdp/size_limits.h"

namespace tacit {
namespace {

constexpr double kTolerance = 1e-9;

class Assembly {
 public:
  Assembly(const MdpTables& tables, const std::string& source) : t_(tables), source_(source) {}

  LinearMdp build() {
    read_sizes();
    read_range();
    read_features();
    read_start();
    read_transitions();
    read_rewards();
    finish();
    return std::move(mdp_);
  }

 private:
  std::string field(const char* name) const { return source_.empty() ? name : source_ + ": " + name; }
  std::string place(std::int64_t h, std::int64_t row) const {
    return fmt::format("stage {}, row {} (state {}, action {})", h, row, row / t_.actions, row % t_.actions);
  }
  [[noreturn]] void refuse(const char* name, const std::string& problem) const { throw Error(field(name), problem); }

  void require_size(const char* name, std::int64_t value, std::int64_t most) const {
    if (value < 1 || value > most)
      throw Error(field(name), std::to_string(value), fmt::format("an integer from 1 to {}", most));
  }
  static std::string text_of(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t n : shape) text += fmt::format("{}{}", text.empty() ? "" : " x ", n);
    return text.empty() ? "a single number" : text;
  }
  void require_shape(const char* name, const NumberTable& table, const std::vector<std::int64_t>& expected) const {
    if (table.shape != expected) throw Error(field(name), text_of(table.shape), text_of(expected));
    require_finite(name, table);
  }
  void require_finite(const char* name, const NumberTable& table) const {
    for (std::size_t i = 0; i < table.numbers.size(); ++i)
      if (!std::isfinite(table.numbers[i]))
        throw Error(field(name) + index_of(table.shape, static_cast<std::int64_t>(i)),
                    fmt::format("is {}; expected a finite number", table.numbers[i]));
  }
  /// "[0][2]"
  static std::string index_of(const std::vector<std::int64_t>& shape, std::int64_t i) {
    std::string text;
    for (auto size = shape.rbegin(); size != shape.rend(); i /= *size++) text = fmt::format("[{}]", i % *size) + text;
    return text;
  }
  /// The number of stages that a table holds: 1 or all. Whether its numbers are finite is not looked at.
  int require_stages(const char* name, const NumberTable& table, const std::vector<std::int64_t>& rest,
                     const char* meaning) const {
    const std::int64_t given = table.shape.empty() ? 0 : table.shape.front();
    std::vector<std::int64_t> expected = rest;
    expected.insert(expected.begin(), given);
    if ((given != 1 && given != t_.horizon) || table.shape != expected)
      refuse(name, wrong_shape(table.shape, t_.horizon, rest, meaning));
    return static_cast<int>(given);
  }

  void read_sizes() {
    constexpr std::int64_t kMost = 50'000'000;
    require_size("horizon", t_.horizon, kLongestHorizon);
    require_size("states", t_.states, kMost);
    require_size("actions", t_.actions, kMost / t_.states);
    rows_ = t_.states * t_.actions;
    if (!t_.features)
      for (const auto& [name, given] : {std::pair("dimension", t_.dimension.has_value()),
                                        {"measures", t_.measures.has_value()},
                                        {"theta", t_.theta.has_value()}})
        if (given) refuse(name, "has no meaning without features");
    if (!t_.name.empty() && !is_mdp_name(t_.name))
      throw Error(field("name"), "'" + t_.name.substr(0, kLongestMdpName) + "'",
                  fmt::format("at most {} letters, digits, '-' and '_'", kLongestMdpName));
    mdp_.name = t_.name;
    Problem& p = mdp_.problem;
    p.horizon = static_cast<int>(t_.horizon);
    p.actions = static_cast<int>(t_.actions);
    std::int64_t dimension = rows_;
    if (t_.features) {
      dimension = t_.features->shape.size() == 2 ? t_.features->shape[1] : 0;
      require_shape("features", *t_.features, {rows_, std::max<std::int64_t>(dimension, 1)});
      if (t_.dimension && *t_.dimension != dimension)
        throw Error(field("dimension"), std::to_string(*t_.dimension), fmt::format("{}, as in features", dimension));
    }
    const bool alike = t_.transitions ? t_.transitions->rows() == rows_
                                      : t_.measures && t_.measures->shape.size() == 3 && t_.measures->shape[0] == 1;
    require_memory({t_.states, t_.actions, dimension, alike, !t_.features}, p.horizon, source_);
    p.dimension = static_cast<int>(dimension);
  }

  void read_range() {
    if (!t_.reward_range) return;
    require_shape("reward_range", *t_.reward_range, {2});
    const double low = t_.reward_range->numbers[0], high = t_.reward_range->numbers[1];
    mdp_.reward_range = {low, high};
    if (!(low < high && std::isfinite(high - low)))
      throw Error(field("reward_range"), fmt::format("[{}, {}]", low, high), "[low, high] with low < high");
    if (t_.ended && !(low <= 0 && 0 <= high))
      refuse("reward_range", fmt::format("[{}, {}] is without 0, which is what those in state {} (ended) get; expected "
                                         "low <= 0 <= high",
                                         low, high, *t_.ended));
  }

  void read_features() {
    Problem& p = mdp_.problem;
    if (!t_.features) {
      p.points.setIdentity(rows_, rows_);
      return;
    }
    p.points = ConstMatrixView(t_.features->numbers.data(), rows_, p.dimension);
    for (Index row = 0; row < rows_; ++row)
      if (const double norm = p.points.row(row).norm(); norm > 1 + kTolerance)
        refuse("features", fmt::format("row {} (state {}, action {}) has norm {}; expected at most 1", row,
                                       row / t_.actions, row % t_.actions, norm));
  }

  /// Sums that are 1 up to rounding are left alone, so that what was read and written stays as it is.
  template <typename Place>
  void normalise(double* first, std::size_t count, const char* name, bool rounded, const Place& where) const {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!(first[i] >= 0 && first[i] <= 1 + kTolerance))
        refuse(name, fmt::format("{} has {}; expected numbers from 0 to 1", where(), first[i]));
      sum += first[i];
    }
    if (!(std::abs(sum - 1) <= kTolerance))
      refuse(name, fmt::format("{} adds up to {}; expected 1 within 1e-9{}", where(), sum,
                               rounded ? " (float32? save float64)" : ""));
    const double rounding = 1e-15 * static_cast<double>(count + 1);
    if (std::abs(sum - 1) <= rounding) return;
    for (std::size_t i = 0; i < count; ++i) first[i] /= sum;
  }

  void read_start() {
    if (t_.start.shape.size() == 1 && t_.start.shape[0] != t_.states)
      refuse("start", fmt::format("has {} number{}; expected {}, one for each state", t_.start.shape[0],
                                  t_.start.shape[0] == 1 ? "" : "s", t_.states));
    require_shape("start", t_.start, {t_.states});
    dynamics_.start = ConstVectorView(t_.start.numbers.data(), t_.states);
    normalise(dynamics_.start.data(), static_cast<std::size_t>(t_.states), "start", t_.start.rounded,
              [] { return std::string("the distribution"); });
  }

  /// The rows of stage h as a matrix of rows x states.
  Matrix stage_rows(const TransitionTable& table, int h) const {
    Matrix dense = Matrix::Zero(rows_, t_.states);
    std::vector<double> entries;
    for (Index row = 0; row < rows_; ++row) {
      const std::int64_t from = table.begin[h * rows_ + row], to = table.begin[h * rows_ + row + 1];
      const auto where = [&] { return place(h, row); };
      entries.assign(table.probability.begin() + from, table.probability.begin() + to);
      normalise(entries.data(), entries.size(), "transitions", table.rounded, where);
      for (std::int64_t i = from; i < to; ++i) {
        const std::int32_t s = table.to[i];
        if (s < 0 || s >= t_.states)
          refuse("transitions",
                 fmt::format("{} goes to state {}; expected one from 0 to {}", where(), s, t_.states - 1));
        if (dense(row, s) != 0) refuse("transitions", fmt::format("{} has state {} twice", where(), s));
        dense(row, s) = entries[i - from];
      }
    }
    return dense;
  }

  int transition_stages() const {
    const TransitionTable& table = *t_.transitions;
    const std::int64_t stages = table.stages > 0 ? table.stages : table.rows() / rows_;
    if ((stages != 1 && stages != t_.horizon) || table.rows() != stages * rows_)
      refuse("transitions", wrong_rows(table));
    if (table.width != 0 && table.width != t_.states)
      refuse("transitions", fmt::format("has rows of {} number{}; expected {}, one for each state", table.width,
                                        table.width == 1 ? "" : "s", t_.states));
    return static_cast<int>(stages);
  }
  std::string wrong_rows(const TransitionTable& table) const {
    const std::string stages = t_.horizon == 1 ? "1 stage" : fmt::format("1 or {} stages", t_.horizon);
    const std::string expected = fmt::format("expected {} of {} rows (row s*A + a)", stages, rows_);
    if (table.stages == 0 || table.rows() % table.stages != 0)
      return fmt::format("has {} rows; {}", table.rows(), expected);
    return fmt::format("has {} stage{} of {} rows; {}", table.stages, table.stages == 1 ? "" : "s",
                       table.rows() / table.stages, expected);
  }

  /// What is of one stage declares all alike; transitions have the last word on what measures say.
  void read_transitions() {
    Problem& p = mdp_.problem;
    std::vector<Matrix>& measures = dynamics_.measures;
    if (!t_.transitions && !t_.measures) refuse("transitions", "is missing");
    if (t_.measures) {
      const int stages =
          require_stages("measures", *t_.measures, {p.dimension, t_.states}, "stages x dimension x states");
      require_finite("measures", *t_.measures);
      p.alike.transitions = stages == 1;
      for (int h = 0; h < stages; ++h)
        measures.emplace_back(
            ConstMatrixView(t_.measures->numbers.data() + h * p.dimension * t_.states, p.dimension, t_.states));
    }
    if (t_.transitions) {
      const LeastSquares fit(t_.features && !t_.measures ? &p.points : nullptr);
      const int stages = transition_stages();
      p.alike.transitions = stages == 1;
      for (int h = 0; h < stages; ++h) {
        Matrix rows = stage_rows(*t_.transitions, h);
        if (!t_.features) {
          measures.push_back(std::move(rows));
          continue;
        }
        if (!t_.measures) measures.push_back(fit.solve(rows));
        require_explained("transitions", h, worst_row(p.points, dynamics_.measure(h), rows));
      }
      if (stages == 1)
        for (int h = 1; h < static_cast<int>(measures.size()); ++h)
          require_explained("transitions", h, worst_row(p.points, measures[h], stage_rows(*t_.transitions, 0)));
    }
    if (p.alike.transitions) measures.resize(1);
  }

  void require_explained(const char* name, int h, const Residual& worst) const {
    if (worst.size <= kTolerance) return;
    refuse(name, fmt::format("{} is not linear in the features: it is {:.3g} away from what they explain; expected at "
                             "most 1e-9",
                             place(h, worst.row), worst.size));
  }

  /// The rewards as they count, from 0 to 1.
  std::vector<double> counted_rewards() const {
    const RewardRange& range = mdp_.reward_range;
    std::vector<double> numbers = t_.rewards->numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!(numbers[i] >= range.low && numbers[i] <= range.high))
        refuse("rewards", fmt::format("{} is {}; expected a number from {} to {}{}",
                                      place(static_cast<std::int64_t>(i) / rows_, static_cast<std::int64_t>(i) % rows_),
                                      numbers[i], range.low, range.high, t_.reward_range ? " (reward_range)" : ""));
      numbers[i] = range.counted(numbers[i]);
    }
    return numbers;
  }

  void read_rewards() {
    Problem& p = mdp_.problem;
    if (!t_.rewards && !t_.theta) refuse("rewards", "is missing");
    mdp_.rewards.resize(p.horizon, p.dimension);
    if (t_.theta) {
      const int stages = require_stages("theta", *t_.theta, {p.dimension}, "stages x dimension");
      require_finite("theta", *t_.theta);
      p.alike.rewards = stages == 1;
      for (int h = 0; h < p.horizon; ++h)
        mdp_.rewards.row(h) = ConstRow(t_.theta->numbers.data() + (stages == 1 ? 0 : h) * p.dimension, p.dimension);
    }
    if (!t_.rewards) return;
    const int stages = require_stages("rewards", *t_.rewards, {rows_}, "stages x states*actions");
    p.alike.rewards = stages == 1;
    const std::vector<double> counted = counted_rewards();
    const LeastSquares fit(t_.features && !t_.theta ? &p.points : nullptr);
    for (int h = 0; h < p.horizon; ++h) {
      const int from = stages == 1 ? 0 : h;
      const ConstMatrixView means(counted.data() + from * rows_, rows_, 1);
      if (!t_.theta && from == h)
        mdp_.rewards.row(h) = t_.features ? Matrix(fit.solve(means).transpose()) : Matrix(means.transpose());
      if (t_.features && (t_.theta || from == h))
        require_explained("rewards", h, worst_row(p.points, mdp_.rewards.row(h).transpose(), means));
      if (from != h) mdp_.rewards.row(h) = mdp_.rewards.row(0);
    }
  }

  void finish() {
    Problem& p = mdp_.problem;
    mdp_.dynamics = std::move(dynamics_);
    mdp_.bernoulli_rewards = t_.bernoulli;
    if (t_.rewards_known) p.known_rewards = mdp_.rewards;
    const double least = usual_measure_norm(mdp_);
    p.measure_norm = t_.measure_norm.value_or(least);
    if (!(std::isfinite(p.measure_norm) && p.measure_norm > 0))
      throw Error(field("measure_norm"), fmt::format("{}", p.measure_norm), "a finite number above 0");
    if (t_.ended && (*t_.ended < 0 || *t_.ended >= t_.states))
      throw Error(field("ended"), std::to_string(*t_.ended), fmt::format("a state from 0 to {}", t_.states - 1));
    p.ended = t_.ended ? static_cast<Index>(*t_.ended) : -1;
    if (t_.ended) {
      p.ended_reward = mdp_.reward_range.counted(0);
      require_ended();
    }
    try {
      validate(mdp_);
    } catch (const Error& error) {
      if (source_.empty()) throw;
      throw Error(source_, std::string(error.what()).substr(error.field().size() + 2));
    }
    if (!t_.optimal_value) return;
    const double value = Evaluator(mdp_).optimal().mean_value;
    const double said = mdp_.reward_range.counted(*t_.optimal_value, p.horizon);
    if (!(std::abs(value - said) <= kTolerance * std::max(1.0, std::abs(value))))
      throw Error(
          field("optimal_value"), fmt::format("{}", *t_.optimal_value),
          fmt::format("{} within 1e-9, as it follows from the rest", mdp_.reward_range.stated(value, p.horizon)));
  }

  /// By what the features explain: that is all there is.
  void require_ended() const {
    const Problem& p = mdp_.problem;
    const Index first = p.ended * p.actions;
    const auto block = p.points.middleRows(first, p.actions);
    for (int h = 0; h < p.horizon; ++h) {
      const Vector stay = block * mdp_.finite()->measure(h).col(p.ended),
                   paid = block * mdp_.rewards.row(h).transpose();
      for (Index a = 0; a < p.actions; ++a) {
        const bool leaves = !(std::abs(stay[a] - 1) <= kTolerance);
        if (!leaves && std::abs(paid[a] - p.ended_reward) <= kTolerance) continue;
        refuse("ended",
               fmt::format("state {}: in stage {} action {} {} (row {}); expected p = 1 to itself and reward 0",
                           p.ended, h, a, leaves ? "leaves it" : "is paid there", first + a));
      }
    }
  }

  const MdpTables& t_;
  const std::string& source_;
  std::int64_t rows_ = 0;
  LinearMdp mdp_;
  FiniteDynamics dynamics_;
};

}  // namespace

LinearMdp assemble(const MdpTables& tables, const std::string& source) { return Assembly(tables, source).build(); }

}  // namespace tacit
