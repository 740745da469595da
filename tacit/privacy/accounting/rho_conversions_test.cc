#include "tacit/privacy/accounting/rho_conversions.h"

#include <gtest/gtest.h>

namespace tacit {
namespace {

constexpr Theorem kAll[] = {Theorem::gdp_exact, Theorem::zcdp_tight, Theorem::zcdp_simple};

TEST(RhoConversions, KeepWhatTheyPromiseThereAndBack) {
  for (const Theorem theorem : kAll)
    for (const double epsilon : {1e-3, 0.1, 1.0, 30.0})
      for (const double delta : {1e-3, 1e-9}) {
        const Rho rho = rho_by(theorem, Epsilon(epsilon), Delta(delta));
        const double back = epsilon_by(theorem, rho, Delta(delta)).value();
        EXPECT_LE(back, epsilon * (1 + 1e-9)) << to_text(theorem);
        EXPECT_GE(back, epsilon * (1 - 1e-6)) << to_text(theorem);
      }
}

TEST(RhoConversions, AgreeWithThoseOfMu) {
  for (const Theorem theorem : kAll) {
    const double by_mu = epsilon_by(theorem, Mu(0.5), Delta(1e-6)).value();
    EXPECT_NEAR(epsilon_by(theorem, Rho(0.125), Delta(1e-6)).value(), by_mu, 1e-9 * by_mu) << to_text(theorem);
  }
}

TEST(RhoConversions, ByTheExactTheoremAreNeverBelowThoseOfTheSameMu) {
  for (const double mu : {0.001, 0.3, 7.0})
    EXPECT_GE(epsilon_by(Theorem::gdp_exact, Rho(mu * mu / 2), Delta(1e-6)).value(),
              gdp_epsilon(Mu(mu), Delta(1e-6)).value());
}

}  // namespace
}  // namespace tacit
