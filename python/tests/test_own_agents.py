"""Agents that are written in Python."""

import pickle
import threading
from typing import Any

import numpy as np
import pytest
import tacit


class Fixed(tacit.Agent):
    """Plays one policy and takes notes."""

    def __init__(self, policy: Any = None) -> None:
        self.given = policy
        self.steps: list[tuple[Any, ...]] = []

    def observe(self, h: int, state: int, action: int, reward: float, next_state: int) -> None:
        self.steps.append((h, state, action, reward, next_state))

    def end_episode(self) -> bool:
        return False

    def policy(self) -> Any:
        return self.given if self.given is not None else np.zeros((self.problem.horizon, self.problem.states), int)


class Counting(tacit.BatchAgent):
    """Estimates a model from counts and plans in it."""

    def __init__(self, size: int = 200) -> None:
        self.size = size
        self.calls = 0

    def begin(self, problem: tacit.Problem) -> None:
        shape = (problem.horizon, problem.states, problem.actions)
        self.visits, self.paid, self.went = np.ones(shape), np.ones(shape), np.ones((*shape, problem.states))

    def batch(self) -> int:
        return self.size

    def learn(self, visits: Any, rewards: Any, transitions: Any) -> None:
        self.calls += 1
        self.visits += visits
        self.paid += rewards
        self.went += transitions

    def policy(self) -> Any:
        v, best = np.zeros(self.problem.states), []
        for h in reversed(range(self.problem.horizon)):
            q = np.minimum(self.paid[h] / self.visits[h], 1) + self.went[h] / self.went[h].sum(-1, keepdims=True) @ v
            best.append(q.argmax(-1))
            v = q.max(-1)
        return np.array(best[::-1])


def test_regret_is_that_of_its_policy() -> None:
    m = tacit.env("simplex", states=5, actions=3, dimension=4, horizon=3)
    policy = np.full((3, 5, 3), [0.5, 0.2, 0.3])
    result = tacit.run(m, Fixed(policy), episodes=50)
    assert result.final_gap[0] == pytest.approx(m.optimal_value - m.evaluate(policy).value)
    assert (result.policy[0] == policy).all()
    assert result.agent == result.label == "Fixed"


def test_the_best_policy_has_no_regret() -> None:
    m = tacit.env("simplex", states=5)
    assert tacit.run(m, Fixed(m.optimal().policy), episodes=50).regret[0, -1] == pytest.approx(0, abs=1e-9)


class Told(Fixed):
    told: list[Any] = []

    def begin(self, problem: tacit.Problem) -> None:
        Told.told.append((problem, self.steps))


def test_is_told_every_step_of_every_user_in_order() -> None:
    Told.told.clear()
    m = tacit.env("simplex", states=5, actions=3, dimension=4, horizon=3)
    tacit.run(m, Told(), episodes=20, seed=7)
    problem, steps = Told.told[0]
    assert (problem.horizon, problem.states, problem.actions, problem.episodes, problem.seed) == (3, 5, 3, 20, 7)
    assert problem.features.shape == (5, 3, 4)
    world, expected = m.simulator(7), []
    for _ in range(20):
        state = world.start()
        for h in range(3):
            reward, following = world.step(0)
            expected.append((h, state, 0, reward, following))
            state = following
    assert steps == expected


def test_runs_know_nothing_of_each_other() -> None:
    Told.told.clear()
    agent = Told()
    tacit.run("two-state", agent, episodes=10, runs=3)
    assert [len(steps) for _, steps in Told.told] == [200, 200, 200]
    assert agent.steps == []


def test_acts_itself_where_it_says_how() -> None:
    class Last(Fixed):
        def act(self, h: int, state: int) -> int:
            return 2

        def observe(self, h: int, state: int, action: int, reward: float, next_state: int) -> None:
            assert action == 2

    tacit.run(tacit.env("simplex", horizon=3), Last(), episodes=20)


@pytest.mark.parametrize("said", [10, -1, "0", None, 0.5])
def test_what_it_does_must_be_an_action(said: Any) -> None:
    class Wrong(Fixed):
        def act(self, h: int, state: int) -> int:
            action: int = said
            return action

    with pytest.raises(tacit.Error) as caught:
        tacit.run("simplex", Wrong(), episodes=20)
    assert caught.value.field == "action"


@pytest.mark.parametrize("method", ["act", "observe", "end_episode", "policy", "begin"])
def test_what_it_raises_is_raised(method: str) -> None:
    def broken(*_: object) -> None:
        raise KeyError("mine")

    wrong = type("Wrong", (Fixed,), {method: broken})
    with pytest.raises(KeyError, match="mine"):
        tacit.run("simplex", wrong(), episodes=20)


@pytest.mark.parametrize("policy", [np.zeros((1, 1)), np.full((10, 20), 99), np.full((10, 20, 10), np.nan)])
def test_what_is_no_policy_is_refused(policy: Any) -> None:
    with pytest.raises(tacit.Error, match="policy"):
        tacit.run("simplex", Fixed(policy), episodes=20)


def test_a_class_is_no_agent() -> None:
    with pytest.raises(tacit.Error, match=r"expected an instance, Fixed\(...\)"):
        tacit.run("simplex", Fixed, episodes=20)  # type: ignore[arg-type]


def test_takes_no_budget() -> None:
    with pytest.raises(tacit.Error, match="promises no privacy"):
        tacit.run("simplex", Fixed(), episodes=20, epsilon=1)


def test_needs_finitely_many_states() -> None:
    with pytest.raises(tacit.Error, match="finitely many"):
        tacit.run("corridor", Fixed(), episodes=20)


def test_is_not_driven_by_a_caller() -> None:
    with pytest.raises(tacit.Error):
        tacit.make_agent(Fixed(), "simplex", episodes=20)  # type: ignore[arg-type]


def test_its_result_pickles() -> None:
    result = tacit.run("two-state", Fixed(), episodes=20)
    assert pickle.loads(pickle.dumps(result)).mean_regret == result.mean_regret


def test_other_threads_go_on_meanwhile() -> None:
    ticks = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.wait(0.001):
            ticks.append(1)

    other = threading.Thread(target=tick)
    other.start()
    tacit.run("simplex", Fixed(), episodes=2_000_000)
    stop.set()
    other.join()
    assert len(ticks) > 3


def test_a_batch_agent_learns() -> None:
    m = tacit.env("simplex", states=5, actions=3, dimension=4, horizon=3)
    learned = tacit.run(m, Counting(), episodes=20_000).final_gap[0]
    never = tacit.run(m, Counting(20_000), episodes=19_999).mean_regret / 19_999
    assert learned < 0.2 * never


@pytest.mark.parametrize("simulation", ["users", "counts"])
@pytest.mark.parametrize("env", ["simplex", "frozen-lake", "coach"])
def test_counts_are_those_of_all_users(env: str, simulation: str) -> None:
    seen: list[Any] = []

    class Sums(Counting):
        def learn(self, visits: Any, rewards: Any, transitions: Any) -> None:
            super().learn(visits, rewards, transitions)
            seen.append((visits.sum((1, 2)), rewards, visits, transitions))

    result = tacit.run(tacit.env(env, horizon=5), Sums(300), episodes=1000, simulation=simulation)
    assert result.simulation == simulation
    assert [list(n) for n, *_ in seen] == [[300] * 5] * 3 + [[100] * 5]
    for _, rewards, visits, transitions in seen:
        assert (rewards <= visits).all()
        assert (transitions[:-1].sum(-1) == visits[:-1]).all()
        assert (transitions[-1] == 0).all()
        assert (transitions[:-1].sum((1, 2)) == visits[1:].sum(-1)).all()


@pytest.mark.parametrize("size", [0, -1, "a", 1.5])
def test_a_batch_has_users(size: Any) -> None:
    with pytest.raises(tacit.Error) as caught:
        tacit.run("simplex", Counting(size), episodes=20)
    assert caught.value.field == "batch"


def test_is_called_once_for_each_plan_however_many_users_there_are() -> None:
    calls = []

    class Noted(Counting):
        def learn(self, visits: Any, rewards: Any, transitions: Any) -> None:
            calls.append(1)

    tacit.run("two-state", Noted(10**9), episodes=10**10)
    assert len(calls) == 10


def test_is_compared_with_others_among_the_same_users() -> None:
    c = tacit.compare("two-state", ["uniform", Counting(), Fixed()], episodes=500, runs=2)
    assert list(c.labels) == ["uniform", "Counting", "Fixed"]
    alone = tacit.run("two-state", Counting(), episodes=500, runs=2)
    assert (c.find("Counting").regret == alone.regret).all()


def test_what_it_raises_in_a_comparison_is_raised() -> None:
    class Wrong(Fixed):
        def end_episode(self) -> bool:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        tacit.compare("two-state", ["uniform", Wrong()], episodes=20)
