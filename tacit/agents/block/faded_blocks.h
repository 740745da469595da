// How blocks that fade into each other follow from what the billboard shows (privacy/release/fading.h).
//
// With g the fading and c = (1 - g^2)^1/2, release b measures block_b = g block_(b-1) + c (users of b) with fresh
// noise, and what the billboard shows is the prefix that follows, so that
//   block_b = g block_(b-1) + c (prefix_b - prefix_(b-1))
// has exactly that noise. A user then counts in several blocks, (1 + g)^1/2 / (1 - g)^1/2 times in all.
#pragma once

#include <cmath>

namespace tacit {

struct FadedBlocks {
  double fading;  ///< g; 0 where the release is by blocks.
  double gain;    ///< c: how often the users of a block count in it.

  explicit FadedBlocks(double of_release) : fading(of_release), gain(std::sqrt(1 - of_release * of_release)) {}

  /// How often a user counts, over all blocks.
  double overlap() const { return std::sqrt((1 + fading) / (1 - fading)); }
  /// From one block to the next: `prefix` is what was shown before, and becomes what is shown now.
  template <typename Sums>
  void advance(Sums& prefix, Sums& block, const Sums& shown) const {
    block = fading * block + gain * (shown - prefix);
    prefix = shown;
  }
};

}  // namespace tacit
