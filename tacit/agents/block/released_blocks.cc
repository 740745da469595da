#include "tacit/agents/block/released_blocks.h"

#include "tacit/core/stop.h"

namespace tacit {

ReleasedBlocks::ReleasedBlocks(const Problem& problem, double fading) : faded_(fading) {
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
  faded_.advance(seen_, users_, now);
  for (int h = 0; h < static_cast<int>(newest_.size()); ++h) {
    obey_stop();
    Prefix& shown = shown_[h];
    ReleasedBlock& block = newest_[h];
    faded_.advance(shown.gram, block.gram, billboard.gram(h));
    faded_.advance(shown.reward, block.reward, billboard.response(h));
    if (shown.successors.size() > 0) faded_.advance(shown.successors, block.successors, billboard.outcomes(h));
    block.noise = billboard.measured_noise(h);
  }
}

}  // namespace tacit
