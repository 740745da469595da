#include "tacit/privacy/release/fading.h"

#include <fmt/format.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/release/factorised.h"

namespace tacit {

Strategy fading_strategy(Index releases, double fading) {
  if (!(fading >= 0 && fading < 1)) throw Error("fading", fmt::format("{}", fading), "a number from 0 to below 1");
  if (releases < 1) throw Error("releases", fmt::format("{}", releases), "a positive number");
  Matrix C = Matrix::Zero(releases, releases);
  const double gain = std::sqrt(1 - fading * fading);
  for (Index t = 0; t < releases; ++t)
    for (Index b = 0; b <= t; ++b) C(t, b) = gain * std::pow(fading, static_cast<double>(t - b));
  Strategy strategy = factorised_strategy(C);
  strategy.name = "fading";
  return strategy;
}

}  // namespace tacit
