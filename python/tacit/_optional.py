"""Packages that are imported when they are used, with a hint where they are missing."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["optional"]


def optional(module: str, extra: str, purpose: str) -> Any:
    """The module; where it is missing, an ImportError that says how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        package = module.partition(".")[0]
        raise ImportError(f"{purpose} needs {package}: pip install 'tacit[{extra}]'") from missing
