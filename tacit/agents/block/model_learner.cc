#include "tacit/agents/block/model_learner.h"

#include <utility>

#include "tacit/agents/block/shared_work.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

// The prior of one state's measure, less that of uniform chance: a prediction has deviation states^-1/2.
Matrix measure_prior_root(const MappedProblem& mapped) {
  const Index d = mapped.learned();
  const double precision = static_cast<double>(d * mapped.problem.point_count());
  const Eigen::LLT<Matrix> cholesky(precision * mapped.mean_square);
  return cholesky.matrixU().solve(Matrix(Matrix::Identity(d, d)));
}

}  // namespace

ModelLearner::ModelLearner(const MappedProblem& mapped, bool pooled, int threads)
    : mapped_(mapped),
      problem_(mapped.problem),
      pooled_(pooled),
      threads_(threads),
      prior_root_(measure_prior_root(mapped)),
      model_{{}, std::vector<Matrix>(problem_.horizon - 1), std::vector<Matrix>(problem_.horizon - 1)},
      footings_(problem_.horizon - 1),
      squared_measures_(Vector::Constant(problem_.horizon - 1, prior_root_.squaredNorm())) {
  const Index d = mapped.learned();
  for (int h = 0; h + 1 < problem_.horizon; ++h)
    settled_.push_back({Matrix::Zero(d, d), Eigen::MatrixXd::Zero(d, problem_.point_count())});
}

void ModelLearner::settle(const Blocks& blocks, std::size_t until) {
  for (; settled_blocks_ < until; ++settled_blocks_)
    for (int h = 0; h + 1 < problem_.horizon; ++h) add_successors(h, blocks[h][settled_blocks_], settled_[h]);
}

void ModelLearner::learn(const Blocks& blocks, const Vector& start) {
  model_.start = start;
  std::vector<LinearEvidence> evidence = settled_;
  const auto stages = static_cast<Index>(evidence.size());
  share_work(threads_, stages, [&](Index h) {
    for (std::size_t b = settled_blocks_; b < blocks[h].size(); ++b)
      add_successors(static_cast<int>(h), blocks[h][b], evidence[h]);
  });
  const StagePool pool(std::move(evidence), prior_root_, pooled_, threads_);
  share_work(threads_, stages, [&](Index h) { set_measures(static_cast<int>(h), pool.posterior(h)); });
}

// Each state is a target, less 1/states.
void ModelLearner::add_successors(int h, const StageBlock& block, LinearEvidence& sum) const {
  obey_stop();
  const Eigen::MatrixXd centred =
      block.successors.transpose().colwise() - block.successors.colwise().mean().transpose();
  const double noise = block.successor_noise + block.gram_noise * squared_measures_[h];
  add_evidence(block, 1 / static_cast<double>(problem_.point_count()), noise, centred, sum);
}

// `known`: of measures less those of uniform chance, in the coordinates that are learned.
void ModelLearner::set_measures(int h, Posterior known) {
  const auto states = static_cast<double>(problem_.point_count());
  const Vector uniform = mapped_.constant / states;
  known.mean.colwise() += uniform;
  const Matrix learned = possible_measures(known, mapped_.corners, footings_[h]).transpose();
  const double squared = (learned.rowwise() - uniform.transpose()).squaredNorm() / states;
  squared_measures_[h] = squared + known.covariance.trace();
  model_.measures[h] = Matrix::Zero(learned.rows(), problem_.dimension);
  model_.measures[h].leftCols(learned.cols()) = learned;
  if (problem_.ended >= 0) model_.measures[h](problem_.ended, problem_.dimension - 1) = 1;
  model_.covariances[h] = Matrix::Zero(problem_.dimension, problem_.dimension);
  model_.covariances[h].topLeftCorner(learned.cols(), learned.cols()) = known.covariance;
}

}  // namespace tacit
