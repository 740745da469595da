#include "tacit/agents/block/released_blocks.h"

#include <cmath>

#include "tacit/core/stop.h"

namespace tacit {

ReleasedBlocks::ReleasedBlocks(const Problem& problem, double fading)
    : fading_(fading), gain_(std::sqrt(1 - fading * fading)) {
  const Index d = problem.dimension;
  for (int h = 0; h < problem.horizon; ++h) {
    const Index states = h + 1 < problem.horizon ? problem.point_count() : 0;
    const Matrix gram = Matrix::Zero(d, d), successors = Matrix::Zero(states, d);
    const Vector reward = Vector::Zero(d);
    shown_.push_back({gram, successors, reward});
    newest_.push_back({gram, successors, reward, {}});
  }
}

void ReleasedBlocks::take(const Billboard& billboard) {
  const auto now = static_cast<double>(billboard.users());
  users_ = fading_ * users_ + gain_ * (now - seen_);
  seen_ = now;
  const auto advance = [&](auto& prefix, auto& block, const auto& released) {
    block = fading_ * block + gain_ * (released - prefix);
    prefix = released;
  };
  for (int h = 0; h < static_cast<int>(newest_.size()); ++h) {
    obey_stop();
    Prefix& shown = shown_[h];
    ReleasedBlock& block = newest_[h];
    advance(shown.gram, block.gram, billboard.gram(h));
    advance(shown.reward, block.reward, billboard.response(h));
    if (shown.successors.size() > 0) advance(shown.successors, block.successors, billboard.outcomes(h));
    block.noise = billboard.measured_noise(h);
  }
}

double ReleasedBlocks::overlap() const { return std::sqrt((1 + fading_) / (1 - fading_)); }

}  // namespace tacit
