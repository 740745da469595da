#include "tacit/audit/verdict.h"

#include <fmt/format.h>

#include <algorithm>

namespace tacit {

std::string to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::consistent:
      return "consistent";
    case Verdict::violated:
      return "violated";
    case Verdict::inconclusive:
      break;
  }
  return "inconclusive";
}

Judgement judge(const MuBound& bound, double claimed_mu, double confidence) {
  if (bound.lower > claimed_mu)
    return {Verdict::violated, fmt::format("mu is at least {:.4g} with confidence {:g}, and {:.4g} is claimed",
                                           bound.lower, confidence, claimed_mu)};
  const double best = expected_bound(claimed_mu, bound.trials, confidence);
  if (best < claimed_mu / 2)
    return {Verdict::inconclusive,
            fmt::format("too few runs: an attack that reaches the claimed mu of {:.4g} would show about {:.4g}",
                        claimed_mu, best)};
  if (bound.lower <= 0) return {Verdict::inconclusive, "the attack told the worlds apart no better than chance may"};
  return {Verdict::consistent, fmt::format("mu is at least {:.4g} with confidence {:g}, below the claimed {:.4g}",
                                           bound.lower, confidence, claimed_mu)};
}

Verdict overall(const std::vector<Verdict>& verdicts) {
  const auto any = [&](Verdict v) { return std::find(verdicts.begin(), verdicts.end(), v) != verdicts.end(); };
  if (any(Verdict::violated)) return Verdict::violated;
  return any(Verdict::consistent) ? Verdict::consistent : Verdict::inconclusive;
}

}  // namespace tacit
