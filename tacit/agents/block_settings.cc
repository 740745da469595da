#include "tacit/agents/block_settings.h"

#include <string>

#include "tacit/core/error.h"

namespace tacit {
namespace {

Setting spread_setting() {
  return Setting::number("spread", PosteriorOptions().spread, 1e-6, kMostMultiplier,
                         "blocks: of an expected reward before data");
}
Setting stages_setting() {
  return Setting::choice("stages", "likely", {"likely", "apart"},
                         "blocks: stages learn from each other as far as that is likely, or each for itself");
}
Setting fading_setting(double fading) {
  return Setting::number("fading", fading, 0, 0.999,
                         "blocks: how much the one before counts in a release, less where noise is next to nothing");
}

}  // namespace

Setting bonus_setting(double bonus) {
  return Setting::number("c_bonus", bonus, 0, kMostMultiplier,
                         "bonus, in standard deviations of a prediction; blocks: less the fewer users are left");
}
Setting reward_variance_setting() {
  return Setting::number("reward_variance", PosteriorOptions().reward_variance, 1e-9, kMostMultiplier,
                         "of a reward given the features");
}
std::vector<Setting> block_prior_settings() {
  return {spread_setting(), stages_setting(), fading_setting(kUcb.fading)};
}

std::vector<Setting> block_settings(const BlockDefaults& defaults, bool noisy) {
  std::vector<Setting> settings = {
      bonus_setting(defaults.bonus),
      Setting::number("c_draw", defaults.draw, 0, kMostMultiplier, "spread of drawn weights, in deviations"),
      spread_setting(),
      reward_variance_setting(),
      stages_setting(),
      Setting::integer("plans", defaults.plans, 1, 1000, "plans per release, each with its own draws"),
      Setting::number("ratio", defaults.ratio, 1.01, 1e6, "growth between releases"),
      Setting::integer("first", 0, 0, 1000000000000, "users before the first release; 0: in proportion to the noise"),
  };
  if (!noisy) return settings;
  settings.push_back(fading_setting(defaults.fading));
  settings.push_back(Setting::number("split_gram", 0.3, 1e-6, 1e6, "relative share of the budget for the Gram matrix"));
  settings.push_back(Setting::number("split_reward", 0.6, 1e-6, 1e6, "the same for the reward moment"));
  settings.push_back(Setting::number("split_successors", 1, 1e-6, 1e6, "the same for the successor matrix"));
  return settings;
}

std::unique_ptr<Agent> make_block_agent(const Problem& problem, const Settings& s, std::int64_t episodes,
                                        const PrivacyContext* privacy) {
  if (!problem.finite) throw Error("--agent", "needs an environment with finitely many states");
  const bool draws = s.all().contains("c_draw");
  BlockAgentOptions options;
  options.planning = {s.number("c_bonus"), draws ? s.number("c_draw") : kUcb.draw, s.number("spread"),
                      s.number("reward_variance"), s.text("stages") == "likely"};
  options.ratio = s.number("ratio");
  options.first = s.integer("first");
  options.plans = static_cast<int>(draws ? s.integer("plans") : kUcb.plans);
  if (privacy) {
    options.fading = s.number("fading");
    options.split = {s.number("split_gram"), s.number("split_reward"), s.number("split_successors")};
  }
  return std::make_unique<BlockAgent>(problem, options, episodes, privacy);
}

}  // namespace tacit
