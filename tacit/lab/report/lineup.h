// Who is who in a comparison: which agents are ours, which are from the literature, and what each stands for.
//
// The price of privacy depends on whom a private agent is compared with. Compared with our best agent without privacy
// it says what the noise costs; compared with the best one of the literature it also says how good a learner it is.
#pragma once

#include <string>

#include "tacit/lab/report/comparison.h"

namespace tacit {

inline constexpr const char* kBlockUcb = "dp-block-ucb";              ///< Ours.
inline constexpr const char* kBlockPosterior = "dp-block-posterior";  ///< Ours, with drawn plans.
inline constexpr const char* kStreamed = "dp-lsvi-ucb++";             ///< The paper's, corrected, with other constants.
inline constexpr const char* kPaper = "dp-lsvi-ucb++-paper";          ///< The paper's, as it is meant.

enum class Origin { ours, literature };

/// Where an agent comes from, by its name; one that is not known counts as literature.
Origin origin_of(const std::string& agent);

/// The learner without privacy that has the least mean regret of those of this origin; nullptr where there is none.
const Contender* best_open(const Arena& arena, Origin origin);

/// The private agent with the least mean regret at the main budget; nullptr where there is none.
const Contender* best_private(const Arena& arena);

/// The private agent that stands for us: `dp-block-ucb`, and `dp-lsvi-ucb++` where that cannot be used. Empty where
/// neither was run.
std::string flagship(const Arena& arena);

}  // namespace tacit
