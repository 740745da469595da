#include "tacit/privacy/episode_meter.h"

#include <algorithm>
#include <cmath>

namespace tacit {
namespace {

// More than what the operations below can lose of numbers up to 1: a square that is too small to be seen costs it, too.
constexpr double kRounding = 0x1p-51;

}  // namespace

double EpisodeMeter::weigh(Index cell, double limit) {
  if (cell < 0 || cell >= static_cast<Index>(newest_.size()) || !(limit > 0)) return 0;
  if (newest_[cell] == user_) return 0;
  newest_[cell] = user_;
  const double weight = std::min(limit, std::sqrt(left_));
  left_ = std::max(0.0, left_ - (weight * weight + kRounding));
  return weight;
}

}  // namespace tacit
