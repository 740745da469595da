#include "tacit/audit/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tacit/audit/audit_json.h"
#include "tacit/core/error.h"

namespace tacit {
namespace {

AuditSpec small() {
  AuditSpec spec;
  spec.world.env = "deep-sea";
  spec.world.env_settings = {{"size", "3"}};
  spec.world.agent = "dp-block-ucb";
  spec.world.agent_settings = {{"first", "10"}};
  spec.world.episodes = 30;
  spec.attacks = attack_names();
  spec.runs = 40;
  return spec;
}

TEST(Audit, IsTheSameWhateverTheNumberOfThreads) {
  AuditSpec two = small();
  two.jobs = 2;
  EXPECT_EQ(to_json(audit(small())), to_json(audit(two)));
}

TEST(Audit, FollowsItsSeed) {
  AuditSpec other = small();
  other.world.seed = 2;
  EXPECT_NE(audit(small()).attacks[0].bound->fitted, audit(other).attacks[0].bound->fitted);
}

using Key = std::tuple<std::string, std::int64_t, bool>;

TEST(Audit, GoesOnWhereItWasInterruptedWithTheSameResult) {
  std::map<Key, std::vector<double>> kept;
  std::atomic<bool> stop{false};
  AuditHooks hooks;
  hooks.stop = &stop;
  hooks.scored = [&](const RunName& name, const std::vector<double>& scores) {
    kept[{name.attack, name.run, name.replaced}] = scores;
    stop = kept.size() == 50;
  };
  EXPECT_TRUE(audit(small(), hooks).interrupted);
  ASSERT_EQ(kept.size(), 50u);

  stop = false;
  int made = 0;
  hooks.scored = [&](const RunName&, const std::vector<double>&) { ++made; };
  hooks.earlier = [&](const RunName& name) {
    const auto found = kept.find({name.attack, name.run, name.replaced});
    return found == kept.end() ? std::nullopt : std::optional(found->second);
  };
  const AuditReport resumed = audit(small(), hooks);
  EXPECT_EQ(made, 2 * 2 * 40 - 50);
  EXPECT_EQ(to_json(resumed), to_json(audit(small())));
}

TEST(Audit, DividesTheDoubtAmongStatisticalAttacks) {
  const AuditReport report = audit(small());
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(report.attacks[i].confidence, 1 - 0.01 / 3, 1e-12);
  EXPECT_EQ(report.attacks[3].confidence, 1);
}

TEST(Audit, SaysBeforehandHowLongItWillTake) {
  AuditHooks hooks;
  double seconds = 0;
  bool first = false;
  hooks.progress = [&](std::int64_t, std::int64_t) { first |= seconds == 0; };
  hooks.estimated = [&](double s) { seconds = s; };
  audit(small(), hooks);
  EXPECT_GT(seconds, 0);
  EXPECT_FALSE(first);
}

TEST(Audit, RefusesWhatIsNotThere) {
  const auto refused = [](auto change) {
    AuditSpec spec = small();
    change(spec);
    EXPECT_THROW(audit(spec), Error);
  };
  refused([](AuditSpec& s) { s.attacks = {"billbord"}; });
  refused([](AuditSpec& s) { s.runs = 3; });
  refused([](AuditSpec& s) { s.confidence = 1; });
  refused([](AuditSpec& s) { s.world.env = "nowhere"; });
}

TEST(AuditJson, HoldsTheClaimTheBoundAndTheVerdict) {
  const nlohmann::json json = nlohmann::json::parse(to_json(audit(small())));
  EXPECT_EQ(json.at("claim").at("epsilon"), 1);
  EXPECT_EQ(json.at("attacks").size(), 4u);
  EXPECT_EQ(json["attacks"][0]["attack"], "billboard");
  EXPECT_TRUE(json["attacks"][0].contains("epsilon_lower"));
  EXPECT_EQ(json["attacks"][0]["roc"].size(), 101u);
  EXPECT_EQ(json["attacks"][1]["attack"], "noise");
  EXPECT_TRUE(json["attacks"][1].contains("largest_correlation"));
  EXPECT_EQ(json["attacks"][3]["verdict"], "consistent (noise not tested)");
  EXPECT_EQ(json["attacks"][1]["verdict"], "inconclusive");  // With so few runs.
  EXPECT_EQ(json["verdict"], "consistent (noise not tested)");
}

}  // namespace
}  // namespace tacit
