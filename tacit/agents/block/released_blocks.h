// From sums over all users so far, as the billboard shows them, to blocks with noise of their own.
//
// Where the release is by blocks, the difference of two releases is one block, whose noise no later release changes:
// what was learned once is not unlearned. Where blocks fade into each other, a block follows from two releases as well
// (faded_blocks.h).
#pragma once

#include <vector>

#include "tacit/agents/block/faded_blocks.h"
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
  double fading() const { return faded_.fading; }
  /// How often the users of a block count in it; those of the one before count `fading` times as often as there.
  double gain() const { return faded_.gain; }
  /// How often a user counts, over all blocks.
  double overlap() const { return faded_.overlap(); }

 private:
  struct Prefix {
    Matrix gram, successors;
    Vector reward;
  };
  FadedBlocks faded_;
  double users_ = 0, seen_ = 0;
  std::vector<Prefix> shown_;
  std::vector<ReleasedBlock> newest_;
};

}  // namespace tacit
