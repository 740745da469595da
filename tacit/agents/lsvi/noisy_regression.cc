#include "tacit/agents/lsvi/noisy_regression.h"

#include <algorithm>

namespace tacit {
namespace {

// Times what was known before, of what is ever believed: so the precision can be inverted in doubles, always.
constexpr double kMost = 1e12;

}  // namespace

NoisyRegression::NoisyRegression(const Matrix& gram, double noise) : noise_(noise) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(gram);
  const double expected = static_cast<double>(gram.rows()) * noise * noise;
  const Eigen::ArrayXd positive = spectrum.eigenvalues().array().max(0.0);
  eigenvalues_ = (positive.square() - expected).max(0.0).sqrt();
  eigenvectors_ = spectrum.eigenvectors();
}

NoisyRegression::Fit NoisyRegression::fit(const Vector& moment, const Target& target) const {
  const Index d = eigenvalues_.size();
  const double prior = 1 / (target.deviation * target.deviation);
  const Vector rotated = eigenvectors_.transpose() * moment;
  Vector weights(d), precision(d);
  double squared = static_cast<double>(d) / prior;  // |w|^2
  for (int round = 0; round < 2; ++round) {
    const double noise = target.noise * target.noise + noise_ * noise_ * squared;
    for (Index i = 0; i < d; ++i) {
      const double g = eigenvalues_[i], per_unit = g > 0 ? g / (target.variance * g + noise) : 0;
      precision[i] = std::min(prior + g * per_unit, kMost * prior);
      weights[i] = rotated[i] * per_unit / precision[i];
    }
    squared = weights.squaredNorm();
  }
  return {eigenvectors_ * weights, eigenvectors_ * precision.asDiagonal() * eigenvectors_.transpose()};
}

}  // namespace tacit
