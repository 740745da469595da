#!/usr/bin/env python3
"""Print what building, running and testing the Python package needs, from pyproject.toml, for `pip install -r`."""

import re
import tomllib
from pathlib import Path

about = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
extras = about["project"]["optional-dependencies"]


def spelled_out(needs: list[str]) -> list[str]:
    """Replace `tacit[gym,plot]` by what those extras need."""
    result: list[str] = []
    for need in needs:
        own = re.fullmatch(r"tacit\[(.*)\]", need)
        result += [n for e in own[1].split(",") for n in spelled_out(extras[e])] if own else [need]
    return result


print("\n".join(spelled_out(about["build-system"]["requires"] + about["project"]["dependencies"] + extras["test"])))
