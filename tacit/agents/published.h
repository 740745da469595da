// What an agent made public at one release, and how an agent goes on from there.
//
// An agent that is made with the same arguments and is given its publications again, in their order and before anybody
// comes, stands where the first one stood after the last of them: same policies under the same versions, same ledger,
// nothing drawn and nothing charged twice. Users who came since are taken again by whoever drives it, and with seeded
// noise the run then goes on bit for bit.
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/agents/agent.h"
#include "tacit/privacy/release_value.h"

namespace tacit {

/// How many users of a release followed which version of the policy. Public: so is who began when.
struct Followers {
  std::int64_t version = 0, users = 0;
  bool operator==(const Followers&) const = default;
};

struct Published {
  Release release;
  std::vector<Followers> followers;  ///< In the order of the versions; empty for agents that need not know.
  bool operator==(const Published&) const = default;
};

class Resumable {
 public:
  virtual ~Resumable() = default;

  /// So many releases were made.
  virtual std::int64_t releases() const = 0;
  /// The newest one. There must be one.
  virtual Published published() const = 0;
  /// The exact sums that it took in: USERS' DATA (privacy/release_value.h).
  virtual SealedBlock sealed() const = 0;
  /// Takes the next publication again. Throws Error where it is not one of this agent's, with nothing changed.
  virtual void resume(const Published& publication, const SealedBlock& sealed) = 0;
};

}  // namespace tacit
