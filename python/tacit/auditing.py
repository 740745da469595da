"""Attacks on a promise: what an adversary can tell, beside what was claimed."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import _core
from ._progress import Progress, shown
from ._texts import cores, optional_text, text
from .catalog import AgentSpec
from .errors import Interrupted
from .experiments import agent_fields, environment_fields
from .mdp import MDP

__all__ = ["Attack", "Audit", "audit"]


@dataclass(frozen=True)
class Attack:
    """One attack of an audit.

    Attributes:
        name: ``"billboard"``, ``"noise"``, ``"bystander"`` or ``"replay"``.
        verdict: ``"consistent"``, ``"violated"``, ``"inconclusive"``, or of replay alone ``"consistent (noise not tested)"``.
        because: Why.
        mu_lower: What mu must be at least, at the audit's confidence; None where the attack gives no bound.
        fields: All that the program's JSON says of it.
    """

    name: str
    verdict: str
    because: str
    mu_lower: float | None
    fields: dict[str, Any]


class Audit:
    """What attacks on an agent found. `verdict` is the answer, `attacks` the reasons."""

    def __init__(self, document: str) -> None:
        self._document = document
        self._fields: dict[str, Any] = json.loads(document)

    @property
    def verdict(self) -> str:
        """``"violated"``: the claim is false at the stated confidence. ``"consistent"``: attacks on the noise could tell
        the worlds apart, by no more than claimed. Else nothing was decided."""
        return str(self._fields["verdict"])

    @property
    def claimed_mu(self) -> float:
        """What the agent claims, as a mu."""
        return float(self._fields["claim"]["mu"])

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """One for each attack."""
        return tuple(
            Attack(a["attack"], a["verdict"], a["because"], a.get("mu_lower"), a) for a in self._fields["attacks"]
        )

    def to_dict(self) -> dict[str, Any]:
        """All fields, as docs/cli.md describes them."""
        fields: dict[str, Any] = json.loads(self._document)
        return fields

    def to_json(self) -> str:
        """The text that ``tacit audit --json`` prints."""
        return self._document

    def __repr__(self) -> str:
        agent = self._fields["agent"]["name"]
        return f"<Audit of {agent}: {self.verdict}, claimed mu {self.claimed_mu:.4g}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(a.name)}</td><td>{html.escape(a.verdict)}</td>"
            f"<td>{'' if a.mu_lower is None else f'{a.mu_lower:.4g}'}</td><td>{html.escape(a.because)}</td></tr>"
            for a in self.attacks
        )
        head = "<tr><th>attack</th><th>verdict</th><th>mu at least</th><th>because</th></tr>"
        return f"<table><caption>{html.escape(repr(self)[1:-1])}</caption>{head}{rows}</table>"

    def __reduce__(self) -> tuple[object, ...]:
        return Audit, (self._document,)


def audit(
    env: str | MDP,
    agent: str | AgentSpec,
    *,
    episodes: float,
    epsilon: float,
    delta: float | None = None,
    attacks: str | Sequence[str] = "all",
    runs: int = 4000,
    confidence: float = 0.99,
    seed: int = 1,
    horizon: int | None = None,
    noise: str = "simulation",
    jobs: int | None = None,
    progress: Progress = None,
) -> Audit:
    """Plays the adversary against an agent's promise, as ``tacit audit``: a measured lower bound beside the claim.

    Args:
        env: A name, a file or an MDP; small ones are attacked best.
        agent: A name, or what `tacit.agent` makes.
        episodes: Users per run.
        epsilon: The claim; `delta` has the default of `tacit.run`.
        attacks: ``"all"``, or some of ``"billboard"``, ``"noise"``, ``"bystander"`` and ``"replay"``.
        runs: Per attack, in each of the two worlds that differ in one user.
        confidence: Of all bounds together.
        noise: ``"simulation"`` or ``"lattice"``.

    Raises:
        tacit.Interrupted: Ctrl-C. Then no verdict stands, and there is no result.

    >>> tacit.audit("deep-sea", "dp-block-ucb", episodes=400, epsilon=1).verdict
    """
    chosen = [] if attacks == "all" else [attacks] if isinstance(attacks, str) else list(attacks)
    spec = _core.AuditSpec(
        **environment_fields(env, horizon),  # type: ignore[arg-type]
        **agent_fields(agent),  # type: ignore[arg-type]
        episodes=text(episodes, "episodes"),
        epsilon=text(epsilon, "epsilon"),
        delta=optional_text(delta, "delta"),
        seed=text(seed, "seed"),
        noise=noise,
        attacks=chosen,
        runs=text(runs, "runs"),
        confidence=text(confidence, "confidence"),
        jobs=cores(jobs),
    )
    with shown(progress, "runs") as callback:
        report, interrupted = _core.audit(spec, callback)
    if interrupted or report is None:
        raise Interrupted("an audit that is interrupted has no verdict")
    return Audit(report.json())
