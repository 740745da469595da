#include "tacit/privacy/lattice_door.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tacit/core/error.h"
#include "tests/statistics.h"
#include "tests/sums.h"

namespace tacit {
namespace {

using testing::IsEmpty;
using trial::standard_errors;
using namespace trial;

// Production noise has no seed. These limits are therefore wide: seven standard errors, wrong once in 10^11 runs.
constexpr double kUnseeded = 7;

std::vector<Split> splits(int tasks) { return std::vector<Split>(tasks, {0.5 / tasks, 0.2 / tasks, 0.3 / tasks}); }

template <typename Source>
struct Behind {
  template <typename... Seed>
  Behind(const VaultShape& shape, const DoorOptions& options, const Promise& promise, LatticeBits bits, Seed... seed)
      : noise(seed...),
        vault(shape, bits, options.most_users),
        ledger(promise),
        door(vault, board, ledger, options, noise) {}

  Source noise;
  LatticeVault vault;
  Billboard board;
  Ledger ledger;
  LatticeDoor<Source> door;
};
using Production = Behind<ProductionNoise>;

DoorOptions door_options(const std::string& name, int tasks) {
  const SumsOptions options = sums_options(name, tasks);
  return {options.strategy, options.splits, options.budget, options.most_users};
}

TEST(LatticeDoor, HasThePredictedNoiseOnEachStatistic) {
  constexpr int kTasks = 3000;
  for (const std::string& name : kIntegerStrategies) {
    SumsOptions options = sums_options(name, 1);
    options.splits = splits(kTasks);
    Sums run(shape_of(kTasks), promise_for(Noise::production), options, Noise::production, 0);
    for (Index t = 0; t < kReleases; ++t) {
      run.end_user();
      run.release();
      const Billboard& board = run.billboard();
      const BillboardNoise noise = run.predicted(5, t);
      double off = 0, diagonal = 0, response = 0, outcome = 0;
      for (int task = 0; task < kTasks; ++task) {
        off += std::pow(board.gram(task)(0, 1), 2) / kTasks;
        diagonal += board.gram(task).diagonal().squaredNorm() / (2 * kTasks);
        response += board.response(task).squaredNorm() / (2 * kTasks);
        outcome += board.outcomes(task).squaredNorm() / (4 * kTasks);
      }
      const auto errors = [](double measured, double std, double draws) {
        return standard_errors(measured, std * std, std * std * std::sqrt(2.0), draws);
      };
      EXPECT_LT(errors(off, noise.gram, kTasks), kUnseeded) << name;
      EXPECT_LT(errors(diagonal, std::sqrt(2.0) * noise.gram, 2 * kTasks), kUnseeded) << name;
      EXPECT_LT(errors(response, noise.response, 2 * kTasks), kUnseeded) << name;
      EXPECT_LT(errors(outcome, noise.outcomes, 4 * kTasks), kUnseeded) << name;
      EXPECT_GT(errors(outcome, noise.outcomes / 0.9, 4 * kTasks), kUnseeded) << name;
      EXPECT_GT(errors(diagonal, noise.gram, 2 * kTasks), kUnseeded) << name;
    }
  }
}

TEST(LatticeDoor, OfARehearsalDrawsTheSameFromTheSameSeed) {
  const auto drawn = [](std::uint64_t seed) {
    Sums sums(shape_of(1), zcdp(), sums_options("tree", 1), Noise::lattice, seed);
    std::vector<std::int64_t> all;
    for (Index t = 0; t < 3; ++t) {
      const auto& integers = sums.release().integers;
      all.insert(all.end(), integers.begin(), integers.end());
    }
    return all;
  };
  EXPECT_EQ(drawn(1), drawn(1));
  EXPECT_NE(drawn(1), drawn(2));
  const std::vector<std::int64_t> all = drawn(1);
  EXPECT_EQ(std::set<std::int64_t>(all.begin(), all.end()).size(), all.size());  // No release repeats another.
}

TEST(LatticeDoor, RefusesPromisesOfOtherNoise) {
  const DoorOptions options = door_options("tree", 1);
  EXPECT_THROW(Production(shape_of(1), options, zcdp(), LatticeBits{}), Error);
  EXPECT_THROW(Behind<RehearsalNoise>(shape_of(1), options, promise_for(Noise::production), LatticeBits{}, 1), Error);
  EXPECT_THROW(Behind<RehearsalNoise>(shape_of(1), options, promise(), LatticeBits{}, 1), Error);
  EXPECT_NO_THROW(Production(shape_of(1), options, promise_for(Noise::production), LatticeBits{}));
}

TEST(KnownBad, AFactorisationThatCouldOverflowIsRefusedBeforeAnyData) {
  // With the bits that suffice for plain sums, the multiples of a factorisation leave 64 bits for some data only.
  DoorOptions factorised = door_options("factorised", 1), tree = door_options("tree", 1);
  factorised.most_users = tree.most_users = 100'000'000;
  const LatticeBits plain = bits_for(shape_of(1), zcdp(), tree);
  EXPECT_THROW(Behind<RehearsalNoise>(shape_of(1), factorised, zcdp(), plain, 1), Error);
  EXPECT_NO_THROW(Behind<RehearsalNoise>(shape_of(1), tree, zcdp(), plain, 1));
}

TEST(LatticeDoor, OverBudgetItBooksNothingAndLeavesTheBillboardUntouched) {
  Production run(shape_of(1), door_options("blocks", 1), promise_for(Noise::production), LatticeBits{});
  run.ledger.charge({"someone else", 1, 1 / (0.9 * run.ledger.promise().mu().value()), 0, 1});
  const double left = run.ledger.left(0, 1).value();
  run.vault.end_user(), run.vault.end_user();
  for (int attempt = 0; attempt < 3; ++attempt) EXPECT_THROW(run.door.release(), BudgetExceeded);
  EXPECT_EQ(run.ledger.left(0, 1).value(), left);
  EXPECT_EQ(run.ledger.left(1, 2).value(), run.ledger.left(2, 3).value());
  EXPECT_EQ(run.board.releases(), 0);
  EXPECT_EQ(run.board.gram(0).norm(), 0);
  EXPECT_THAT(run.door.measured(), IsEmpty());
}

TEST(KnownBad, ALatticeReleaseInTheMiddleOfAUserIsRefused) {
  Production run(shape_of(1), door_options("blocks", 1), promise_for(Noise::production), LatticeBits{});
  const double phi[] = {1, 0};
  run.vault.add({0, phi});
  EXPECT_THROW(run.door.release(), Defect);
}

// The patterns that the four low bits of the released integers take, for one user with these features in every task.
std::set<std::uint64_t> low_bits(const Split& part, double feature) {
  constexpr int kTasks = 8000;
  VaultShape shape = shape_of(kTasks);
  shape.dimension = 1;
  DoorOptions options = door_options("blocks", 1);
  options.splits = std::vector<Split>(kTasks, {part.gram / kTasks, part.response / kTasks, part.outcomes / kTasks});
  Production run(shape, options, promise_for(Noise::production), LatticeBits{8, 8, 8});
  for (int task = 0; task < kTasks; ++task) run.vault.add({task, &feature, 1, 1, 0});
  run.vault.end_user();
  run.door.release();
  std::set<std::uint64_t> seen;
  for (const std::int64_t number : run.door.measured()) seen.insert(static_cast<std::uint64_t>(number) & 15);
  return seen;
}

TEST(LatticeDoor, ReachesEveryLowBitPatternFromNeighbouringInputs) {
  // A pattern misses 8000 draws with chance (15/16)^8000. Without noise there would be one pattern, or two.
  for (const double feature : {0.0, 0.3, 1.0}) {
    EXPECT_EQ(low_bits({1, 0, 0}, feature).size(), 16u);
    EXPECT_EQ(low_bits({0, 1, 0}, feature).size(), 16u);
    EXPECT_EQ(low_bits({0, 0, 1}, feature).size(), 16u);
  }
}

TEST(LatticeDoor, PublishesFunctionsOfTheReleasedIntegers) {
  Production run(shape_of(1), door_options("blocks", 1), promise_for(Noise::production), LatticeBits{10, 9, 8});
  const double phi[] = {0.6, 0.8};
  run.vault.add({0, phi});
  run.vault.end_user();
  run.door.release();
  const auto measured = run.door.measured();
  EXPECT_EQ(run.board.gram(0)(0, 0), std::ldexp(static_cast<double>(measured[0]), -20));
  EXPECT_EQ(run.board.gram(0)(0, 1), std::ldexp(static_cast<double>(measured[1]), -20));
  EXPECT_EQ(run.board.response(0)(1), std::ldexp(static_cast<double>(measured[4]), -25));
  EXPECT_EQ(run.board.outcomes(0)(0, 1), std::ldexp(static_cast<double>(measured[6]), -8));
}

}  // namespace
}  // namespace tacit
