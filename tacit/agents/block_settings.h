// The settings of agents that plan from what each release added (block_agent.h), and their making.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tacit/agents/block_agent.h"
#include "tacit/core/settings.h"

namespace tacit {

inline constexpr double kMostMultiplier = 1e6;

/// Chosen once for all environments; docs/flagship.md says how.
struct BlockDefaults {
  double bonus, draw, ratio, fading;
  std::int64_t plans;
};
inline constexpr BlockDefaults kUcb{0.7, 0, 1.2, 0.83, 1};  ///< The private LSVI-UCB++.
inline constexpr BlockDefaults kPosterior{0.7, 0.1, 1.25, 0.83, 8};

/// Of every agent whose regressions weigh the known noise.
Setting bonus_setting(double bonus);
Setting reward_variance_setting();

/// Of an agent by itself; `noisy`: with those of its releases.
std::vector<Setting> block_settings(const BlockDefaults& defaults, bool noisy);
/// What of them the private LSVI-UCB++ has beside those that it shares with its other regressions.
std::vector<Setting> block_prior_settings();

/// What the settings do not have (draws, plans) is as for the private LSVI-UCB++.
std::unique_ptr<Agent> make_block_agent(const Problem& problem, const Settings& settings, std::int64_t episodes,
                                        const PrivacyContext* privacy);

}  // namespace tacit
