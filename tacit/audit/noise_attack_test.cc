// The guilty whose noise is not what is declared, each caught by the noise attack; and who must not be accused.
#include "tacit/audit/noise_attack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/suspect.h"

namespace tacit {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using trial::Shared;
using trial::SharedNoise;
using trial::Suspect;

constexpr double kConfidence = 0.999;

NoiseTests attack(const Suspect& suspect, std::int64_t runs = 300) {
  return attack_noise(suspect, {1, runs, suspect.promise().mu().value(), kConfidence});
}

// Negative control. The pair spends all of the budget, or what the columns of the strategy leave of it.
TEST(NoiseAttack, DoesNotAccuseTheHonestUnderAnyStrategy) {
  for (const char* strategy : {"blocks", "tree", "toeplitz", "factorised", "blt", "fresh"}) {
    const Suspect suspect{strategy};
    const double mu = suspect.promise().mu().value();
    const NoiseTests tests = attack(suspect);
    EXPECT_THAT(tests.reasons, IsEmpty()) << strategy;
    EXPECT_NEAR(tests.deviation, 1, 0.05) << strategy;
    EXPECT_LT(*tests.mu, 1.15 * mu) << strategy;
    EXPECT_GT(*tests.mu_lower, 0.6 * mu) << strategy;
  }
}

TEST(KnownBad, OneDrawForAllCoordinatesIsCaughtByTheNoiseAttack) {
  const NoiseTests tests = attack({"blocks", {.shared = Shared::coordinates}});
  EXPECT_THAT(tests.reasons, Contains(HasSubstr("noise is shared")));
  EXPECT_TRUE(std::isinf(*tests.mu_lower));
}

TEST(KnownBad, AStageWithTheDrawsOfAnotherIsCaughtByTheNoiseAttack) {
  for (const char* strategy : {"blocks", "tree", "toeplitz"}) {
    const NoiseTests tests = attack({strategy, {.shared = Shared::stages}});
    EXPECT_THAT(tests.reasons, Contains(HasSubstr("noise is shared"))) << strategy;
  }
}

TEST(KnownBad, NoiseOfNineTenthsIsCaughtByTheNoiseAttack) {
  for (const char* strategy : {"blocks", "tree"}) {
    const NoiseTests tests = attack({strategy, {.noise = 0.9}});
    EXPECT_THAT(tests.reasons, Contains(HasSubstr("less noise than declared"))) << strategy;
  }
}

// So far apart that whitening alone shows it: mu^2 is 1/0.81 of the claim.
TEST(KnownBad, NoiseOfNineTenthsIsAlsoSeenInTheMuOfThePair) {
  const Suspect guilty{"blocks", {.noise = 0.9}};
  EXPECT_GT(*attack(guilty, 2000).mu_lower, guilty.promise().mu().value());
}

TEST(KnownBad, NoiseUsedAgainIsCaughtByTheNoiseAttack) {
  EXPECT_TRUE(std::isinf(*attack({"blocks", {.reused = true}}).mu_lower));
}

TEST(KnownBad, AForgottenStageIsCaughtByTheNoiseAttack) {
  EXPECT_THAT(attack({"blocks", {.forgotten = true}}, 600).reasons, Contains(HasSubstr("is claimed")));
}

TEST(KnownBad, WhatNeedsNoStatisticsIsCertainToTheNoiseAttack) {
  for (const trial::Fault& fault :
       {trial::Fault{.raw_switch = true}, trial::Fault{.exact = true}, trial::Fault{.refusal = true}})
    EXPECT_TRUE(std::isinf(*attack({"blocks", fault}).mu_lower));
}

TEST(KnownBad, UsersWhoMoveMoreThanDeclaredAreCaughtByTheNoiseAttack) {
  EXPECT_THAT(attack({"blocks", {.long_features = true}}).reasons, Contains(HasSubstr("is claimed")));
  EXPECT_THAT(attack({"blocks", {.twice = true}}, 1000).reasons, Contains(HasSubstr("is claimed")));
  for (const double response : {1e308, -5.0, std::nan("")})
    EXPECT_FALSE(attack({"blocks", {.unbounded = true}, 4, {response, 1}}).reasons.empty()) << response;
}

WorldSpec luyo() {
  WorldSpec spec;
  spec.env = "deep-sea";
  spec.env_settings = {{"size", "2"}};
  spec.agent = "dp-lsvi-ucb-luyo";
  spec.agent_settings = {{"switching", "geometric"}, {"first", "10"}};
  spec.episodes = 40;
  spec.delta = 1e-4;
  return spec;
}

NoiseTests attack_luyo(Shared shared) {
  const AgentWorld world(luyo());
  const Cast cast{user_pairs(world.problem(), 0, Stream(1, "pairs")).front(), 0};
  const Subject subject = [&](Witness& witness, std::uint64_t seed, bool replaced) {
    SharedNoise noise(witness, shared);
    world.play(cast, replaced, seed, &noise, nullptr);
  };
  return attack_noise(subject, {1, 300, world.claim().mu().value(), kConfidence});
}

TEST(KnownBad, MomentsWithTheDrawsOfTheSumsAreCaughtByTheNoiseAttack) {
  const NoiseTests tests = attack_luyo(Shared::statistics);
  EXPECT_THAT(tests.reasons, Contains(HasSubstr("noise is shared")));
  EXPECT_THAT(tests.pair, testing::AllOf(HasSubstr("sums"), HasSubstr("moments")));
}

TEST(NoiseAttack, DoesNotAccuseMomentsWithDrawsOfTheirOwn) {
  EXPECT_THAT(attack_luyo(Shared::nowhere).reasons, IsEmpty());
}

TEST(NoiseAttack, IsTheSameInWhicheverOrderRunsAreFinished) {
  const Suspect suspect{"tree"};
  const NoiseAttackSpec spec{1, 100, suspect.promise().mu().value(), kConfidence};
  const auto backwards = [](std::int64_t count, const std::function<void(std::int64_t)>& make) {
    while (count-- > 0) make(count);
    return true;
  };
  EXPECT_EQ(attack_noise(suspect, spec).mu_lower, attack_noise(suspect, spec, backwards).mu_lower);
}

}  // namespace
}  // namespace tacit
