// Noise that protects real people: integers, exact, from the operating system's randomness.
//
// The key of a ChaCha20 stream comes from libsodium's randombytes_buf; there is no seed, so nobody can draw the same
// noise again, and no copy. Noise is the discrete Gaussian on the integers (discrete_gaussian.h), to be added to
// integer sums (lattice.h): the released integer has the same support for every input, so no low bits leak (Mironov
// 2012, "On significance of the least significant bits for differential privacy"; Casacuberta et al. 2022, "Widespread
// underestimation of sensitivity in differentially private libraries").
//
// Not hidden: how long a draw took. A process that forks gets a fresh key in the child at its next call.
#pragma once

#include <cstdint>
#include <span>

#include "tacit/privacy/noise/discrete_gaussian.h"
#include "tacit/privacy/noise/key_stream.h"

namespace tacit {

class ProductionNoise {
 public:
  ProductionNoise();
  ProductionNoise(const ProductionNoise&) = delete;
  ProductionNoise& operator=(const ProductionNoise&) = delete;

  /// Independent draws of `law`.
  void fill(const DiscreteGaussian& law, std::span<std::int64_t> out);
  /// One draw of N_Z(0, variance) where a table is not worth building.
  std::int64_t draw(double variance);

 private:
  void renew_after_fork();

  long process_;
  KeyStream stream_;
};

}  // namespace tacit
