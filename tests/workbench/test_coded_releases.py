"""Releases in which people stand as codes, with what they answered and the guidelines they worked under."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer.cli.main import main
from cliometer.workbench.models import Admission, Release, Study
from cliometer.workbench.services.release_documents import document_files
from cliometer.workbench.services.study_documents import add_picture, keep_document
from cliometer.workbench.services.study_lifecycle import create
from cliometer.workbench.services.study_releases import freeze, release_archive
from tests.workbench.access.places import PNG
from tests.workbench.events import stages as event_stages
from tests.workbench.people import Town
from tests.workbench.preferences import voters
from tests.workbench.units import stages as unit_stages

NAMES = re.compile(r"\b(ann|bo|cy|di)\b")


def voted(town: Town) -> Study:
    study = voters.study_of(town, "ann", "bo")
    for name in ("ann", "bo"):
        voters.vote(town, study, name, voters.careful)
    return study


STUDIES: dict[str, Callable[[Town], Study]] = {
    "events": event_stages.through, "units": unit_stages.through, "preferences": voted,
}  # fmt: skip


@pytest.mark.parametrize("kind", STUDIES)
def test_a_coded_release_names_nobody_and_opens_again_under_the_codes(kind: str, town: Town, tmp_path: Path) -> None:
    study, boss = STUDIES[kind](town), town.person("owner")
    Study.objects.filter(pk=study.pk).update(coded=True)
    study.refresh_from_db()
    keep_document(study, "guidelines", {"": "Read."}, boss)
    keep_document(study, "questions", {"questions": [{"id": "age", "text": "Age?"}]}, boss)
    details = {"answers": {"age": "30"}, "excluded_by": []}
    Admission.objects.create(
        study=study, user=town.person("ann"), part="questions", version=1, passed=True, details=details
    )
    release = freeze(study, boss, partial=True)[0]
    for name, text in release.files.items():
        assert not NAMES.search(f"{name} {text}"), name
    assert not any(NAMES.search(note) for note in release.notes)
    assert re.search(r"\bJ2\b", str(release.files))
    again = create(kind, "Again", boss, settings=study.settings)
    answer = town.client("owner").post("/studies/again/topics", {"files": [_archive(release)]}, follow=True)
    assert "guidelines and people were left out" in answer.content.decode()
    same = freeze(again, boss, partial=True)[0].files
    own = {name: text for name, text in release.files.items() if not name.startswith(("guidelines/", "people/"))}
    assert same == own
    _read_by_commands(release, tmp_path)


def _archive(release: Release) -> SimpleUploadedFile:
    return SimpleUploadedFile("release.zip", release_archive(release))


def _read_by_commands(release: Release, folder: Path) -> None:
    """The folders on guidelines and people are in nobody's way."""
    packed = folder / "release.zip"
    packed.write_bytes(release_archive(release))
    out, err = io.StringIO(), io.StringIO()
    assert main(["report", str(packed), "-o", str(folder / "report.html")], out, err) == 0, err.getvalue()
    if "events.json" in release.files:
        with zipfile.ZipFile(packed) as archive:
            archive.extractall(folder / "gold")
        assert main(["agreement", str(folder / "gold")], out, err) == 0, err.getvalue()
        assert "left out" not in out.getvalue() + err.getvalue()


def test_a_release_without_guidelines_and_questions_is_as_before(town: Town) -> None:
    study = event_stages.through(town)
    assert sorted(freeze(study, town.person("owner"))[0].files) == ["events.json", "links.csv"]


def test_versions_pictures_and_judgements_are_in_the_release(town: Town) -> None:
    study, boss = event_stages.linking(town), town.person("owner")
    add_picture(study, SimpleUploadedFile("a.png", PNG), boss)
    keep_document(study, "guidelines", {"": "Read.", "link/examples": "![A](a.png)"}, boss)
    keep_document(study, "guidelines", {"": "Read twice."}, boss)
    town.act("ann", town.sheet(study, "link", "ann"), "flag", sentence="wall/1/s1", flag="satire")
    files = document_files(study, {"ann": "J1", "bo": "J2"})
    assert files["guidelines/1/study.md"] == "Read."
    assert files["guidelines/1/link-examples.md"] == "![A](a.png)"
    assert files["guidelines/2/study.md"] == "Read twice."
    assert json.loads(files["guidelines/pictures.jsonl"])["name"] == "a.png"
    rows = files["guidelines/judgements.csv"].splitlines()
    assert rows[0] == "topic,step,judge,guidelines,actions"
    assert "wall,link,J1,2,1" in rows
    assert "wall,list,J1,0,3" in rows
    assert [row.rpartition(",")[2] for row in files["guidelines/versions.csv"].splitlines()] == ["by", "owner", "owner"]


def test_of_those_who_declined_nothing_but_that_is_released(town: Town) -> None:
    study, boss = event_stages.through(town), town.person("owner")
    keep_document(study, "consent", {"": "We ask you."}, boss)
    keep_document(study, "questions", {"questions": [{"id": "age", "text": "Age?"}]}, boss)
    ann = town.person("ann")
    details = {"answers": {"age": "30"}}
    Admission.objects.create(study=study, user=ann, part="questions", version=1, passed=True, details=details)
    Admission.objects.create(study=study, user=ann, part="consent", version=1, passed=False)
    release = freeze(study, boss)[0]
    (line,) = map(json.loads, release.files["people/persons.jsonl"].splitlines())
    assert set(line) == {"judge", "consent"}
    assert (line["judge"], line["consent"]["passed"]) == ("J1", False)
    assert "J1 declined or withdrew the consent" in release.notes[-1]
    assert release.files["people/consent-1.md"] == "We ask you."
    assert json.loads(release.files["people/questions-1.json"])["questions"][0]["id"] == "age"
