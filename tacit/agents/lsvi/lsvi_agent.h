// A learner that plans with LSVI-UCB or LSVI-UCB++ at the moments its switching rule chooses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/agents/agent_entry.h"
#include "tacit/agents/countable.h"
#include "tacit/agents/lsvi/planner.h"
#include "tacit/agents/lsvi/switching.h"
#include "tacit/agents/lsvi/variance_weights.h"
#include "tacit/agents/published.h"
#include "tacit/privacy/sums.h"

namespace tacit {

/// How a private agent spends its budget.
struct Spending {
  std::string release = "factorised";  ///< Strategy over the release points (privacy/release/release_catalog.h).
  Split split{1, 1, 1};                ///< Relative shares of the statistics, the same in every stage.
  /// Value moments are released on request at every plan, instead of a successor matrix and reward moments that are
  /// streamed. Then split.outcomes is the share of each target.
  bool on_request = false;
  /// On request, for rules that look at matrices: plans that are paid for; 0: as many as determinants can double.
  std::int64_t plans = 0;
};

/// How much a user counts.
enum class Weighing {
  equal,
  unit,      ///< 1/|phi|: what short features add is as long as what others add, and noise is drowned sooner.
  variance,  ///< The weights of LSVI-UCB++: less where the value of the next state varies more.
};

struct LsviOptions {
  ConstantsChoice constants;
  SwitchingRule switching;  ///< geometric with first = 0: the first point in proportion to the noise.
  Weighing weights = Weighing::equal;
  Index anchors = 0;  ///< Anchors of the state basis, for infinite state spaces; 0: records are kept, unprotected.
  Spending spending = {};
  int threads = 1;  ///< That may share a large plan; no result depends on it.
};

class LsviAgent final : public Agent, public Planning, public Countable, public Resumable {
 public:
  /// Plans once before the first user, without data. Keeps a reference to `problem`.
  /// With `privacy`, every plan is made from noisy sums at the points of a schedule that is fixed here.
  LsviAgent(const Problem& problem, const LsviOptions& options, std::int64_t episodes, std::uint64_t seed,
            const PrivacyContext* privacy = nullptr);
  LsviAgent(const LsviAgent&) = delete;
  LsviAgent& operator=(const LsviAgent&) = delete;

  Policy policy() const override { return *policy_; }
  Taken take(const Episode& episode) override;
  const Ledger* ledger() const override { return sums_->ledger(); }

  const StagePlan* plan(int h) const override { return &planner_->stage(h); }

  bool counts() const override { return problem_.finite && on_public_schedule(); }
  std::int64_t steady_users() const override { return switching_->steady_until() - done_; }
  std::int64_t most_switches() const override { return switching_->scheduled(); }
  void observe_users(const Tally& tally) override;
  bool end_episodes(std::int64_t users) override;

  std::int64_t releases() const override { return sums_->billboard().releases(); }
  Published published() const override { return {sums_->newest(), {}}; }
  SealedBlock sealed() const override { return sums_->sealed(); }
  /// On a public schedule, and where it asks for nothing at its plans.
  void resume(const Published& publication, const SealedBlock& sealed) override;

 private:
  /// Where nobody's weight depends on users since the last plan, either.
  bool on_public_schedule() const;
  /// Returns the weight of the step.
  double add(const Step& step);
  double weight_of(const Step& step, const double* phi);
  /// After so many users more; true if the policy changed.
  bool plan_if_due(std::int64_t users);
  bool plan_from_release();
  void plan_now();
  Policy::ActionValues elsewhere() const;

  GramNoise open_private_sums(const VaultShape& shape, LsviOptions options, const SwitchingRule& rule,
                              const PrivacyContext& privacy);
  void answer_requests(const LsviOptions& options, SwitchingRule& rule);

  const Problem& problem_;
  std::int64_t episodes_, done_ = 0;
  std::uint64_t seed_;  ///< The seed of the noise.
  double weight_scale_;
  bool unit_weights_;
  std::vector<double> unit_weight_;  ///< Per public row.
  std::optional<StateBasis> basis_;
  std::vector<double> psi_;  ///< The next state in the basis; kept to avoid allocation.
  bool on_request_;
  std::optional<Sums> sums_;
  Constants constants_;
  std::optional<Planner> planner_;
  std::optional<Switching> switching_;
  std::optional<VarianceWeights> weights_;
  std::optional<Policy> policy_;
  std::vector<double> step_weights_;  ///< Of the newest episode.
};

}  // namespace tacit
