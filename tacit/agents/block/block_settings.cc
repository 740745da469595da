#include "tacit/agents/block/block_settings.h"

#include <memory>
#include <string>

#include "tacit/agents/block/block_agent.h"
#include "tacit/core/error.h"

namespace tacit {
namespace {

// Chosen once for all environments; docs/attempts.md says how.
struct Defaults {
  double bonus, draw, ratio, fading;
  std::int64_t plans;
};
constexpr Defaults kUcb{0.7, 0, 1.2, 0.83, 1};
constexpr Defaults kPosterior{0.7, 0.1, 1.25, 0.83, 8};
constexpr double kMostMultiplier = 1e6;

std::vector<Setting> settings_of(const Defaults& defaults, bool is_private) {
  std::vector<Setting> settings = {
      Setting::number("c_bonus", defaults.bonus, 0, kMostMultiplier,
                      "bonus, in standard deviations of a prediction; it shrinks as fewer users are left"),
      Setting::number("spread", PosteriorOptions().spread, 1e-6, kMostMultiplier,
                      "deviation of an expected reward before data"),
      Setting::number("reward_variance", PosteriorOptions().reward_variance, 1e-9, kMostMultiplier,
                      "variance of a reward given the features"),
      Setting::choice(
          "stages", "declared", {"declared", "likely", "apart"},
          "stages are alike where the problem declares it and its features are one-hot, else as far as that "
          "is likely; they learn from each other as far as that is likely; or each for itself"),
      Setting::number("ratio", defaults.ratio, 1.01, 1e6, "growth between releases"),
      Setting::integer("first", 0, 0, 1000000000000, "users before the first release; 0: in proportion to the noise"),
  };
  if (defaults.draw > 0) {
    settings.push_back(
        Setting::number("c_draw", defaults.draw, 0, kMostMultiplier, "spread of drawn weights, in deviations"));
    settings.push_back(
        Setting::integer("plans", defaults.plans, 1, 1000, "plans per release, each with draws of its own"));
  }
  if (!is_private) return settings;
  settings.push_back(
      Setting::number("fading", defaults.fading, 0, 0.999,
                      "how much the block before counts in a release; less where noise is next to nothing"));
  settings.push_back(Setting::number("split_gram", 0.3, 1e-6, 1e6, "relative share of the budget for the Gram matrix"));
  settings.push_back(Setting::number("split_reward", 0.6, 1e-6, 1e6, "the same for the reward moment"));
  settings.push_back(Setting::number("split_successors", 1, 1e-6, 1e6, "the same for the successor matrix"));
  return settings;
}

template <bool draws>
std::unique_ptr<Agent> make(const AgentContext& context, const Settings& s) {
  BlockAgentOptions options;
  options.planning = {s.number("c_bonus"), draws ? s.number("c_draw") : 0, s.number("spread"),
                      s.number("reward_variance"), s.text("stages") != "apart"};
  options.schedule.ratio = s.number("ratio");
  options.schedule.first = s.integer("first");
  options.schedule.plans = draws ? static_cast<int>(s.integer("plans")) : 1;
  options.threads = context.threads;
  options.believe = s.text("stages") == "declared";
  if (context.privacy) {
    options.fading = s.number("fading");
    options.split = {s.number("split_gram"), s.number("split_reward"), s.number("split_successors")};
  }
  return std::make_unique<BlockAgent>(context.problem, options, context.episodes, context.seed, context.privacy);
}

}  // namespace

std::vector<AgentEntry> block_agents() {
  return {
      {.name = "dp-block-ucb",
       .summary = "plans from what each release added, its noise known; a bonus for the rest",
       .guarantee = kJointDp,
       .settings = settings_of(kUcb, true),
       .make = make<false>,
       .advice = "whatever the problem is"},
      {.name = "dp-block-posterior",
       .summary = "the same releases, with plans from drawn weights: randomised optimism",
       .guarantee = kJointDp,
       .settings = settings_of(kPosterior, true),
       .make = make<true>},
      {.name = "block-ucb",
       .summary = "dp-block-ucb without noise and without privacy",
       .settings = settings_of(kUcb, false),
       .make = make<false>},
      {.name = "block-posterior",
       .summary = "dp-block-posterior without noise and without privacy",
       .settings = settings_of(kPosterior, false),
       .make = make<true>},
  };
}

}  // namespace tacit
