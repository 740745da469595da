// Moments that a door releases on request.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/door.h"
#include "tacit/privacy/release/release_catalog.h"
#include "tests/statistics.h"

namespace tacit {
namespace {

constexpr std::int64_t kUsers = 40;
constexpr double kShare = 0.6;

VaultShape shape() {
  VaultShape shape;
  shape.tasks = 2;
  shape.outcome_tasks = 1;  // The last task has a response alone.
  shape.dimension = 2;
  shape.outcomes = 3;
  return shape;
}

// A door whose Gram matrices have the rest of the budget.
struct Asked {
  explicit Asked(std::int64_t parts, Witness* witness = nullptr, Adjacency adjacency = Adjacency::replace_one)
      : vault(shape()),
        ledger({Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation, adjacency}),
        door(vault, board, ledger,
             {make_strategy("blocks", kUsers), std::vector<Split>(2, {(1 - kShare) / 2, 0, 0}), 1, kUsers},
             SimulationNoise(5, "gram"), witness) {
    door.answer({kShare, parts}, SimulationNoise(5, "moments"));
  }
  void user(const std::vector<double>& phi, double response, Index outcome) {
    for (int task = 0; task < 2; ++task) vault.add({task, phi.data(), 1, response, outcome});
    vault.end_user();
  }
  double mu() const { return ledger.promise().mu().value(); }

  Vault vault;
  Billboard board;
  Ledger ledger;
  Door door;
};

Targets targets(std::vector<double> values, double response = 0) {
  Targets t;
  t.at_outcomes = ConstVectorView(values.data(), static_cast<Index>(values.size()));
  t.response = Vector::Constant(1, response);
  return t;
}

TEST(Requests, HaveNoiseOfTheirSensitivityOverTheirRatio) {
  constexpr int kParts = 4000;
  Asked asked(kParts);
  asked.user({1, 0}, 1, 1);
  asked.user({0.6, 0.8}, 0, 2);
  asked.door.release();
  // |t| is at most 4 + 0.5, two users are at most twice that apart.
  const double expected = 9 / (asked.mu() * std::sqrt(kShare / kParts));
  double mean = 0, variance = 0;
  std::vector<double> all;
  for (int i = 0; i < kParts; ++i) {
    const Moments moments = asked.board.moments(0, targets({3, -4, 2}, 1));
    EXPECT_NEAR(moments.deviation[0], expected, 1e-9 * expected);
    all.push_back(moments.sums(1, 0));
  }
  const double exact = 0.8 * (2 - 0.5);
  for (const double x : all) mean += x / kParts, variance += (x - exact) * (x - exact) / kParts;
  EXPECT_LT(std::abs(mean - exact), 4.5 * expected / std::sqrt(kParts));
  EXPECT_NEAR(variance / (expected * expected), 1, 4.5 * std::sqrt(2.0 / kParts));
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << "a draw was used twice";
}

TEST(Requests, SpendTheirShareAndNotMore) {
  constexpr int kParts = 5;
  Asked asked(kParts);
  asked.user({1, 0}, 1, 1);
  asked.door.release();
  const double gram = asked.ledger.spent().value();
  EXPECT_NEAR(gram * gram, (1 - kShare) * asked.mu() * asked.mu(), 1e-9);
  for (int i = 0; i < kParts; ++i) asked.board.moments(0, targets({1, 2, 3}));
  EXPECT_NEAR(asked.ledger.spent().value(), asked.mu(), 1e-9);
  EXPECT_THROW(asked.board.moments(0, targets({1, 2, 3})), BudgetExceeded);
}

// The ledger has budget left, and the door still gives no more than it declared.
TEST(Requests, AreNotMoreThanDeclared) {
  Vault vault(shape());
  Billboard board;
  Ledger ledger({Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation});
  Door door(vault, board, ledger, {make_strategy("blocks", 3), std::vector<Split>(2, {0.1, 0, 0}), 1, kUsers},
            SimulationNoise(1, "a"));
  door.answer({0.3, 2}, SimulationNoise(1, "b"));
  const double phi[2] = {1, 0};
  for (int task = 0; task < 2; ++task) vault.add({task, phi, 1, 1, 1});
  vault.end_user();
  door.release();
  for (int i = 0; i < 2; ++i) board.moments(0, targets({1, 2, 3}));
  EXPECT_THROW(board.moments(0, targets({1, 2, 3})), BudgetExceeded);
}

TEST(Requests, TouchOnlyThoseWhoCame) {
  Asked asked(4);
  asked.user({1, 0}, 1, 1);
  asked.door.release();
  asked.board.moments(0, targets({1, 2, 3}));
  asked.user({1, 0}, 1, 1);
  asked.door.release();
  const double first = asked.ledger.left(0, 1).value(), second = asked.ledger.left(1, 2).value();
  EXPECT_LT(first, second);
  asked.user({1, 0}, 1, 0);  // Not released yet: not in what is asked for.
  const Moments moments = asked.board.moments(0, targets({1, 2, 3}));
  EXPECT_LT(asked.ledger.left(1, 2).value(), second);
  EXPECT_GT(asked.ledger.left(2, 3).value(), second);
  EXPECT_GT(moments.deviation[0], 0);
}

TEST(Requests, OfTargetsThatNobodyCanMoveAreFree) {
  Asked asked(1);
  EXPECT_EQ(asked.board.moments(0, targets({1, 2, 3})).sums.norm(), 0);  // Nobody came.
  EXPECT_EQ(asked.ledger.spent().value(), 0);
  asked.user({1, 0}, 1, 1);
  asked.door.release();
  const double before = asked.ledger.spent().value();
  EXPECT_EQ(asked.board.moments(0, targets({0, 0, 0})).sums.norm(), 0);
  EXPECT_EQ(asked.board.moments(1, targets({1, 2, 3})).deviation[0], 0);  // This task has no outcomes.
  EXPECT_EQ(asked.ledger.spent().value(), before);
}

TEST(Requests, UnderAddRemoveHaveHalfTheNoise) {
  Asked replace(1), remove(1, nullptr, Adjacency::add_remove);
  for (Asked* asked : {&replace, &remove}) {
    asked->user({1, 0}, 1, 1);
    asked->door.release();
  }
  EXPECT_DOUBLE_EQ(replace.board.moments(0, targets({1, 2, 3})).deviation[0],
                   2 * remove.board.moments(0, targets({1, 2, 3})).deviation[0]);
}

// The worst pair is as far apart as declared, and not farther.
class Farthest : public Witness {
 public:
  std::vector<double> newest;
  void contributed(std::int64_t, const Contribution&, const VaultShape&) override {}
  void touching(std::int64_t, std::int64_t, std::int64_t, double) override {}
  void charged(const Charge&) override {}
  void releasing(std::int64_t series, std::int64_t, std::int64_t, std::span<const double> exact, double,
                 std::span<double>) override {
    if (series > 0) newest.assign(exact.begin(), exact.end());
  }
};

TEST(Requests, AreCalibratedToTheFarthestPairOfUsers) {
  const auto seen = [](const std::vector<double>& phi, double response, Index outcome) {
    Farthest farthest;
    Asked asked(1, &farthest);
    asked.user(phi, response, outcome);
    asked.door.release();
    asked.board.moments(0, targets({3, -4, 2}, -1));
    return ConstVectorView(farthest.newest.data(), 2).eval();
  };
  const Vector worst = seen({0.6, 0.8}, 1, 1);  // -4 - 1/2
  EXPECT_NEAR((worst - seen({-0.6, -0.8}, 1, 1)).norm(), 1, 1e-12);
  Stream stream(3, "pairs");
  for (int i = 0; i < 200; ++i) {
    const Vector other =
        seen({stream.normal(), stream.normal()}, 3 * stream.normal(), static_cast<Index>(stream.below(4)));
    EXPECT_LE((worst - other).norm(), 1 + 1e-12);
  }
}

TEST(KnownBad, ATargetThatIsNotFiniteIsRefused) {
  Asked asked(3);
  asked.user({1, 0}, 1, 1);
  asked.door.release();
  for (const double wild : {std::numeric_limits<double>::infinity(), std::nan(""), 1e101})
    EXPECT_THROW(asked.board.moments(0, targets({wild, 0, 0})), Defect);
  EXPECT_NO_THROW(asked.board.moments(0, targets({1e99, 0, 0})));
}

TEST(Requests, MustFitBesideTheSums) {
  Vault vault(shape());
  Billboard board;
  Ledger ledger({Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation});
  Door door(vault, board, ledger, {make_strategy("blocks", 3), std::vector<Split>(2, {0.3, 0, 0}), 1, kUsers},
            SimulationNoise(1, "a"));
  EXPECT_THROW(door.answer({0.5, 1}, SimulationNoise(1, "b")), Error);
  EXPECT_THROW(door.answer({-0.1, 1}, SimulationNoise(1, "b")), Error);
  EXPECT_THROW(door.answer({0.4, 0}, SimulationNoise(1, "b")), Error);
  EXPECT_NO_THROW(door.answer({0.4, 1}, SimulationNoise(1, "b")));
}

}  // namespace
}  // namespace tacit
