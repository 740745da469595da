// What the tests of the door share: a small vault behind a private door, and somebody who watches it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tacit/core/rng.h"
#include "tacit/privacy/door.h"
#include "tacit/privacy/release/release_catalog.h"
#include "tacit/privacy/witness.h"

namespace tacit::trial {

inline constexpr Index kReleases = 6, kDimension = 2, kOutcomes = 2;
inline constexpr std::int64_t kUsers = 60;
inline const std::vector<std::string> kStrategies = {"blocks", "tree", "toeplitz", "factorised", "blt", "fresh"};

inline VaultShape shape_of(int tasks) {
  VaultShape shape;
  shape.tasks = shape.outcome_tasks = tasks;
  shape.dimension = kDimension;
  shape.outcomes = kOutcomes;
  return shape;
}

inline Promise promise(double epsilon = 1) {
  return {Epsilon(epsilon), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation};
}

inline DoorOptions options_of(const std::string& strategy, int tasks) {
  const double n = tasks;
  return {make_strategy(strategy, kReleases), std::vector<Split>(tasks, {0.5 / n, 0.2 / n, 0.3 / n}), 1, kUsers};
}

// Watches, and may put something else in the place of what is published.
class Watcher : public Witness {
 public:
  std::function<void(Index release, std::span<double> published)> meddle;
  std::vector<std::string> events;
  std::vector<Charge> charges;
  std::vector<std::pair<std::int64_t, std::int64_t>> touched;
  std::vector<std::vector<double>> exact;

  void contributed(std::int64_t, const Contribution&, const VaultShape&) override {}
  void touching(std::int64_t, std::int64_t first, std::int64_t end, double) override {
    touched.emplace_back(first, end);
  }
  void charged(const Charge& charge) override {
    ASSERT_FALSE(touched.empty());
    EXPECT_EQ(touched.back(), std::pair(charge.first_user, charge.last_user));
    events.push_back("charged " + charge.name);
    charges.push_back(charge);
  }
  void releasing(std::int64_t, std::int64_t, std::int64_t, std::span<const double> amounts, double,
                 std::span<double> published) override {
    events.push_back("releasing");
    exact.emplace_back(amounts.begin(), amounts.end());
    if (meddle) meddle(static_cast<Index>(exact.size()) - 1, published);
  }
};

struct Private {
  Private(const VaultShape& shape, DoorOptions options, Witness* witness = nullptr, double epsilon = 1)
      : vault(shape),
        ledger(promise(epsilon)),
        door(vault, board, ledger, std::move(options), SimulationNoise(31, "door"), witness) {}
  void users(int count) {
    for (int i = 0; i < count; ++i) vault.end_user();
  }
  Vault vault;
  Billboard board;
  Ledger ledger;
  Door door;
};

inline void contribute(Vault& vault, Stream& stream) {
  std::vector<double> phi(vault.shape().dimension);
  for (int task = 0; task < vault.shape().tasks; ++task) {
    for (double& v : phi) v = stream.normal();
    vault.add({task, phi.data(), stream.uniform(), stream.uniform(), static_cast<Index>(stream.below(kOutcomes))});
  }
  vault.end_user();
}

inline Matrix outcomes(const Billboard& board, int task) {
  return board.moments(task, {Matrix::Identity(kOutcomes, kOutcomes), {}, kOutcomes}).sums;
}

}  // namespace tacit::trial
