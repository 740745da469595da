#include "tacit/agents/lsvi/lsvi_settings.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "tacit/agents/lsvi/theory.h"
#include "tacit/core/error.h"
#include "tacit/privacy/release/release_catalog.h"

namespace tacit {
namespace {

// Chosen once for all environments; docs/algorithms.md says how.
struct Practical {
  Multipliers multipliers;
  double ridge;
};
constexpr Practical kLsviUcb = {{.beta = 0.005, .bias = 1, .e = 0, .d = 0, .floor = 0}, 1};
constexpr Practical kPlusPlus = {{.beta = 0.005, .bias = 1, .e = 0, .d = 0, .floor = 0}, 0.3};
constexpr double kMostMultiplier = 1e6;
constexpr int kAnchors = 10;  // A state basis has so many.

std::vector<Setting> planner_settings(Family family) {
  const auto& [c, ridge] = family == Family::lsvi_ucb ? kLsviUcb : kPlusPlus;
  std::vector<Setting> settings = {
      Setting::choice("constants", "practical", {"practical", "theory"},
                      "tuned multipliers, or the published formulas"),
      Setting::number("c_beta", c.beta, 0, kMostMultiplier, "practical: multiplies the bonus"),
      Setting::number("c_bias", c.bias, 0, kMostMultiplier,
                      "practical: optimism where little was seen (1: as if it were the best)"),
      Setting::number("ridge", ridge, 1e-9, kMostMultiplier, "practical: the ridge lambda, for weights at most 1"),
  };
  if (family == Family::lsvi_ucb_plus_plus) {
    settings.push_back(
        Setting::number("c_E", c.e, 0, kMostMultiplier, "practical: multiplies E in the variance weights"));
    settings.push_back(
        Setting::number("c_D", c.d, 0, kMostMultiplier, "practical: multiplies D in the variance weights"));
    settings.push_back(
        Setting::number("c_floor", c.floor, 0, kMostMultiplier, "practical: multiplies 4 d^6 H^4 |phi|"));
    settings.push_back(
        Setting::choice("extremes", "renewed", {"renewed", "kept"},
                        "practical: plan from the newest plan alone, or from the extremes of all plans"));
    settings.push_back(
        Setting::choice("bonus", "bernstein", {"bernstein", "hoeffding"}, "radius of the optimistic bonus"));
  }
  return settings;
}

void append(std::vector<Setting>& settings, std::vector<Setting> more) {
  settings.insert(settings.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// How the regressions that weigh noise start, and how far they are trusted; docs/attempts.md says how it was chosen.
std::vector<Setting> weighed_settings(double bonus) {
  return {
      Setting::number("c_bonus", bonus, 0, kMostMultiplier, "weighed: bonus, in standard deviations of a prediction"),
      Setting::number("deviation", 0.3, 1e-6, kMostMultiplier,
                      "weighed: of the weights before data, in ranges of the target"),
      Setting::number("reward_variance", 0.15, 1e-9, kMostMultiplier, "weighed: of a reward given the features"),
      Setting::number("value_variance", 0.1, 1e-9, kMostMultiplier,
                      "weighed: of the next value, in squares of its range"),
  };
}

NoiseWeighing weighing(const Settings& s) {
  return {s.number("c_bonus"), s.number("deviation"), s.number("reward_variance"), s.number("value_variance")};
}

std::vector<Setting> lsvi_settings(Family family, const std::string& switching) {
  std::vector<Setting> settings = planner_settings(family);
  const SwitchingRule rule;
  settings.push_back(Setting::choice("switching", switching, SwitchingRule::names(), "when to plan anew"));
  settings.push_back(Setting::number("ratio", rule.ratio, 1.0001, 1e6, "geometric: growth between plans"));
  settings.push_back(
      Setting::integer("first", rule.first, 1, 1000000000000, "geometric: episodes before the first plan"));
  settings.push_back(Setting::integer("batches", rule.batches, 1, 1000000000, "batches: their number"));
  settings.push_back(Setting::number("alpha", rule.alpha, 1.0001, 1e6, "rayleigh: growth that triggers a plan"));
  if (family == Family::lsvi_ucb) return settings;
  settings.push_back(Setting::choice("regression", "ridge", {"ridge", "weighed"},
                                     "as published, or weighed as by dp-lsvi-ucb++; c_bonus and the next three are for "
                                     "the latter"));
  append(settings, weighed_settings(0.5));
  return settings;
}

// A setting that the others make meaningless is a misunderstanding worth an error.
void refuse_unless(bool used, const Settings& settings, const std::string& name, const std::string& needs) {
  if (!used && settings.was_given(name)) throw Error("agent." + name, "has no effect here; it needs agent." + needs);
}

SwitchingRule switching_rule(const Settings& s) {
  using Kind = SwitchingRule::Kind;
  SwitchingRule rule;
  rule.kind = SwitchingRule::kind_of(s.text("switching"));
  refuse_unless(rule.kind == Kind::geometric, s, "ratio", "switching=geometric");
  refuse_unless(rule.kind == Kind::geometric, s, "first", "switching=geometric");
  refuse_unless(rule.kind == Kind::batches, s, "batches", "switching=batches");
  refuse_unless(rule.kind == Kind::rayleigh, s, "alpha", "switching=rayleigh");
  rule.ratio = s.number("ratio");
  rule.first = s.integer("first");
  rule.batches = s.integer("batches");
  rule.alpha = s.number("alpha");
  return rule;
}

ConstantsChoice constants_choice(Family family, const Settings& s) {
  ConstantsChoice choice;
  choice.family = family;
  choice.practical = s.text("constants") == "practical";
  for (const char* name : {"c_beta", "c_bias", "ridge", "c_E", "c_D", "c_floor", "extremes"})
    refuse_unless(choice.practical, s, name, "constants=practical");
  choice.multipliers.beta = s.number("c_beta");
  choice.multipliers.bias = s.number("c_bias");
  if (s.all().contains("ridge")) choice.ridge = s.number("ridge");
  if (family == Family::lsvi_ucb_plus_plus) {
    choice.multipliers.e = s.number("c_E");
    choice.multipliers.d = s.number("c_D");
    choice.multipliers.floor = s.number("c_floor");
    choice.keep_extremes = s.text("extremes") == "kept";
    choice.bonus = s.text("bonus") == "bernstein" ? Bonus::bernstein : Bonus::hoeffding;
  }
  return choice;
}

// Whether regressions weigh noise; settings of the other kind are refused. So are rules that compare the matrices of
// two plans: those of a regression that weighs noise are precisions, which no determinant of a Gram matrix compares
// with.
bool read_regression(const Settings& s, const SwitchingRule& rule, ConstantsChoice& constants) {
  using Kind = SwitchingRule::Kind;
  const bool weighed = s.text("regression") == "weighed";
  if (weighed && (rule.kind == Kind::doubling || rule.kind == Kind::rayleigh))
    throw Error("agent.switching", "'" + s.text("switching") + "'",
                "geometric or batches where agent.regression=weighed, which keeps no matrices to compare");
  if (weighed && !constants.practical)
    throw Error("agent.constants", "'theory' speaks of ridge regression; it needs agent.regression=ridge");
  if (weighed) constants.weighing = weighing(s);
  for (const char* name : {"c_bonus", "deviation", "reward_variance", "value_variance"})
    refuse_unless(weighed, s, name, "regression=weighed");
  for (const char* name :
       {"c_beta", "c_bias", "ridge", "c_E", "c_D", "c_floor", "extremes", "bonus", "c_shift", "c_eigen", "c_noise"})
    refuse_unless(!weighed, s, name, "regression=ridge");
  return weighed;
}

template <Family family>
std::unique_ptr<Agent> make_lsvi(const AgentContext& context, const Settings& settings) {
  LsviOptions options{constants_choice(family, settings), switching_rule(settings)};
  if (family == Family::lsvi_ucb_plus_plus) {
    const bool weighed = read_regression(settings, options.switching, options.constants);
    options.weights = weighed ? Weighing::unit : Weighing::variance;
    if (weighed) options.anchors = kAnchors;
  }
  options.threads = context.threads;
  return std::make_unique<LsviAgent>(context.problem, options, context.episodes, context.seed);
}

// What a private agent starts from; every part can be set, so that it can be seen what buys what.
struct PrivateDefaults {
  Family family;
  double beta, shift;
  std::string regression, weights, switching, release, moments;
};

const PrivateDefaults kStreamed{
    Family::lsvi_ucb_plus_plus, 0.005, 0.5, "weighed", "unit", "geometric", "factorised", "streamed"};
const PrivateDefaults kLuyo{Family::lsvi_ucb, 0.0003, 1, "ridge", "none", "batches", "tree", "on-request"};
const PrivateDefaults kNgo{Family::lsvi_ucb, 0.0003, 0.5, "ridge", "none", "doubling", "tree", "on-request"};
const PrivateDefaults kPaper{Family::lsvi_ucb_plus_plus, 0.005, 1, "ridge", "none", "doubling", "fresh", "on-request"};

// What an agent does with users, and how it spends its budget.
std::vector<Setting> release_settings(const PrivateDefaults& defaults) {
  const bool weighed = defaults.regression == "weighed";
  return {
      Setting::integer("anchors", kAnchors, 2, 10000, "infinite state spaces: anchors of the successor matrix"),
      Setting::choice("moments", defaults.moments, {"streamed", "on-request"},
                      "of the next state: a successor matrix, or each value moment anew"),
      Setting::choice("release", defaults.release, release_names(), "release strategy of what is streamed"),
      Setting::number("split_gram", weighed ? 0.3 : 1, 1e-6, 1e6, "relative share of the budget for the Gram matrix"),
      Setting::number("split_reward", weighed ? 0.6 : 1, 1e-6, 1e6, "streamed: the same for the reward moment"),
      Setting::number("split_successors", 1, 1e-6, 1e6, "the same for the successor matrix, or for each value moment"),
  };
}

// What an agent has no setting for is as its defaults say.
void read_release(const PrivateDefaults& defaults, const Settings& s, LsviOptions& options) {
  const auto text = [&](const char* name, const std::string& initial) {
    return s.all().contains(name) ? s.text(name) : initial;
  };
  Spending& spending = options.spending;
  options.anchors = s.integer("anchors");
  spending.release = text("release", defaults.release);
  spending.on_request = text("moments", defaults.moments) == "on-request";
  refuse_unless(!spending.on_request, s, "split_reward", "moments=streamed");
  spending.split = {s.number("split_gram"), spending.on_request ? 0 : s.number("split_reward"),
                    s.number("split_successors")};
}

std::vector<Setting> private_settings(const PrivateDefaults& defaults) {
  const bool plus_plus = defaults.family == Family::lsvi_ucb_plus_plus, streamed = defaults.regression == "weighed";
  std::vector<Setting> settings = planner_settings(defaults.family);
  for (Setting& setting : settings) {
    if (setting.name == "c_beta") setting.initial = defaults.beta;
    if (setting.name == "c_bias" && !streamed) setting.initial = 0.0;
  }
  if (!plus_plus) std::erase_if(settings, [](const Setting& setting) { return setting.name == "ridge"; });
  const SwitchingRule rule;
  const auto add = [&](Setting setting) { settings.push_back(std::move(setting)); };
  add(Setting::number("c_shift", defaults.shift, 0, kMostMultiplier,
                      "ridge for the noise, in units of what the agent takes for its size"));
  add(Setting::number("c_eigen", 0.3, 0, 1, "least eigenvalue, as a part of the ridge"));
  add(Setting::number("c_noise", streamed ? 0.1 : 0, 0, kMostMultiplier,
                      "bonus for the noise of the moments, in deviations"));
  if (streamed) {
    add(Setting::choice("regression", "weighed", {"weighed", "ridge"},
                        "weigh the known noise, or outweigh it by a ridge, which the settings above are for"));
    append(settings, weighed_settings(0.7));
  }
  if (plus_plus)
    add(Setting::choice("weights", defaults.weights, {"none", "unit", "variance"},
                        "how users are weighed: all the same, 1/|phi|, or by the variance of the next value"));
  add(Setting::choice("switching", defaults.switching, {"geometric", "batches", "doubling", "rayleigh"},
                      "when to plan anew; the last two look at released matrices after every user"));
  add(Setting::number("ratio", 1.2, 1.01, 1e6, "geometric: growth between releases"));
  add(Setting::integer("first", 0, 0, 1000000000000,
                       "geometric: users before the first release; 0: in proportion to the noise"));
  add(Setting::integer("batches", 0, 0, 1000000, "batches: their number; 0: (K eps)^(2/5) d^(3/5) H^(1/5)"));
  add(Setting::number("alpha", rule.alpha, 1.0001, 1e6, "rayleigh: growth that triggers a plan"));
  append(settings, release_settings(defaults));
  return settings;
}

LsviOptions private_options(const PrivateDefaults& defaults, const AgentContext& context, const Settings& s) {
  using Kind = SwitchingRule::Kind;
  LsviOptions options{constants_choice(defaults.family, s), switching_rule(s)};
  ConstantsChoice& constants = options.constants;
  for (const char* name : {"c_shift", "c_eigen", "c_noise"})
    refuse_unless(constants.practical, s, name, "constants=practical");
  constants.multipliers.shift = s.number("c_shift");
  constants.multipliers.eigen = s.number("c_eigen");
  constants.multipliers.noise = s.number("c_noise");
  if (defaults.regression == "weighed") read_regression(s, options.switching, constants);
  if (defaults.family == Family::lsvi_ucb_plus_plus) {
    const std::string& weights = s.text("weights");
    options.weights = weights == "unit" ? Weighing::unit : weights == "variance" ? Weighing::variance : Weighing::equal;
    if (constants.weighing.used() && options.weights == Weighing::variance)
      throw Error("agent.weights", "'variance' has no effect here; it needs agent.regression=ridge");
  }
  if (options.switching.kind == Kind::batches && options.switching.batches == 0)
    options.switching.batches = luyo_batches(context.problem.dimension, context.problem.horizon,
                                             static_cast<double>(context.episodes), context.privacy->promise.epsilon());
  read_release(defaults, s, options);
  return options;
}

std::unique_ptr<Agent> make_private(const AgentContext& context, LsviOptions options) {
  options.threads = context.threads;
  return std::make_unique<LsviAgent>(context.problem, options, context.episodes, context.seed, context.privacy);
}

// Everything is streamed, at the points of a geometric schedule and through a factorisation chosen for them;
// regressions weigh the noise.
std::unique_ptr<Agent> make_streamed(const AgentContext& context, const Settings& s) {
  return make_private(context, private_options(kStreamed, context, s));
}

// A learned reward is regressed together with the value, as published.
template <Confidence confidence>
std::unique_ptr<Agent> make_joint(const AgentContext& context, const Settings& s) {
  LsviOptions options = private_options(confidence == Confidence::luyo ? kLuyo : kNgo, context, s);
  options.constants.confidence = confidence;
  options.constants.joint_reward = options.spending.on_request;
  return make_private(context, options);
}

std::unique_ptr<Agent> make_paper(const AgentContext& context, const Settings& s) {
  return make_private(context, paper_options(context, s));
}

std::unique_ptr<Agent> make_frozen(const AgentContext& context, const Settings& settings) {
  LsviOptions options{constants_choice(Family::lsvi_ucb, settings), {}};
  options.switching.kind = SwitchingRule::Kind::never;
  return std::make_unique<LsviAgent>(context.problem, options, context.episodes, context.seed);
}

}  // namespace

// Every statistic of every user and stage has a part of the budget, and weights at most 1/H are taken to be as large as
// 1. Moments between two plans, which nobody would read, are not drawn.
LsviOptions paper_options(const AgentContext& context, const Settings& s) {
  LsviOptions options = private_options(kPaper, context, s);
  options.constants.confidence = Confidence::paper;
  options.constants.weight_scale = 1.0 / context.problem.horizon;
  options.spending.plans = context.episodes;
  return options;
}

std::vector<Setting> paper_settings() { return private_settings(kPaper); }

std::vector<AgentEntry> lsvi_agents() {
  return {
      {.name = "frozen",
       .summary = "control: the plan made before the first user, kept for ever",
       .settings = planner_settings(Family::lsvi_ucb),
       .make = make_frozen},
      {.name = "lsvi-ucb",
       .summary = "least-squares value iteration with a bonus (Jin et al. 2020)",
       .settings = lsvi_settings(Family::lsvi_ucb, "every"),
       .make = make_lsvi<Family::lsvi_ucb>},
      {.name = "lsvi-ucb++",
       .summary = "variance-weighted, with rare switching (He et al. 2023)",
       .settings = lsvi_settings(Family::lsvi_ucb_plus_plus, "doubling"),
       .make = make_lsvi<Family::lsvi_ucb_plus_plus>},
      {.name = "dp-lsvi-ucb-luyo",
       .summary = "private LSVI-UCB in fixed batches (Luyo et al. 2021, calibration corrected)",
       .guarantee = kJointDp,
       .settings = private_settings(kLuyo),
       .make = make_joint<Confidence::luyo>},
      {.name = "dp-lsvi-ucb-ngo",
       .summary = "private LSVI-UCB with rare switching (Ngo et al. 2022, calibration corrected)",
       .guarantee = kJointDp,
       .settings = private_settings(kNgo),
       .make = make_joint<Confidence::ngo>},
      {.name = "dp-lsvi-ucb++-paper",
       .summary = "the paper's algorithm as it is meant: fresh noise for every user and stage",
       .guarantee = kJointDp,
       .settings = paper_settings(),
       .make = make_paper,
       .theorem = Theorem::zcdp_simple},
      {.name = "dp-lsvi-ucb++",
       .summary = "the paper's algorithm, corrected, with practical constants: sums streamed at points of a schedule",
       .guarantee = kJointDp,
       .settings = private_settings(kStreamed),
       .make = make_streamed},
  };
}

}  // namespace tacit
