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


def env(**sizes):
    return [word for name, value in sizes.items() for word in ("--set", f"env.{name}={value}")]


def plans(number):
    return ["--set", "agent.switching=batches", "--set", f"agent.batches={number}"]


# Name, what is varied, its values, the command.
GROWTH = [
    ("users: dp-block-ucb", "K", [10**i for i in range(3, 8)], lambda n: run("dp-block-ucb", n, *USERS)),
    ("users: lsvi-ucb++", "K", [10**i for i in range(3, 8)], lambda n: run("lsvi-ucb++", n, *USERS)),
    ("users as counts: dp-block-ucb", "K", [10**i for i in range(6, 13)], lambda n: run("dp-block-ucb", n, *COUNTS)),
    ("dimension: lsvi-ucb++", "d", [4, 8, 16, 32, 64, 128, 256],
     lambda n: run("lsvi-ucb++", 2000, *env(dimension=n), *USERS)),
    ("dimension, 10 plans: lsvi-ucb", "d", [4, 8, 16, 32, 64, 128, 256],
     lambda n: run("lsvi-ucb", 1000, *env(dimension=n, states=200), *plans(10), *USERS)),
    ("actions: dp-block-ucb", "A", [4, 16, 64, 256, 1024],
     lambda n: run("dp-block-ucb", 20000, *env(actions=n), *USERS)),
    ("actions, 100 plans: lsvi-ucb", "A", [4, 16, 64, 256, 1024],
     lambda n: run("lsvi-ucb", 1000, *env(actions=n), *plans(100), *USERS)),
    ("states: dp-block-ucb", "S", [10, 40, 160, 640, 2560],
     lambda n: run("dp-block-ucb", 20000, *env(states=n), *USERS)),
    ("states, 10 plans: lsvi-ucb", "S", [10, 100, 1000, 10000, 100000],
     lambda n: run("lsvi-ucb", 1000, *env(states=n), *plans(10), *USERS)),
    ("states, as counts: dp-block-ucb", "S", [10, 20, 40, 80, 160],
     lambda n: run("dp-block-ucb", 10**9, *env(states=n), *COUNTS)),
    ("plans: lsvi-ucb", "switches", [50, 200, 800, 3200, 12800], lambda n: run("lsvi-ucb", 10**9, *plans(n), *COUNTS)),
]


def measure(command):
    """Processor seconds and peak memory in MiB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"growth: this failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def least(command):
    """Short runs are measured again: the least is the least disturbed."""
    first = measure(command)
    return first if first[0] > 2 else min([first, *(measure(command) for _ in range(2))])


def exponent(sizes, values):
    half = len(sizes) // 2
    points = [(math.log(n), math.log(max(value, 1e-3))) for n, value in zip(sizes[half:], values[half:])]
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    return (sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points))


def figure(series, out):
    """One panel per series: time and memory against size, all logarithmic."""
    script = ["set terminal svg size 1000,1300 font 'sans,11' background '#ffffff'", f"set output '{out}.svg'",
              "set logscale xyy2", "set grid", "set format x '10^{%T}'", "set key top left Left reverse samplen 1",
              "set ytics nomirror", "set y2tics", "set y2range [10:]", f"set multiplot layout {(len(series) + 2) // 3},3"]
    for name, what, sizes, seconds, memory in series:
        script += [f"set title '{name}'", f"set xlabel '{what}'", "set ylabel 's'", "set y2label 'MiB'",
                   f"plot '-' title 's, exponent {exponent(sizes, seconds):.2f}' with linespoints pt 7 lc rgb '#3366aa', "
                   f"'-' title 'MiB, exponent {exponent(sizes, memory):.2f}' axes x1y2 with linespoints pt 6 "
                   "lc rgb '#aa6633'",
                   *[f"{n} {t}" for n, t in zip(sizes, seconds)], "e",
                   *[f"{n} {m}" for n, m in zip(sizes, memory)], "e"]
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
        measured = [least([tacit, *command(n)]) for n in sizes]
        seconds, memory = [t for t, _ in measured], [m for _, m in measured]
        series.append((name, what, sizes, seconds, memory))
        print(f"{name}: time {exponent(sizes, seconds):.2f}, memory {exponent(sizes, memory):.2f}", flush=True)
    text = "# Growth\n\nWritten by `bench/growth.py`; the figure is growth.svg. Processor seconds and peak MiB of whole "
    text += "processes, `simplex`, the least of three for short ones. Memory counts from that of the script that starts a run "
    text += "on, about 13 MiB: less cannot be seen. Exponents are fitted to the upper half of the sizes.\n\n"
    text += "".join(f"- {key}: {value}\n" for key, value in describe(given.build).items())
    for name, what, sizes, seconds, memory in series:
        text += f"\n## {name[0].upper() + name[1:]}\n\nTime grows like {what}^{exponent(sizes, seconds):.2f}, memory like "
        text += f"{what}^{exponent(sizes, memory):.2f}.\n\n| {what} | s | MiB |\n|---|---|---|\n"
        text += "".join(f"| {n:,} | {t:.3f} | {m:.0f} |\n" for n, t, m in zip(sizes, seconds, memory))
    Path(given.out + ".md").write_text(text)
    figure(series, given.out)


if __name__ == "__main__":
    main()
