// The certificate of a private run: what was promised to whom, what was released, and what that adds up to.
//
// It is written so that someone who trusts neither the run nor its author can redo the arithmetic: it states the shape
// of what was summed, the noise of every statistic and the strategy, from which the cost of every release follows
// (mechanism.h), and the charges, with the public range of users each of them touched, from which the total of every
// user follows (theorem in ledger.h; proof: docs/privacy.md, "The proof"). certificate_check.h does just that. What it
// cannot show is that the code had these sensitivities and drew this noise; the caveats say so.
//
// As JSON, one object:
//   format "tacit-certificate/3"; guarantee "joint-dp" or "none", with a reason; adjacency; unit "episode"; noise;
//   theorem and citation; epsilon, delta: what is promised; mu, rho = mu^2/2: what may be spent on one user;
//   mu_spent, epsilon_spent (at delta): what was, at most (null under "none"); users: at most so many, as declared;
//   releases: how often something was published (Ledger::releases);
//   run: how the run describes itself, texts by name; nothing in it is checked but `users`;
//   mechanisms: what was declared and released (mechanism_json.h);
//   entries: runs of charges, each {mechanism, name, sensitivity, noise_scale, mu, first_user, last_user, times, steps,
//   first_stride, last_stride}: at step i < steps, `times` releases, each of ratio mu = sensitivity/noise_scale, touch
//   users first_user + i first_stride <= user < last_user + i last_stride; mechanism is null for charges by hand;
//   curve: [{delta, epsilon}, ...] of mu_spent; caveats: [text, ...];
//   sha256: of all other fields, sorted by name and written without spaces. It notices slips; who forges can recompute
//   it, and a signature (signature.h) is what notices that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tacit/privacy/accounting/ledger.h"
#include "tacit/privacy/accounting/promise.h"

namespace tacit {

/// How a run describes itself: names and texts, for example ("agent", "dp-block-ucb").
using RunContext = std::vector<std::pair<std::string, std::string>>;

struct Certificate {
  /// Spent by the user who was charged most.
  struct Spent {
    Mu mu;
    Epsilon epsilon;
  };

  Promise promise;
  std::optional<Spent> spent;  ///< Nothing: no guarantee is given.
  std::string reason;          ///< Why the guarantee holds, or why there is none.
  RunContext run;
  std::int64_t releases = 0;
  std::vector<MechanismRecord> mechanisms;
  std::vector<ReleaseRun> runs;
  std::vector<CurvePoint> curve;
  std::vector<std::string> caveats;

  std::string guarantee() const { return spent ? "joint-dp" : "none"; }
  std::int64_t users() const;  ///< The most that a mechanism was declared for.
};

/// Certifies what the ledger has booked so far. `caveats` are added to the standard ones.
Certificate make_certificate(const Ledger& ledger, RunContext run = {}, const std::vector<std::string>& caveats = {});
/// For a run that was given a budget and does not keep it. `reason` says why.
Certificate make_void_certificate(const Promise& promise, const std::string& reason, RunContext run = {});

/// Why a guarantee holds: the one text that a certificate may give.
const std::string& standard_reason();
/// What no certificate of such noise can vouch for.
std::vector<std::string> standard_caveats(NoiseSource noise);

std::string to_json(const Certificate& certificate);

/// The checksum that a certificate has to have; `json` is an object, with or without one. Throws Error where it is not.
std::string certificate_checksum(std::string_view json);

}  // namespace tacit
