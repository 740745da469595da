#include "tacit/privacy/lattice_vault.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tacit/core/error.h"
#include "tacit/privacy/lattice_door.h"
#include "tests/sums.h"

namespace tacit {
namespace {

using namespace trial;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
constexpr LatticeBits kBits{4, 4, 4, 4};
constexpr int kMostBlocks = 400;

// A watched door: what it is about to release, without noise, is the sum of the integers.
struct Open : Witness {
  Open(const VaultShape& shape, const LatticeBits& bits)
      : noise(1),
        vault(shape, bits, 100'000),
        ledger(zcdp()),
        door(vault, board, ledger, {make_strategy("blocks", kMostBlocks), {{0.5, 0.2, 0.3}}, 1, 0}, noise, this) {}

  void contributed(std::int64_t, const Contribution&, const VaultShape&) override {}
  void touching(std::int64_t, std::int64_t, std::int64_t, double) override {}
  void charged(const Charge&) override {}
  void expecting(std::span<const double> without_noise, std::span<const double>) override {
    sums.assign(without_noise.begin(), without_noise.end());
  }
  void releasing(std::int64_t, std::int64_t, std::int64_t, std::span<const double> exact, double,
                 std::span<double>) override {
    normalised.emplace_back(ConstVectorView(exact.data(), static_cast<Index>(exact.size())));
  }
  void user(const Contribution& c) {
    vault.add(c);
    vault.end_user();
    door.release();
  }

  RehearsalNoise noise;
  LatticeVault vault;
  Billboard board;
  Ledger ledger;
  LatticeDoor<RehearsalNoise> door;
  std::vector<double> sums;        ///< So far, in the reals.
  std::vector<Vector> normalised;  ///< Per release, in units in which a user's whole contribution has length 1.
};

TEST(LatticeVault, RoundsFirstAndMultipliesAsIntegers) {
  Open open(shape_of(1), kBits);
  const double phi[] = {0.6, -0.7};
  open.user({0, phi, 0.25, 0.75, 1});
  // g = round(16 (0.3, -0.35)), m = round(16 (0.15, -0.175)), r = 2^14 steps of 2^-16.
  EXPECT_THAT(open.sums, testing::ElementsAre(25 / 256.0, -30 / 256.0, 36 / 256.0, 2 / 64.0, -3 / 64.0, 0, 0, 2 / 16.0,
                                              -3 / 16.0));
}

TEST(LatticeVault, HasWeightsAboveOneForShortRows) {
  VaultShape shape = shape_of(1);
  Matrix rows(1, 2);
  rows << 0.15, 0.2;  // A quarter long.
  shape.rows = std::make_shared<const Matrix>(rows);
  Open open(shape, {10, 10, 10});
  Contribution c;
  c.row = 0, c.response = 1;
  open.user(c);
  const double e = 0x1p-10;
  const double expected[] = {0.09, 0.12, 0.16, 0.3, 0.4, 0.6, 0.8, 0, 0};  // phi phi'/|phi|, phi/(2|phi|), phi/|phi|.
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(open.sums[i], expected[i], 2 * e) << i;
  const double phi[] = {0.15, 0.2};
  Open explicit_features(shape_of(1), {10, 10, 10});
  explicit_features.user({0, phi, 4, 1, 0});
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(explicit_features.sums[i], expected[i], 2 * e) << i;
}

TEST(LatticeVault, DiffersFromTheVaultByRoundingAlone) {
  for (const bool mixed : {false, true}) {
    VaultShape shape = shape_of(1);
    shape.mixed = mixed;
    Open open(shape, {12, 12, 12, 12});
    Sums exact(shape);
    Stream stream(2, "people");
    for (int i = 1; i <= 100; ++i) {
      const double phi[] = {stream.normal(), stream.normal()}, psi[] = {stream.uniform(), stream.uniform()};
      const Contribution c{0, phi, 3 * stream.uniform(), stream.uniform(), i % 2, psi};
      open.user(c);
      exact.add(c), exact.end_user();
    }
    exact.release();
    const Billboard& board = exact.billboard();
    const double each = 100 * 4 * 0x1p-12;
    EXPECT_NEAR(open.sums[1], board.gram(0)(0, 1), each);
    EXPECT_NEAR(open.sums[3], board.response(0)[0], each);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(open.sums[5 + i], board.outcomes(0)(i / 2, i % 2), each);
    EXPECT_NE(open.sums[1], board.gram(0)(0, 1));
  }
}

// Everybody that there can be, as one wants to be far apart: of few rows, or of any features.
std::vector<Vector> everybody(const VaultShape& shape, const LatticeBits& bits) {
  Open open(shape, bits);
  static const double directions[][2] = {{1, 0},      {-1, 0},    {0, 1},        {0.6, 0.8},   {-0.6, 0.8},
                                         {0.7, 0.71}, {0.7, 0.1}, {-0.7, -0.71}, {0.7, -0.71}, {0.01, -0.01}};
  const Index count = shape.rows ? shape.rows->rows() : 10;
  for (Index i = 0; i < count; ++i)
    for (const double response : {0.0, 1.0, 0.3})
      for (const Index outcome : {0, 1, 7}) open.user({0, directions[i], 100, response, outcome, nullptr, i});
  return open.normalised;
}

double farthest(const std::vector<Vector>& users) {
  double most = 0;
  for (const Vector& a : users)
    for (const Vector& b : users) most = std::max(most, (a - b).norm());
  return most;
}

TEST(LatticeVault, KeepsNeighboursWithinTheCalibratedSensitivity) {
  for (const bool rows : {false, true})
    for (const bool non_negative : {false, true})
      for (const int b : {2, 3, 5, 9, 16}) {
        VaultShape shape = shape_of(1);
        if (rows) shape.rows = shape_with_rows().rows;
        shape.non_negative_features = non_negative;
        EXPECT_LE(farthest(everybody(shape, {b, b, b})), 1 + 1e-12) << rows << b;
      }
  EXPECT_GT(farthest(everybody(shape_of(1), {16, 16, 16})), 0.97);  // And the bound is not slack.
}

TEST(KnownBad, ACalibrationThatForgetsRoundingIsExceeded) {
  const LatticeBits few{2, 2, 2};
  VaultShape shape = shape_of(1);
  const std::vector<Split> splits = {{0.5, 0.2, 0.3}};
  const double forgot = calibrate(shape, Adjacency::replace_one, splits).segments[0].deviation,
               paid = calibrate(shape, Adjacency::replace_one, splits, few).segments[0].deviation;
  EXPECT_GT(farthest(everybody(shape, few)) * paid / forgot, 1.01);
}

TEST(LatticeVault, NeverThrowsOnValues) {
  const std::vector<double> wild = {0, 1, -1, 0.3, -0.7, 2, -1e9, 1e308, 1e-308, kNaN, kInfinity, -kInfinity};
  Stream stream(1, "wild");
  const auto pick = [&] { return wild[stream.below(wild.size())]; };
  for (const bool mixed : {false, true}) {
    VaultShape shape = shape_of(1);
    shape.mixed = mixed;
    Open open(shape, {12, 12, 12, 12});
    for (int i = 0; i < 300; ++i) {
      const double phi[] = {pick(), pick()}, psi[] = {pick(), pick()};
      const Contribution c{0, phi, pick(), pick(), static_cast<Index>(stream.below(9)) - 3, psi};
      EXPECT_NO_THROW(open.user(c));
      EXPECT_LE(open.normalised.back().norm(), 1);
    }
  }
}

TEST(LatticeVault, AddsCrowdsAsTheirUsersOneByOne) {
  VaultShape shape = shape_with_rows();
  Sums one_by_one(shape, zcdp(), sums_options("tree", 2), Noise::lattice, 3);
  Sums together(shape, zcdp(), sums_options("tree", 2), Noise::lattice, 3);
  const double responses[] = {0.123456, 1, 0, 0.5, 0.999999};
  BoundedSum sum;
  for (int i = 0; i < 5; ++i) {
    sum.add(responses[i]);
    for (int task = 0; task < 2; ++task) {
      Contribution c;
      c.task = task, c.row = 2 + task, c.response = responses[i], c.outcome = i % 2;
      one_by_one.add(c);
    }
    one_by_one.end_user();
  }
  const std::vector<std::int64_t> outcomes = {3, 2};
  for (int task = 0; task < 2; ++task) {
    Crowd crowd;
    crowd.task = task, crowd.row = 2 + task, crowd.users = 5, crowd.responses = sum, crowd.outcomes = outcomes;
    together.add_crowd(crowd);
  }
  together.end_users(5);
  EXPECT_EQ(one_by_one.release(), together.release());
}

TEST(LatticeVault, RefusesMoreUsersThanDeclared) {
  LatticeVault vault(shape_of(1), kBits, 2);
  vault.end_user(), vault.end_user();
  EXPECT_THROW(vault.end_user(), Error);
}

TEST(LatticeVault, RefusesRecords) {
  VaultShape shape = shape_of(1);
  shape.outcomes = 0;
  shape.record_size = 2;
  EXPECT_THROW(LatticeVault(shape, kBits, 100), Error);
}

TEST(LatticeVault, RefusesASecondContributionOfOneUserToATask) {
  LatticeVault vault(shape_of(1), kBits, 100);
  const double phi[] = {1, 0};
  vault.add({0, phi});
  EXPECT_THROW(vault.add({0, phi}), Defect);
}

}  // namespace
}  // namespace tacit
