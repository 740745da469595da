// Least squares on sums that carry noise of known size.
//
// Known are G~ = G + E with E from the Gaussian orthogonal ensemble of scale s, and y~ = y + e with e ~ N(0, tau^2 I),
// where y = G w + (noise of the targets, covariance about v G; v the variance of one target). So
//   y~ - G~ w  has covariance  v G + t^2 I,   t^2 = tau^2 + s^2 |w|^2
// (E w has covariance s^2 (|w|^2 I + w w'); the second part is left out). With w ~ N(0, c^2 I) before any data, in the
// basis of eigenvectors of G~, g an eigenvalue:
//   precision = 1/c^2 + g^2 / (v g + t^2),    w = y~ g / (v g + t^2) / precision.
// Where data are plenty this is ridge regression. Where noise is as large as the data, their weight falls with the
// square of g, and no ridge of the size of the noise stays where data are plenty: that bias is what a shifted matrix
// pays for being safe to invert. |w| is that of a first solution, made with |w|^2 = d c^2.
//
// Noise alone makes eigenvalues of either sign: for any unit x, E |E x|^2 = (d+1) s^2. Negative ones count as 0, and
// from g^2 of the others d s^2 is taken off, down to 0. All this is post-processing of what was released.
#pragma once

#include "tacit/core/linear_algebra.h"

namespace tacit {

class NoisyRegression {
 public:
  /// The Gram matrix G~, and s (0: exact).
  NoisyRegression(const Matrix& gram, double noise);

  struct Target {
    double variance;   ///< v, positive.
    double deviation;  ///< c, positive.
    double noise;      ///< tau.
  };
  struct Fit {
    Vector weights;
    Matrix precision;  ///< Inverse of the covariance of w given the sums.
  };
  Fit fit(const Vector& moment, const Target& target) const;

 private:
  Vector eigenvalues_;
  Matrix eigenvectors_;
  double noise_;
};

}  // namespace tacit
