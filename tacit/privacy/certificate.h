// The certificate of a private run: what was promised, every release that was made, and what they add up to.
//
// It is written so that someone who trusts neither the run nor its author can redo the arithmetic: each release carries
// the sensitivity and noise scale from which its mu follows, and the public range of users it touched, from which the
// total of every user follows (theorem in ledger.h). certificate_check.h does just that. What it cannot show is that
// the code had these sensitivities and drew this noise; the caveats say so.
//
// As JSON, one object:
//   format "tacit-certificate/1"; guarantee "joint-dp" or "none", with a reason; adjacency; unit "episode"; noise;
//   theorem and citation; epsilon, delta: what is promised; mu, rho = mu^2/2: what may be spent on one user;
//   mu_spent, epsilon_spent (at delta): what was, at most (null under "none"); releases: how many;
//   entries: runs of releases, each {name, sensitivity, noise_scale, mu, first_user, last_user, times, steps,
//   first_stride, last_stride}: at step i < steps, `times` releases, each of ratio mu = sensitivity/noise_scale, touch
//   users first_user + i first_stride <= user < last_user + i last_stride;
//   curve: [{delta, epsilon}, ...] of mu_spent; caveats: [text, ...].
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tacit/privacy/ledger.h"
#include "tacit/privacy/promise.h"

namespace tacit {

struct Certificate {
  /// Spent by the user who was charged most.
  struct Spent {
    Mu mu;
    Epsilon epsilon;
  };

  Promise promise;
  std::optional<Spent> spent;  ///< Nothing: no guarantee is given.
  std::string reason;          ///< Why the guarantee holds, or why there is none.
  std::vector<ReleaseRun> runs;
  std::vector<CurvePoint> curve;
  std::vector<std::string> caveats;

  std::string guarantee() const { return spent ? "joint-dp" : "none"; }
  std::int64_t releases() const { return count_releases(runs); }

  static std::int64_t count_releases(std::span<const ReleaseRun> runs);  ///< Stops counting at the largest int64.
};

/// Of what the ledger has booked so far. `caveats` are added to the standard ones.
Certificate make_certificate(const Ledger& ledger, const std::vector<std::string>& caveats = {});
/// For a run that was given a budget and does not keep it. `reason` says why.
Certificate make_void_certificate(const Promise& promise, const std::string& reason);

/// What no certificate of such noise can vouch for.
std::vector<std::string> standard_caveats(NoiseSource noise);

std::string to_json(const Certificate& certificate);

}  // namespace tacit
