#include "tacit/audit/verdict.h"

#include <fmt/format.h>

#include <algorithm>

namespace tacit {
namespace {

constexpr double kSharedHalf = 0.5;  // A correlation that a test of pairs has to see.

}  // namespace

std::string to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::consistent:
      return "consistent";
    case Verdict::violated:
      return "violated";
    case Verdict::untested:
      return "consistent (noise not tested)";
    case Verdict::inconclusive:
      break;
  }
  return "inconclusive";
}

Judgement judge(const MuBound& bound, double claimed_mu, double confidence) {
  if (bound.lower > claimed_mu)
    return {Verdict::violated, fmt::format("mu is at least {:.4g} with confidence {:.4g}, and {:.4g} is claimed",
                                           bound.lower, confidence, claimed_mu)};
  const double best = expected_bound(claimed_mu, bound.trials, confidence);
  if (best < claimed_mu / 2)
    return {Verdict::inconclusive,
            fmt::format("too few runs: an attack that reaches the claimed mu of {:.4g} would show about {:.4g}",
                        claimed_mu, best)};
  if (bound.lower <= 0) return {Verdict::inconclusive, "the attack told the worlds apart no better than chance may"};
  return {Verdict::consistent, fmt::format("mu is at least {:.4g} with confidence {:.4g}, below the claimed {:.4g}",
                                           bound.lower, confidence, claimed_mu)};
}

Judgement judge(const NoiseTests& tests, double claimed_mu, double confidence) {
  if (!tests.reasons.empty()) return {Verdict::violated, tests.reasons.front()};
  if (tests.coordinates == 0) return {Verdict::inconclusive, "nothing was published that has noise"};
  if (!tests.mu_lower)
    return {Verdict::inconclusive, "nothing that was published depends on the user; more episodes may bring a release"};
  const double best = expected_joint_bound(claimed_mu, tests.runs, tests.joint, confidence);
  if (best < claimed_mu / 2)
    return {Verdict::inconclusive,
            fmt::format("too few runs: of a pair of users that spends the claimed mu of {:.4g} they would show {:.4g}",
                        claimed_mu, best)};
  if (tests.allowed > kSharedHalf)
    return {Verdict::inconclusive,
            fmt::format("too few runs: noise that is shared up to a correlation of {:.2g} would not be seen",
                        tests.allowed)};
  return {
      Verdict::consistent,
      fmt::format("no noise that was tested is smaller than declared or shared beyond a correlation of {:.2g}, and it "
                  "hides this pair of users with mu at least {:.4g}, below the claimed {:.4g}",
                  tests.allowed, *tests.mu_lower, claimed_mu)};
}

Verdict overall(const std::vector<Verdict>& verdicts) {
  const auto any = [&](Verdict v) { return std::find(verdicts.begin(), verdicts.end(), v) != verdicts.end(); };
  if (any(Verdict::violated)) return Verdict::violated;
  for (const Verdict verdict : {Verdict::consistent, Verdict::untested})
    if (any(verdict)) return verdict;
  return Verdict::inconclusive;
}

}  // namespace tacit
