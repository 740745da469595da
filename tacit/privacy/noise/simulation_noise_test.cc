#include "tacit/privacy/noise/simulation_noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "tacit/core/error.h"
#include "tests/statistics.h"

namespace tacit {
namespace {

using trial::chi_square_p;
using trial::kRefuse;
using trial::standard_errors;

std::vector<double> normals(std::size_t n, std::string_view purpose, double scale = 1) {
  SimulationNoise noise(11, purpose);
  std::vector<double> x(n);
  noise.fill(x);
  for (double& v : x) v *= scale;
  return x;
}

double cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

// Cells of width 1/16 to 5 sigma on either side, and the two tails: fine enough to see a layer of the ziggurat
// misplaced.
double shape_p(const std::vector<double>& x) {
  constexpr int kCells = 162;
  std::vector<double> counts(kCells), p(kCells);
  for (const double v : x) ++counts[static_cast<std::size_t>(std::clamp(std::floor(v * 16) + 81, 0.0, kCells - 1.0))];
  for (int i = 0; i < kCells; ++i)
    p[i] = (i == kCells - 1 ? 1 : cdf((i - 80) / 16.0)) - (i == 0 ? 0 : cdf((i - 81) / 16.0));
  return chi_square_p(counts, p);
}

TEST(SimulationNoise, HasTheShapeOfANormal) { EXPECT_GT(shape_p(normals(10'000'000, "shape")), kRefuse); }

TEST(SimulationNoise, ShapeTestRefusesAScaleOffByHalfAPercent) {
  EXPECT_LT(shape_p(normals(10'000'000, "shape", 0.995)), kRefuse);
}

TEST(SimulationNoise, HasMeanZeroAndVarianceOne) {
  const auto x = normals(10'000'000, "moments");
  double sum = 0, squares = 0, fourth = 0, neighbours = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += x[i], squares += x[i] * x[i], fourth += std::pow(x[i], 4);
    if (i > 0) neighbours += x[i] * x[i - 1];
  }
  const double n = static_cast<double>(x.size());
  EXPECT_LT(standard_errors(sum / n, 0, 1, n), 5);
  EXPECT_LT(standard_errors(squares / n, 1, std::sqrt(2.0), n), 5);
  EXPECT_LT(standard_errors(fourth / n, 3, std::sqrt(96.0), n), 5);
  EXPECT_LT(standard_errors(neighbours / n, 0, 1, n), 5);
  EXPECT_GT(standard_errors(0.995 * squares / n, 1, std::sqrt(2.0), n),
            5);  // A variance off by half a percent is seen.
}

// How many of n draws lie beyond `sigmas`, in standard errors from what is expected.
double tail_errors(std::size_t pieces, double sigmas, double scale) {
  SimulationNoise noise(12, "tail");
  std::vector<double> x(1'000'000);
  double beyond = 0;
  for (std::size_t i = 0; i < pieces; ++i) {
    noise.fill(x);
    for (const double v : x) beyond += std::abs(v * scale) > sigmas;
  }
  const double n = static_cast<double>(pieces * x.size()), p = 2 * cdf(-sigmas);
  return standard_errors(beyond / n, p, std::sqrt(p), n);
}

TEST(SimulationNoise, HasTheRightTailBeyondFourSigma) {
  EXPECT_LT(tail_errors(20, 4, 1), 5);
  EXPECT_GT(tail_errors(20, 4, 0.95), 5);
}

TEST(SimulationNoise, HasTheRightTailBeyondFiveSigma) {
  EXPECT_LT(tail_errors(100, 5, 1), 5);
  EXPECT_GT(tail_errors(100, 5, 0.9), 5);
}

TEST(SimulationNoise, IsTheSameSequenceHoweverItIsCut) {
  const auto whole = normals(5000, "cut");
  SimulationNoise noise(11, "cut");
  std::vector<double> pieces(5000);
  for (std::size_t start = 0, size = 1; start < pieces.size(); start += size, size = size % 37 + 1)
    noise.fill(std::span(pieces).subspan(start, std::min(size, pieces.size() - start)));
  EXPECT_EQ(pieces, whole);
}

TEST(SimulationNoise, DiffersWhenItsNameDiffers) {
  EXPECT_NE(normals(4, "one"), normals(4, "two"));
  std::vector<double> a(4), b(4);
  SimulationNoise(1, "x", 0, 0).fill(a);
  SimulationNoise(1, "x", 0, 1).fill(b);
  EXPECT_NE(a, b);
}

TEST(SimulationNoise, CannotBeCopiedIntoASecondSourceOfTheSameDraws) {
  EXPECT_FALSE(std::is_copy_constructible_v<SimulationNoise>);
  EXPECT_FALSE(std::is_copy_assignable_v<SimulationNoise>);
}

TEST(SimulationNoise, IsSpentOnceItWasMovedAway) {
  SimulationNoise first(1, "moved");
  std::vector<double> a(3), b(3), whole(6);
  SimulationNoise(1, "moved").fill(whole);
  first.fill(a);
  SimulationNoise second = std::move(first);
  second.fill(b);
  EXPECT_EQ(b, std::vector<double>(whole.begin() + 3, whole.end()));
  EXPECT_THROW(first.fill(a), Defect);
}

// Mean squares of the diagonal and of what is off it, and the mean product of two different entries.
struct Spread {
  double diagonal, off, cross;
};
Spread spread(int n, double s) {
  SimulationNoise noise(13, "goe");
  Spread sum{0, 0, 0};
  for (int i = 0; i < n; ++i) {
    const Matrix g = noise.goe(3, s);
    EXPECT_EQ(g, g.transpose());
    sum.diagonal += g.diagonal().squaredNorm() / 3 / n;
    sum.off += (g(0, 1) * g(0, 1) + g(0, 2) * g(0, 2) + g(1, 2) * g(1, 2)) / 3 / n;
    sum.cross += (g(0, 0) * g(1, 1) + g(0, 1) * g(0, 2) + g(0, 0) * g(0, 1)) / 3 / n;
  }
  return sum;
}

TEST(SimulationNoise, GoeHasTwiceTheVarianceOnTheDiagonal) {
  constexpr int kDraws = 100'000;
  const Spread got = spread(kDraws, 1.5);
  const double n = 3.0 * kDraws, s2 = 2.25;
  EXPECT_LT(standard_errors(got.diagonal, 2 * s2, 2 * s2 * std::sqrt(2.0), n), 5);
  EXPECT_LT(standard_errors(got.off, s2, s2 * std::sqrt(2.0), n), 5);
  EXPECT_LT(standard_errors(got.cross, 0, 2 * s2, n), 5);
  EXPECT_GT(standard_errors(got.diagonal, s2, s2 * std::sqrt(2.0), n), 5);  // Equal variances would be seen.
}

}  // namespace
}  // namespace tacit
