// How large an environment may be: known before anything large is allocated.
#pragma once

#include <cstdint>
#include <string>

namespace tacit {

inline constexpr int kLongestHorizon = 10000;

/// Where the state space is infinite, `states` counts the points of its public cover.
struct MdpSize {
  std::int64_t states = 0, actions = 0, dimension = 0;
  bool alike = false;    ///< All stages have one measure, which is stored once.
  bool one_hot = false;  ///< Learners need no d x d matrices, or ask for their memory themselves.
};

/// Throws Error naming `field` where an environment of this size, with a learner in it, would take more than 60% of the
/// machine's memory.
void require_memory(const MdpSize& size, int horizon, const std::string& field);

/// The same for the d x d matrices alone that a learner keeps per stage.
void require_matrices(std::int64_t dimension, int horizon, const std::string& field);

}  // namespace tacit
