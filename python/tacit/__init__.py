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
from .errors import BudgetExceeded, Defect, Error, Interrupted
from .experiments import run
from .mdp import MDP
from .result import Result

__all__ = [
    "AgentInfo",
    "AgentSpec",
    "BudgetExceeded",
    "Certificate",
    "CertificateCheck",
    "Defect",
    "EnvironmentInfo",
    "Error",
    "Interrupted",
    "MDP",
    "Result",
    "Setting",
    "__version__",
    "agent",
    "agents",
    "env",
    "environments",
    "errors",
    "run",
]
