// Is noise as large, as independent and as Gaussian as declared? Four tests on one sample (noise_sample.h).
//
// With n runs of a vector x of residuals, S = sum x x', and a quarter of the doubt for each test:
//   scale   S_ii is chi-square with n degrees of freedom, and summed over the D coordinates of a publication with nD.
//           Less than chance allows, somewhere: less noise than declared. More is said; it is a leak only where it
//           depends on the user.
//   pairs   With r the correlation of two coordinates about 0, which is declared, r (n-1)^(1/2)/(1-r^2)^(1/2) has
//           Student's law with n - 1 degrees of freedom. The largest |r| over all pairs that are declared independent,
//           across kinds, stages and statistics, beyond what chance allows: noise is shared.
//   shape   The distribution function of the residuals is nowhere farther from the normal one than Dvoretzky, Kiefer,
//           Wolfowitz and Massart allow: noise of the right variance and another law would hide less.
//   joint   With M the shift by one user in m coordinates, given one public past that none of the n runs is,
//           M' Sigma^-1 M / M' S^-1 M is chi-square with n - m + 1 degrees of freedom (Muirhead 1982, theorem 3.2.12).
//           So a quantile of it times M' S^-1 M is an exact lower bound on the squared mu of this pair of users after
//           whitening with the joint covariance, whatever that is. A claim of mu is a claim about the sum of squares
//           for every public past: above it the claim is false. Where S is singular and M has a part in its null space,
//           noise can be subtracted altogether: that is certain.
// The first three are exact for Gaussian noise as it is declared, the last for Gaussian noise of any covariance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/audit/noise_sample.h"

namespace tacit {

struct NoiseTests {
  std::int64_t runs = 0, coordinates = 0, pairs = 0;
  std::int64_t joint = 0;               ///< Coordinates in the joint test.
  double deviation = 0;                 ///< Measured over declared, all coordinates together.
  double correlation = 0, allowed = 0;  ///< The largest, and what chance allows.
  std::string pair;                     ///< Which two coordinates that is.
  /// Mu of the attacked pair of users: an estimate, and the bound. Infinite where certain; none where nothing moves.
  std::optional<double> mu, mu_lower;
  std::vector<std::string> reasons;  ///< Why the claim is false; empty: nothing was found.
  std::vector<std::string> notes;    ///< What else was seen.
};

/// The tests together are wrong about an honest mechanism with chance at most 1 - confidence.
NoiseTests test_noise(const NoiseSample& sample, double claimed_mu, double confidence);

/// The lower bound on mu that the joint test shows on average of a pair of users whose mu is `mu`.
double expected_joint_bound(double mu, std::int64_t runs, std::int64_t joint, double confidence);

/// The joint test uses at most a quarter as many coordinates as there are runs: so it loses little to their number.
inline constexpr std::int64_t kRunsPerCoordinate = 4;

}  // namespace tacit
