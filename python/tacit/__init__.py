"""Private reinforcement learning: agents, exact regret, budgets, audits, at the speed of C++.

>>> import tacit
>>> r = tacit.run("simplex", "dp-block-ucb", episodes=1e5, epsilon=1, runs=3)
>>> r.plot()

docs/python.md tells the rest.
"""

import importlib

from . import _core, account, errors
from .auditing import Attack, Audit, audit
from .catalog import AgentInfo, AgentSpec, EnvironmentInfo, Setting, agent, agents, env, environments
from .certificate import Certificate, CertificateCheck
from .comparison import Comparison, compare, load, sweep
from .driven import DrivenAgent, Release, Simulator, User, make_agent
from .errors import BudgetExceeded, Defect, Error, Interrupted
from .experiments import run
from .gym_mdp import GymMDP, from_gym
from .learning import Learned, Stopped, learn
from .mdp import MDP, Evaluation, load_mdp
from .observations import RBF, Bins, Hats
from .own_agents import Agent, BatchAgent, Problem
from .own_mdps import LinearMDP, TabularMDP
from .planning import Need, NeedRow, Theory, need, theory
from .result import Result
from .tables import Table

__version__: str = _core.version()


def __getattr__(name: str) -> object:
    """tacit.gym, which needs Gymnasium, is imported when it is used."""
    if name == "gym":
        return importlib.import_module("tacit.gym")
    raise AttributeError(f"module 'tacit' has no attribute {name!r}")


__all__ = [
    "Agent",
    "AgentInfo",
    "AgentSpec",
    "Attack",
    "Audit",
    "BatchAgent",
    "Bins",
    "BudgetExceeded",
    "Certificate",
    "CertificateCheck",
    "Comparison",
    "Defect",
    "DrivenAgent",
    "EnvironmentInfo",
    "Error",
    "Evaluation",
    "GymMDP",
    "Hats",
    "Interrupted",
    "Learned",
    "LinearMDP",
    "MDP",
    "Need",
    "NeedRow",
    "Problem",
    "RBF",
    "Release",
    "Result",
    "Setting",
    "Simulator",
    "Stopped",
    "Table",
    "TabularMDP",
    "Theory",
    "User",
    "__version__",
    "account",
    "agent",
    "agents",
    "audit",
    "compare",
    "env",
    "environments",
    "errors",
    "from_gym",
    "learn",
    "load",
    "load_mdp",
    "make_agent",
    "need",
    "run",
    "sweep",
    "theory",
]
