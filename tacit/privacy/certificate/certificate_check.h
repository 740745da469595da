// Checks a certificate by redoing its arithmetic from what it says was released, as an outsider would.
//
// Recomputed: what each mechanism costs, from the shape of the vault, the public rows and the noise scales
// (mechanism_check.h); the charges, by releasing again at the stated release points, in a fresh ledger; the total of
// every user; epsilon at the promised delta and along the curve; that mu is what the promised (epsilon, delta) allow;
// that the theorem fits the noise; the number of releases and the checksum. Charges by hand, for which no mechanism was
// declared, are taken at their word, and the statements say so. Whatever disagrees is a reason why the certificate does
// not hold. Stated results may differ from recomputed ones by 1e-9 relative (other mathematical libraries round
// differently).
//
// Input is untrusted and bounded: size, nesting, keys (all known, none twice), ranges of integers, and the work that
// runs of releases unfold to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tacit {

/// 4000 rows of 500 features fit.
inline constexpr std::size_t kMostCertificateBytes = std::size_t{1} << 26;

struct CertificateCheck {
  std::vector<std::string> statements;  ///< What is promised to whom, what was released and spent: whole sentences.
  std::vector<std::string> reasons;     ///< Why it does not hold; empty when it does.
  bool simulation = false;              ///< The noise is seeded: nobody is protected.
  bool holds() const { return reasons.empty(); }
};

/// Throws Error when `json` is not a certificate at all: too large, not JSON, fields missing or of the wrong kind.
/// A certificate whose guarantee is "none" does not hold: there is nothing it could hold to.
CertificateCheck check_certificate(std::string_view json);

}  // namespace tacit
