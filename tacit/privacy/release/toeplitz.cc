#include "tacit/privacy/release/toeplitz.h"

#include <fmt/format.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/release/factorised.h"
#include "tacit/privacy/release/running_sum.h"

namespace tacit {
namespace {

class ToeplitzDecoder final : public Decoder {
 public:
  ToeplitzDecoder(Index dimension, std::vector<double> f) : dimension_(dimension), f_(std::move(f)) {}

  void decode(std::span<const double> measured, std::span<double> prefix) override {
    history_.insert(history_.end(), measured.begin(), measured.end());
    std::fill(prefix.begin(), prefix.end(), 0.0);
    for (Index row = 0; row <= step_; ++row) {
      const double weight = f_[step_ - row];
      const double* past = &history_[row * dimension_];
      for (Index i = 0; i < dimension_; ++i) prefix[i] += weight * past[i];
    }
    ++step_;
  }

 private:
  Index dimension_, step_ = 0;
  std::vector<double> f_, history_;
};

}  // namespace

std::vector<double> square_root_coefficients(Index n) {
  std::vector<double> f(n, 1.0);
  for (Index k = 1; k < n; ++k) f[k] = f[k - 1] * (1 - 0.5 / static_cast<double>(k));
  return f;
}

Strategy toeplitz_strategy(Index releases) {
  if (releases < 1 || releases > kMostToeplitzReleases)
    throw Error("releases", fmt::format("{}", releases), "an integer from 1 to 100000 for toeplitz; blt takes more");
  const std::vector<double> f = square_root_coefficients(releases);
  Strategy s{};
  s.name = "toeplitz";
  s.releases = releases;
  double squares = 0;
  for (const double value : f) s.prefix_std.push_back(std::sqrt(squares += value * value));
  s.unit_noise = s.prefix_std.back();
  for (double& deviation : s.prefix_std) deviation *= s.unit_noise;
  s.touches = {{0, 0, releases, 1.0}};
  s.memory = 1 + releases;
  s.target = [](Index dimension) { return sum_decoder(dimension, {}); };
  s.decoder = [f](Index dimension) { return std::make_unique<ToeplitzDecoder>(dimension, f); };
  if (releases <= kMostRoundedReleases) s.rounded = [f] { return rounded_toeplitz("toeplitz", f); };
  return s;
}

}  // namespace tacit
