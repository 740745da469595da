#include "tacit/core/rng.h"

#include <Random123/philox.h>

#include <cmath>
#include <utility>

namespace tacit {
namespace {

__extension__ using Wide = unsigned __int128;

// FNV-1a: any fixed hash will do, it only keeps purposes apart.
std::uint64_t hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

}  // namespace

StreamKey::StreamKey(std::uint64_t seed_, std::string_view purpose_) : seed(seed_), purpose(hash(purpose_)) {}

Stream::Block Stream::block(std::uint64_t index) const {
  const r123::Philox4x64::ctr_type counter = {{index, episode_, lane_, 0}};
  const r123::Philox4x64::key_type key = {{key_.seed, key_.purpose}};
  const auto out = r123::Philox4x64()(counter, key);
  return {out[0], out[1], out[2], out[3]};
}

std::uint64_t Stream::below(std::uint64_t n) {
  Wide product = static_cast<Wide>(bits()) * n;
  if (static_cast<std::uint64_t>(product) < n) {
    const std::uint64_t threshold = (0 - n) % n;
    while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<Wide>(bits()) * n;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

double Stream::normal() {
  for (;;) {
    const double u = 2 * uniform() - 1;
    const double v = 2 * uniform() - 1;
    const double s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2 * std::log(s) / s);
  }
}

double Stream::gamma(double shape) {
  if (shape < 1) {  // Gamma(a) = Gamma(a+1) U^(1/a); 1-uniform() is in (0,1], so the power is defined.
    const double boosted = gamma(shape + 1);
    return boosted * std::pow(1 - uniform(), 1 / shape);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal();
    const double t = 1 + c * x;
    if (t <= 0) continue;
    const double v = t * t * t;
    const double u = 1 - uniform();
    if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

double Stream::beta(double a, double b) {
  const double x = gamma(a);
  const double y = gamma(b);
  return x / (x + y);
}

void Stream::dirichlet(double concentration, std::span<double> out) {
  double sum = 0;
  for (double& value : out) sum += value = gamma(concentration);
  for (double& value : out) value /= sum;
}

void Stream::shuffle(std::span<int> values) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
}

}  // namespace tacit
