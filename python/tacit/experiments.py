"""One experiment: an environment, an agent, many users."""

from __future__ import annotations

import warnings

from . import _core
from ._progress import Progress, shown
from ._texts import cores, optional_text, text
from .catalog import AgentSpec
from .errors import Error, Interrupted
from .mdp import MDP
from .own_agents import Agent, BatchAgent, own_agent
from .result import Result

__all__ = ["run"]


def environment_fields(env: str | MDP, horizon: int | None) -> dict[str, object]:
    """How a spec names an environment: by its name in the catalogue where it has one, else by its value."""
    if isinstance(env, str):
        return {"env": env, "horizon": optional_text(horizon, "horizon"), "env_settings": []}
    if not isinstance(env, MDP):
        raise Error(
            f"env: {type(env).__name__} is not allowed; expected a name, a file or an MDP", "env", type(env).__name__
        )
    origin = env._origin
    if origin is None:
        return {"env": env._native, "horizon": optional_text(horizon, "horizon"), "env_settings": []}
    if horizon is not None and horizon != env.horizon:
        raise Error(
            f"horizon: {horizon} is not allowed; expected {env.horizon}, that of the environment that is given",
            "horizon",
            str(horizon),
            str(env.horizon),
        )
    return {
        "env": origin.name,
        "horizon": optional_text(origin.horizon, "horizon"),
        "env_settings": list(origin.settings),
    }


def agent_fields(agent: str | AgentSpec | Agent | BatchAgent) -> dict[str, object]:
    """How a spec names an agent, or holds one that is written in Python."""
    own = own_agent(agent)
    if own is not None:
        return {"agent": own, "agent_settings": []}
    if isinstance(agent, str):
        return {"agent": agent, "agent_settings": []}
    if isinstance(agent, AgentSpec):
        return {"agent": agent.name, "agent_settings": list(agent.settings)}
    raise Error(
        f"agent: {type(agent).__name__} is not allowed; expected a name, what tacit.agent makes or a tacit.Agent",
        "agent",
        type(agent).__name__,
    )


def label_of(agent: str | AgentSpec | Agent | BatchAgent) -> str:
    """How it is called in tables and figures."""
    if isinstance(agent, AgentSpec):
        return agent.label or agent.name
    return agent if isinstance(agent, str) else agent.name


def warn_of_budget(epsilon: float | None, delta: float | None, episodes: float, stacklevel: int) -> None:
    """Warns of a budget that is allowed and protects nobody; the values were looked at before."""
    first, second = (None if value is None else float(value) for value in (epsilon, delta))
    for warning in _core.budget_warnings(first, second, int(float(episodes))):
        warnings.warn(warning, UserWarning, stacklevel=stacklevel)


def run(
    env: str | MDP,
    agent: str | AgentSpec | Agent | BatchAgent,
    *,
    episodes: float,
    epsilon: float | None = None,
    delta: float | None = None,
    runs: int = 1,
    seed: int = 1,
    horizon: int | None = None,
    adjacency: str | None = None,
    noise: str = "simulation",
    simulation: str | None = None,
    jobs: int | None = None,
    progress: Progress = None,
) -> Result:
    """How well an agent learns: its exact regret over many users, as ``tacit run``.

    Args:
        env: A name of `tacit.environments()`, the path of a file, or an MDP.
        agent: A name of `tacit.agents()`, what `tacit.agent` makes, or an agent that is written in Python.
        episodes: Users per run, one episode each; 1e5 is fine.
        epsilon: The privacy budget of a private agent.
        delta: Its delta; the largest power of ten not above 1/(10 episodes) unless given.
        runs: Repetitions with other users, in the same environment.
        seed: Of the environment, unless that has one of its own, and of run 0; run r has seed + r.
        horizon: Stages per episode; the environment's own unless given.
        adjacency: ``"replace-one"`` (unless given) or ``"add-remove"``.
        noise: ``"simulation"``, ``"lattice"`` (a deployment's integers from a seed) or ``"production"``. Only the
            last protects people; nobody can repeat it.
        simulation: ``"users"`` or ``"counts"``, the same law; what is faster unless given.
        jobs: Runs at a time; one per processor unless given. No result depends on it.
        progress: True for a bar, or what is called with (done, total) every 50 ms.

    Returns:
        A `Result`: arrays, tables, plots, certificates.

    Raises:
        tacit.Error: Something is not allowed; nothing was run.
        tacit.Interrupted: Ctrl-C. The runs that were finished are in its ``result``.

    >>> r = tacit.run("simplex", "dp-block-ucb", episodes=1e5, epsilon=1, runs=3)
    >>> r.mean_regret, r.ci95, r.epsilon_spent
    """
    spec = _core.RunSpec(
        **environment_fields(env, horizon),  # type: ignore[arg-type]
        **agent_fields(agent),  # type: ignore[arg-type]
        episodes=text(episodes, "episodes"),
        seed=text(seed, "seed"),
        runs=text(runs, "runs"),
        epsilon=optional_text(epsilon, "epsilon"),
        delta=optional_text(delta, "delta"),
        adjacency=adjacency,
        noise=noise,
        simulation=simulation,
        jobs=cores(jobs) if isinstance(agent, (str, AgentSpec)) else "1",
    )
    warn_of_budget(epsilon, delta, episodes, stacklevel=3)
    with shown(progress) as callback:
        core, interrupted = _core.run(spec, label_of(agent), callback, isinstance(agent, Agent))
    result = None if core is None else Result._wrap(core)
    if interrupted:
        finished = 0 if result is None else result.regret.shape[0]
        raise Interrupted(f"{finished} of {runs} runs are finished", result)
    assert result is not None
    return result
