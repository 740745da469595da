"""Numbers of privacy, and the books."""

import json
import pickle
import subprocess
from pathlib import Path

import numpy as np
import pytest
import tacit
from tacit import account


def test_mu_and_epsilon_are_inverse() -> None:
    mu = account.mu(epsilon=1, delta=1e-6)
    assert isinstance(mu, float)
    assert account.epsilon(mu=mu, delta=1e-6) == pytest.approx(1, rel=1e-9)
    assert account.delta(mu=mu, epsilon=1) == pytest.approx(1e-6, rel=1e-6)


def test_numbers_are_those_of_the_program(program: Path) -> None:
    flags = "account --epsilon 1 --delta 1e-6 --json"
    printed = json.loads(subprocess.run([program, *flags.split()], capture_output=True, check=True).stdout)
    assert account.mu(epsilon=1, delta=1e-6) == pytest.approx(printed["mu"], rel=1e-12)
    for theorem, name in (("zcdp-tight", "zcdp_tight"), ("zcdp-simple", "zcdp_simple")):
        assert account.rho(epsilon=1, delta=1e-6, theorem=theorem) == pytest.approx(printed["rho"][name], rel=1e-9)
        found = account.epsilon(mu=printed["mu"], delta=1e-6, theorem=theorem)
        assert found == pytest.approx(printed["epsilon"][name], rel=1e-12)


def test_arrays_broadcast() -> None:
    epsilon, delta = np.array([0.1, 1, 10]), np.array([[1e-5], [1e-7]])
    mu = account.mu(epsilon=epsilon, delta=delta)
    assert isinstance(mu, np.ndarray)
    assert mu.shape == (2, 3)
    assert mu[1, 2] == account.mu(epsilon=10, delta=1e-7)
    assert (np.diff(mu, axis=1) > 0).all()


def test_weaker_theorems_allow_less() -> None:
    exact, tight, simple = (
        account.mu(epsilon=1, delta=1e-6, theorem=theorem) for theorem in ("gdp-exact", "zcdp-tight", "zcdp-simple")
    )
    assert exact > tight > simple


def test_rho_is_half_the_square_of_mu() -> None:
    assert account.epsilon(rho=0.02, delta=1e-6) == pytest.approx(account.epsilon(mu=0.2, delta=1e-6), rel=1e-9)


@pytest.mark.parametrize(
    "call",
    [
        lambda: account.mu(epsilon=-1, delta=1e-6),
        lambda: account.mu(epsilon=1, delta=0),
        lambda: account.mu(epsilon=float("nan"), delta=1e-6),
        lambda: account.mu(epsilon="much", delta=1e-6),
        lambda: account.mu(epsilon=1, delta=1e-6, theorem="mine"),
        lambda: account.mu(epsilon=[1, 2], delta=[1e-6, 1e-7, 1e-8]),
        lambda: account.epsilon(delta=1e-6),
        lambda: account.epsilon(mu=1, rho=1, delta=1e-6),
        lambda: account.Ledger(epsilon=1, delta=2),
        lambda: account.Ledger(epsilon=1, delta=1e-6, noise="production"),  # gdp-exact does not hold for it.
    ],
)
def test_refuses_what_is_no_budget(call) -> None:
    with pytest.raises(tacit.Error):
        call()


def test_books_what_fits_and_refuses_what_does_not() -> None:
    books = account.Ledger(epsilon=1, delta=1e-6)
    books.charge("gram", sensitivity=1, noise_scale=5, users=(0, 1000))
    left = books.left(0, 1000)
    with pytest.raises(tacit.BudgetExceeded) as caught:
        books.charge("gram", sensitivity=1, noise_scale=5, users=(999, 1200))
    assert caught.value.asked == pytest.approx(0.2)
    assert caught.value.left == pytest.approx(left)
    assert books.left(0, 1000) == left
    assert books.left(1000, 1200) == pytest.approx(books.mu, rel=1e-9)


def test_releases_on_different_users_do_not_add_up() -> None:
    books = account.Ledger(epsilon=1, delta=1e-6)
    for block in range(10):
        books.charge("sums", sensitivity=1, noise_scale=5, users=(100 * block, 100 * block + 100))
    assert books.spent == pytest.approx(0.2)
    assert books.releases == 10
    assert 0 < books.epsilon_spent < 1


def test_a_charge_that_is_none_is_refused_and_not_booked() -> None:
    books = account.Ledger(epsilon=1, delta=1e-6)
    for wrong in ({"sensitivity": -1.0}, {"noise_scale": float("nan")}, {"users": (5, 5)}, {"times": 0}):
        given = {"sensitivity": 1.0, "noise_scale": 40.0, "users": (0, 10), "times": 1, **wrong}
        with pytest.raises(tacit.Error):
            books.charge("gram", **given)
    assert books.spent == 0


def test_a_certificate_of_the_books_holds(tmp_path: Path) -> None:
    books = account.Ledger(epsilon=1, delta=1e-6)
    books.charge("gram", sensitivity=1, noise_scale=40, users=(0, 1000))
    certificate = books.certificate({"agent": "mine"})
    assert certificate.to_dict()["run"] == {"agent": "mine"}
    certificate.save(tmp_path / "certificate.json")
    for form in (certificate, certificate.to_dict(), tmp_path / "certificate.json"):
        assert account.check(form).holds


def test_check_says_why_a_certificate_does_not_hold() -> None:
    books = account.Ledger(epsilon=1, delta=1e-6)
    books.charge("gram", sensitivity=1, noise_scale=40, users=(0, 1000))
    fields = books.certificate().to_dict()
    fields["entries"][0]["noise_scale"] = 1.0
    found = account.check(fields)
    assert not found.holds
    assert found.reasons


def test_check_refuses_what_is_no_certificate(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    for wrong in (tmp_path / "x.json", tmp_path / "none.json"):
        with pytest.raises(tacit.Error):
            account.check(wrong)


def test_books_do_not_pickle() -> None:
    with pytest.raises(TypeError, match="spend twice"):
        pickle.dumps(account.Ledger(epsilon=1, delta=1e-6))
