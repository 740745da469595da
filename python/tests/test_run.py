"""tacit.run: as the program, from Python."""

import json
import subprocess
import threading
from pathlib import Path

import numpy as np
import pytest
import tacit


def without_origin(document: dict) -> dict:
    """Leaves out what differs between two builds and two moments."""
    document.pop("tool")
    document["summary"].pop("episodes_per_second")
    for run in document["runs"]:
        run.pop("seconds")
    return document


def rounded(value):
    """Builds for different processors may differ in the last bits."""
    if isinstance(value, float):
        return pytest.approx(value, rel=1e-9)
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return value


def test_gives_the_json_of_the_program(program: Path) -> None:
    flags = "--env simplex --set env.states=12 --set env.seed=3 --agent dp-block-ucb --set agent.ratio=1.5 "
    flags += "--episodes 3000 --epsilon 0.5 --runs 2 --seed 7 --json"
    printed = subprocess.run([program, "run", *flags.split()], capture_output=True, check=True, text=True).stdout
    env = tacit.env("simplex", states=12, seed=3)
    result = tacit.run(
        env, tacit.agent("dp-block-ucb", ratio=1.5), episodes=3000, epsilon=0.5, runs=2, seed=7
    )
    assert without_origin(json.loads(result.to_json())) == rounded(without_origin(json.loads(printed)))


@pytest.mark.parametrize("env", [env.name for env in tacit.environments()])
def test_runs_in_every_environment(env: str) -> None:
    assert tacit.run(env, "uniform", episodes=20).regret[0, -1] >= 0


@pytest.mark.parametrize("agent", tacit.agents(), ids=lambda agent: agent.name)
def test_runs_every_agent(agent: tacit.AgentInfo) -> None:
    result = tacit.run("two-state", agent.name, episodes=30, epsilon=1 if agent.takes_budget else None)
    assert np.isfinite(result.regret).all()


def test_depends_on_no_number_of_jobs() -> None:
    one, two = (tacit.run("two-state", "lsvi-ucb++", episodes=200, runs=3, jobs=jobs) for jobs in (1, 2))
    np.testing.assert_array_equal(one.regret, two.regret)


def test_of_the_same_seed_is_the_same_and_of_another_another(open_run: tacit.Result) -> None:
    again = tacit.run("two-state", "lsvi-ucb++", episodes=300, runs=2)
    other = tacit.run("two-state", "lsvi-ucb++", episodes=300, runs=2, seed=9)
    np.testing.assert_array_equal(open_run.regret, again.regret)
    assert (open_run.regret != other.regret).any()


def test_takes_numbers_as_people_have_them() -> None:
    result = tacit.run("two-state", "uniform", episodes=np.float64(1e2), runs=np.int64(2), seed=np.uint8(3))
    assert result.episodes == 100
    assert result.seeds.tolist() == [3, 4]


def test_an_environment_that_was_made_is_that_of_its_name_and_settings() -> None:
    made = tacit.run(tacit.env("simplex", states=9, seed=4), "lsvi-ucb++", episodes=100, seed=2)
    context = {"seed": 4, "states": 9}
    assert made.optimal_value == tacit.env("simplex", **context).optimal_value
    assert made.optimal_value != tacit.env("simplex", states=9, seed=2).optimal_value


def test_says_how_far_it_is_and_ends_with_all() -> None:
    calls: list[tuple[int, int]] = []
    tacit.run("two-state", "lsvi-ucb++", episodes=2e4, runs=2, jobs=1, progress=lambda *call: calls.append(call))
    assert calls[-1] == (40_000, 40_000)
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)


def test_shows_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    tacit.run("two-state", "uniform", episodes=10, progress=True)
    assert "users" in capsys.readouterr().err


def test_what_progress_raises_stops_it_and_is_raised() -> None:
    def give_up(done: int, total: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        tacit.run("two-state", "lsvi-ucb++", episodes=1e9, progress=give_up)


def test_lets_other_threads_work() -> None:
    ticks = 0
    over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not over.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        seconds = tacit.run("two-state", "lsvi-ucb++", episodes=1e5, jobs=1).seconds.sum()
    finally:
        over.set()
        thread.join()
    assert ticks > 100 * seconds


def test_works_from_several_threads_at_once() -> None:
    alone = tacit.run("two-state", "lsvi-ucb++", episodes=2000).regret
    results: list[np.ndarray] = []

    def work() -> None:
        results.append(tacit.run("two-state", "lsvi-ucb++", episodes=2000).regret)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    for regret in results:
        np.testing.assert_array_equal(regret, alone)


@pytest.mark.parametrize("budget", [{"epsilon": 30}, {"epsilon": 1, "delta": 0.4}])
def test_warns_of_a_budget_that_protects_nobody(budget: dict[str, float]) -> None:
    with pytest.warns(UserWarning, match="is above"):
        tacit.run("two-state", "dp-block-ucb", episodes=10, **budget)
