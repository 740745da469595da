#include "tacit/privacy/release/fading.h"

#include <fmt/format.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/release/factorised.h"

namespace tacit {

namespace {

double coefficient(double fading, Index age) {
  return std::sqrt(1 - fading * fading) * std::pow(fading, static_cast<double>(age));
}

Strategy named(Strategy strategy, double fading) {
  strategy.name = "fading";
  strategy.fading = fading;
  return strategy;
}

}  // namespace

Strategy fading_strategy(Index releases, double fading) {
  if (!(fading >= 0 && fading < 1)) throw Error("fading", fmt::format("{}", fading), "a number from 0 to below 1");
  if (releases < 1) throw Error("releases", fmt::format("{}", releases), "a positive number");
  Matrix C = Matrix::Zero(releases, releases);
  for (Index t = 0; t < releases; ++t)
    for (Index b = 0; b <= t; ++b) C(t, b) = coefficient(fading, t - b);
  Strategy strategy = named(factorised_strategy(C), fading);
  if (strategy.rounded) strategy.rounded = [rounded = strategy.rounded, fading] { return named(rounded(), fading); };
  return strategy;
}

double fading_column_norm(Index releases, double fading, bool rounded) {
  double squares = 0;
  for (Index age = 0; age < releases; ++age) {
    const double c = coefficient(fading, age);
    const double used = rounded ? rounded_coefficient(c, age == 0) : c;
    squares += used * used;
    if (c < 1e-12) break;  // What is left is nothing beside the first.
  }
  return std::sqrt(squares);
}

}  // namespace tacit
