#include "tacit/privacy/accounting/stacked_sensitivity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "tacit/core/rng.h"
#include "tacit/privacy/vault.h"

namespace tacit {
namespace {

constexpr int kDimension = 3, kOutcomes = 2;

// What one user adds to a task, written out from vault.h.
struct User {
  Matrix gram, outcomes;
  Vector response;
};

User user_of(const Vector& phi, double weight, double response, const Vector& psi) {
  return {weight * phi * phi.transpose(), weight * psi * phi.transpose(), weight * response * phi};
}

double distance(const User& a, const User& b, const Precisions& p) {
  return p.gram * (a.gram - b.gram).squaredNorm() + p.response * (a.response - b.response).squaredNorm() +
         p.outcomes * (a.outcomes - b.outcomes).squaredNorm();
}

// Users at and between the extremes of what the vault lets in.
User random_user(const VaultShape& shape, Stream& s) {
  Vector phi(kDimension);
  double weight = 0;
  if (shape.rows) {
    phi = shape.rows->row(static_cast<Index>(s.below(shape.rows->rows())));
    weight = 1 / std::max(phi.norm(), 1e-9);
  } else {
    for (double& x : phi) x = s.uniform() < 0.3 ? 0.0 : shape.non_negative_features ? std::abs(s.normal()) : s.normal();
    if (phi.norm() == 0) phi[0] = 1;
    phi *= (s.uniform() < 0.5 ? 1 : s.uniform()) / phi.norm();
    weight = (s.uniform() < 0.7 ? 1 : s.uniform()) / phi.norm();
  }
  const double u = s.uniform(), response = (u < 0.4 ? 0 : u < 0.8 ? 1 : s.uniform()) - shape.response_centre;
  Vector psi = Vector::Zero(kOutcomes);
  if (s.uniform() < 0.9) psi[static_cast<Index>(s.below(kOutcomes))] = 1;
  return user_of(phi, weight, response, psi);
}

VaultShape shape_of(bool non_negative, double centre) {
  VaultShape shape;
  shape.dimension = kDimension;
  shape.outcomes = kOutcomes;
  shape.outcome_tasks = 1;
  shape.non_negative_features = non_negative;
  shape.response_centre = centre;
  return shape;
}

std::shared_ptr<const Matrix> random_rows(Stream& s) {
  auto rows = std::make_shared<Matrix>(6, kDimension);
  for (Index i = 0; i < rows->rows(); ++i) {
    for (int j = 0; j < kDimension; ++j) (*rows)(i, j) = s.normal();
    rows->row(i) *= (0.2 + 0.8 * s.uniform()) / rows->row(i).norm();
  }
  return rows;
}

Precisions random_precisions(Stream& s) {
  const auto draw = [&] { return s.uniform() < 0.1 ? 0 : std::exp(2 * s.normal()); };
  return {draw(), draw(), draw()};
}

double largest_found(const VaultShape& shape, const Precisions& p, Stream& s, int tries) {
  double found = 0;
  for (int i = 0; i < tries; ++i) found = std::max(found, distance(random_user(shape, s), random_user(shape, s), p));
  return found;
}

TEST(StackedSensitivity, NoPairOfUsersIsFartherApart) {
  Stream s(1, "stacked");
  for (int trial = 0; trial < 60; ++trial) {
    VaultShape shape = shape_of(s.uniform() < 0.5, s.uniform() < 0.5 ? 0.5 : s.uniform());
    if (trial % 3 == 0) shape.rows = random_rows(s), shape.non_negative_features = false;
    const Precisions p = random_precisions(s);
    const double bound = stacked_sensitivity(shape, Adjacency::replace_one, p);
    EXPECT_LE(largest_found(shape, p, s, 4000), bound * (1 + 1e-9)) << trial;
  }
}

TEST(StackedSensitivity, OnRowsSomePairIsAsFarApart) {
  // Six rows, two responses and two outcomes: 4000 tries meet every pair.
  Stream s(2, "stacked");
  for (int trial = 0; trial < 20; ++trial) {
    VaultShape shape = shape_of(false, 0.5);
    shape.rows = random_rows(s);
    const Precisions p = random_precisions(s);
    EXPECT_GE(largest_found(shape, p, s, 4000), stacked_sensitivity(shape, Adjacency::replace_one, p) * (1 - 1e-9));
  }
}

TEST(KnownBad, RowsAreThoseThatTheVaultProjects) {
  // Opposite rows have one Gram matrix; what is left of them without negative entries has two.
  VaultShape shape = shape_of(true, 0.5), seen = shape;
  Matrix rows(2, kDimension), projected(2, kDimension);
  rows << 0.6, -0.8, 0, -0.6, 0.8, 0;
  projected << 0.6, 0, 0, 0, 0.8, 0;
  shape.rows = std::make_shared<const Matrix>(rows);
  seen.rows = std::make_shared<const Matrix>(projected);
  const Precisions p{1, 0, 1};
  EXPECT_EQ(*Vault(shape).shape().rows, projected);
  EXPECT_EQ(stacked_sensitivity(shape, Adjacency::replace_one, p),
            stacked_sensitivity(seen, Adjacency::replace_one, p));
  Stream s(6, "stacked");
  EXPECT_NEAR(largest_found(seen, p, s, 4000) / stacked_sensitivity(shape, Adjacency::replace_one, p), 1, 1e-9);
}

TEST(KnownBad, ProjectedRowsAreNotCalibratedOnTheirNegativeEntries) {
  // Some of 200 pairs of rows are farther apart when projected than before: none may exceed the bound.
  Stream s(7, "stacked");
  double worst = 0;
  for (int trial = 0; trial < 200; ++trial) {
    VaultShape shape = shape_of(true, 0.5), seen = shape;
    shape.rows = random_rows(s);
    seen.rows = shape.projected_rows();
    const Precisions p = random_precisions(s);
    const double bound = stacked_sensitivity(shape, Adjacency::replace_one, p);
    worst = std::max(worst, largest_found(seen, p, s, 400) / bound);
  }
  EXPECT_LE(worst, 1 + 1e-9);
}

TEST(StackedSensitivity, OfAnyFeaturesIsReached) {
  // The search along the cosine that the proof leaves, on a fine grid.
  Stream s(3, "stacked");
  for (int trial = 0; trial < 40; ++trial) {
    const bool non_negative = trial % 2 == 0;
    const Precisions p = random_precisions(s);
    double found = 0;
    for (double a = non_negative ? 0 : -1; a <= 1; a += 1e-3) {
      Vector x = Vector::Unit(kDimension, 0), z = a * x + std::sqrt(std::max(0.0, 1 - a * a)) * Vector::Unit(3, 1);
      const Vector same = Vector::Unit(kOutcomes, 0), other = Vector::Unit(kOutcomes, 1);
      for (const double length : {1.0, 1e-6})
        for (const double response : {0.5, -0.5})
          for (const Vector& psi : {same, other})
            found =
                std::max(found, distance(user_of(x, 1, 0.5, same), user_of(length * z, 1 / length, response, psi), p));
    }
    const double bound = stacked_sensitivity(shape_of(non_negative, 0.5), Adjacency::replace_one, p);
    EXPECT_NEAR(found / bound, 1, 2e-3) << trial;  // Second order in the step of the grid.
  }
}

TEST(StackedSensitivity, IsAtMostThatOfThePartsByThemselves) {
  Stream s(4, "stacked");
  for (int trial = 0; trial < 50; ++trial) {
    const Precisions p = random_precisions(s);
    const VaultShape shape = shape_of(false, 0.5);
    EXPECT_LE(stacked_sensitivity(shape, Adjacency::replace_one, p),
              (2 * p.gram + p.response + 4 * p.outcomes) * (1 + 1e-12));
  }
}

TEST(StackedSensitivity, OfOneUserAloneIsTheSumOfLengths) {
  EXPECT_DOUBLE_EQ(stacked_sensitivity(shape_of(false, 0.5), Adjacency::add_remove, {1, 2, 3}), 1 + 2 * 0.25 + 3);
}

TEST(KnownBad, TheSumOverPairsWithoutTheWorstOneIsTooSmall) {
  // Leaving out opposite features, as if cosines were never negative, is caught by the search.
  Stream s(5, "stacked");
  const Precisions p{0.1, 0.1, 10};
  const double wrong = stacked_sensitivity(shape_of(true, 0.5), Adjacency::replace_one, p);
  EXPECT_GT(largest_found(shape_of(false, 0.5), p, s, 4000), 1.2 * wrong);
}

}  // namespace
}  // namespace tacit
