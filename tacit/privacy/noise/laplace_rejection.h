// The discrete Gaussian by rejection from the discrete Laplace, for scales that are used once.
//
// Canonne, Kamath, Steinke 2020, "The discrete Gaussian for differential privacy", algorithms 1 to 3: draw y from the
// discrete Laplace of scale t = floor(sigma) + 1, accept it with chance exp(-(|y| - v/t)^2/(2v)). The discrete Laplace
// is a uniform remainder u < t, kept with chance exp(-u/t), plus t times a geometric number of chances exp(-1), with a
// sign. Every coin is tossed on whole numbers of any size, so the law is exact; a double variance is a whole number
// times a power of two.
//
// No table to build, about a microsecond a draw. For many draws at one scale use DiscreteGaussian: the same law.
#pragma once

#include <cstdint>

#include "tacit/privacy/noise/key_stream.h"

namespace tacit {

/// One draw of N_Z(0, variance). variance from 2^-10 to 2^100, in squared lattice steps; throws Error otherwise.
std::int64_t draw_by_laplace_rejection(double variance, KeyStream& stream);

}  // namespace tacit
