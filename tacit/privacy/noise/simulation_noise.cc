#include "tacit/privacy/noise/simulation_noise.h"

#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr unsigned kLayers = 256;
constexpr double kPlaces = 0x1p55;  // A word's upper 56 bits, as a signed number, are a place in [-2^55, 2^55).

double density(double x) { return std::exp(-0.5 * x * x); }

// Layers of equal area under exp(-x^2/2): layer i >= 1 is the rectangle [0, edge_i] between the heights at edge_i and
// at edge_{i+1}; layer 0 is the rectangle [0, r] below the height at r together with the tail beyond r.
struct Ziggurat {
  std::array<double, kLayers + 1> edge;     // edge_0 = area/density(r), edge_1 = r, ..., edge_256 = 0.
  std::array<double, kLayers + 1> height;   // density(edge_i).
  std::array<double, kLayers> per_place;    // edge_i / 2^55.
  std::array<std::int64_t, kLayers> inner;  // Places below this are under the curve whatever their height.

  Ziggurat() {
    double low = 3, high = 4;  // Too small an r stacks the layers beyond height 1, too large an r leaves a gap.
    while (0.5 * (low + high) > low && 0.5 * (low + high) < high) {
      const double r = 0.5 * (low + high);
      (stack(r) > 1 ? low : high) = r;
    }
    stack(high);
    edge[kLayers] = 0, height[kLayers] = 1;
    for (unsigned i = 0; i < kLayers; ++i) {
      per_place[i] = edge[i] / kPlaces;
      inner[i] = static_cast<std::int64_t>(edge[i + 1] / edge[i] * kPlaces);
    }
  }

  // Builds the layers for the last edge r; returns the height that the top of the stack reaches.
  double stack(double r) {
    const double area = r * density(r) + std::sqrt(std::acos(0.0)) * std::erfc(r / std::sqrt(2.0));
    edge[0] = area / density(r), height[0] = 0;
    edge[1] = r, height[1] = density(r);
    for (unsigned i = 2; i <= kLayers; ++i) {
      height[i] = height[i - 1] + area / edge[i - 1];
      if (height[i] >= 1) return i == kLayers ? height[i] : 2;
      edge[i] = std::sqrt(-2 * std::log(height[i]));
    }
    return height[kLayers];
  }
};

const Ziggurat& ziggurat() {
  static const Ziggurat layers;
  return layers;
}

}  // namespace

SimulationNoise& SimulationNoise::operator=(SimulationNoise&& other) noexcept {
  if (this == &other) return *this;
  stream_ = other.stream_, words_ = other.words_, used_ = other.used_, spent_ = other.spent_;
  other.used_ = other.words_.size();  // Its next word would be a refill, which a spent source refuses.
  other.spent_ = true;
  return *this;
}

void SimulationNoise::refill() {
  check(!spent_, "a source of noise is not used after it was moved away");
  for (std::size_t i = 0; i < words_.size(); i += 4) {
    const Stream::Block block = stream_.block();
    for (std::size_t j = 0; j < 4; ++j) words_[i + j] = block[j];
  }
  used_ = 0;
}

void SimulationNoise::fill(std::span<double> out) {
  const Ziggurat& layers = ziggurat();
  for (double& value : out) {
    const std::uint64_t bits = word();
    const unsigned layer = bits % kLayers;
    const std::int64_t place = static_cast<std::int64_t>(bits) >> 8;
    const double x = static_cast<double>(place) * layers.per_place[layer];
    const std::int64_t size = place < 0 ? -place : place;
    value = size < layers.inner[layer] ? x : from_edge(layer, x);
  }
}

double SimulationNoise::from_edge(unsigned layer, double x) {
  const Ziggurat& layers = ziggurat();
  for (;;) {
    if (layer == 0) {  // Beyond r: Marsaglia's exact method for the tail, two exponentials.
      const double r = layers.edge[1];
      for (;;) {
        const double excess = -std::log(1 - Stream::to_unit(word())) / r;
        const double spare = -std::log(1 - Stream::to_unit(word()));
        if (2 * spare > excess * excess) return x < 0 ? -(r + excess) : r + excess;
      }
    }
    const double low = layers.height[layer], high = layers.height[layer + 1];
    if (low + Stream::to_unit(word()) * (high - low) < density(x)) return x;
    const std::uint64_t bits = word();
    layer = bits % kLayers;
    const std::int64_t place = static_cast<std::int64_t>(bits) >> 8;
    x = static_cast<double>(place) * layers.per_place[layer];
    if ((place < 0 ? -place : place) < layers.inner[layer]) return x;
  }
}

Matrix SimulationNoise::goe(Index d, double s) {
  Matrix out(d, d);
  for (Index i = 0; i < d; ++i) {
    fill({&out(i, i), static_cast<std::size_t>(d - i)});
    out.row(i).tail(d - i) *= s;
    out(i, i) *= std::sqrt(2.0);
    out.col(i).tail(d - i) = out.row(i).tail(d - i).transpose();
  }
  return out;
}

}  // namespace tacit
