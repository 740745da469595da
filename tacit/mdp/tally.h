// Users who did alike: all who were in one state at one stage and took one action.
#pragma once

#include <cstdint>
#include <span>

#include "tacit/core/bounded_sum.h"
#include "tacit/mdp/problem.h"

namespace tacit {

struct Tally {
  int h = 0;
  State state;
  int action = 0;
  std::int64_t users = 0;              ///< At least one.
  BoundedSum rewards;                  ///< One per user.
  std::span<const std::int64_t> next;  ///< How many went on to each state; empty after the last stage.
};

}  // namespace tacit
