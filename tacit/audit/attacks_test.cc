// Attacks on agents of the catalogue.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tacit/audit/audit.h"
#include "tacit/audit/billboard_attack.h"
#include "tacit/audit/bystander_attack.h"
#include "tacit/audit/specimen.h"

namespace tacit {
namespace {

AuditSpec spec(const std::string& agent, std::int64_t episodes, const std::string& attack, int runs) {
  AuditSpec spec;
  spec.world.env = "deep-sea";
  spec.world.env_settings = {{"size", "3"}};
  spec.world.agent = agent;
  spec.world.episodes = episodes;
  spec.world.delta = 1e-4;
  spec.attacks = {attack};
  spec.runs = runs;
  spec.jobs = 2;
  return spec;
}

bool is_registered(const std::string& name) {
  return std::any_of(agents().begin(), agents().end(), [&](const AgentEntry& entry) { return entry.name == name; });
}

AuditSpec flagship(const std::string& attack, int runs) {
  AuditSpec made = spec("dp-block-ucb", 60, attack, runs);
  made.world.agent_settings = {{"first", "20"}};
  return made;
}

// The noise is calibrated to the worst pair of rows, so some pair can spend nearly all; the last blocks, which fewer
// releases hold, a little less.
TEST(BillboardAttack, FindsThePairThatSpendsMostOfTheFlagshipsBudget) {
  const AgentWorld world(flagship("billboard", 4).world);
  const Cast cast = worst_cast(world, 1);
  const double reach = BillboardAttack(subject_of(world, cast), 1).reach();
  EXPECT_GT(reach / world.claim().mu().value(), 0.95);
  EXPECT_LT(reach / world.claim().mu().value(), 1.05);  // Estimated.
}

TEST(SlowBillboardAttack, ShowsSeventyPercentOfTheFlagshipsClaim) {
  const AuditReport report = audit(flagship("billboard", 4000));
  const MuBound& bound = *report.attacks.at(0).bound;
  EXPECT_EQ(report.verdict(), Verdict::consistent);
  EXPECT_GE(*bound.fitted, 0.7 * report.claimed_mu);
  EXPECT_GT(bound.lower, 0.4 * report.claimed_mu);  // 2000 counted runs cost about 0.3 of it at confidence 0.99.
}

TEST(BillboardAttack, CatchesThePrintedAlgorithm) {
  if (!is_registered("dp-lsvi-ucb++-specimen")) register_agent(specimen_entry());
  const AuditReport report = audit(spec("dp-lsvi-ucb++-specimen", 30, "billboard", 100));
  EXPECT_EQ(report.verdict(), Verdict::violated);
  EXPECT_EQ(report.attacks.at(0).bound->false_alarms + report.attacks.at(0).bound->misses, 0);
}

TEST(BillboardAttack, HasNoChanceWithoutARelease) {
  const AuditReport report = audit(spec("dp-block-ucb", 10, "billboard", 100));
  EXPECT_EQ(report.verdict(), Verdict::inconclusive);
  EXPECT_FALSE(report.attacks.at(0).bound.has_value());
}

// Luyo et al., Ngo et al. and the paper release moments on request: the adversary sees them.
TEST(BillboardAttack, SeesMomentsOnRequest) {
  for (const char* agent : {"dp-lsvi-ucb-luyo", "dp-lsvi-ucb-ngo", "dp-lsvi-ucb++-paper"}) {
    WorldSpec early = spec(agent, 40, "billboard", 4).world;
    early.agent_settings = {{"switching", "geometric"}, {"first", "10"}};
    const AgentWorld world(early);
    const Cast cast{user_pairs(world.problem(), 0, Stream(1, "pairs")).front(), 0};
    Transcript run, other(&run);
    world.play(cast, false, 1, &run, nullptr);
    world.play(cast, true, 1, &other, nullptr);
    ASSERT_TRUE(run.same_sequence(other)) << agent;
    bool seen = false;
    for (std::size_t t = 0; t < run.publications().size(); ++t) {
      const Publication& p = run.publications()[t];
      seen |= p.kind.starts_with("moments") && p.expected != other.publications()[t].expected;
    }
    EXPECT_TRUE(seen) << agent;
  }
}

TEST(NoiseAttack, FindsTheFlagshipConsistentAndShowsMostOfItsClaim) {
  const AuditReport report = audit(flagship("noise", 1000));
  EXPECT_EQ(report.verdict(), Verdict::consistent);
  EXPECT_GT(*report.attacks.at(0).mu_lower(), 0.8 * report.claimed_mu);
  EXPECT_LE(*report.attacks.at(0).mu_lower(), report.claimed_mu);
}

TEST(NoiseAttack, CatchesThePrintedAlgorithm) {
  if (!is_registered("dp-lsvi-ucb++-specimen")) register_agent(specimen_entry());
  const AuditReport report = audit(spec("dp-lsvi-ucb++-specimen", 30, "noise", 200));
  EXPECT_EQ(report.verdict(), Verdict::violated);
  EXPECT_FALSE(report.broken.empty());
}

TEST(BystanderAttack, CatchesAnAgentThatPromisesNothing) {
  EXPECT_EQ(audit(spec("lsvi-ucb++", 30, "bystander", 300)).verdict(), Verdict::violated);
}

// The plans of one release show the sign of noise plus what the victim said: 0.46 of the claim at most here, by
// docs/audit.md, a little more with several plans. 1500 runs of each world leave an error of 0.037 of mu 0.78.
TEST(SlowBystanderAttack, ShowsThirtyPercentOfTheFlagshipsClaim) {
  AuditSpec ties = spec("dp-block-ucb", 60, "bystander", 3000);
  ties.world.env_settings = {{"size", "2"}};
  ties.world.agent_settings = {{"first", "20"}};
  ties.world.epsilon = 3;
  const AuditReport report = audit(ties);
  EXPECT_EQ(report.verdict(), Verdict::consistent);
  EXPECT_GT(report.attacks.at(0).bound->lower, 0.3 * report.claimed_mu);
}

TEST(BystanderAttack, DoesNotAccuseTheFlagship) {
  const AuditReport report = audit(flagship("bystander", 300));
  EXPECT_NE(report.verdict(), Verdict::violated);
  EXPECT_LT(report.attacks.at(0).bound->lower, report.claimed_mu);
}

TEST(ReplayAttack, AgreesWithTheBillboardAttackOnWhatThePairSpends) {
  const AuditReport report = audit(flagship("replay", 4));
  EXPECT_EQ(report.verdict(), Verdict::untested);
  EXPECT_GT(*report.attacks.at(0).reach / report.claimed_mu, 0.95);
  EXPECT_LE(*report.attacks.at(0).reach / report.claimed_mu, 1 + 1e-9);
}

}  // namespace
}  // namespace tacit
