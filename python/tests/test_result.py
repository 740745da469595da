"""What tacit.run returns."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
import tacit


def test_regret_has_a_row_for_each_run_and_a_column_for_each_checkpoint(private_run: tacit.Result) -> None:
    assert private_run.regret.shape == (3, len(private_run.checkpoints))
    assert private_run.checkpoints[-1] == 2000
    assert (np.diff(private_run.regret, axis=1) >= 0).all()


@pytest.mark.parametrize("name", ["checkpoints", "regret", "final_gap", "policy", "seeds", "switches", "seconds"])
def test_arrays_are_read_only(private_run: tacit.Result, name: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        getattr(private_run, name).flat[0] = 1


def test_mean_and_interval_are_those_of_the_final_regret(private_run: tacit.Result) -> None:
    assert private_run.mean_regret == pytest.approx(private_run.regret[:, -1].mean())
    assert private_run.ci95 is not None
    assert private_run.ci95[0] <= private_run.mean_regret <= private_run.ci95[1]


def test_one_run_has_no_interval() -> None:
    assert tacit.run("two-state", "uniform", episodes=10).ci95 is None


def test_policy_is_a_distribution_over_actions(private_run: tacit.Result) -> None:
    assert private_run.policy.shape == (3, 10, 20, 10)
    np.testing.assert_allclose(private_run.policy.sum(axis=-1), 1)


def test_the_best_policy_has_no_gap_and_no_regret() -> None:
    best = tacit.run("simplex", "optimal", episodes=100)
    assert best.final_gap[0] == pytest.approx(0, abs=1e-12)
    assert best.regret[0, -1] == pytest.approx(0, abs=1e-9)


def test_on_infinitely_many_states_there_is_no_table_of_the_policy() -> None:
    with pytest.raises(tacit.Error, match="finitely many states"):
        tacit.run("corridor", "uniform", episodes=10).policy  # noqa: B018


def test_every_private_run_has_a_certificate_that_holds(private_run: tacit.Result) -> None:
    assert len(private_run.certificates) == 3
    assert all(certificate.check().holds for certificate in private_run.certificates)
    assert all(certificate.check().simulation for certificate in private_run.certificates)


def test_a_certificate_that_was_altered_does_not_hold(private_run: tacit.Result) -> None:
    fields = private_run.certificates[0].to_dict()
    fields["epsilon_spent"] = 0.1
    check = tacit.Certificate(json.dumps(fields)).check()
    assert not check.holds
    assert check.reasons


def test_spends_no_more_than_was_promised(private_run: tacit.Result, open_run: tacit.Result) -> None:
    assert private_run.epsilon_spent is not None
    assert 0 < private_run.epsilon_spent <= 1
    assert open_run.epsilon_spent is None
    assert open_run.certificates == ()


def test_to_pandas_has_a_row_for_each_run_and_checkpoint(private_run: tacit.Result) -> None:
    frame = private_run.to_pandas()
    assert len(frame) == private_run.regret.size
    assert list(frame.columns) == [
        "env", "agent", "label", "epsilon", "delta", "env_seed", "run_seed", "episode", "regret"
    ]  # fmt: skip
    last = frame[frame.episode == 2000].sort_values("run_seed")
    np.testing.assert_array_equal(last.regret, private_run.regret[:, -1])


def test_to_arrow_is_the_same(private_run: tacit.Result) -> None:
    assert private_run.to_arrow().to_pandas().equals(private_run.to_pandas())


def test_to_json_is_a_document_with_the_regret(private_run: tacit.Result) -> None:
    document = json.loads(private_run.to_json())
    assert document["runs"][1]["regret"] == private_run.regret[1].tolist()


def test_save_writes_what_the_program_writes(private_run: tacit.Result, tmp_path: Path) -> None:
    private_run.save(tmp_path / "out")
    assert (tmp_path / "out" / "run.json").read_text() == private_run.to_json() + "\n"
    assert (tmp_path / "out" / "certificate.json").read_text() == private_run.certificates[0].text + "\n"
    assert (tmp_path / "out" / "regret.csv").read_text().startswith("seed,episode,regret\n1,1,")


def test_save_says_where_it_cannot_write(open_run: tacit.Result, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(tacit.Error) as caught:
        open_run.save(tmp_path / "file")
    assert caught.value.field == "directory"


def test_pickles_whole(private_run: tacit.Result) -> None:
    back = pickle.loads(pickle.dumps(private_run))
    assert back.to_json() == private_run.to_json()
    assert back.certificates == private_run.certificates
    np.testing.assert_array_equal(back.policy, private_run.policy)
    assert not back.policy.flags.writeable
    assert repr(back) == repr(private_run)


def test_plot_draws_the_mean(private_run: tacit.Result) -> None:
    axes = private_run.plot()
    line = axes.get_lines()[0]
    np.testing.assert_allclose(line.get_ydata()[-1], private_run.mean_regret)
    assert line.get_color() == "#D55E00"  # The report's colour of this agent.


def test_plot_draws_where_it_is_told(open_run: tacit.Result) -> None:
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    assert open_run.plot(ax=axes, bands="quantiles") is axes


def test_plot_refuses_other_bands(open_run: tacit.Result) -> None:
    with pytest.raises(tacit.Error, match="bands"):
        open_run.plot(bands="loose")


def test_a_notebook_shows_a_table_and_a_picture(private_run: tacit.Result) -> None:
    page = private_run._repr_html_()
    assert "<table>" in page
    assert "</svg>" in page
    assert "1 promised" in page


def test_is_called_by_the_label_of_its_agent() -> None:
    agent = tacit.agent("dp-block-ucb", ratio=3, label="mine")
    assert tacit.run("two-state", agent, episodes=10, epsilon=1).label == "mine"
