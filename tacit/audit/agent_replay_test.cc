// Every private agent of the catalogue, on every environment, replayed with one user replaced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/agents/catalog.h"
#include "tacit/audit/replay.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/simulator.h"

namespace tacit {
namespace {

constexpr std::int64_t kEpisodes = 150;

// How the replaced user differs: has other luck, or answers whatever it likes from states of its choice.
enum class Replacement { other_luck, anything };

struct Subject {
  const AgentEntry& entry;
  const LinearMdp& mdp;
  std::int64_t victim;
  Replacement replacement;

  void operator()(Witness& witness, bool replaced) const {
    const Problem& problem = mdp.problem;
    const Simulator simulator(mdp);
    const PrivacyContext privacy{Promise(Epsilon(1), Delta(1e-5), Theorem::gdp_exact, NoiseSource::simulation), 5,
                                 &witness};
    const Matrix nobody_reads = Matrix::Zero(problem.horizon, problem.dimension);
    Assignments early;  // So that there are releases in a short run.
    for (const Setting& setting : entry.settings)
      if (setting.name == "switching" && setting.initial == SettingValue("geometric")) early = {{"first", "15"}};
    const Settings settings(entry.settings, early, "agent");
    const auto agent = entry.make({problem, kEpisodes, nobody_reads, &privacy}, settings);
    Place here, there;
    for (std::int64_t k = 0; k < kEpisodes; ++k) {
      const bool other = replaced && k == victim;
      const StreamKey users(other ? 77 : 7, "users");
      Stream arrival(users, k), ties(StreamKey(7, "ties"), k), whim(78, "whim", k);
      simulator.start(arrival, here);
      for (int h = 0; h < problem.horizon; ++h) {
        Stream luck(users, k, h + 1);
        const int action = agent->act(h, here.state, ties);
        double reward = simulator.step(h, here, action, luck, there);
        State next = there.state;
        if (other && replacement == Replacement::anything) {
          reward = static_cast<double>(whim.below(2)) * 1e9;  // Out of bounds, too.
          next = problem.point(static_cast<Index>(whim.below(problem.point_count())));
        }
        agent->observe({h, here.state, action, reward, next});
        std::swap(here, there);
      }
      agent->end_episode();
    }
  }
};

TEST(AgentReplay, HoldsForEveryPrivateAgentInEveryEnvironment) {
  int agents_seen = 0;
  for (const AgentEntry& entry : agents()) {
    if (entry.guarantee != kJointDp) continue;
    ++agents_seen;
    std::int64_t appearances = 0;
    for (const EnvironmentEntry& env : environments()) {
      const LinearMdp mdp = make_environment(env.name, 0, 3, {});
      for (const std::int64_t victim : {std::int64_t{0}, std::int64_t{40}})
        for (const Replacement replacement : {Replacement::other_luck, Replacement::anything}) {
          const ReplayReport report = replay(victim, Subject{entry, mdp, victim, replacement});
          EXPECT_THAT(report.reasons, testing::IsEmpty()) << entry.name << " " << env.name << " " << victim;
          EXPECT_GE(report.releases, 1) << entry.name << " " << env.name;
          EXPECT_GE(report.declared, 1) << entry.name << " " << env.name << " " << victim;
          EXPECT_LE(report.distance, 1) << entry.name << " " << env.name;
          appearances += report.appearances;
        }
    }
    // Private data did get in: the test is not empty. (Who asks for moments at plans alone may make none in some.)
    EXPECT_GE(appearances, 10) << entry.name;
  }
  EXPECT_GT(agents_seen, 0);
}

TEST(AgentReplay, DoesNotHoldForAnotherUserThanWasReplaced) {
  const LinearMdp mdp = make_environment(environments().front().name, 0, 3, {});
  for (const AgentEntry& entry : agents()) {
    if (entry.guarantee == kJointDp) {
      EXPECT_FALSE(replay(41, Subject{entry, mdp, 0, Replacement::anything}).holds()) << entry.name;
    }
  }
}

}  // namespace
}  // namespace tacit
