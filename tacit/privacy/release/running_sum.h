// Sums of what has come so far: all of it, only the newest, or the old at a discount.
//
// Post-processing where it is applied to released blocks; the exact value of a prefix where it is applied to data.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tacit/privacy/release/strategy.h"

namespace tacit {

/// What of the past a prefix counts. At most one of the two differs from its default.
struct Memory {
  Index window = 0;     ///< The newest so many blocks; 0: all.
  double discount = 1;  ///< A block counts discount^age, in (0, 1].

  /// Squared weights of the first `blocks` blocks, newest first, summed: the variance of unit noise on each.
  double squared_weight(Index blocks) const;
  /// The first block that counts at release t.
  Index first_block(Index t) const { return window > 0 && t + 1 > window ? t + 1 - window : 0; }
  Index numbers_kept() const { return window > 0 ? window : 1; }
};

/// Throws Error unless at most one of them is set and both are in range.
Memory checked_memory(const Memory& memory);

/// Sums the vectors it is given, as `memory` says. A window is summed anew each time, so that rounding does not pile
/// up.
std::unique_ptr<Decoder> sum_decoder(Index dimension, const Memory& memory);
/// Hands through what it is given.
std::unique_ptr<Decoder> identity_decoder();

/// On the integers: each block by itself, or the sum over the window. No discount.
std::unique_ptr<Encoder> block_encoder();
std::unique_ptr<Encoder> sum_encoder(Index dimension, Index window);

}  // namespace tacit
