#include "tacit/audit/clopper_pearson.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

TEST(ClopperPearson, OfNoSuccessIsTheRootOfTheDoubt) {
  EXPECT_NEAR(highest_chance(0, 10, 0.05), 1 - std::pow(0.05, 0.1), 1e-12);
  EXPECT_EQ(lowest_chance(0, 10, 0.05), 0);
}

TEST(ClopperPearson, OfSuccessesOnlyIsTheMirrorImage) {
  EXPECT_NEAR(lowest_chance(10, 10, 0.05), std::pow(0.05, 0.1), 1e-12);
  EXPECT_EQ(highest_chance(10, 10, 0.05), 1);
}

TEST(ClopperPearson, PutsTheDoubtIntoTheTailOfTheBinomialLaw) {
  for (const std::int64_t successes : {1, 30, 99}) {
    const double high = highest_chance(successes, 100, 0.01), low = lowest_chance(successes, 100, 0.01);
    const auto s = static_cast<double>(successes);
    EXPECT_NEAR(boost::math::cdf(boost::math::binomial(100, high), s), 0.01, 1e-9);
    EXPECT_NEAR(boost::math::cdf(complement(boost::math::binomial(100, low), s - 1)), 0.01, 1e-9);
    EXPECT_LT(low, s / 100);
    EXPECT_GT(high, s / 100);
  }
}

TEST(ClopperPearson, RefusesWhatIsNoCount) {
  EXPECT_THROW(highest_chance(11, 10, 0.05), Error);
  EXPECT_THROW(lowest_chance(-1, 10, 0.05), Error);
  EXPECT_THROW(lowest_chance(0, 0, 0.05), Error);
  EXPECT_THROW(highest_chance(1, 10, 1), Error);
}

}  // namespace
}  // namespace tacit
