// What an experiment found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/agents/policy.h"
#include "tacit/core/settings.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/mdp/linear_mdp.h"
#include "tacit/privacy/accounting/promise.h"

namespace tacit {

struct RunRecord {
  std::uint64_t seed = 0;
  Simulation simulation = Simulation::users;  ///< That was used.
  std::vector<double> regret;                 ///< Cumulative and exact, at the checkpoints.
  double final_gap = 0;                       ///< V* - V^pi of the last policy, averaged over the initial distribution.
  std::int64_t switches = 0;                  ///< How often the policy was made anew after the first user.
  std::optional<Policy> policy = {};          ///< The last one; it is not kept in files of results.
  double seconds = 0;
  double epsilon_spent = 0;   ///< What a private run's releases cost, at the delta of the promise.
  std::int64_t releases = 0;  ///< How many a private run made.
  std::string certificate;    ///< That of a private run, as JSON.

  double final_regret() const { return regret.empty() ? 0 : regret.back(); }
};

struct ExperimentRecord {
  struct Environment {
    std::string name;
    int horizon = 0;
    std::int64_t states = 0;  ///< 0: infinitely many.
    int actions = 0, dimension = 0;
    bool rewards_known = false;
    double optimal_value = 0;  ///< As the regret: in units of the reward range.
    RewardRange reward_range = {};
  } env;
  std::string agent;
  std::optional<Promise> promise;  ///< What an agent that takes a budget promises.
  std::string broken;              ///< Why it does not keep it; empty: it does.
  Noise noise = Noise::simulation;
  Settings options;
  std::int64_t episodes = 0;
  Simulation simulation = Simulation::users;
  std::vector<std::int64_t> checkpoints;
  std::vector<RunRecord> runs;  ///< In order of their seeds; only finished ones.
  bool interrupted = false;
};

/// About ten per decade, `episodes` always last.
std::vector<std::int64_t> checkpoints(std::int64_t episodes);

}  // namespace tacit
