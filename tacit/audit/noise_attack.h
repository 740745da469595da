// The noise attack: the adversary knows what every release would be without noise, subtracts it, and looks at what is
// left. Is it as large as declared, and is it new everywhere?
//
// Noise that is drawn once and used in two places is a total leak wherever a user moves the two differently: one is
// subtracted from the other. So the residuals of all coordinates, kinds, stages and statistics of a run are tested
// together (noise_tests.h), and the shift that one user makes, taken from a run of its own, is measured in units of
// their joint covariance. Few runs suffice: a run has hundreds of coordinates, and no other world has to be played.
#pragma once

#include <cstdint>
#include <functional>

#include "tacit/audit/billboard_attack.h"
#include "tacit/audit/noise_tests.h"

namespace tacit {

/// Calls the function with 0, ..., count - 1, in any order, perhaps in several threads; false: it was stopped.
using ForEach = std::function<bool(std::int64_t count, const std::function<void(std::int64_t)>& make)>;
bool one_by_one(std::int64_t count, const std::function<void(std::int64_t)>& make);

struct NoiseAttackSpec {
  std::uint64_t seed = 1;
  std::int64_t runs = 2000;  ///< In both worlds together; the choice of coordinates takes kChoosingRuns more.
  double claimed_mu = 0;
  double confidence = 0.99;
};
inline constexpr std::int64_t kChoosingRuns = 8;

/// What the tests say. Of a stopped attack: nothing.
NoiseTests attack_noise(const Subject& subject, const NoiseAttackSpec& spec, const ForEach& for_each = one_by_one);

}  // namespace tacit
