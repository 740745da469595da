#include "tacit/mdp/file/mdp_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tacit/core/error.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/file/measure_norm.h"

namespace tacit {
namespace {

bool is_one_hot(const Problem& p) { return p.points.rows() == p.points.cols() && p.points.isIdentity(0); }

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

NumberTable measures_table(const std::vector<Matrix>& measures, int stages) {
  NumberTable table{{stages, measures[0].rows(), measures[0].cols()}, {}};
  for (int h = 0; h < stages; ++h)
    table.numbers.insert(table.numbers.end(), measures[h].data(), measures[h].data() + measures[h].size());
  return table;
}

double count_positive(const std::vector<Matrix>& measures, int stages) {
  double count = 0;
  for (int h = 0; h < stages; ++h) count += static_cast<double>((measures[h].array() > 0).count());
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

bool transitions_alike(const LinearMdp& mdp) {
  const FiniteDynamics* dynamics = mdp.finite();
  if (dynamics == nullptr) return false;
  const Matrix& first = dynamics->measures.front();
  return std::all_of(dynamics->measures.begin() + 1, dynamics->measures.end(),
                     [&](const Matrix& measures) { return measures == first; });
}

bool rewards_alike(const LinearMdp& mdp) {
  for (Index h = 1; h < mdp.rewards.rows(); ++h)
    if (mdp.rewards.row(h) != mdp.rewards.row(0)) return false;
  return true;
}

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
  const int stages = transitions_alike(mdp) ? 1 : p.horizon, reward_stages = rewards_alike(mdp) ? 1 : p.horizon;
  const bool one_hot = is_one_hot(p);
  const double rows = static_cast<double>(p.points.rows()), states = static_cast<double>(p.point_count());
  const double probabilities =
      one_hot ? std::min(2 * count_positive(dynamics->measures, stages) + rows * stages, stages * rows * states)
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
      append(dynamics->measures[h], transitions);
    } else {
      append(p.points * dynamics->measures[h], transitions);
    }
  }
  const Matrix theta = mdp.rewards.topRows(reward_stages);
  const Matrix means = one_hot ? theta : Matrix(theta * p.points.transpose());
  tables.rewards = table_of(means.cwiseMax(0.0).cwiseMin(1.0));
  if (!one_hot) {
    tables.dimension = p.dimension;
    tables.features = table_of(p.points);
    tables.measures = measures_table(dynamics->measures, stages);
    tables.theta = table_of(theta);
  }
  if (p.measure_norm != usual_measure_norm(mdp)) tables.measure_norm = p.measure_norm;
  if (p.ended >= 0) tables.ended = p.ended;
  tables.bernoulli = mdp.bernoulli_rewards;
  tables.rewards_known = p.rewards_known();
  tables.optimal_value = Evaluator(mdp).optimal().mean_value;
  return tables;
}

}  // namespace tacit
