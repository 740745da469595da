"""Attacks find what is broken, and what is not."""

import json
import pickle

import pytest
import tacit

SMALL = {"episodes": 100, "epsilon": 1.0, "runs": 200}


@pytest.fixture(scope="module")
def sea() -> tacit.MDP:
    return tacit.env("deep-sea", size=3)


def test_a_broken_agent_is_found(sea: tacit.MDP) -> None:
    found = tacit.audit(sea, "dp-lsvi-ucb++-specimen", **SMALL)
    assert found.verdict == "violated"
    assert any(a.mu_lower is not None and a.mu_lower > found.claimed_mu for a in found.attacks)


def test_an_agent_that_keeps_its_promise_is_consistent_with_it(sea: tacit.MDP) -> None:
    found = tacit.audit(sea, "dp-block-ucb", **SMALL)
    assert found.verdict == "consistent"
    assert [a.name for a in found.attacks] == ["billboard", "noise", "bystander", "replay"]


def test_json_and_pickle(sea: tacit.MDP) -> None:
    found = tacit.audit(sea, "dp-block-ucb", attacks="replay", episodes=20, epsilon=1, runs=4)
    assert json.loads(found.to_json()) == found.to_dict()
    assert pickle.loads(pickle.dumps(found)).verdict == found.verdict
    assert "replay" in found._repr_html_()


def test_says_how_far_it_is(sea: tacit.MDP) -> None:
    calls: list[tuple[int, int]] = []
    tacit.audit(sea, "dp-block-ucb", attacks=["billboard"], **SMALL, progress=lambda *call: calls.append(call))
    assert calls
    assert calls[-1][0] == calls[-1][1]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"attacks": "magic"}, "attack"),
        ({"runs": 1}, "runs"),
        ({"confidence": 1}, "confidence"),
        ({"episodes": 1}, "episodes"),
        ({"noise": "production"}, "noise"),
    ],
)
def test_refuses(sea: tacit.MDP, wrong: dict, field: str) -> None:
    with pytest.raises(tacit.Error) as caught:
        tacit.audit(sea, "dp-block-ucb", **{**SMALL, **wrong})
    assert caught.value.field == field
