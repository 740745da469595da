"""Errors are those of the program, as exceptions with fields."""

import pickle
from typing import Any

import numpy as np
import pytest
import tacit


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"env": "simplx"}, "env"),
        ({"env": 3}, "env"),
        ({"agent": "lsvi"}, "agent"),
        ({"agent": 3}, "agent"),
        ({"episodes": 0}, "episodes"),
        ({"episodes": 10.5}, "episodes"),
        ({"episodes": float("nan")}, "episodes"),
        ({"episodes": True}, "episodes"),
        ({"episodes": None}, "episodes"),
        ({"episodes": [1, 2]}, "episodes"),
        ({"episodes": np.array([1, 2])}, "episodes"),
        ({"runs": -1}, "runs"),
        ({"seed": -1}, "seed"),
        ({"epsilon": 1}, "epsilon"),
        ({"horizon": 0}, "horizon"),
        ({"noise": "loud"}, "noise"),
        ({"simulation": "dreams"}, "simulation"),
        ({"adjacency": "next-door"}, "adjacency"),
        ({"jobs": 0}, "jobs"),
        ({"env": "/no/such/file.json"}, "/no/such/file.json"),
    ],
)
def test_names_the_field(arguments: dict[str, Any], field: str) -> None:
    given: dict[str, Any] = {"env": "two-state", "agent": "uniform", "episodes": 10, **arguments}
    with pytest.raises(tacit.Error) as caught:
        tacit.run(**given)
    assert caught.value.field == field
    assert str(caught.value).startswith(field)


def test_says_what_was_given_and_what_is_allowed() -> None:
    with pytest.raises(tacit.Error) as caught:
        tacit.agent("dp-block-ucb", ratio="abc")
    assert caught.value.value == "'abc'"
    assert caught.value.allowed == "a number from 1.01 to 1000000"
    assert str(caught.value) == "agent.ratio: 'abc' is not allowed; expected a number from 1.01 to 1000000"


def test_suggests_a_name_that_is_near() -> None:
    with pytest.raises(tacit.Error, match="did you mean 'simplex'"):
        tacit.env("simplx")


def test_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="states"):
        tacit.env("simplex", states=-1)


def test_another_horizon_than_that_of_an_environment_that_is_given_is_refused() -> None:
    with pytest.raises(tacit.Error, match="horizon: 5 is not allowed"):
        tacit.run(tacit.env("simplex", horizon=4), "uniform", episodes=10, horizon=5)


def test_pickles() -> None:
    with pytest.raises(tacit.Error) as caught:
        tacit.env("simplex", states=-1)
    back = pickle.loads(pickle.dumps(caught.value))
    assert (str(back), back.field, back.value, back.allowed) == (
        str(caught.value),
        caught.value.field,
        caught.value.value,
        caught.value.allowed,
    )
