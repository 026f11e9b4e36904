"""Releases of studies: recognised, described, and judged as the commands would."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

import cliometer
from cliometer.cli.main import main
from cliometer.errors import InputError
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.document import Code, Listing, Section
from cliometer_workbench.formats.archives import digest_of
from cliometer_workbench.releases import StudyRelease, is_release, kind_of_files, read_release, release_section
from tests.pictured import figures, listings, words
from tests.unit.cli.test_cite_kinds import JUDGED, VOTED, cited
from tests.unit.reporting.test_result_kinds import checked, same_after_reading

DEMO = Path(cliometer.__file__).parent / "demo"
UNITS = (DEMO / "units/apollo-13.json").read_text(encoding="utf-8")
EVENTS = {
    "events.json": (DEMO / "events/berlin-wall.json").read_text(encoding="utf-8"),
    "links.csv": (DEMO / "events/berlin-wall.csv").read_text(encoding="utf-8"),
    "topics.csv": (DEMO / "events/topics.csv").read_text(encoding="utf-8"),
}
RELEASES = {
    "events": EVENTS,
    "units": {
        "units/apollo-13.json": UNITS,
        "second/apollo-13/rematch-bo.json": UNITS,
        "second/apollo-13/rematch-cy.json": UNITS,
    },
    "preferences": {"votes.csv": (DEMO / "votes.csv").read_text(encoding="utf-8"), "answers.jsonl": ""},
}


def folder_of(files: dict[str, str], place: Path) -> Path:
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8", newline="")
    return place


def archive_of(files: dict[str, str], place: Path, comment: str = "", top: str = "") -> Path:
    path = place / "study.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(top + name, text)
        archive.comment = comment.encode()
    return path


def section_of(path: Path) -> Section:
    return release_section(read_release(path), FigureNames())


@pytest.mark.parametrize("kind", RELEASES)
def test_a_folder_and_its_archive_tell_the_same(kind: str, tmp_path: Path) -> None:
    files = RELEASES[kind]
    folder = folder_of(files, tmp_path / "gold")
    packed = archive_of(files, tmp_path, top="gold/")
    assert is_release(folder) and is_release(packed)
    assert kind_of_files({name.split("/")[0] for name in files}) == kind
    assert section_of(folder) == section_of(packed)


@pytest.mark.parametrize("kind", RELEASES)
def test_a_release_names_its_files_its_steps_and_its_digest(kind: str, tmp_path: Path) -> None:
    section = section_of(folder_of(RELEASES[kind], tmp_path))
    assert Code(digest_of(RELEASES[kind]), "Digest: sha256sum of what sha256sum prints for the files by name") in (
        section.blocks
    )
    held = next(block for block in section.blocks if isinstance(block, Listing) and block.folded)
    assert [row[0] for row in held.table.rows] == sorted(RELEASES[kind])
    assert "Steps of such a study" in words(section) and figures(section)


def test_units_without_second_links_are_a_release_too(tmp_path: Path) -> None:
    assert set(figures(section_of(archive_of({"units/apollo-13.json": UNITS}, tmp_path)))) == {"pyramids"}


def test_people_and_content_are_counted(tmp_path: Path) -> None:
    said = words(section_of(folder_of(EVENTS, tmp_path)))
    assert "judged events: 1 topic with 19 events, by 2 people: anna, ben." in said


def test_each_second_matcher_has_a_row_of_the_agreement_command(tmp_path: Path) -> None:
    folder = folder_of(RELEASES["units"], tmp_path)
    found = figures(section_of(folder))["matching"].table
    out = io.StringIO()
    second = str(folder / "second/apollo-13/rematch-bo.json")
    assert main(["study", "agreement", str(folder / "units"), "--second", second, "--json"], out, io.StringIO()) == 0
    (told,) = json.loads(out.getvalue())["matching"]
    assert [row[0] for row in found.rows] == ["apollo-13: rematch-bo", "apollo-13: rematch-cy"]
    assert list(found.rows[0][2:]) == [told[key] for key in ("decisions", "agreement", "exact", "alpha")]


def test_the_comment_of_an_archive_brings_its_notes(tmp_path: Path) -> None:
    right = archive_of(EVENTS, tmp_path, f"Cliometer release {digest_of(EVENTS)}\nno time was measured")
    said = words(section_of(right))
    assert "no time was measured" in said and "not those that were frozen" not in said


def test_files_that_were_changed_after_the_freeze_are_noticed(tmp_path: Path) -> None:
    said = words(section_of(archive_of(EVENTS, tmp_path, "Cliometer release 0123abc")))
    assert "the files are not those that were frozen: the archive names the digest 0123abc" in said


def test_a_release_without_a_vote_says_so(tmp_path: Path) -> None:
    files = {"votes.csv": "topic,judge,first,second,preferred,reason\r\n", "answers.jsonl": ""}
    section = section_of(folder_of(files, tmp_path))
    assert "It holds no vote that counts." in words(section) and not section.sections


def test_judges_of_preferences_come_with_their_reliability(tmp_path: Path) -> None:
    judge = {"judge": "ann", "votes": 6, "ties": 1, "seconds": 9.5, "aside": "", "quiz": {"share": 0.5}, "tests": {}}
    design = json.dumps({"judges": [judge]})
    section = section_of(folder_of({**RELEASES["preferences"], "design.json": design}, tmp_path))
    table = next(one.table for one in listings(section) if one.caption.startswith("Judges"))
    assert table.rows == [["ann", 6, 1, 9.5, 0.5, "-", "-", "-", "no"]]


@pytest.mark.parametrize(
    "design", ["{", "[]", '{"judges": [1]}', '{"judges": 3}', "[" * 100_000], ids=("half", "list", "1", "3", "deep")
)
def test_a_design_that_cannot_be_read_is_a_note(design: str, tmp_path: Path) -> None:
    files = {**RELEASES["preferences"], "design.json": design}
    assert "design.json cannot be read" in words(section_of(folder_of(files, tmp_path)))


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"a.txt": "x"}, "is not a release of a study"),
        ({"events.json": "{"}, r"study\.zip: events\.json"),
        ({"events.json": "x", "events.json/y": "x"}, "is a file and a folder at once|is not a release"),
        ({"votes.csv/x": "x", "answers.jsonl": ""}, r"study\.zip: votes\.csv: is a folder"),
    ],
    ids=("other files", "no JSON", "file and folder", "folder for a file"),
)
def test_an_archive_that_is_none_is_one_clear_line(files: dict[str, str], why: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=why) as caught:
        section_of(archive_of(files, tmp_path))
    assert "cliometer-release-" not in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", RELEASES)
def test_a_release_is_read_back_from_its_document(kind: str, tmp_path: Path) -> None:
    release = read_release(folder_of(RELEASES[kind], tmp_path))
    again = StudyRelease.from_dict(json.loads(json.dumps(release.to_dict())))
    assert again.to_dict() == release.to_dict() and again.results
    assert release_section(again, FigureNames()) == release_section(release, FigureNames())


def test_checks_of_a_model_are_counted_by_system_and_read_back(tmp_path: Path) -> None:
    rows = ["topic,system,unit,statement,text,answer", "t,a,u1,x,y,yes", "t,a,u2,x,y,", "t,b,u1,x,y,partly"]
    folder = folder_of({"audited.csv": "\n".join(rows), "checks.csv": "", "people/persons.jsonl": ""}, tmp_path)
    release = read_release(folder)
    assert [tuple(vars(one).values()) for one in release.checks] == [("a", 2, 1, 0, 0), ("b", 1, 0, 1, 0)]
    assert "3 decisions of a model, 2 of them with an answer of people, on 2 systems" in words(section_of(folder))
    assert StudyRelease.from_dict(json.loads(json.dumps(release.to_dict()))) == release


def test_coded_reasons_stand_after_the_votes_and_are_read_back(tmp_path: Path) -> None:
    votes = (DEMO / "votes.csv").read_text(encoding="utf-8")
    files = {**RELEASES["preferences"], "reasons.csv": votes, "codes/ann.csv": "reason,category\n"}
    folder = folder_of({**files, "codebook.toml": (DEMO / "codebook.toml").read_text(encoding="utf-8")}, tmp_path)
    read = StudyRelease.from_dict(json.loads(json.dumps(read_release(folder).to_dict())))
    assert release_section(read, FigureNames()).sections[-1].title == section_of(folder).sections[-1].title
    assert type(read.results[-1]).__name__ == "ReasonSurvey"


def test_a_release_is_read_back_into_the_same_section(tmp_path: Path) -> None:
    (tmp_path / "votes.csv").write_bytes((DEMO / "votes.csv").read_bytes())
    (tmp_path / "answers.jsonl").touch()
    given = json.loads(json.dumps(read_release(tmp_path).to_dict()))
    same_after_reading(given, "release")
    checked(given)


def test_a_release_of_events_rests_on_what_its_agreement_does(tmp_path: Path) -> None:
    assert cited(folder_of(EVENTS, tmp_path)) == ("survey of agreement", JUDGED)


def test_a_release_of_preferences_rests_on_its_votes(tmp_path: Path) -> None:
    title, works = cited(folder_of(RELEASES["preferences"], tmp_path))
    assert title == "vote" and works >= VOTED


def test_the_document_of_a_release_rests_on_its_results(tmp_path: Path) -> None:
    document = read_release(folder_of(RELEASES["preferences"], tmp_path / "release")).to_dict()
    path = tmp_path / "release.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    title, works = cited(path)
    assert title == "release of a study" and works >= VOTED


def test_a_release_without_votes_cites_cliometer_alone(tmp_path: Path) -> None:
    head = RELEASES["preferences"]["votes.csv"].splitlines()[0]
    assert cited(folder_of({"votes.csv": head, "answers.jsonl": ""}, tmp_path)) == ("release of preferences", set())
