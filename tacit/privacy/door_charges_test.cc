// What a door charges the ledger for what it publishes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/certificate/certificate_check.h"
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
    EXPECT_EQ(charged, released);  // A node of the tree, all statistics together.
  }
  EXPECT_EQ(released, static_cast<std::size_t>(kReleases));
}

TEST(PrivateDoor, OverBudgetItBooksNoPartOfTheRelease) {
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
  EXPECT_EQ(run.ledger.runs().size(), 1u);
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

// Squared length of what users (features e1, response, outcome) add, each part divided by the noise of a draw.
double stacked(const BillboardNoise& noise, double gram, double response, double outcomes) {
  return gram / (2 * noise.gram * noise.gram) + response / (noise.response * noise.response) +
         outcomes / (noise.outcomes * noise.outcomes);
}

TEST(PrivateDoor, ChargesWhatItsNoiseIs) {
  // What is charged, against the worst pair of users in the noise that is promised; door_noise_test.cc measures that.
  for (const std::string& strategy : kStrategies) {
    Watcher watcher;
    Private run(shape_of(1), options_of(strategy, 1), &watcher);
    const Strategy plan = make_strategy(strategy, kReleases);
    run.users(1);
    run.door.release();
    const BillboardNoise noise = run.board.measured_noise(0);
    double worst = 0;
    for (double a = -1; a <= 1; a += 1e-4)
      worst = std::max(worst,
                       stacked(noise, std::max(1.0, 2 - 2 * a * a), (1 + std::abs(a)) / 2, std::max(2.0, 2 - 2 * a)));
    ASSERT_EQ(watcher.charges.size(), 1u);
    const double largest =
        plan.unit_noise * plan.unit_noise;  // Squared length of a user's column, where it is one touch.
    EXPECT_NEAR(watcher.charges[0].mu() * watcher.charges[0].mu() / (worst * largest), plan.touches[0].share, 1e-6)
        << strategy;
  }
}

TEST(PrivateDoor, NeedsLessNoiseForAllPartsThanForEach) {
  const VaultShape shape = shape_of(1);
  Private together(shape, options_of("blocks", 1));
  const DoorOptions options = options_of("blocks", 1);
  const auto delta = Sensitivities::of(Adjacency::replace_one, shape.non_negative_features, shape.response_centre);
  const double alone = delta.gram / std::sqrt(2 * options.splits[0].gram) * options.strategy.prefix_std[0] /
                       together.ledger.promise().mu().value();
  EXPECT_LT(together.door.predicted(0, 0).gram, 0.95 * alone);
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
      auto& mechanism = json["mechanisms"][0];
      for (auto& statistic : mechanism["statistics"])
        statistic["noise_scale"] = factor * double(statistic["noise_scale"]);
      mechanism["joint_sensitivity"] = double(mechanism["joint_sensitivity"]) / factor;
      for (auto& entry : json["entries"]) {
        entry["sensitivity"] = double(entry["sensitivity"]) / factor;
        entry["mu"] = double(entry["mu"]) / factor;
      }
      json["sha256"] = certificate_checksum(json.dump());
      EXPECT_THAT(check_certificate(json.dump()).reasons, Contains(HasSubstr("one user can spend")))
          << strategy << factor;
    }
}

}  // namespace
}  // namespace tacit
