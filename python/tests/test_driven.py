"""Agents whose users come from the caller."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
import tacit


def play(agent: tacit.DrivenAgent, m: tacit.MDP, seed: int, first: int = 0) -> None:
    world = m.simulator(seed)
    for k in range(first, agent.episodes):
        user = agent.user()
        state = world.start(user=k)
        while not world.over:
            reward, state_next = world.step(user.act(state))
            user.observe(reward, state_next)
            state = state_next
        user.end()


def budget_of(name: str) -> dict[str, Any]:
    (info,) = (info for info in tacit.agents() if info.name == name)
    return {"epsilon": 2} if info.takes_budget else {}


@pytest.mark.parametrize("name", [info.name for info in tacit.agents()])
def test_the_loop_is_the_run_to_the_last_bit(name: str) -> None:
    m = tacit.env("simplex", states=5, actions=3, dimension=4, horizon=3)
    given = {"episodes": 60, "seed": 4, **budget_of(name)}
    result = tacit.run(m, name, simulation="users", **given)
    agent = tacit.make_agent(name, m, **given)
    play(agent, m, seed=4)
    assert (agent.policy == result.policy[0]).all()
    assert m.optimal_value - agent.value() == result.final_gap[0]
    certificates = () if agent.certificate is None else (agent.certificate,)
    assert certificates == result.certificates


@pytest.mark.parametrize("env", [info.name for info in tacit.environments()])
def test_every_environment_can_be_driven(env: str) -> None:
    m = tacit.env(env, horizon=6) if env != "deep-sea" else tacit.env(env)
    agent = tacit.make_agent("dp-block-ucb", m, episodes=30, epsilon=2, seed=2)
    play(agent, m, seed=2)
    result = tacit.run(m, "dp-block-ucb", episodes=30, epsilon=2, seed=2, simulation="users")
    assert m.optimal_value - agent.value() == pytest.approx(result.final_gap[0], abs=1e-12)


@pytest.fixture
def agent() -> tacit.DrivenAgent:
    return tacit.make_agent("lsvi-ucb++", tacit.env("two-state", horizon=2), episodes=3)


def test_acts_and_observes_in_turn(agent: tacit.DrivenAgent) -> None:
    user = agent.user()
    with pytest.raises(tacit.Error, match="act first"):
        user.observe(0, 0)
    user.act(0)
    with pytest.raises(tacit.Error, match="observe"):
        user.act(0)
    user.observe(0.5, 1)
    with pytest.raises(tacit.Error, match="1, where the user went"):
        user.act(0)
    assert agent.taken == 0


@pytest.mark.parametrize("reward", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_reward_out_of_range_is_refused_and_can_be_told_again(agent: tacit.DrivenAgent, reward: float) -> None:
    user = agent.user()
    user.act(0)
    with pytest.raises(tacit.Error) as caught:
        user.observe(reward, 0)
    assert caught.value.field == "reward"
    user.observe(1, 0)
    assert user.stage == 1


@pytest.mark.parametrize("state", [-1, 2, 10**12])
def test_what_is_no_state_is_refused(agent: tacit.DrivenAgent, state: int) -> None:
    with pytest.raises(tacit.Error, match="a state from 0 to 1"):
        agent.user().act(state)


@pytest.mark.parametrize("state", ["0", None, 0.5, np.zeros(3)])
def test_what_is_no_number_of_a_state_is_refused(agent: tacit.DrivenAgent, state: Any) -> None:
    with pytest.raises((tacit.Error, TypeError)):
        agent.user().act(state)


def test_numbers_of_numpy_are_numbers(agent: tacit.DrivenAgent) -> None:
    user = agent.user()
    user.act(np.int64(0))
    user.observe(np.float64(0.5), np.int64(1))
    assert user.stage == 1


def test_users_may_leave_early_and_never_come_back_twice(agent: tacit.DrivenAgent) -> None:
    user = agent.user()
    user.act(0)
    user.end()
    assert agent.taken == 1
    for call in (user.end, lambda: user.act(0), lambda: user.observe(0, 0)):
        with pytest.raises(tacit.Error, match="handed over"):
            call()
    assert agent.taken == 1


def test_a_user_keeps_the_policy_while_others_get_a_newer_one() -> None:
    m = tacit.env("two-state")
    agent = tacit.make_agent("dp-block-ucb", m, episodes=400, epsilon=2)
    early = agent.user()
    world = m.simulator(1)
    while agent.version == 0:
        user = agent.user()
        state = world.start()
        while not user.over:
            reward, state_next = world.step(user.act(state))
            user.observe(reward, state_next)
            state = state_next
        user.end()
    assert early.version == 0
    early.end()


def test_after_the_last_user_others_can_only_act(agent: tacit.DrivenAgent) -> None:
    for _ in range(3):
        agent.user().end()
    late = agent.user()
    assert late.act(0) in range(100)
    with pytest.raises(tacit.Error, match="can only act"):
        late.observe(0, 0)
    assert late.act(1) in range(100)
    with pytest.raises(tacit.Error):
        late.end()
    assert agent.taken == 3


def test_goes_on_from_its_releases_bit_for_bit() -> None:
    m = tacit.env("simplex", states=5, actions=3, dimension=4, horizon=3)
    given: dict[str, Any] = {"episodes": 400, "epsilon": 2, "seed": 4}
    whole = tacit.make_agent("dp-block-ucb", m, **given)
    play(whole, m, seed=4)
    assert len(whole.releases) > 2
    again = tacit.make_agent("dp-block-ucb", m, **given)
    again.resume(pickle.loads(pickle.dumps(whole.releases[:2])))
    assert 0 < again.taken < 400
    play(again, m, seed=4, first=again.taken)
    assert again.certificate == whole.certificate
    assert (again.policy == whole.policy).all()
    assert again.releases == whole.releases


def test_resumes_only_from_releases_of_its_own() -> None:
    m = tacit.env("simplex", states=5, actions=3, dimension=4, horizon=3)
    one = tacit.make_agent("dp-block-ucb", m, episodes=100, epsilon=2)
    play(one, m, seed=1)
    other = tacit.make_agent("dp-block-ucb", m, episodes=100, epsilon=1)
    with pytest.raises(tacit.Error):
        other.resume(one.releases)
    assert other.taken == 0
    one.user()
    with pytest.raises(tacit.Error, match="before anybody comes"):
        one.resume(one.releases)


def test_does_not_show_users_data(agent: tacit.DrivenAgent) -> None:
    assert "secret" not in repr(tacit.Release("{}", (), "secret"))


@pytest.mark.parametrize("copied", [pickle.dumps, copy.copy, copy.deepcopy])
def test_is_not_copied(agent: tacit.DrivenAgent, copied: Any) -> None:
    with pytest.raises(TypeError, match="spend"):
        copied(agent)


def test_needs_a_budget_as_in_a_run() -> None:
    with pytest.raises(tacit.Error) as caught:
        tacit.make_agent("dp-block-ucb", "simplex", episodes=10)
    assert caught.value.field == "epsilon"
