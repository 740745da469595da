#!/bin/bash
# Audits every private agent in three environments at three budgets, and the specimen; prints the table of docs/audit.md.
# Usage: tools/audit_all.sh [PROGRAM [DIRECTORY [RUNS [JOBS]]]]; finished runs in DIRECTORY are not made again.
# Agents release early, so that few users suffice; docs/audit.md says which choices were made on this seed.
set -euo pipefail

program=${1:-build/release/tacit} directory=${2:-results/audits} runs=${3:-1000} jobs=${4:-2} seed=21
mkdir -p "$directory"

audit() {
  local program=$1 directory=$2 runs=$3 seed=$4 agent=$5 env=$6 epsilon=$7
  local -a world settings=(--set agent.first=20)
  case $env in
    deep-sea) world=(--env deep-sea --set env.size=3) ;;
    river-swim) world=(--env river-swim --horizon 3) ;;
    two-state) world=(--env two-state --horizon 2 --set env.actions=2 --set env.rewards=learned) ;;
  esac
  case $agent in
    *-luyo | *-ngo | *-paper) settings+=(--set agent.switching=geometric) ;;
    *-specimen) settings=() ;;
  esac
  echo "audit_all: $agent on $env at epsilon $epsilon" >&2
  # Exit codes 1 and 3 are verdicts, not failures.
  "$program" audit "${world[@]}" --agent "$agent" "${settings[@]}" --episodes 100 --epsilon "$epsilon" --runs "$runs" \
    --jobs 1 --seed "$seed" --out "$directory/$agent-$env-$epsilon" --json >/dev/null 2>&1 || [[ $? == 1 || $? == 3 ]]
}
export -f audit

{
  for agent in dp-block-ucb dp-block-posterior dp-lsvi-ucb++ dp-lsvi-ucb-luyo dp-lsvi-ucb-ngo dp-lsvi-ucb++-paper; do
    for env in deep-sea river-swim two-state; do
      for epsilon in 0.1 1 10; do echo "$agent $env $epsilon"; done
    done
  done
  echo "dp-lsvi-ucb++-specimen deep-sea 1"
} | xargs -P "$jobs" -L 1 bash -c 'audit "$@"' audit "$program" "$directory" "$runs" "$seed"

python3 - "$directory" <<'PYTHON'
import json, pathlib, sys

def shown(value):
    return "" if value is None else "above 100" if value > 100 else f"{value:.3f}"

def bound(attack):
    return "certain" if attack["certain"] and "mu_lower" in attack and attack["mu_lower"] is None else shown(attack.get("mu_lower"))

order = ["dp-block-ucb", "dp-block-posterior", "dp-lsvi-ucb++", "dp-lsvi-ucb-luyo", "dp-lsvi-ucb-ngo", "dp-lsvi-ucb++-paper",
         "dp-lsvi-ucb++-specimen"]
audits = [json.loads(file.read_text()) for file in pathlib.Path(sys.argv[1]).glob("*/audit.json")]
audits.sort(key=lambda a: (order.index(a["agent"]["name"]), a["env"]["name"], a["claim"]["epsilon"]))
print("| agent | environment | epsilon | claimed mu | pair | noise | billboard | bystander | verdict |")
print("|---|---|---|---|---|---|---|---|---|")
for audit in audits:
    by = {a["attack"]: a for a in audit["attacks"]}
    fitted = shown(by["bystander"].get("mu_fitted"))
    cells = [f"`{audit['agent']['name']}`", audit["env"]["name"], f"{audit['claim']['epsilon']:g}", shown(audit["claim"]["mu"]),
             shown(by["replay"]["reach_mu"]), bound(by["noise"]), bound(by["billboard"]),
             f"{bound(by['bystander'])} ({fitted})", audit["verdict"]]
    print("| " + " | ".join(cells) + " |")
PYTHON
