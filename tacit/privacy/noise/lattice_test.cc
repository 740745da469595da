#include "tacit/privacy/noise/lattice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tacit/core/error.h"

namespace tacit {
namespace {

VaultShape shape_of(int dimension, bool mixed = false) {
  VaultShape shape;
  shape.dimension = dimension;
  shape.outcomes = 3;
  shape.outcome_tasks = 1;
  shape.mixed = mixed;
  return shape;
}

TEST(Lattice, RoundsToTheNearestAndTakesAnything) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> x = {0.3, -0.3, 0.96875, 1, 7, -infinity, std::nan("")};
  std::vector<std::int64_t> out(x.size());
  round_onto_lattice(x, 4, out);
  EXPECT_THAT(out, testing::ElementsAre(5, -5, 16, 16, 16, -16, 0));
}

TEST(Lattice, HasStepsOfItsBits) {
  const LatticeBits bits{5, 6, 7, 8};
  EXPECT_EQ(lattice_step(shape_of(2), bits, Statistic::gram), 0x1p-10);
  EXPECT_EQ(lattice_step(shape_of(2), bits, Statistic::response), 0x1p-22);
  EXPECT_EQ(lattice_step(shape_of(2), bits, Statistic::outcomes), 0x1p-7);
  EXPECT_EQ(lattice_step(shape_of(2, true), bits, Statistic::outcomes), 0x1p-15);
}

TEST(Lattice, TakesTheMostBitsThatFit) {
  for (const std::int64_t users : {100, 1'000'000, 100'000'000})
    for (const double noise : {0.0, 1e2, 1e4}) {
      const LatticeLoad load{users, 1024, 1024, {noise, noise, noise}};
      const LatticeBits bits = most_bits(shape_of(2), load);
      EXPECT_TRUE(fits(shape_of(2), bits, load));
      for (int LatticeBits::*part : {&LatticeBits::gram, &LatticeBits::response, &LatticeBits::outcomes}) {
        LatticeBits more = bits;
        ++(more.*part);
        EXPECT_TRUE(bits.*part == LatticeBits::kMost || !fits(shape_of(2), more, load));
      }
    }
}

TEST(Lattice, SaysWhatToDoWhereTooFewBitsFit) {
  try {
    most_bits(shape_of(2), {std::int64_t{1} << 40, 1024, 1024, {}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.field(), "users");
    EXPECT_THAT(error.what(), testing::HasSubstr("fewer users"));
  }
}

TEST(Lattice, PaysForRoundingOnceOrTwice) {
  const Precisions p{1, 1, 1};
  for (const Adjacency adjacency : {Adjacency::replace_one, Adjacency::add_remove}) {
    const double real = std::sqrt(stacked_sensitivity(shape_of(4), adjacency, p));
    const auto extra = [&](int b) {
      return std::sqrt(stacked_sensitivity(shape_of(4), {b, b, b}, adjacency, p)) - real;
    };
    // The three parts move by 2e, e and e, e = 4^(1/2) 2^-b / 2, and the response by 2^-15 besides.
    const double e = std::ldexp(1, -8), users = adjacency == Adjacency::replace_one ? 2 : 1;
    EXPECT_NEAR(extra(8), users * (2 * e + e * e + e + (1 + e) * 0x1p-15 + e), 1e-12);
    EXPECT_GT(extra(9), 0);
    EXPECT_LT(extra(9), 0.51 * extra(8));
  }
}

}  // namespace
}  // namespace tacit
