"""The privacy calculator: what noise keeps a promise, what releases amount to, and the books.

`mu`, `epsilon`, `delta` and `rho` take numbers or arrays, which broadcast as in NumPy, and never round in their own favour.
A theorem is ``"gdp-exact"`` (continuous Gaussian noise), ``"zcdp-tight"`` or ``"zcdp-simple"`` (discrete noise, too).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import overload

import numpy as np
import numpy.typing as npt

from . import _core
from .certificate import Certificate, CertificateCheck
from .errors import Error

__all__ = ["Ledger", "check", "delta", "epsilon", "mu", "rho"]

Floats = npt.NDArray[np.float64]


def _elementwise(function: Callable[..., float], *arguments: npt.ArrayLike) -> float | Floats:
    try:
        arrays = np.broadcast_arrays(*(np.asarray(argument, dtype=np.float64) for argument in arguments))
    except (TypeError, ValueError) as wrong:
        raise Error(f"account: {wrong}", "account") from wrong
    values = np.array([function(*map(float, row)) for row in zip(*(a.ravel() for a in arrays), strict=True)])
    return float(values[0]) if arrays[0].ndim == 0 else values.reshape(arrays[0].shape)


@overload
def mu(*, epsilon: float, delta: float, theorem: str = "gdp-exact") -> float: ...
@overload
def mu(*, epsilon: npt.ArrayLike, delta: npt.ArrayLike, theorem: str = "gdp-exact") -> float | Floats: ...
def mu(*, epsilon: npt.ArrayLike, delta: npt.ArrayLike, theorem: str = "gdp-exact") -> float | Floats:
    """The largest mu that keeps (epsilon, delta). Noise of deviation 1/mu keeps it for one release of sensitivity 1.

    >>> tacit.account.mu(epsilon=1, delta=1e-6)
    0.2367...
    """
    return _elementwise(lambda e, d: _core.mu_of(e, d, theorem), epsilon, delta)


@overload
def epsilon(*, mu: float, delta: float, theorem: str = "gdp-exact") -> float: ...
@overload
def epsilon(*, rho: float, delta: float, theorem: str = "gdp-exact") -> float: ...
@overload
def epsilon(
    *,
    mu: npt.ArrayLike | None = None,
    rho: npt.ArrayLike | None = None,
    delta: npt.ArrayLike,
    theorem: str = "gdp-exact",
) -> float | Floats: ...
def epsilon(
    *,
    mu: npt.ArrayLike | None = None,
    rho: npt.ArrayLike | None = None,
    delta: npt.ArrayLike,
    theorem: str = "gdp-exact",
) -> float | Floats:
    """The least epsilon at delta of what costs mu, or of Gaussian noise that costs rho."""
    if (mu is None) == (rho is None):
        raise Error("mu: expected one of mu and rho", "mu")
    if mu is not None:
        return _elementwise(lambda m, d: _core.epsilon_of(m, d, theorem), mu, delta)
    assert rho is not None
    return _elementwise(lambda r, d: _core.epsilon_of_rho(r, d, theorem), rho, delta)


@overload
def delta(*, mu: float, epsilon: float) -> float: ...
@overload
def delta(*, mu: npt.ArrayLike, epsilon: npt.ArrayLike) -> float | Floats: ...
def delta(*, mu: npt.ArrayLike, epsilon: npt.ArrayLike) -> float | Floats:
    """The least delta at epsilon of what costs mu, exactly, for continuous Gaussian noise."""
    return _elementwise(_core.delta_of, mu, epsilon)


@overload
def rho(*, epsilon: float, delta: float, theorem: str = "zcdp-tight") -> float: ...
@overload
def rho(*, epsilon: npt.ArrayLike, delta: npt.ArrayLike, theorem: str = "zcdp-tight") -> float | Floats: ...
def rho(*, epsilon: npt.ArrayLike, delta: npt.ArrayLike, theorem: str = "zcdp-tight") -> float | Floats:
    """The largest rho of zero-concentrated differential privacy that keeps (epsilon, delta)."""
    return _elementwise(lambda e, d: _core.rho_of(e, d, theorem), epsilon, delta)


class Ledger:
    """The books of a promise: every release asks before its noise is drawn, and is refused where it does not fit.

    Costs are counted for each user by itself: releases that touch different users do not add up.

    Args:
        epsilon, delta: The promise to every user.
        theorem: By which it is kept.
        noise: ``"simulation"`` (continuous, seeded) or ``"production"`` (discrete, for which gdp-exact does not hold).
        adjacency: ``"replace-one"`` or ``"add-remove"``.

    >>> books = tacit.account.Ledger(epsilon=1, delta=1e-6)
    >>> books.charge("gram", sensitivity=1, noise_scale=40, users=(0, 1000))
    >>> books.left(0, 1000)
    """

    def __init__(
        self,
        *,
        epsilon: float,
        delta: float,
        theorem: str = "gdp-exact",
        noise: str = "simulation",
        adjacency: str = "replace-one",
    ) -> None:
        self._native = _core.Ledger(epsilon, delta, theorem, noise, adjacency)

    def charge(
        self, name: str, *, sensitivity: float, noise_scale: float, users: tuple[int, int], times: int = 1
    ) -> None:
        """Books a release, before its noise is drawn.

        Args:
            name: What is released.
            sensitivity: How far one user can move the sum, L2.
            noise_scale: The standard deviation of the Gaussian noise on it.
            users: (first, end): users first, ..., end - 1 may have contributed.
            times: How many releases of this form, each with noise of its own.

        Raises:
            tacit.BudgetExceeded: It does not fit; nothing was booked.
        """
        first, end = users
        self._native.charge(name, sensitivity, noise_scale, first, end, times)

    def left(self, first: int, end: int) -> float:
        """What every user from `first` to `end` - 1 can still be charged, as a mu."""
        return self._native.left(first, end)

    @property
    def mu(self) -> float:
        """What all releases that touch one user may cost together."""
        return self._native.mu

    @property
    def spent(self) -> float:
        """What the user who was charged most has paid, as a mu."""
        return self._native.spent

    @property
    def epsilon_spent(self) -> float:
        """The same as an epsilon, at the promised delta."""
        return self._native.epsilon_spent

    @property
    def releases(self) -> int:
        """How often something was released."""
        return self._native.releases

    def certificate(self, run: Mapping[str, str] | None = None) -> Certificate:
        """What was booked so far, for others to check.

        Args:
            run: How the run describes itself; nothing of it is checked.
        """
        return Certificate(self._native.certificate(list((run or {}).items())))

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Ledger does not pickle: a copy would spend twice")


def check(certificate: Certificate | str | os.PathLike[str] | Mapping[str, object]) -> CertificateCheck:
    """Redoes the arithmetic of a certificate: one that was made, its fields, or a file."""
    if isinstance(certificate, Certificate):
        return certificate.check()
    if isinstance(certificate, Mapping):
        return Certificate(json.dumps(certificate)).check()
    return Certificate(_core.read_certificate(os.fspath(certificate))).check()
