"""Environments of tacit as those of Gymnasium: single, and many side by side in C++.

>>> import gymnasium, tacit.gym
>>> env = gymnasium.make("tacit/FrozenLake-v0", horizon=50)
>>> envs = gymnasium.make_vec("tacit/Simplex-v0", num_envs=64, states=50)
>>> env = tacit.gym.Env(m)                                  # an MDP of one's own

Importing this module registers the whole catalogue.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise ImportError("tacit.gym needs Gymnasium: pip install 'tacit[gym]'") from missing

from . import _core
from ._arrays import whole
from ._texts import text
from .catalog import env as make_mdp
from .catalog import environments
from .errors import Error
from .mdp import MDP

__all__ = ["Env", "VectorEnv", "ids"]

_LARGEST_SEED = 10**15
_AUTORESET = {AutoresetMode.NEXT_STEP: "next-step", AutoresetMode.SAME_STEP: "same-step"}


def _made(env: str | MDP, settings: dict[str, Any]) -> MDP:
    if isinstance(env, str):
        return make_mdp(env, **settings)
    if settings:
        raise Error(f"{next(iter(settings))}: nothing of an MDP that is given can be set", next(iter(settings)))
    return env


def _staged(observation: str) -> bool:
    if observation not in ("staged", "state"):
        allowed = "staged or state"
        raise Error(
            f"observation: {observation!r} is not allowed; expected {allowed}", "observation", observation, allowed
        )
    return observation == "staged"


def _observation_space(mdp: MDP, staged: bool) -> spaces.Space[Any]:
    if mdp.states is None:
        return spaces.Box(0.0, 1.0, (2,), np.float64)
    return spaces.Discrete((mdp.horizon + 1) * mdp.states if staged else mdp.states)


def _drawn(generator: np.random.Generator) -> str:
    return str(int(generator.integers(_LARGEST_SEED)))


class Env(gymnasium.Env[Any, Any]):
    """An MDP as an environment of Gymnasium. One episode is one user.

    Observations are h*S + s, stage and state as one number, because stages differ; where there are infinitely many
    states they are x and h/H. Rewards are in the environment's own units. An episode is terminated after the last
    stage, or where users are who stopped; it is never truncated.

    ``reset(seed=n)`` lets user 0 of stream n come, the one whom ``tacit.run(..., seed=n)`` meets first; ``reset()`` the
    next user. The model keeps its own seed.

    Args:
        env: An MDP, or a name of `tacit.environments()`.
        observation: ``"staged"``, or ``"state"`` for s alone.
        **settings: Of an environment that is given by name: ``horizon=``, ``states=``, ``seed=`` and so on.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self, env: str | MDP, *, observation: str = "staged", render_mode: str | None = None, **settings: Any
    ) -> None:
        self.mdp = _made(env, settings)
        self.render_mode = render_mode
        staged = _staged(observation)
        self.observation_space = _observation_space(self.mdp, staged)
        self.action_space = spaces.Discrete(self.mdp.actions)
        self._player = _core.Player(self.mdp._native, "0", staged)
        self._play = self._player.step
        self._seeded = False
        self._infinite = self.mdp.states is None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        given = None if seed is None else text(seed, "seed")
        if given is None and not self._seeded:
            given = _drawn(self.np_random)
        seen = self._player.reset(given)
        self._seeded = True
        return np.array(seen) if self._infinite else seen, {"user": self._player.user}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._seeded:
            raise gymnasium.error.ResetNeeded("call reset() first: nobody is under way")
        seen, reward, over = self._play(action)
        return np.array(seen) if self._infinite else seen, reward, over, False, {}


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many users side by side, all in one call to C++. Environment i of N plays users i, i+N, and so on.

    Args:
        env: An MDP, or a name of `tacit.environments()`.
        num_envs: How many users are under way at once.
        observation: As in `Env`.
        autoreset_mode: When the next user comes: in the step after the last one (``AutoresetMode.NEXT_STEP``), which
            then plays nothing, or in the same step; then ``infos["final_obs"]`` has what was seen last.
        **settings: As in `Env`.
    """

    def __init__(
        self,
        env: str | MDP,
        num_envs: int = 1,
        *,
        observation: str = "staged",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode not in _AUTORESET:
            allowed = "next-step or same-step"
            raise Error(
                f"autoreset_mode: {mode.value} is not allowed; expected {allowed}", "autoreset_mode", mode.value, allowed
            )
        self.mdp = _made(env, settings)
        self.num_envs = whole(num_envs, "num_envs")
        self.render_mode = render_mode
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        staged = _staged(observation)
        self.single_observation_space = _observation_space(self.mdp, staged)
        self.single_action_space = spaces.Discrete(self.mdp.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        shape, dtype = ((num_envs, 2), np.float64) if self.mdp.states is None else ((num_envs,), np.int64)
        self._actions = np.zeros(num_envs, np.int64)
        self._rewards = np.zeros(num_envs)
        self._terminated = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._seen: npt.NDArray[Any] = np.zeros(shape, dtype)
        self._last: npt.NDArray[Any] = np.zeros(shape, dtype)
        self._players = _core.Players(
            self.mdp._native,
            "0",
            _AUTORESET[mode],
            staged,
            self._actions,
            self._rewards,
            self._terminated,
            self._seen,
            self._last,
        )
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._seeded = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        if isinstance(seed, (list, tuple)):
            raise Error("seed: a list is not allowed; expected one seed, whose users are dealt out", "seed", "a list")
        super().reset(seed=seed)
        given = None if seed is None else text(seed, "seed")
        if given is None and not self._seeded:
            given = _drawn(self.np_random)
        self._players.reset(given)
        self._seeded = True
        return self._seen.copy(), {}

    def step(
        self, actions: Any
    ) -> tuple[npt.NDArray[Any], npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        if not self._seeded:
            raise gymnasium.error.ResetNeeded("call reset() first: nobody is under way")
        chosen = np.asarray(actions)
        if chosen.shape != self._actions.shape or chosen.dtype.kind not in "iu":
            allowed = f"{self.num_envs} integers"
            given = f"{chosen.dtype} of shape {chosen.shape}"
            raise Error(f"actions: {given} is not allowed; expected {allowed}", "actions", given, allowed)
        self._actions[:] = chosen
        self._players.step()
        terminated = self._terminated.copy()
        infos = self._final(terminated) if self._same_step and terminated.any() else {}
        return self._seen.copy(), self._rewards.copy(), terminated, self._truncated.copy(), infos

    def _final(self, terminated: npt.NDArray[np.bool_]) -> dict[str, Any]:
        seen = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(terminated):
            seen[i] = self._last[i].copy()
        return {"final_obs": seen, "_final_obs": terminated.copy(), "final_info": {}, "_final_info": terminated.copy()}


def _id(name: str) -> str:
    return "tacit/" + "".join(part.capitalize() for part in name.split("-")) + "-v0"


def ids() -> dict[str, str]:
    """What the environments of the catalogue are called in Gymnasium, by their names."""
    return {info.name: _id(info.name) for info in environments()}


for _name, _called in ids().items():
    if _called not in gymnasium.registry:
        gymnasium.register(
            _called,
            entry_point="tacit.gym:Env",
            vector_entry_point="tacit.gym:VectorEnv",
            kwargs={"env": _name},
            order_enforce=False,  # Env sees to it itself.
        )
