// An audit: attacks on an agent, each with a bound, a verdict and what it could have shown at most.
//
// Deterministic: a function of its spec, whatever the number of threads and however often it was interrupted. The
// confidence is that of all statistical attacks together: each has an equal part of the doubt. docs/audit.md says what
// an audit can and cannot show.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tacit/audit/agent_world.h"
#include "tacit/audit/verdict.h"

namespace tacit {

struct AuditSpec {
  WorldSpec world;
  std::vector<std::string> attacks;  ///< Names of attack_names().
  /// Per world and attack. The noise attack makes as many in both worlds together, and at most 2000.
  int runs = 4000;
  double confidence = 0.99;
  int jobs = 1;
};

// What a spec may hold, whoever reads it.
inline constexpr std::int64_t kFewestAuditUsers = 2, kMostAuditUsers = 1'000'000'000;
inline constexpr std::int64_t kFewestAuditRuns = 4, kMostAuditRuns = 10'000'000;
inline constexpr double kLeastAuditConfidence = 0.5, kMostAuditConfidence = 1 - 1e-12;

/// "billboard", "noise", "bystander", "replay".
const std::vector<std::string>& attack_names();

struct AttackReport {
  std::string attack;
  Judgement judgement;
  std::string users;  ///< Who was told apart from whom.
  std::int64_t position = 0;
  double confidence = 0;  ///< The confidence in this attack's bound.
  /// Statistical attacks:
  std::optional<MuBound> bound;
  double epsilon = 0;     ///< What the bound means at the claim's delta, for Gaussian noise.
  std::string statistic;  ///< The score that was chosen.
  std::vector<RocPoint> roc;
  double expected = 0;  ///< The bound that an attack which reaches the claim would have shown.
  /// The mu of the attacked pair, measured with noise (billboard) or without (replay); infinite where certain. The most
  /// that any attack on this pair can show.
  std::optional<double> reach;
  std::vector<std::string> reasons;  ///< Replay and noise: why the claim does not hold.
  std::optional<NoiseTests> noise;   ///< The noise attack.

  std::optional<double> mu_lower() const;  ///< The bound on mu, of the attacks that have one.
};

struct AuditReport {
  AuditSpec spec;
  std::string promised;  ///< "joint-dp", "none".
  std::string broken;    ///< Why the agent keeps no promise, by its own account; empty: it says nothing of the kind.
  double claimed_mu = 0;
  int horizon = 0;
  std::vector<AttackReport> attacks;
  bool interrupted = false;  ///< Then no verdict stands.

  Verdict verdict() const;
};

/// One run of an attack, by which it is known again.
struct RunName {
  std::string attack;
  std::int64_t run;
  bool replaced;
};

struct AuditHooks {
  /// Called once, before anything else: how long all of it will take if no run was made earlier.
  std::function<void(double seconds)> estimated = {};
  std::function<void(std::int64_t done, std::int64_t total)> progress = {};
  const std::atomic<bool>* stop = nullptr;
  /// The scores of a run that was made earlier; none: it has to be made.
  std::function<std::optional<std::vector<double>>(const RunName&)> earlier = {};
  /// Called for every run that is made, from several threads, one at a time.
  std::function<void(const RunName&, const std::vector<double>&)> scored = {};
};

AuditReport audit(const AuditSpec& spec, const AuditHooks& hooks = {});

}  // namespace tacit
