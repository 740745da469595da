// Users who come with whole episodes, replayed and attacked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tacit/audit/billboard_attack.h"
#include "tacit/audit/replay.h"
#include "tacit/audit/verdict.h"
#include "tests/episode_suspect.h"

namespace tacit {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using trial::EpisodeFault;
using trial::EpisodeSuspect;
using trial::Walker;

constexpr int kRuns = 400;
constexpr double kConfidence = 0.999;  // One of the tests here in a thousand would fail for another seed.

ReplayReport replayed(const EpisodeSuspect& suspect) {
  return replay(suspect.victim, [&](Witness& witness, bool replaced) { suspect(witness, 1, replaced); });
}

struct Attacked {
  Verdict verdict;
  double reach, claim;
};

Attacked attack(const EpisodeSuspect& suspect) {
  const BillboardAttack attack(suspect, 1);
  Scores ratio, differences;
  for (int r = 0; r < kRuns; ++r)
    for (const bool replaced : {false, true}) {
      const Evidence evidence = attack.weigh(r, replaced);
      (replaced ? ratio.replaced : ratio.original).push_back(evidence.likelihood_ratio);
      (replaced ? differences.replaced : differences.original).push_back(evidence.differences);
    }
  const double claim = suspect.promise().mu().value();
  const MuBound bound = bound_mu({ratio, differences}, kConfidence, Delta(EpisodeSuspect::kDelta));
  return {judge(bound, claim, kConfidence).verdict, attack.reach(), claim};
}

TEST(WholeEpisodes, SpendAllOfTheBudgetOnTheFarthestPairAndNoMore) {
  for (const Noise noise : {Noise::simulation, Noise::lattice}) {
    const ReplayReport report = replayed({EpisodeFault::none, noise});
    EXPECT_THAT(report.reasons, IsEmpty()) << to_text(noise);
    EXPECT_EQ(report.releases, EpisodeSuspect::kReleases);
    EXPECT_EQ(report.appearances, 1);
    EXPECT_NEAR(report.distance, 1, 1e-9);
  }
}

TEST(WholeEpisodes, HoldInReplayWhoeverIsReplaced) {
  const Walker odd{{3, -1, 99, 4, 4}, {1e308, -5, std::nan(""), 2}}, absent{};
  for (const Noise noise : {Noise::simulation, Noise::lattice})
    for (const std::int64_t victim : {2, 9, 19})
      for (int i = 0; i < 12; ++i) {
        EpisodeSuspect suspect{EpisodeFault::none, noise, EpisodeSuspect::drawn(100 + i),
                               EpisodeSuspect::drawn(200 + i), victim};
        if (i == 0) suspect.replacement = absent;
        if (i == 1) suspect.replacement = odd;
        const ReplayReport report = replayed(suspect);
        EXPECT_THAT(report.reasons, IsEmpty()) << to_text(noise) << victim << ' ' << i;
        EXPECT_GT(report.distance, 0);
      }
}

TEST(WholeEpisodes, AreConsistentUnderTheBillboardAttack) {
  const Attacked honest = attack({});
  EXPECT_EQ(honest.verdict, Verdict::consistent);
  EXPECT_LE(honest.reach, 1.1 * honest.claim);  // The covariance is learned from 64 runs.
  EXPECT_GT(honest.reach, 0.9 * honest.claim);
}

TEST(KnownBad, AMeterThatLooksAtRewardsIsCaughtByBoth) {
  const EpisodeSuspect guilty{EpisodeFault::rewarded_for_free};
  EXPECT_THAT(replayed(guilty).reasons, Contains(HasSubstr("times the declared sensitivity")));
  EXPECT_EQ(attack(guilty).verdict, Verdict::violated);
}

TEST(KnownBad, ACapPerStageIsCaughtByBoth) {
  const EpisodeSuspect guilty{EpisodeFault::cap_per_stage};
  EXPECT_THAT(replayed(guilty).reasons, Contains(HasSubstr("times the declared sensitivity")));
  EXPECT_EQ(attack(guilty).verdict, Verdict::violated);
}

}  // namespace
}  // namespace tacit
