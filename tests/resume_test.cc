// An agent that is given what it published stands where it stood: for every agent and every kind of noise with a seed.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tacit/agents/catalog.h"
#include "tacit/agents/published.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/simulator.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/promised_noise.h"

namespace tacit {
namespace {

constexpr std::int64_t kUsers = 400;
const Assignments kSmall = {{"states", "6"}, {"actions", "3"}, {"dimension", "4"}};

struct Arena {
  const AgentEntry& entry;
  Noise noise = Noise::simulation;
  LinearMdp mdp = make_environment("simplex", 3, 1, kSmall);

  std::unique_ptr<Agent> agent() const {
    std::optional<PrivacyContext> privacy;
    if (entry.takes_budget())
      privacy.emplace(PrivacyContext{promise_for(noise, Epsilon(5), Delta(1e-6), entry.theorem, Adjacency::replace_one),
                                     nullptr, noise});
    Assignments settings;
    for (const Setting& setting : entry.settings) {
      if (setting.name == "first") settings.emplace_back("first", "40");
      if (setting.name == "switching") settings.emplace_back("switching", "geometric");
    }
    return entry.make({mdp.problem, kUsers, 3, privacy ? &*privacy : nullptr},
                      Settings(entry.settings, settings, "agent"));
  }
};

/// What a run has to show: its policies, as they were played, and its books.
struct Shown {
  std::vector<int> actions;
  std::int64_t version = 0;
  std::string certificate;
  bool operator==(const Shown&) const = default;
};

struct Stored {
  std::vector<Published> publications;
  std::vector<SealedBlock> sealed;
};

/// Users from, ..., to - 1; what is released on the way is stored.
void play(const Arena& arena, Agent& agent, std::int64_t from, std::int64_t to, Stored& stored) {
  const Simulator simulator(arena.mdp);
  auto& resumable = dynamic_cast<Resumable&>(agent);
  std::vector<Step> steps(arena.mdp.problem.horizon);
  Place here, there;
  for (std::int64_t k = from; k < to; ++k) {
    const Policy policy = agent.policy();
    Stream luck(5, "users", k);
    simulator.start(luck, here);
    for (int h = 0; h < arena.mdp.problem.horizon; ++h) {
      const int action = policy.act(h, here.state, luck);
      const double reward = simulator.step(h, here, action, luck, there);
      steps[h] = {h, here.state, action, reward, there.state};
      std::swap(here, there);
    }
    const std::int64_t before = resumable.releases();
    agent.take({policy.version(), steps});
    if (resumable.releases() == before) continue;
    stored.publications.push_back(resumable.published());
    stored.sealed.push_back(resumable.sealed());
  }
}

Shown shown(const Arena& arena, const Agent& agent) {
  const Problem& problem = arena.mdp.problem;
  Shown result;
  const Policy policy = agent.policy();
  result.version = policy.version();
  std::vector<double> probability(problem.actions);
  for (int h = 0; h < problem.horizon; ++h)
    for (Index p = 0; p < problem.point_count(); ++p) {
      policy.distribution(h, problem.point(p), probability);
      for (const double x : probability) result.actions.push_back(x > 0);
    }
  if (agent.ledger()) result.certificate = to_json(make_certificate(*agent.ledger(), {}));
  return result;
}

/// Why the agent cannot go on; empty: it can.
std::string objection(const Arena& arena, const Stored& stored) try {
  const auto again = arena.agent();
  dynamic_cast<Resumable&>(*again).resume(stored.publications.at(0), stored.sealed.at(0));
  return "";
} catch (const Error& error) {
  return error.what();
}

class Resume : public testing::TestWithParam<Noise> {};

// Returns how many agents did.
int go_on(Noise noise, const LinearMdp& mdp) {
  int resumed = 0;
  for (const AgentEntry& entry : agents()) {
    if (!entry.make || !entry.is_private()) {
      if (!entry.make || noise != Noise::simulation) continue;
    }
    const Arena arena{entry, entry.takes_budget() ? noise : Noise::simulation, mdp};
    std::unique_ptr<Agent> first;
    try {
      first = arena.agent();
    } catch (const Error&) {
      EXPECT_NE(noise, Noise::simulation) << entry.name;  // Moments on request have no integers.
      continue;
    }
    if (!dynamic_cast<Resumable*>(first.get())) continue;
    Stored stored, more;
    play(arena, *first, 0, 250, stored);
    if (stored.publications.empty() || !objection(arena, stored).empty()) continue;
    ++resumed;
    const auto second = arena.agent();
    for (std::size_t i = 0; i < stored.publications.size(); ++i)
      dynamic_cast<Resumable&>(*second).resume(stored.publications[i], stored.sealed[i]);
    play(arena, *second, stored.publications.back().release.users, 250, more);
    EXPECT_TRUE(more.publications.empty());
    EXPECT_EQ(shown(arena, *first), shown(arena, *second)) << entry.name;
    Stored rest_of_first, rest_of_second;
    play(arena, *first, 250, kUsers, rest_of_first);
    play(arena, *second, 250, kUsers, rest_of_second);
    EXPECT_FALSE(rest_of_first.publications.empty()) << entry.name;
    EXPECT_EQ(rest_of_first.publications, rest_of_second.publications) << entry.name;
    EXPECT_EQ(shown(arena, *first), shown(arena, *second)) << entry.name;
  }
  return resumed;
}

TEST_P(Resume, GoesOnBitForBit) { EXPECT_GE(go_on(GetParam(), make_environment("simplex", 3, 1, kSmall)), 3); }

TEST_P(Resume, GoesOnWithStagesThatAreAlike) {
  EXPECT_GE(go_on(GetParam(), make_environment("river-swim", 4, 1, {{"states", "3"}, {"stages", "alike"}})), 3);
}
INSTANTIATE_TEST_SUITE_P(Noises, Resume, testing::Values(Noise::simulation, Noise::lattice));

TEST(Resume, RefusesWhatIsNotNextAndStandsAsItStood) {
  const Arena arena{agent_entry("dp-block-ucb")};
  const auto first = arena.agent();
  Stored stored;
  play(arena, *first, 0, 250, stored);
  ASSERT_GE(stored.publications.size(), 2u);
  const auto second = arena.agent();
  auto& resumable = dynamic_cast<Resumable&>(*second);
  EXPECT_THROW(resumable.resume(stored.publications[1], stored.sealed[1]), Error);
  Published fewer = stored.publications[0];
  fewer.followers[0].users -= 1;
  EXPECT_THROW(resumable.resume(fewer, stored.sealed[0]), Error);
  Published other = stored.publications[0];
  other.release.users += 1;
  EXPECT_THROW(resumable.resume(other, stored.sealed[0]), Error);
  EXPECT_THROW(resumable.resume(stored.publications[0], stored.sealed[1]), Error);
  resumable.resume(stored.publications[0], stored.sealed[0]);
  EXPECT_EQ(resumable.releases(), 1);
  EXPECT_EQ(resumable.published(), stored.publications[0]);
}

}  // namespace
}  // namespace tacit
