"""What every answer carries, what every change needs, and where the server listens."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from cliometer.errors import UsageError
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.middleware import POLICY
from cliometer_workbench.models import Study
from cliometer_workbench.server import ServerAddress as Listening
from cliometer_workbench.server import check_address
from cliometer_workbench.services.seats import new_api_token
from workbench.tests.app.access.places import PLACES, Place
from workbench.tests.app.held import undone
from workbench.tests.app.people import Answer, Town
from workbench.tests.app.stories import TOPIC


@pytest.fixture
def study(town: Town) -> Study:
    found = town.study("events", [TOPIC], ann="judge")
    town.hand_in("owner", town.sheet(found, "split"))
    return found


def careful(town: Town, name: str) -> Client:
    """A client that checks for CSRF as browsers' requests are checked."""
    client = Client(HTTP_HOST="localhost", enforce_csrf_checks=True, raise_request_exception=False)
    if name:
        client.force_login(town.person(name))
    return client


class Asked:
    """A study whose addresses are asked for by careful clients; what they do is undone."""

    def __init__(self, town: Town) -> None:
        self.study = town.study("events", [TOPIC], "asked", ann="judge")
        town.hand_in("owner", town.sheet(self.study, "split"))
        self.sheet = town.sheet(self.study, "list", "ann")
        self.clients = {name: careful(town, name) for name in ("", "ann", "owner")}

    def __call__(self, name: str, method: str, place: Place) -> Answer:
        with undone():
            path = place.at(self.study, self.sheet)
            return self.clients[name].generic(method, path, headers={"Accept": "text/html"})


@pytest.fixture(scope="module")
def asked(workbench: ServerConfig) -> Iterator[Asked]:
    with undone():
        yield Asked(Town())


_POSTS = [place for place in PLACES if "POST" in place.methods]


@pytest.mark.parametrize("place", _POSTS, ids=lambda place: place.name)
def test_no_change_without_the_csrf_token(place: Place, asked: Asked) -> None:
    answers = [asked(name, "POST", place) for name in ("owner", "ann")]
    assert {answer.status_code for answer in answers} == {403}
    assert all(b"CSRF" in answer.content or b"too old" in answer.content for answer in answers)


def test_a_token_of_the_page_allows_the_change(town: Town, study: Study) -> None:
    client = careful(town, "ann")
    page = client.get("/account").content.decode()
    token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
    answer = client.post("/account", {"what": "token", "name": "x", "csrfmiddlewaretoken": token})
    assert answer.status_code == 200
    body = json.dumps({"verb": "add", "details": {"text": "x"}, "op": "op-12345678"})
    path = f"/api/sheets/{town.sheet(study, 'list', 'ann').pk}/actions"
    header = {"X-CSRFToken": token}
    assert client.post(path, body, content_type="application/json", headers=header).status_code == 200


def test_a_key_needs_no_csrf_token(town: Town, study: Study) -> None:
    header = {"Authorization": f"Bearer {new_api_token(town.person('ann'), 'key')}"}
    path = f"/api/sheets/{town.sheet(study, 'list', 'ann').pk}/hand-in"
    assert careful(town, "").post(path, headers=header).status_code == 409  # nothing is listed yet


def test_a_wrong_key_is_refused_whatever_cookies_come_with_it(town: Town) -> None:
    assert town.client("ann").get("/api/studies", headers={"Authorization": "Bearer no"}).status_code == 401


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_every_answer_forbids_foreign_script(place: Place, asked: Asked) -> None:
    for name in asked.clients:
        for method in ("GET", "POST", "DELETE"):
            answer = asked(name, method, place)
            assert answer["Content-Security-Policy"] == POLICY
            assert answer["X-Content-Type-Options"] == "nosniff"
            assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/static/workbench/workbench.css", "/nowhere", "/admin/", "/api/nowhere"])
def test_so_do_files_errors_and_the_administration(path: str, town: Town) -> None:
    assert town.client("owner").get(path)["Content-Security-Policy"] == POLICY
    assert "frame-ancestors 'none'" in POLICY


def test_the_policy_allows_nothing_inline_or_foreign() -> None:
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY
    assert "http" not in POLICY


def test_no_page_has_inline_script_or_style(town: Town, study: Study) -> None:
    """The policy would stop it; a page that needs it would be broken."""
    for place in PLACES:
        if "GET" in place.methods and not place.by_program:
            path = place.at(study, town.sheet(study, "list", "ann"))
            answer = town.client("owner").get(path)
            if "text/html" in answer["Content-Type"]:
                page = answer.content.decode()
                assert not [word for word in (" style=", "<style", "onclick=", "hx-on", "javascript:") if word in page]
                assert page.count("<script") == page.count("<script src=") + page.count("<script defer src=")


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(town: Town) -> None:
    person = town.person("ann")
    person.set_password("a long enough phrase")
    person.save()
    client = Client(HTTP_HOST="localhost")
    client.get("/login")
    client.post("/login", {"username": "ann", "password": "a long enough phrase"})
    assert set(client.cookies) == {"sessionid", "csrftoken", "cliometer-known"}
    for cookie in client.cookies.values():
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


_SECURE = """
import json, sys, tempfile
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.server import load
load(ServerConfig(tempfile.mkdtemp(), hosts=("bench.example.org",), secure=True))
from django.conf import settings as s
names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "ALLOWED_HOSTS", "SECURE_HSTS_SECONDS", "DEBUG")
print(json.dumps({name: getattr(s, name) for name in names}))
"""


def test_behind_https_cookies_travel_only_there() -> None:
    told = subprocess.run([sys.executable, "-c", _SECURE], capture_output=True, text=True, check=True).stdout
    found = json.loads(told)
    assert (found["SESSION_COOKIE_SECURE"], found["CSRF_COOKIE_SECURE"], found["DEBUG"]) == (True, True, False)
    assert found["ALLOWED_HOSTS"][-1] == "bench.example.org"
    assert found["SECURE_HSTS_SECONDS"] > 0


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "localhost:80@evil", "127.0.0.1.nip.io"])
def test_other_hosts_names_are_refused(host: str, workbench: ServerConfig) -> None:
    client = Client(HTTP_HOST=host, raise_request_exception=False)
    assert {client.get(path).status_code for path in ("/login", "/api/docs", "/health")} == {400}


@pytest.mark.parametrize("address", ["0.0.0.0", "192.168.1.5", "::", "example.org", ""])
def test_a_local_workbench_listens_to_this_machine_alone(address: str) -> None:
    with pytest.raises(UsageError, match="can be reached from other machines"):
        check_address(Listening(address, 0), ServerConfig("x"))


def test_this_machine_is_the_default() -> None:
    assert Listening().address == "127.0.0.1"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    check_address(Listening(port=port), ServerConfig("x"))


def test_the_key_that_signs_cookies_is_for_its_owner_alone(workbench: ServerConfig) -> None:
    path = Path(workbench.folder) / "secret-key"
    assert path.stat().st_mode & 0o077 == 0
    assert len(path.read_text()) >= 50
