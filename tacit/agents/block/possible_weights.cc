#include "tacit/agents/block/possible_weights.h"

#include <cmath>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/agents/block/simplex_fit.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr int kIterations = 20;
constexpr double kRelaxation = 1.6;
constexpr double kSettled = 0.02;  // A change that small beside the error of what is known is none.

// Per corner the square of a change of all predictions that is none; with few coordinates there is no such. What is
// known well of one corner must settle however little is known of others.
Eigen::RowVectorXd settled(const Posterior& known, const Matrix& corners) {
  if (corners.cols() < kManyCoordinates) return {};
  const Vector errors = (corners * known.covariance).cwiseProduct(corners).rowwise().sum();
  return kSettled * kSettled * static_cast<double>(known.mean.cols()) * errors.transpose();
}

template <typename Project>
Eigen::MatrixXd possible(const Posterior& known, const Matrix& corners, Footing& footing, const Project& project_all) {
  obey_stop();
  const Index d = corners.cols();
  const Matrix identity = Matrix::Identity(d, d), squared = corners.transpose() * corners;
  const Matrix precision = known.covariance.llt().solve(identity);
  const auto log_root = [](const Matrix& m) { return m.llt().matrixLLT().diagonal().array().log().sum(); };
  const double penalty = std::exp(2 * (log_root(precision) - log_root(squared)) / static_cast<double>(d));
  const Eigen::LLT<Matrix> both(precision + penalty * squared);
  // m = fixed + moved (inside - pull), and what it predicts at the corners, transposed.
  const Eigen::MatrixXd fixed = both.solve(precision * known.mean);
  const Eigen::MatrixXd moved = penalty * both.solve(Eigen::MatrixXd(corners.transpose()));
  const Eigen::MatrixXd fixed_there = (corners * fixed).transpose(), moved_there = (corners * moved).transpose();

  Eigen::MatrixXd& inside = footing.inside;
  if (inside.size() == 0) {
    inside = (corners * known.mean).transpose();
    project_all(inside);
    footing.pull = Eigen::MatrixXd::Zero(inside.rows(), inside.cols());
  }
  const Eigen::RowVectorXd little = settled(known, corners);
  Eigen::MatrixXd pull = footing.pull / penalty, there(inside.rows(), inside.cols()), before;
  for (int i = 0; i < kIterations; ++i) {
    obey_stop();
    there = fixed_there;
    there.noalias() += (inside - pull) * moved_there;
    pull += kRelaxation * there + (1 - kRelaxation) * inside;
    if (little.size() > 0) before = inside;
    inside = pull;
    project_all(inside);
    pull -= inside;
    if (little.size() > 0 && ((inside - before).colwise().squaredNorm().array() <= little.array()).all()) break;
  }
  footing.pull = penalty * pull;
  return fixed + moved * (inside - pull).transpose();
}

}  // namespace

Eigen::MatrixXd possible_measures(const Posterior& known, const Matrix& corners, const Vector& totals,
                                  Footing& footing) {
  return possible(known, corners, footing, [&](Eigen::MatrixXd& predicted) {
    for (Index corner = 0; corner < predicted.cols(); ++corner)
      project_on_simplex(predicted.col(corner), totals[corner]);
  });
}

Eigen::MatrixXd possible_measures(const Posterior& known, const Matrix& corners, Footing& footing) {
  return possible_measures(known, corners, Vector::Ones(corners.rows()), footing);
}

Eigen::MatrixXd possible_rewards(const Posterior& known, const Matrix& corners, Footing& footing) {
  return possible(known, corners, footing,
                  [](Eigen::MatrixXd& predicted) { predicted = predicted.array().max(-0.5).min(0.5); });
}

}  // namespace tacit
