"""Private reinforcement learning: agents, exact regret, budgets, audits, at the speed of C++.

>>> import tacit
>>> r = tacit.run("simplex", "dp-block-ucb", episodes=1e5, epsilon=1, runs=3)
>>> r.plot()

docs/python.md tells the rest.
"""

from . import _core, account, errors
from .auditing import Attack, Audit, audit
from .catalog import AgentInfo, AgentSpec, EnvironmentInfo, Setting, agent, agents, env, environments
from .certificate import Certificate, CertificateCheck
from .comparison import Comparison, compare, load, sweep
from .errors import BudgetExceeded, Defect, Error, Interrupted
from .experiments import run
from .mdp import MDP
from .planning import Need, NeedRow, Theory, need, theory
from .result import Result
from .tables import Table

__version__: str = _core.version()

__all__ = [
    "AgentInfo",
    "AgentSpec",
    "Attack",
    "Audit",
    "BudgetExceeded",
    "Certificate",
    "CertificateCheck",
    "Comparison",
    "Defect",
    "EnvironmentInfo",
    "Error",
    "Interrupted",
    "MDP",
    "Need",
    "NeedRow",
    "Result",
    "Setting",
    "Table",
    "Theory",
    "__version__",
    "account",
    "agent",
    "agents",
    "audit",
    "compare",
    "env",
    "environments",
    "errors",
    "load",
    "need",
    "run",
    "sweep",
    "theory",
]
