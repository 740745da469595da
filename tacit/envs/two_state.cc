#include "tacit/envs/two_state.h"

#include <cmath>
#include <numbers>

namespace tacit {
namespace {

constexpr int kBits = 8;
constexpr double kScale = 3;  // |(code, match, 1-match)|

EnvironmentSize size(const Settings& settings) { return {2, settings.integer("actions"), kBits + 2}; }

// Probability of state 0 after a match and after none, in one stage.
struct Alphas {
  double match, mismatch;
};

Alphas draw_alphas(Stream& stream, bool binary) {
  if (!binary) {
    const double match = stream.uniform();
    return {match, stream.uniform()};
  }
  const double alpha = static_cast<double>(stream.below(2));
  return {1 - alpha, alpha};
}

LinearMdp make(const Settings& settings, int horizon) {
  LinearMdp mdp = blank_finite_mdp(size(settings), horizon);
  Problem& p = mdp.problem;
  auto& dynamics = std::get<FiniteDynamics>(mdp.dynamics);
  const std::uint64_t seed = environment_seed(settings);

  const auto labels = permuted_labels(p.actions, Stream(seed, "environment/two-state/labels"));
  for (int s = 0; s < 2; ++s) {
    for (int label = 0; label < p.actions; ++label) {
      const int action = labels[label];
      auto phi = p.points.row(s * p.actions + label);
      for (int bit = 0; bit < kBits; ++bit) phi[bit] = (action >> bit) & 1 ? 1 : -1;
      phi[kBits] = (s == 0) == (action == 0);
      phi[kBits + 1] = 1 - phi[kBits];
      phi /= kScale;
    }
  }

  Stream stream(seed, "environment/two-state/alphas");
  for (Matrix& measures : dynamics.measures) {
    const Alphas alphas = draw_alphas(stream, settings.text("variant") == "binary");
    measures.row(kBits) << kScale * alphas.match, kScale * (1 - alphas.match);
    measures.row(kBits + 1) << kScale * alphas.mismatch, kScale * (1 - alphas.mismatch);
  }
  mdp.rewards.col(kBits).setConstant(kScale * 0.99);
  mdp.rewards.col(kBits + 1).setConstant(kScale * 0.01);
  dynamics.start.setConstant(0.5);
  p.measure_norm = kScale * std::numbers::sqrt2;
  p.alike.rewards = declares_alike(settings);
  return mdp;
}

}  // namespace

EnvironmentEntry two_state() {
  return {.name = "two-state",
          .summary = "the paper's benchmark: two states, coded actions, one of them right in state 0",
          .settings = {Setting::integer("actions", 100, 2, 1 << kBits, "number of actions"),
                       Setting::choice("variant", "random", {"random", "binary"},
                                       "random transitions, or deterministic ones"),
                       stages_setting("unsaid"), rewards_setting("known"), seed_setting()},
          .default_horizon = [](const Settings&) { return 20; },
          .size = size,
          .make = make};
}

}  // namespace tacit
