#include "tacit/privacy/release/blt.h"

#include <fmt/format.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/release/factorised.h"
#include "tacit/privacy/release/running_sum.h"

namespace tacit {
namespace {

class BltDecoder final : public Decoder {
 public:
  BltDecoder(Index dimension, BltParameters p)
      : dimension_(dimension),
        p_(std::move(p)),
        buffers_(p_.omega.size() * dimension),
        out_(dimension),
        sum_(dimension) {}

  void decode(std::span<const double> measured, std::span<double> prefix) override {
    std::copy(measured.begin(), measured.end(), out_.begin());
    for (std::size_t b = 0; b < p_.omega.size(); ++b) {
      const double omega = p_.omega[b];
      const double* buffer = &buffers_[b * dimension_];
      for (Index i = 0; i < dimension_; ++i) out_[i] -= omega * buffer[i];
    }
    for (std::size_t b = 0; b < p_.omega.size(); ++b) {
      const double decay = p_.decay[b];
      double* buffer = &buffers_[b * dimension_];
      for (Index i = 0; i < dimension_; ++i) buffer[i] = decay * buffer[i] + out_[i];
    }
    for (Index i = 0; i < dimension_; ++i) prefix[i] = sum_[i] += out_[i];
  }

 private:
  Index dimension_;
  BltParameters p_;
  std::vector<double> buffers_, out_, sum_;
};

// (1 - x^n)/(1 - x) for 0 <= x <= 1.
double geometric_sum(double x, double n) {
  if (x <= 0) return n > 0 ? 1 : 0;
  return x >= 1 ? n : -std::expm1(n * std::log(x)) / (1 - x);
}

// prod_j (x - others_j) / prod_{j != skip} (x - own_j).
double residue(double x, const std::vector<double>& others, const std::vector<double>& own, std::size_t skip) {
  double value = 1;
  for (std::size_t j = 0; j < own.size(); ++j) {
    value *= x - others[j];
    if (j != skip) value /= x - own[j];
  }
  return value;
}

// Interlaced b_1 > d_1 > b_2 > ... in (0, 1) from free numbers: logits that fall by exp(free).
struct Roots {
  explicit Roots(const Vector& free) : b(free.size() / 2), d(free.size() / 2) {
    double logit = free[0];
    for (Index i = 0; i < free.size(); ++i) {
      if (i > 0) logit -= std::exp(free[i]);
      (i % 2 == 0 ? b : d)[i / 2] = 1 / (1 + std::exp(-logit));
    }
  }
  BltParameters parameters() const {
    BltParameters p{{}, b};
    for (std::size_t i = 0; i < b.size(); ++i) p.omega.push_back(residue(b[i], d, b, i));
    return p;
  }
  std::vector<double> b, d;
};

double squared_sensitivity(const BltParameters& p, Index releases) {
  double square = 1;
  for (std::size_t i = 0; i < p.omega.size(); ++i)
    for (std::size_t j = 0; j < p.omega.size(); ++j)
      square += p.omega[i] * p.omega[j] * geometric_sum(p.decay[i] * p.decay[j], static_cast<double>(releases - 1));
  return square;
}

// Log of the worst prefix variance. A C^-1 is the Toeplitz matrix of g(x) = prod (1 - b_i x)/((1-x) prod (1 - d_i x)),
// whose coefficients are a_0 + sum_i a_i d_i^k by partial fractions; the worst prefix is the last.
double objective(const Vector& free, Index releases) {
  const Roots roots(free);
  std::vector<double> a = {1}, rate = {1};
  for (std::size_t i = 0; i < roots.b.size(); ++i) {
    a[0] *= (1 - roots.b[i]) / (1 - roots.d[i]);
    a.push_back(residue(roots.d[i], roots.b, roots.d, i) / (roots.d[i] - 1));
    rate.push_back(roots.d[i]);
  }
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j)
      squares += a[i] * a[j] * geometric_sum(rate[i] * rate[j], static_cast<double>(releases));
  const double value = std::log(squares) + std::log(squared_sensitivity(roots.parameters(), releases));
  return std::isfinite(value) ? value : 1e300;
}

Vector gradient(const Vector& x, Index releases) {
  Vector g(x.size()), moved = x;
  for (Index i = 0; i < x.size(); ++i) {
    constexpr double kStep = 1e-5;
    moved[i] = x[i] + kStep;
    const double up = objective(moved, releases);
    moved[i] = x[i] - kStep;
    g[i] = (up - objective(moved, releases)) / (2 * kStep);
    moved[i] = x[i];
  }
  return g;
}

// Quasi-Newton descent (BFGS) with halving steps.
Vector descend(Vector x, Index releases) {
  Matrix inverse = Matrix::Identity(x.size(), x.size());
  double value = objective(x, releases);
  Vector g = gradient(x, releases);
  for (int iteration = 0; iteration < 500 && g.norm() > 1e-7; ++iteration) {
    Vector step = -(inverse * g);
    if (step.dot(g) >= 0) inverse.setIdentity(), step = -g;
    if (step.norm() > 1) step.normalize();
    double next = objective(x + step, releases);
    for (int halvings = 0; next > value + 1e-4 * step.dot(g) && halvings < 40; ++halvings)
      step *= 0.5, next = objective(x + step, releases);
    if (!(next < value)) break;
    const Vector next_g = gradient(x + step, releases), y = next_g - g;
    const double curvature = y.dot(step);
    if (curvature > 1e-14) {
      const Matrix left = Matrix::Identity(x.size(), x.size()) - step * y.transpose() / curvature;
      inverse = left * inverse * left.transpose() + step * step.transpose() / curvature;
    }
    x += step, value = next, g = next_g;
  }
  return x;
}

// c_0, ..., c_{T-1}.
std::vector<double> coefficients(const BltParameters& parameters, Index releases) {
  std::vector<double> c = {1};
  for (Index t = 1; t < releases; ++t) {
    double sum = 0;
    for (std::size_t i = 0; i < parameters.omega.size(); ++i)
      sum += parameters.omega[i] * std::pow(parameters.decay[i], static_cast<double>(t - 1));
    c.push_back(sum);
  }
  return c;
}

}  // namespace

BltParameters optimal_blt(Index releases, Index buffers) {
  checked_releases(releases);
  if (buffers < 1 || buffers > 8) throw Error("buffers", fmt::format("{}", buffers), "an integer from 1 to 8");
  if (releases == 1) return {};
  // A start with 1 - b and 1 - d in geometric progression from about 1/T to about 1.
  const double span = std::log(4.0 * static_cast<double>(releases));
  Vector free(2 * buffers);
  free[0] = span - 0.5;
  for (Index i = 1; i < free.size(); ++i) free[i] = std::log(span / static_cast<double>(free.size()));
  return Roots(descend(free, releases)).parameters();
}

double blt_sensitivity(const BltParameters& parameters, Index releases) {
  return std::sqrt(squared_sensitivity(parameters, releases));
}

Strategy blt_strategy(Index releases, const BltParameters& parameters) {
  checked_releases(releases);
  check(parameters.omega.size() == parameters.decay.size(), "a buffer has a weight and a decay");
  for (std::size_t i = 0; i < parameters.omega.size(); ++i) {
    if (!(parameters.omega[i] >= 0)) throw Error("omega", fmt::format("{}", parameters.omega[i]), "a number from 0");
    if (!(parameters.decay[i] >= 0 && parameters.decay[i] <= 1))  // Positive c: the first column is the largest.
      throw Error("decay", fmt::format("{}", parameters.decay[i]), "a number from 0 to 1");
  }
  Strategy s{};
  s.name = "blt";
  s.releases = releases;
  s.unit_noise = blt_sensitivity(parameters, releases);
  BltDecoder impulse(1, parameters);
  double squares = 0;
  for (Index t = 0; t < releases; ++t) {
    const double draw = t == 0 ? 1 : 0;
    double response = 0;
    impulse.decode({&draw, 1}, {&response, 1});
    s.prefix_std.push_back(s.unit_noise * std::sqrt(squares += response * response));
  }
  s.touches = {{0, 0, releases, 1.0}};
  s.memory = 2 + static_cast<Index>(parameters.omega.size());
  s.target = [](Index dimension) { return sum_decoder(dimension, {}); };
  s.decoder = [parameters](Index dimension) { return std::make_unique<BltDecoder>(dimension, parameters); };
  if (releases <= kMostRoundedReleases)
    s.rounded = [parameters, releases] { return rounded_toeplitz("blt", coefficients(parameters, releases)); };
  return s;
}

Strategy blt_strategy(Index releases, Index buffers) {
  if (buffers == 0) buffers = releases <= 10'000 ? 3 : 4;
  return blt_strategy(releases, optimal_blt(releases, buffers));
}

}  // namespace tacit
