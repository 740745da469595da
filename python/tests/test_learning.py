"""Environments of Gymnasium, learned in."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
import tacit
from gymnasium import spaces


class Toy(gymnasium.Env[Any, Any]):
    """Two actions; action 1 pays. What is observed and how it ends is for a test to say."""

    def __init__(
        self, observation: Any = None, pays: Any = None, ends: Any = None, cuts: Any = None, first_action: int = 0
    ) -> None:
        self.observation_space = observation if observation is not None else spaces.Discrete(3)
        self.action_space = spaces.Discrete(2, start=first_action)
        self.pays = pays if pays is not None else lambda env, action: float(action)
        self.ends = ends if ends is not None else lambda env: False
        self.cuts = cuts if cuts is not None else lambda env: False
        self.first_action = first_action
        self.user, self.clock = -1, 0

    def observation(self) -> Any:
        return self.observation_space.sample()

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        if seed is not None:
            self.observation_space.seed(seed)
        self.user, self.clock = self.user + 1, 0
        return self.observation(), {}

    def step(self, action: Any) -> Any:
        assert action in self.action_space
        self.clock += 1
        reward = self.pays(self, action - self.first_action)
        return self.observation(), reward, self.ends(self), self.cuts(self), {}


def learned(env: Any, agent: str = "lsvi-ucb++", **given: Any) -> tacit.Learned:
    found = tacit.learn(env, agent, **{"episodes": 30, "horizon": 3, "reward_range": (0, 1), **given})
    assert isinstance(found, tacit.Learned)
    return found


@pytest.mark.parametrize("slippery", [True, False])
def test_frozen_lake_is_that_of_the_catalogue(slippery: bool) -> None:
    theirs = tacit.from_gym(gymnasium.make("FrozenLake-v1", is_slippery=slippery), horizon=20)
    ours = tacit.env("frozen-lake", slippery="yes" if slippery else "no", horizon=20)
    assert (theirs.states, theirs.dimension, theirs.ended) == (ours.states, ours.dimension, ours.ended)
    assert theirs.optimal_value == pytest.approx(ours.optimal_value, abs=1e-12)
    uniform = np.full((20, 12, 4), 0.25)
    np.testing.assert_allclose(theirs.evaluate(uniform).v, ours.evaluate(uniform).v, atol=1e-12)


def test_cliff_walking_is_that_of_the_catalogue() -> None:
    theirs = tacit.from_gym(gymnasium.make("CliffWalking-v1"), horizon=20)
    ours = tacit.env("cliff")
    assert (theirs.states, theirs.dimension, theirs.reward_range) == (ours.states, ours.dimension, ours.reward_range)
    assert theirs.optimal_value == pytest.approx(ours.optimal_value, abs=1e-12)


def test_taxi_fits_into_an_mdp_but_is_too_large_to_learn_in() -> None:
    with pytest.raises(tacit.Error, match="at most 400") as caught:
        tacit.learn(gymnasium.make("Taxi-v4"), "dp-block-ucb", episodes=10, epsilon=1, horizon=5)
    assert caught.value.field == "features"


def test_a_model_remembers_its_observations() -> None:
    m = tacit.from_gym(gymnasium.make("FrozenLake-v1"), horizon=20)
    assert list(m.observations) == [0, 1, 2, 3, 4, 6, 8, 9, 10, 13, 14]
    assert list(pickle.loads(pickle.dumps(m)).observations) == list(m.observations)
    assert m.name == "FrozenLake-v1"


def test_the_horizon_is_the_limit_on_steps_unless_given() -> None:
    assert tacit.from_gym(gymnasium.make("FrozenLake-v1")).horizon == 100
    with pytest.raises(tacit.Error, match="horizon: is missing"):
        tacit.from_gym(gymnasium.make("CliffWalking-v1"))


def test_rewards_beyond_a_range_are_refused_or_clipped() -> None:
    env = gymnasium.make("CliffWalking-v1")
    with pytest.raises(tacit.Error, match="-100 is not allowed"):
        tacit.from_gym(env, horizon=20, reward_range=(-10, 0))
    clipped = tacit.from_gym(env, horizon=20, reward_range=(-10, 0), clip=True)
    assert clipped.optimal_value == pytest.approx((20 * 10 - 13) / 10)


def test_without_a_model_there_is_none_to_take() -> None:
    with pytest.raises(tacit.Error, match=r"tacit\.learn"):
        tacit.from_gym(Toy())


def test_with_a_model_regret_is_exact() -> None:
    result = tacit.learn(gymnasium.make("FrozenLake-v1"), "dp-block-ucb", episodes=500, horizon=5, epsilon=1)
    assert isinstance(result, tacit.Result)
    assert result.certificates[0].check().simulation


def test_through_gymnasium_regret_is_exact_too() -> None:
    env = gymnasium.make("FrozenLake-v1")
    found = learned(env, "uniform", simulate="gym", horizon=5, reward_range=None)
    m = tacit.from_gym(env, horizon=5)
    gap = m.optimal_value - m.evaluate(np.full((5, 12, 4), 0.25)).value
    np.testing.assert_allclose(found.regret, gap * np.arange(1, 31), atol=1e-12)


def test_played_in_gymnasium_and_in_tacit_agree() -> None:
    # Mean returns of 4,000 users who do anything: within five standard errors of the exact value.
    env = gymnasium.make("FrozenLake-v1")
    found = learned(env, "uniform", simulate="gym", horizon=20, episodes=4000, reward_range=None)
    exact = tacit.from_gym(env, horizon=20).evaluate(np.full((20, 12, 4), 0.25)).value
    error = found.returns.std() / np.sqrt(4000)
    assert abs(found.returns.mean() - exact) < 5 * error
    assert error < exact


def test_learns_what_pays() -> None:
    found = learned(Toy(), episodes=300)
    assert found.mean_return()[0] > 2.5
    assert found.returns[:10].mean() < 2.5
    assert found.policy.shape == (3, 4, 2)


def test_without_a_model_there_is_no_regret() -> None:
    with pytest.raises(tacit.Error, match="look at returns"):
        learned(Toy()).regret  # noqa: B018


def test_a_private_agent_has_a_certificate_that_is_not_for_deployment() -> None:
    (certificate,) = learned(Toy(), "dp-block-ucb", epsilon=1).certificates
    assert certificate.check().holds
    assert certificate.check().simulation
    assert certificate.to_dict()["run"]["environment"] == "Toy"


def test_returns_are_in_units_of_the_environment() -> None:
    found = learned(Toy(pays=lambda env, action: -7.0), reward_range=(-10, 0))
    assert (found.returns == -21).all()
    assert found.to_pandas().columns.tolist() == ["user", "return"]


def test_a_range_must_be_given_where_no_model_has_one() -> None:
    with pytest.raises(tacit.Error, match="reward_range: is missing"):
        learned(Toy(), reward_range=None)


@pytest.mark.parametrize("reward", [1.5, -0.1, float("nan")])
def test_a_reward_that_leaves_its_range_books_nothing_and_loses_nothing(reward: float) -> None:
    env = Toy(pays=lambda env, action: reward if env.user == 10 and env.clock == 2 else 0.5)
    with pytest.raises(tacit.Stopped, match="10 of 30 users are finished") as caught:
        learned(env, "dp-block-ucb", epsilon=1)
    assert caught.value.field == "reward"
    result = caught.value.result
    assert result.agent.taken == len(result.returns) == 10
    more = tacit.learn(env, result.agent, episodes=20, reward_range=(0, 1))
    assert isinstance(more, tacit.Learned)
    assert more.agent.taken == 30
    assert more.certificates[0].check().holds


def test_rewards_are_clipped_where_asked_to() -> None:
    found = learned(Toy(pays=lambda env, action: 5.0), clip=True)
    assert (found.returns == 15).all()


def test_goes_on_with_no_more_users_than_are_left() -> None:
    found = learned(Toy())
    with pytest.raises(tacit.Error, match="at most 0"):
        tacit.learn(Toy(), found.agent, episodes=1, reward_range=(0, 1))


def test_an_episode_that_is_cut_off_early_is_an_error() -> None:
    with pytest.raises(tacit.Stopped, match="cut an episode off after 2 steps"):
        learned(Toy(cuts=lambda env: env.clock == 2))


def test_one_that_is_cut_off_at_the_horizon_is_none() -> None:
    assert len(learned(Toy(cuts=lambda env: env.clock == 3)).returns) == 30


def test_ctrl_c_keeps_what_was_learned() -> None:
    def pays(env: Any, action: Any) -> float:
        if env.user == 7:
            raise KeyboardInterrupt
        return 0.5

    with pytest.raises(tacit.Interrupted) as caught:
        learned(Toy(pays=pays))
    assert len(caught.value.result.returns) == 7


BOX = spaces.Box(np.array([-1.0, 0.0]), np.array([1.0, 2.0]), dtype=np.float64)


@pytest.mark.parametrize("agent", ["lsvi-ucb++", "dp-block-ucb"])
@pytest.mark.parametrize("features", [tacit.Bins(3), tacit.Bins((2, 3)), tacit.Hats(3), tacit.RBF((2, 3))])
@pytest.mark.parametrize("ends", [True, False])
def test_a_box_is_seen_through_features(agent: str, features: Any, ends: bool) -> None:
    env = Toy(BOX, ends=lambda env: ends and env.user % 2 == 0)
    given = {"epsilon": 1} if agent == "dp-block-ucb" else {}
    found = learned(env, agent, features=features, episodes=60, **given)
    assert found.agent.taken == 60


def test_features_of_hats_make_learning_possible() -> None:
    found = learned(Toy(BOX), features=tacit.Hats(2), episodes=400)
    assert found.mean_return()[0] > 2.5


@pytest.mark.parametrize(
    "space", [spaces.MultiDiscrete([2, 3]), spaces.Tuple((spaces.Discrete(2), spaces.Discrete(3, start=1)))]
)
def test_several_discrete_numbers_are_one_state(space: Any) -> None:
    assert learned(Toy(space)).policy.shape == (3, 7, 2)


def test_spaces_and_actions_may_begin_elsewhere() -> None:
    assert learned(Toy(spaces.Discrete(3, start=5), first_action=2)).policy.shape == (3, 4, 2)


def test_phi_of_ones_own() -> None:
    def phi(observation: Any, action: int) -> Any:
        return np.eye(2)[action]

    found = learned(Toy(), features=phi, dimension=2, episodes=200)
    assert found.mean_return()[0] > 2.5
    cover = [BOX.low, BOX.high]
    assert learned(Toy(BOX), features=phi, dimension=2, cover=cover).agent.taken == 30


@pytest.mark.parametrize(
    ("env", "given", "said"),
    [
        (Toy(BOX), {}, "no finite number of observations"),
        (Toy(), {"features": "all"}, "expected 'auto', Bins"),
        (Toy(), {"features": tacit.Bins(3)}, "Bins are for a Box"),
        (Toy(BOX), {"features": tacit.Bins((2, 2, 2))}, "one number, or 2"),
        (Toy(BOX), {"features": tacit.Bins(0)}, "from 1 on"),
        (Toy(BOX), {"features": tacit.Hats(20)}, "too many"),
        (Toy(spaces.Box(-np.inf, np.inf, (1,))), {"features": tacit.Hats(3)}, "has no bounds; give low= and high="),
        (Toy(spaces.Discrete(300)), {}, "at most 400"),
        (Toy(), {"features": lambda o, a: [1.0]}, "dimension: is missing"),
        (Toy(), {"features": lambda o, a: [1.0], "dimension": 2}, "expected 2 finite numbers"),
        (Toy(), {"features": lambda o, a: [2.0], "dimension": 1}, "has norm 2; expected at most 1"),
        (Toy(BOX), {"features": lambda o, a: [1.0], "dimension": 1}, "cover: is missing"),
        (Toy(), {"simulate": "tacit"}, "needs a model"),
        (Toy(), {"simulate": "dreams"}, "simulate"),
        (Toy(), {"reward_range": (1, 1)}, "low < high"),
        (Toy(), {"reward_range": (1, 2)}, "without 0"),
        (Toy(), {"episodes": 0}, "episodes"),
        (gymnasium.make("MountainCarContinuous-v0"), {}, "Discrete"),
    ],
)
def test_says_what_is_wrong(env: Any, given: dict[str, Any], said: str) -> None:
    with pytest.raises(tacit.Error) as caught:
        learned(env, **given)
    assert said in str(caught.value)


def test_bounds_may_be_given_where_a_space_has_none() -> None:
    env = Toy(spaces.Box(-np.inf, np.inf, (1,), np.float64))
    assert learned(env, features=tacit.Bins(4, low=-1, high=1)).policy.shape == (3, 5, 2)


def test_shows_how_far_it_is() -> None:
    seen: list[tuple[int, int]] = []
    learned(Toy(), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (30, 30)


def test_a_model_that_a_wrapper_makes_untrue_is_not_used() -> None:
    env = gymnasium.wrappers.TransformReward(gymnasium.make("FrozenLake-v1"), lambda reward: 2 * float(reward))
    with pytest.raises(tacit.Error, match="knows nothing of TransformReward"):
        tacit.from_gym(env, horizon=5)
    assert len(learned(env, horizon=5, reward_range=(0, 2)).returns) == 30
