#include "tacit/agents/block/stage_pool.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr Index kDimension = 3;
const Matrix kUnits = Matrix::Identity(kDimension, kDimension);

// n observations of weights w with unit noise.
LinearEvidence evidence_of(const Vector& w, int n, Stream& s) {
  LinearEvidence evidence{Matrix::Zero(kDimension, kDimension), Vector::Zero(kDimension)};
  for (int i = 0; i < n; ++i) {
    Vector x(kDimension);
    for (double& entry : x) entry = s.normal();
    evidence.precision += x * x.transpose();
    evidence.information += x * (x.dot(w) + s.normal());
  }
  return evidence;
}

Vector random_weights(Stream& s) {
  Vector w(kDimension);
  for (double& entry : w) entry = s.normal();
  return w;
}

// The same posterior from the joint law of common and all own parts, written out.
Posterior written_out(const std::vector<LinearEvidence>& stages, std::size_t wanted, double kappa) {
  const Index d = kDimension, n = static_cast<Index>(stages.size());
  Matrix precision = Matrix::Zero((n + 1) * d, (n + 1) * d);
  Vector information = Vector::Zero((n + 1) * d);
  precision.topLeftCorner(d, d) = Matrix::Identity(d, d) / (1 - kappa);
  for (Index j = 0; j < n; ++j) {
    const Matrix& seen = stages[j].precision;
    const Index at = (j + 1) * d;
    precision.block(at, at, d, d) = Matrix::Identity(d, d) / kappa + seen;
    precision.block(0, at, d, d) = seen;
    precision.block(at, 0, d, d) = seen;
    precision.topLeftCorner(d, d) += seen;
    information.segment(at, d) = stages[j].information;
    information.head(d) += stages[j].information;
  }
  const Matrix covariance = precision.inverse();
  const Vector mean = covariance * information;
  const Index at = (static_cast<Index>(wanted) + 1) * d;
  Posterior result{mean.head(d) + mean.segment(at, d), {}};
  result.covariance = covariance.topLeftCorner(d, d) + covariance.block(at, at, d, d) + covariance.block(0, at, d, d) +
                      covariance.block(at, 0, d, d);
  return result;
}

TEST(StagePool, AloneIsRidgeRegression) {
  Stream s(1, "pool");
  const LinearEvidence seen = evidence_of(random_weights(s), 5, s);
  const Posterior posterior = StagePool({seen}, kUnits, true).posterior(0);
  const Matrix precision = seen.precision + Matrix::Identity(kDimension, kDimension);
  EXPECT_LT((precision * posterior.mean - seen.information).norm(), 1e-9);
  EXPECT_LT((precision * posterior.covariance - Matrix::Identity(kDimension, kDimension)).norm(), 1e-9);
}

// With w ~ N(0, C0): det(I + L C0)^-1/2 exp(b' (C0^-1 + L)^-1 b / 2).
TEST(StagePool, SaysHowLikelyWhatWasSeenIs) {
  Stream s(1, "pool");
  const LinearEvidence seen = evidence_of(random_weights(s), 5, s);
  for (const double deviation : {0.1, 1.0, 10.0}) {
    const Matrix prior = deviation * deviation * kUnits;
    const Matrix covariance = (prior.inverse() + seen.precision).inverse();
    const double expected = -0.5 * std::log((kUnits + seen.precision * prior).determinant()) +
                            0.5 * (seen.information.transpose() * covariance * seen.information)(0);
    for (const bool pooled : {true, false})
      EXPECT_NEAR(StagePool({seen}, deviation * kUnits, pooled).likelihood(), expected, 1e-9);
  }
}

TEST(StagePool, FindsItLikelierThatAlikeStagesAreAlike) {
  Stream s(1, "pool");
  const Vector w = random_weights(s), other = random_weights(s);
  const LinearEvidence a = evidence_of(w, 50, s), b = evidence_of(w, 50, s), c = evidence_of(other, 50, s);
  const auto gained = [](const LinearEvidence& x, const LinearEvidence& y) {
    return StagePool({x, y}, kUnits, true).likelihood() - StagePool({x, y}, kUnits, false).likelihood();
  };
  EXPECT_GT(gained(a, b), 1);
  EXPECT_NEAR(gained(a, c), 0, 1e-9);
}

TEST(StagePool, OfStagesThatAreAlikeIsTheJointPosterior) {
  // One model for all: the smallest kappa is the likeliest, and nobody leaves.
  Stream s(2, "pool");
  const Vector common = random_weights(s);
  std::vector<LinearEvidence> stages;
  for (int j = 0; j < 8; ++j) stages.push_back(evidence_of(common, 20, s));
  for (std::size_t h = 0; h < stages.size(); ++h) {
    const Posterior posterior = StagePool(stages, kUnits, true).posterior(h), expected = written_out(stages, h, 0.0001);
    EXPECT_LT((posterior.mean - expected.mean).norm(), 1e-8);
    EXPECT_LT((posterior.covariance - expected.covariance).norm(), 1e-8);
  }
}

TEST(StagePool, OfStagesThatAreHalfAlikeIsTheJointPosteriorWithTheLargestKappa) {
  Stream s(10, "pool");
  const Vector common = 3 * random_weights(s);
  std::vector<LinearEvidence> stages;
  for (int j = 0; j < 8; ++j) stages.push_back(evidence_of(common + 0.5 * random_weights(s), 50, s));
  for (std::size_t h = 0; h < stages.size(); ++h) {
    const Posterior posterior = StagePool(stages, kUnits, true).posterior(h), expected = written_out(stages, h, 0.3);
    EXPECT_LT((posterior.mean - expected.mean).norm(), 1e-8);
    EXPECT_LT((posterior.covariance - expected.covariance).norm(), 1e-8);
  }
}

TEST(StagePool, StagesThatAreAlikeLearnFromEachOther) {
  Stream s(3, "pool");
  double pooled = 0, apart = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Vector common = random_weights(s);
    std::vector<LinearEvidence> stages;
    for (int j = 0; j < 10; ++j) stages.push_back(evidence_of(common, 4, s));
    pooled += (StagePool(stages, kUnits, true).posterior(0).mean - common).squaredNorm();
    apart += (StagePool(stages, kUnits, false).posterior(0).mean - common).squaredNorm();
  }
  EXPECT_LT(pooled, 0.4 * apart);
}

TEST(StagePool, StagesThatHaveNothingInCommonAreLeftAlone) {
  Stream s(4, "pool");
  std::vector<LinearEvidence> stages;
  for (int j = 0; j < 8; ++j) stages.push_back(evidence_of(random_weights(s), 200, s));
  // Two may be near each other by chance; what that changes is small beside the error that is left, (3/200)^1/2.
  for (std::size_t h = 0; h < stages.size(); ++h)
    EXPECT_LT(
        (StagePool(stages, kUnits, true).posterior(h).mean - StagePool(stages, kUnits, false).posterior(h).mean).norm(),
        0.04);
}

TEST(StagePool, AStrangerTellsTheOthersNothing) {
  Stream s(5, "pool");
  const Vector common = random_weights(s);
  std::vector<LinearEvidence> stages;
  for (int j = 0; j < 8; ++j) stages.push_back(evidence_of(common, 10, s));
  stages.push_back(evidence_of(-3 * common, 50, s));
  const std::vector<LinearEvidence> others(stages.begin(), stages.end() - 1);
  EXPECT_LT(
      (StagePool(stages, kUnits, true).posterior(0).mean - StagePool(others, kUnits, true).posterior(0).mean).norm(),
      1e-6);
  // What it saw itself counts far more than what they say.
  const double from_alone =
      (StagePool(stages, kUnits, true).posterior(8).mean - StagePool(stages, kUnits, false).posterior(8).mean).norm();
  EXPECT_LT(from_alone, 0.1 * (4 * common).norm());
}

TEST(StagePool, AStrangerKnowsFromTheOthersWhatItNeverSaw) {
  // It differs in one direction and saw nothing of another.
  Stream s(8, "pool");
  const Vector common = random_weights(s);
  std::vector<LinearEvidence> stages;
  for (int j = 0; j < 8; ++j) stages.push_back(evidence_of(common, 50, s));
  LinearEvidence stranger{Matrix::Zero(kDimension, kDimension), Vector::Zero(kDimension)};
  stranger.precision(0, 0) = 400;
  stranger.information(0, 0) = 400 * (common[0] + 2);
  stages.push_back(stranger);
  const Posterior posterior = StagePool(stages, kUnits, true).posterior(8);
  EXPECT_NEAR(posterior.mean(0, 0), common[0] + 2, 0.2);
  EXPECT_NEAR(posterior.mean(1, 0), common[1], 0.2);
  EXPECT_LT(posterior.covariance(1, 1), 0.35);  // By itself: 1.
}

TEST(StagePool, TwoKindsOfStagesAreToldApart) {
  // Two of seven are of another kind, as weekends are: each stage knows what those of its kind know together.
  Stream s(7, "pool");
  const Vector weekday = random_weights(s), weekend = random_weights(s);
  std::vector<LinearEvidence> stages, weekdays, weekends;
  for (int j = 0; j < 14; ++j) {
    const bool other = j % 7 >= 5;
    stages.push_back(evidence_of(other ? weekend : weekday, 20, s));
    (other ? weekends : weekdays).push_back(stages.back());
  }
  const StagePool all(stages, kUnits, true), of_weekdays(weekdays, kUnits, true), of_weekends(weekends, kUnits, true);
  EXPECT_LT((all.posterior(0).mean - of_weekdays.posterior(0).mean).norm(), 1e-9);
  EXPECT_LT((all.posterior(5).mean - of_weekends.posterior(0).mean).norm(), 1e-9);
  EXPECT_LT((all.posterior(13).covariance - of_weekends.posterior(3).covariance).norm(), 1e-9);
}

TEST(StagePool, WithoutEvidenceAllIsAsBefore) {
  const LinearEvidence nothing{Matrix::Zero(kDimension, kDimension), Vector::Zero(kDimension)};
  const Posterior posterior = StagePool({nothing, nothing, nothing}, kUnits, true).posterior(1);
  EXPECT_LT(posterior.mean.norm(), 1e-12);
  EXPECT_LT((posterior.covariance - Matrix::Identity(kDimension, kDimension)).norm(), 1e-9);
}

TEST(StagePool, UnitsAreThoseOfThePrior) {
  // What has deviation 2 before data is what has deviation 1, twice as large.
  Stream s(9, "pool");
  std::vector<LinearEvidence> stages, halved;
  const Vector w = random_weights(s);
  for (int j = 0; j < 5; ++j) {
    halved.push_back(evidence_of(w, 20, s));
    stages.push_back({halved.back().precision / 4, halved.back().information / 2});
  }
  const Posterior large = StagePool(stages, 2 * kUnits, true).posterior(1);
  const Posterior small = StagePool(halved, kUnits, true).posterior(1);
  EXPECT_LT((large.mean - 2 * small.mean).norm(), 1e-9);
  EXPECT_LT((large.covariance - 4 * small.covariance).norm(), 1e-9);
}

TEST(StagePool, SeveralTargetsShareAPrecision) {
  Stream s(6, "pool");
  std::vector<LinearEvidence> both, first;
  const Vector w = random_weights(s);
  for (int j = 0; j < 5; ++j) {
    LinearEvidence one = evidence_of(w, 20, s);
    first.push_back(one);
    Eigen::MatrixXd twice(kDimension, 2);
    twice << one.information, one.information;
    both.push_back({one.precision, twice});
  }
  const Posterior two = StagePool(both, kUnits, true).posterior(2), one = StagePool(first, kUnits, true).posterior(2);
  EXPECT_LT((two.mean.col(0) - one.mean).norm(), 1e-9);
  EXPECT_LT((two.mean.col(1) - one.mean).norm(), 1e-9);
}

// The same evidence among so many coordinates, of which no other was ever seen.
LinearEvidence among_many(const LinearEvidence& few) {
  LinearEvidence many{Matrix::Zero(kManyCoordinates, kManyCoordinates),
                      Eigen::MatrixXd::Zero(kManyCoordinates, few.information.cols())};
  many.precision.topLeftCorner(kDimension, kDimension) = few.precision;
  many.information.topRows(kDimension) = few.information;
  return many;
}

TEST(StagePool, LearnsTheSameAmongManyCoordinates) {
  Stream s(7, "pool");
  const Vector w = random_weights(s), other = random_weights(s);
  const std::vector<LinearEvidence> few = {evidence_of(w, 50, s), evidence_of(w, 40, s), evidence_of(other, 30, s)};
  std::vector<LinearEvidence> many;
  many.reserve(few.size());
  for (const LinearEvidence& one : few) many.push_back(among_many(one));
  for (const bool pooled : {true, false}) {
    const StagePool expected(few, kUnits, pooled);
    const StagePool pool(many, Matrix::Identity(kManyCoordinates, kManyCoordinates), pooled);
    EXPECT_NEAR(pool.likelihood(), expected.likelihood(), 1e-9);
    for (std::size_t stage = 0; stage < few.size(); ++stage) {
      const Posterior here = pool.posterior(stage), there = expected.posterior(stage);
      EXPECT_LT((here.mean.topRows(kDimension) - there.mean).norm(), 1e-9);
      EXPECT_LT((here.covariance.topLeftCorner(kDimension, kDimension) - there.covariance).norm(), 1e-9);
    }
  }
  EXPECT_GT(StagePool(many, Matrix::Identity(kManyCoordinates, kManyCoordinates), true).likelihood(),
            StagePool(many, Matrix::Identity(kManyCoordinates, kManyCoordinates), false).likelihood() + 1);
}

}  // namespace
}  // namespace tacit
