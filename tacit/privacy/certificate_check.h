// Checks a certificate by redoing its arithmetic from the releases it lists, as an outsider would.
//
// Recomputed: the mu of each release from its sensitivity and noise; the total of every user, by booking all releases
// in a fresh ledger; epsilon at the promised delta and along the curve; that mu keeps the promised (epsilon, delta);
// that the theorem fits the noise. Whatever disagrees is a reason why the certificate does not hold. Stated results may
// differ from recomputed ones by 1e-9 relative (other mathematical libraries round differently); promises by nothing.
//
// Input is untrusted and bounded: size, nesting, keys (all known, none twice), ranges of integers, and the work that
// runs of releases unfold to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tacit {

inline constexpr std::size_t kMostCertificateBytes = std::size_t{1} << 25;

struct CertificateCheck {
  std::vector<std::string> reasons;  ///< Why not; empty when it holds.
  bool holds() const { return reasons.empty(); }
};

/// Throws Error when `json` is not a certificate at all: too large, not JSON, fields missing or of the wrong kind.
/// A certificate whose guarantee is "none" does not hold: there is nothing it could hold to.
CertificateCheck check_certificate(std::string_view json);

}  // namespace tacit
