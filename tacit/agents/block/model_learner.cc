#include "tacit/agents/block/model_learner.h"

#include <optional>
#include <utility>

#include "tacit/agents/block/shared_work.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

// The prior of one state's measure, less that of uniform chance: a prediction has deviation states^-1/2.
Matrix measure_prior_root(const MappedProblem& mapped) {
  const Index d = mapped.learned();
  const double precision = static_cast<double>(d * mapped.problem.point_count());
  const Eigen::LLT<Matrix> cholesky(precision * mapped.prior);
  return cholesky.matrixU().solve(Matrix(Matrix::Identity(d, d)));
}

// For every deviation t that may be likely.
std::vector<Matrix> stop_prior_roots(const MappedProblem& mapped) {
  constexpr double kAlike = 0.5, kApart[] = {0.2, 0.05, 0.01, 0.002};
  const Index d = mapped.learned();
  const Matrix inverse = mapped.prior.llt().solve(Matrix::Identity(d, d)) / static_cast<double>(d);
  const Matrix alike = kAlike * kAlike * mapped.constant * mapped.constant.transpose();
  std::vector<Matrix> roots;
  for (const double apart : kApart) roots.emplace_back((alike + apart * apart * inverse).llt().matrixL());
  return roots;
}

// All columns but one.
Eigen::MatrixXd without_column(const Eigen::MatrixXd& matrix, Index column) {
  Eigen::MatrixXd result(matrix.rows(), matrix.cols() - 1);
  result << matrix.leftCols(column), matrix.rightCols(matrix.cols() - column - 1);
  return result;
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
      stop_footings_(problem_.horizon - 1),
      squared_measures_(Vector::Constant(problem_.horizon - 1, prior_root_.squaredNorm())) {
  const Index d = mapped.learned();
  if (problem_.ended >= 0) stop_roots_ = stop_prior_roots(mapped), model_.stopping.resize(problem_.horizon - 1);
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
  const std::vector<Posterior> stops = stopping(evidence);
  const StagePool pool(std::move(evidence), prior_root_, pooled_, threads_);
  share_work(threads_, stages, [&](Index h) {
    set_measures(static_cast<int>(h), pool.posterior(h), stops.empty() ? nullptr : &stops[h]);
  });
}

// Takes the target of `ended` out of the evidence.
std::vector<Posterior> ModelLearner::stopping(std::vector<LinearEvidence>& evidence) const {
  if (problem_.ended < 0) return {};
  std::vector<LinearEvidence> seen;
  for (LinearEvidence& all : evidence) {
    seen.push_back({all.precision, all.information.col(problem_.ended)});
    all.information = without_column(all.information, problem_.ended);
  }
  std::optional<StagePool> likeliest;
  for (const Matrix& root : stop_roots_) {
    StagePool pool(seen, root, pooled_, threads_);
    if (!likeliest || pool.likelihood() > likeliest->likelihood()) likeliest.emplace(std::move(pool));
  }
  std::vector<Posterior> result;
  for (std::size_t h = 0; h < seen.size(); ++h) result.push_back(likeliest->posterior(h));
  return result;
}

// Each state is a target, less the mean of all; that of `ended` by itself.
void ModelLearner::add_successors(int h, const StageBlock& block, LinearEvidence& sum) const {
  obey_stop();
  Eigen::MatrixXd centred = block.successors.transpose();
  if (problem_.ended < 0) {
    centred.colwise() -= block.successors.colwise().mean().transpose().eval();
  } else {
    const Vector stopped = centred.col(problem_.ended);
    const Vector mean = (centred.rowwise().sum() - stopped) / static_cast<double>(centred.cols() - 1);
    centred.colwise() -= mean;
    centred.col(problem_.ended) = stopped;
  }
  const double noise = block.successor_noise + block.gram_noise * squared_measures_[h];
  add_evidence(block, 1 / static_cast<double>(problem_.point_count()), noise, centred, sum);
}

// `known`: of measures less those of uniform chance, in the coordinates that are learned.
void ModelLearner::set_measures(int h, Posterior known, const Posterior* stops) {
  const Index d = mapped_.learned();
  Vector left = mapped_.constant, totals = Vector::Ones(mapped_.corners.rows());  // What goes on.
  model_.measures[h] = Matrix::Zero(problem_.point_count(), problem_.dimension);
  if (stops) {
    const Vector half = mapped_.constant / 2;
    const Posterior less_half{stops->mean - half, stops->covariance};
    const Vector likely = possible_rewards(less_half, mapped_.corners, stop_footings_[h]) + half;
    left -= likely;
    totals = (mapped_.corners * left).cwiseMax(0.0).cwiseMin(1.0);
    model_.measures[h].row(problem_.ended).head(d) = likely;
    model_.measures[h](problem_.ended, d) = 1;
    model_.stopping[h] = Matrix::Zero(problem_.dimension, problem_.dimension);
    model_.stopping[h].topLeftCorner(d, d) = stops->covariance;
  }
  const auto states = static_cast<double>(known.mean.cols());
  const Vector uniform = left / states;
  known.mean.colwise() += uniform;
  const Matrix learned = possible_measures(known, mapped_.corners, totals, footings_[h]).transpose();
  const double squared = (learned.rowwise() - uniform.transpose()).squaredNorm() / states;
  squared_measures_[h] = squared + known.covariance.trace();
  for (Index row = 0, state = 0; row < learned.rows(); ++row, ++state) {
    if (state == problem_.ended) ++state;
    model_.measures[h].row(state).head(d) = learned.row(row);
  }
  model_.covariances[h] = Matrix::Zero(problem_.dimension, problem_.dimension);
  model_.covariances[h].topLeftCorner(d, d) = known.covariance;
}

}  // namespace tacit
