#include "tacit/agents/block/start_distribution.h"

#include <cmath>
#include <utility>

#include "tacit/agents/block/simplex_fit.h"

namespace tacit {
namespace {

constexpr double kAccuracy = 0.01;  // In deviations of the noise.
constexpr double kMostWork = 1e6;   // States times squared dimensions.

}  // namespace

StartDistribution::StartDistribution(const Problem& problem, const Matrix& rooted)
    : problem_(problem),
      rooted_(rooted),
      firsts_(problem.point_count() - (problem.ended >= 0 ? 1 : 0)),
      worthwhile_(static_cast<double>(firsts_ * rooted.cols() * rooted.cols()) <= kMostWork),
      block_(Eigen::MatrixXd::Zero(worthwhile_ ? firsts_ : 0, rooted.cols() * (rooted.cols() + 1) / 2)),
      design_(block_.rows(), 0),
      fitted_(Vector::Constant(firsts_, 1 / static_cast<double>(firsts_))) {
  show_all_states();
}

void StartDistribution::show_all_states() {
  estimate_ = Vector::Zero(problem_.point_count());
  for (Index s = 0; s < estimate_.size(); ++s)
    if (s != problem_.ended) estimate_[s] = fitted_[place(s)];
}

void StartDistribution::take(const std::vector<Audience>& audiences, double gain, double fading, const Matrix& gram,
                             double variance) {
  if (!worthwhile_) return;
  const Index states = problem_.point_count(), entries = block_.cols();
  Vector played = Vector::Zero(rooted_.rows());
  for (const auto& [users, policy] : audiences)
    for (Index s = 0; s < states; ++s)
      if (s != problem_.ended)
        policy.each(0, s, [&, users = users](int action, double probability) {
          played[s * problem_.actions + action] += users * probability;
        });
  block_ *= fading;
  for (Index row = 0; row < played.size(); ++row)
    if (played[row] > 0)
      block_.row(place(row / problem_.actions)) +=
          gain * played[row] * flattened(rooted_.row(row).transpose() * rooted_.row(row)).transpose();

  const double scale = 1 / std::sqrt(2 * variance);  // Every entry of a flattened matrix has variance 2 `variance`.
  design_.conservativeResize(Eigen::NoChange, design_.cols() + entries);
  design_.rightCols(entries) = scale * block_;
  seen_.conservativeResize(seen_.size() + entries);
  seen_.tail(entries) = scale * flattened(gram);
  fitted_ = simplex_fit(design_, seen_, static_cast<double>(firsts_), kAccuracy, std::move(fitted_));
  show_all_states();
}

}  // namespace tacit
