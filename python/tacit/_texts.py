"""Values as the texts that the library reads, so that bounds and messages are those of the program."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .errors import Error

__all__ = ["cores", "listed", "optional_text", "settings_text", "text"]


def text(value: Any, field: str) -> str:
    """A number or a text, as one would type it: 1e5 is 100000, and 0.1 keeps every digit."""
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        value = value.item()  # A scalar of NumPy.
    if isinstance(value, bool) or value is None:
        raise Error(f"{field}: {value} is not allowed; expected a number or a text", field, str(value))
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e18 else repr(value)
    raise Error(
        f"{field}: {type(value).__name__} is not allowed; expected a number or a text", field, type(value).__name__
    )


def optional_text(value: Any, field: str) -> str | None:
    """The same; None stays None."""
    return None if value is None else text(value, field)


def settings_text(settings: Mapping[str, Any], scope: str) -> Sequence[tuple[str, str]]:
    """Settings as KEY, VALUE."""
    return [(name, text(value, f"{scope}.{name}")) for name, value in settings.items()]


def listed(values: Any) -> list[Any]:
    """One value or several, as a list; nothing for None."""
    if values is None:
        return []
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable) or getattr(values, "ndim", 1) == 0:
        return [values]
    return list(values)


def cores(jobs: int | None) -> str:
    """How many runs at a time: one for each processor that this process may use, unless given."""
    return text(jobs, "jobs") if jobs is not None else str(max(1, len(os.sched_getaffinity(0))))
