"""Releases are named by their bytes, can be checked by hand, and open again as they were."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from cliometer.cli.main import main
from cliometer_workbench.models import Audit, Release, Study
from workbench.tests.app.owner.makings import finish, topic, upload
from workbench.tests.app.people import Answer, Town

FREEZE = "/studies/study/releases/freeze"


@pytest.fixture
def study(town: Town) -> Study:
    return town.study("events", [topic("wall"), topic("moon")], ann="judge", bo="judge", cy="verifier")


@pytest.fixture
def frozen(town: Town, study: Study) -> Release:
    finish(town, study, "wall")
    finish(town, study, "moon", "Landing")
    town.client("owner").post(FREEZE)
    return Release.objects.get()


def download(town: Town, release: Release, name: str = "owner") -> bytes:
    answer: Answer = town.client(name).get(f"/studies/study/releases/{release.digest}.zip")
    content: bytes = answer.content
    return content


def test_the_same_state_is_frozen_once(town: Town, frozen: Release) -> None:
    answer = town.client("owner").post(FREEZE, follow=True)
    assert (Release.objects.count(), "Nothing has changed" in answer.content.decode()) == (1, True)
    assert Audit.objects.filter(what="frozen").count() == 1


def test_a_state_that_comes_back_has_its_old_name(town: Town, study: Study, frozen: Release) -> None:
    wall = study.topics.get(name="wall").pk
    town.client("owner").post("/studies/study/reopen", {"step": "verify", "topic": wall})
    town.hand_in("cy", town.sheet(study, "verify", topic="wall"))
    town.client("owner").post(FREEZE)
    assert Release.objects.get() == frozen


def test_the_archive_has_the_same_bytes_every_time(town: Town, frozen: Release) -> None:
    first = download(town, frozen)
    assert first == download(town, frozen, "ann")
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {name: archive.read(name).decode() for name in archive.namelist()} == frozen.files
        assert frozen.digest.encode() in archive.comment


def test_the_page_tells_how_to_use_it(town: Town, frozen: Release) -> None:
    page = town.client("ann").get("/studies/study/releases").content.decode()
    assert all(words in page for words in (frozen.digest, "events.json", "links.csv", "cliometer score RUN"))
    assert "Freeze" not in page


def test_the_release_is_read_by_the_command_line(town: Town, frozen: Release, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(download(town, frozen))) as archive:
        archive.extractall(tmp_path)
    out = io.StringIO()
    assert main(["study", "agreement", str(tmp_path), "--json"], out, io.StringIO()) == 0
    assert '"wall"' in out.getvalue()


def reopened(town: Town, release: Release) -> Study:
    """A new study from the archive."""
    given = {"title": "Again", "settings-length": 15, "files": upload("gold.zip", download(town, release))}
    answer = town.client("owner").post("/studies/new?kind=events", given)
    assert answer.status_code == 302, re.sub(r"<[^>]+>", " ", answer.content.decode())
    return Study.objects.get(slug="again")


def test_a_release_opens_as_a_study_that_freezes_to_the_same(town: Town, frozen: Release) -> None:
    again = reopened(town, frozen)
    town.client("owner").post("/studies/again/releases/freeze")
    assert again.releases.get().digest == frozen.digest


def test_work_from_elsewhere_keeps_its_names_and_gives_nobody_a_seat(town: Town, frozen: Release) -> None:
    User.objects.filter(username="bo").update(username="bob")
    again = reopened(town, frozen)
    assert town.client("ann").get("/studies/again/").status_code == 404
    made = User.objects.get(first_name="bo", username__startswith="bo@")
    assert (made.is_active, made.has_usable_password()) == (False, False)
    assert {sheet.judge_name for sheet in again.sheets.filter(step="link")} == {"ann", "bo"}
    page = town.client("owner").get("/studies/again/").content.decode()
    assert "to which nobody can sign in, for the names: bo" in page
