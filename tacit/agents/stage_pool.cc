#include "tacit/agents/stage_pool.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tacit {
namespace {

constexpr double kSpreads[] = {0.0001, 0.03, 0.2};  // kappa; 1 is not to pool.
constexpr double kLeave = 1;                        // A stage likelier by so many nats alone leaves.

// Evidence in the basis of its eigenvectors.
struct Spectrum {
  explicit Spectrum(const Evidence& evidence) {
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
  Evidence of_common(double kappa) const {
    const Eigen::ArrayXd shrink = 1 / (1 + kappa * values.array());
    return {vectors * (values.array() * shrink).matrix().asDiagonal() * vectors.transpose(),
            vectors * shrink.matrix().asDiagonal() * information};
  }

  Vector values;
  Eigen::MatrixXd vectors, information;
};

// Stages in a pool with one kappa.
class Pool {
 public:
  Pool(const std::vector<Spectrum>& spectra, double kappa) : kappa_(kappa) {
    const Index d = spectra[0].information.rows();
    sum_ = {Matrix::Zero(d, d), Eigen::MatrixXd::Zero(d, spectra[0].information.cols())};
    for (const Spectrum& spectrum : spectra) {
      parts_.push_back(spectrum.of_common(kappa));
      own_.push_back(spectrum.likelihood(kappa));
      take(parts_.size() - 1, 1);
    }
  }
  void remove(std::size_t stage) { take(stage, -1); }
  void restore(std::size_t stage) { take(stage, 1); }

  double likelihood() const {
    const Index d = sum_.information.rows();
    const Eigen::LLT<Matrix> grown(Matrix::Identity(d, d) + (1 - kappa_) * sum_.precision);
    const auto targets = static_cast<double>(sum_.information.cols());
    return own_sum_ - targets * grown.matrixLLT().diagonal().array().log().sum() +
           0.5 * (1 - kappa_) * sum_.information.cwiseProduct(grown.solve(sum_.information)).sum();
  }
  double kappa() const { return kappa_; }
  const Evidence& sum() const { return sum_; }
  std::vector<Evidence>&& parts() && { return std::move(parts_); }

 private:
  void take(std::size_t stage, double sign) {
    sum_.precision += sign * parts_[stage].precision;
    sum_.information += sign * parts_[stage].information;
    own_sum_ += sign * own_[stage];
  }
  double kappa_, own_sum_ = 0;
  Evidence sum_;
  std::vector<Evidence> parts_;
  std::vector<double> own_;
};

}  // namespace

StagePool::StagePool(std::vector<Evidence> stages, bool pooled)
    : stages_(std::move(stages)), inside_(stages_.size(), false) {
  if (!pooled || stages_.size() < 2) return;
  const std::vector<Spectrum> spectra(stages_.begin(), stages_.end());
  std::vector<double> by_itself;
  double apart = 0;
  for (const Spectrum& spectrum : spectra) apart += by_itself.emplace_back(spectrum.likelihood(1));

  std::vector<Pool> pools;
  for (const double kappa : kSpreads) pools.emplace_back(spectra, kappa);
  const auto likeliest = [&]() -> Pool& {
    const auto less = [](const Pool& a, const Pool& b) { return a.likelihood() < b.likelihood(); };
    return *std::max_element(pools.begin(), pools.end(), less);
  };
  std::vector<std::size_t> strangers;
  {
    Pool& all = likeliest();
    const double together = all.likelihood();
    for (std::size_t stage = 0; stage < stages_.size(); ++stage) {
      all.remove(stage);
      if (together - all.likelihood() < by_itself[stage] - kLeave) strangers.push_back(stage);
      all.restore(stage);
    }
  }
  for (const std::size_t stage : strangers) {
    for (Pool& pool : pools) pool.remove(stage);
    apart -= by_itself[stage];
  }
  if (strangers.size() + 1 >= stages_.size()) return;
  Pool& pool = likeliest();
  if (pool.likelihood() < apart) return;
  inside_.assign(stages_.size(), true);
  for (const std::size_t stage : strangers) inside_[stage] = false;
  kappa_ = pool.kappa();
  sum_ = pool.sum();
  of_common_ = std::move(pool).parts();
}

Posterior StagePool::posterior(std::size_t stage) const {
  const Evidence& seen = stages_[stage];
  const Index d = seen.information.rows();
  const Matrix identity = Matrix::Identity(d, d);
  if (!inside_[stage]) {
    const Matrix covariance = (seen.precision + identity).llt().solve(identity);
    return {covariance * seen.information, covariance};
  }
  // What the others say of it comes before what was seen at it.
  const Evidence& own = of_common_[stage];
  const Matrix common = (identity / (1 - kappa_) + sum_.precision - own.precision).llt().solve(identity);
  const Eigen::MatrixXd mean = common * (sum_.information - own.information);
  const Matrix precision = (common + kappa_ * identity).llt().solve(identity);
  const Matrix covariance = (precision + seen.precision).llt().solve(identity);
  return {covariance * (precision * mean + seen.information), covariance};
}

}  // namespace tacit
