// A private regression as it would be deployed: integer sums, unseeded noise, and a certificate that is checked.
#include <cstdio>

#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/certificate/certificate_check.h"
#include "tacit/privacy/release/release_catalog.h"
#include "tacit/privacy/sums.h"

int main() {
  tacit::VaultShape shape;  // One regression on four features, with a response in [0, 1].
  shape.dimension = 4;
  const tacit::Promise promise(tacit::Epsilon(1), tacit::Delta(1e-6), tacit::Theorem::zcdp_tight,
                               tacit::NoiseSource::production);
  tacit::SumsOptions options{tacit::make_strategy("tree", 20), {}};  // At most 20 releases.
  options.splits = {{0.7, 0.3, 0}};  // Shares of the budget: Gram matrix, responses, outcomes.
  options.most_users = 1000;         // At most 1000 users will come.
  tacit::Sums sums(shape, promise, options, tacit::Noise::production, 0);  // Production noise has no seed.

  for (int user = 0; user < 1000; ++user) {
    const double features[] = {0.5, user % 2 ? 0.5 : -0.5, user % 3 ? 0.5 : 0, 0.5};
    tacit::Contribution contribution;
    contribution.features = features;
    contribution.response = user % 2;
    sums.add(contribution);  // Once per task and user.
    sums.end_user();
    if (user % 50 == 49) sums.release();  // At moments that depend on public things only.
  }
  // Whatever is shared between users is computed from the billboard alone.
  const tacit::Billboard& billboard = sums.billboard();
  std::printf("%lld users, first response %.0f\n", static_cast<long long>(billboard.users()), billboard.response(0)[0]);

  const tacit::Certificate certificate = tacit::make_certificate(*sums.ledger(), {{"agent", "a regression"}});
  const tacit::CertificateCheck verdict = tacit::check_certificate(tacit::to_json(certificate));
  for (const std::string& statement : verdict.statements) std::printf("%s\n", statement.c_str());
  return verdict.holds() ? 0 : 1;
}
