#!/usr/bin/env python3
"""Measures tacit beside its peers and writes bench/results.md. Needs NumPy; refuses anything but a release build.

    bench/compare.py [--build build/release] [--portable build/portable] [--out bench/results.md]

Times are processor times of whole processes on one core, start included, the least of several; those of the peers are
of their loop alone. Ratios hold on the machine that is named in the file. Instructions are counted in a portable release:
valgrind cannot read every instruction of a processor for which a release is built, and few virtual machines let perf
count.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from machine import cpu_seconds, describe, least_cpu_seconds, require_release

ROOT = Path(__file__).resolve().parent.parent
PEER_HORIZON = 20
PEERS = (("lsvi-ucb", "lsvi-ucb", 400), ("lsvi-ucb", "lsvi-ucb", 200), ("lsvi-ucb-tabulated", "lsvi-ucb", 400),
         ("lsvi-ucb++", "lsvi-ucb++", 400))
LOOP_EPISODES = (1_000_000, 4_000_000)
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def run_command(tacit, env, agent, episodes, *more):
    budget = ["--epsilon", "1"] if agent.startswith("dp-") else []
    return [tacit, "run", "--env", env, "--agent", agent, "--episodes", str(episodes), "--jobs", "1", *budget, *more]


def peers(tacit):
    """Rows: peer, agent, users, seconds of the peer, seconds of tacit, ratio."""
    with tempfile.TemporaryDirectory() as folder:
        exported = Path(folder) / "environment.json"
        exported.write_text(subprocess.run([tacit, "export", "--env", "two-state", "--horizon", str(PEER_HORIZON)],
                                           capture_output=True, text=True, check=True).stdout)
        rows = []
        for peer, agent, users in PEERS:
            _, said = cpu_seconds([sys.executable, str(ROOT / "bench/peers/time_peer.py"), str(exported), peer,
                                   str(users)], {**os.environ, **ONE_THREAD})
            answer = json.loads(said)
            own = least_cpu_seconds(run_command(tacit, "two-state", agent, users, "--horizon", str(PEER_HORIZON),
                                                "--simulation", "users"), 10)
            rows.append((peer, agent, users, answer["cpu_seconds"], own, answer["cpu_seconds"] / own))
    return rows


def loops(tacit):
    """Rows: agent, users, nanoseconds per step, ratio to the bare loop. Agents take turns, so that what disturbs one
    disturbs all."""
    horizon, agents = 10, ("uniform", "dp-block-ucb", "dp-block-posterior", "lsvi-ucb++")
    rows = []
    for users in LOOP_EPISODES:
        seconds = dict.fromkeys(agents, float("inf"))
        for _ in range(4):
            for agent in agents:
                took = least_cpu_seconds(run_command(tacit, "simplex", agent, users, "--simulation", "users"), 1)
                seconds[agent] = min(seconds[agent], took)
        rows += [(agent, users, 1e9 * seconds[agent] / (users * horizon), seconds[agent] / seconds["uniform"])
                 for agent in agents]
    return rows


def parallel(tacit):
    """Rows: what, seconds on the clock with one job and with two, ratio; of each the least of several, in turns. The
    first row is what two processes that share nothing gain: the most that can be hoped for while others use the
    machine."""
    def clock(*commands):
        began = time.perf_counter()
        for process in [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]:
            if process.wait() != 0:
                raise SystemExit("bench: a run failed")
        return time.perf_counter() - began

    def jobs(number, *words):
        return [tacit, "run", *words, "--jobs", str(number)]

    alone = jobs(1, "--env", "simplex", "--agent", "lsvi-ucb++", "--episodes", "1000000")
    runs = ("--env", "simplex", "--agent", "lsvi-ucb++", "--episodes", "200000", "--runs", "16")
    plan = ("--env", "simplex", "--agent", "lsvi-ucb", "--episodes", "20", "--set", "env.states=4000", "--set",
            "env.actions=50", "--set", "env.dimension=64", "--simulation", "users")
    cases = (("two processes", lambda: clock(alone) + clock(alone), lambda: clock(alone, alone)),
             ("16 runs of `lsvi-ucb++`", lambda: clock(jobs(1, *runs)), lambda: clock(jobs(2, *runs))),
             ("19 plans, S = 4000, A = 50, d = 64", lambda: clock(jobs(1, *plan)), lambda: clock(jobs(2, *plan))))
    rows = []
    for what, one, two in cases:
        pairs = [(one(), two()) for _ in range(4)]
        slow, fast = min(a for a, _ in pairs), min(b for _, b in pairs)
        rows.append((what, slow, fast, slow / fast))
    return rows


def counts(tacit):
    """Rows: agent, users, seconds."""
    rows = []
    for agent in ("uniform", "dp-block-ucb", "dp-block-posterior"):
        for users in (10**6, 10**9, 10**12):
            rows.append((agent, users, least_cpu_seconds(
                run_command(tacit, "simplex", agent, users, "--simulation", "counts"), 3)))
    return rows


def instructions(command):
    """By perf, else by valgrind; None where neither can count, as valgrind cannot read every instruction set."""
    if shutil.which("perf"):
        said = subprocess.run(["perf", "stat", "-x", ",", "-e", "instructions:u", *command], capture_output=True,
                              text=True, check=False).stderr
        found = re.search(r"^(\d+),", said, re.MULTILINE)
        if found:
            return int(found[1])
    if shutil.which("valgrind"):
        done = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
                               *command], capture_output=True, text=True, check=False)
        found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
        if done.returncode == 0 and found:
            return int(found[1].replace(",", ""))
    return None


def instructions_per_step(tacit):
    """Rows: agent, instructions. The difference between two lengths of a run, so that its start does not count."""
    rows = []
    for agent in ("uniform", "dp-block-ucb", "lsvi-ucb++"):
        few, many = (instructions(run_command(tacit, "simplex", agent, n, "--simulation", "users"))
                     if Path(tacit).exists() else None for n in (20000, 60000))
        if few is None or many is None:
            return []
        rows.append((agent, (many - few) / (40000 * 10)))
    return rows


def suites(build):
    """Rows of the Google Benchmark programs: name, time, and what it counted."""
    rows = []
    for program in sorted(Path(build, "bench").glob("*_bench")):
        said = subprocess.run([str(program), "--benchmark_format=json"], capture_output=True, text=True, check=True)
        for entry in json.loads(said.stdout)["benchmarks"]:
            on_the_clock = "manual_time" in entry["name"] or "real_time" in entry["name"]
            counted = [f"{name} {entry[name]:.3g}" for name in ("of_dgemm", "GFlop/s", "ns/step") if name in entry]
            rows.append((f"{program.name}: {entry['name']}", entry["real_time" if on_the_clock else "cpu_time"],
                         entry["time_unit"], ", ".join(counted)))
    return rows


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def report(build, portable):
    tacit = str(Path(build, "tacit").resolve())
    machine = describe(build)
    import numpy  # Late: so that its absence is said after the build was checked.

    text = "# Results of `make bench`\n\nWritten by `bench/compare.py`; ratios hold on the machine named here.\n\n"
    text += table(("", ""), [(name, str(value)) for name, value in {**machine, "NumPy": numpy.__version__}.items()])
    text += (f"\n## Beside NumPy\n\n`two-state`, H = {PEER_HORIZON}, one core. The peers (bench/peers) make every plan "
             "anew from all data, as the papers state it; `lsvi-ucb-tabulated` computes the value once per state instead "
             "of once per next state in the data, and so does `lsvi-ucb++`. Agents of tacit plan when theirs do: "
             "`lsvi-ucb` after every user.\n\n")
    text += table(("peer", "agent", "users", "peer, s", "tacit, s", "times faster"),
                  [(p, a, str(n), f"{x:.2f}", f"{y:.4f}", f"{r:.0f}") for p, a, n, x, y, r in peers(tacit)])
    text += "\n## Beside the bare loop\n\n`simplex`, users one by one, one core; plans included.\n\n"
    text += table(("agent", "users", "ns per step", "times `uniform`"),
                  [(a, f"{n:,}", f"{ns:.1f}", f"{r:.2f}") for a, n, ns, r in loops(tacit)])
    rows = instructions_per_step(str(Path(portable, "tacit").resolve()))
    text += "\nInstructions per step, of a release for any processor (cmake preset `portable`):\n\n" if rows else ""
    text += table(("agent", "instructions"), [(a, f"{n:.0f}") for a, n in rows]) if rows else \
        "\nInstructions cannot be counted here.\n"
    text += ("\n## Two cores\n\nSeconds on the clock. Two processes that share nothing show what the machine had to give "
             "at that time.\n\n")
    text += table(("what", "one job, s", "two jobs, s", "times faster"),
                  [(w, f"{a:.2f}", f"{b:.2f}", f"{r:.2f}") for w, a, b, r in parallel(tacit)])
    text += "\n## Users as counts\n\n`simplex`, epsilon 1, whole processes.\n\n"
    text += table(("agent", "users", "s"), [(a, f"{n:.0e}", f"{s:.2f}") for a, n, s in counts(tacit)])
    text += ("\n## Benchmarks\n\n`of_dgemm`: operations that are needed per second, over those of a 1024 x 1024 matrix "
             "product on one core in the same program.\n\n")
    text += table(("benchmark", "time", "counted"), [(name, f"{t:.4g} {unit}", c) for name, t, unit, c in suites(build)])
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=str(ROOT / "build/release"))
    parser.add_argument("--portable", default=str(ROOT / "build/portable"))
    parser.add_argument("--out", default=str(ROOT / "bench/results.md"))
    given = parser.parse_args()
    require_release(given.build)
    text = report(given.build, given.portable)
    Path(given.out).write_text(text)
    print(text)


if __name__ == "__main__":
    main()
