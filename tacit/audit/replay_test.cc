#include "tacit/audit/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/rng.h"
#include "tacit/privacy/door.h"
#include "tacit/privacy/release/release_catalog.h"
#include "tests/suspect.h"

namespace tacit {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kUsers = 40, kVictim = 17;
constexpr Index kReleases = 10;

struct Person {
  double phi[2];
  double response;
  Index outcome;
};

Person random_person(Stream& stream) {
  return {{stream.normal(), stream.normal()}, stream.uniform(), static_cast<Index>(stream.below(2))};
}

// A private regression over two tasks. What it may do: weigh and ask each user as the billboard says, and decide from
// the billboard when to release. `Fault` is what it must not do.
struct Fault {
  double sensitivity = 1;    // Declared, as a part of the true one.
  bool raw_switch = false;   // Releases sooner after large responses.
  bool raw_weight = false;   // Weighs users by what earlier users answered.
  bool twice = false;        // The victim comes again, as somebody else, in a later block.
  bool raw_refusal = false;  // Stops at an odd answer.
  bool exact = false;        // Publishes without noise.
  bool uncharged = false;    // Its strategy forgets what it costs.
};

struct Regression {
  std::string strategy = "blocks";
  Person original, replacement;
  Fault fault = {};
  Adjacency adjacency = Adjacency::replace_one;
  bool absent = false;  // The replaced victim gives nothing.

  void operator()(Witness& witness, bool replaced) const {
    VaultShape shape;
    shape.tasks = 2;
    shape.dimension = 2;
    shape.outcomes = 2;
    shape.outcome_tasks = 1;
    Vault vault(shape);
    Billboard board;
    Ledger ledger({Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation, adjacency});
    trial::Liar liar(witness, 1, 1 / fault.sensitivity);
    DoorOptions options{make_strategy(strategy, kReleases), {{0.3, 0.2, 0.2}, {0.2, 0.1, 0}}, 1, kUsers};
    if (fault.uncharged) options.strategy.touches.clear();
    std::optional<Door> door;
    if (fault.exact)
      door.emplace(vault, board, &witness);
    else
      door.emplace(vault, board, ledger, options, SimulationNoise(1, "regression"), &liar);
    Stream stream(2, "people");
    double raw = 0;
    for (std::int64_t k = 0; k < kUsers; ++k) {
      Person person = random_person(stream);
      if (k == kVictim || (fault.twice && k == kVictim + 9)) person = replaced ? replacement : original;
      if (fault.raw_refusal && person.response > 0.999) throw std::runtime_error("an odd answer");
      for (int task = 0; task < 2; ++task) {
        if (absent && replaced && k == kVictim) continue;
        const double spread = std::abs(board.gram(task)(0, 0)) * person.phi[0] * person.phi[0];
        const double weight = 1 / (1 + spread + (fault.raw_weight ? raw : 0));
        vault.add({task, person.phi, weight, person.response, person.outcome});
      }
      raw += person.response;
      vault.end_user();
      const bool due = fault.raw_switch ? raw > 2.0 * static_cast<double>(board.releases() + 1) : k % 4 == 3;
      if (due && board.releases() < kReleases) door->release();
    }
  }
};

ReplayReport audit(const Regression& subject) {
  return replay(kVictim, [&](Witness& witness, bool replaced) { subject(witness, replaced); });
}

// As far apart as two users can be, in every statistic at once.
const Person kOne{{1, 0}, 1, 0}, kOther{{0, 1}, 0, 1}, kOpposite{{-1, 0}, 1, 0};
const std::vector<std::string> kStrategies = {"blocks", "tree", "toeplitz", "factorised", "blt", "fresh"};

TEST(Replay, HoldsForAnHonestRegressionUnderEveryStrategy) {
  Stream stream(3, "replacements");
  for (const std::string& strategy : kStrategies) {
    std::vector<std::pair<Person, Person>> pairs = {{kOne, kOther}, {kOther, kOne}, {kOne, kOpposite}};
    for (int i = 0; i < 20; ++i) pairs.emplace_back(random_person(stream), random_person(stream));
    pairs.push_back({kOne, {{std::nan(""), 1}, HUGE_VAL, 77}});
    pairs.push_back({kOne, {{-1e9, 1e9}, -1e9, -1}});
    for (const auto& [a, b] : pairs) {
      const ReplayReport report = audit({strategy, a, b});
      EXPECT_THAT(report.reasons, IsEmpty()) << strategy;
      EXPECT_EQ(report.releases, kReleases);
      EXPECT_EQ(report.declared, 1) << strategy;  // One block, whatever is made of it.
      EXPECT_EQ(report.appearances, 1) << strategy;
      EXPECT_LE(report.distance, 1);
      EXPECT_GT(report.distance, 0);
    }
  }
}

TEST(Replay, HoldsForAUserWhoStaysAwayUnderAddRemove) {
  for (const Person& person : {kOne, kOther, kOpposite}) {
    const ReplayReport report = audit({"tree", person, person, {}, Adjacency::add_remove, true});
    EXPECT_THAT(report.reasons, IsEmpty());
    EXPECT_GT(report.distance, 0);
  }
}

TEST(Replay, FindsNoDifferenceWhereNothingIsReplaced) {
  const ReplayReport report = audit({"blt", kOne, kOne});
  EXPECT_TRUE(report.holds());
  EXPECT_EQ(report.appearances, 0);
  EXPECT_EQ(report.distance, 0);
}

TEST(Replay, AddsUpWhatTheUserIsCharged) {
  const double mu = Promise(Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation).mu().value();
  EXPECT_NEAR(audit({"blocks", kOne, kOther}).charged, mu * mu, 1e-9);
}

TEST(KnownBad, HalvedSensitivitiesAreCaughtByReplay) {
  for (const std::string& strategy : kStrategies) {
    const ReplayReport caught = audit({strategy, {{0, 1}, 1, 0}, {{0, -1}, 1, 0}, {0.5}});
    EXPECT_THAT(caught.reasons, Contains(HasSubstr("times the declared sensitivity"))) << strategy;
    EXPECT_GT(caught.distance, 1);
    EXPECT_EQ(caught.reasons.size(), 1u);
  }
}

TEST(Replay, OfAnotherUserThanWasReplacedDoesNotHold) {
  const Regression subject{"blocks", kOne, kOther};
  const ReplayReport report = replay(0, [&](Witness& witness, bool replaced) { subject(witness, replaced); });
  EXPECT_THAT(report.reasons, Contains(HasSubstr("the contribution of user 17 depends on the data of user 0")));
}

TEST(KnownBad, ASwitchTestOnExactDataIsCaughtByReplay) {
  const ReplayReport report = audit({"blocks", {{1, 0}, 0, 0}, {{1, 0}, 1, 0}, {.raw_switch = true}});
  EXPECT_THAT(report.reasons, Contains(HasSubstr("charge")));
  EXPECT_THAT(report.reasons, Contains(HasSubstr("release")));
}

TEST(KnownBad, AWeightFromOtherUsersDataIsCaughtByReplay) {
  const ReplayReport report = audit({"tree", {{1, 0}, 0, 0}, {{1, 0}, 1, 0}, {.raw_weight = true}});
  EXPECT_THAT(report.reasons, Contains(HasSubstr("the contribution of user 18 depends on the data of user 17")));
}

TEST(KnownBad, AUserInTwoBlocksIsCaughtByReplay) {
  const ReplayReport report = audit({"blocks", kOne, kOther, {.twice = true}});
  EXPECT_THAT(report.reasons, Contains(HasSubstr("the contribution of user 26 depends on the data of user 17")));
  EXPECT_THAT(report.reasons, Contains(HasSubstr("holds data of user 17")));
  EXPECT_EQ(report.declared, 1);
  EXPECT_EQ(report.appearances, 2);
}

TEST(KnownBad, ARefusalThatDependsOnDataIsCaughtByReplay) {
  const ReplayReport report = audit({"blocks", {{1, 0}, 0, 0}, {{1, 0}, 1, 0}, {.raw_refusal = true}});
  EXPECT_THAT(report.reasons, Contains(HasSubstr("only the run with the replaced user throws")));
}

TEST(KnownBad, ADoorThatForgetsToChargeIsCaughtByReplay) {
  Fault fault;
  fault.uncharged = true;
  EXPECT_FALSE(audit({"blocks", kOne, kOther, fault}).holds());
}

TEST(KnownBad, SumsPublishedWithoutNoiseAreCaughtByReplay) {
  EXPECT_THAT(audit({"blocks", kOne, kOther, {.exact = true}}).reasons, Contains(HasSubstr("without noise")));
}

}  // namespace
}  // namespace tacit
