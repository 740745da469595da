// Policies as files: what `tacit run --save-policy` writes and `tacit evaluate` reads.
//
// One JSON object:
//   format     "tacit-policy/1"
//   version    of the policy, from 0
//   horizon, states, actions
//   best       per stage and state the actions that may be played, each as likely: [[[2],[0,1],..],..]
//   about      where it is from, as texts by name: agent, environment, users, seed ..; nothing reads it but people
//   sha256     of all other fields, sorted by name and written without spaces. It notices damage, not forgers.
// Finite state spaces. Reading is strict and bounded; what is truncated, foreign, newer or altered is refused by an
// Error that names the field.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tacit/agents/policy.h"
#include "tacit/mdp/problem.h"

namespace tacit {

using PolicyContext = std::vector<std::pair<std::string, std::string>>;

/// Throws Error where the state space is infinite.
std::string to_json(const Policy& policy, const Problem& problem, const PolicyContext& about);
/// A policy for `problem`. Throws Error where the text is none, or one for a problem of another size.
Policy read_policy(std::string_view json, const Problem& problem, PolicyContext* about = nullptr);
/// The same from a file, which errors name; `about`: where to put what it says about itself.
Policy load_policy(const std::filesystem::path& file, const Problem& problem, PolicyContext* about = nullptr);

}  // namespace tacit
