#include "tacit/privacy/accounting/budget.h"

#include <gtest/gtest.h>

#include <limits>

#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <typename T>
constexpr bool adds = requires(T a, T b) {
  a + b;
};
static_assert(adds<Rho>);
static_assert(!adds<Epsilon> && !adds<Mu> && !adds<Delta>);

template <typename A, typename B>
constexpr bool mixes = requires(A a, B b) {
  a == b;
}
|| requires(A a, B b) { a + b; }
|| std::is_convertible_v<A, B>;
static_assert(!mixes<Mu, Rho> && !mixes<Rho, Mu> && !mixes<Epsilon, Mu> && !mixes<double, Epsilon>);

template <typename T>
std::string refusal(double value) {
  try {
    T made(value);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Epsilon, RejectsWhatIsNegativeOrNotFinite) {
  for (const double value : {-1.0, -1e-300, kNan, kInfinity, -kInfinity}) EXPECT_THROW(Epsilon{value}, Error) << value;
  EXPECT_EQ(refusal<Epsilon>(-1), "epsilon: -1 is not allowed; expected a finite number from 0 up");
}

TEST(Epsilon, MayBeZero) { EXPECT_EQ(Epsilon(-0.0).value(), 0); }

TEST(Delta, RejectsWhatIsNotStrictlyBetweenZeroAndOne) {
  for (const double value : {-0.1, 0.0, 1.0, 2.0, kNan, kInfinity}) EXPECT_THROW(Delta{value}, Error) << value;
  EXPECT_EQ(refusal<Delta>(0), "delta: 0 is not allowed; expected a number between 0 and 1, both excluded");
  EXPECT_EQ(Delta(1e-300).value(), 1e-300);
}

TEST(Mu, RejectsWhatIsNegativeOrNotFinite) {
  for (const double value : {-1.0, kNan, kInfinity}) EXPECT_THROW(Mu{value}, Error) << value;
  EXPECT_EQ(refusal<Mu>(kInfinity), "mu: inf is not allowed; expected a finite number from 0 up");
}

TEST(Rho, RejectsWhatIsNegativeOrNotFinite) {
  for (const double value : {-1.0, kNan, kInfinity}) EXPECT_THROW(Rho{value}, Error) << value;
}

TEST(Rho, Adds) { EXPECT_EQ((Rho(0.25) + Rho(0.5)).value(), 0.75); }

TEST(Rho, RefusesASumThatOverflows) { EXPECT_THROW(Rho(1e308) + Rho(1e308), Error); }

TEST(Mu, ComposesAsTheRootOfTheSumOfSquares) { EXPECT_DOUBLE_EQ(compose(Mu(3), Mu(4)).value(), 5); }

TEST(Budget, NamesRoundTripAndUnknownNamesAreRefused) {
  for (const auto a : {Adjacency::replace_one, Adjacency::add_remove}) EXPECT_EQ(parse_adjacency(to_text(a), "x"), a);
  for (const auto s : {NoiseSource::simulation, NoiseSource::production})
    EXPECT_EQ(parse_noise_source(to_text(s), "x"), s);
  EXPECT_THROW(parse_adjacency("swap", "x"), Error);
  EXPECT_THROW(parse_noise_source("", "x"), Error);
}

}  // namespace
}  // namespace tacit
