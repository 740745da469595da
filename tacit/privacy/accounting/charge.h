// A charge: what one release, or several alike, costs the users it touches; and runs of charges, which keep books
// short.
#pragma once

#include <cstdint>
#include <string>

namespace tacit {

struct Charge {
  std::string name;        ///< What is released; one name per statistic and stage keeps certificates short.
  double sensitivity = 0;  ///< How far one user moves the sum, L2 (Frobenius), under the promise's adjacency.
  double noise_scale = 0;
  std::int64_t first_user = 0, last_user = 0;  ///< Users first, ..., last - 1 may have contributed.
  std::int64_t times = 1;                      ///< Releases of this form on these users, each with noise of its own.

  static constexpr std::int64_t kMostTimes = 1'000'000'000'000;

  /// The ratio of one of them; infinite without noise.
  double mu() const { return sensitivity == 0 ? 0 : sensitivity / noise_scale; }
  bool operator==(const Charge&) const = default;
  /// Throws Error for what is not a charge: amounts that are negative or not finite, users that cannot be, a name that
  /// cannot be shown.
  void validate() const;
};

/// Charges alike but for their users: number i of `steps` touches [first + i first_stride, last + i last_stride).
struct ReleaseRun {
  Charge charge;
  std::int64_t steps = 1, first_stride = 0, last_stride = 0;
  int mechanism = -1;  ///< Number of the declared mechanism (mechanism.h); -1: charged by hand.

  /// Takes `next` in and returns true if it continues this run.
  bool extend(const Charge& next);
};

}  // namespace tacit
