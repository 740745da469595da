#include "tacit/agents/block/start_distribution.h"

#include <cmath>
#include <utility>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/agents/block/simplex_fit.h"

namespace tacit {
namespace {

constexpr double kAccuracy = 0.01;     // In deviations of the noise.
constexpr double kMostWork = 1e6;      // States times squared dimensions, in every step of the fit.
constexpr double kMostProducts = 1e9;  // The same times states, once per block.

bool inner_products(Index states, Index dimension) {
  return dimension >= kManyCoordinates && states <= dimension * (dimension + 1) / 2;
}

bool affordable(Index states, Index dimension) {
  const auto s = static_cast<double>(states), work = s * static_cast<double>(dimension * dimension);
  return inner_products(states, dimension) ? work * s <= kMostProducts : work <= kMostWork;
}

}  // namespace

StartDistribution::StartDistribution(const Problem& problem, const Matrix& rooted)
    : problem_(problem),
      rooted_(rooted),
      firsts_(problem.point_count() - (problem.ended >= 0 ? 1 : 0)),
      by_kernel_(inner_products(firsts_, rooted.cols())),
      worthwhile_(affordable(firsts_, rooted.cols())),
      block_(Eigen::MatrixXd::Zero(worthwhile_ ? firsts_ : 0, rooted.cols() * (rooted.cols() + 1) / 2)),
      design_(block_.rows(), 0),
      kernel_(Eigen::MatrixXd::Zero(by_kernel_ ? block_.rows() : 0, by_kernel_ ? block_.rows() : 0)),
      pull_(Vector::Zero(kernel_.rows())),
      fitted_(Vector::Constant(firsts_, 1 / static_cast<double>(firsts_))) {
  show_all_states();
}

void StartDistribution::show_all_states() {
  estimate_ = Vector::Zero(problem_.point_count());
  for (Index s = 0; s < estimate_.size(); ++s)
    if (s != problem_.ended) estimate_[s] = fitted_[place(s)];
}

void StartDistribution::add_block(const std::vector<Audience>& audiences, double gain, double fading) {
  Vector played = Vector::Zero(rooted_.rows());
  for (const auto& [users, policy, limits] : audiences)
    for (Index s = 0; s < problem_.point_count(); ++s)
      if (s != problem_.ended)
        policy.each(0, s, [&, users = users](int action, double probability) {
          played[s * problem_.actions + action] += users * probability;
        });
  block_ *= fading;
  for (Index row = 0; row < played.size(); ++row)
    if (played[row] > 0)
      block_.row(place(row / problem_.actions)) +=
          gain * played[row] * flattened(rooted_.row(row).transpose() * rooted_.row(row)).transpose();
}

void StartDistribution::take(const std::vector<Audience>& audiences, double gain, double fading, const Matrix& gram,
                             double variance) {
  if (!worthwhile_) return;
  add_block(audiences, gain, fading);
  const auto ridge = static_cast<double>(firsts_);
  const double scale = 1 / std::sqrt(2 * variance);  // Every entry of a flattened matrix has variance 2 `variance`.
  if (by_kernel_) {
    kernel_.noalias() += scale * scale * block_ * block_.transpose();
    pull_.noalias() += scale * scale * block_ * flattened(gram);
    fitted_ = kernel_fit(kernel_, curvature_of_kernel(kernel_), pull_, ridge, kAccuracy, std::move(fitted_));
  } else {
    const Index entries = block_.cols();
    design_.conservativeResize(Eigen::NoChange, design_.cols() + entries);
    design_.rightCols(entries) = scale * block_;
    seen_.conservativeResize(seen_.size() + entries);
    seen_.tail(entries) = scale * flattened(gram);
    fitted_ = simplex_fit(design_, seen_, ridge, kAccuracy, std::move(fitted_));
  }
  show_all_states();
}

}  // namespace tacit
