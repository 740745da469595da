#include "tacit/agents/block/stage_block.h"

#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr double kFewest = 1;  // Users in a direction, of which a noisy block can tell.

}  // namespace

void StageBlock::set_gram(const Matrix& gram, double variance) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(gram);
  const double least = variance > 0 ? kFewest : 0;
  eigenvalues = (spectrum.eigenvalues().array() > least).select(spectrum.eigenvalues(), 0.0);
  eigenvectors = spectrum.eigenvectors();
  gram_noise = variance;
}

void add_evidence(const StageBlock& block, double variance, double noise, const Eigen::MatrixXd& moments,
                  LinearEvidence& sum) {
  const auto& g = block.eigenvalues.array();
  const Eigen::MatrixXd& u = block.eigenvectors;
  const Vector per_unit = (g > 0).select(g / (variance * block.overlap * g + noise), 0.0);
  sum.precision.noalias() += u * per_unit.cwiseProduct(block.eigenvalues).asDiagonal() * u.transpose();
  sum.information.noalias() += u * (per_unit.asDiagonal() * (u.transpose() * moments));
}

LinearEvidence reward_evidence(const std::vector<StageBlock>& blocks, Index dimension, double variance,
                               double squared_weights) {
  LinearEvidence result{Matrix::Zero(dimension, dimension), Eigen::MatrixXd::Zero(dimension, 1)};
  obey_stop();
  for (const StageBlock& block : blocks)
    add_evidence(block, variance, block.reward_noise + block.gram_noise * squared_weights, block.reward, result);
  return result;
}

}  // namespace tacit
