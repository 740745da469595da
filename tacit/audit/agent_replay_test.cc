// Every private agent of the catalogue, on every environment, replayed with one user replaced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tacit/agents/catalog.h"
#include "tacit/audit/replay.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/simulator.h"
#include "tacit/privacy/promised_noise.h"

namespace tacit {
namespace {

constexpr std::int64_t kEpisodes = 150;
constexpr std::int64_t kLarge = 40, kHuge = 100;

// How the replaced user differs: has other luck, answers whatever it likes from states of its choice, or stops at once.
enum class Replacement { other_luck, anything, stops };

struct Subject {
  const AgentEntry& entry;
  const LinearMdp& mdp;
  std::int64_t victim;
  Replacement replacement;
  Assignments settings = {};
  Adjacency adjacency = Adjacency::replace_one;
  Noise noise = Noise::simulation;

  void operator()(Witness& witness, bool replaced) const {
    const Problem& problem = mdp.problem;
    const Simulator simulator(mdp);
    const PrivacyContext privacy{promise_for(noise, Epsilon(1), Delta(1e-5), entry.theorem, adjacency), &witness,
                                 noise};
    const Settings chosen(entry.settings, settings, "agent");
    const auto agent = entry.make({problem, kEpisodes, 5, &privacy}, chosen);
    std::vector<Step> steps(problem.horizon);
    Policy policy = agent->policy();
    Place here, there;
    for (std::int64_t k = 0; k < kEpisodes; ++k) {
      const bool other = replaced && k == victim;
      const StreamKey users(other ? 77 : 7, "users");
      Stream arrival(users, k), ties(StreamKey(7, "ties"), k), whim(78, "whim", k);
      simulator.start(arrival, here);
      for (int h = 0; h < problem.horizon; ++h) {
        Stream luck(users, k, h + 1);
        const int action = policy.act(h, here.state, ties);
        double reward = simulator.step(h, here, action, luck, there);
        State next = there.state;
        if (other && replacement == Replacement::anything) {
          reward = static_cast<double>(whim.below(2)) * 1e9;  // Out of bounds, too.
          next = problem.point(static_cast<Index>(whim.below(problem.point_count())));
        }
        steps[h] = {h, here.state, action, reward, next};
        std::swap(here, there);
      }
      const std::size_t length = other && replacement == Replacement::stops ? 1 : steps.size();
      if (agent->take({policy.version(), std::span(steps).first(length)}).new_policy) policy = agent->policy();
    }
  }
};

// With releases in a short run; and so that there are plans, for those who ask for moments at plans alone.
std::vector<Assignments> variants(const AgentEntry& entry) {
  Assignments early = {{"first", "15"}};
  for (const Setting& setting : entry.settings)
    if (setting.name == "switching") early.emplace_back("switching", "geometric");
  std::vector<Assignments> all = {early};
  for (const Setting& setting : entry.settings) {
    if (setting.name == "switching" && setting.initial != SettingValue("geometric")) all.emplace_back();
    if (setting.name == "weights") {
      all.push_back(early);
      all.back().emplace_back("weights", "variance");
      if (entry.name == "dp-lsvi-ucb++") all.back().emplace_back("regression", "ridge");
    }
  }
  return all;
}

bool asks_for_moments(const AgentEntry& entry) {
  return std::any_of(entry.settings.begin(), entry.settings.end(), [](const Setting& setting) {
    return setting.name == "moments" && setting.initial == SettingValue("on-request");
  });
}

TEST(AgentReplay, HoldsForEveryPrivateAgentInEveryEnvironment) {
  int agents_seen = 0;
  for (const AgentEntry& entry : agents()) {
    if (entry.guarantee != kJointDp) continue;
    ++agents_seen;
    for (const EnvironmentEntry& env : environments()) {
      // Large ones with few stages: more take time and show nothing else.
      const std::int64_t dimension = env.size(environment_settings(env, 3, {})).dimension;
      const int horizon = dimension > kHuge ? 2 : dimension > kLarge ? 4 : 0;
      const LinearMdp mdp = make_environment(env.name, horizon, 3, {{"rewards", "learned"}});
      for (const Assignments& settings : variants(entry))
        for (const std::int64_t victim : {std::int64_t{0}, std::int64_t{40}})
          for (const Replacement replacement : {Replacement::other_luck, Replacement::anything})
            for (const Adjacency adjacency : {Adjacency::replace_one, Adjacency::add_remove}) {
              // A replacement is two steps of add-remove, so it may move twice as far; enough of that is elsewhere.
              if (adjacency == Adjacency::add_remove && victim != 0) continue;
              const ReplayReport report = replay(victim, Subject{entry, mdp, victim, replacement, settings, adjacency});
              const std::string what = entry.name + " " + env.name + " " + std::to_string(victim);
              const double most = adjacency == Adjacency::add_remove ? 4 : 1;
              if (adjacency == Adjacency::replace_one) {
                EXPECT_THAT(report.reasons, testing::IsEmpty()) << what;
              }
              EXPECT_LE(report.distance, most * (1 + 1e-9)) << what;
              EXPECT_GE(report.releases, 1) << what;
              // Streamed sums take a user in once; some private data did get in, so that the test is not empty.
              const bool often = asks_for_moments(entry);
              EXPECT_GE(report.declared, often && !settings.empty() ? 5 : 1) << what;
              EXPECT_LE(report.declared, often ? 1000000 : 1) << what;
              const bool changed = replacement == Replacement::anything && !settings.empty();
              EXPECT_GE(report.appearances, changed ? 1 : 0) << what;
            }
    }
  }
  EXPECT_GT(agents_seen, 0);
}

// The integers of a deployment, and users who stop where the problem knows about it.
TEST(AgentReplay, HoldsOnTheLatticeAndForUsersWhoStop) {
  int agents_seen = 0;
  for (const AgentEntry& entry : agents()) {
    if (entry.guarantee != kJointDp || asks_for_moments(entry)) continue;
    ++agents_seen;
    for (const EnvironmentEntry& env : environments())
      for (const bool dropout : {false, true}) {
        if (env.name != "coach" && (dropout || env.name != "simplex")) continue;
        Assignments settings = {{"rewards", "learned"}};
        if (dropout) settings.emplace_back("dropout", "0.1");
        const LinearMdp mdp = make_environment(env.name, 5, 3, settings);
        for (const Replacement replacement : {Replacement::anything, Replacement::stops})
          for (const Noise noise : {Noise::simulation, Noise::lattice}) {
            const ReplayReport report = replay(
                40, Subject{entry, mdp, 40, replacement, variants(entry).front(), Adjacency::replace_one, noise});
            const std::string what = entry.name + " " + env.name + " " + to_text(noise);
            EXPECT_THAT(report.reasons, testing::IsEmpty()) << what;
            EXPECT_LE(report.distance, 1 + 1e-9) << what;
            EXPECT_GT(report.distance, 0) << what;
            EXPECT_GE(report.releases, 1) << what;
          }
      }
  }
  EXPECT_GT(agents_seen, 1);
}

TEST(AgentReplay, DoesNotHoldForAnotherUserThanWasReplaced) {
  const LinearMdp mdp = make_environment(environments().front().name, 0, 3, {});
  for (const AgentEntry& entry : agents()) {
    if (entry.guarantee == kJointDp) {
      EXPECT_FALSE(replay(41, Subject{entry, mdp, 0, Replacement::anything, variants(entry).front()}).holds())
          << entry.name;
    }
  }
}

}  // namespace
}  // namespace tacit
