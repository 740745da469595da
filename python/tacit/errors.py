"""What can go wrong, as exceptions that carry what the caller needs to act on it."""

from __future__ import annotations

from typing import Any

__all__ = ["BudgetExceeded", "Defect", "Error", "Interrupted"]


class Error(ValueError):
    """A value that is not allowed: the message says which field, what was given and what is allowed instead.

    Attributes:
        field: What the value is of, such as ``"episodes"`` or ``"agent.ratio"``.
        value: The value, as it was given; empty where there is no single one.
        allowed: What is allowed instead; empty where the message says it all.
    """

    def __init__(self, message: str, field: str = "", value: str = "", allowed: str = "") -> None:
        super().__init__(message, field, value, allowed)
        self.field = field
        self.value = value
        self.allowed = allowed

    def __str__(self) -> str:
        return str(self.args[0])


class BudgetExceeded(RuntimeError):
    """A release that does not fit into what a ledger has left. Nothing was booked.

    Attributes:
        asked: What the release costs, as a mu; it may be infinite.
        left: What is left, as a mu, for the user who can pay least.
    """

    def __init__(self, message: str, asked: float, left: float) -> None:
        super().__init__(message, asked, left)
        self.asked = asked
        self.left = left

    def __str__(self) -> str:
        return str(self.args[0])


class Defect(RuntimeError):
    """A broken promise of tacit's own. Please report it."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with what was finished until then.

    Attributes:
        result: What the call would have returned, of the runs that are finished; None where none is.
    """

    def __init__(self, message: str, result: Any = None) -> None:
        super().__init__(message, result)
        self.result = result

    def __str__(self) -> str:
        return str(self.args[0])
