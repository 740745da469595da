"""theory and need."""

import json
import pickle

import pytest
import tacit


def test_theory_speaks_of_private_agents_where_there_is_a_budget() -> None:
    without = tacit.theory(dimension=10, horizon=20, episodes=1e6)
    with_budget = tacit.theory(dimension=10, horizon=20, episodes=1e6, epsilon=1)
    assert set(without.agents) < set(with_budget.agents)
    assert without.trivial_bound == 20e6
    assert json.loads(with_budget.to_json()) == with_budget.to_dict()


def test_theory_of_an_environment_is_that_of_its_sizes() -> None:
    env = tacit.env("two-state")
    assert tacit.theory(env, episodes=1e5).to_json() == tacit.theory("two-state", episodes=1e5).to_json()
    assert tacit.theory(env, episodes=1e5).to_dict()["dimension"] == env.dimension


def test_theory_prints_and_pickles() -> None:
    found = tacit.theory("two-state", episodes=1e5)
    assert "Jin, Yang, Wang and Jordan 2020" in str(found)
    assert str(pickle.loads(pickle.dumps(found))) == str(found)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"dimension": 0, "horizon": 5},
        {"dimension": 5},
        {"env": "two-state", "dimension": 5},
        {"dimension": 5, "horizon": 5, "rewards": "maybe"},
    ],
)
def test_theory_refuses(wrong: dict) -> None:
    with pytest.raises(tacit.Error):
        tacit.theory(episodes=1000, **wrong)


def test_need_takes_more_users_for_more_privacy() -> None:
    found = tacit.need("coach", "dp-block-ucb", epsilon=[1, 10], most=1e5)
    strict, loose = found.rows
    assert strict.users is not None
    assert loose.users is not None
    assert strict.users > loose.users
    assert len(found.to_pandas()) == len(strict.tried) + len(loose.tried)
    assert json.loads(found.to_json())["agent"] == "dp-block-ucb"
    assert len(found.plot().get_lines()) >= 2


def test_need_of_one_budget_has_one_answer() -> None:
    found = tacit.need("two-state", "lsvi-ucb++", most=1000, runs=2)
    assert found.users == found.rows[0].users
    with pytest.raises(tacit.Error, match="2 budgets"):
        tacit.need("two-state", "dp-block-ucb", epsilon=[1, 2], most=200, runs=1).users  # noqa: B018


@pytest.mark.parametrize("wrong", [{"within": 2}, {"most": 1}, {"runs": 0}, {"epsilon": -1}])
def test_need_refuses(wrong: dict) -> None:
    with pytest.raises(tacit.Error):
        tacit.need("two-state", "dp-block-ucb", **{"epsilon": 1, **wrong})
