"""Signing in by OpenID Connect: a real flow between a served workbench and a service of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cliometer.errors import UsageError
from cliometer_workbench.config import sign_in_service
from workbench.tests.app.test_ops_backup import workbench
from workbench.tests.issuer import CLIENT, SECRET, Issuer
from workbench.tests.served import Served


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    found = Issuer()
    yield found
    found.close()


@pytest.fixture(scope="module")
def served(issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A workbench whose people may have addresses at example.org."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLIOMETER_OIDC", f"{issuer.url}?client={CLIENT}&name=Example&domain=example.org")
        patch.setenv("CLIOMETER_OIDC_SECRET", SECRET)
        found = Served(tmp_path_factory.mktemp("served"), workers=1)
        found.start()
        yield found
        found.close()


def sign_in(served: Served, issuer: Issuer, next: str = "/account", **person: Any) -> httpx.Response:
    """What somebody sees who follows the link on the page for signing in."""
    issuer.person = {"preferred_username": "ann", "email_verified": True, **person}
    with httpx.Client(follow_redirects=True, base_url=served.url, timeout=30) as browser:
        assert "Sign in with Example" in browser.get("/login", params={"next": next}).text
        return browser.get("/sign-in/oidc", params={"next": next})


def test_whoever_the_service_knows_gets_an_account_and_comes_back_to_it(served: Served, issuer: Issuer) -> None:
    page = sign_in(served, issuer, sub="17", email="ann@example.org")
    assert page.url.path == "/account" and 'value="ann@example.org"' in page.text
    again = sign_in(served, issuer, "/", sub="17", email="ann@example.org", preferred_username="other")
    assert again.url.path == "/" and "ann" in again.text
    assert "no password" not in again.text


def test_a_name_that_is_taken_is_not_taken_over(served: Served, issuer: Issuer) -> None:
    page = sign_in(served, issuer, "/", sub="18", preferred_username="owner", email="x@example.org")
    assert page.status_code == 200 and "Only staff may begin studies" in page.text


@pytest.mark.parametrize(
    "person",
    [
        {"email": "ann@elsewhere.org"},
        {"email": "ann@example.org", "email_verified": False},
        {"email": "ann@evil.org@example.org.evil"},
        {},
    ],
)
def test_other_people_are_refused(person: dict[str, Any], served: Served, issuer: Issuer) -> None:
    page = sign_in(served, issuer, sub="99", **person)
    assert page.status_code == 403 and "verified address at example.org" in page.text


def test_whoever_cancels_is_told_so(served: Served, issuer: Issuer) -> None:
    issuer.refuses = True
    try:
        page = sign_in(served, issuer, sub="17")
        assert page.status_code == 403 and "signing in with Example did not work" in page.text
    finally:
        issuer.refuses = False


def test_a_forged_return_and_a_foreign_next_page_lead_nowhere(served: Served, issuer: Issuer) -> None:
    with httpx.Client(base_url=served.url, timeout=30) as browser:
        answer = browser.get("/sign-in/oidc/callback", params={"code": "code-0", "state": "forged"})
        assert answer.status_code == 403
        assert browser.get("/sign-in/oidc", params={"process": "connect"}).status_code == 404
        assert browser.get("/sign-in/other").status_code == 404
    page = sign_in(served, issuer, "https://evil.example/", sub="17", email="ann@example.org")
    assert str(page.url).startswith(served.url)


def test_nothing_is_kept_of_the_claims_and_the_secret_is_not_logged(served: Served, issuer: Issuer) -> None:
    sign_in(served, issuer, sub="17", email="ann@example.org", birthdate="1955-01-01")
    data = b"".join(path.read_bytes() for path in served.folder.glob("workbench.sqlite3*"))
    assert b"1955-01-01" not in data and SECRET.encode() not in data
    assert SECRET not in served.log and "code-" not in served.log


def test_the_check_names_the_address_to_register(
    served: Served, issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLIOMETER_OIDC_SECRET", SECRET)
    words = ("check", "--data", served.config.folder, "--oidc")
    done = workbench(*words, f"{issuer.url}?client={CLIENT}")
    assert "/sign-in/oidc/callback" in done.stdout, done
    done = workbench(*words, "http://localhost:1?client=a")
    assert (done.returncode, "does not describe itself" in done.stdout) == (1, True)


def test_accounts_come_back_from_a_backup(
    served: Served, issuer: Issuer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("OIDC", f"{issuer.url}?client={CLIENT}"), ("OIDC_SECRET", SECRET)):
        monkeypatch.setenv(f"CLIOMETER_{name}", value)
    file = str(tmp_path / "b.zip")
    assert workbench("backup", file, "--data", served.config.folder).returncode == 0
    done = workbench("restore", file, "--data", str(tmp_path / "again"))
    assert (done.returncode, "left out" in done.stdout) == (0, False), done
    monkeypatch.delenv("CLIOMETER_OIDC")
    done = workbench("restore", file, "--data", str(tmp_path / "without"))
    assert (done.returncode, "left out: who signs in by OpenID Connect" in done.stdout) == (0, True), done


@pytest.mark.parametrize(
    "url", ["http://login.example.org?client=a", "https://login.example.org", "https://a.org?client=a&x=1", "nonsense"]
)
def test_a_wrong_service_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="expected a sign-in service"):
        sign_in_service(url)


def test_a_service_without_its_secret_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLIOMETER_OIDC_SECRET", raising=False)
    done = workbench("where", "--data", str(tmp_path), "--oidc", "https://login.example.org?client=a")
    assert (done.returncode, "CLIOMETER_OIDC_SECRET" in done.stderr) == (2, True)
