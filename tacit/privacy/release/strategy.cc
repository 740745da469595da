#include "tacit/privacy/release/strategy.h"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/core/error.h"

namespace tacit {

double Strategy::largest_share() const {
  std::vector<double> change(releases + 1);
  for (const Touch& touch : touches) change[touch.first_block] += touch.share, change[touch.end_block] -= touch.share;
  double share = 0, largest = 0;
  for (const double c : change) largest = std::max(largest, share += c);
  return largest;
}

Index checked_releases(Index releases) {
  if (releases < 1 || releases > 10'000'000)
    throw Error("releases", fmt::format("{}", releases), "an integer from 1 to 10000000");
  return releases;
}

std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  check(!__builtin_add_overflow(a, b, &sum), "an integer sum fits 64 bits");
  return sum;
}

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  check(!__builtin_mul_overflow(a, b, &product), "an integer product fits 64 bits");
  return product;
}

Strategy paid_at_once(Strategy strategy) {
  strategy.touches = {{0, 0, strategy.releases, 1.0}};  // No user pays more than the whole.
  if (strategy.rounded) strategy.rounded = [rounded = strategy.rounded] { return paid_at_once(rounded()); };
  return strategy;
}

Strategy on_integers(const Strategy& strategy) {
  if (strategy.encoder && strategy.is_private()) return strategy;
  if (!strategy.rounded || !strategy.is_private())
    throw Error("release",
                fmt::format("'{}' of {} releases has no form on the integers; blocks, tree and fresh without "
                            "a discount have one, and fading, factorised, toeplitz and blt of at most {}",
                            strategy.name, strategy.releases, kMostRoundedReleases));
  return strategy.rounded();
}

}  // namespace tacit
