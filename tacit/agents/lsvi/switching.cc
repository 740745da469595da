#include "tacit/agents/lsvi/switching.h"

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

// Rounding must not skip a look that would have succeeded.
constexpr double kSlack = 1e-9;

// -infinity for what is not positive definite.
double log_det(const Matrix& matrix) {
  const Eigen::LLT<Matrix> cholesky(matrix);
  if (cholesky.info() != Eigen::Success) return -std::numeric_limits<double>::infinity();
  return 2 * cholesky.matrixLLT().diagonal().array().log().sum();
}

double largest_generalised_eigenvalue(const Matrix& now, const Matrix& last) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(now, last, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .maxCoeff();
}

}  // namespace

const std::vector<std::string>& SwitchingRule::names() {
  static const std::vector<std::string> names = {"every", "doubling", "rayleigh", "geometric", "batches", "never"};
  return names;
}

SwitchingRule::Kind SwitchingRule::kind_of(const std::string& name) {
  const auto found = std::find(names().begin(), names().end(), name);
  check(found != names().end(), "a switching rule has a known name");
  return static_cast<Kind>(found - names().begin());
}

std::vector<std::int64_t> fixed_schedule(const SwitchingRule& rule, std::int64_t episodes) {
  Switching switching(rule, episodes, 1);
  check(!switching.looks_at_matrices(), "a fixed schedule only counts");
  std::vector<std::int64_t> points;
  while (switching.next() < episodes) {
    points.push_back(switching.next());
    switching.planned(points.back());
  }
  return points;
}

Switching::Switching(const SwitchingRule& rule, std::int64_t episodes, int stages) : rule_(rule), episodes_(episodes) {
  if (rule.kind == SwitchingRule::Kind::doubling || rule.kind == SwitchingRule::Kind::rayleigh) tests_.resize(stages);
  planned(0);
}

bool Switching::may_be_due(std::int64_t done) const {
  if (plans_ >= rule_.most) return false;
  if (!looks_at_matrices()) return done >= next_;
  if (rule_.published_only) return true;
  return std::any_of(tests_.begin(), tests_.end(), [](const Test& test) { return test.trace > test.next_look; });
}

std::int64_t Switching::scheduled() const {
  check(!looks_at_matrices(), "a fixed schedule only counts");
  if (rule_.kind == SwitchingRule::Kind::every) return std::min(rule_.most, episodes_ - 1);  // Too long to list.
  return std::min(rule_.most, static_cast<std::int64_t>(fixed_schedule(rule_, episodes_).size()));
}

void Switching::planned(std::int64_t done) {
  using Kind = SwitchingRule::Kind;
  if (done > 0) ++plans_;
  const double first_look = rule_.kind == Kind::doubling ? std::log(2.0) : rule_.alpha - 1;
  for (Test& test : tests_) test = {0, first_look - kSlack};
  switch (rule_.kind) {
    case Kind::every:
      next_ = done + 1;
      break;
    case Kind::geometric:
      next_ = done == 0
                  ? rule_.first
                  : std::max(done + 1, static_cast<std::int64_t>(std::ceil(rule_.ratio * static_cast<double>(done))));
      break;
    case Kind::batches: {
      // Batch i ends after ceil(i K / batches) episodes; the last one ends the run.
      const auto end = [&](std::int64_t i) { return (i * episodes_ + rule_.batches - 1) / rule_.batches; };
      std::int64_t i = done * rule_.batches / episodes_ + 1;
      while (end(i) <= done) ++i;
      next_ = end(i);
      break;
    }
    default:
      next_ = episodes_ + 1;
  }
}

bool Switching::look(Test& test, const Matrix& last, const Matrix& now) const {
  const bool doubling = rule_.kind == SwitchingRule::Kind::doubling;
  const double reached = doubling ? log_det(now) - log_det(last) : largest_generalised_eigenvalue(now, last);
  const double wanted = doubling ? std::log(2.0) : rule_.alpha;
  if (doubling ? reached >= wanted : reached > wanted) return true;
  test.next_look = test.trace + (wanted - reached) - kSlack;
  return false;
}

}  // namespace tacit
