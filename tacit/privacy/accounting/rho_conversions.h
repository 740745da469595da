// The same theorems for budgets that are stated as rho, and never in one's own favour.
//
// rho is that of Gaussian noise: what costs rho is sqrt(2 rho)-GDP, so that the exact conversion applies, too. Other
// mechanisms that are rho-zCDP have the two conversions of zCDP only.
#pragma once

#include "tacit/privacy/accounting/conversions.h"

namespace tacit {

Epsilon epsilon_by(Theorem theorem, Rho rho, Delta delta);  ///< Rounded up.
Rho rho_by(Theorem theorem, Epsilon epsilon, Delta delta);  ///< Rounded down.

}  // namespace tacit
