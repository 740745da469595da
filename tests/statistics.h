// What statistical tests share: one statement of how far a count may stray, so that each test can show that the same
// statement refuses a wrong law.
#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

namespace tacit::trial {

/// |mean - expected| in standard errors, `deviation` being that of one draw.
inline double standard_errors(double mean, double expected, double deviation, double draws) {
  return std::abs(mean - expected) / (deviation / std::sqrt(draws));
}

/// Pearson's test: the chance that counts with these probabilities stray at least as far as the given ones. Cells
/// expected fewer than ten times are pooled with their right neighbour (the last with its left). What the probabilities
/// leave below one belongs to no cell: put it into one.
inline double chi_square_p(const std::vector<double>& counts, const std::vector<double>& probabilities) {
  double total = 0;
  for (const double c : counts) total += c;
  std::vector<double> seen(1), expected(1);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (expected.back() >= 10) seen.push_back(0), expected.push_back(0);
    seen.back() += counts[i], expected.back() += total * probabilities[i];
  }
  if (expected.size() > 1 && expected.back() < 10) {
    const double last_seen = seen.back(), last_expected = expected.back();
    seen.pop_back(), expected.pop_back();
    seen.back() += last_seen, expected.back() += last_expected;
  }
  double statistic = 0;
  for (std::size_t i = 0; i < seen.size(); ++i)
    statistic += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
  const boost::math::chi_squared law(static_cast<double>(seen.size() - 1));
  return boost::math::cdf(boost::math::complement(law, statistic));
}

/// A test that holds refuses with this chance; one that must fail is far below it.
inline constexpr double kRefuse = 1e-6;

}  // namespace tacit::trial
