// Work that falls into independent parts, done by several threads.
#pragma once

#include <functional>

#include "tacit/core/linear_algebra.h"

namespace tacit {

/// Calls work(i) for every i < count, on at most `threads` threads. A part writes only what is its own, so no result
/// depends on how many threads there are or on which of them came first. What stops this thread stops all.
void share_work(int threads, Index count, const std::function<void(Index)>& work);

}  // namespace tacit
