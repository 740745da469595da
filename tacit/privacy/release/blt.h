// Buffered linear Toeplitz: a factorisation nearly as good as the square root, in a few numbers per coordinate.
//
// C is the lower-triangular Toeplitz matrix of c_0 = 1, c_t = sum_i omega_i b_i^(t-1), and its inverse is streamed:
// with z_t a fresh draw, out_t = z_t - sum_i omega_i m_i, then m_i <- b_i m_i + out_t, and the running sum of `out` is
// the noise A C^-1 z on the prefix (Dvijotham, McMahan, Pillutla, Steinke, Thakurta 2024, "Efficient and near-optimal
// noise generation for streaming differential privacy"; McMahan, Xu, Zhang 2024, "A hassle-free algorithm for strong
// differential privacy in federated learning systems"). The largest column norm of C is the first,
//   1 + sum_ij omega_i omega_j (1 - (b_i b_j)^(T-1))/(1 - b_i b_j), square root of it.
//
// The parameters are optimised for T: c(x) = prod_i (1 - d_i x)/(1 - b_i x) with 1 > b_1 > d_1 > b_2 > d_2 > ... > 0,
// so that omega_i = prod_j (b_i - d_j)/prod_{j != i} (b_i - b_j) > 0, and the worst prefix std is minimised over b and
// d. What the optimiser says is not trusted: sensitivity and prefix std are computed again from the doubles omega and b
// that the stream uses, the latter by running it on an impulse.
#pragma once

#include <vector>

#include "tacit/privacy/release/strategy.h"

namespace tacit {

struct BltParameters {
  std::vector<double> omega, decay;  ///< omega_i and b_i.
};

/// The parameters with the least worst prefix std over T releases, for 1 to 8 buffers.
BltParameters optimal_blt(Index releases, Index buffers);
/// The largest column norm of C for these parameters.
double blt_sensitivity(const BltParameters& parameters, Index releases);

Strategy blt_strategy(Index releases, const BltParameters& parameters);
/// With optimal parameters; 0 buffers: three up to 10^4 releases, four above.
Strategy blt_strategy(Index releases, Index buffers = 0);

}  // namespace tacit
