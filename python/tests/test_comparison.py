"""compare, sweep and load."""

import pickle
from pathlib import Path

import numpy as np
import pytest
import tacit

SWEEP = """name = "small"
episodes = 300
runs = 3
epsilon = [0.5, 2]
[[environment]]
name = "simplex"
horizon = 3
[[agent]]
name = "lsvi-ucb++"
[[agent]]
name = "dp-block-ucb"
"""


@pytest.fixture(scope="module")
def compared() -> tacit.Comparison:
    return tacit.compare(
        tacit.env("simplex", horizon=3, seed=1),
        ["lsvi-ucb++", "dp-block-ucb", tacit.agent("dp-block-ucb", ratio=3, label="coarse"), "uniform"],
        episodes=300,
        epsilon=[0.5, 2],
        runs=3,
    )


@pytest.fixture
def sweep_file(tmp_path: Path) -> Path:
    file = tmp_path / "small.toml"
    file.write_text(SWEEP)
    return file


def test_names_what_is_missing(compared: tacit.Comparison) -> None:
    with pytest.raises(tacit.Error, match="epsilon: '3' is not there; there are 0.5, 2.0") as caught:
        compared.find("dp-block-ucb", epsilon=3)
    assert caught.value.field == "epsilon"


def test_runs_agents_without_a_budget_once_and_others_at_each(compared: tacit.Comparison) -> None:
    assert [(r.label, r.epsilon) for r in compared] == [
        ("lsvi-ucb++", None),
        ("dp-block-ucb", 0.5),
        ("dp-block-ucb", 2),
        ("coarse", 0.5),
        ("coarse", 2),
        ("uniform", None),
    ]


def test_finds_what_run_finds(compared: tacit.Comparison) -> None:
    alone = tacit.run(tacit.env("simplex", horizon=3, seed=1), "dp-block-ucb", episodes=300, epsilon=2, runs=3)
    together = compared.find("dp-block-ucb", epsilon=2)
    np.testing.assert_array_equal(together.regret, alone.regret)
    np.testing.assert_array_equal(together.policy, alone.policy)
    assert len(together.certificates) == 3


def test_find_says_what_there_is(compared: tacit.Comparison) -> None:
    with pytest.raises(tacit.Error, match="there are lsvi-ucb"):
        compared.find("nobody")
    with pytest.raises(tacit.Error, match="2 times"):
        compared.find("coarse")


def test_table_has_a_row_for_each_contender(compared: tacit.Comparison) -> None:
    table = compared.table()
    assert len(table) == 6
    assert "final regret" in table.columns
    assert "lsvi-ucb++" in str(table)
    assert len(table.to_pandas()) == 6
    assert "<table>" in table._repr_html_()


@pytest.mark.parametrize(("kind", "rows"), [("difference", 5), ("privacy", 4), ("price", 4)])
def test_other_tables(compared: tacit.Comparison, kind: str, rows: int) -> None:
    assert len(compared.table(kind)) == rows


def test_table_refuses_what_there_is_not(compared: tacit.Comparison) -> None:
    with pytest.raises(tacit.Error, match="final, difference, privacy or price"):
        compared.table("nonsense")
    with pytest.raises(tacit.Error, match="reference"):
        compared.table("difference", reference="nobody")
    with pytest.raises(tacit.Error, match="env"):
        compared.table(env="nowhere")


def test_differences_are_those_of_the_same_users(compared: tacit.Comparison) -> None:
    two = tacit.Comparison([compared.find("lsvi-ucb++"), compared.find("dp-block-ucb", epsilon=2)])
    expected = (two[1].regret[:, -1] - two[0].regret[:, -1]).mean()
    line = two.plot("difference", reference="lsvi-ucb++").get_lines()[0]
    assert line.get_ydata()[-1] == pytest.approx(expected)


@pytest.mark.parametrize("kind", ["regret", "budget", "difference"])
def test_plots_every_figure_that_it_names(compared: tacit.Comparison, kind: str) -> None:
    names = compared.figures(kind)
    assert names
    for name in names:
        assert compared.plot(kind, figure=name).get_title(loc="left")


def test_plot_refuses_what_there_is_not(compared: tacit.Comparison) -> None:
    for arguments in ({"kind": "nonsense"}, {"figure": "nonsense"}, {"figure": 99}, {"bands": "x"}):
        with pytest.raises(tacit.Error):
            compared.plot(**arguments)  # type: ignore[arg-type]


def test_becomes_one_frame(compared: tacit.Comparison) -> None:
    frame = compared.to_pandas()
    assert len(frame) == sum(result.regret.size for result in compared)
    last = frame[frame.episode == 300].groupby(["label", "epsilon"], dropna=False).regret.mean()
    assert last["dp-block-ucb", 2.0] == pytest.approx(compared.find("dp-block-ucb", epsilon=2).mean_regret)
    assert compared.to_arrow().num_rows == len(frame)


def test_is_a_sequence_that_pickles(compared: tacit.Comparison) -> None:
    back = pickle.loads(pickle.dumps(compared))
    assert [r.to_json() for r in back] == [r.to_json() for r in compared]
    assert len(compared[1:3]) == 2
    assert repr(back) == repr(compared)


def test_a_notebook_shows_a_table_and_a_picture(compared: tacit.Comparison) -> None:
    page = compared._repr_html_()
    assert "</table>" in page
    assert "</svg>" in page


def test_takes_several_environments() -> None:
    several = tacit.compare(["two-state", "simplex"], "uniform", episodes=20)
    assert [r.env for r in several] == ["two-state", "simplex"]
    assert several.table().columns[0] == "environment"
    assert len(several.table(env="simplex")) == 1


def test_refuses_the_same_agent_twice_and_nobody() -> None:
    with pytest.raises(tacit.Error, match="there twice"):
        tacit.compare("two-state", ["uniform", "uniform"], episodes=10)
    with pytest.raises(tacit.Error) as caught:
        tacit.compare("two-state", [], episodes=10)
    assert caught.value.field == "agent"


def test_asks_private_agents_for_a_budget() -> None:
    with pytest.raises(tacit.Error, match="needs a budget"):
        tacit.compare("two-state", ["uniform", "dp-block-ucb"], episodes=10)


def test_sweep_finds_what_compare_finds(sweep_file: Path, compared: tacit.Comparison, tmp_path: Path) -> None:
    swept = tacit.sweep(sweep_file, tmp_path / "out")
    assert isinstance(swept, tacit.Comparison)
    for result in swept:
        np.testing.assert_array_equal(
            result.regret, compared.find(result.label, epsilon=result.epsilon).regret if result.epsilon
            else compared.find(result.label).regret
        )  # fmt: skip
    assert all(certificate.check().holds for result in swept for certificate in result.certificates)
    assert sum(len(result.certificates) for result in swept) == 6


def test_load_reads_what_sweep_wrote(sweep_file: Path, tmp_path: Path) -> None:
    swept = tacit.sweep(sweep_file, tmp_path / "out")
    loaded = tacit.load(tmp_path / "out")
    assert [r.to_json() for r in loaded] == [r.to_json() for r in swept]
    assert loaded.unfinished == ()


def test_parts_of_a_sweep_are_loaded_as_one(sweep_file: Path, tmp_path: Path) -> None:
    assert len(tacit.sweep(sweep_file, tmp_path / "1", shard="1/2")) == 2
    tacit.sweep(sweep_file, tmp_path / "2", shard="2/2")
    assert len(tacit.load(tmp_path / "1", tmp_path / "2")) == 3


def test_results_from_files_have_no_policy(sweep_file: Path, tmp_path: Path) -> None:
    with pytest.raises(tacit.Error, match="not in files"):
        tacit.sweep(sweep_file, tmp_path / "out")[0].policy  # noqa: B018


def test_sweep_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(SWEEP.replace("lsvi-ucb++", "lsvi-ubc++"))
    with pytest.raises(tacit.Error, match=r"bad\.toml:9"):
        tacit.sweep(file, tmp_path / "out")


def test_load_refuses_what_is_no_sweep(tmp_path: Path) -> None:
    with pytest.raises(tacit.Error):
        tacit.load(tmp_path)
    with pytest.raises(tacit.Error):
        tacit.load()
