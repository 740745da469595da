#include "tacit/privacy/accounting/promise.h"

#include "tacit/core/error.h"

namespace tacit {
namespace {

Theorem fitting(Theorem theorem, NoiseSource noise) {
  if (noise == NoiseSource::production && theorem == Theorem::gdp_exact)
    throw Error("theorem", to_text(theorem), "zcdp-tight or zcdp-simple: production noise is a discrete Gaussian");
  return theorem;
}

}  // namespace

Promise::Promise(Epsilon epsilon, Delta delta, Theorem theorem, NoiseSource noise, Adjacency adjacency)
    : epsilon_(epsilon),
      delta_(delta),
      mu_(mu_by(fitting(theorem, noise), epsilon, delta).value() * (1 - 2 * kSlack)),
      theorem_(theorem),
      noise_(noise),
      adjacency_(adjacency) {}

Promise::Promise(Mu mu, Delta delta, Theorem theorem, NoiseSource noise, Adjacency adjacency)
    : epsilon_(epsilon_by(fitting(theorem, noise), Mu(mu.value() * (1 + kSlack)), delta)),
      delta_(delta),
      mu_(mu),
      theorem_(theorem),
      noise_(noise),
      adjacency_(adjacency) {}

}  // namespace tacit
