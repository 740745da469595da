"""Ctrl-C, and what it leaves."""

import os
import pickle
import signal
import threading
import time

import pytest
import tacit


def interrupt_after(seconds: float) -> None:
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()


def test_keeps_the_runs_that_are_finished() -> None:
    interrupt_after(0.5)
    with pytest.raises(tacit.Interrupted) as caught:
        tacit.run("two-state", "lsvi-ucb++", episodes=2000, runs=100_000, jobs=1)
    finished = caught.value.result
    assert 0 < finished.regret.shape[0] < 100_000
    assert "runs are finished" in str(caught.value)
    again = tacit.run("two-state", "lsvi-ucb++", episodes=2000, runs=2)
    assert (finished.regret[:2] == again.regret).all()


def test_before_a_run_is_finished_leaves_none() -> None:
    interrupt_after(0.3)
    with pytest.raises(tacit.Interrupted) as caught:
        tacit.run("two-state", "lsvi-ucb++", episodes=1e9)
    assert caught.value.result is None


@pytest.mark.parametrize("env", ["simplex", "cliff"])
def test_is_seen_at_once(env: str) -> None:
    interrupt_after(1.0)
    began = time.monotonic()
    with pytest.raises(tacit.Interrupted):
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
        interrupt_after(0.2)
        with pytest.raises(RuntimeError, match="mine"):
            tacit.run("two-state", "lsvi-ucb++", episodes=1e9)
    finally:
        signal.signal(signal.SIGINT, before)
