"""What type checkers read is what there is."""

import subprocess
import sys
from pathlib import Path

import pytest
import tacit

ROOT = Path(__file__).parents[2]


def test_the_stub_of_the_module_is_that_which_is_committed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "tacit._core", "-O", str(tmp_path)]
    pytest.importorskip("nanobind")
    subprocess.run(command, check=True)
    committed = (ROOT / "python" / "tacit" / "_core.pyi").read_text()
    hint = "python -m nanobind.stubgen -q -m tacit._core -O python/tacit"
    assert (tmp_path / "_core.pyi").read_text() == committed, f"make it anew: {hint}"


def test_package_and_examples_are_typed() -> None:
    pytest.importorskip("mypy")
    checked = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_everything_public_is_documented() -> None:
    for name in tacit.__all__:
        public = getattr(tacit, name)
        assert public.__doc__, name
        for attribute, value in vars(public).items() if isinstance(public, type) else ():
            if not attribute.startswith("_") and (callable(value) or isinstance(value, property)):
                assert value.__doc__, f"{name}.{attribute}"
