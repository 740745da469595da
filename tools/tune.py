#!/usr/bin/env python3
"""Exact regret of our private agents on named cases, for docs/flagship.md.

  tools/tune.py                                        the tuning cases, default settings
  tools/tune.py --set agent.ratio=1.5                  the same with a setting changed
  tools/tune.py --cases simplex,coach --epsilon 10     some of them, another budget
  tools/tune.py --report                               the report's cases, seeds 1 to 10

A case is an environment with settings, a number of users and environment seeds. Printed are means over the seeds, one
run each: regret, the same as a part of uniform play's, and the final gap as a part of the optimal value. The score is
the geometric mean over cases of regret over uniform play's, a share below 0.01 % counting as that.
"""
import argparse
import json
import math
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TUNING = {  # name: environment, users, seeds, further arguments
    "simplex": ("simplex", 1_000_000, range(101, 107), []),
    "simplex-large": ("simplex", 1_000_000, range(101, 104), ["env.states=40", "env.actions=20", "env.dimension=10"]),
    "simplex-small": ("simplex", 300_000, range(101, 105), ["env.states=8", "env.actions=4", "env.dimension=3", "H=6"]),
    "simplex-long": ("simplex", 1_000_000, range(101, 104),
                     ["env.states=30", "env.actions=8", "env.dimension=6", "H=20"]),
    "two-state-known": ("two-state", 100_000, range(101, 104), ["env.rewards=known"]),
    "two-state": ("two-state", 1_000_000, range(101, 103), ["env.rewards=learned"]),
    "two-state-short": ("two-state", 300_000, range(101, 104), ["env.rewards=learned", "env.actions=20", "H=8"]),
    "coach": ("coach", 1_000_000, range(101, 104), []),
    "river-swim": ("river-swim", 3_000_000, range(101, 103), []),
    "river-swim-5": ("river-swim", 1_000_000, range(101, 104), ["env.states=5"]),
    "river-swim-8": ("river-swim", 3_000_000, range(101, 103), ["env.states=8"]),
    "corridor": ("corridor", 300_000, range(101, 104), []),
    "corridor-3": ("corridor", 300_000, range(101, 103), ["env.actions=3", "env.dimension=5"]),
    "deep-sea": ("deep-sea", 1_000_000, range(101, 104), []),
    "deep-sea-8": ("deep-sea", 1_000_000, range(101, 103), ["env.size=8"]),
}
REPORT = {
    "two-state-known": ("two-state", 100_000, range(1, 11), ["env.rewards=known"]),
    "two-state": ("two-state", 1_000_000, range(1, 11), ["env.rewards=learned"]),
    "simplex": ("simplex", 1_000_000, range(1, 11), []),
    "coach": ("coach", 1_000_000, range(1, 11), []),
    "river-swim": ("river-swim", 3_000_000, range(1, 11), []),
    "river-swim-1": ("river-swim", 1_000_000, range(1, 11), []),
    "deep-sea": ("deep-sea", 1_000_000, range(1, 11), []),
    "corridor": ("corridor", 300_000, range(1, 11), []),
}


def run(program, environment, users, seed, settings, agent, epsilon):
    command = [program, "run", "--json", "--jobs", "1", "--env", environment, "--episodes", str(users), "--seed",
               str(seed), "--agent", agent]
    if agent.startswith("dp-"):
        command += ["--epsilon", str(epsilon)]
    for setting in settings:
        command += ["--horizon", setting[2:]] if setting.startswith("H=") else ["--set", setting]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(" ".join(command) + "\n" + result.stderr)
    answer = json.loads(result.stdout)
    return answer["runs"][0]["final_regret"], answer["runs"][0]["final_gap"], answer["env"]["optimal_value"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/tacit")
    parser.add_argument("--agent", default="dp-block-ucb")
    parser.add_argument("--epsilon", type=float, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--report", action="store_true", help="the report's cases, not the tuning ones")
    parser.add_argument("--cases", help="some of the cases, separated by commas")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    cases = REPORT if options.report else TUNING
    if options.cases:
        cases = {name: cases[name] for name in options.cases.split(",")}

    with ThreadPoolExecutor(options.jobs) as pool:
        def start(agent, users, environment, seed, settings):
            return pool.submit(run, options.program, environment, users, seed, settings, agent, options.epsilon)
        waiting = {name: [(start(options.agent, users, environment, seed, settings + options.set),
                           start("uniform", 1000, environment, seed, settings)) for seed in seeds]
                   for name, (environment, users, seeds, settings) in cases.items()}
        shares = []
        print(f"{'case':16} {'users':>9} {'regret':>10} {'of uniform':>10} {'gap of V*':>10}   each")
        for name, pairs in waiting.items():
            users = cases[name][1]
            results = [agent.result() for agent, _ in pairs]
            uniform = [control.result()[0] * users / 1000 for _, control in pairs]
            regret = statistics.mean(r for r, _, _ in results)
            shares.append(regret / statistics.mean(uniform))
            gap = statistics.mean(g / v for _, g, v in results)
            print(f"{name:16} {users:9d} {regret:10.0f} {shares[-1]:10.3%} {gap:10.3%}   "
                  + " ".join(f"{r:.0f}" for r, _, _ in results), flush=True)
    print(f"score {100 * math.exp(statistics.mean(math.log(max(s, 1e-4)) for s in shares)):.4f} %")


if __name__ == "__main__":
    main()
