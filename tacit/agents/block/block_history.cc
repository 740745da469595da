#include "tacit/agents/block/block_history.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/agents/block/gram_repair.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

// What is left of the noise after repair, and how far from the noisy matrix it may be (squared, in noises) before the
// noisy one is believed instead.
constexpr double kLeft = 0.7, kFarthest = 4;
constexpr double kMostWork = 3e7;     // Rows times squared dimensions: where a repair costs more than it brings.
constexpr std::size_t kRenewed = 12;  // Newest blocks whose forecasts are made anew; older ones have few users.
constexpr int kRounds = 2;            // How often visits are forecast and the model is learned with them.
constexpr double kFewest = 1;         // Users in a direction, of which a noisy block can tell.

// Noise alone makes eigenvalues with mean square about d times its variance.
Matrix positive_part(const Matrix& noisy, double variance) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(noisy);
  const double expected = static_cast<double>(noisy.rows()) * variance;
  const Vector kept = (spectrum.eigenvalues().array().max(0.0).square() - expected).max(0.0).sqrt();
  return spectrum.eigenvectors() * kept.asDiagonal() * spectrum.eigenvectors().transpose();
}

// The prior of one state's measure, less that of uniform chance: a prediction has deviation states^-1/2.
Matrix measure_prior_root(const Problem& problem) {
  const Index d = problem.dimension;
  const double precision = static_cast<double>(d * problem.point_count());
  const Eigen::LLT<Matrix> cholesky(precision * mean_square(problem.points));
  return cholesky.matrixU().solve(Matrix(Matrix::Identity(d, d)));
}

// Adds what one block tells: G (v G + t^2)^-1 G, and G (v G + t^2)^-1 times the columns of `moments`.
void add_evidence(const StageBlock& block, double variance, double noise, const Eigen::MatrixXd& moments,
                  LinearEvidence& sum) {
  const auto& g = block.eigenvalues.array();
  const Eigen::MatrixXd& u = block.eigenvectors;
  const Vector per_unit = (g > 0).select(g / (variance * block.overlap * g + noise), 0.0);
  sum.precision.noalias() += u * per_unit.cwiseProduct(block.eigenvalues).asDiagonal() * u.transpose();
  sum.information.noalias() += u * (per_unit.asDiagonal() * (u.transpose() * moments));
}

}  // namespace

void StageBlock::set_gram(const Matrix& gram, double variance) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(gram);
  const double least = variance > 0 ? kFewest : 0;
  eigenvalues = (spectrum.eigenvalues().array() > least).select(spectrum.eigenvalues(), 0.0);
  eigenvectors = spectrum.eigenvectors();
  gram_noise = variance;
}

BlockHistory::BlockHistory(const MappedProblem& mapped, double fading, bool pooled)
    : mapped_(mapped),
      problem_(mapped.problem),
      fading_(fading),
      gain_(std::sqrt(1 - fading * fading)),
      pooled_(pooled),
      rooted_(problem_.points),
      prior_root_(measure_prior_root(problem_)),
      start_(problem_, rooted_),
      stages_(problem_.horizon),
      blocks_(problem_.horizon),
      model_{{}, std::vector<Matrix>(problem_.horizon - 1), std::vector<Matrix>(problem_.horizon - 1)},
      footings_(problem_.horizon - 1),
      squared_measures_(Vector::Constant(problem_.horizon, prior_root_.squaredNorm())) {
  const Index d = problem_.dimension, rows = problem_.points.rows();
  for (Index row = 0; row < rows; ++row) rooted_.row(row) /= std::sqrt(std::max(rooted_.row(row).norm(), 1e-12));
  for (int h = 0; h < problem_.horizon; ++h) {
    Stage& stage = stages_[h];
    const Index states = h + 1 < problem_.horizon ? problem_.point_count() : 0;
    stage.gram = stage.gram_sum = Matrix::Zero(d, d);
    stage.successors = stage.successor_sum = Matrix::Zero(states, d);
    stage.reward = stage.reward_sum = Vector::Zero(d);
    stage.played = Vector::Zero(rows);
    settled_.push_back({Matrix::Zero(d, d), Eigen::MatrixXd::Zero(d, states)});
  }
  learn();
}

void BlockHistory::take(const Billboard& billboard, std::vector<Audience> audiences) {
  const auto now = static_cast<double>(billboard.users());
  users_ = fading_ * users_ + gain_ * (now - seen_);
  seen_ = now;
  for (int h = 0; h < problem_.horizon; ++h) {
    Vector& played = stages_[h].played;
    played *= fading_;
    for (const Audience& audience : audiences)
      for (Index s = 0; s < problem_.point_count(); ++s)
        audience.policy.each(h, s, [&](int a, double) { played[s * problem_.actions + a] += gain_ * audience.users; });
    add_block(h, billboard);
  }
  const double variance = stages_[0].measured.back().variance;
  if (variance > 0) start_.take(audiences, gain_, fading_, stages_[0].gram_sum, variance);
  audiences_.push_back(std::move(audiences));
  settle(variance > 0 ? kRenewed : 0);
  learn();
  if (variance == 0) return;
  for (int round = 0; round < kRounds; ++round) {
    forecast();
    learn();
  }
}

void BlockHistory::add_block(int h, const Billboard& billboard) {
  obey_stop();
  Stage& stage = stages_[h];
  const auto advance = [&](auto& prefix, auto& block, const auto& released) {
    block = fading_ * block + gain_ * (released - prefix);
    prefix = released;
  };
  advance(stage.gram, stage.gram_sum, billboard.gram(h));
  advance(stage.reward, stage.reward_sum, billboard.response(h));
  if (stage.successors.size() > 0) advance(stage.successors, stage.successor_sum, billboard.outcomes(h));

  const BillboardNoise& noise = billboard.measured_noise(h);
  StageBlock block;
  block.reward_noise = noise.response * noise.response;
  block.successor_noise = noise.outcomes * noise.outcomes;
  block.overlap = std::sqrt((1 + fading_) / (1 - fading_));
  block.reward = stage.reward_sum;
  block.successors = stage.successor_sum;
  stage.measured.push_back(repaired(h, stage.gram_sum, noise.gram * noise.gram));
  block.set_gram(stage.measured.back().repaired, stage.measured.back().left);
  blocks_[h].push_back(std::move(block));
}

// Nearest to the noisy one of those that the policies of the block allow.
BlockHistory::Measured BlockHistory::repaired(int h, const Matrix& noisy, double variance) const {
  if (variance == 0) return {noisy, noisy, 0, 0};
  const Vector& played = stages_[h].played;
  const auto d = static_cast<double>(problem_.dimension), free = d * (d + 1) / 2;
  const Index count = (played.array() > 0).count();
  if (static_cast<double>(count) * d * d <= kMostWork) {
    Matrix rows(count, problem_.dimension);
    Index at = 0;
    for (Index row = 0; row < rooted_.rows(); ++row)
      if (played[row] > 0) rows.row(at++) = rooted_.row(row);
    const Matrix best = repaired_gram(noisy, rows, users_, 0.01 * std::sqrt(variance));
    if ((best - noisy).squaredNorm() <= kFarthest * variance * 2 * free)
      return {noisy, best, variance, kLeft * std::min(1.0, static_cast<double>(count) / free) * variance};
  }
  return {noisy, positive_part(noisy, variance), variance, variance};
}

// From all blocks as they are now.
void BlockHistory::learn() {
  const Index states = problem_.point_count();
  const auto n = static_cast<double>(states);
  model_.start = start_.estimate();
  std::vector<LinearEvidence> evidence;
  for (int h = 0; h + 1 < problem_.horizon; ++h) {
    LinearEvidence seen = settled_[h];
    for (std::size_t b = settled_blocks_; b < blocks_[h].size(); ++b) add_successors(h, blocks_[h][b], seen);
    evidence.push_back(std::move(seen));
  }
  const StagePool pool(std::move(evidence), prior_root_, pooled_);
  const Vector uniform = mapped_.constant / n;
  for (int h = 0; h + 1 < problem_.horizon; ++h) {
    Posterior known = pool.posterior(h);
    known.mean.colwise() += uniform;
    model_.measures[h] = possible_measures(known, mapped_.corners, footings_[h]).transpose();
    model_.covariances[h] = known.covariance;
    const double squared = (model_.measures[h].rowwise() - uniform.transpose()).squaredNorm() / n;
    squared_measures_[h] = squared + known.covariance.trace();
  }
}

// Each state is a target, less 1/states.
void BlockHistory::add_successors(int h, const StageBlock& block, LinearEvidence& sum) const {
  obey_stop();
  const Eigen::MatrixXd centred =
      block.successors.transpose().colwise() - block.successors.colwise().mean().transpose();
  const double noise = block.successor_noise + block.gram_noise * squared_measures_[h];
  add_evidence(block, 1 / static_cast<double>(problem_.point_count()), noise, centred, sum);
}

// Once no forecast changes the Gram matrix of a block any more, its evidence is summed up for good.
void BlockHistory::settle(std::size_t kept) {
  for (; settled_blocks_ + kept < audiences_.size(); ++settled_blocks_)
    for (int h = 0; h + 1 < problem_.horizon; ++h) add_successors(h, blocks_[h][settled_blocks_], settled_[h]);
}

void BlockHistory::forecast() {
  const auto d = static_cast<double>(problem_.dimension);
  std::vector<Vector> visits(problem_.horizon, Vector::Zero(problem_.points.rows()));
  for (std::size_t b = 0; b < audiences_.size(); ++b) {
    const std::vector<Vector> expected = expected_visits(problem_, model_, audiences_[b]);
    for (int h = 0; h < problem_.horizon; ++h) {
      visits[h] = fading_ * visits[h] + gain_ * expected[h];
      if (b < settled_blocks_) continue;
      obey_stop();
      Measured& measured = stages_[h].measured[b];
      const Matrix newest = rooted_.transpose() * visits[h].asDiagonal() * rooted_;
      const bool first = measured.forecast.size() == 0;
      measured.forecast = first ? newest : Matrix(0.5 * (measured.forecast + newest));
      const double apart = (measured.noisy - measured.forecast).squaredNorm();
      const double noise = measured.variance * d * (d + 1), trust = apart > noise ? 1 - noise / apart : 0;
      const Matrix combined = measured.forecast + trust * (measured.repaired - measured.forecast);
      blocks_[h][b].set_gram(combined, measured.left);
    }
  }
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
