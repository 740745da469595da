// What one run published, and what an adversary who knows everybody's data would have expected.
//
// Frozen to the transcript of another run, a run publishes what that one did: then its expectations are those of its
// own world, given the same public past. So the two transcripts together hold all of the likelihood ratio.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tacit/privacy/witness.h"

namespace tacit {

struct Publication {
  std::string kind;  ///< "sums", or what its charge is named: each kind is a stream with noise of its own.
  std::int64_t users;
  std::vector<double> expected, deviation, published;
};

class Transcript final : public Witness {
 public:
  Transcript() = default;
  /// Publishes what `original` did, as long as there is something of the same size in its place. Keeps the pointer.
  explicit Transcript(const Transcript* original) : original_(original) {}

  const std::vector<Publication>& publications() const { return publications_; }
  /// Whether somebody who sees only what is public sees the same in both: the sequence of releases, their users, their
  /// noise. Not what is published.
  bool same_sequence(const Transcript& other) const;

  void contributed(std::int64_t, const Contribution&, const VaultShape&) override {}
  void touching(std::int64_t, std::int64_t, std::int64_t, double) override {}
  void charged(const Charge& charge) override { newest_charge_ = charge.name; }
  void expecting(std::span<const double> without_noise, std::span<const double> deviation) override;
  void releasing(std::int64_t series, std::int64_t first_user, std::int64_t end_user, std::span<const double> exact,
                 double share, std::span<double> published) override;

 private:
  const Transcript* original_ = nullptr;
  std::vector<Publication> publications_;
  std::vector<double> expected_, deviation_;
  std::string newest_charge_;
};

}  // namespace tacit
