#include "tacit/agents/block/block_history.h"

#include <algorithm>
#include <utility>

#include "tacit/agents/block/shared_work.h"

namespace tacit {
namespace {

constexpr std::size_t kRenewed = 12;  // Newest blocks whose forecasts are made anew; older ones have few users.
constexpr int kRounds = 2;            // How often visits are forecast and the model is learned with them.

}  // namespace

BlockHistory::BlockHistory(const MappedProblem& mapped, double fading, bool pooled, int threads)
    : mapped_(mapped),
      threads_(threads),
      released_(mapped.problem, fading),
      grams_(mapped, released_, threads),
      learner_(mapped, pooled, threads),
      blocks_(mapped.problem.horizon) {
  learn();
}

void BlockHistory::take(const Billboard& billboard, std::vector<Audience> audiences) {
  released_.take(billboard);
  grams_.take(std::move(audiences));
  for (int h = 0; h < mapped_.problem.horizon; ++h) blocks_[h].push_back(newest_block(h));
  const bool noisy = released_.newest(0).noise.gram > 0;
  const std::size_t kept = std::min(noisy ? kRenewed : 0, grams_.blocks());
  learner_.settle(blocks_, grams_.blocks() - kept);
  learn();
  if (!noisy) return;
  for (int round = 0; round < kRounds; ++round) {
    grams_.forecast(learner_.model(), learner_.settled());
    renew_grams();
    learn();
  }
}

// What a block says of `ended` is known already: its coordinate, the last, is left out.
StageBlock BlockHistory::newest_block(int h) const {
  const ReleasedBlock& released = released_.newest(h);
  StageBlock block;
  block.reward_noise = released.noise.response * released.noise.response;
  block.successor_noise = released.noise.outcomes * released.noise.outcomes;
  block.overlap = released_.overlap();
  block.reward = released.reward.head(mapped_.learned());
  block.successors = released.successors.leftCols(mapped_.learned());
  const auto [gram, noise] = grams_.estimate(h, grams_.blocks() - 1);
  block.set_gram(gram, noise);
  return block;
}

void BlockHistory::renew_grams() {
  share_work(threads_, mapped_.problem.horizon, [&](Index stage) {
    const auto h = static_cast<int>(stage);
    for (std::size_t b = learner_.settled(); b < grams_.blocks(); ++b) {
      const auto [gram, noise] = grams_.estimate(h, b);
      blocks_[h][b].set_gram(gram, noise);
    }
  });
}

}  // namespace tacit
