#!/usr/bin/env python3
"""Measures how processor time and memory of a run grow with its size; writes bench/growth.md and bench/growth.svg.

    bench/growth.py [--build build/release] [--out bench/growth]

One size is varied at a time, on `simplex`, the others stay at their defaults; an exponent is the slope of a straight
line through the logarithms, fitted by least squares to the upper half of the sizes, where constant costs matter least.
"""

import argparse
import math
import os
import subprocess
from pathlib import Path

from machine import describe, require_release

ROOT = Path(__file__).resolve().parent.parent
USERS = ["--simulation", "users"]
COUNTS = ["--simulation", "counts"]


def run(agent, episodes, *more):
    budget = ["--epsilon", "1"] if agent.startswith("dp-") else []
    return ["run", "--env", "simplex", "--agent", agent, "--episodes", str(episodes), "--jobs", "1", *budget, *more]


def setting(name, value):
    return ["--set", f"env.{name}={value}"]


# Name, what is varied, its values, the command.
GROWTH = [
    ("users, one by one: dp-lsvi-ucb++", "K", [10**i for i in range(3, 8)],
     lambda n: run("dp-lsvi-ucb++", n, *USERS)),
    ("users, one by one: lsvi-ucb++", "K", [10**i for i in range(3, 8)], lambda n: run("lsvi-ucb++", n, *USERS)),
    ("users, as counts: dp-lsvi-ucb++", "K", [10**i for i in range(6, 13)], lambda n: run("dp-lsvi-ucb++", n, *COUNTS)),
    ("dimension: lsvi-ucb++", "d", [4, 8, 16, 32, 64, 128],
     lambda n: run("lsvi-ucb++", 4000, *setting("dimension", n), *USERS)),
    ("actions: dp-lsvi-ucb++", "A", [10, 40, 160, 640, 2560],
     lambda n: run("dp-lsvi-ucb++", 20000, *setting("actions", n), *USERS)),
    ("states, one by one: dp-lsvi-ucb++", "S", [20, 80, 320, 1280],
     lambda n: run("dp-lsvi-ucb++", 20000, *setting("states", n), *USERS)),
    ("states, as counts: dp-lsvi-ucb++", "S", [10, 20, 40, 80, 160],
     lambda n: run("dp-lsvi-ucb++", 10**9, *setting("states", n), *COUNTS)),
    ("plans, as counts: lsvi-ucb", "switches", [50, 200, 800, 3200],
     lambda n: run("lsvi-ucb", 10**9, "--set", "agent.switching=batches", "--set", f"agent.batches={n}", *COUNTS)),
]


def measure(command):
    """Processor seconds and peak memory in MiB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"growth: this failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def exponent(sizes, seconds):
    half = len(sizes) // 2
    points = [(math.log(n), math.log(max(t, 1e-3))) for n, t in zip(sizes[half:], seconds[half:])]
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    return (sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points))


def figure(series, out):
    """One panel per series: time against size, both logarithmic."""
    script = ["set terminal svg size 900,1000 font 'sans,11'", f"set output '{out}.svg'", "set logscale xy", "unset key",
              "set grid", "set format x '10^{%T}'", f"set multiplot layout {(len(series) + 1) // 2},2"]
    for name, what, sizes, seconds, _, slope in series:
        script += [f"set title '{name} (exponent {slope:.2f})'", f"set xlabel '{what}'", "set ylabel 'processor s'",
                   "plot '-' with linespoints pt 7 lw 2 lc rgb '#3366aa'",
                   *[f"{n} {t}" for n, t in zip(sizes, seconds)], "e"]
    subprocess.run(["gnuplot"], input="\n".join(script + ["unset multiplot"]) + "\n", text=True, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=str(ROOT / "build/release"))
    parser.add_argument("--out", default=str(ROOT / "bench/growth"))
    given = parser.parse_args()
    require_release(given.build)
    tacit = str(Path(given.build, "tacit").resolve())
    series = []
    for name, what, sizes, command in GROWTH:
        measured = [min(measure([tacit, *command(n)]) for _ in range(2)) for n in sizes]
        seconds = [t for t, _ in measured]
        series.append((name, what, sizes, seconds, [m for _, m in measured], exponent(sizes, seconds)))
        print(f"{name}: exponent {series[-1][-1]:.2f}", flush=True)
    text = "# Growth\n\nWritten by `bench/growth.py`; the figure is growth.svg. Processor seconds and peak MiB of whole "
    text += "processes, `simplex`, the least of two.\n\n"
    text += "".join(f"- {key}: {value}\n" for key, value in describe(given.build).items())
    for name, what, sizes, seconds, memory, slope in series:
        text += f"\n## {name.capitalize()}\n\nTime grows like {what}^{slope:.2f}.\n\n| {what} | s | MiB |\n|---|---|---|\n"
        text += "".join(f"| {n:,} | {t:.3f} | {m:.0f} |\n" for n, t, m in zip(sizes, seconds, memory))
    Path(given.out + ".md").write_text(text)
    figure(series, given.out)


if __name__ == "__main__":
    main()
