#include "tacit/privacy/accounting/rho_conversions.h"

#include <cmath>
#include <limits>

namespace tacit {
namespace {

constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();  // More than a root and a product err by.

}  // namespace

Epsilon epsilon_by(Theorem theorem, Rho rho, Delta delta) {
  if (theorem == Theorem::zcdp_tight) return zcdp_tight_epsilon(rho, delta);
  if (theorem == Theorem::zcdp_simple) return zcdp_simple_epsilon(rho, delta);
  return gdp_epsilon(Mu(std::sqrt(2 * rho.value()) * (1 + kRounding)), delta);
}

Rho rho_by(Theorem theorem, Epsilon epsilon, Delta delta) {
  if (theorem == Theorem::zcdp_tight) return zcdp_tight_rho(epsilon, delta);
  if (theorem == Theorem::zcdp_simple) return zcdp_simple_rho(epsilon, delta);
  const double mu = gdp_mu(epsilon, delta).value();
  return Rho(mu * mu / 2 * (1 - kRounding));
}

}  // namespace tacit
