#include "tacit/agents/block/stage_pool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/agents/block/shared_work.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

constexpr std::array kSpreads = {0.0001, 0.003, 0.3};  // kappa; 1 is not to pool.
constexpr double kGrouping = 0.5;                      // The power of what a restaurant says of groups.
constexpr double kOwn = kSpreads.back();               // For a stage that is by itself.

// Evidence in the basis of its eigenvectors.
struct Spectrum {
  explicit Spectrum(const LinearEvidence& evidence) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(evidence.precision);
    values = solver.eigenvalues().array().max(0.0);
    vectors = solver.eigenvectors();
    information = vectors.transpose() * evidence.information;
  }
  // log of what is left when own ~ N(0, kappa I) is integrated out, at common = 0.
  double likelihood(double kappa) const {
    const Eigen::ArrayXd grown = 1 + kappa * values.array(), squares = information.rowwise().squaredNorm();
    return 0.5 * (kappa * squares / grown - static_cast<double>(information.cols()) * grown.log()).sum();
  }
  LinearEvidence of_common(double kappa) const {
    const Eigen::ArrayXd shrink = 1 / (1 + kappa * values.array());
    return {vectors * (values.array() * shrink).matrix().asDiagonal() * vectors.transpose(),
            vectors * shrink.matrix().asDiagonal() * information};
  }

  Vector values;
  Eigen::MatrixXd vectors, information;
};

// The same by a Cholesky factor: with many coordinates a spectrum costs more than a factor for every kappa.
class OwnIntegrated {
 public:
  OwnIntegrated(const LinearEvidence& evidence, double kappa)
      : evidence_(evidence), kappa_(kappa), grown_(identity_plus(kappa, evidence.precision)) {}

  double likelihood() const {
    const auto targets = static_cast<double>(evidence_.information.cols());
    return 0.5 * kappa_ * grown_.matrixL().solve(evidence_.information).squaredNorm() -
           targets * grown_.matrixLLT().diagonal().array().log().sum();
  }
  LinearEvidence of_common() const {
    return {grown_.solve(Eigen::MatrixXd(evidence_.precision)), grown_.solve(evidence_.information)};
  }

 private:
  static Eigen::MatrixXd identity_plus(double kappa, const Matrix& precision) {
    Eigen::MatrixXd result = kappa * precision;
    result.diagonal().array() += 1;
    return result;
  }
  const LinearEvidence& evidence_;
  double kappa_;
  Eigen::LLT<Eigen::MatrixXd> grown_;
};

double likelihood_alone(const LinearEvidence& evidence) {
  if (evidence.information.rows() >= kManyCoordinates) return OwnIntegrated(evidence, 1).likelihood();
  return Spectrum(evidence).likelihood(1);
}

// Stages with one kappa: their log-likelihood at common = 0, and what they say of `common`.
struct Pool {
  double own;
  LinearEvidence sum;

  double likelihood(double kappa) const {
    const Index d = sum.information.rows();
    const Eigen::LLT<Matrix> grown(Matrix::Identity(d, d) + (1 - kappa) * sum.precision);
    const auto targets = static_cast<double>(sum.information.cols());
    return own - targets * grown.matrixLLT().diagonal().array().log().sum() +
           0.5 * (1 - kappa) * grown.matrixL().solve(sum.information).squaredNorm();
  }
  void join(const Pool& other) {
    own += other.own;
    sum.precision += other.sum.precision;
    sum.information += other.sum.information;
  }
};

// Stages that are taken to be alike.
struct Candidate {
  std::vector<std::size_t> stages;
  std::array<Pool, kSpreads.size()> pools;  ///< Per kappa.
  double likelihood;                        ///< With the likeliest kappa, and what is likely before data.
  std::size_t spread = 0;                   ///< Which kappa that is.

  void join(const Candidate& other) {
    stages.insert(stages.end(), other.stages.begin(), other.stages.end());
    for (std::size_t k = 0; k < pools.size(); ++k) pools[k].join(other.pools[k]);
    likelihood = -INFINITY;
    const double before = kGrouping * std::lgamma(static_cast<double>(stages.size()));
    for (std::size_t k = 0; k < pools.size(); ++k)
      if (const double with = before + pools[k].likelihood(kSpreads[k]); with > likelihood)
        likelihood = with, spread = k;
  }
};

Candidate single(std::size_t stage, const LinearEvidence& evidence) {
  Candidate one;
  one.stages = {stage};
  if (evidence.information.rows() >= kManyCoordinates) {
    one.likelihood = likelihood_alone(evidence);
    for (std::size_t k = 0; k < kSpreads.size(); ++k) {
      const OwnIntegrated own(evidence, kSpreads[k]);
      one.pools[k] = {own.likelihood(), own.of_common()};
    }
  } else {
    const Spectrum spectrum(evidence);
    one.likelihood = spectrum.likelihood(1);
    for (std::size_t k = 0; k < kSpreads.size(); ++k)
      one.pools[k] = {spectrum.likelihood(kSpreads[k]), spectrum.of_common(kSpreads[k])};
  }
  return one;
}

std::vector<Candidate> singles(const std::vector<LinearEvidence>& stages, int threads) {
  std::vector<Candidate> result(stages.size());
  share_work(threads, static_cast<Index>(stages.size()), [&](Index stage) {
    obey_stop();
    result[stage] = single(static_cast<std::size_t>(stage), stages[stage]);
  });
  return result;
}

// Joins the two that gain most by it, until none gain.
std::vector<Candidate> joined(std::vector<Candidate> groups, int threads) {
  const auto gain_of = [&](std::size_t a, std::size_t b) {
    obey_stop();
    Candidate both = groups[a];
    both.join(groups[b]);
    return both.likelihood - groups[a].likelihood - groups[b].likelihood;
  };
  const std::size_t n = groups.size();
  std::vector<std::vector<double>> gain(n, std::vector<double>(n, -INFINITY));  // What joining a and b > a gains.
  share_work(threads, static_cast<Index>(n * n), [&](Index pair) {
    if (const std::size_t a = pair / n, b = pair % n; a < b) gain[a][b] = gain_of(a, b);
  });
  for (;;) {
    std::size_t into = 0, from = 0;
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b)
        if (gain[a][b] > std::max(0.0, gain[into][from])) into = a, from = b;
    if (from == 0) break;
    groups[into].join(groups[from]);
    groups[from].stages.clear();
    share_work(threads, static_cast<Index>(n), [&](Index i) {
      const auto other = static_cast<std::size_t>(i);
      gain[std::min(other, from)][std::max(other, from)] = -INFINITY;
      if (other != into && !groups[other].stages.empty())
        gain[std::min(other, into)][std::max(other, into)] = gain_of(into, other);
    });
  }
  std::erase_if(groups, [](const Candidate& group) { return group.stages.size() < 2; });
  return groups;
}

}  // namespace

StagePool::StagePool(std::vector<LinearEvidence> stages, const Matrix& root, bool pooled, int threads)
    : root_(root), stages_(std::move(stages)) {
  for (LinearEvidence& seen : stages_)
    seen = {root_.transpose() * seen.precision * root_, root_.transpose() * seen.information};
  if (!pooled) return;
  const std::vector<Candidate> apart = singles(stages_, threads);
  const std::vector<Candidate> groups = joined(apart, threads);
  if (groups.empty()) return;
  const auto smaller = [](const Candidate& a, const Candidate& b) { return a.stages.size() < b.stages.size(); };
  const auto largest =
      static_cast<std::size_t>(std::max_element(groups.begin(), groups.end(), smaller) - groups.begin());
  const Index d = stages_[0].information.rows(), targets = stages_[0].information.cols();
  const LinearEvidence nothing{Matrix::Zero(d, d), Eigen::MatrixXd::Zero(d, targets)};
  places_.assign(stages_.size(), {largest, kOwn, nothing});
  for (const Candidate& one : apart) grouped_ += one.likelihood;
  for (const Candidate& group : groups) {
    grouped_ += group.likelihood;
    for (const std::size_t stage : group.stages) grouped_ -= apart[stage].likelihood;
    for (const std::size_t stage : group.stages)
      places_[stage] = {groups_.size(), kSpreads[group.spread], apart[stage].pools[group.spread].sum};
    groups_.push_back({kSpreads[group.spread], group.pools[group.spread].sum});
  }
}

double StagePool::likelihood() const {
  if (!places_.empty()) return grouped_;
  double sum = 0;
  for (const LinearEvidence& seen : stages_) sum += likelihood_alone(seen);
  return sum;
}

Posterior StagePool::posterior(std::size_t stage) const {
  obey_stop();
  const LinearEvidence& seen = stages_[stage];
  const Index d = seen.information.rows();
  const Matrix identity = Matrix::Identity(d, d);
  const auto with_units = [&](const Eigen::MatrixXd& mean, const Matrix& covariance) -> Posterior {
    return {root_ * mean, root_ * covariance * root_.transpose()};
  };
  if (places_.empty()) {
    const Matrix covariance = (seen.precision + identity).llt().solve(identity);
    return with_units(covariance * seen.information, covariance);
  }
  // What the others say of it comes before what was seen at it.
  const auto& [group, kappa, told] = places_[stage];
  const LinearEvidence& sum = groups_[group].sum;
  const double shared = 1 - groups_[group].kappa;
  const Matrix common = (identity / shared + sum.precision - told.precision).llt().solve(identity);
  const Eigen::MatrixXd mean = common * (sum.information - told.information);
  const Matrix precision = (common + kappa * identity).llt().solve(identity);
  const Matrix covariance = (precision + seen.precision).llt().solve(identity);
  return with_units(covariance * (precision * mean + seen.information), covariance);
}

}  // namespace tacit
