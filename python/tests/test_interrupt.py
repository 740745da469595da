"""Ctrl-C, and what it leaves."""

import os
import pickle
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import tacit


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()  # Whoever was not interrupted must not pass it on.


def test_keeps_the_runs_that_are_finished() -> None:
    with interrupted_after(0.5), pytest.raises(tacit.Interrupted) as caught:
        tacit.run("two-state", "lsvi-ucb++", episodes=2000, runs=100_000, jobs=1)
    finished = caught.value.result
    assert 0 < finished.regret.shape[0] < 100_000
    assert "runs are finished" in str(caught.value)
    again = tacit.run("two-state", "lsvi-ucb++", episodes=2000, runs=2)
    assert (finished.regret[:2] == again.regret).all()


def test_before_a_run_is_finished_leaves_none() -> None:
    with interrupted_after(0.3), pytest.raises(tacit.Interrupted) as caught:
        tacit.run("two-state", "lsvi-ucb++", episodes=1e9)
    assert caught.value.result is None


@pytest.mark.parametrize("env", ["simplex", "cliff"])
def test_is_seen_at_once(env: str) -> None:
    began = time.monotonic()
    with interrupted_after(1.0), pytest.raises(tacit.Interrupted):
        tacit.run(env, "dp-block-ucb", episodes=1e12, epsilon=1, runs=100_000)
    # Ten times what it takes, on a machine that is busy.
    assert time.monotonic() - began < 1.0 + 1.0


def test_is_a_keyboard_interrupt_for_those_who_know_no_other() -> None:
    assert issubclass(tacit.Interrupted, KeyboardInterrupt)


def test_interrupted_pickles_with_its_result(open_run: tacit.Result) -> None:
    back = pickle.loads(pickle.dumps(tacit.Interrupted("1 of 2", open_run)))
    assert back.result.mean_regret == open_run.mean_regret


def test_a_handler_of_ones_own_is_called_and_what_it_raises_is_raised() -> None:
    def handle(*_: object) -> None:
        raise RuntimeError("mine")

    before = signal.signal(signal.SIGINT, handle)
    try:
        with interrupted_after(0.2), pytest.raises(RuntimeError, match="mine"):
            tacit.run("two-state", "lsvi-ucb++", episodes=1e9)
    finally:
        signal.signal(signal.SIGINT, before)


def test_of_a_comparison_keeps_the_results_that_are_finished() -> None:
    with interrupted_after(1.0), pytest.raises(tacit.Interrupted) as caught:
        tacit.compare("two-state", ["uniform", "lsvi-ucb++"], episodes=1000, runs=1_000_000, jobs=1)
    finished = caught.value.result
    assert isinstance(finished, tacit.Comparison)
    assert 0 < finished[0].regret.shape[0] < 1_000_000


def test_of_a_sweep_leaves_a_directory_that_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text(
        """name = "long"
episodes = 20000
runs = 40
environment = [{name = "two-state"}]
agent = [{name = "uniform"}, {name = "lsvi-ucb++"}]
simulation = "users"
"""
    )
    with interrupted_after(0.4), pytest.raises(tacit.Interrupted):
        tacit.sweep(file, tmp_path / "out", jobs=1)
    whole = tacit.sweep(file, tmp_path / "out")
    assert len(whole) == 2
    assert whole[1].regret.shape[0] == 40


def test_of_an_audit_leaves_no_verdict() -> None:
    with interrupted_after(0.5), pytest.raises(tacit.Interrupted) as caught:
        tacit.audit("deep-sea", "dp-block-ucb", episodes=1000, epsilon=1, runs=1_000_000)
    assert caught.value.result is None


def test_of_a_search_keeps_what_was_measured() -> None:
    with interrupted_after(1.5), pytest.raises(tacit.Interrupted) as caught:
        tacit.need("simplex", "lsvi-ucb++", within=1e-9, most=1e12, runs=2)
    assert caught.value.result.rows[0].tried[0] == 100
