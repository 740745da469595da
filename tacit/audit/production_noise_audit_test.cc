// The noise attack on the door for deployments itself: integers from the operating system's randomness, compared with
// the deviations that the door declares. The door has no witness, so nobody's data are behind it: without data, what it
// publishes is its noise. With the strategy `blocks` every release adds a block with noise of its own: the differences
// of consecutive releases are as many runs.
//
// Production noise has no seed. The tests are made at a confidence that an honest door misses once in 10^9 runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tacit/audit/noise_tests.h"
#include "tacit/privacy/release/release_catalog.h"
#include "tacit/privacy/sums.h"

namespace tacit {
namespace {

constexpr double kUnseeded = 1 - 1e-9;
constexpr int kTasks = 2, kDimension = 2, kRuns = 2000;
constexpr Index kOutcomes = 2;

VaultShape shape() {
  VaultShape shape;
  shape.tasks = shape.outcome_tasks = kTasks;
  shape.dimension = kDimension;
  shape.outcomes = kOutcomes;
  return shape;
}

Promise promise() { return {Epsilon(2), Delta(1e-6), Theorem::zcdp_tight, NoiseSource::production}; }

// What is on the billboard for one task, coordinate by coordinate; how far a user with features (1, 0), response 1 and
// outcome 0 moves it in the place of one with (0, 1), 0 and 1; and the noise that is declared for one block.
struct Read {
  std::vector<double> values, shifts, deviations;
  void add(double value, double shift, double deviation) {
    values.push_back(value), shifts.push_back(shift), deviations.push_back(deviation);
  }
};

Read read(const Sums& sums) {
  const Billboard& board = sums.billboard();
  Read all;
  for (int task = 0; task < kTasks; ++task) {
    const BillboardNoise noise = sums.predicted(task, 0);
    const auto sign = [](Index i) { return i == 0 ? 1.0 : -1.0; };
    for (int i = 0; i < kDimension; ++i)
      for (int j = i; j < kDimension; ++j)
        all.add(board.gram(task)(i, j), i == j ? sign(i) : 0, i == j ? std::sqrt(2.0) * noise.gram : noise.gram);
    for (int i = 0; i < kDimension; ++i) all.add(board.response(task)[i], 0.5, noise.response);
    for (Index o = 0; o < kOutcomes; ++o)
      for (int i = 0; i < kDimension; ++i) all.add(board.outcomes(task)(o, i), o == i ? sign(i) : 0, noise.outcomes);
  }
  return all;
}

template <typename Change>
NoiseTests tested(const Change& change) {
  Sums sums(shape(), promise(), {make_strategy("blocks", kRuns), std::vector<Split>(kTasks, {0.2, 0.1, 0.2}), 1, kRuns},
            Noise::production, 0);
  Read before = read(sums);
  std::vector<NoiseCoordinate> coordinates;
  for (std::size_t i = 0; i < before.values.size(); ++i)
    coordinates.push_back({"sums", before.values.size(), 0, {{i, 1.0}}, before.shifts[i] / before.deviations[i]});
  NoiseSample sample(coordinates);
  for (int r = 0; r < kRuns; ++r) {
    sums.end_user();
    sums.release();
    const Read after = read(sums);
    Vector x(static_cast<Index>(after.values.size()));
    for (std::size_t i = 0; i < after.values.size(); ++i)
      x[static_cast<Index>(i)] = (after.values[i] - before.values[i]) / after.deviations[i];
    before = after;
    change(x);
    sample.add({x});
  }
  return test_noise(sample, promise().mu().value(), kUnseeded);
}

TEST(ProductionNoiseAudit, FindsTheDoorAsDeclared) {
  const NoiseTests tests = tested([](Vector&) {});
  EXPECT_THAT(tests.reasons, testing::IsEmpty());
  EXPECT_THAT(tests.notes, testing::IsEmpty());
  EXPECT_EQ(tests.coordinates, kTasks * 9);
  EXPECT_GT(*tests.mu_lower, 0.3 * promise().mu().value());
}

TEST(ProductionNoiseAudit, WouldFindLessNoiseAndSharedNoise) {
  EXPECT_FALSE(tested([](Vector& x) { x *= 0.9; }).reasons.empty());
  EXPECT_FALSE(tested([](Vector& x) { x[10] = x[0]; }).reasons.empty());
}

}  // namespace
}  // namespace tacit
