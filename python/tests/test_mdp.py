"""MDPs of one's own: arrays, files, exact values."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tacit

P = np.array([[[0.9, 0.1], [0.2, 0.8]], [[1.0, 0.0], [0.0, 1.0]]])
R = np.array([[0.0, 0.1], [0.5, 1.0]])


def small(**changes: Any) -> tacit.TabularMDP:
    given: dict[str, Any] = {"transitions": P, "rewards": R, "start": [1, 0], "horizon": 3, **changes}
    return tacit.TabularMDP(**given)


def by_hand(p: Any, r: Any, horizon: int) -> tuple[Any, Any]:
    v, qs = np.zeros(2), []
    for _ in range(horizon):
        q = r + p @ v
        v = q.max(-1)
        qs.append(q)
    return np.array(qs[::-1]), v


def test_solves_a_table_by_backward_induction() -> None:
    q, v = by_hand(P, R, 3)
    found = small().optimal()
    np.testing.assert_allclose(found.q, q, atol=1e-12)
    np.testing.assert_allclose(found.v[0], v, atol=1e-12)
    assert found.value == pytest.approx(v[0])
    assert found.policy.shape == (3, 2, 2)


def test_stages_that_are_not_in_front_declare_all_alike() -> None:
    assert small().alike == (True, True)
    assert small(transitions=np.stack([P] * 3)).alike == (False, True)


def test_takes_its_horizon_from_stages_in_front() -> None:
    assert small(transitions=np.stack([P] * 3), horizon=None).horizon == 3


def test_stages_may_differ() -> None:
    rewards = np.stack([R, 0 * R, 0 * R])
    assert small(rewards=rewards).optimal().value == pytest.approx(0.1)


def test_arrays_come_back() -> None:
    m = small()
    np.testing.assert_array_equal(m.transitions, P)
    np.testing.assert_array_equal(m.rewards, R)
    np.testing.assert_array_equal(m.start, [1, 0])
    assert m.features.shape == (2, 2, 4)


def test_a_linear_one_is_the_same_from_measures_and_from_transitions() -> None:
    generator = np.random.default_rng(1)
    phi = generator.dirichlet(np.ones(3), size=(5, 2))
    measures = generator.dirichlet(np.ones(5), size=3)
    theta = generator.random(3)
    start = np.full(5, 0.2)
    a = tacit.LinearMDP(phi, measures=measures, rewards=theta, start=start, horizon=4)
    b = tacit.LinearMDP(phi, transitions=phi @ measures, mean_rewards=phi @ theta, start=start, horizon=4)
    table = tacit.TabularMDP(phi @ measures, phi @ theta, start, horizon=4)
    assert a.dimension == 3
    assert a.optimal_value == pytest.approx(b.optimal_value, abs=1e-9)
    assert a.optimal_value == pytest.approx(table.optimal_value, abs=1e-9)


def test_transitions_that_features_do_not_explain_are_refused() -> None:
    phi = np.full((2, 2, 1), 1.0)
    with pytest.raises(tacit.Error, match="not linear in the features") as caught:
        tacit.LinearMDP(phi, transitions=P, rewards=[0.5], start=[1, 0], horizon=3)
    assert caught.value.field == "transitions"


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"transitions": P[0]}, "transitions", "shape (2, 2) is not allowed; expected (S, A, S) or (H=3, S, A, S)"),
        ({"transitions": np.ones((2, 2, 3)) / 3}, "transitions", "shape (2, 2, 3)"),
        ({"transitions": np.stack([P] * 2)}, "transitions", "shape (2, 2, 2, 2)"),
        ({"transitions": P - 0.05}, "transitions", "stage 0, row 0 (state 0, action 0) adds up to 0.9"),
        ({"transitions": np.where(P == 1, 1.1, P)}, "transitions", "row 2"),
        ({"transitions": np.where(P == 0.9, np.nan, P)}, "transitions", "row 0 (state 0, action 0) has nan"),
        ({"transitions": np.where(P == 0, -0.5, P)}, "transitions", "has -0.5"),
        ({"transitions": P.astype(str)}, "transitions", "an array of <U32 is not allowed; expected real numbers"),
        ({"transitions": P.astype(complex)}, "transitions", "complex128"),
        ({"transitions": [[1], [1, 2]]}, "transitions", "inhomogeneous"),
        ({"rewards": R.T[:1]}, "rewards", "shape (1, 2) is not allowed; expected (S=2, A=2) or (H=3, S=2, A=2)"),
        ({"rewards": R + 0.5}, "rewards", "row 3 (state 1, action 1) is 1.5"),
        ({"rewards": R * np.nan}, "rewards", "row 0"),
        ({"start": [0.5, 0.4]}, "start", "adds up to 0.9"),
        ({"start": [1, 0, 0]}, "start", "shape (3,)"),
        ({"horizon": 0}, "horizon", "expected an integer from 1 on"),
        ({"horizon": 2.5}, "horizon", "expected an integer"),
        ({"horizon": None}, "horizon", "is missing"),
        ({"ended": 0}, "ended", "leaves it"),
        ({"ended": 7}, "ended", "a state from 0 to 1"),
        ({"reward_range": (1, 0)}, "reward_range", "low < high"),
        ({"name": "a b"}, "name", "letters"),
    ],
)
def test_names_what_is_wrong(changes: dict[str, Any], field: str, said: str) -> None:
    with pytest.raises(tacit.Error) as caught:
        small(**changes)
    assert caught.value.field == field
    assert said in str(caught.value)


def test_rewards_may_have_units_of_their_own() -> None:
    m = small(rewards=R * 10 - 5, reward_range=(-5, 5))
    assert m.optimal_value == pytest.approx(small().optimal_value)
    np.testing.assert_allclose(m.rewards, R * 10 - 5)


def test_evaluates_actions_and_chances_alike() -> None:
    m = small()
    actions = np.array([[1, 0], [0, 1], [1, 1]])
    chances = np.eye(2)[actions]
    assert m.evaluate(actions).value == m.evaluate(chances).value
    assert m.evaluate(actions).v.shape == (3, 2)


def test_evaluates_a_policy_of_any_law() -> None:
    policy = np.full((3, 2, 2), [0.3, 0.7])
    v = np.zeros(2)
    for _ in range(3):
        v = ((R + P @ v) * [0.3, 0.7]).sum(-1)
    assert small().evaluate(policy).value == pytest.approx(v[0])


def test_the_best_policy_is_worth_the_optimal_value() -> None:
    m = tacit.env("simplex", states=6)
    assert m.evaluate(m.optimal().policy).value == pytest.approx(m.optimal_value)


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (np.zeros((3, 3)), "shape (3, 3)"),
        (np.full((3, 2), 2), "stage 0, state 0 has 2; expected an action from 0 to 1"),
        (np.full((3, 2), 0.5), "has 0.5"),
        (np.full((3, 2, 2), 0.4), "adds up to 0.8"),
        (np.full((3, 2, 2), [1.5, -0.5]), "has 1.5"),
        (np.full((3, 2, 2), np.nan), "has nan"),
    ],
)
def test_what_is_no_policy_is_refused(policy: Any, said: str) -> None:
    with pytest.raises(tacit.Error) as caught:
        small().evaluate(policy)
    assert caught.value.field == "policy"
    assert said in str(caught.value)


def test_an_evaluation_does_not_change_with_the_array_that_it_was_made_from() -> None:
    policy = np.full((3, 2, 2), 0.5)
    found = small().evaluate(policy)
    policy[:] = 0
    assert (found.policy == 0.5).all()


@pytest.mark.parametrize("ending", ["json", "npz"])
def test_a_file_keeps_every_bit(tmp_path: Path, ending: str) -> None:
    m = tacit.env("simplex", states=6)
    m.save(tmp_path / f"m.{ending}")
    back = tacit.load_mdp(tmp_path / f"m.{ending}")
    assert (back.transitions == m.transitions).all()
    assert back.optimal_value == m.optimal_value


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(tacit.Error, match="json"):
        small().save(tmp_path / "m.txt")


def test_pickles_with_its_class() -> None:
    back = pickle.loads(pickle.dumps(small(name="mine")))
    assert isinstance(back, tacit.TabularMDP)
    assert back.name == "mine"
    assert (back.transitions == P).all()


def test_goes_wherever_a_name_goes() -> None:
    r = tacit.run(small(name="mine"), "dp-block-ucb", episodes=500, epsilon=1)
    assert r.env == "mine"
    assert r.certificates[0].check().holds


def test_shows_itself_in_a_notebook() -> None:
    assert "optimal value" in small()._repr_html_()


def test_infinitely_many_states_do_not_fit_into_an_array() -> None:
    m = tacit.env("corridor")
    with pytest.raises(tacit.Error, match="infinitely many"):
        m.optimal()
    with pytest.raises(tacit.Error, match="infinitely many"):
        m.evaluate(np.zeros((2, 2)))


def test_users_of_a_simulator_are_the_same_whenever_they_come() -> None:
    m = tacit.env("simplex")
    a, b = m.simulator(seed=3), m.simulator(seed=3)
    a.start()
    a.start()
    assert b.start(user=1) is not None
    assert a.user == b.user == 1
    assert a.step(0) == b.step(0)


def test_a_simulator_plays_nothing_out_of_turn() -> None:
    world = small().simulator()
    with pytest.raises(tacit.Error, match="nobody is under way"):
        world.step(0)
    world.start()
    with pytest.raises(tacit.Error, match="an integer from 0 to 1"):
        world.step(2)
    for _ in range(3):
        world.step(0)
    assert world.over
    with pytest.raises(tacit.Error, match="over"):
        world.step(0)
