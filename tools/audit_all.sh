#!/bin/bash
# Audits every private agent of the catalogue, and the specimen, and prints a table; docs/audit.md shows it.
# Usage: tools/audit_all.sh [PROGRAM [DIRECTORY [RUNS]]]; finished runs in DIRECTORY are not made again.
# The seed is one that no choice in the attacks was made on. The two agents of ours get four times RUNS.
set -euo pipefail

program=${1:-build/release/tacit} directory=${2:-results/audits} runs=${3:-10000} seed=21

audit() {
  local agent=$1 episodes=$2 times=$3
  echo "audit_all: $agent" >&2
  # Exit code 1 is a verdict, not a failure.
  "$program" audit --env deep-sea --set env.size=3 --agent "$agent" --episodes "$episodes" --epsilon 1 \
    --runs "$((times * runs))" --seed "$seed" --out "$directory/$agent" --json >/dev/null || [[ $? == 1 ]]
}

audit dp-block-ucb 400 4
audit dp-block-posterior 400 4
audit dp-lsvi-ucb-luyo 200 1
audit dp-lsvi-ucb-ngo 200 1
audit dp-lsvi-ucb++-paper 200 1
audit dp-lsvi-ucb++-specimen 100 1

python3 - "$directory" <<'PYTHON'
import json, pathlib, sys

def shown(value):
    return "" if value is None else "above 100" if value > 100 else f"{value:.4f}"

print("| agent | runs | claimed mu | attack | mu of the pair | mu at least | Gaussian fit | epsilon at least | verdict |")
print("|---|---|---|---|---|---|---|---|---|")
for file in sorted(pathlib.Path(sys.argv[1]).glob("*/audit.json")):
    audit = json.loads(file.read_text())
    for a in audit["attacks"]:
        pair = "certain" if a["certain"] else shown(a["reach_mu"])
        cells = [f"`{audit['agent']['name']}`", f"{audit['runs_per_world']:,}", shown(audit["claim"]["mu"]), a["attack"],
                 pair, shown(a.get("mu_lower")), shown(a.get("mu_fitted")), shown(a.get("epsilon_lower")), a["verdict"]]
        print("| " + " | ".join(cells) + " |")
PYTHON
