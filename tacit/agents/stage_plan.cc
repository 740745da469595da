#include "tacit/agents/stage_plan.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>
#include <vector>

#include "tacit/agents/feature_panel.h"
#include "tacit/core/error.h"

namespace tacit {

namespace {

using Lane = FeaturePanel::Lane;

// What the bonuses depend on; N: a number for one feature vector, or a lane of them.
template <typename N>
struct Geometry {
  N norm, reward_norm, unseen, carried;
};

double clipped(double x, double low, double high) { return std::clamp(x, low, high); }
Lane clipped(const Lane& x, double low, double high) { return x.max(low).min(high); }

template <typename N>
[[gnu::always_inline]] inline N combine(const StagePlan& plan, const StagePlan::Side& side, const N& reward_part,
                                        const N& value_part, const Geometry<N>& g) {
  const N r = clipped(N(plan.reward_centre + reward_part + side.reward_radius * g.reward_norm +
                        side.reward_bias * g.unseen + side.reward_noise * g.carried),
                      plan.reward_low, plan.reward_high);
  const N v =
      clipped(N(side.centre + value_part + side.radius * g.norm + side.bias * g.unseen + side.noise * g.carried),
              side.low, side.high);
  return clipped(N(r + v + side.outer_radius * g.norm), side.q_low, side.q_high);
}

// Lower triangular W with W'W = matrix^-1: the inverse of the Cholesky factor, row by row.
Matrix whitening_of(const Matrix& matrix) {
  const Eigen::LLT<Matrix> cholesky(matrix);
  check(cholesky.info() == Eigen::Success, "the regularised Gram matrix is positive definite");
  const Matrix& factor = cholesky.matrixLLT();
  Matrix inverse = Matrix::Zero(matrix.rows(), matrix.rows());
  for (Index k = 0; k < matrix.rows(); ++k) {
    double* row = inverse.row(k).data();
    const double scale = 1 / factor(k, k);
    for (Index j = 0; j < k; ++j) {
      const double* above = inverse.row(j).data();
      const double times = scale * factor(k, j);
      for (Index i = 0; i <= j; ++i) row[i] -= times * above[i];
    }
    row[k] = scale;
  }
  return inverse;
}

}  // namespace

void StagePlan::set_gram(Matrix regularised) {
  gram = std::move(regularised);
  whitening = whitening_of(gram);
}

void StagePlan::set_reward_gram(const Matrix& regularised) { reward_whitening = whitening_of(regularised); }

Vector StagePlan::solve(const Vector& moment) const { return whitening.transpose() * (whitening * moment); }

double StagePlan::squared_norm(const double* phi) const {
  const Index d = gram.rows();
  double sum = 0;
  for (Index j = 0; j < d; ++j) {
    const double* row = whitening.data() + j * d;
    double x = 0;
    for (Index i = 0; i <= j; ++i) x += phi[i] * row[i];
    sum += x * x;
  }
  return sum;
}

StagePlan::Values StagePlan::evaluate(const double* phi) const {
  const ConstVectorView x(phi, gram.rows());
  const double squared = squared_norm(phi), length = x.squaredNorm(), r = x.dot(reward);
  const double norm = std::sqrt(squared);
  const Geometry<double> g{norm, reward_whitening.size() > 0 ? (reward_whitening * x).norm() : norm,
                           length > 0 ? ridge * squared / length : 1.0, noisy() ? solve(x).norm() : 0};
  return {combine(*this, optimistic, r, x.dot(optimistic.weights), g),
          two_sided ? combine(*this, pessimistic, r, x.dot(pessimistic.weights), g) : 0};
}

namespace {

constexpr double kTiny = 1e-300;  // So that 0 / 0 is 1.

// Rows from..to, a multiple of the rows of a panel from the first.
void extreme_values(std::span<const StagePlan> plans, std::span<const Matrix> inverses, const ConstMatrixView& features,
                    Index from, Index to, double* optimistic_q, double* pessimistic_q) {
  // One is filled before the other is read: the processor waits for what was written in smaller pieces than it is read.
  FeaturePanel panel(features.cols()), following(features.cols());
  const auto rows_at = [to](Index row) { return std::clamp<Index>(to - row, 0, FeaturePanel::kRows); };
  following.load(features.data() + from * features.cols(), rows_at(from));
  for (Index row = from; row < to; row += FeaturePanel::kRows) {
    std::swap(panel, following);
    const Index n = rows_at(row), after = row + FeaturePanel::kRows;
    if (after < to) following.load(features.data() + after * features.cols(), rows_at(after));
    const Lane length = panel.squared_length();
    Lane least = Lane::Constant(StagePlan::kInfinity), greatest = -least;
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const StagePlan& plan = plans[i];
      const Lane squared = panel.squared_norm_below(plan.whitening), norm = squared.sqrt();
      const bool apart = plan.reward_whitening.size() > 0;
      const Geometry<Lane> g{norm, apart ? Lane(panel.squared_norm_below(plan.reward_whitening).sqrt()) : norm,
                             (plan.ridge * squared + kTiny) / (length + kTiny),
                             plan.noisy() ? Lane(panel.squared_norm(inverses[i]).sqrt()) : Lane::Zero()};
      const Lane reward = panel.dot(plan.reward);
      least = least.min(combine<Lane>(plan, plan.optimistic, reward, panel.dot(plan.optimistic.weights), g));
      if (!plan.two_sided) continue;
      greatest = greatest.max(combine<Lane>(plan, plan.pessimistic, reward, panel.dot(plan.pessimistic.weights), g));
    }
    std::copy_n(least.data(), n, optimistic_q + row);
    if (plans.front().two_sided) std::copy_n(greatest.data(), n, pessimistic_q + row);
  }
}

}  // namespace

void extreme_values(std::span<const StagePlan> plans, const ConstMatrixView& features, int threads,
                    double* optimistic_q, double* pessimistic_q) {
  const Index rows = features.rows(), d = features.cols();
  std::vector<Matrix> inverses(plans.size());
  for (std::size_t i = 0; i < plans.size(); ++i)
    if (plans[i].noisy()) inverses[i].noalias() = plans[i].whitening.transpose() * plans[i].whitening;

  constexpr double kWorthAThread = 2e6;  // Multiplications: far more than it takes to start one.
  const double work = static_cast<double>(rows) * static_cast<double>(d * d * static_cast<Index>(plans.size()));
  const Index shares = std::clamp<Index>(static_cast<Index>(work / kWorthAThread), 1, threads);
  const Index panels = (rows + FeaturePanel::kRows - 1) / FeaturePanel::kRows;
  const auto begin = [&](Index share) { return std::min(rows, panels * share / shares * FeaturePanel::kRows); };
  const auto work_on = [&](Index share) {
    extreme_values(plans, inverses, features, begin(share), begin(share + 1), optimistic_q, pessimistic_q);
  };
  std::vector<std::jthread> others;
  for (Index share = 1; share < shares; ++share) others.emplace_back(work_on, share);
  work_on(0);
}

void StagePlan::evaluate(const ConstMatrixView& features, double* optimistic_q, double* pessimistic_q) const {
  extreme_values({this, 1}, features, 1, optimistic_q, pessimistic_q);
}

}  // namespace tacit
