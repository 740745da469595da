// A promise: (epsilon, delta) for every user, the theorem by which it will be kept, and what the releases may spend.
//
// Gaussian noise, continuous or discrete, of standard deviation sigma on a sum of sensitivity Delta spends the ratio
// mu = Delta/sigma, and ratios compose as the root of the sum of squares. In the currency of GDP that is mu itself, in
// that of zCDP rho = mu^2/2: one set of books serves both, and the theorem says which way leads back to epsilon. What
// the two must not do is mix: discrete Gaussian noise is not mu-GDP, so production noise with the exact GDP
// conversion is refused here, where the promise is made. Proof: docs/privacy.md, "The proof", step 6.
//
// Slack. A schedule that splits mu into n equal parts spends, in floating point, a few parts in 1e16 more than mu, and
// must be admitted; a total above the promise must not be. The ledger therefore admits mu^2 (1 + kSlack), and this is
// paid for here: a mu calibrated from epsilon is smaller by 2 kSlack than the theorem allows, and an epsilon stated
// for a given mu is that of mu (1 + kSlack). The promise holds for the last release admitted, not just nearly.
#pragma once

#include "tacit/privacy/accounting/budget.h"
#include "tacit/privacy/accounting/conversions.h"

namespace tacit {

class Promise {
 public:
  /// 1.5e-11: far above the rounding of any schedule, far below what anyone can notice.
  static constexpr double kSlack = 0x1p-36;

  /// The largest mu that keeps (epsilon, delta).
  Promise(Epsilon epsilon, Delta delta, Theorem theorem, NoiseSource noise,
          Adjacency adjacency = Adjacency::replace_one);
  /// The smallest epsilon that mu keeps at delta.
  Promise(Mu mu, Delta delta, Theorem theorem, NoiseSource noise, Adjacency adjacency = Adjacency::replace_one);

  Epsilon epsilon() const { return epsilon_; }
  Delta delta() const { return delta_; }
  /// What all releases that touch one user may spend together: schedules divide this.
  Mu mu() const { return mu_; }
  Rho rho() const { return Rho(mu_.value() * mu_.value() / 2); }
  Theorem theorem() const { return theorem_; }
  NoiseSource noise() const { return noise_; }
  Adjacency adjacency() const { return adjacency_; }

 private:
  Epsilon epsilon_;
  Delta delta_;
  Mu mu_;
  Theorem theorem_;
  NoiseSource noise_;
  Adjacency adjacency_;
};

}  // namespace tacit
