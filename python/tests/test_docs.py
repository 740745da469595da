"""docs/python.md: every block runs, one after another."""

import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "docs" / "python.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TEXT, flags=re.DOTALL | re.MULTILINE)


def test_blocks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(BLOCKS) > 10
    names: dict[str, object] = {}
    for number, block in enumerate(BLOCKS):
        exec(compile(block, f"docs/python.md, block {number}", "exec"), names)


def test_links_lead_somewhere() -> None:
    folder = Path(__file__).parents[2] / "docs"
    for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", TEXT):
        assert (folder / target).exists(), target
    headings = {re.sub(r"[^a-z -]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^#+ (.*)$", TEXT, re.M)}
    for anchor in re.findall(r"\]\(#([^)]+)\)", TEXT):
        assert anchor in headings, anchor
