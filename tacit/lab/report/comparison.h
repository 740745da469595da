// The results of a sweep, sorted for comparison: environments, and in each of them the contenders that met the same
// users.
//
// A contender is one agent with its options and one budget. Its runs in several environments of one kind (several
// seeds) are pooled, unless their streams of users overlap: then every seed is an arena of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/lab/experiment/curves.h"
#include "tacit/lab/figure/figure.h"
#include "tacit/lab/sweep/cell.h"
#include "tacit/lab/sweep/results.h"

namespace tacit {

struct Contender {
  std::string label;  ///< How the agent with its options is called.
  std::string name;   ///< The same with what tells it from others in its arena: a budget, where there are several.
  Role role = Role::not_private;
  std::vector<Cell> cells;                ///< One per environment seed.
  std::vector<ExperimentRecord> records;  ///< The same.

  const RunSpec& spec() const { return cells.front().spec; }
  std::optional<double> epsilon() const { return spec().epsilon; }
  int runs() const;
};

struct Arena {
  std::string label;
  std::vector<Contender> contenders;  ///< Agents in the order of the sweep, each with its budgets ascending.

  std::int64_t episodes() const { return contenders.front().spec().episodes; }
  int horizon() const { return contenders.front().records.front().env.horizon; }
  /// Budgets, ascending.
  std::vector<double> budgets() const;
  /// The one at which most agents were run; of several the one nearest to 1, in ratios.
  std::optional<double> main_budget() const;
  /// At this budget, of those that take one; at any, without. The first that fits; nullptr where there is none.
  const Contender* find(const std::string& label, std::optional<double> epsilon = std::nullopt) const;
  /// The non-private learner with the least mean regret; nullptr where there is none.
  const Contender* best_open() const;
};

/// Throws Error where there is nothing to compare.
std::vector<Arena> arenas(const Results& results);

/// One value per run, in order of seeds.
std::vector<double> final_regrets(const Contender& contender);
std::vector<double> final_gaps(const Contender& contender);
std::vector<double> switches(const Contender& contender);

/// Which of two had less regret in the end, judged by the 95 % interval of the difference run by run. Undecided where
/// the interval holds zero, and always with fewer than two runs in common.
enum class Order { first_lower, undecided, second_lower };
Order compare(const Contender& first, const Contender& second);

/// Final regret of the first over that of the second: the geometric mean of the ratios run by run, with the 95 %
/// interval. Nothing where they have no run in common, or where a regret is not positive.
struct Ratio {
  Estimate estimate;
  int runs = 0;
};
std::optional<Ratio> paired_ratio(const Contender& first, const Contender& second);

}  // namespace tacit
