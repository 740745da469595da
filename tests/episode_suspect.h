// A small private learner from whole episodes that may cheat, as a subject of replay and attacks.
//
// Users walk through six states, with two actions in each; the first visit of each state and action counts. Everything
// that users share is public: the action in a state is the one of which less is known, and a step's limit is smaller
// where much is known. The user in the two worlds goes through three states, or through the other three: honest, the
// learner spends all of its budget on this pair.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tacit/core/rng.h"
#include "tacit/privacy/promised_noise.h"
#include "tacit/privacy/release/release_catalog.h"
#include "tacit/privacy/sums.h"
#include "tests/shared_noise.h"

namespace tacit::trial {

/// What it must not do.
enum class EpisodeFault {
  none,
  rewarded_for_free,  ///< Looks at the reward: only steps without one are charged to the cap.
  cap_per_stage,      ///< Every step has a cap of its own, and every visit counts.
};

/// Adds what a broken meter lets through beyond what the vault sums. For the strategy `blocks`.
class Uncapped final : public Passing {
 public:
  Uncapped(Witness& witness, const VaultShape& shape, double mu)
      : Passing(witness), shape_(shape), mu_(mu), block_(static_cast<std::size_t>(shape.size())), total_(block_) {}

  void add(Index cell, double weight, double response, Index outcome) {
    const Index d = shape_.dimension;
    block_[static_cast<std::size_t>(cell)] += weight;
    block_[static_cast<std::size_t>(d + cell)] += weight * (response - shape_.response_centre);
    block_[static_cast<std::size_t>((2 + outcome) * d + cell)] += weight;
  }
  void releasing(std::int64_t series, std::int64_t first, std::int64_t end, std::span<const double> exact, double share,
                 std::span<double> published) override {
    if (unit_.empty()) unit_ = deviation_;  // Of the first release, which has one draw.
    std::vector<double> more(exact.begin(), exact.end());
    for (std::size_t i = 0; i < block_.size(); ++i) {
      total_[i] += block_[i];
      expected_[i] += total_[i];
      published[i] += total_[i];
      more[i] += block_[i] / (unit_[i] * mu_);
      block_[i] = 0;
    }
    Passing::releasing(series, first, end, more, share, published);
  }

 private:
  VaultShape shape_;
  double mu_;
  std::vector<double> block_, total_, unit_;
};

/// A user is a response function: states and rewards, whatever the actions.
struct Walker {
  std::vector<Index> states;
  std::vector<double> rewards;
};

struct EpisodeSuspect {
  EpisodeFault fault = EpisodeFault::none;
  Noise noise = Noise::simulation;
  Walker original = {{0, 1, 2, 0, 1, 2, 0}, {1, 1, 1, 1, 1, 1}}, replacement = {{3, 4, 5, 3, 4, 5, 3}, {}};
  std::int64_t victim = kVictim;

  static constexpr std::int64_t kUsers = 20, kVictim = 2;
  static constexpr Index kReleases = 5, kStates = 6, kActions = 2, kHorizon = 6;
  static constexpr double kDelta = 1e-3;

  Promise promise() const {
    return promise_for(noise, Epsilon(4), Delta(kDelta), Theorem::gdp_exact, Adjacency::replace_one);
  }

  void operator()(Witness& watching, std::uint64_t seed, bool replaced) const {
    Uncapped witness(watching, shape(), promise().mu().value());
    Sums sums(shape(), promise(), {make_strategy("blocks", kReleases), {{0.5, 0.2, 0.3}}, 1, kUsers}, noise, seed,
              &witness);
    for (std::int64_t k = 0; k < kUsers; ++k) {
      take(sums, witness, k != victim ? drawn(k) : replaced ? replacement : original);
      if (k % 4 == 3) sums.release();
    }
  }

  static Walker drawn(std::int64_t k) {
    Stream stream(StreamKey(7, "walkers"), k);
    Walker walker;
    for (Index h = 0; h <= kHorizon; ++h) walker.states.push_back(static_cast<Index>(stream.below(kStates)));
    for (Index h = 0; h < kHorizon; ++h) walker.rewards.push_back(static_cast<double>(stream.below(2)));
    return walker;
  }

 private:
  static VaultShape shape() { return VaultShape::of_cells(kStates * kActions, kStates); }

  /// None where the state does not exist.
  static Index cell_of(Index state, const Vector& known) {
    if (state < 0 || state >= kStates) return -1;
    const Index first = state * kActions;
    return first + (known[first + 1] < known[first]);
  }

  void take(Sums& sums, Uncapped& witness, const Walker& walker) const {
    const Vector& known = sums.billboard().gram_diagonal(0);
    std::vector<bool> seen(kStates * kActions);
    for (std::size_t h = 0; h + 1 < walker.states.size(); ++h) {
      const Index cell = cell_of(walker.states[h], known);
      Contribution step;
      step.row = cell;
      step.weight = cell >= 0 && known[cell] > 2 ? 0.5 : 1;
      step.response = h < walker.rewards.size() ? walker.rewards[h] : 0;
      step.outcome = walker.states[h + 1];
      const double honest = sums.add(step);
      if (cell < 0) continue;
      const bool free = fault == EpisodeFault::cap_per_stage ||
                        (fault == EpisodeFault::rewarded_for_free && step.response == 1 && !seen[cell]);
      if (free) witness.add(cell, step.weight - honest, step.response, step.outcome);
      seen[cell] = true;
    }
    sums.end_user();
  }
};

}  // namespace tacit::trial
