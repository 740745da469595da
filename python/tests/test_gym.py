"""tacit's environments as those of Gymnasium."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
import tacit
import tacit.gym
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

IDS = list(tacit.gym.ids().items())


@pytest.mark.parametrize(("name", "called"), IDS)
def test_every_environment_passes_the_checker_without_a_warning(name: str, called: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(called).unwrapped, skip_render_check=True)


def test_names_are_those_of_gymnasium() -> None:
    assert tacit.gym.ids()["two-state"] == "tacit/TwoState-v0"
    assert set(tacit.gym.ids()) == {info.name for info in tacit.environments()}


def test_settings_go_through() -> None:
    env: Any = gymnasium.make("tacit/Simplex-v0", states=7, horizon=3)
    assert env.observation_space.n == 28
    assert env.unwrapped.mdp.states == 7


def test_an_observation_is_stage_and_state() -> None:
    m = tacit.env("simplex", states=7, horizon=3)
    staged, plain = tacit.gym.Env(m), tacit.gym.Env(m, observation="state")
    assert staged.reset(seed=5)[0] == plain.reset(seed=5)[0]
    for h in range(1, 4):
        assert staged.step(0)[0] == h * 7 + plain.step(0)[0]


def test_users_are_those_of_the_lab() -> None:
    m = tacit.env("simplex", states=7, horizon=3)
    env, world = tacit.gym.Env(m, observation="state"), m.simulator(5)
    env.reset(seed=5)
    world.start()
    for user in range(5):
        for action in (1, 2, 3):
            seen, reward, *_ = env.step(action)
            assert (reward, seen) == world.step(action)
        assert env.reset()[1]["user"] == user + 1
        world.start()


def test_is_terminated_after_the_last_stage_and_never_truncated() -> None:
    env = tacit.gym.Env("two-state", horizon=4)
    env.reset(seed=1)
    assert [env.step(0)[2:4] for _ in range(4)] == [(False, False)] * 3 + [(True, False)]
    with pytest.raises(tacit.Error, match="over"):
        env.step(0)


def test_is_terminated_where_users_have_stopped() -> None:
    env = tacit.gym.Env("frozen-lake", horizon=100)
    env.reset(seed=1)
    steps = 1
    while not env.step(0)[2]:
        steps += 1
    assert steps < 100


def test_rewards_are_in_the_units_of_the_environment() -> None:
    env = tacit.gym.Env("cliff")
    env.reset(seed=1)
    assert {env.step(a)[1] for a in (0, 1, 2, 3)} <= {-1.0, -100.0}


def test_a_continuous_state_is_a_box() -> None:
    env = tacit.gym.Env("corridor", horizon=4)
    seen, _ = env.reset(seed=1)
    assert seen.shape == (2,)
    assert env.step(0)[0][1] == 0.25


def test_a_step_before_the_first_reset_is_an_error() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        tacit.gym.Env("two-state").step(0)


@pytest.mark.parametrize("action", [-1, 100])
def test_what_is_no_action_is_refused(action: int) -> None:
    env = tacit.gym.Env("two-state")
    env.reset(seed=1)
    with pytest.raises(tacit.Error, match="an integer from 0 to 99"):
        env.step(action)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(tacit.Error, match="observation"):
        tacit.gym.Env("two-state", observation="all")
    with pytest.raises(tacit.Error, match="can be set"):
        tacit.gym.Env(tacit.env("two-state"), horizon=3)
    with pytest.raises(tacit.Error, match="autoreset_mode"):
        tacit.gym.VectorEnv("two-state", 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(tacit.Error, match="num_envs"):
        tacit.gym.VectorEnv("two-state", 0)


def test_resets_without_a_seed_differ() -> None:
    firsts = {tuple(tacit.gym.Env("corridor").reset()[0]) for _ in range(5)}
    assert len(firsts) == 5


@pytest.mark.parametrize("name", ["simplex", "corridor", "frozen-lake", "cliff"])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_side_by_side_are_the_single_ones(name: str, mode: AutoresetMode) -> None:
    n, generator = 3, np.random.default_rng(1)
    m = tacit.env(name, horizon=6)
    many = tacit.gym.VectorEnv(m, n, autoreset_mode=mode)
    seen, _ = many.reset(seed=9)
    singles = [tacit.gym.Env(m) for _ in range(n)]

    def user(i: int, k: int) -> Any:
        """Environment i plays user k next."""
        first = singles[i].reset(seed=9)[0]
        for _ in range(k):
            first = singles[i].reset()[0]
        return first

    users = list(range(n))
    assert all(np.all(seen[i] == user(i, i)) for i in range(n))
    over = [False] * n
    for _ in range(40):
        actions = generator.integers(m.actions, size=n)
        seen, rewards, terminated, truncated, infos = many.step(actions)
        assert not truncated.any()
        for i in range(n):
            if over[i]:  # Only with NEXT_STEP.
                users[i] += n
                expected: tuple[Any, ...] = (user(i, users[i]), 0.0, False)
            else:
                expected = singles[i].step(int(actions[i]))[:3]
            over[i] = bool(expected[2])
            assert rewards[i] == expected[1]
            assert terminated[i] == expected[2]
            if over[i] and mode is AutoresetMode.SAME_STEP:
                assert np.all(infos["final_obs"][i] == expected[0])
                users[i] += n
                expected = (user(i, users[i]),)
                over[i] = False
            assert np.all(seen[i] == expected[0])


def test_what_was_returned_does_not_change_later() -> None:
    many = tacit.gym.VectorEnv("simplex", 4)
    seen, _ = many.reset(seed=1)
    kept = seen.copy()
    rewards = many.step(np.zeros(4, int))[1]
    rewards_kept = rewards.copy()
    many.step(np.ones(4, int))
    assert (seen == kept).all()
    assert (rewards == rewards_kept).all()


@pytest.mark.parametrize("actions", [[0, 0], [0.5, 0.5, 0.5], [0, 0, 10], [[0, 0, 0]]])
def test_actions_that_do_not_fit_play_nothing(actions: Any) -> None:
    many, other = tacit.gym.VectorEnv("simplex", 3), tacit.gym.VectorEnv("simplex", 3)
    many.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(tacit.Error, match="actions"):
        many.step(actions)
    assert (many.step([1, 2, 3])[0] == other.step([1, 2, 3])[0]).all()


def test_make_vec_makes_the_batched_one() -> None:
    many = gymnasium.make_vec("tacit/TwoState-v0", num_envs=5, autoreset_mode="SameStep")
    assert isinstance(many, tacit.gym.VectorEnv)
    assert many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert many.reset(seed=1)[0] in many.observation_space


def test_an_environment_of_ones_own_can_be_played() -> None:
    env = tacit.gym.Env(tacit.TabularMDP(np.ones((1, 2, 1)), [[0, 1]], [1], horizon=2, bernoulli=False))
    env.reset(seed=1)
    assert env.step(1)[1] == 1
