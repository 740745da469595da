#include "tacit/privacy/noise/lattice.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"
#include "tacit/privacy/release/layout.h"

namespace tacit {
namespace {

using Integers = std::vector<std::int64_t>;

std::vector<double> random_vector(Stream& stream, Index d, double length) {
  std::vector<double> x(d);
  double squares = 0;
  for (double& v : x) v = stream.normal(), squares += v * v;
  for (double& v : x) v *= length / std::sqrt(squares);
  return x;
}

double layout_norm(const Layout& layout, const Integers& a, const Integers& b) {
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    squares += std::pow(static_cast<double>(a[i] - b[i]), 2) / layout.relative_variance()[i];
  return std::sqrt(squares);
}

TEST(Lattice, KeepsVectorsInTheUnitBallHoweverLongTheyAre) {
  const Lattice lattice(8, 8, 1000);
  Stream stream(1, "lattice");
  for (const double length : {0.3, 1.0, 1.0 + 1e-15, 17.0, 1e300})
    for (int i = 0; i < 200; ++i) {
      const auto x = random_vector(stream, 5, length);
      const Integers p = lattice.unit_vector(x);
      std::int64_t squares = 0;
      for (std::size_t j = 0; j < p.size(); ++j) {
        squares += p[j] * p[j];
        EXPECT_LE(std::abs(static_cast<double>(p[j])), std::abs(x[j]) * 256);  // Toward zero.
        EXPECT_GT(static_cast<double>(std::abs(p[j])) + 1.000001, std::abs(x[j]) / std::max(1.0, length) * 256);
      }
      EXPECT_LE(squares, 1 << 16);
    }
}

TEST(Lattice, TakesWhatIsNotFiniteForNothing) {
  const Lattice lattice(8, 8, 1000);
  EXPECT_EQ(lattice.unit_vector(std::vector{0.5, std::nan("")}), Integers({0, 0}));
  EXPECT_EQ(lattice.unit_vector(std::vector{HUGE_VAL, 0.1}), Integers({0, 0}));
  EXPECT_EQ(lattice.weight(std::nan("")), 0);
  EXPECT_EQ(lattice.weight(-3), 0);
  EXPECT_EQ(lattice.weight(HUGE_VAL), 256);
  EXPECT_EQ(Lattice::centred(-HUGE_VAL, 4), -8);
}

// The largest distance between the Gram contributions of two users; quantised first, or only the products.
double worst_gram_ratio(bool products_only) {
  const Lattice lattice(2, 2, 1000);  // Coarse, so that rounding shows.
  const Layout layout = Layout::symmetric(2);
  double worst = 0;
  std::vector<Integers> grams;
  for (int angle = 0; angle < 360; angle += 3) {
    const double c = std::cos(angle * std::acos(-1) / 180), s = std::sin(angle * std::acos(-1) / 180);
    Integers gram(3);
    if (products_only)  // To the nearest multiple of 1/4, as one might do to a finished matrix.
      gram = {16 * std::llround(4 * c * c), 16 * std::llround(4 * c * s), 16 * std::llround(4 * s * s)};
    else
      lattice.add_square(lattice.weight(1), lattice.unit_vector(std::vector{c, s}), gram);
    for (const Integers& other : grams) worst = std::max(worst, layout_norm(layout, gram, other));
    grams.push_back(gram);
  }
  return worst / lattice.square_sensitivity().replace_one;
}

TEST(Lattice, GramSensitivityHoldsOnTheLattice) {
  EXPECT_LE(worst_gram_ratio(false), 1);
  EXPECT_GT(worst_gram_ratio(false), 0.99);  // And is not slack: e_1 and e_2 attain it.
}

TEST(Lattice, GramSensitivityFailsWhereProductsAreRounded) { EXPECT_GT(worst_gram_ratio(true), 1); }

TEST(Lattice, GramSensitivityHoldsForRandomUsers) {
  const Lattice lattice(10, 6, 1000);
  const Layout layout = Layout::symmetric(4);
  Stream stream(2, "lattice");
  for (int i = 0; i < 2000; ++i) {
    Integers a(10), b(10);
    lattice.add_square(lattice.weight(stream.uniform()), lattice.unit_vector(random_vector(stream, 4, 2)), a);
    lattice.add_square(lattice.weight(1), lattice.unit_vector(random_vector(stream, 4, 1)), b);
    EXPECT_LE(layout_norm(layout, a, b), lattice.square_sensitivity().replace_one);
    EXPECT_LE(layout_norm(layout, a, Integers(10)), lattice.square_sensitivity().add_remove);
  }
}

TEST(Lattice, MomentSensitivitiesHoldAndAreAttained) {
  const Lattice lattice(6, 4, 1000);
  constexpr Index kStates = 3;
  const double bound = std::sqrt(kStates * (kStates - 1.0));
  const Layout layout = Layout::vector(2 * kStates);
  const std::int64_t q = lattice.weight(1);
  const auto moment = [&](double angle, Index s) {
    Integers sum(2 * kStates);
    lattice.add_product(q, lattice.unit_vector(std::vector{std::cos(angle), std::sin(angle)}),
                        Lattice::centred_state(kStates, s), bound, sum);
    return sum;
  };
  double worst = 0;
  for (int a = 0; a < 60; ++a)
    for (int b = 0; b < 60; ++b)
      for (Index s = 0; s < kStates; ++s)
        worst = std::max(worst, layout_norm(layout, moment(a * 0.11, s), moment(b * 0.11, 0)));
  worst = std::max(worst, layout_norm(layout, moment(0, 1), moment(std::acos(-1), 1)));
  const double stated = lattice.product_sensitivity(bound).replace_one;
  EXPECT_LE(worst, stated);
  EXPECT_GT(worst, 0.99 * stated);
}

TEST(Lattice, NonNegativeMomentsHaveRootTwo) {
  const Lattice lattice(6, 4, 1000);
  const auto moment = [&](double angle, bool second) {
    Integers sum(4);
    const Integers state = second ? Integers{0, 1} : Integers{1, 0};
    lattice.add_product(16, lattice.unit_vector(std::vector{std::cos(angle), std::sin(angle)}), state, 1, sum);
    return sum;
  };
  double worst = 0;
  for (int a = 0; a <= 30; ++a)
    for (int b = 0; b <= 30; ++b)
      for (const bool second : {false, true})
        worst = std::max(worst, layout_norm(Layout::vector(4), moment(a * 0.0523, false), moment(b * 0.0523, second)));
  EXPECT_LE(worst, lattice.product_sensitivity(1, true).replace_one);
  EXPECT_GT(layout_norm(Layout::vector(4), moment(0, false), moment(3.14159265358979, false)),
            lattice.product_sensitivity(1, true).replace_one);  // A negative feature would break it.
}

TEST(Lattice, RefusesWhatDoesNotFit64Bits) {
  EXPECT_NO_THROW(Lattice(14, 12, 1 << 20));
  EXPECT_THROW(Lattice(20, 20, 1 << 20), Error);
  EXPECT_THROW(Lattice(14, 12, 1 << 20, 10), Error);
  EXPECT_THROW(Lattice(0, 12, 10), Error);
  EXPECT_THROW(Lattice(14, 12, 0), Error);
  EXPECT_THROW(Lattice(14, 12, 1 << 20).product_sensitivity(0x1p40), Error);
}

TEST(Lattice, ChecksNormsOnTheIntegers) {
  const Lattice lattice(4, 4, 1000);
  Integers sum(3), moment(2);
  EXPECT_THROW(lattice.add_square(16, Integers{16, 1}, sum), Defect);
  EXPECT_THROW(lattice.add_square(17, Integers{16, 0}, sum), Defect);
  EXPECT_THROW(lattice.add_product(16, Integers{16, 0}, Integers{3}, 2, moment), Defect);
}

TEST(Lattice, AFullBlockOfTheLargestContributionsDoesNotOverflow) {
  const Lattice lattice(18, 18, 128);  // users * M = 2^61.
  Integers sum(1);
  for (int user = 0; user < 128; ++user)
    lattice.add_square(lattice.weight(1), lattice.unit_vector(std::vector{1.0}), sum);
  EXPECT_EQ(sum[0], std::int64_t{1} << 61);
}

}  // namespace
}  // namespace tacit
