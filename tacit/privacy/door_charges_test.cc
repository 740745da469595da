// What a door charges the ledger for what it publishes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate.h"
#include "tacit/privacy/certificate_check.h"
#include "tests/door.h"

namespace tacit {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using trial::contribute;
using trial::kReleases;
using trial::kStrategies;
using trial::kUsers;
using trial::options_of;
using trial::Private;
using trial::shape_of;
using trial::Watcher;

TEST(PrivateDoor, ChargesBeforeItReleases) {
  Watcher watcher;
  Private run(shape_of(1), options_of("tree", 1), &watcher);
  for (Index t = 0; t < kReleases; ++t) {
    run.users(2);
    run.door.release();
  }
  std::size_t charged = 0, released = 0;
  for (const std::string& event : watcher.events) {
    if (event != "releasing") {
      ++charged;
      continue;
    }
    ++released;
    EXPECT_EQ(charged, 3 * released);  // A node of the tree, three statistics.
  }
  EXPECT_EQ(released, static_cast<std::size_t>(kReleases));
}

TEST(PrivateDoor, OverBudgetItBooksNoPartOfTheRelease) {
  // The Gram matrices would still fit, the responses do not.
  for (const std::string& strategy : kStrategies) {
    Watcher watcher;
    Private run(shape_of(2), options_of(strategy, 2), &watcher);
    const double share = make_strategy(strategy, kReleases).touches[0].share;
    run.ledger.charge({"someone else", 1, 1 / (std::sqrt(1 - 0.6 * share) * run.ledger.promise().mu().value()), 0, 1});
    const double left = run.ledger.left(0, 1).value();
    run.users(3);
    for (int attempt = 0; attempt < 3; ++attempt) EXPECT_THROW(run.door.release(), BudgetExceeded) << strategy;
    EXPECT_EQ(run.ledger.left(0, 1).value(), left) << strategy;
    EXPECT_EQ(run.ledger.left(1, kUsers).value(), run.ledger.left(kUsers, kUsers + 1).value()) << strategy;
    EXPECT_EQ(run.ledger.runs().size(), 1u) << strategy;
    EXPECT_THAT(watcher.events, IsEmpty()) << strategy;
  }
}

TEST(PrivateDoor, OverBudgetInItsSecondTouchItBooksNothingOfItsFirst) {
  DoorOptions options = options_of("blocks", 1);
  options.strategy.touches = {{0, 0, 1, 0.5}, {1, 1, 2, 0.5}, {1, 0, 1, 0.5}};
  Private run(shape_of(1), options);
  run.users(3);
  run.door.release();
  run.ledger.charge({"someone else", 1, 1 / (std::sqrt(0.4) * run.ledger.promise().mu().value()), 0, 1});
  run.users(3);
  EXPECT_THROW(run.door.release(), BudgetExceeded);
  EXPECT_EQ(run.ledger.left(3, 6).value(), run.ledger.left(kUsers, kUsers + 1).value());
}

TEST(KnownBad, ADoorThatFailsBetweenItsChargesStaysShut) {
  class Failing : public Watcher {
    void charged(const Charge&) override { throw std::runtime_error("power failure"); }
  } failing;
  Private run(shape_of(1), options_of("blocks", 1), &failing);
  run.users(3);
  EXPECT_THROW(run.door.release(), std::runtime_error);
  EXPECT_THROW(run.door.release(), Error);
  EXPECT_EQ(run.ledger.runs().size(), 3u);
}

// A whole run of equal blocks, half of the budget through this door if asked.
void spend(Private& run) {
  Stream stream(6, "door");
  for (Index t = 0; t < kReleases; ++t) {
    for (int i = 0; i < 10; ++i) contribute(run.vault, stream);
    run.door.release();
  }
}

TEST(PrivateDoor, SpendsThePromiseAndNotMore) {
  for (const double epsilon : {0.1, 1.0, 8.0})
    for (const std::string& strategy : kStrategies) {
      Private run(shape_of(3), options_of(strategy, 3), nullptr, epsilon);
      spend(run);
      const double mu = run.ledger.promise().mu().value();
      // Honest trees leave the users of the newest blocks less touched; the first user is in every level.
      EXPECT_NEAR(run.ledger.spent().value() / mu, 1, 1e-9) << strategy;
      EXPECT_THAT(check_certificate(to_json(make_certificate(run.ledger))).reasons, IsEmpty()) << strategy;
    }
}

TEST(PrivateDoor, SpendsItsPartOfTheBudget) {
  for (const std::string& strategy : kStrategies) {
    DoorOptions options = options_of(strategy, 2);
    options.budget = 0.25;
    Private run(shape_of(2), options);
    spend(run);
    EXPECT_NEAR(run.ledger.spent().value() / run.ledger.promise().mu().value(), 0.5, 1e-9) << strategy;
  }
}

TEST(PrivateDoor, ChargesWhatItsNoiseIs) {
  // The noise scale that is charged, against the noise that `predicted` promises; door_noise_test.cc measures it.
  for (const std::string& strategy : kStrategies) {
    Watcher watcher;
    Private run(shape_of(1), options_of(strategy, 1), &watcher);
    const Strategy plan = make_strategy(strategy, kReleases);
    run.users(1);
    run.door.release();
    const BillboardNoise noise = run.door.predicted(0, 0);
    const double draw = plan.unit_noise / plan.prefix_std[0];  // From a prefix to a draw.
    for (const Charge& charge : watcher.charges) {
      const double unit = std::sqrt(plan.touches[0].share) * plan.unit_noise;  // 1, or C's norm where paid at once.
      const double of_part = charge.name == "gram"       ? std::sqrt(2.0) * noise.gram
                             : charge.name == "response" ? noise.response
                                                         : noise.outcomes;
      EXPECT_NEAR(charge.noise_scale * unit / (of_part * draw), 1, 1e-9) << strategy << charge.name;
    }
  }
}

TEST(PrivateDoor, TakesItsSensitivitiesFromPromiseAndVault) {
  for (const bool non_negative : {false, true}) {
    for (const Adjacency adjacency : {Adjacency::replace_one, Adjacency::add_remove}) {
      VaultShape shape = shape_of(1);
      shape.non_negative_features = non_negative;
      shape.response_centre = 0;
      Vault vault(shape);
      Billboard board;
      Ledger ledger({Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation, adjacency});
      Watcher watcher;
      Door door(vault, board, ledger, options_of("blocks", 1), SimulationNoise(1, "door"), &watcher);
      vault.end_user();
      door.release();
      const Sensitivities expected = Sensitivities::of(adjacency, non_negative, 0);
      ASSERT_EQ(watcher.charges.size(), 3u);
      EXPECT_EQ(watcher.charges[0].sensitivity, expected.gram);
      EXPECT_EQ(watcher.charges[1].sensitivity, expected.response);
      EXPECT_EQ(watcher.charges[2].sensitivity, expected.outcomes);
    }
  }
}

TEST(KnownBad, AUserInTwoBlocksIsOverBudget) {
  Private run(shape_of(1), options_of("blocks", 1));
  run.users(10);
  run.door.release();
  // What a door would have to charge that took one of them into its next block.
  EXPECT_THROW(run.ledger.charge({"gram", 1, 1 / run.ledger.promise().mu().value(), 9, 20}), BudgetExceeded);
}

TEST(KnownBad, ACertificateWithLessNoiseDoesNotHold) {
  for (const std::string& strategy : kStrategies)
    for (const double factor : {0.7, 0.8, 0.9}) {
      Private run(shape_of(2), options_of(strategy, 2));
      spend(run);
      auto json = nlohmann::json::parse(to_json(make_certificate(run.ledger)));
      for (auto& entry : json["entries"]) {
        entry["noise_scale"] = factor * double(entry["noise_scale"]);
        entry["mu"] = double(entry["mu"]) / factor;
      }
      EXPECT_THAT(check_certificate(json.dump()).reasons, Contains(HasSubstr("over budget"))) << strategy << factor;
    }
}

}  // namespace
}  // namespace tacit
