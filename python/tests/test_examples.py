"""Examples run, as they stand."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_runs(example: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "MPLBACKEND": "agg"}
    subprocess.run([sys.executable, str(example)], cwd=tmp_path, env=environment, check=True, timeout=300)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_is_a_notebook_too(example: Path) -> None:
    assert example.read_text().startswith("# %% [markdown]\n")
