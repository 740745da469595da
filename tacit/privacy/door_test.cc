#include "tacit/privacy/door.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <type_traits>

#include "tacit/core/error.h"
#include "tests/door.h"

namespace tacit {
namespace {

using testing::Contains;
using testing::IsEmpty;
using trial::contribute;
using trial::kReleases;
using trial::kStrategies;
using trial::kUsers;
using trial::options_of;
using trial::outcomes;
using trial::Private;
using trial::promise;
using trial::shape_of;
using trial::Watcher;

TEST(ExactDoor, PublishesTheSumsOverSeveralReleases) {
  const VaultShape shape = shape_of(2);
  Vault vault(shape), all(shape);
  Billboard board, all_board;
  Door door(vault, board), all_door(all, all_board);
  Stream stream(1, "door"), same(1, "door");
  for (int i = 0; i < 30; ++i) {
    contribute(vault, stream);
    contribute(all, same);
    if (i % 7 == 0) door.release();
  }
  door.release();
  all_door.release();
  for (int task = 0; task < 2; ++task) {
    EXPECT_TRUE(board.gram(task).isApprox(all_board.gram(task), 1e-13));
    EXPECT_TRUE(board.response(task).isApprox(all_board.response(task), 1e-13));
    EXPECT_TRUE(outcomes(board, task).isApprox(outcomes(all_board, task), 1e-13));
  }
  EXPECT_EQ(board.releases(), 6);
  EXPECT_EQ(board.users(), 30);
}

TEST(ExactDoor, CanBeWatched) {
  Vault vault(shape_of(1));
  Billboard board;
  Watcher watcher;
  Door door(vault, board, &watcher);
  vault.end_user();
  EXPECT_NO_THROW(door.release());
  EXPECT_THAT(watcher.events, testing::ElementsAre("releasing"));
}

TEST(PrivateDoor, AddsItsNoiseToTheExactSums) {
  for (const std::string& strategy : kStrategies) {
    Private with(shape_of(2), options_of(strategy, 2)), without(shape_of(2), options_of(strategy, 2));
    Vault exact(shape_of(2));
    Billboard board;
    Door door(exact, board);
    Stream stream(2, "door"), same(2, "door");
    for (Index t = 0; t < kReleases; ++t) {
      for (int i = 0; i < 5; ++i) {
        contribute(with.vault, stream);
        contribute(exact, same);
        without.vault.end_user();
      }
      with.door.release(), without.door.release(), door.release();
      for (int task = 0; task < 2; ++task) {
        const Matrix gram = with.board.gram(task) - without.board.gram(task);
        EXPECT_TRUE(gram.isApprox(board.gram(task), 1e-9)) << strategy;
        const Vector response = with.board.response(task) - without.board.response(task);
        EXPECT_TRUE(response.isApprox(board.response(task), 1e-9)) << strategy;
        const Matrix outcome = outcomes(with.board, task) - outcomes(without.board, task);
        EXPECT_TRUE(outcome.isApprox(outcomes(board, task), 1e-9)) << strategy;
      }
    }
  }
}

TEST(PrivateDoor, ShareOfZeroPublishesNothingAndCostsNothing) {
  DoorOptions options = options_of("blocks", 2);
  options.splits = {{0.5, 0, 0.2}, {0.3, 0, 0}};
  Watcher watcher;
  Private run(shape_of(2), options, &watcher);
  Stream stream(3, "door");
  contribute(run.vault, stream);
  run.door.release();
  EXPECT_EQ(run.board.response(0).norm(), 0);
  EXPECT_EQ(run.board.response(1).norm(), 0);
  EXPECT_EQ(outcomes(run.board, 1).norm(), 0);
  EXPECT_GT(run.board.gram(1).norm(), 0);
  for (const Charge& charge : watcher.charges) EXPECT_NE(charge.name, "response");
  EXPECT_NEAR(run.ledger.spent().value(), run.ledger.promise().mu().value(), 1e-9);
}

TEST(PrivateDoor, RefusesSharesThatAreNotShares) {
  for (const Split bad : {Split{0.5, 0.5, 0.2}, Split{-0.1, 0.2, 0.2}, Split{std::nan(""), 0, 0}}) {
    DoorOptions options = options_of("blocks", 1);
    options.splits = {bad};
    EXPECT_THROW(Private(shape_of(1), options), Error);
  }
}

TEST(PrivateDoor, RefusesAStrategyThatHidesNothing) {
  EXPECT_THROW(Private(shape_of(1), options_of("exact", 1)), Error);
}

// What is in the vault, as a witness at another private door sees it.
std::vector<double> exact_sums(Vault& vault) {
  Billboard board;
  Ledger ledger(promise());
  Watcher watcher;
  Door(vault, board, ledger, options_of("blocks", vault.shape().tasks), SimulationNoise(1, "other"), &watcher)
      .release();
  return watcher.exact.at(0);
}

TEST(PrivateDoor, OverBudgetItLeavesVaultAndBillboardUntouched) {
  for (const std::string& strategy : kStrategies) {
    Watcher watcher;
    Private run(shape_of(1), options_of(strategy, 1), &watcher);
    run.ledger.charge({"someone else", 1, 1 / (0.9 * run.ledger.promise().mu().value()), 0, kUsers});
    Stream stream(4, "door"), same(4, "door");
    contribute(run.vault, stream);
    for (int attempt = 0; attempt < 3; ++attempt)
      EXPECT_THROW(while (true) run.door.release(), BudgetExceeded) << strategy;
    if (strategy == "blocks" || strategy == "factorised" || strategy == "toeplitz" || strategy == "blt") {
      EXPECT_EQ(run.board.releases(), 0) << strategy;
      EXPECT_EQ(run.board.gram(0).norm(), 0) << strategy;
      EXPECT_THAT(watcher.exact, IsEmpty());
      Vault fresh(shape_of(1));
      contribute(fresh, same);
      EXPECT_EQ(exact_sums(run.vault), exact_sums(fresh)) << strategy;
    }
  }
}

TEST(PrivateDoor, AfterItsLastReleaseItKeepsTheUsersInTheVault) {
  Private run(shape_of(1), options_of("blocks", 1));
  for (Index t = 0; t < kReleases; ++t) run.users(1), run.door.release();
  Stream stream(5, "door");
  contribute(run.vault, stream);
  EXPECT_THROW(run.door.release(), Error);
  EXPECT_EQ(run.board.releases(), kReleases);
  EXPECT_THAT(exact_sums(run.vault), Contains(testing::Ne(0)));
}

TEST(PrivateDoor, RefusesMoreUsersThanDeclared) {
  Private run(shape_of(1), options_of("toeplitz", 1));
  run.users(kUsers + 1);
  EXPECT_THROW(run.door.release(), Error);
}

TEST(PrivateDoor, ReleasesABlockOfNobody) {
  for (const std::string& strategy : kStrategies) {
    Private run(shape_of(1), options_of(strategy, 1));
    EXPECT_NO_THROW(run.door.release()) << strategy;
    run.users(3);
    for (Index t = 1; t < kReleases; ++t) EXPECT_NO_THROW(run.door.release()) << strategy;
  }
}

TEST(KnownBad, AReleaseInTheMiddleOfAUserIsRefused) {
  // The user would be in two blocks and charged for one.
  Private run(shape_of(2), options_of("blocks", 2));
  const double phi[] = {1, 0};
  run.users(1);
  run.vault.add({0, phi});
  EXPECT_THROW(run.door.release(), Defect);
  run.vault.add({1, phi});
  run.vault.end_user();
  EXPECT_NO_THROW(run.door.release());
}

TEST(KnownBad, ADoorThatFailedHalfWayStaysShut) {
  // Otherwise users who come after the failure would be published under a charge of those before it.
  Watcher watcher;
  watcher.meddle = [](Index, std::span<double>) { throw std::runtime_error("power failure"); };
  Private subject(shape_of(1), options_of("blocks", 1), &watcher);
  subject.users(3);
  EXPECT_THROW(subject.door.release(), std::runtime_error);
  watcher.meddle = {};
  subject.users(3);
  EXPECT_THROW(subject.door.release(), Error);
  EXPECT_EQ(subject.board.releases(), 0);
}

TEST(KnownBad, AVaultCannotBeCopied) {
  EXPECT_FALSE(std::is_copy_constructible_v<Vault> || std::is_move_constructible_v<Vault>);
}

TEST(KnownBad, AnExactDoorBesideAPrivateOneIsRefused) {
  Private run(shape_of(1), options_of("blocks", 1));
  Billboard board;
  EXPECT_THROW(Door(run.vault, board), Defect);
  Vault open(shape_of(1));
  const Door first(open, board);
  Ledger ledger(promise());
  EXPECT_THROW(Door(open, board, ledger, options_of("blocks", 1), SimulationNoise(1, "door")), Defect);
}

TEST(KnownBad, SimulationNoiseUnderAProductionPromiseIsRefused) {
  Vault vault(shape_of(1));
  Billboard board;
  Ledger ledger(Promise(Epsilon(1), Delta(1e-6), Theorem::zcdp_tight, NoiseSource::production));
  EXPECT_THROW(Door(vault, board, ledger, options_of("blocks", 1), SimulationNoise(1, "door")), Error);
}

}  // namespace
}  // namespace tacit
