// A specimen of a mistake: the paper's Algorithm 1 with its noise as printed, which protects nobody.
//
// Every noise is drawn once, before the first user, and used again and again; and Lam_{k+1} = Lam_k + .. + K_1 adds it
// to the Gram matrix at every step, so that release t carries t + 1 copies. The difference of two releases is then the
// data in between plus a known multiple of the draw, and the second difference of three is exact data. The Gram noise
// is moreover made for users who come or stay away, sqrt(2) too small for users who are replaced.
//
// The door itself (privacy/door.h) has no way to do this. The specimen sits behind it as a witness and puts other
// values in the place of what the door publishes. It is what an audit must find guilty.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tacit/agents/agent_entry.h"
#include "tacit/privacy/witness.h"

namespace tacit {

/// Publishes with the noise that is printed. Passes on what happens to `inner`, which may be null.
class PrintedNoise final : public Witness {
 public:
  explicit PrintedNoise(Witness* inner) : inner_(inner) {}

  void contributed(std::int64_t user, const Contribution& projected, const VaultShape& shape) override;
  void touching(std::int64_t series, std::int64_t first_user, std::int64_t end_user, double mu_squared) override;
  void charged(const Charge& charge) override;
  void expecting(std::span<const double> without_noise, std::span<const double> deviation) override;
  void releasing(std::int64_t series, std::int64_t first_user, std::int64_t end_user, std::span<const double> exact,
                 double share, std::span<double> published) override;

 private:
  Witness* inner_;
  std::vector<double> expected_, deviation_;
  std::string newest_charge_;
  std::map<std::string, std::vector<double>> draws_;  ///< The first of each kind, in units of its deviation.
  double releases_ = 0;                               ///< How many Gram matrices were released.
};

/// `dp-lsvi-ucb++-specimen`, for register_agent (agents/catalog.h).
AgentEntry specimen_entry();

}  // namespace tacit
