#include "tacit/privacy/noise/lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/release/strategy.h"

namespace tacit {
namespace {

int checked_bits(const char* field, int bits, int low) {
  if (bits < low || bits > 30)
    throw Error(field, fmt::format("{}", bits), fmt::format("an integer from {} to 30", low));
  return bits;
}

std::int64_t squared_norm(std::span<const std::int64_t> p) {
  std::int64_t sum = 0;
  for (const std::int64_t v : p) sum = checked_sum(sum, checked_product(v, v));
  return sum;
}

}  // namespace

Lattice::Lattice(int vector_bits, int weight_bits, std::int64_t users, int spare_bits)
    : vector_bits_(checked_bits("vector_bits", vector_bits, 1)),
      weight_bits_(checked_bits("weight_bits", weight_bits, 1)),
      spare_bits_(checked_bits("spare_bits", spare_bits, 0)),
      users_(users) {
  if (users < 1) throw Error("users", fmt::format("{}", users), "an integer from 1");
  require_room(std::ldexp(1.0, 2 * vector_bits_ + weight_bits_));
}

void Lattice::require_room(double bound) const {
  if (!(std::ldexp(static_cast<double>(users_) * bound, spare_bits_) <= 0x1p61))
    throw Error("lattice", fmt::format("{} users of up to {} steps each, with {} spare bits, do not fit 61 bits",
                                       users_, bound, spare_bits_));
}

std::vector<std::int64_t> Lattice::unit_vector(std::span<const double> x) const {
  std::vector<std::int64_t> p(x.size());
  double largest = 0;
  for (const double v : x) {
    if (!std::isfinite(v)) return p;
    largest = std::max(largest, std::abs(v));
  }
  if (largest == 0) return p;
  double squares = 0;  // Squares of x over its largest entry: no overflow, no underflow.
  for (const double v : x) squares += (v / largest) * (v / largest);
  const double shrink = std::max(1.0, largest * std::sqrt(squares));
  for (std::size_t i = 0; i < x.size(); ++i)
    p[i] = static_cast<std::int64_t>(std::ldexp(x[i] / shrink, vector_bits_));  // A cast rounds toward zero.
  // Rounding in the projection may leave a vector a hair outside: its largest entry gives way.
  while (squared_norm(p) > std::int64_t{1} << (2 * vector_bits_)) {
    auto& entry = *std::max_element(p.begin(), p.end(), [](auto a, auto b) { return std::abs(a) < std::abs(b); });
    entry -= entry > 0 ? 1 : -1;
  }
  return p;
}

std::int64_t Lattice::weight(double w) const {
  return std::isnan(w) ? 0 : static_cast<std::int64_t>(std::ldexp(std::clamp(w, 0.0, 1.0), weight_bits_));
}

std::int64_t Lattice::centred(double x, int value_bits) {
  checked_bits("value_bits", value_bits, 1);
  return std::isnan(x) ? 0 : static_cast<std::int64_t>(std::ldexp(std::clamp(x, -0.5, 0.5), value_bits));
}

std::vector<std::int64_t> Lattice::centred_state(Index states, Index s) {
  check(states > 0 && s >= 0 && s < states, "a state is one of the states");
  std::vector<std::int64_t> r(states, -1);
  r[s] += states;
  return r;
}

void Lattice::require_unit(std::span<const std::int64_t> p, std::int64_t q) const {
  check(q >= 0 && q <= std::int64_t{1} << weight_bits_, "a weight on the lattice is at most one");
  check(squared_norm(p) <= std::int64_t{1} << (2 * vector_bits_), "a vector on the lattice is in the unit ball");
}

void Lattice::add_square(std::int64_t q, std::span<const std::int64_t> p, std::span<std::int64_t> sum) const {
  require_unit(p, q);
  check(sum.size() == p.size() * (p.size() + 1) / 2, "a Gram sum has d(d+1)/2 coordinates");
  auto entry = sum.begin();
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = i; j < p.size(); ++j, ++entry) *entry = checked_sum(*entry, q * p[i] * p[j]);
}

void Lattice::add_product(std::int64_t q, std::span<const std::int64_t> p, std::span<const std::int64_t> r,
                          double r_bound, std::span<std::int64_t> sum) const {
  require_unit(p, q);
  check(static_cast<double>(squared_norm(r)) <= r_bound * r_bound * (1 + 0x1p-50), "a factor is within its bound");
  check(sum.size() == p.size() * r.size(), "a moment sum has a coordinate per pair");
  auto entry = sum.begin();
  for (const std::int64_t a : p)
    for (const std::int64_t b : r) {
      *entry = checked_sum(*entry, checked_product(q * a, b));
      ++entry;
    }
}

double Lattice::square_step() const { return std::ldexp(1.0, -(2 * vector_bits_ + weight_bits_)); }
double Lattice::product_step() const { return std::ldexp(1.0, -(vector_bits_ + weight_bits_)); }

LatticeSensitivity Lattice::square_sensitivity() const {
  const double M = 1 / square_step();
  return {M, M / std::sqrt(2.0)};
}

LatticeSensitivity Lattice::product_sensitivity(double r_bound, bool non_negative) const {
  const double M = r_bound / product_step();
  require_room(M);
  return {non_negative ? std::sqrt(2.0) * M : 2 * M, M};
}

}  // namespace tacit
