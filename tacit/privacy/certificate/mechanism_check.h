// Whether a mechanism is what it says it is: what its noise costs, redone from the shape, the rows and the noise
// scales.
//
// Redone: how far one user can move each statistic, and all of them together (sensitivities.h, stacked_sensitivity.h);
// the noise that the shares of the promise then call for; that no user's touches add up to more than the squared column
// norm; that the release points are points of the strategy and of the users; the ratio of a moment on request, and that
// no more were given than declared. What disagrees is a reason.
#pragma once

#include <string>
#include <vector>

#include "tacit/privacy/accounting/ledger.h"
#include "tacit/privacy/certificate/mechanism_json.h"

namespace tacit {

/// Why it does not hold; empty: it does. Throws Error where the work would be too much.
std::vector<std::string> check_mechanism(const StatedMechanism& stated, const Promise& promise);

/// Books all that it released: declares it, charges its releases and its answers in their order.
void book_mechanism(const MechanismRecord& record, Ledger& ledger);

}  // namespace tacit
