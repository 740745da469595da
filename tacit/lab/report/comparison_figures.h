// The figures of one environment: regret over users, regret over budgets, and differences run by run.
#pragma once

#include <string>
#include <vector>

#include "tacit/lab/figure/figure.h"
#include "tacit/lab/report/comparison.h"

namespace tacit {

struct NamedFigure {
  std::string
      name;  ///< How its files are called, within one arena: `agents`, `agents-eps-1`, `budgets`, `difference`, ..
  Figure figure;
  std::string alt;      ///< What is seen, in words.
  std::string caption;  ///< May be empty.
};

/// The text for names of files: 'p' for '+', and '-' for all else that is neither letter nor digit.
std::string file_slug(const std::string& text);

/// Whose colour it has in figures: its agent's, or its label's where that agent is there with several sets of options.
std::string look_of(const Arena& arena, const Contender& contender);

/// Regret over users. Private agents are compared at the same budget: one figure per budget at which most of them were
/// run, and per budget that is the only one of some agent. Then one per agent that was run at several budgets.
std::vector<NamedFigure> regret_figures(const Arena& arena, Band band);

/// Final regret over epsilon, of the agents that were run at several budgets; those that are not private as lines
/// across. None where there is no such agent.
std::vector<NamedFigure> budget_figures(const Arena& arena, Band band);

/// Regret minus that of the reference over users, run by run; of several private agents at the main budget only.
/// Controls are left out: they would hide the others. `reference` is a label; the title says at which budget it is.
/// None where there is nothing to compare.
std::vector<NamedFigure> difference_figures(const Arena& arena, const std::string& reference, Band band);

/// The contender that stands for `reference` beside `other`, so that like is compared with like: at the same budget,
/// or, for an agent that has none, at the main budget of the arena where the reference has it. nullptr where there is
/// none, or where it is `other` itself.
const Contender* counterpart(const Arena& arena, const std::string& reference, const Contender& other);

}  // namespace tacit
