"""What is not installed is asked for when it is used, by name."""

import sys

import pytest
import tacit


@pytest.mark.parametrize(
    ("module", "call", "extra"),
    [
        ("pandas", lambda r: r.to_pandas(), "tacit[pandas]"),
        ("pyarrow", lambda r: r.to_arrow(), "tacit[arrow]"),
        ("matplotlib.pyplot", lambda r: r.plot(), "tacit[plot]"),
        ("tqdm.auto", lambda r: tacit.run("two-state", "uniform", episodes=1, progress=True), "tacit[progress]"),
    ],
)
def test_says_how_to_get_it(open_run, monkeypatch: pytest.MonkeyPatch, module: str, call, extra: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError) as caught:
        call(open_run)
    assert extra in str(caught.value)


def test_a_notebook_shows_a_table_without_matplotlib(open_run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    page = open_run._repr_html_()
    assert "<table>" in page
    assert "<svg" not in page
