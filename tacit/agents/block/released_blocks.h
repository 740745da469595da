// From sums over all users so far, as the billboard shows them, to blocks with noise of their own.
//
// Where the release is by blocks, the difference of two releases is one block, whose noise no later release changes:
// what was learned once is not unlearned. By fading blocks (privacy/release/fading.h) with g the fading and
// c = (1 - g^2)^1/2, release b measures block_b = g block_(b-1) + c (users of b) with fresh noise, and what the
// billboard shows is the prefix that follows, so that
//   block_b = g block_(b-1) + c (prefix_b - prefix_(b-1))
// has exactly that noise. A user then counts in several blocks, (1 + g)^1/2 / (1 - g)^1/2 times in all.
#pragma once

#include <vector>

#include "tacit/core/linear_algebra.h"
#include "tacit/mdp/problem.h"
#include "tacit/privacy/billboard.h"

namespace tacit {

/// One stage of the newest block, noise included.
struct ReleasedBlock {
  Matrix gram, successors;  ///< Successors: states x dimension; empty after the last stage.
  Vector reward;
  BillboardNoise noise;  ///< The deviations of its noise.
};

class ReleasedBlocks {
 public:
  /// `fading`: 0 where the release is by blocks.
  ReleasedBlocks(const Problem& problem, double fading);

  /// Takes in the newest release.
  void take(const Billboard& billboard);

  const ReleasedBlock& newest(int h) const { return newest_[h]; }
  /// How many users the newest block counts, earlier ones in part.
  double users() const { return users_; }
  double fading() const { return fading_; }
  /// How often the users of a block count in it; those of the one before count `fading` times as often as there.
  double gain() const { return gain_; }
  /// How often a user counts, over all blocks.
  double overlap() const;

 private:
  struct Prefix {
    Matrix gram, successors;
    Vector reward;
  };
  double fading_, gain_, users_ = 0, seen_ = 0;
  std::vector<Prefix> shown_;
  std::vector<ReleasedBlock> newest_;
};

}  // namespace tacit
