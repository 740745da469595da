"""Names, settings, environments that were made."""

import dataclasses
import pickle

import pandas as pd
import pytest
import tacit


def test_lists_what_there_is() -> None:
    assert {"two-state", "simplex", "corridor"} <= {env.name for env in tacit.environments()}
    assert {"uniform", "lsvi-ucb++", "dp-block-ucb"} <= {agent.name for agent in tacit.agents()}


def test_becomes_a_table() -> None:
    assert "guarantee" in pd.DataFrame(tacit.agents()).columns


def test_says_what_can_be_set() -> None:
    (flagship,) = (agent for agent in tacit.agents() if agent.name == "dp-block-ucb")
    assert flagship.takes_budget
    (ratio,) = (setting for setting in flagship.settings if setting.name == "ratio")
    assert isinstance(ratio.default, float)
    assert ratio.help


@pytest.mark.parametrize("name", [env.name for env in tacit.environments()])
def test_makes_every_environment(name: str) -> None:
    env = tacit.env(name)
    assert env.name == name
    assert 0 < env.optimal_value <= env.horizon


def test_an_environment_says_its_sizes() -> None:
    env = tacit.env("simplex", states=50, actions=4, dimension=6, horizon=3)
    assert (env.states, env.actions, env.dimension, env.horizon) == (50, 4, 6, 3)
    assert repr(env) == "<MDP simplex: 50 states, 4 actions, dimension 6, horizon 3>"


def test_infinitely_many_states_are_none() -> None:
    assert tacit.env("corridor").states is None


def test_an_environment_pickles() -> None:
    env = tacit.env("simplex", states=7, seed=5)
    back = pickle.loads(pickle.dumps(env))
    assert back.optimal_value == env.optimal_value


def test_an_environment_is_not_made_by_hand() -> None:
    with pytest.raises(TypeError, match="tacit.env"):
        tacit.MDP()


def test_an_agent_has_a_label_that_tells_its_settings() -> None:
    assert tacit.agent("dp-block-ucb", ratio=1.5).label == "dp-block-ucb ratio=1.5"
    assert dataclasses.replace(tacit.agent("uniform"), label="x").label == "x"
