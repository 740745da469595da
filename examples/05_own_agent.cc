// An agent of one's own: registered under a name, it is compared with others like any of them.
#include <cstdio>
#include <memory>
#include <utility>

#include "tacit/agents/catalog.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/summary.h"

namespace {

// A bandit in every state and stage: it takes the action whose mean reward looks best, with a bonus for what was tried
// rarely, and never looks ahead. It promises no privacy: its policy shows what users did.
class Bandit final : public tacit::Agent {
 public:
  Bandit(const tacit::Problem& problem, double bonus)
      : problem_(problem), bonus_(bonus), policy_(problem, 0, tacit::PolicyTable(problem)) {
    tries_ = rewards_ = tacit::Matrix::Ones(problem.horizon, problem.points.rows());  // As if tried once, and it paid.
  }

  tacit::Policy policy() const override { return policy_; }
  const tacit::Ledger* ledger() const override { return nullptr; }

  tacit::Taken take(const tacit::Episode& episode) override {
    // Refuses an episode of a policy that never was, with stages out of order or with an action that does not exist.
    tacit::require_order(episode, problem_, policy_.version());
    for (const tacit::Step& step : episode.steps) {
      const tacit::Index row = step.state.point * problem_.actions + step.action;
      tries_(step.h, row) += 1, rewards_(step.h, row) += step.reward;
    }
    if (++users_ % 100 != 0) return {};
    tacit::PolicyTable table(problem_);
    for (int h = 0; h < problem_.horizon; ++h) {
      const tacit::Vector tries = tries_.row(h), rewards = rewards_.row(h);
      table.set(h, rewards.cwiseQuotient(tries) + bonus_ * tries.cwiseSqrt().cwiseInverse());
    }
    policy_ = tacit::Policy(problem_, policy_.version() + 1, std::move(table));  // Users under way keep theirs.
    return {.new_policy = true, .weights = {}};  // Weights are for traces: what each step counted. This one has none.
  }

 private:
  const tacit::Problem& problem_;
  double bonus_;
  tacit::Policy policy_;
  std::int64_t users_ = 0;
  tacit::Matrix tries_, rewards_;  // One row per stage, one column per state and action.
};

std::unique_ptr<tacit::Agent> make_bandit(const tacit::AgentContext& context, const tacit::Settings& settings) {
  return std::make_unique<Bandit>(context.problem, settings.number("bonus"));
}

}  // namespace

int main() {
  tacit::register_agent({.name = "bandit",
                         .summary = "the best reward of the day, and no thought of tomorrow",
                         .settings = {tacit::Setting::number("bonus", 0.5, 0, 10, "for what was tried rarely")},
                         .make = make_bandit});
  tacit::RunSpec spec;
  spec.env = "coach", spec.episodes = 10000;
  for (const char* name : {"uniform", "bandit", "block-ucb"}) {
    spec.agent = name;
    std::printf("%-10s regret %8.0f\n", name, tacit::summarise(tacit::run_experiment(spec)).mean_regret);
  }
}
