// The loop over the steps of users allocates nothing: neither the simulator, nor an agent, nor the vault.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "tacit/agents/catalog.h"
#include "tacit/agents/controls.h"
#include "tacit/agents/countable.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/counting_simulator.h"
#include "tacit/mdp/simulator.h"

namespace {

thread_local long allocations = 0;  // Of this thread: others may have work of their own.

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}

void* counted(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto align = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(align, (size + align - 1) / align * align)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, alignment); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return counted(size, alignment); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace tacit {
namespace {

constexpr std::int64_t kEpisodes = 3000;

/// An agent in an environment, as a run makes them.
struct Stand {
  explicit Stand(const std::string& agent_name)
      : mdp(make_environment("simplex", 4, 1, {})), simulator(mdp), optimal(Evaluator(mdp).optimal()) {
    const AgentEntry& entry = agent_entry(agent_name);
    if (!entry.make) {
      agent = std::make_unique<FixedAgent>(mdp.problem, greedy_policy(mdp.problem, optimal.weights));
      return;
    }
    if (entry.takes_budget())
      privacy.emplace(PrivacyContext{
          Promise(Epsilon(5), Delta(1e-6), entry.theorem, NoiseSource::simulation, Adjacency::replace_one)});
    agent =
        entry.make({mdp.problem, kEpisodes, 1, privacy ? &*privacy : nullptr}, Settings(entry.settings, {}, "agent"));
  }

  LinearMdp mdp;
  Simulator simulator;
  Evaluation optimal;
  std::optional<PrivacyContext> privacy;
  std::unique_ptr<Agent> agent;
};

/// How many allocations the episodes of all users made; those at whose end a new policy was planned do not count.
long allocations_of_steps(Stand& stand) {
  const StreamKey users(1, "users"), tie_breaks(1, "ties");
  std::vector<Step> steps(stand.mdp.problem.horizon);
  Place here, there;
  Policy policy = stand.agent->policy();
  long made = 0;
  for (std::int64_t k = 0; k < kEpisodes; ++k) {
    const long before = allocations;
    Stream arrival(users, k), ties(tie_breaks, k);
    stand.simulator.start(arrival, here);
    for (int h = 0; h < stand.mdp.problem.horizon; ++h) {
      Stream luck(users, k, h + 1);
      const int action = policy.act(h, here.state, ties);
      const double reward = stand.simulator.step(h, here, action, luck, there);
      steps[h] = {h, here.state, action, reward, there.state};
      std::swap(here, there);
    }
    const bool planned = stand.agent->take({policy.version(), steps}).new_policy;
    if (!planned) made += allocations - before;
    if (planned) policy = stand.agent->policy();
  }
  return made;
}

TEST(Allocations, AreNotMadeByTheStepsOfUsers) {
  for (const char* name : {"uniform", "optimal", "lsvi-ucb++", "dp-block-ucb", "dp-block-posterior"}) {
    Stand stand(name);
    EXPECT_EQ(allocations_of_steps(stand), 0) << name;
  }
}

TEST(Allocations, AreNotMadeByCounting) {
  Stand stand("dp-block-ucb");
  CountingSimulator simulator(stand.mdp);
  Countable& countable = *tacit::countable(*stand.agent);
  Policy now = stand.agent->policy();
  const ActionDistribution policy = [&](int h, const State& state, std::span<double> probability) {
    now.distribution(h, state, probability);
  };
  const std::function<void(const Tally&)> observe = [&](const Tally& tally) { countable.observe_users(tally); };
  std::vector<std::int64_t> starts(stand.mdp.problem.point_count());
  const StreamKey key(1, "counts");
  for (std::int64_t k = 0; k < kEpisodes;) {
    const std::int64_t users = countable.steady_users(), before = allocations;
    simulator.start(key, k, users, starts);
    simulator.play(key, k, starts, policy, observe);
    EXPECT_EQ(allocations, before) << k;
    if (countable.end_episodes(users)) now = stand.agent->policy();
    k += users;
  }
}

TEST(Allocations, AreCounted) {
  const long before = allocations;
  const auto one = std::make_unique<int>(1);
  const std::vector<double> another(100);
  EXPECT_EQ(allocations - before, 2);
}

}  // namespace
}  // namespace tacit
