#include "tacit/mdp/file/mdp_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/file/measure_norm.h"

namespace tacit {
namespace {

void require_exportable(const LinearMdp& mdp, double numbers) {
  if (numbers > kMostStoredNumbers)
    throw Error("env", fmt::format("'{}' of this size has {:.3g} numbers; at most {:.3g} can be exported", mdp.name,
                                   numbers, kMostStoredNumbers));
}

void append(const Matrix& probabilities, TransitionTable& table) {
  for (Index row = 0; row < probabilities.rows(); ++row) {
    for (Index s = 0; s < probabilities.cols(); ++s) {
      if (!(probabilities(row, s) > 0)) continue;
      table.to.push_back(static_cast<std::int32_t>(s));
      table.probability.push_back(probabilities(row, s));
    }
    table.begin.push_back(static_cast<std::int64_t>(table.to.size()));
  }
}

NumberTable table_of(const Matrix& m) {
  return {{m.rows(), m.cols()}, std::vector<double>(m.data(), m.data() + m.size())};
}

NumberTable measures_table(const FiniteDynamics& dynamics, int stages) {
  NumberTable table{{stages, dynamics.measure(0).rows(), dynamics.measure(0).cols()}, {}};
  for (int h = 0; h < stages; ++h) {
    const Matrix& measure = dynamics.measure(h);
    table.numbers.insert(table.numbers.end(), measure.data(), measure.data() + measure.size());
  }
  return table;
}

// A number of the range that counts as exactly this, if there is one near: rounding makes the first guess miss it.
double stated_reward(const RewardRange& range, double counted) {
  double guess = range.stated(counted);
  for (int i = 0; i < 3; ++i) guess += (counted - range.counted(guess)) * range.width();
  guess = std::clamp(guess, range.low, range.high);
  for (const double to : {range.low, range.high}) {
    double near = guess;
    for (int step = 0; step < 4; ++step, near = std::nextafter(near, to))
      if (range.counted(near) == counted) return near;
  }
  return guess;
}

double count_positive(const FiniteDynamics& dynamics, int stages) {
  double count = 0;
  for (int h = 0; h < stages; ++h) count += static_cast<double>((dynamics.measure(h).array() > 0).count());
  return count;
}

std::string joined(const std::vector<std::int64_t>& shape) { return fmt::format("{}", fmt::join(shape, " x ")); }

}  // namespace

std::string wrong_shape(const std::vector<std::int64_t>& given, std::int64_t horizon,
                        const std::vector<std::int64_t>& rest, const std::string& meaning) {
  std::string expected = "1 x " + joined(rest);
  if (horizon != 1) expected += fmt::format(" or {} x {}", horizon, joined(rest));
  const std::string is = given.empty()       ? "is a single number"
                         : given.size() == 1 ? fmt::format("has shape ({})", given.front())
                                             : "is " + joined(given);
  return fmt::format("{}; expected {} ({})", is, expected, meaning);
}

TransitionTable full_transitions(std::int64_t stages, std::int64_t rows, std::int64_t width,
                                 std::span<const double> numbers) {
  TransitionTable table;
  table.stages = stages;
  table.width = width;
  for (std::int64_t row = 0; row < (width > 0 ? stages * rows : 0); ++row) {
    for (std::int64_t s = 0; s < width; ++s) {
      const double p = numbers[static_cast<std::size_t>(row * width + s)];
      if (p == 0) continue;
      table.to.push_back(static_cast<std::int32_t>(s));
      table.probability.push_back(p);
    }
    table.begin.push_back(static_cast<std::int64_t>(table.to.size()));
  }
  return table;
}

bool is_one_hot(const Problem& p) { return p.points.rows() == p.points.cols() && p.points.isIdentity(0); }

bool is_mdp_name(const std::string& name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return !name.empty() && name.size() <= kLongestMdpName && std::all_of(name.begin(), name.end(), allowed);
}

MdpTables tables_of(const LinearMdp& mdp) {
  const FiniteDynamics* dynamics = mdp.finite();
  if (dynamics == nullptr)
    throw Error("env", "'" + mdp.name + "' has infinitely many states; only finite environments can be exported");
  if (!mdp.name.empty() && !is_mdp_name(mdp.name))
    throw Error("name", "'" + mdp.name.substr(0, kLongestMdpName) + "'", "letters, digits, '-' and '_'");
  const Problem& p = mdp.problem;
  const int stages = p.alike.transitions ? 1 : p.horizon, reward_stages = p.alike.rewards ? 1 : p.horizon;
  const bool one_hot = is_one_hot(p);
  const double rows = static_cast<double>(p.points.rows()), states = static_cast<double>(p.point_count());
  const double probabilities =
      one_hot ? std::min(2 * count_positive(*dynamics, stages) + rows * stages, stages * rows * states)
              : stages * rows * states;
  const double explained = one_hot ? 0 : rows * p.dimension + stages * p.dimension * states;
  require_exportable(mdp, probabilities + explained + reward_stages * (rows + p.dimension) + states);

  MdpTables tables;
  tables.name = mdp.name;
  tables.horizon = p.horizon, tables.states = p.point_count(), tables.actions = p.actions;
  tables.start = {{tables.states}, {dynamics->start.begin(), dynamics->start.end()}};
  TransitionTable& transitions = tables.transitions.emplace();
  transitions.stages = stages;
  for (int h = 0; h < stages; ++h) {
    if (one_hot) {
      append(dynamics->measure(h), transitions);
    } else {
      append(p.points * dynamics->measure(h), transitions);
    }
  }
  const Matrix theta = mdp.rewards.topRows(reward_stages);
  const Matrix means = one_hot ? theta : Matrix(theta * p.points.transpose());
  tables.rewards = table_of(means.cwiseMax(0.0).cwiseMin(1.0));
  const RewardRange& range = mdp.reward_range;
  if (range != RewardRange()) {
    tables.reward_range = NumberTable{{2}, {range.low, range.high}};
    for (double& reward : tables.rewards->numbers) reward = stated_reward(range, reward);
  }
  if (!one_hot) {
    tables.dimension = p.dimension;
    tables.features = table_of(p.points);
    tables.measures = measures_table(*dynamics, stages);
    tables.theta = table_of(theta);
  }
  if (p.measure_norm != usual_measure_norm(mdp)) tables.measure_norm = p.measure_norm;
  if (p.ended >= 0) tables.ended = p.ended;
  tables.bernoulli = mdp.bernoulli_rewards;
  tables.rewards_known = p.rewards_known();
  tables.optimal_value = range.stated(Evaluator(mdp).optimal().mean_value, p.horizon);
  return tables;
}

}  // namespace tacit
