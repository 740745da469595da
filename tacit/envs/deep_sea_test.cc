#include "tacit/envs/deep_sea.h"

#include <gtest/gtest.h>

#include <set>

#include "tacit/envs/catalog.h"
#include "tacit/mdp/evaluation.h"

namespace tacit {
namespace {

TEST(DeepSea, IsWorthOne) {
  for (const char* size : {"2", "6", "20"})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const LinearMdp mdp = make_environment("deep-sea", 0, seed, {{"size", size}});
      EXPECT_NEAR(Evaluator(mdp).optimal().mean_value, 1, 1e-12);
    }
}

TEST(DeepSea, SparesLeftsWhereTheHorizonIsLonger) {
  const LinearMdp mdp = make_environment("deep-sea", 9, 1, {});
  EXPECT_NEAR(Evaluator(mdp).optimal().mean_value, 1 + 0.01 * 3 / 6, 1e-12);
}

TEST(DeepSea, HasRewardsWithoutNoise) { EXPECT_FALSE(make_environment("deep-sea", 0, 1, {}).bernoulli_rewards); }

// What is paid where nobody can be makes no difference to any policy; with a longer horizon it would.
TEST(DeepSea, IsWorthTheSameToEveryPolicyWhereItsStagesAreAlike) {
  const LinearMdp apart = make_environment("deep-sea", 0, 1, {});
  const LinearMdp alike = make_environment("deep-sea", 0, 1, {{"stages", "alike"}});
  EXPECT_EQ(alike.problem.alike, (Alike{true, true}));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto policy = [&](int h, const State& s, std::span<double> p) {
      p[0] = Stream(seed, "policy", h, s.point).uniform(), p[1] = 1 - p[0];
    };
    EXPECT_NEAR(Evaluator(alike).of(policy).mean_value, Evaluator(apart).of(policy).mean_value, 1e-12);
  }
  EXPECT_EQ(Evaluator(alike).optimal().mean_value, Evaluator(apart).optimal().mean_value);
  const LinearMdp longer = make_environment("deep-sea", 9, 1, {{"stages", "alike"}});
  EXPECT_EQ(longer.problem.alike, (Alike{true, false}));
  EXPECT_NEAR(Evaluator(longer).optimal().mean_value, 1 + 0.01 * 3 / 6, 1e-12);
}

TEST(DeepSea, PermutesLabelsInEachColumn) {
  const LinearMdp mdp = make_environment("deep-sea", 0, 1, {{"size", "20"}});
  std::set<bool> first_label_is_left;
  for (Index s = 0; s < 20; ++s) first_label_is_left.insert(mdp.rewards(0, 2 * s) > 0);
  EXPECT_EQ(first_label_is_left.size(), 2u);
}

TEST(DeepSea, OpensToUniformPlayOnceInTwoToTheN) {
  const LinearMdp mdp = make_environment("deep-sea", 0, 1, {});
  const double value = Evaluator(mdp).of([](int, const State&, std::span<double> p) { p[0] = p[1] = 0.5; }).mean_value;
  const double lefts = 6 * 0.5 * 0.01 / 6;
  EXPECT_NEAR(value, 1.0 / 64 + lefts, 1e-12);
}

}  // namespace
}  // namespace tacit
