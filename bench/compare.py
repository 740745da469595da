#!/usr/bin/env python3
"""Measures tacit beside its peers and writes bench/results.md. Needs NumPy; refuses anything but a release build.

    bench/compare.py [--build build/release] [--out bench/results.md]

Times are processor times of whole processes on one core, start included, the least of several; those of the peers are
of their loop alone. Ratios hold on the machine that is named in the file.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from machine import cpu_seconds, describe, least_cpu_seconds, require_release

ROOT = Path(__file__).resolve().parent.parent
PEER_EPISODES, PEER_HORIZON = 400, 20
LOOP_EPISODES = 1_000_000
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def run_command(tacit, env, agent, episodes, *more):
    budget = ["--epsilon", "1"] if agent.startswith("dp-") else []
    return [tacit, "run", "--env", env, "--agent", agent, "--episodes", str(episodes), "--jobs", "1", *budget, *more]


def peers(tacit):
    """Rows: what, seconds of the peer, seconds of tacit, ratio."""
    with tempfile.TemporaryDirectory() as folder:
        exported = Path(folder) / "environment.json"
        exported.write_text(subprocess.run([tacit, "export", "--env", "two-state", "--horizon", str(PEER_HORIZON)],
                                           capture_output=True, text=True, check=True).stdout)
        rows = []
        for peer, agent in (("lsvi-ucb", "lsvi-ucb"), ("lsvi-ucb-tabulated", "lsvi-ucb"), ("lsvi-ucb++", "lsvi-ucb++")):
            _, said = cpu_seconds([sys.executable, str(ROOT / "bench/peers/time_peer.py"), str(exported), peer,
                                   str(PEER_EPISODES)], {**os.environ, **ONE_THREAD})
            answer = json.loads(said)
            own = least_cpu_seconds(run_command(tacit, "two-state", agent, PEER_EPISODES, "--horizon",
                                                str(PEER_HORIZON), "--simulation", "users"), 5)
            rows.append((peer, agent, answer["cpu_seconds"], own, answer["cpu_seconds"] / own))
    return rows


def loops(tacit):
    """Rows: agent, nanoseconds per step, ratio to the bare loop."""
    horizon = 10
    rows, floor = [], None
    for agent in ("uniform", "dp-lsvi-ucb++", "dp-lsvi-posterior", "lsvi-ucb++"):
        seconds = least_cpu_seconds(run_command(tacit, "simplex", agent, LOOP_EPISODES, "--simulation", "users"), 5)
        floor = floor or seconds
        rows.append((agent, 1e9 * seconds / (LOOP_EPISODES * horizon), seconds / floor))
    return rows


def counts(tacit):
    """Rows: agent, users, seconds."""
    rows = []
    for agent in ("uniform", "dp-lsvi-ucb++", "dp-lsvi-posterior"):
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
    """Which program was counted, and rows. The difference between two lengths of a run, so that its start does not count.
    Valgrind does not know every instruction of a processor for which a release is built: then the dev build is counted,
    if there is one."""
    for program in (tacit, str(ROOT / "build/dev/tacit")):
        rows = []
        for agent in ("uniform", "dp-lsvi-ucb++", "lsvi-ucb++"):
            few, many = (instructions(run_command(program, "simplex", agent, n, "--simulation", "users"))
                         if Path(program).exists() else None for n in (20000, 40000))
            if few is None or many is None:
                break
            rows.append((agent, (many - few) / (20000 * 10)))
        else:
            return ("the release" if program == tacit else "the dev build, which valgrind can read"), rows
    return None, []


def suites(build):
    """Rows of the Google Benchmark programs: name, time, unit."""
    rows = []
    for program in sorted(Path(build, "bench").glob("*_bench")):
        said = subprocess.run([str(program), "--benchmark_format=json"], capture_output=True, text=True, check=True)
        for entry in json.loads(said.stdout)["benchmarks"]:
            rows.append((f"{program.name}: {entry['name']}", entry["cpu_time"] if "manual_time" not in entry["name"]
                         else entry["real_time"], entry["time_unit"]))
    return rows


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def report(build):
    tacit = str(Path(build, "tacit").resolve())
    machine = describe(build)
    import numpy  # Late: so that its absence is said after the build was checked.

    text = "# Results of `make bench`\n\nWritten by `bench/compare.py`; ratios hold on the machine named here.\n\n"
    text += table(("", ""), [(name, str(value)) for name, value in {**machine, "NumPy": numpy.__version__}.items()])
    text += (f"\n## Beside NumPy\n\n`two-state`, H = {PEER_HORIZON}, {PEER_EPISODES} users, one core. The peers "
             "(bench/peers) make every plan anew from all data, as the papers state it; `lsvi-ucb-tabulated` computes "
             "the value once per state instead of once per next state in the data, and so does `lsvi-ucb++`. Agents of tacit plan when theirs "
             "do: `lsvi-ucb` after every user.\n\n")
    text += table(("peer", "agent", "peer, s", "tacit, s", "times faster"),
                  [(p, a, f"{x:.2f}", f"{y:.4f}", f"{r:.0f}") for p, a, x, y, r in peers(tacit)])
    text += f"\n## Beside the bare loop\n\n`simplex`, {LOOP_EPISODES} users one by one, one core.\n\n"
    text += table(("agent", "ns per step", "times `uniform`"),
                  [(a, f"{ns:.1f}", f"{r:.2f}") for a, ns, r in loops(tacit)])
    counted, rows = instructions_per_step(tacit)
    text += f"\nInstructions per step, of {counted}:\n\n" if counted else "\nInstructions cannot be counted here.\n"
    text += table(("agent", "instructions"), [(a, f"{n:.0f}") for a, n in rows]) if rows else ""
    text += "\n## Users as counts\n\n`simplex`, epsilon 1, whole processes.\n\n"
    text += table(("agent", "users", "s"), [(a, f"{n:.0e}", f"{s:.2f}") for a, n, s in counts(tacit)])
    text += "\n## Benchmarks\n\n"
    text += table(("benchmark", "time"), [(name, f"{t:.4g} {unit}") for name, t, unit in suites(build)])
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=str(ROOT / "build/release"))
    parser.add_argument("--out", default=str(ROOT / "bench/results.md"))
    given = parser.parse_args()
    require_release(given.build)
    text = report(given.build)
    Path(given.out).write_text(text)
    print(text)


if __name__ == "__main__":
    main()
