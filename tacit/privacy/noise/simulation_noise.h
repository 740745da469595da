// Gaussian noise for simulations: fast, named, reproducible, and NOT fit to protect real people.
//
// A source is a pure function of its name (seed, purpose, episode, lane), like every Stream of core/rng.h: the sequence
// of normals is the same however the calls to `fill` cut it into pieces. Normals come from a ziggurat with 256 layers
// (Marsaglia and Tsang 2000, "The ziggurat method for generating random variables") on 64-bit words of Philox4x64:
// eight bits choose the layer, 56 bits the place in it, and the tail beyond the last layer (3.65) is sampled from its
// own exact law, so that the support does not end at some multiple of sigma. Resolution near x is about 2^-53 |layer|.
//
// Whoever knows the seed knows the noise, and doubles leak through their low bits (Mironov 2012): a deployment uses
// ProductionNoise, a type that shares nothing with this one. A copy of a source would repeat its draws, and a repeated
// draw gives the data away by subtraction; so a source can be moved, not copied, and what it was moved from is spent.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "tacit/core/linear_algebra.h"
#include "tacit/core/rng.h"

namespace tacit {

class SimulationNoise {
 public:
  explicit SimulationNoise(std::uint64_t seed, std::string_view purpose, std::uint64_t episode = 0,
                           std::uint64_t lane = 0)
      : stream_(seed, purpose, episode, lane) {}
  SimulationNoise(SimulationNoise&& other) noexcept : stream_(other.stream_) { *this = std::move(other); }
  SimulationNoise& operator=(SimulationNoise&& other) noexcept;

  /// Independent standard normals. A Defect if this source was moved away.
  void fill(std::span<double> out);

  /// A d x d matrix of the Gaussian orthogonal ensemble, s (Z + Z')/sqrt2 with Z iid N(0,1): symmetric, variance s^2
  /// off the diagonal and 2 s^2 on it. Takes d(d+1)/2 draws.
  Matrix goe(Index d, double s);

 private:
  std::uint64_t word() {
    if (used_ == words_.size()) refill();
    return words_[used_++];
  }
  void refill();
  double from_edge(unsigned layer, double x);  // The one draw in a hundred outside a layer's core.

  Stream stream_;
  std::array<std::uint64_t, 512> words_;
  std::size_t used_ = 512;
  bool spent_ = false;
};

}  // namespace tacit
