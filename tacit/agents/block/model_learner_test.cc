#include "tacit/agents/block/model_learner.h"

#include <gtest/gtest.h>

#include "tacit/core/rng.h"
#include "tests/small_mdps.h"

namespace tacit {
namespace {

using trial::small_finite;
using trial::with_dropout;

constexpr double kUsers = 2000;
constexpr Index kStates = 5, kEnded = 4, kLearned = 3;

const LinearMdp kMdp = with_dropout(small_finite(false), 0.1);

/// One block of users who are spread over all rows, with noise of this deviation on the successors, of whom those stop
/// whose rows are `hazard` to stop at; learned from by one who is told who stopped.
LearnedModel learned(const MappedProblem& map, const Vector& hazard, double noise, std::uint64_t seed) {
  Stream s(seed, "noise");
  const Matrix gram = kUsers * map.prior;
  ModelLearner::Blocks blocks(map.problem.horizon);
  for (int h = 0; h + 1 < map.problem.horizon; ++h) {
    Matrix measures(kStates, kLearned);
    measures.topRows(kEnded).rowwise() = (map.constant - hazard).transpose() / kEnded;
    measures.row(kEnded) = hazard;
    StageBlock& block = blocks[h].emplace_back();
    block.set_gram(gram, 0);
    block.successors = measures * gram;
    for (double& entry : block.successors.reshaped()) entry += noise * s.normal();
    block.successor_noise = noise * noise;
  }
  ModelLearner learner(map, true, 1);
  learner.learn(blocks, Vector::Zero(kStates));
  return learner.model();
}

// The part of c that is left when m is taken as a multiple of it: how much rows differ.
Vector difference(const MappedProblem& map, const Vector& m) {
  return m - map.constant * (m.dot(map.constant) / map.constant.squaredNorm());
}

TEST(ModelLearner, KnowsThatWhoeverStoppedStays) {
  const MappedProblem map = mapped(kMdp.problem);
  const LearnedModel model = learned(map, 0.1 * map.constant, 30, 1);
  for (int h = 0; h + 1 < map.problem.horizon; ++h) {
    EXPECT_EQ(model.measures[h].col(kLearned), Vector(Vector::Unit(kStates, kEnded)));
    EXPECT_EQ(model.covariances[h].col(kLearned).norm(), 0);
    EXPECT_EQ(model.stopping[h].col(kLearned).norm(), 0);
  }
}

TEST(ModelLearner, SendsUsersSomewhereOrHasThemStop) {
  const MappedProblem map = mapped(kMdp.problem);
  const LearnedModel model = learned(map, 0.1 * map.constant, 30, 1);
  for (const Matrix& measures : model.measures) {
    const Matrix there = map.corners * measures.leftCols(kLearned).transpose();
    EXPECT_LT((there.rowwise().sum().array() - 1).abs().maxCoeff(), 0.01);
    EXPECT_GT(there.minCoeff(), -0.01);
  }
}

TEST(ModelLearner, SeesNoDifferencesInStoppingThatNoiseExplainsAndThoseThatItDoesNot) {
  const MappedProblem map = mapped(kMdp.problem);
  const Vector even = 0.1 * map.constant;
  // Rows that stop with probabilities from about 0 to 0.2.
  Vector differing = Vector::Unit(kLearned, 0);
  differing =
      even + 0.1 * difference(map, differing) / (map.corners * difference(map, differing)).cwiseAbs().maxCoeff();
  double seen_in_even = 0, seen_in_differing = 0, there = 0, uncertain = 0, elsewhere = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const LearnedModel plain = learned(map, even, 10, seed), uneven = learned(map, differing, 10, seed);
    seen_in_even += difference(map, plain.measures[0].row(kEnded).head(kLearned)).norm();
    seen_in_differing += difference(map, uneven.measures[0].row(kEnded).head(kLearned)).norm();
    there += difference(map, differing).norm();
    uncertain += plain.stopping[0].trace(), elsewhere += plain.covariances[0].trace();
  }
  EXPECT_LT(seen_in_even, 0.1 * there);
  EXPECT_GT(seen_in_differing, 0.7 * there);
  EXPECT_LT(uncertain, elsewhere) << "of where others go less is known";
}

}  // namespace
}  // namespace tacit
