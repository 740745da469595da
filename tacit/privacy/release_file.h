// Releases and sealed blocks as text that can be stored, and read again by who does not trust the disk.
//
// A release, one JSON object:
//   format "tacit-release/1"; noise, mechanism, number, users: as in release_value.h; values: doubles; integers;
//   charges: [{name, sensitivity, noise_scale, first_user, last_user, times}];
//   sha256: of all other fields, sorted by name and written without spaces. It notices slips and damage, not forgers.
// A sealed block: format "tacit-sealed-block/1", warning, noise, mechanism, number, users, sums, integers, sha256. It
// holds USERS' DATA before any noise.
//
// Numbers come back bit for bit. Input is untrusted and bounded: size, nesting, keys (all known, none twice), ranges.
// What is truncated, foreign, newer or altered is refused by an Error that names the field; nothing is half-read.
#pragma once

#include <string>
#include <string_view>

#include "tacit/privacy/release_value.h"

namespace tacit {

inline constexpr std::size_t kMostReleaseBytes = std::size_t{1} << 30, kMostReleaseNumbers = 50'000'000;

std::string to_json(const Release& release);
/// Throws Error when `json` is not a release as it was written.
Release read_release(std::string_view json);

/// The text of a sealed block is as secret as the answers of its users.
class SealedBlockFile {
 public:
  static std::string to_json(const SealedBlock& block);
  static SealedBlock read(std::string_view json);
};

}  // namespace tacit
