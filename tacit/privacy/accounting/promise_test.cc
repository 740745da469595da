#include "tacit/privacy/accounting/promise.h"

#include <gtest/gtest.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

TEST(Promise, CalibratesMuJustBelowWhatTheTheoremAllows) {
  const Promise promise(Epsilon(1), Delta(1e-5), Theorem::gdp_exact, NoiseSource::simulation);
  EXPECT_NEAR(promise.mu().value(), 1 / 3.730631634816, 1e-9);
  EXPECT_LT(promise.mu(), gdp_mu(Epsilon(1), Delta(1e-5)));
}

TEST(Promise, IsKeptEvenWhenTheSlackIsSpent) {
  for (const auto theorem : {Theorem::gdp_exact, Theorem::zcdp_tight, Theorem::zcdp_simple}) {
    for (const double epsilon : {1e-6, 1e-3, 1.0, 10.0, 1e4}) {
      for (const double delta : {1e-300, 1e-9, 1e-3, 0.5}) {
        const Promise promise(Epsilon(epsilon), Delta(delta), theorem, NoiseSource::simulation);
        const Mu spent(promise.mu().value() * (1 + Promise::kSlack));
        EXPECT_LE(epsilon_by(theorem, spent, Delta(delta)).value(), epsilon) << to_text(theorem) << " " << delta;
      }
    }
  }
}

TEST(Promise, StatesTheEpsilonOfAGivenMu) {
  const Promise promise(Mu(1), Delta(1e-5), Theorem::gdp_exact, NoiseSource::simulation);
  EXPECT_EQ(promise.mu().value(), 1);
  EXPECT_NEAR(promise.epsilon().value(), 4.377178095681, 1e-9);
}

TEST(Promise, RefusesProductionNoiseWithTheExactConversion) {
  EXPECT_THROW(Promise(Epsilon(1), Delta(1e-5), Theorem::gdp_exact, NoiseSource::production), Error);
  EXPECT_THROW(Promise(Mu(1), Delta(1e-5), Theorem::gdp_exact, NoiseSource::production), Error);
  EXPECT_NO_THROW(Promise(Epsilon(1), Delta(1e-5), Theorem::zcdp_tight, NoiseSource::production));
}

}  // namespace
}  // namespace tacit
