#!/usr/bin/env python3
"""What a stranger would try: Gymnasium's FrozenLake and CliffWalking with privacy. Prints a table in Markdown.

    tools/strangers_check.py [--share 1.0] [--seeds 6] [--first-seed 101]

Exact values of the last policy, in the environment's own units, seed by seed; each beside the best and what acting
anyhow is worth. `--share` takes that part of the users, to try it out. In full it takes as long as its users need.
"""

import argparse
import statistics
import time
from dataclasses import dataclass

import gymnasium
import numpy as np
import tacit

AGENT, EPSILON = "dp-block-ucb", 1.0


@dataclass(frozen=True)
class Case:
    """One line of the table."""

    problem: str
    env: str
    horizon: int
    users: int
    seeds: int
    settings: tuple[tuple[str, bool], ...] = ()
    reward_range: tuple[float, float] | None = None

    def mdp(self) -> tacit.GymMDP:
        clip = self.reward_range is not None
        made = gymnasium.make(self.env, **dict(self.settings))  # type: ignore[arg-type]
        return tacit.from_gym(made, horizon=self.horizon, reward_range=self.reward_range, clip=clip)


DRY, SLIPPERY = (("is_slippery", False),), (("is_slippery", True),)
CASES = (
    Case("FrozenLake, dry", "FrozenLake-v1", 20, 30_000, 6, DRY),
    Case("FrozenLake, slippery", "FrozenLake-v1", 20, 100_000, 6, SLIPPERY),
    Case("FrozenLake, slippery", "FrozenLake-v1", 20, 300_000, 6, SLIPPERY),
    Case("FrozenLake, slippery", "FrozenLake-v1", 50, 300_000, 3, SLIPPERY),
    Case("FrozenLake, slippery", "FrozenLake-v1", 100, 1_000_000, 3, SLIPPERY),
    Case("FrozenLake, slippery", "FrozenLake-v1", 100, 3_000_000, 3, SLIPPERY),
    Case("CliffWalking, rewards from -10", "CliffWalking-v1", 20, 1_000_000, 3, (), (-10, 0)),
    Case("CliffWalking, rewards from -10", "CliffWalking-v1", 20, 10_000_000, 3, (), (-10, 0)),
    Case("CliffWalking", "CliffWalking-v1", 20, 1_000_000, 3),
    Case("CliffWalking", "CliffWalking-v1", 20, 10_000_000, 3),
)


def true_values(case: Case, policies: np.ndarray) -> list[float]:
    """Of policies that were learned with clipped rewards, in the rewards that users get."""
    truth = tacit.from_gym(gymnasium.make(case.env, **dict(case.settings)), horizon=case.horizon)  # type: ignore[arg-type]
    low, high = truth.reward_range
    return [case.horizon * low + truth.evaluate(policy).value * (high - low) for policy in policies]


def row(case: Case, share: float, seeds: int, first_seed: int) -> str:
    mdp = case.mdp()
    users = max(1000, int(case.users * share))
    count = min(case.seeds, seeds)
    began = time.monotonic()
    result = tacit.run(mdp, AGENT, episodes=users, epsilon=EPSILON, runs=count, seed=first_seed)
    seconds = time.monotonic() - began
    anyhow = np.full((mdp.horizon, mdp.states or 0, mdp.actions), 1 / mdp.actions)
    reached = true_values(case, result.policy)
    best, uniform = true_values(case, np.array([mdp.optimal().policy, anyhow]))
    each = " ".join(f"{value:.3g}" for value in reached)
    return (
        f"| {case.problem} | {case.horizon} | {mdp.dimension} | {users:,} | {each} | {statistics.median(reached):.3g} "
        f"| {best:.3g} | {uniform:.3g} | {seconds:.0f} |"
    )


def through_gymnasium(share: float, seed: int) -> str:
    """FrozenLake as it is, beside the same as an MDP."""
    env = gymnasium.make("FrozenLake-v1")
    users = max(1000, int(100_000 * share))
    began = time.monotonic()
    learned = tacit.learn(env, AGENT, episodes=users, horizon=20, epsilon=EPSILON, seed=seed, simulate="gym")
    seconds = time.monotonic() - began
    assert isinstance(learned, tacit.Learned)
    other = tacit.run(tacit.from_gym(env, horizon=20), AGENT, episodes=users, epsilon=EPSILON, runs=6, seed=seed)
    values = other.optimal_value - other.final_gap
    return (
        f"Through Gymnasium itself, slippery, 20 stages, {users:,} users: {learned.agent.value():.3g} in {seconds:.0f} s "
        f"(seed {seed}); as an MDP {values.min():.3g} to {values.max():.3g} (six seeds)."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("--first-seed", type=int, default=101)
    given = parser.parse_args()
    print(f"`{AGENT}`, epsilon {EPSILON:g}, tacit {tacit.__version__}, seeds from {given.first_seed}.\n")
    print("| problem | stages | d | users | value reached, by seed | median | best | acting anyhow | seconds |")
    print("|---|--:|--:|--:|---|--:|--:|--:|--:|")
    for case in CASES:
        print(row(case, given.share, given.seeds, given.first_seed), flush=True)
    print("\n" + through_gymnasium(given.share, given.first_seed))


if __name__ == "__main__":
    main()
