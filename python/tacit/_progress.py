"""How far a long call is, for people who wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ._optional import optional

__all__ = ["Progress", "shown"]

Progress = bool | Callable[[int, int], object] | None


@contextmanager
def shown(progress: Progress, unit: str = "users") -> Iterator[Callable[[int, int], object] | None]:
    """What is called with (done, total) while the work goes on: a bar of tqdm for True, nothing for None."""
    if not progress:
        yield None
        return
    if callable(progress):
        yield progress
        return
    tqdm = optional("tqdm.auto", "progress", "progress=True").tqdm
    with tqdm(unit=f" {unit}", unit_scale=True) as bar:

        def update(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield update
