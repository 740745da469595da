// The noise that a door puts on what it publishes, measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/dense.h"
#include "tests/door.h"
#include "tests/statistics.h"

namespace tacit {
namespace {

using trial::kDimension;
using trial::kReleases;
using trial::kStrategies;
using trial::options_of;
using trial::outcomes;
using trial::Private;
using trial::shape_of;
using trial::standard_errors;
using trial::Watcher;

// Noise measured on many tasks at once, each with its own, in standard errors from what is predicted.
struct NoiseErrors {
  double gram = 0, gram_diagonal = 0, response = 0, outcomes = 0, differences = 0;
  double worst() const { return std::max({gram, gram_diagonal, response, outcomes}); }
};

// `scale` multiplies what is predicted; `meddle` corrupts what the door publishes.
NoiseErrors noise_errors(const std::string& strategy, double scale = 1, decltype(Watcher::meddle) meddle = {}) {
  constexpr int kTasks = 3000;
  Watcher watcher;
  watcher.meddle = std::move(meddle);
  Private run(shape_of(kTasks), options_of(strategy, kTasks), &watcher);
  const Strategy plan = make_strategy(strategy, kReleases);
  const Matrix decoder = trial::dense_decoder(plan);
  std::vector<Vector> before(kTasks, Vector::Zero(kDimension));
  NoiseErrors errors;
  for (Index t = 0; t < kReleases; ++t) {
    run.users(3);
    run.door.release();
    const BillboardNoise predicted = run.door.predicted(7, t);
    double off = 0, diagonal = 0, response = 0, outcome = 0, difference = 0;
    for (int task = 0; task < kTasks; ++task) {
      const Matrix& gram = run.board.gram(task);
      off += gram(0, 1) * gram(0, 1) / kTasks;
      diagonal += gram.diagonal().squaredNorm() / (2 * kTasks);
      response += run.board.response(task).squaredNorm() / (2 * kTasks);
      outcome += outcomes(run.board, task).squaredNorm() / (4 * kTasks);
      difference += (run.board.response(task) - before[task]).squaredNorm() / (2 * kTasks);
      before[task] = run.board.response(task);
    }
    const auto apart = [&](double measured, double deviation, double draws) {
      const double variance = std::pow(scale * deviation, 2);
      return standard_errors(measured, variance, variance * std::sqrt(2.0), draws);
    };
    errors.gram = std::max(errors.gram, apart(off, predicted.gram, kTasks));
    errors.gram_diagonal = std::max(errors.gram_diagonal, apart(diagonal, std::sqrt(2.0) * predicted.gram, 2 * kTasks));
    errors.response = std::max(errors.response, apart(response, predicted.response, 2 * kTasks));
    errors.outcomes = std::max(errors.outcomes, apart(outcome, predicted.outcomes, 4 * kTasks));
    if (t > 0) {
      const double of_difference =
          predicted.response / plan.prefix_std[t] * plan.unit_noise * (decoder.row(t) - decoder.row(t - 1)).norm();
      errors.differences = std::max(errors.differences, apart(difference, of_difference, 2 * kTasks));
    }
  }
  return errors;
}

TEST(PrivateDoor, HasThePredictedNoiseOnEachStatistic) {
  for (const std::string& strategy : kStrategies) {
    const NoiseErrors errors = noise_errors(strategy);
    EXPECT_LT(errors.gram, 5) << strategy;
    EXPECT_LT(errors.gram_diagonal, 5) << strategy;
    EXPECT_LT(errors.response, 5) << strategy;
    EXPECT_LT(errors.outcomes, 5) << strategy;
    EXPECT_LT(errors.differences, 5) << strategy;
  }
}

TEST(KnownBad, NoiseThatIsTooSmallFailsTheNoiseTest) {
  for (const double factor : {0.7, 0.8, 0.9})
    for (const std::string& strategy : kStrategies) {
      const NoiseErrors errors = noise_errors(strategy, 1, [&](Index, std::span<double> published) {
        for (double& value : published) value *= factor;  // The data are zero: this is the noise.
      });
      EXPECT_GT(std::min({errors.gram, errors.gram_diagonal, errors.response, errors.outcomes}), 5) << strategy;
    }
}

TEST(KnownBad, AReusedDrawFailsTheNoiseTest) {
  std::vector<double> first;
  const NoiseErrors errors = noise_errors("fresh", 1, [&](Index t, std::span<double> published) {
    if (t == 0) first.assign(published.begin(), published.end());
    std::copy(first.begin(), first.end(), published.begin());
  });
  EXPECT_LT(errors.worst(), 5);  // Each release by itself looks right.
  EXPECT_GT(errors.differences, 5);
}

TEST(KnownBad, AGramMatrixWithOneVarianceFailsTheNoiseTest) {
  // Noise of the off-diagonal's variance on the diagonal: what a vector layout would have drawn.
  const NoiseErrors errors = noise_errors("blocks", 1, [](Index, std::span<double> published) {
    for (std::size_t at = 0; at < published.size(); at += 3 + 2 + 4)
      for (const std::size_t i : {0, 2}) published[at + i] /= std::sqrt(2.0);
  });
  EXPECT_LT(errors.gram, 5);
  EXPECT_GT(errors.gram_diagonal, 5);
}

TEST(PrivateDoor, GivesEachPartTheNoiseOfItsShare) {
  DoorOptions options = options_of("blocks", 2);
  options.splits = {{0.4, 0.1, 0.2}, {0.1, 0.1, 0.1}};
  const Private run(shape_of(2), options);
  // All are lowered alike by what they cost together (stacked_sensitivity.h); door_charges_test.cc says by how much.
  const double unit = run.door.predicted(0, 0).gram * std::sqrt(0.4);
  EXPECT_NEAR(run.door.predicted(0, 0).response, unit / std::sqrt(0.1), 1e-12);
  EXPECT_NEAR(run.door.predicted(0, 0).outcomes, 2 * unit / std::sqrt(0.2), 1e-12);
  EXPECT_NEAR(run.door.predicted(1, 3).gram, 2 * unit / std::sqrt(0.1), 1e-12);  // Four blocks.
}

}  // namespace
}  // namespace tacit
