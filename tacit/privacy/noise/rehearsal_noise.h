// The integers of production from a seed: for tests, rehearsals and `tacit run --noise lattice`. NOT fit to protect
// people: whoever knows the seed knows the noise.
//
// The same exact discrete Gaussian as ProductionNoise draws, from a ChaCha20 stream whose key is SHA-256 of (seed,
// release): the noise of a release is a function of those two alone, so that a run which stops and goes on draws what
// it would have drawn. A type of its own, which no function for ProductionNoise takes; it keeps promises for simulation
// noise only (lattice_door.h).
#pragma once

#include <cstdint>
#include <span>

#include "tacit/core/linear_algebra.h"
#include "tacit/privacy/noise/discrete_gaussian.h"
#include "tacit/privacy/noise/key_stream.h"

namespace tacit {

class RehearsalNoise {
 public:
  explicit RehearsalNoise(std::uint64_t seed);
  RehearsalNoise(const RehearsalNoise&) = delete;  // A copy would repeat its draws.
  RehearsalNoise& operator=(const RehearsalNoise&) = delete;

  /// From here on the noise of release t.
  void turn_to(Index release);
  /// Independent draws of `law`.
  void fill(const DiscreteGaussian& law, std::span<std::int64_t> out) { law.fill(out, stream_); }

 private:
  std::uint64_t seed_;
  KeyStream stream_;
};

}  // namespace tacit
