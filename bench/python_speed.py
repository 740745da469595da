#!/usr/bin/env python3
"""How fast Python is with tacit: ratios that are measured in one run, beside bars. Prints a table in Markdown.

    build/venv/bin/python bench/python_speed.py [--program build/release/tacit]

Each number is the median of several repeats, in which what is compared takes turns, so that what disturbs one disturbs
the other. The line beside the program is left out without one.
"""

import argparse
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import gymnasium
import numpy as np
import tacit
import tacit.gym

REPEATS, USERS, HORIZON = 7, 2_000, 20


class PlainAgent:
    """What a call of a method costs in Python."""

    def act(self, state: int) -> int:
        return 0

    def observe(self, reward: float, state: int) -> None:
        return None


class Idle(tacit.Agent):
    """Does nothing at every step."""

    def begin(self, problem: tacit.Problem) -> None:
        self.table = np.zeros((problem.horizon, problem.states), int)

    def act(self, h: int, state: int) -> int:
        return 0

    def end_episode(self) -> bool:
        return False

    def policy(self) -> np.ndarray:
        return self.table


def nanoseconds(calls: int, work: Callable[[], object]) -> float:
    began = time.process_time_ns()
    work()
    return (time.process_time_ns() - began) / calls


def medians(*works: tuple[int, Callable[[], object]]) -> list[float]:
    """Of each, in nanoseconds per call; they take turns."""
    for _, work in works:
        work()
    rounds = [[nanoseconds(calls, work) for calls, work in works] for _ in range(REPEATS)]
    return [statistics.median(column) for column in zip(*rounds, strict=True)]


def method_calls() -> tuple[float, float]:
    """act and observe of `uniform`, in Python method calls."""
    m = tacit.env("simplex", horizon=HORIZON)
    plain = PlainAgent()

    def driven() -> None:
        made = tacit.make_agent("uniform", m, episodes=10**6)
        for _ in range(USERS):
            user = made.user()
            for _ in range(HORIZON):
                user.act(3)
                user.observe(0.5, 3)

    def plain_calls() -> None:
        for _ in range(USERS):
            user = plain
            for _ in range(HORIZON):
                user.act(3)
                user.observe(0.5, 3)

    def plain_acts() -> None:
        for _ in range(USERS):
            user = plain
            for _ in range(HORIZON):
                user.act(3)

    # Nobody observes without acting, and only those who come late act without observing: costs are differences.
    def late() -> None:
        made = tacit.make_agent("uniform", m, episodes=1)
        made.user().end()
        for _ in range(USERS):
            user = made.user()
            for _ in range(HORIZON):
                user.act(3)

    def empty_users() -> None:
        made = tacit.make_agent("uniform", m, episodes=10**6)
        for _ in range(USERS):
            made.user()
            for _ in range(HORIZON):
                pass

    def empty() -> None:
        for _ in range(USERS):
            for _ in range(HORIZON):
                pass

    calls = USERS * HORIZON
    act_only, both, no_call, plain_act, plain_both, nothing = medians(
        (calls, late), (calls, driven), (calls, empty_users), (calls, plain_acts), (calls, plain_calls), (calls, empty),
    )  # fmt: skip
    act = act_only - no_call
    return act / (plain_act - nothing), (both - no_call - act) / (plain_both - plain_act)


def loop_overhead() -> float:
    """Nanoseconds per step of a loop in Python, with environment and agent in C++, above all in C++."""
    m = tacit.env("simplex", horizon=HORIZON)

    def in_python() -> None:
        agent, world = tacit.make_agent("uniform", m, episodes=USERS), m.simulator(1)
        for _ in range(USERS):
            user, state = agent.user(), world.start()
            for _ in range(HORIZON):
                reward, following = world.step(user.act(state))
                user.observe(reward, following)
                state = following
            user.end()

    def in_cpp() -> None:
        tacit.run(m, "uniform", episodes=USERS, simulation="users", jobs=1)

    slow, fast = medians((USERS * HORIZON, in_python), (USERS * HORIZON, in_cpp))
    return slow - fast


def idle_agent() -> float:
    """Million steps per second."""
    m = tacit.env("simplex", horizon=HORIZON)
    (each,) = medians((10 * USERS * HORIZON, lambda: tacit.run(m, Idle(), episodes=10 * USERS)))
    return 1000 / each


def single_env() -> float:
    """Million steps per second of what gymnasium.make gives."""
    env = gymnasium.make("tacit/Simplex-v0", horizon=HORIZON)
    env.reset(seed=1)

    def play() -> None:
        step, reset = env.step, env.reset
        for _ in range(USERS * HORIZON):
            if step(0)[2]:
                reset()

    (each,) = medians((USERS * HORIZON, play))
    return 1000 / each


def vector_env(count: int) -> tuple[float, float]:
    """Million steps per second, and how many times as fast as SyncVectorEnv of the same environment."""
    ours = gymnasium.make_vec("tacit/Simplex-v0", num_envs=count, horizon=HORIZON)
    theirs = gymnasium.make_vec("tacit/Simplex-v0", num_envs=count, horizon=HORIZON, vectorization_mode="sync")
    actions = np.zeros(count, np.int64)

    def play(envs: gymnasium.vector.VectorEnv, users: int) -> tuple[int, Callable[[], None]]:
        # Whole episodes, each with the step in which the next user comes: resets weigh as much in every repeat.
        steps = max(1, users // count) * (HORIZON + 1)
        envs.reset(seed=1)

        def work() -> None:
            for _ in range(steps):
                envs.step(actions)

        return steps * count, work

    mine, other = medians(play(ours, 10_000), play(theirs, 2_000))
    return 1000 / mine, other / mine


def instructions(command: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *command],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        found = re.search(r"Collected : (\d+)", done.stderr)
        assert found is not None
        return int(found.group(1))


def processor_time(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commands(program: Path, users: int) -> tuple[list[str], list[str]]:
    """The same run, from Python and by the program."""
    code = f"import tacit; tacit.run('simplex', 'dp-block-ucb', episodes={users}, epsilon=1, jobs=1, simulation='users')"
    options = ["--env", "simplex", "--agent", "dp-block-ucb", "--episodes", str(users), "--epsilon", "1"]
    return [sys.executable, "-c", code], [str(program), "run", *options, "--jobs", "1", "--simulation", "users"]


def run_beside_program(program: Path) -> tuple[str, float]:
    """What was counted, and how much more of it tacit.run takes, in per cent; what is paid once is taken off.

    Instructions where valgrind knows all of them, which it does not in builds for one processor; else time.
    """
    few, many = 200, 20_000
    if shutil.which("valgrind"):
        try:
            counts = [[instructions(c) for c in commands(program, users)] for users in (few, many)]
            return "instructions", 100 * ((counts[1][0] - counts[0][0]) / (counts[1][1] - counts[0][1]) - 1)
        except subprocess.CalledProcessError:
            pass
    rounds = [[[processor_time(c) for c in commands(program, 20 * users)] for users in (few, many)] for _ in range(REPEATS)]
    least = np.array(rounds).min(axis=0)
    python, own = least[1] - least[0]
    return "least processor time", 100 * (float(python / own) - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path)
    given = parser.parse_args()
    act, observe = method_calls()
    rows = [
        ("`act` of `uniform`, in Python method calls", f"{act:.1f}", "at most 2.5"),
        ("`observe` of `uniform`, in Python method calls", f"{observe:.1f}", "at most 3.5"),
        ("Python loop, environment and agent in C++: ns per step above C++", f"{loop_overhead():.0f}", "at most 400"),
        ("`tacit.Agent` that does nothing: million steps per second", f"{idle_agent():.1f}", "at least 2"),
        ("`gymnasium.make`: million steps per second", f"{single_env():.2f}", "at least 0.7"),
    ]
    for count, bar in ((64, 20), (1024, 40)):
        speed, ratio = vector_env(count)
        rows.append(
            (f"{count} side by side, in times of `SyncVectorEnv` ({speed:.1f} M steps per second)", f"{ratio:.0f}",
             f"at least {bar}")
        )  # fmt: skip
    if given.program is not None:
        counted, above = run_beside_program(given.program)
        rows.append((f"`tacit.run` beside the program: {counted}", f"{above:+.1f} %", "at most +2 % of instructions"))
    print("| what | measured | bar |\n|---|--:|--:|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
