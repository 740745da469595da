"""Processes: a pool of them works, and a fork between two runs."""

import multiprocessing

import numpy as np
import pytest
import tacit


def work(seed: int) -> tacit.Result:
    return tacit.run("simplex", "dp-block-ucb", episodes=2000, epsilon=1, runs=4, jobs=2, seed=seed)


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_pool_finds_what_one_process_finds(method: str) -> None:
    alone = [work(seed) for seed in (1, 50)]  # Before the fork: threads of this process are idle, and stay here.
    with multiprocessing.get_context(method).Pool(2) as pool:
        together = pool.map_async(work, (1, 50)).get(timeout=120)
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one.regret, other.regret)
        np.testing.assert_array_equal(one.policy, other.policy)
