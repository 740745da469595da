// From one way of stating privacy to another, by theorems, and never in one's own favour.
//
// GDP to (epsilon, delta), exact. Between neighbours the privacy loss of N(0, 1) against N(mu, 1) is
// L ~ N(mu^2/2, mu^2), and the least delta is E[(1 - e^(epsilon - L))+] (Balle and Wang 2018, Theorem 8; Dong, Roth
// and Su 2022, Corollary 2.13). With a = epsilon/mu - mu/2 and L = epsilon + mu t this reads
//     delta = integral over t > 0 of phi(a + t) (1 - e^(-mu t))                                                (1)
//           = phi(a) [M(a) - M(a + mu)] = Phi(-a) - e^epsilon Phi(-a - mu),
// phi the normal density and M(x) = Phi(-x)/phi(x) Mills' ratio. The last form loses every digit where mu is small,
// and overflows where epsilon is large; (1) has a positive integrand, so summing it loses none.
// It holds for mechanisms that are mu-GDP: continuous Gaussian noise. Discrete Gaussian noise has the same rho, but
// not this curve; it is converted by way of zCDP.
//
// zCDP to (epsilon, delta), simple (Bun and Steinke 2016, Proposition 1.3), with l = ln(1/delta):
//     epsilon = rho + 2 sqrt(rho l),    hence    rho = (epsilon / (sqrt(l + epsilon) + sqrt(l)))^2.
//
// zCDP to (epsilon, delta), tight (Canonne, Kamath and Steinke 2020, Proposition 12). With the Renyi order 1 + x,
//     epsilon = min over x > 0 of  g(x) = (1 + x) rho - ln(1 + 1/x) + (l - ln(1 + x))/x,   and not below 0.      (2)
// g'(x) = rho + (ln(1 + x) - l)/x^2, so the minimum is the one root of rho x^2 + ln(1 + x) = l. Every x, not only the
// best, gives a true epsilon; and, (2) being linear in rho, every x gives a true rho for a wanted epsilon. The search
// for x can therefore cost tightness, never truth.
//
// Rounding: an epsilon or a delta returned is at least the true one, a mu or a rho at most. Every search starts from
// a bound that holds by theorem and grows as needed (no fixed brackets), and returns the end at which the claim was
// seen to hold; the claim itself is evaluated with the error of its evaluation (at most 1e-12 relative, verified
// against 60-digit arithmetic) added. Meant for epsilon in [1e-6, 1e4] and delta in [1e-300, 0.5]; outside, the
// answers stay on the safe side, or an Error says that a number left the range of double.
#pragma once

#include <string>
#include <vector>

#include "tacit/privacy/accounting/budget.h"

namespace tacit {

/// The least delta at epsilon: a plain number, since 0 (of mu = 0) and 1 (rounded up) both occur.
double gdp_delta(Mu mu, Epsilon epsilon);
Epsilon gdp_epsilon(Mu mu, Delta delta);
Mu gdp_mu(Epsilon epsilon, Delta delta);

Epsilon zcdp_simple_epsilon(Rho rho, Delta delta);
Rho zcdp_simple_rho(Epsilon epsilon, Delta delta);

Epsilon zcdp_tight_epsilon(Rho rho, Delta delta);
Rho zcdp_tight_rho(Epsilon epsilon, Delta delta);

/// mu-GDP implies (mu^2/2)-zCDP. Rounded up.
Rho zcdp_rho(Mu mu);
/// Gaussian noise that is rho-zCDP is sqrt(2 rho)-GDP; other mechanisms need not be. Rounded down.
Mu gaussian_mu(Rho rho);

/// The way from what Gaussian releases spend (mu, or rho = mu^2/2) to (epsilon, delta).
enum class Theorem { gdp_exact, zcdp_tight, zcdp_simple };

Epsilon epsilon_by(Theorem theorem, Mu mu, Delta delta);  ///< Rounded up.
Mu mu_by(Theorem theorem, Epsilon epsilon, Delta delta);  ///< Rounded down.

/// "gdp-exact", "zcdp-tight", "zcdp-simple"; and the inverse, which throws Error naming `field`.
std::string to_text(Theorem theorem);
Theorem parse_theorem(const std::string& text, const std::string& field);
/// Who proved it, and for which noise it holds: one line.
std::string citation(Theorem theorem);

struct CurvePoint {
  Delta delta;
  Epsilon epsilon;
};
/// Epsilon at delta = 1e-3, 1e-4, ..., 1e-12: one guarantee, not ten; all points hold at once.
std::vector<CurvePoint> epsilon_curve(Theorem theorem, Mu mu);

}  // namespace tacit
