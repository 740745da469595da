// What a release made public, as a value; and what it took in, sealed.
//
// A run that stops can go on from these: a Release is public and says which users were taken in, what was published and
// what was charged. Strategies whose later measurements count earlier blocks again need the exact sums of those blocks
// as well. These are USERS' DATA: a SealedBlock is stored where the users' answers are, is erased with them, and is
// shown to nobody. Planners have no use for either.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tacit/core/linear_algebra.h"
#include "tacit/privacy/accounting/charge.h"

namespace tacit {

/// How sums are noised.
enum class Noise {
  simulation,  ///< Continuous noise on doubles, from a seed.
  lattice,     ///< The integers of production, with noise from a seed: for tests and rehearsals.
  production,  ///< Integers with noise that nobody can draw again: for people.
};

/// "simulation", "lattice", "production".
std::string to_text(Noise noise);
/// The inverse; throws Error naming `field`.
Noise parse_noise(const std::string& text, const std::string& field);

struct Release {
  std::string noise;                   ///< As to_text says, or "exact".
  std::string mechanism;               ///< SHA-256 of all that was declared: a release of another door is refused.
  Index number = 0;                    ///< 0, 1, ...
  std::int64_t users = 0;              ///< All before this number are in it.
  std::vector<double> values;          ///< Exact and simulation: the sums as they were published.
  std::vector<std::int64_t> integers;  ///< Lattice and production: the measurements, from which sums are decoded.
  std::vector<Charge> charges;         ///< Those of this release.

  bool operator==(const Release&) const = default;
};

/// The exact sums of one block. Private: see above.
class SealedBlock {
 public:
  Index number() const { return number_; }
  std::int64_t users() const { return users_; }
  bool operator==(const SealedBlock&) const = default;

 private:
  friend class Sums;
  friend class SealedBlockFile;

  std::string noise_, mechanism_;
  Index number_ = 0;
  std::int64_t users_ = 0;
  std::vector<double> sums_;
  std::vector<std::int64_t> integers_;
};

}  // namespace tacit
