#include "tacit/privacy/accounting/ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"

namespace tacit {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Promise one() { return Promise(Mu(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation); }

// A release that spends `mu` on users [first, last).
Charge spend(double mu, std::int64_t first, std::int64_t last, const std::string& name = "sum") {
  return {name, mu, 1, first, last};
}

TEST(Ledger, ComposesReleasesOnTheSameUsersAsTheRootOfTheSumOfSquares) {
  Ledger ledger(one());
  ledger.charge(spend(0.3, 0, 10));
  ledger.charge(spend(0.4, 0, 10));
  EXPECT_NEAR(ledger.spent().value(), 0.5, 1e-14);
  EXPECT_NEAR(ledger.left(0, 10).value(), std::sqrt(0.75), 1e-14);
}

TEST(Ledger, ChargesDisjointUsersInParallel) {
  Ledger ledger(one());
  for (std::int64_t block = 0; block < 1000; ++block) ledger.charge(spend(1, 10 * block, 10 * block + 10));
  EXPECT_NEAR(ledger.spent().value(), 1, 1e-14);
}

TEST(Ledger, RefusesAUserCountedInTwoFullBlocks) {
  Ledger ledger(one());
  ledger.charge(spend(1, 0, 10));
  EXPECT_THROW(ledger.charge(spend(1, 9, 20)), BudgetExceeded);
  EXPECT_NO_THROW(ledger.charge(spend(1, 10, 20)));
}

TEST(Ledger, BooksNothingWhenItRefuses) {
  Ledger ledger(one());
  ledger.charge(spend(0.8, 5, 6));
  EXPECT_THROW(ledger.charge(spend(0.7, 0, 10)), BudgetExceeded);
  EXPECT_NEAR(ledger.left(0, 5).value(), 1, 1e-14);
  EXPECT_EQ(ledger.runs().size(), 1u);
}

TEST(Ledger, SaysWhatWasAskedAndWhatIsLeft) {
  Ledger ledger(one());
  ledger.charge(spend(0.8, 5, 6));
  try {
    ledger.charge(spend(0.7, 0, 10, "gram"));
    FAIL() << "not refused";
  } catch (const BudgetExceeded& refusal) {
    EXPECT_DOUBLE_EQ(refusal.asked(), 0.7);
    EXPECT_NEAR(refusal.left().value(), 0.6, 1e-12);
    EXPECT_STREQ(refusal.what(), "over budget: 'gram' asks for mu = 0.7 from users 0 to 9, one of whom has 0.6 left");
  }
}

TEST(Ledger, ChargesNothingForSensitivityZero) {
  Ledger ledger(one());
  ledger.charge({"empty", 0, 0, 0, 10});
  EXPECT_EQ(ledger.spent().value(), 0);
  EXPECT_EQ(ledger.epsilon_spent().value(), 0);
  EXPECT_TRUE(ledger.runs().empty());
}

TEST(Ledger, AlwaysRefusesAReleaseWithoutNoise) {
  Ledger ledger(one());
  EXPECT_THROW(ledger.charge({"bare", 1e-300, 0, 0, 10}), BudgetExceeded);
  EXPECT_THROW(ledger.charge({"nearly bare", 1e300, 1e-300, 0, 10}), BudgetExceeded);
}

TEST(Ledger, OfNoBudgetRefusesEveryRelease) {
  Ledger ledger(Promise(Mu(0), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation));
  EXPECT_THROW(ledger.charge(spend(1e-300, 0, 1)), BudgetExceeded);
}

TEST(Ledger, ChargesSomethingForTheSmallestRelease) {
  Ledger ledger(one());
  ledger.charge(spend(1e-300, 0, 1));
  EXPECT_GT(ledger.spent().value(), 0);
}

TEST(Ledger, RefusesChargesThatMakeNoSense) {
  Ledger ledger(one());
  for (const double bad : {-1.0, kNan, kInfinity}) {
    EXPECT_THROW(ledger.charge({"sum", bad, 1, 0, 1}), Error);
    EXPECT_THROW(ledger.charge({"sum", 1, bad, 0, 1}), Error);
  }
  EXPECT_THROW(ledger.charge(spend(0.1, 5, 5)), Error);
  EXPECT_THROW(ledger.charge(spend(0.1, -1, 5)), Error);
  EXPECT_THROW(ledger.charge(spend(0.1, 0, std::numeric_limits<std::int64_t>::max())), Error);
  for (const std::string& bad : {std::string(), std::string(101, 'x'), std::string("\x1b[2J")})
    EXPECT_THROW(ledger.charge(spend(0.1, 0, 1, bad)), Error);
  EXPECT_THROW(ledger.charge({"sum", 1, 1, 0, 1, 0}), Error);
}

TEST(Ledger, AdmitsABudgetDividedIntoEqualPartsAndNotOnePartMore) {
  for (const int n : {1, 2, 3, 7, 10, 49, 1000, 123457}) {
    for (const double epsilon : {0.1, 1.0, 3.0}) {
      Ledger ledger(Promise(Epsilon(epsilon), Delta(1e-7), Theorem::gdp_exact, NoiseSource::simulation));
      const double sensitivity = std::sqrt(2.0);
      const Charge part{"part", sensitivity, sensitivity / (ledger.promise().mu().value() / std::sqrt(n)), 0, 10};
      for (int i = 0; i < n; ++i) ASSERT_NO_THROW(ledger.charge(part)) << i << " of " << n;
      EXPECT_THROW(ledger.charge(part), BudgetExceeded) << n;
      EXPECT_LE(ledger.epsilon_spent().value(), epsilon);
    }
  }
}

TEST(Ledger, ChargesManyTimesAtOnceLikeOneByOne) {
  Ledger together(one()), apart(one());
  together.charge({"sum", 0.01, 1, 0, 10, 5000});
  for (int i = 0; i < 5000; ++i) apart.charge(spend(0.01, 0, 10));
  EXPECT_NEAR(together.spent().value(), apart.spent().value(), 1e-14);
  EXPECT_THROW(together.charge({"sum", 0.01, 1, 0, 10, 5001}), BudgetExceeded);
}

TEST(Ledger, FiltersANumberOfReleasesNotKnownInAdvance) {
  Ledger ledger(one());
  int released = 0;
  try {
    for (;; ++released) ledger.charge(spend(0.1 + 0.01 * (released % 3), 0, 1000));
  } catch (const BudgetExceeded&) {
  }
  EXPECT_EQ(released,
            82);  // 81 = 27 rounds of 0.1^2 + 0.11^2 + 0.12^2 = 0.0365 make 0.9855; one 0.01 fits, not 0.0121.
  EXPECT_LE(ledger.spent().value(), 1 + Promise::kSlack);
}

TEST(Ledger, NeverExceedsTheBudgetFromSeveralThreads) {
  Ledger ledger(one());
  std::atomic<int> admitted = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        try {
          ledger.charge(spend(std::sqrt(0.001), 0, 100 + t, "thread " + std::to_string(t)));
          ++admitted;
        } catch (const BudgetExceeded&) {
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(admitted, 1000);
  EXPECT_NEAR(ledger.spent().value(), 1, 1e-10);
}

TEST(Ledger, BooksAllChargesOfACallOrNone) {
  Ledger ledger(one());
  const std::vector<Charge> fit = {spend(0.6, 0, 10, "a"), spend(0.6, 5, 15, "b"), spend(0.6, 10, 20, "c")};
  ledger.charge(fit);
  EXPECT_NEAR(ledger.spent().value(), std::sqrt(0.72), 1e-14);
  EXPECT_EQ(ledger.runs().size(), 3u);
  // User 109 would pay three times 0.36; by then two of the charges would have been booked.
  const std::vector<Charge> too_much = {spend(0.6, 100, 110, "d"), spend(0.6, 105, 115), spend(0.6, 109, 120)};
  EXPECT_THROW(ledger.charge(too_much), BudgetExceeded);
  EXPECT_NEAR(ledger.left(100, 120).value(), 1, 1e-14);
  EXPECT_EQ(ledger.runs().size(), 3u);
}

TEST(Ledger, BooksNothingOfACallWithAChargeThatMakesNoSense) {
  Ledger ledger(one());
  const std::vector<Charge> charges = {spend(0.1, 0, 10), spend(0.1, 5, 5)};
  EXPECT_THROW(ledger.charge(charges), Error);
  EXPECT_EQ(ledger.spent().value(), 0);
  EXPECT_TRUE(ledger.runs().empty());
}

TEST(Ledger, TakesACallOfNothing) {
  Ledger ledger(one());
  ledger.charge(std::vector<Charge>{});
  ledger.charge(std::vector<Charge>{{"empty", 0, 0, 0, 10}, {"empty", 0, 1, 5, 15}});
  EXPECT_EQ(ledger.spent().value(), 0);
  EXPECT_TRUE(ledger.runs().empty());
}

TEST(Ledger, SaysWhichChargeOfACallDoesNotFit) {
  Ledger ledger(one());
  ledger.charge(spend(0.6, 5, 6));
  const std::vector<Charge> charges = {
      spend(0.5, 0, 10, "gram"), {"nothing", 0, 0, 0, 10}, spend(0.1, 20, 30, "far"), spend(0.7, 4, 8, "response")};
  try {
    ledger.charge(charges);
    FAIL() << "not refused";
  } catch (const BudgetExceeded& refusal) {
    EXPECT_DOUBLE_EQ(refusal.asked(), 0.7);
    EXPECT_NEAR(refusal.left().value(), std::sqrt(1 - 0.36 - 0.25), 1e-12);
    EXPECT_THAT(refusal.what(), testing::HasSubstr("'response'"));
  }
}

TEST(Ledger, AdmitsTheCallsThatOneCounterPerUserAdmits) {
  constexpr int kUsers = 30, kPromised = 64;
  Stream random(1, "ledger");
  int admitted = 0, refused = 0;
  for (int run = 0; run < 30; ++run) {
    Ledger ledger(one());
    std::vector<int> counters(kUsers);
    for (int call = 0; call < 30; ++call) {
      std::vector<int> after = counters;
      std::vector<Charge> charges(random.below(5));
      for (Charge& charge : charges) {
        const auto a = static_cast<std::int64_t>(random.below(kUsers)),
                   b = static_cast<std::int64_t>(random.below(kUsers));
        const auto parts = static_cast<int>(random.below(12));
        charge = {"sum", std::sqrt(static_cast<double>(parts) / kPromised), 1, std::min(a, b), std::max(a, b) + 1};
        for (auto user = charge.first_user; user < charge.last_user; ++user) after[user] += parts;
      }
      if (*std::max_element(after.begin(), after.end()) <= kPromised) {
        ASSERT_NO_THROW(ledger.charge(charges));
        counters = after;
        ++admitted;
      } else {
        ASSERT_THROW(ledger.charge(charges), BudgetExceeded);
        ++refused;
      }
      for (int user = 0; user < kUsers; ++user)
        ASSERT_NEAR(std::pow(ledger.left(user, user + 1).value(), 2), 1 - 1.0 * counters[user] / kPromised, 1e-12);
    }
  }
  EXPECT_GT(admitted, 200);
  EXPECT_GT(refused, 200);
}

TEST(Ledger, BooksCallsFromSeveralThreadsWholly) {
  Ledger ledger(one());
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      const std::vector<Charge> parts = {spend(std::sqrt(0.001), 0, 10, "a"), spend(std::sqrt(0.002), 0, 10, "b")};
      for (int i = 0; i < 100; ++i) {
        try {
          ledger.charge(parts);
        } catch (const BudgetExceeded&) {
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  const auto runs = ledger.runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].charge.times, 333);  // One more of these alone would fit.
  EXPECT_EQ(runs[1].charge.times, 333);
}

TEST(Ledger, ReportsEpsilonByThePromisedTheorem) {
  Ledger discrete(Promise(Mu(1), Delta(1e-5), Theorem::zcdp_tight, NoiseSource::production));
  discrete.charge(spend(1, 0, 1));
  EXPECT_NEAR(discrete.epsilon_spent().value(), 4.728386984943, 1e-9);
}

TEST(Ledger, KeepsRunsOfLikeReleasesTogether) {
  Ledger ledger(Promise(Mu(100), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation));
  for (std::int64_t k = 0; k < 64; ++k) {
    ledger.charge(spend(0.1, k, k + 1, "leaf"));
    if (k % 2 == 1) ledger.charge(spend(0.1, k - 1, k + 1, "pair"));
    ledger.charge(spend(0.1, 0, k + 1, "prefix"));
    ledger.charge(spend(0.1, 0, 64, "all"));
  }
  const auto runs = ledger.runs();
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs[0].steps, 64);
  EXPECT_EQ(runs[0].first_stride, 1);
  EXPECT_EQ(runs[1].charge.name, "prefix");
  EXPECT_EQ(runs[1].first_stride, 0);
  EXPECT_EQ(runs[1].last_stride, 1);
  EXPECT_EQ(runs[2].charge.times, 64);
  EXPECT_EQ(runs[2].steps, 1);
  EXPECT_EQ(runs[3].steps, 32);
  EXPECT_EQ(runs[3].first_stride, 2);
}

}  // namespace
}  // namespace tacit
