"""Certificates of private runs, and their check by redoing the arithmetic."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _core

__all__ = ["Certificate", "CertificateCheck"]


@dataclass(frozen=True)
class CertificateCheck:
    """What came out when the arithmetic of a certificate was done again.

    Attributes:
        holds: Whether every number in it follows from what it says was released.
        reasons: Why it does not hold; empty where it does.
        statements: What is promised to whom, what was released and spent, in whole sentences.
        simulation: The noise was seeded: for research, and nobody is protected.
    """

    holds: bool
    reasons: tuple[str, ...]
    statements: tuple[str, ...]
    simulation: bool


@dataclass(frozen=True)
class Certificate:
    """What a private run promised, what it released and what that cost; its text is JSON."""

    text: str

    def check(self) -> CertificateCheck:
        """Redoes the arithmetic, as an outsider would. Trusts nothing that the certificate says of its results."""
        found = _core.check_certificate(self.text)
        return CertificateCheck(found.holds, tuple(found.reasons), tuple(found.statements), found.simulation)

    def to_dict(self) -> dict[str, Any]:
        """Its fields; docs/privacy.md describes them."""
        fields: dict[str, Any] = json.loads(self.text)
        return fields

    def save(self, file: str | Path) -> None:
        """Writes it as `tacit account --check` reads it."""
        Path(file).write_text(self.text + "\n", encoding="utf-8")

    def __repr__(self) -> str:
        fields = self.to_dict()
        return (
            f"<Certificate: {fields['guarantee']}, epsilon {fields['epsilon']} at delta {fields['delta']}, "
            f"{fields['releases']} releases, {fields['noise']} noise>"
        )
