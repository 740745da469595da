#include "tacit/privacy/release/factorised.h"

#include <fmt/format.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/release/running_sum.h"

namespace tacit {
namespace {

constexpr std::int64_t kMultiple = 1 << 10;

class DenseDecoder final : public Decoder {
 public:
  DenseDecoder(Index dimension, std::shared_ptr<const Matrix> rows) : rows_(std::move(rows)), history_(0, dimension) {
    history_.resize(rows_->rows(), dimension);
  }

  void decode(std::span<const double> measured, std::span<double> prefix) override {
    history_.row(step_) = ConstRow(measured.data(), history_.cols());
    Eigen::Map<Eigen::RowVectorXd> out(prefix.data(), history_.cols());
    out.noalias() = rows_->row(step_).head(step_ + 1) * history_.topRows(step_ + 1);
    ++step_;
  }

 private:
  std::shared_ptr<const Matrix> rows_;
  Matrix history_;
  Index step_ = 0;
};

class DenseEncoder final : public Encoder {
 public:
  DenseEncoder(Index dimension, std::shared_ptr<const Matrix> C) : dimension_(dimension), C_(std::move(C)) {}

  void encode(std::span<const std::int64_t> block, std::span<std::int64_t> measured) override {
    history_.insert(history_.end(), block.begin(), block.end());
    std::fill(measured.begin(), measured.end(), 0);
    for (Index row = 0; row <= step_; ++row) {
      const auto weight = static_cast<std::int64_t>((*C_)(step_, row) * kMultiple);
      for (Index i = 0; i < dimension_; ++i)
        measured[i] = checked_sum(measured[i], checked_product(weight, history_[row * dimension_ + i]));
    }
    ++step_;
  }

 private:
  Index dimension_, step_ = 0;
  std::shared_ptr<const Matrix> C_;
  std::vector<std::int64_t> history_;
};

void require_factor(const Matrix& C) {
  const auto problem = [&]() -> const char* {
    if (C.rows() != C.cols() || C.rows() < 1) return "is not square";
    if (!C.allFinite()) return "has entries that are not finite";
    for (Index i = 0; i < C.rows(); ++i) {
      if (C(i, i) == 0) return "has a zero on its diagonal";
      for (Index j = i + 1; j < C.cols(); ++j)
        if (C(i, j) != 0) return "has entries above its diagonal";
    }
    return nullptr;
  }();
  if (problem != nullptr) throw Error("factorisation", fmt::format("C {}", problem));
  checked_releases(C.rows());
}

bool is_on_lattice(const Matrix& C) {
  return C.unaryExpr([](double c) { return std::abs(c) < 0x1p20 && c * kMultiple == std::floor(c * kMultiple); }).all();
}

}  // namespace

double largest_column_norm(const Matrix& C) { return C.colwise().norm().maxCoeff(); }

double rounded_coefficient(double c, bool diagonal) {
  const double rounded = std::round(c * kMultiple) / kMultiple;
  return diagonal && rounded == 0 ? std::copysign(1.0 / kMultiple, c) : rounded;
}

Matrix rounded_factorisation(const Matrix& C) {
  Matrix rounded(C.rows(), C.cols());
  for (Index i = 0; i < C.rows(); ++i)
    for (Index j = 0; j < C.cols(); ++j) rounded(i, j) = rounded_coefficient(C(i, j), i == j);
  return rounded;
}

Strategy factorised_strategy(const Matrix& C) {
  require_factor(C);
  const Index releases = C.rows();
  const Matrix ones = Matrix::Ones(releases, releases).triangularView<Eigen::Lower>();
  const auto rows = std::make_shared<Matrix>(C.triangularView<Eigen::Lower>().solve<Eigen::OnTheRight>(ones));
  if (!rows->allFinite()) throw Error("factorisation", "C is not invertible in doubles");
  Strategy s{};
  s.name = "factorised";
  s.releases = releases;
  s.unit_noise = largest_column_norm(C);
  for (Index t = 0; t < releases; ++t) s.prefix_std.push_back(s.unit_noise * rows->row(t).norm());
  s.touches = {{0, 0, releases, 1.0}};
  s.memory = 1 + releases;
  s.target = [](Index dimension) { return sum_decoder(dimension, {}); };
  s.decoder = [rows](Index dimension) { return std::make_unique<DenseDecoder>(dimension, rows); };
  const auto kept = std::make_shared<const Matrix>(C);
  if (releases <= kMostRoundedReleases)
    s.rounded = [kept] { return factorised_strategy(rounded_factorisation(*kept)); };
  if (is_on_lattice(C)) {
    s.encoder = [kept](Index dimension) { return std::make_unique<DenseEncoder>(dimension, kept); };
    s.encoder_multiple = kMultiple;
    s.encoder_gain = static_cast<double>(kMultiple) * C.cwiseAbs().maxCoeff();
  }
  return s;
}

Strategy rounded_toeplitz(const std::string& name, std::span<const double> coefficients) {
  const auto n = static_cast<Index>(coefficients.size());
  Matrix C = Matrix::Zero(n, n);
  for (Index t = 0; t < n; ++t)
    for (Index b = 0; b <= t; ++b) C(t, b) = coefficients[t - b];
  Strategy strategy = factorised_strategy(rounded_factorisation(C));
  strategy.name = name;
  return strategy;
}

}  // namespace tacit
