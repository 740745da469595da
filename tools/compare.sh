#!/bin/bash
# A small comparison: the learners between the two controls, on one environment each. Regret is exact.
set -euo pipefail
program=$1

compare() {  # environment, episodes, settings of the environment...
  local environment=$1 episodes=$2
  shift 2
  echo
  echo "$environment${*:+ $*}, $episodes users"
  printf '  %-24s %14s %14s %10s\n' agent regret "final gap" switches
  local line agent settings
  for line in uniform frozen "lsvi-ucb agent.switching=geometric" lsvi-ucb++; do
    read -r agent settings <<<"$line"
    "$program" run --env "$environment" --agent "$agent" --episodes "$episodes" \
      ${@/#/--set } ${settings:+--set "$settings"} |
      awk -v name="$agent${settings:+ ${settings#agent.switching=}}" \
        '/^ *[0-9]+ / {printf "  %-24s %14.1f %14.6f %10d\n", name, $2, $4, $5}'
  done
}

compare two-state 10000 env.rewards=learned
compare simplex 100000
