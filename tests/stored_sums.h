// What sums leave behind where they stop, as text, and how others go on from it.
#pragma once

#include <string>
#include <vector>

#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/release_file.h"
#include "tacit/privacy/sums.h"

namespace tacit::trial {

struct Stored {
  std::vector<std::string> releases, sealed;
};

/// So many releases, each of the users that come(sums) brings.
template <typename Come>
Stored run(Sums& sums, int releases, const Come& come) {
  Stored stored;
  for (int t = 0; t < releases; ++t) {
    come(sums);
    stored.releases.push_back(to_json(sums.release()));
    stored.sealed.push_back(SealedBlockFile::to_json(sums.sealed()));
  }
  return stored;
}

inline void resume(Sums& sums, const Stored& stored) {
  for (std::size_t t = 0; t < stored.releases.size(); ++t) {
    const SealedBlock sealed = SealedBlockFile::read(stored.sealed[t]);
    sums.resume(read_release(stored.releases[t]), sums.needs_sealed() ? &sealed : nullptr);
  }
}

inline std::string certified(const Sums& sums) {
  return sums.ledger() ? to_json(make_certificate(*sums.ledger())) : std::string();
}

}  // namespace tacit::trial
