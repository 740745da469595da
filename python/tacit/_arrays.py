"""Arrays as the library reads them: numbers of 64 bits, in the order of C, of a shape that fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import Error

__all__ = ["Floats", "law", "numbers", "shaped", "whole"]

Floats = npt.NDArray[np.float64]


def numbers(value: Any, field: str) -> Floats:
    """Whatever NumPy makes an array of real numbers from."""
    try:
        array = np.asarray(value)
    except ValueError as ragged:
        raise Error(f"{field}: {ragged}", field) from ragged
    if array.dtype.kind not in "fiu":
        raise Error(
            f"{field}: an array of {array.dtype} is not allowed; expected real numbers",
            field,
            f"an array of {array.dtype}",
            "real numbers",
        )
    return np.ascontiguousarray(array, dtype=np.float64)


def whole(value: Any, field: str, least: int = 1) -> int:
    """A number that is whole, however it is stored."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)) or value != int(value):
        raise Error(f"{field}: {value!r} is not allowed; expected an integer", field, repr(value), "an integer")
    if value < least:
        allowed = f"an integer from {least} on"
        raise Error(f"{field}: {value} is not allowed; expected {allowed}", field, str(value), allowed)
    return int(value)


def _dimensions(letters: str, sizes: Mapping[str, int]) -> str:
    return "(" + ", ".join(f"{c}={sizes[c]}" if c in sizes else c for c in letters) + ("," * (len(letters) == 1)) + ")"


def shaped(array: Floats, field: str, letters: str, sizes: dict[str, int]) -> Floats:
    """The array with its stages in front: one, where there are none in front of `letters`.

    Sizes that are not known yet are learned from it.
    """
    wanted = [letters] if letters.startswith("H") else [letters, "H" + letters]
    fits = [w for w in wanted if len(w) == array.ndim]
    if fits and all(sizes.get(c, n) == n and n > 0 for c, n in zip(fits[0], array.shape, strict=True)):
        seen: dict[str, int] = dict(sizes)
        if all(seen.setdefault(c, n) == n for c, n in zip(fits[0], array.shape, strict=True)):
            sizes.update(seen)
            return array if fits[0].startswith("H") else array[np.newaxis]
    shape = str(tuple(array.shape))
    allowed = " or ".join(_dimensions(w, sizes) for w in wanted)
    raise Error(f"{field}: shape {shape} is not allowed; expected {allowed}", field, f"shape {shape}", allowed)


def law(policy: Any, horizon: int, states: int, actions: int) -> Floats:
    """A policy, (H,S) of actions or (H,S,A) of chances, as chances."""
    array = np.asarray(policy)
    if array.shape == (horizon, states):
        chosen = numbers(array, "policy")
        wrong = ~((chosen >= 0) & (chosen < actions) & (chosen == np.floor(chosen)))
        if wrong.any():
            h, s = np.argwhere(wrong)[0]
            allowed = f"an action from 0 to {actions - 1}"
            said = f"stage {h}, state {s} has {chosen[h, s]:g}; expected {allowed}"
            raise Error(f"policy: {said}", "policy", f"{chosen[h, s]:g}", allowed)
        return np.ascontiguousarray(np.eye(actions)[chosen.astype(np.int64)])
    if array.shape == (horizon, states, actions):
        return numbers(array, "policy")
    allowed = f"(H={horizon}, S={states}) or (H={horizon}, S={states}, A={actions})"
    shape = f"shape {tuple(array.shape)}"
    raise Error(f"policy: {shape} is not allowed; expected {allowed}", "policy", shape, allowed)
