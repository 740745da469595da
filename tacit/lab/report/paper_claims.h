// What the paper concludes from its simulations ("Key takeaways"), compared with measurements.
//
// The paper means one algorithm; here are three: the one of the paper, with its errors corrected
// (`dp-lsvi-ucb++-paper`), the same streamed and with practical constants (`dp-lsvi-ucb++`), and ours
// (`dp-block-ucb`). A claim is supported where the 95 % interval of the comparison run by run says so in the
// paper's environment, contradicted where it says the opposite, and otherwise undecided.
#pragma once

#include <string>
#include <vector>

#include "tacit/lab/report/comparison.h"

namespace tacit {

enum class Support { supported, contradicted, undecided, not_measured };
std::string to_text(Support verdict);

struct Finding {
  Support verdict = Support::not_measured;
  std::string measured;  ///< With numbers and the number of runs.
};

struct Claim {
  std::string claim;
  Finding of_paper;     ///< For the paper's algorithm.
  Finding of_streamed;  ///< For its corrected form with practical constants.
  Finding of_ours;
};

/// "Slightly worse" is at most this many times the regret.
inline constexpr double kSlightly = 1.1;

/// `figures`: the environments of both figures, the paper's first. `mechanisms`: ways of releasing compared, likewise.
std::vector<Claim> paper_claims(const std::vector<Arena>& figures, const std::vector<Arena>& mechanisms);

}  // namespace tacit
