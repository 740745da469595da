// What every strategy promises: its predictions are those of the matrices it runs, and its touches pay for them.
#include "tacit/privacy/release/strategy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/release/release_catalog.h"
#include "tests/dense.h"

namespace tacit {
namespace {

struct Case {
  std::string name;
  Assignments options;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"fresh", {}},
      {"fresh", {{"window", "3"}}},
      {"fresh", {{"discount", "0.8"}}},
      {"tree", {}},
      {"tree", {{"refinement", "honaker"}}},
      {"toeplitz", {}},
      {"blt", {}},
      {"blt", {{"buffers", "1"}}},
      {"factorised", {}},
      {"factorised", {{"minimise", "weighted"}, {"growth", "1.3"}}},
      {"factorised", {{"coefficients", "rounded"}}},
      {"blocks", {}},
      {"blocks", {{"window", "5"}}},
      {"blocks", {{"discount", "0.9"}}},
  };
  return all;
}

void for_each_strategy(const std::function<void(const Strategy&)>& test) {
  for (const Index releases : {1, 2, 7, 8, 21})
    for (const Case& c : cases()) {
      const Strategy s = make_strategy(c.name, releases, c.options);
      SCOPED_TRACE(c.name + (c.options.empty() ? "" : " " + c.options[0].second) + ", " + std::to_string(releases));
      test(s);
    }
}

TEST(Strategy, PredictsTheNoiseOfItsDecoder) {
  for_each_strategy([](const Strategy& s) {
    const Matrix D = trial::dense_decoder(s);
    for (Index t = 0; t < s.releases; ++t)
      EXPECT_NEAR(s.prefix_std[t], s.unit_noise * D.row(t).norm(), 1e-10 * s.prefix_std[t]) << t;
  });
}

TEST(Strategy, DecodesWhatItEncodes) {
  for_each_strategy([](const Strategy& s) {
    if (!s.encoder) return;
    const Matrix error = trial::dense_decoder(s) * trial::dense_encoder(s) - trial::dense_target(s);
    EXPECT_LT(error.cwiseAbs().maxCoeff(), 1e-9);
  });
}

// The squared ratio that each block's users really pay, from the columns of what is measured.
std::vector<double> paid(const Strategy& s, const Matrix& E) {
  std::vector<double> squares;
  for (Index b = 0; b < s.releases; ++b) squares.push_back((E.col(b) / s.unit_noise).squaredNorm());
  return squares;
}
std::vector<double> charged(const Strategy& s) {
  std::vector<double> shares(s.releases);
  for (const Touch& touch : s.touches)
    for (Index b = touch.first_block; b < touch.end_block; ++b) shares[b] += touch.share;
  return shares;
}

TEST(Strategy, ChargesEveryUserForAllThatIsMeasuredOfIt) {
  for_each_strategy([](const Strategy& s) {
    if (!s.encoder) return;
    const auto real = paid(s, trial::dense_encoder(s)), stated = charged(s);
    double largest = 0;
    for (Index b = 0; b < s.releases; ++b) {
      EXPECT_LE(real[b], stated[b] * (1 + 1e-12)) << b;
      largest = std::max(largest, real[b]);
    }
    EXPECT_NEAR(largest, 1, 1e-12);  // And no noise is wasted on the user who pays most.
  });
}

TEST(Strategy, ChargeTestCatchesNoiseATenthTooSmall) {
  Strategy s = make_strategy("tree", 7);
  s.unit_noise *= 0.9;
  EXPECT_GT(paid(s, trial::dense_encoder(s))[0], charged(s)[0] * 1.1);
}

TEST(Strategy, TouchesAreInOrderWithinRangeAndSpendTheWholeBudgetOnce) {
  for_each_strategy([](const Strategy& s) {
    EXPECT_NEAR(s.largest_share(), 1, 1e-9);
    Index before = 0;
    for (const Touch& touch : s.touches) {
      EXPECT_GE(touch.release, before);
      before = touch.release;
      EXPECT_LE(0, touch.first_block);
      EXPECT_LT(touch.first_block, touch.end_block);
      EXPECT_LE(touch.end_block, s.releases);
      EXPECT_TRUE(touch.end_block <= touch.release + 1 || s.touches.size() == 1);
    }
  });
}

TEST(Strategy, ExactIsNeverFree) {
  const Strategy s = make_strategy("exact", 5);
  EXPECT_FALSE(s.is_private());
  EXPECT_TRUE(std::isinf(s.largest_share()));
}

// 2^10 C' x is what the encoder of a rounded strategy measures; A C'^-1 is its decoder: together they are A.
TEST(Strategy, OnIntegersDecodesWhatItMeasures) {
  for (const char* name : {"fresh", "tree", "blocks", "toeplitz", "blt", "factorised"}) {
    const Strategy s = on_integers(make_strategy(name, 13));
    EXPECT_EQ(s.name, name);
    const auto encoder = s.encoder(13);
    const auto decoder = s.decoder(13);
    std::vector<double> column(13);
    for (Index t = 0; t < 13; ++t) {
      std::vector<std::int64_t> block(13);
      block[t] = 1;
      std::vector<std::int64_t> measured(13 * decoder->measurements());
      encoder->encode(block, measured);
      std::vector<double> exact(measured.size()), prefix(13);
      for (std::size_t i = 0; i < measured.size(); ++i) {
        exact[i] = static_cast<double>(measured[i]) / static_cast<double>(s.encoder_multiple);
        if (i < 13) column[i] += exact[i] * exact[i];
      }
      decoder->decode(exact, prefix);
      for (Index b = 0; b < 13; ++b) EXPECT_NEAR(prefix[b], b <= t, 1e-9) << name;
    }
    const double largest = std::sqrt(*std::max_element(column.begin(), column.end()));
    EXPECT_TRUE(s.touches.size() > 1 || std::abs(s.unit_noise - largest) < 1e-12) << name;
  }
}

TEST(Strategy, OnIntegersIsPaidAtOnceWhereItWas) {
  EXPECT_EQ(on_integers(paid_at_once(make_strategy("tree", 9))).touches.size(), 1u);
  EXPECT_EQ(on_integers(paid_at_once(make_strategy("blt", 9))).touches.size(), 1u);
}

TEST(Strategy, HasNoFormOnIntegersWithADiscountOrWithoutNoise) {
  EXPECT_THROW(on_integers(make_strategy("fresh", 9, {{"discount", "0.5"}})), Error);
  EXPECT_THROW(on_integers(make_strategy("exact", 9)), Error);
  EXPECT_THROW(on_integers(make_strategy("toeplitz", kMostRoundedReleases + 1)), Error);
}

TEST(CheckedArithmetic, RefusesToOverflow) {
  EXPECT_EQ(checked_sum(INT64_MAX - 1, 1), INT64_MAX);
  EXPECT_THROW(checked_sum(INT64_MAX, 1), Defect);
  EXPECT_THROW(checked_product(INT64_MAX / 2, 3), Defect);
}

}  // namespace
}  // namespace tacit
