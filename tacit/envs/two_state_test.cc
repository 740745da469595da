#include "tacit/envs/two_state.h"

#include <gtest/gtest.h>

#include "tacit/envs/catalog.h"
#include "tacit/mdp/evaluation.h"

namespace tacit {
namespace {

Index feature_rank(const std::string& actions) {
  const LinearMdp mdp = make_environment("two-state", 0, 1, {{"actions", actions}});
  return Eigen::ColPivHouseholderQR<Matrix>(mdp.problem.points).rank();
}

TEST(TwoState, HasFeaturesOfRankNineWithAHundredActions) {
  EXPECT_EQ(feature_rank("100"), 9);
  EXPECT_EQ(feature_rank("256"), 10);
}

TEST(TwoState, HasFeaturesOfNormOne) {
  const LinearMdp mdp = make_environment("two-state", 0, 1, {});
  for (Index row = 0; row < mdp.problem.points.rows(); ++row) EXPECT_NEAR(mdp.problem.points.row(row).norm(), 1, 1e-14);
}

TEST(TwoState, IsWorthAMatchInEveryStage) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const char* variant : {"random", "binary"}) {
      const LinearMdp mdp = make_environment("two-state", 0, seed, {{"variant", variant}});
      EXPECT_NEAR(Evaluator(mdp).optimal().mean_value, 0.99 * 20, 1e-12);
    }
  }
}

TEST(TwoState, HasOneRightLabelInStateZeroAndOneWrongInStateOne) {
  const LinearMdp mdp = make_environment("two-state", 0, 1, {});
  const Vector reward = mdp.problem.points * mdp.rewards.row(0).transpose();
  EXPECT_EQ((reward.head(100).array() > 0.5).count(), 1);
  EXPECT_EQ((reward.tail(100).array() > 0.5).count(), 99);
}

TEST(TwoState, MovesByMatchXorAlphaInTheBinaryVariant) {
  const LinearMdp mdp = make_environment("two-state", 0, 2, {{"variant", "binary"}});
  const Vector match = mdp.problem.points.col(8) * 3;
  int alphas = 0;
  for (const Matrix& measures : mdp.finite()->measures) {
    const Vector to_zero = mdp.problem.points * measures.col(0);
    const bool alpha = to_zero[0] != match[0];
    alphas += alpha;
    for (Index row = 0; row < match.size(); ++row)
      EXPECT_NEAR(to_zero[row], alpha ? 1 - match[row] : match[row], 1e-12);
  }
  EXPECT_GT(alphas, 0);
  EXPECT_LT(alphas, 20);
}

}  // namespace
}  // namespace tacit
