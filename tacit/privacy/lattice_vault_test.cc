#include "tacit/privacy/lattice_vault.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"
#include "tacit/privacy/production_door.h"
#include "tacit/privacy/release/release_catalog.h"

namespace tacit {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
constexpr LatticeBits kBits{4, 4, 4, 0};
constexpr double kGramStep = 0x1p-12, kResponseStep = 0x1p-12, kOutcomeStep = 0x1p-8;

VaultShape small_shape(bool non_negative = false) {
  VaultShape shape;
  shape.dimension = 2;
  shape.outcomes = 2;
  shape.outcome_tasks = 1;
  shape.non_negative_features = non_negative;
  return shape;
}

// A promise so weak that all noise is zero but with chance exp(-64): a way to see the integers.
struct Open {
  explicit Open(const VaultShape& shape)
      : vault(shape, kBits, 100),
        ledger(Promise(Mu(0x1p16), Delta(1e-6), Theorem::zcdp_tight, NoiseSource::production)),
        door(vault, board, ledger, {make_strategy("blocks", 100), {{0.5, 0.4, 0x1p-6}}}, noise) {}
  void user(std::vector<double> phi, double weight, double response, Index outcome = 0) {
    vault.add({0, phi.data(), weight, response, outcome});
    vault.end_user();
    door.release();
  }
  Matrix outcomes() const { return board.moments(0, {Matrix::Identity(2, 2), {}, 2}).sums; }

  LatticeVault vault;
  Billboard board;
  Ledger ledger;
  ProductionNoise noise;
  ProductionDoor door;
};

TEST(LatticeVault, RoundsFirstAndMultipliesAsIntegers) {
  Open open(small_shape());
  open.user({0.6, -0.7}, 0.55, 0.8, 1);
  const double p[] = {9, -11}, q = 8, r = 4;  // trunc(16 x) of each; r of 0.8 - 0.5.
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) EXPECT_EQ(open.board.gram(0)(i, j) / kGramStep, q * p[i] * p[j]);
    EXPECT_EQ(open.board.response(0)(i) / kResponseStep, q * p[i] * r);
    EXPECT_EQ(open.outcomes()(i, 0), 0);
    EXPECT_EQ(open.outcomes()(i, 1) / kOutcomeStep, q * p[i]);
  }
}

TEST(LatticeVault, AddsUpUsers) {
  Open open(small_shape());
  for (int i = 0; i < 5; ++i) open.user({1, 0}, 1, 0, 0);
  EXPECT_EQ(open.board.gram(0)(0, 0), 5);
  EXPECT_EQ(open.board.response(0)(0), -2.5);
  EXPECT_EQ(open.outcomes()(0, 0), 5);
}

TEST(LatticeVault, NeverThrowsOnValuesAndNeverLeavesTheBounds) {
  const std::vector<double> wild = {0, 1, -1, 0.3, -0.7, 2, -1e9, 1e308, 1e-308, kNaN, kInfinity, -kInfinity};
  Stream stream(1, "wild");
  const auto pick = [&] { return wild[stream.below(wild.size())]; };
  for (const bool non_negative : {false, true}) {
    Open open(small_shape(non_negative));
    Matrix gram = Matrix::Zero(2, 2), outcomes = gram;
    Vector response = Vector::Zero(2);
    for (int i = 0; i < 100; ++i) {
      ASSERT_NO_THROW(open.user({pick(), pick()}, pick(), pick(), static_cast<Index>(stream.below(6)) - 2));
      ASSERT_LE((open.board.gram(0) - gram).norm(), 1);
      ASSERT_LE((open.board.response(0) - response).norm(), 0.5);
      ASSERT_LE((open.outcomes() - outcomes).norm(), 1);
      if (non_negative) {
        ASSERT_GE((open.outcomes() - outcomes).minCoeff(), 0);
      }
      gram = open.board.gram(0), response = open.board.response(0), outcomes = open.outcomes();
    }
  }
}

// The largest distances between contributions of a hundred users, the corners of what is allowed among them.
Sensitivities largest_distances(bool non_negative) {
  Open open(small_shape(non_negative));
  Stream stream(3, "people");
  std::vector<Matrix> gram(1, Matrix::Zero(2, 2)), outcomes = gram;
  std::vector<Vector> response(1, Vector::Zero(2));
  Sensitivities largest{};
  for (int i = 0; i < 100; ++i) {
    const auto coordinate = [&] { return i % 2 ? stream.normal() : static_cast<double>(stream.below(3)) - 1; };
    const Matrix gram_before = open.board.gram(0), outcomes_before = open.outcomes();
    const Vector response_before = open.board.response(0);
    open.user({coordinate(), coordinate()}, i % 3 ? 1 : stream.uniform(), coordinate(), i / 4 % 2);
    gram.push_back(open.board.gram(0) - gram_before);
    response.push_back(open.board.response(0) - response_before);
    outcomes.push_back(open.outcomes() - outcomes_before);
    for (int j = 1; j <= i; ++j) {
      largest.gram = std::max(largest.gram, (gram.back() - gram[j]).norm());
      largest.response = std::max(largest.response, (response.back() - response[j]).norm());
      largest.outcomes = std::max(largest.outcomes, (outcomes.back() - outcomes[j]).norm());
    }
  }
  return largest;
}

TEST(LatticeVault, KeepsTheSensitivitiesOfTheVault) {
  for (const bool non_negative : {false, true}) {
    const Sensitivities stated = Sensitivities::of(Adjacency::replace_one, non_negative, 0.5);
    const Sensitivities found = largest_distances(non_negative);
    EXPECT_LE(found.gram, stated.gram);
    EXPECT_LE(found.response, stated.response);
    EXPECT_LE(found.outcomes, stated.outcomes);
    EXPECT_GT(found.gram, 0.9 * stated.gram);  // And they are not slack.
    EXPECT_GT(found.response, 0.9 * stated.response);
    EXPECT_GT(found.outcomes, 0.9 * stated.outcomes);
  }
}

TEST(LatticeVault, DiffersFromTheVaultByRoundingAlone) {
  Stream stream(2, "people");
  Open open(small_shape());
  Vault vault(small_shape());
  Billboard board;
  Door door(vault, board);
  for (int i = 1; i <= 100; ++i) {
    const std::vector<double> phi = {stream.normal(), stream.normal()};
    const double weight = stream.uniform(), response = stream.uniform();
    vault.add({0, phi.data(), weight, response, i % 2});
    vault.end_user();
    open.user(phi, weight, response, i % 2);
    door.release();
    const double rounding = i * (2 * std::sqrt(2.0) / 16 + 1.0 / 16 + 1.0 / 16);
    EXPECT_LE((open.board.gram(0) - board.gram(0)).norm(), rounding);
    EXPECT_LE((open.board.response(0) - board.response(0)).norm(), rounding);
  }
}

TEST(LatticeVault, RefusesRecords) {
  VaultShape shape = small_shape();
  shape.outcomes = 0;
  shape.record_size = 2;
  EXPECT_THROW(LatticeVault(shape, kBits, 100), Error);
}

TEST(LatticeVault, RefusesBitsThatDoNotFit) {
  EXPECT_THROW(LatticeVault(small_shape(), {20, 20, 12, 0}, 1 << 20), Error);
  EXPECT_THROW(LatticeVault(small_shape(), {4, 14, 30, 0}, 1 << 20), Error);  // The responses alone.
  EXPECT_THROW(LatticeVault(small_shape(), {4, 4, 0, 0}, 100), Error);
  EXPECT_NO_THROW(LatticeVault(small_shape(), {}, 1'000'000));
}

TEST(LatticeVault, RefusesASecondContributionOfOneUserToATask) {
  LatticeVault vault(small_shape(), kBits, 100);
  const double phi[] = {1, 0};
  vault.add({0, phi});
  EXPECT_THROW(vault.add({0, phi}), Defect);
}

}  // namespace
}  // namespace tacit
