// Users of an app instead of a simulator: several under way at once, some stop early, and the program stops and goes
// on.
#include <cstdio>
#include <deque>
#include <vector>

#include "tacit/agents/catalog.h"
#include "tacit/agents/published.h"
#include "tacit/core/rng.h"
#include "tacit/envs/catalog.h"
#include "tacit/mdp/simulator.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/promised_noise.h"

using namespace tacit;

int main() {
  // The problem is what the app declares: horizon, actions and the features of its states (mdp/problem.h), and nothing
  // of how users behave. The simulator stands for the users, of whom one in fifty stops every day.
  const LinearMdp mdp = make_environment("coach", 0, 1, {{"dropout", "0.02"}});
  const Simulator app(mdp);
  const AgentEntry& entry = agent_entry("dp-block-ucb");
  const Noise noise = Noise::lattice;  // Noise::production protects people; this can be repeated.
  const PrivacyContext privacy{promise_for(noise, Epsilon(1), Delta(1e-6), entry.theorem, Adjacency::replace_one),
                               nullptr, noise};
  const Settings settings(entry.settings, {}, "agent");
  const AgentContext context{.problem = mdp.problem, .episodes = 20000, .seed = 7, .privacy = &privacy};

  struct UnderWay {
    Policy policy;
    std::vector<Step> steps = {};
  };
  std::vector<Published> published;  // What a service stores (privacy/release_file.h writes both): what was published,
  std::vector<SealedBlock> sealed;   // and exact sums, which are users' data.

  const auto serve = [&](Agent& agent, std::int64_t from, std::int64_t to) {
    auto& releases = dynamic_cast<Resumable&>(agent);
    std::deque<UnderWay> open;
    for (std::int64_t k = from; k < to || !open.empty(); ++k) {
      if (k < to) {  // Somebody comes, and keeps the policy of this moment to the end; here all days pass at once.
        UnderWay user{agent.policy()};
        Stream luck(1, "users", k);
        Place here, there;
        app.start(luck, here);
        for (int h = 0; h < mdp.problem.horizon && !mdp.problem.is_over(here.state); ++h) {
          const int action = user.policy.act(h, here.state, luck);
          const double reward = app.step(h, here, action, luck, there);
          user.steps.push_back({h, here.state, action, reward, there.state});
          std::swap(here, there);
        }
        open.push_back(std::move(user));
      }
      if (open.size() < 50 && k < to) continue;  // Fifty are under way; then whoever came first is over.
      const std::int64_t before = releases.releases();
      agent.take({open.front().policy.version(), open.front().steps});
      open.pop_front();
      if (releases.releases() == before) continue;
      published.push_back(releases.published());
      sealed.push_back(releases.sealed());
    }
  };

  const auto first = entry.make(context, settings);
  serve(*first, 0, 12000);

  // After a restart: nothing is drawn or charged again, and policies are the same under the same versions. Users who
  // came after the last release were not in it; their app sends their episodes again.
  const auto second = entry.make(context, settings);
  for (std::size_t i = 0; i < published.size(); ++i) dynamic_cast<Resumable&>(*second).resume(published[i], sealed[i]);
  std::printf("%zu releases before the restart, policy %lld\n", published.size(),
              static_cast<long long>(second->policy().version()));
  serve(*second, published.back().release.users, 20000);
  std::printf("%zu releases after all users, policy %lld, epsilon %.3f of 1 spent\n", published.size(),
              static_cast<long long>(second->policy().version()),
              make_certificate(*second->ledger()).spent->epsilon.value());
}
