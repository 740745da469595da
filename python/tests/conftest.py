"""What tests share."""

import os
from pathlib import Path

import matplotlib
import pytest
import tacit

matplotlib.use("agg")


@pytest.fixture(scope="session")
def private_run() -> tacit.Result:
    return tacit.run("simplex", "dp-block-ucb", episodes=2000, epsilon=1, runs=3)


@pytest.fixture(scope="session")
def open_run() -> tacit.Result:
    return tacit.run("two-state", "lsvi-ucb++", episodes=300, runs=2)


@pytest.fixture(scope="session")
def program() -> Path:
    """The program, built from the same sources: TACIT_PROGRAM, or that of a build folder."""
    root = Path(__file__).parents[2]
    places = [Path(os.environ["TACIT_PROGRAM"])] if "TACIT_PROGRAM" in os.environ else []
    places += [root / "build" / build / "tacit" for build in ("release", "dev")]
    for place in places:
        if place.exists():
            return place
    pytest.skip("the program is not built")
