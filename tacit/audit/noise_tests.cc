#include "tacit/audit/noise_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace tacit {
namespace {

constexpr double kTests = 4;
constexpr double kSingular = 1e-10;  // Eigenvalues of a correlation matrix below this are rounding.

using boost::math::cdf;
using boost::math::chi_squared;
using boost::math::complement;
using boost::math::quantile;

// How much noise there is somewhere, against what is declared there.
struct Scale {
  std::string where;
  double squares, freedom;
  double ratio() const { return std::sqrt(squares / freedom); }
  double chance_of_less() const { return squares > 0 ? cdf(chi_squared(freedom), squares) : 0; }
  double chance_of_more() const { return cdf(complement(chi_squared(freedom), squares)); }
};

std::vector<Scale> scales(const std::vector<NoiseCoordinate>& coordinates, const Matrix& S, double n) {
  std::vector<Scale> all;
  std::map<std::tuple<std::string, std::size_t, std::size_t>, Scale> publications;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const NoiseCoordinate& c = coordinates[i];
    const double squares = S(static_cast<Index>(i), static_cast<Index>(i));
    all.push_back({c.where(), squares, n});
    if (!c.is_single()) continue;
    const std::string where = fmt::format("'{}', publication {}", c.kind, c.row);
    Scale& sum = publications.try_emplace({c.kind, c.size, c.row}, Scale{where, 0, 0}).first->second;
    sum.squares += squares;
    sum.freedom += n;
  }
  for (const auto& [name, scale] : publications) all.push_back(scale);
  return all;
}

void test_scale(const std::vector<NoiseCoordinate>& coordinates, const Matrix& S, double doubt, NoiseTests& tests) {
  const auto n = static_cast<double>(tests.runs);
  const std::vector<Scale> all = scales(coordinates, S, n);
  tests.deviation = std::sqrt(S.trace() / (n * static_cast<double>(coordinates.size())));
  const double part = doubt / static_cast<double>(all.size());
  const auto less = [](const Scale& a, const Scale& b) { return a.chance_of_less() < b.chance_of_less(); };
  // Where several are impossible, the widest statement comes last in the list and says most.
  const Scale least = *std::min_element(all.rbegin(), all.rend(), less);
  if (least.chance_of_less() < part)
    tests.reasons.push_back(fmt::format("there is less noise than declared, {:.3g} times its deviation, in {}",
                                        least.ratio(), least.where));
  const auto more = [](const Scale& a, const Scale& b) { return a.chance_of_more() < b.chance_of_more(); };
  const Scale most = *std::min_element(all.rbegin(), all.rend(), more);
  if (most.chance_of_more() < part)
    tests.notes.push_back(
        fmt::format("there is more noise than declared, {:.3g} times its deviation, in {}: that costs accuracy, and is "
                    "no leak unless it depends on the user",
                    most.ratio(), most.where));
}

bool are_independent(const NoiseCoordinate& a, const NoiseCoordinate& b) {
  if (!a.is_single() || !b.is_single()) return false;
  return a.kind != b.kind || a.size != b.size || a.terms.front().first != b.terms.front().first;
}

void test_pairs(const std::vector<NoiseCoordinate>& coordinates, const Matrix& S, double doubt, NoiseTests& tests) {
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (!are_independent(coordinates[i], coordinates[j])) continue;
      ++tests.pairs;
      const auto a = static_cast<Index>(i), b = static_cast<Index>(j);
      const double scale = std::sqrt(S(a, a) * S(b, b));
      const double r = scale > 0 ? S(a, b) / scale : 0;
      if (std::abs(r) <= std::abs(tests.correlation)) continue;
      tests.correlation = r;
      tests.pair = coordinates[j].where() + ", and " + coordinates[i].where();
    }
  if (tests.pairs == 0) return;
  const double freedom = static_cast<double>(tests.runs) - 1;
  const double t = quantile(complement(boost::math::students_t(freedom), doubt / 2 / static_cast<double>(tests.pairs)));
  tests.allowed = t / std::sqrt(freedom + t * t);
  if (std::abs(tests.correlation) > tests.allowed)
    tests.reasons.push_back(fmt::format("noise is shared: the correlation of {} is {:.3g}, and chance allows {:.3g}",
                                        tests.pair, tests.correlation, tests.allowed));
}

void test_shape(const NoiseSample& sample, double doubt, NoiseTests& tests) {
  const auto all = sample.cells();
  for (const auto& [row, cells] : all) {
    const double total = cells.sum();
    const double allowed = std::sqrt(std::log(2 * static_cast<double>(all.size()) / doubt) / (2 * total));
    double below = 0, farthest = 0;
    for (Index i = 0; i < cells.size(); ++i) {
      below += cells[i];
      farthest = std::max(farthest, std::abs(below / total - static_cast<double>(i + 1) / NoiseSample::kCells));
    }
    if (!(farthest > allowed)) continue;
    tests.reasons.push_back(
        fmt::format("noise does not have the declared Gaussian law: distribution functions are {:.3g} apart in "
                    "publication {} of each kind, and chance allows {:.3g}",
                    farthest, row, allowed));
    return;
  }
}

// M' S^-1 M, infinite where M has a part that S leaves without noise; and the rank of S.
std::pair<double, Index> whitened(const Matrix& S, const Vector& shift) {
  const double infinite = std::numeric_limits<double>::infinity();
  const Vector root = S.diagonal().cwiseSqrt();
  Vector scaled(shift.size()), inverse(shift.size());
  for (Index i = 0; i < shift.size(); ++i) {
    if (root[i] == 0 && shift[i] != 0) return {infinite, 0};
    inverse[i] = root[i] > 0 ? 1 / root[i] : 0;
    scaled[i] = shift[i] * inverse[i];
  }
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(Matrix(inverse.asDiagonal() * S * inverse.asDiagonal()));
  const Vector along = solver.eigenvectors().transpose() * scaled;
  double sum = 0;
  Index rank = 0;
  for (Index i = 0; i < along.size(); ++i) {
    const double eigenvalue = solver.eigenvalues()[i];
    if (eigenvalue > kSingular) {
      sum += along[i] * along[i] / eigenvalue;
      ++rank;
    } else if (std::abs(along[i]) > 1e-6 * scaled.norm()) {
      return {infinite, 0};
    }
  }
  return {sum, rank};
}

void test_joint(const std::vector<NoiseCoordinate>& coordinates, const Matrix& S, double doubt, double claimed_mu,
                NoiseTests& tests) {
  const auto m = std::min(static_cast<Index>(coordinates.size()), static_cast<Index>(tests.runs / kRunsPerCoordinate));
  if (m < 1) return;
  Vector shift(m);
  for (Index i = 0; i < m; ++i) shift[i] = coordinates[static_cast<std::size_t>(i)].shift;
  if (shift.isZero(0)) return;
  tests.joint = m;
  const auto [squared, rank] = whitened(S.topLeftCorner(m, m), shift);
  if (std::isinf(squared)) {
    tests.mu = tests.mu_lower = squared;
    tests.reasons.emplace_back("noise hides nothing: some of it is the same in places that the user moves differently");
    return;
  }
  const auto freedom = static_cast<double>(tests.runs - rank + 1);
  tests.mu = std::sqrt(squared * std::max(freedom - 2, 1.0));
  tests.mu_lower = std::sqrt(squared * quantile(chi_squared(freedom), doubt));
  if (*tests.mu_lower > claimed_mu)
    tests.reasons.push_back(
        fmt::format("whitened with its joint covariance, noise hides this user with mu at least {:.4g}, and {:.4g} is "
                    "claimed",
                    *tests.mu_lower, claimed_mu));
}

}  // namespace

NoiseTests test_noise(const NoiseSample& sample, double claimed_mu, double confidence) {
  NoiseTests tests;
  const std::vector<NoiseCoordinate> coordinates = sample.coordinates();
  tests.runs = sample.runs();
  tests.coordinates = static_cast<std::int64_t>(coordinates.size());
  if (coordinates.empty() || tests.runs < 2) return tests;
  const Matrix S = sample.squares();
  const double doubt = (1 - confidence) / kTests;
  test_joint(coordinates, S, doubt, claimed_mu, tests);
  test_pairs(coordinates, S, doubt, tests);
  test_scale(coordinates, S, doubt, tests);
  test_shape(sample, doubt, tests);
  return tests;
}

double expected_joint_bound(double mu, std::int64_t runs, std::int64_t joint, double confidence) {
  const auto freedom = static_cast<double>(runs - joint + 1);
  return mu * std::sqrt(quantile(chi_squared(freedom), (1 - confidence) / kTests) / std::max(freedom - 2, 1.0));
}

}  // namespace tacit
