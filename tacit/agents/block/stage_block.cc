#include "tacit/agents/block/stage_block.h"

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/agents/block/simplex_fit.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr double kFewest = 1;  // Users in a direction, of which a noisy block can tell.

void add_without_spectrum(const Eigen::MatrixXd& gram, double variance, double noise, const Eigen::MatrixXd& moments,
                          LinearEvidence& sum) {
  if (noise == 0) {
    sum.precision += gram / variance;
    sum.information += moments / variance;
    return;
  }
  Eigen::MatrixXd weight = variance * gram;
  weight.diagonal().array() += noise;
  const Eigen::LLT<Eigen::MatrixXd> cholesky(weight);
  const Eigen::MatrixXd root = cholesky.matrixL().solve(gram);
  add_square(root, sum.precision);
  sum.information.noalias() += root.transpose() * cholesky.matrixL().solve(moments);
}

}  // namespace

void StageBlock::set_gram(const Matrix& estimate, double variance) {
  gram_noise = variance;
  if (estimate.rows() >= kManyCoordinates) {
    gram = estimate;
    return;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(estimate);
  const double least = variance > 0 ? kFewest : 0;
  eigenvalues = (spectrum.eigenvalues().array() > least).select(spectrum.eigenvalues(), 0.0);
  eigenvectors = spectrum.eigenvectors();
}

void add_evidence(const StageBlock& block, double variance, double noise, const Eigen::MatrixXd& moments,
                  LinearEvidence& sum) {
  if (block.gram.size() > 0) return add_without_spectrum(block.gram, variance * block.overlap, noise, moments, sum);
  const auto& g = block.eigenvalues.array();
  const Eigen::MatrixXd& u = block.eigenvectors;
  const Vector per_unit = (g > 0).select(g / (variance * block.overlap * g + noise), 0.0);
  sum.precision.noalias() += u * per_unit.cwiseProduct(block.eigenvalues).asDiagonal() * u.transpose();
  sum.information.noalias() += u * (per_unit.asDiagonal() * (u.transpose() * moments));
}

void add_reward_evidence(const StageBlock& block, double variance, double squared_weights, LinearEvidence& sum) {
  add_evidence(block, variance, block.reward_noise + block.gram_noise * squared_weights, block.reward, sum);
}

LinearEvidence reward_evidence(const std::vector<StageBlock>& blocks, Index dimension, double variance,
                               double squared_weights) {
  LinearEvidence result{Matrix::Zero(dimension, dimension), Eigen::MatrixXd::Zero(dimension, 1)};
  obey_stop();
  for (const StageBlock& block : blocks) add_reward_evidence(block, variance, squared_weights, result);
  return result;
}

}  // namespace tacit
