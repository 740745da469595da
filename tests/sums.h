// What the tests of sums share: small sums behind every kind of door.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tacit/privacy/promised_noise.h"
#include "tacit/privacy/release/fading.h"
#include "tacit/privacy/sums.h"
#include "tests/door.h"

namespace tacit::trial {

inline const std::vector<std::string> kIntegerStrategies = {"blocks", "tree",       "fresh", "toeplitz",
                                                            "blt",    "factorised", "fading"};

inline Promise zcdp(double epsilon = 1) {
  return {Epsilon(epsilon), Delta(1e-6), Theorem::zcdp_tight, NoiseSource::simulation};
}

inline Promise promise_for(Noise noise) {
  return tacit::promise_for(noise, Epsilon(1), Delta(1e-6), Theorem::zcdp_tight, Adjacency::replace_one);
}

// `rounded`: with the coefficients that integers have.
inline SumsOptions sums_options(const std::string& name, int tasks, bool rounded = false) {
  const double n = tasks;
  Strategy strategy = name == "fading" ? fading_strategy(kReleases, 0.6) : make_strategy(name, kReleases);
  if (rounded) strategy = on_integers(strategy);
  return {strategy, std::vector<Split>(tasks, {0.5 / n, 0.2 / n, 0.3 / n}), 1, kUsers};
}

inline VaultShape shape_with_rows() {
  VaultShape shape = shape_of(2);
  Matrix rows(5, kDimension);
  rows << 1, 0, 0.6, 0.8, 0.3, -0.4, 0, 0.5, 0.01, 0.02;
  shape.rows = std::make_shared<const Matrix>(rows);
  return shape;
}

inline void contribute(Sums& sums, Stream& stream) {
  std::vector<double> phi(sums.shape().dimension);
  for (int task = 0; task < sums.shape().tasks; ++task) {
    for (double& v : phi) v = stream.normal();
    Contribution c{task, phi.data(), stream.uniform(), stream.uniform(), static_cast<Index>(stream.below(kOutcomes))};
    if (sums.shape().rows) c.row = static_cast<Index>(stream.below(6));  // One of them does not exist.
    sums.add(c);
  }
  sums.end_user();
}

inline void expect_same(const Billboard& a, const Billboard& b) {
  EXPECT_EQ(a.users(), b.users());
  EXPECT_EQ(a.releases(), b.releases());
  for (int task = 0; task < 2 && a.releases() > 0; ++task) {
    EXPECT_EQ(a.gram(task), b.gram(task));
    EXPECT_EQ(a.response(task), b.response(task));
    EXPECT_EQ(a.outcomes(task), b.outcomes(task));
    EXPECT_EQ(a.noise(task).gram, b.noise(task).gram);
    EXPECT_EQ(a.measured_noise(task).outcomes, b.measured_noise(task).outcomes);
  }
}

}  // namespace tacit::trial
