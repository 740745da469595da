"""Private reinforcement learning: agents, exact regret, budgets, audits, at the speed of C++.

>>> import tacit
>>> r = tacit.run("simplex", "dp-block-ucb", episodes=1e5, epsilon=1, runs=3)
>>> r.plot()

docs/python.md tells the rest.
"""

from . import errors
from ._core import VERSION as __version__
from .catalog import AgentInfo, AgentSpec, EnvironmentInfo, Setting, agent, agents, env, environments
from .certificate import Certificate, CertificateCheck
from .driven import DrivenAgent, Release, Simulator, User, make_agent
from .errors import BudgetExceeded, Defect, Error, Interrupted
from .experiments import run
from .learning import GymMDP, Learned, Stopped, from_gym, learn
from .mdp import MDP, Evaluation, LinearMDP, TabularMDP, load_mdp
from .observations import RBF, Bins, Hats
from .own_agents import Agent, BatchAgent, Problem
from .result import Result

__all__ = [
    "Agent",
    "AgentInfo",
    "AgentSpec",
    "BatchAgent",
    "Bins",
    "BudgetExceeded",
    "Certificate",
    "CertificateCheck",
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
    "Problem",
    "RBF",
    "Release",
    "Result",
    "Setting",
    "Simulator",
    "Stopped",
    "TabularMDP",
    "User",
    "__version__",
    "agent",
    "agents",
    "env",
    "environments",
    "errors",
    "from_gym",
    "learn",
    "load_mdp",
    "make_agent",
    "run",
]
