"""Files become topics: all of them or none, and nothing that could do harm is even parsed."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.study.topics import Topic
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.study_kind import ImportBatch
from cliometer_workbench.models import Sheet, Study, StudyTopic
from cliometer_workbench.services import imports
from cliometer_workbench.services.imports import keep
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.study_lifecycle import create
from workbench.tests.app.owner.makings import finish, packed, topic, upload
from workbench.tests.app.people import Answer, Town


@pytest.fixture
def study(town: Town) -> Study:
    return create("events", "Study", town.person("owner"))


def give(town: Town, *files: SimpleUploadedFile) -> Answer:
    return town.client("owner").post("/studies/study/topics", {"files": list(files)})


def names() -> list[str]:
    return list(StudyTopic.objects.values_list("name", flat=True))


def refused(town: Town, *files: SimpleUploadedFile) -> str:
    """What the page says of files of which nothing may be kept."""
    answer = give(town, *files)
    page: str = answer.content.decode().replace("&#x27;", "'")
    assert (answer.status_code, names(), "Nothing was imported" in page) == (422, [], True)
    return page


def test_each_file_is_a_topic_and_the_page_says_what_it_holds(town: Town, study: Study) -> None:
    assert give(town, upload("prague.txt"), upload("berlin.txt")).status_code == 302
    assert names() == ["berlin", "prague"]
    page = town.client("owner").get("/studies/study/topics").content.decode()
    assert ("berlin" in page, "one note" in page, '<td class="number">2</td>' in page) == (True, True, True)


def test_an_archive_stands_for_its_files(town: Town, study: Study) -> None:
    give(town, packed({"a/berlin.txt": "x", "a/prague.txt": "y", "__MACOSX/._x": "z"}))
    assert names() == ["berlin", "prague"]
    assert "__MACOSX/._x was left out" in town.client("owner").get("/studies/study/topics").content.decode()


def test_an_error_names_file_and_line_and_nothing_is_imported(town: Town, study: Study) -> None:
    page = refused(town, upload("berlin.txt"), packed({"x/prague.txt": "bad"}))
    assert "Nothing was imported: x/prague.txt:1: the word is bad" in page


def test_a_topic_that_is_there_already_stops_the_whole_import(town: Town, study: Study) -> None:
    give(town, upload("berlin.txt"))
    answer = give(town, upload("aachen.txt"), upload("berlin.txt"))
    assert "has a topic berlin already" in answer.content.decode()
    assert names() == ["berlin"]


@pytest.mark.parametrize(
    "name",
    ["../../etc/x.txt", "/etc/x.txt", "a/../../x.txt", "C:\\x.txt", "a\\..\\x.txt", "a//x.txt", "a/\x07.txt"],
)
def test_path_tricks_in_an_archive_are_refused(name: str, town: Town, study: Study) -> None:
    assert "files.zip" in refused(town, packed({"fine.txt": "x", name: "x"}))


def test_a_link_in_an_archive_is_refused(town: Town, study: Study) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        entry = zipfile.ZipInfo("x.txt")
        entry.create_system, entry.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    assert "is a link" in refused(town, upload("files.zip", target.getvalue()))


def test_a_bomb_is_refused_before_it_is_unpacked(town: Town, study: Study) -> None:
    assert "far more than any text" in refused(town, packed({"x.txt": " " * (9 * 2**20)}))
    assert "larger than 10 MB" in refused(town, packed({"x.txt": " " * (11 * 2**20)}))


def test_an_archive_that_lies_about_sizes_is_stopped(town: Town, study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "_refuse_tricks", lambda entry, archive: None)
    assert "larger than 10 MB" in refused(town, packed({"x.txt": " " * (11 * 2**20)}))


def test_too_many_files_are_refused(town: Town, study: Study) -> None:
    assert "holds 201 files" in refused(town, packed({f"{number}.txt": "x" for number in range(201)}))


def test_too_much_in_all_is_refused(town: Town, study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_IN_ALL", 10)
    assert "in all" in refused(town, upload("a.txt", "x" * 6), upload("b.txt", "x" * 6))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.txt", b"a\0b"),
        ("x.zip", b"no archive"),
        ("x.zip", b"PK\3\4" + b"\0" * 40),
        ("x.txt", b"x" * (10 * 2**20 + 1)),
    ],
)
def test_what_is_no_text_is_refused(name: str, content: bytes, town: Town, study: Study) -> None:
    assert name in refused(town, upload(name, content))


def test_two_files_of_one_name_are_refused(town: Town, study: Study) -> None:
    assert "twice" in refused(town, upload("x.txt"), upload("x.txt"))


def test_an_empty_form_is_told_so(town: Town, study: Study) -> None:
    answer = give(town)
    assert (answer.status_code, "This field is required" in answer.content.decode()) == (422, True)


def test_an_empty_archive_is_refused(town: Town, study: Study) -> None:
    assert "files.zip: is an archive without files" in refused(town, packed({}))


def test_a_topic_goes_only_while_nobody_worked_on_it(town: Town) -> None:
    study = town.study("events", [topic("wall"), topic("moon")], ann="judge", bo="judge", cy="verifier")
    finish(town, study, "wall")
    wall, moon = study.topics.get(name="wall"), study.topics.get(name="moon")
    boss = town.client("owner")
    answer = boss.post("/studies/study/topics", {"remove": wall.pk})
    assert (answer.status_code, "never deleted" in answer.content.decode()) == (409, True)
    assert boss.post("/studies/study/topics", {"remove": moon.pk}).status_code == 302
    assert (names(), Sheet.objects.filter(study=study).count()) == (["wall"], 7)


def test_a_topic_of_another_study_cannot_be_removed(town: Town) -> None:
    town.study("events", [topic()])
    other = town.study("events", [topic()], slug="other")
    town.client("owner").post("/studies/study/topics", {"remove": other.topics.get().pk})
    assert other.topics.count() == 1


def test_settings_that_come_with_files_are_taken_until_somebody_has_worked(
    town: Town, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(paths: Sequence[Path]) -> ImportBatch:
        name = paths[0].stem
        return ImportBatch((topic(name),), settings={"draft": True, f"hours of {name}": 2})

    monkeypatch.setitem(KINDS, "events", replace(KINDS["events"], read=read))
    give(town, upload("wall.txt"))
    study.refresh_from_db()
    assert study.settings == {"draft": True, "hours of wall": 2}
    seat(study, town.person("owner"), "judge")
    town.client("owner").post("/studies/study/start")
    town.hand_in("owner", town.sheet(study, "split"))
    assert give(town, upload("moon.txt")).status_code == 302
    Study.objects.update(settings={"draft": False})
    answer = give(town, upload("war.txt"))
    assert (answer.status_code, "make a new study of them" in answer.content.decode()) == (422, True)


def test_where_a_sheet_holds_all_topics_none_is_added_under_the_judges_hands(town: Town) -> None:
    summaries = {"a": "One summary.", "b": "Another one."}
    study = town.study("preferences", [Topic("wall", summaries=summaries)], ann="judge")
    keep(study, ImportBatch((Topic("moon", summaries=summaries),)), town.person("owner"))
    Sheet.objects.filter(study=study).update(submitted=timezone.now())
    with pytest.raises(Refused, match="make a new study for more topics"):
        keep(study, ImportBatch((Topic("war", summaries=summaries),)), town.person("owner"))
    assert "Judges have begun" in town.client("owner").get("/studies/study/topics").content.decode()
