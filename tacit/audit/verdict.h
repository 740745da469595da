// What an attack shows about a claim.
//
//   violated      the lower bound is above the claim: at the stated confidence the claim is false
//   consistent    the attack could tell the worlds apart, and by no more than claimed
//   inconclusive  the attack showed nothing: it told the worlds apart no better than chance may, or there were so few
//                 runs that even the best attack on the claim would have shown less than half of it
//   untested      replay alone found nothing: what users add is as declared, and whether noise is was not looked at
//
// An audit is consistent only if an attack that tests noise was.
#pragma once

#include <string>

#include "tacit/audit/mu_bound.h"
#include "tacit/audit/noise_tests.h"

namespace tacit {

enum class Verdict { consistent, violated, inconclusive, untested };
std::string to_text(Verdict verdict);

struct Judgement {
  Verdict verdict = Verdict::inconclusive;
  std::string because;
};

Judgement judge(const MuBound& bound, double claimed_mu, double confidence);
Judgement judge(const NoiseTests& tests, double claimed_mu, double confidence);

/// The verdict of all attacks: one violation is enough, and one attack on the noise that could have shown it.
Verdict overall(const std::vector<Verdict>& verdicts);

}  // namespace tacit
