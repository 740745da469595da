// Touches as runs, so that what a strategy costs is short to write down.
//
// Strategies repeat themselves: a block costs what the one before did, a node of a tree what the node beside it did.
// Touches with one share whose release and blocks advance by constant strides are one run: `blocks` and `fresh` are a
// single run, a tree is about one per level.
#pragma once

#include <span>
#include <vector>

#include "tacit/privacy/release/strategy.h"

namespace tacit {

struct TouchRun {
  Touch touch;
  Index steps = 1, release_stride = 0, first_stride = 0, end_stride = 0;
};

std::vector<TouchRun> fold(std::span<const Touch> touches);
/// In the order of `ordered` (mechanism.h).
std::vector<Touch> unfold(std::span<const TouchRun> runs);

}  // namespace tacit
