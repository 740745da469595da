// The guilty, each caught by the billboard attack; replay_test.cc and the last tests here say what replay catches.
#include <gtest/gtest.h>

#include <cmath>

#include "tacit/audit/audit.h"
#include "tacit/audit/billboard_attack.h"
#include "tacit/audit/replay.h"
#include "tests/suspect.h"

namespace tacit {
namespace {

using trial::Fault;
using trial::Suspect;

constexpr int kRuns = 400, kManyRuns = 2000;
constexpr double kConfidence = 0.999;  // One of the tests here in a thousand would fail for another seed.

struct Attacked {
  MuBound bound;
  double claim, reach;
  Verdict verdict() const { return judge(bound, claim, kConfidence).verdict; }
};

Attacked attack(const Suspect& suspect, int runs = kRuns) {
  const BillboardAttack attack(suspect, 1);
  Scores ratio, differences;
  for (int r = 0; r < runs; ++r)
    for (const bool replaced : {false, true}) {
      const Evidence evidence = attack.weigh(r, replaced);
      (replaced ? ratio.replaced : ratio.original).push_back(evidence.likelihood_ratio);
      (replaced ? differences.replaced : differences.original).push_back(evidence.differences);
    }
  return {bound_mu({ratio, differences}, kConfidence, Delta(Suspect::kDelta)), suspect.promise().mu().value(),
          attack.reach()};
}

ReplayReport replayed(const Suspect& suspect) {
  return replay(Suspect::kVictim, [&](Witness& witness, bool replaced) { suspect(witness, 1, replaced); });
}

// Negative control: whoever keeps the promise is found to spend all of it, and no more.
TEST(KnownBad, TheHonestAreConsistentUnderEveryStrategy) {
  for (const char* strategy : {"blocks", "tree", "toeplitz", "factorised", "blt", "fresh"}) {
    const Attacked honest = attack({strategy});
    EXPECT_EQ(honest.verdict(), Verdict::consistent) << strategy;
    EXPECT_LE(honest.reach, honest.claim * 1.1) << strategy;  // The covariance is learned from 64 runs.
    EXPECT_TRUE(replayed({strategy}).holds()) << strategy;
  }
}

TEST(KnownBad, NoiseOfSevenTenthsIsCaughtByTheBillboardAttack) {
  EXPECT_EQ(attack({"blocks", {.noise = 0.7}}, kManyRuns).verdict(), Verdict::violated);
  EXPECT_EQ(attack({"tree", {.noise = 0.7}}, kManyRuns).verdict(), Verdict::violated);
}

TEST(KnownBad, NoiseOfSevenTenthsEscapesReplay) { EXPECT_TRUE(replayed({"blocks", {.noise = 0.7}}).holds()); }

TEST(KnownBad, FeaturesOfNormThreeAreCaughtByBoth) {
  EXPECT_EQ(attack({"factorised", {.long_features = true}}).verdict(), Verdict::violated);
  EXPECT_FALSE(replayed({"factorised", {.long_features = true}}).holds());
}

TEST(KnownBad, ASwitchTestOnExactDataIsCaughtByBoth) {
  const Attacked caught = attack({"blocks", {.raw_switch = true}});
  EXPECT_EQ(caught.verdict(), Verdict::violated);
  EXPECT_TRUE(std::isinf(caught.reach));
  EXPECT_FALSE(replayed({"blocks", {.raw_switch = true}}).holds());
}

TEST(KnownBad, AForgottenStageIsCaughtByTheBillboardAttack) {
  EXPECT_EQ(attack({"blocks", {.forgotten = true}}, kManyRuns).verdict(), Verdict::violated);
}

// Each ledger by itself is content; what is charged in both is above the claim.
TEST(KnownBad, AForgottenStageIsSeenInWhatReplayAddsUp) {
  const Suspect guilty{"blocks", {.forgotten = true}}, honest{"blocks"};
  const double claim = guilty.promise().mu().value();
  const auto spent = [](const ReplayReport& report) { return std::sqrt(report.distance * report.charged); };
  EXPECT_GT(spent(replayed(guilty)), 1.4 * claim);
  EXPECT_LE(spent(replayed(honest)), claim * (1 + 1e-9));
}

TEST(KnownBad, AUserInTwoBlocksIsCaughtByTheBillboardAttack) {
  EXPECT_EQ(attack({"blocks", {.twice = true}}, kManyRuns).verdict(), Verdict::violated);
  EXPECT_FALSE(replayed({"blocks", {.twice = true}}).holds());
}

TEST(KnownBad, ReusedNoiseIsCaughtByTheBillboardAttack) {
  EXPECT_EQ(attack({"blocks", {.reused = true}}).verdict(), Verdict::violated);
}

TEST(KnownBad, NoNoiseIsCaughtByTheBillboardAttack) {
  EXPECT_EQ(attack({"blocks", {.exact = true}}).verdict(), Verdict::violated);
}

TEST(KnownBad, ARefusalThatDependsOnDataIsCaughtByTheBillboardAttack) {
  EXPECT_EQ(attack({"blocks", {.refusal = true}}).verdict(), Verdict::violated);
}

// What nobody may say; with the last, an outcome that was not declared.
const trial::Answer kOutrageous[] = {{1e308, 1}, {-5, 1}, {NAN, 1}, {0, 99}};

TEST(KnownBad, ResponsesThatAreNotBoundedAreCaughtByBoth) {
  for (const trial::Answer& answer : kOutrageous) {
    if (answer.outcome == 99) continue;  // Its response is within bounds.
    const Suspect guilty{"blocks", {.unbounded = true}, 4, answer};
    EXPECT_EQ(attack(guilty).verdict(), Verdict::violated) << answer.response;
    EXPECT_FALSE(replayed(guilty).holds()) << answer.response;
  }
}

TEST(KnownBad, WhoeverBoundsThemIsNotAccused) {
  for (const trial::Answer& answer : kOutrageous) {
    const Suspect honest{"blocks", {}, 4, answer};
    EXPECT_NE(attack(honest).verdict(), Verdict::violated) << answer.response << ' ' << answer.outcome;
    EXPECT_TRUE(replayed(honest).holds()) << answer.response << ' ' << answer.outcome;
  }
}

}  // namespace
}  // namespace tacit
