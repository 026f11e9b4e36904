"""Files become topics: all of them or none, and nothing that could do harm is even parsed."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer_workbench.formats import archives
from cliometer_workbench.models import Sheet, Study, StudyTopic
from cliometer_workbench.services import imports
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


def test_a_topic_that_is_there_already_stops_the_whole_import(town: Town, study: Study) -> None:
    give(town, upload("berlin.txt"))
    answer = give(town, upload("aachen.txt"), upload("berlin.txt"))
    assert "has a topic berlin already" in answer.content.decode()
    assert names() == ["berlin"]


def test_an_archive_that_lies_about_sizes_is_stopped(town: Town, study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "refuse_tricks", lambda entry, archive, most: None)
    assert "larger than 10 MB" in refused(town, packed({"x.txt": " " * (11 * 2**20)}))


def test_too_many_files_are_refused(town: Town, study: Study) -> None:
    assert "holds 201 files" in refused(town, packed({f"{number}.txt": "x" for number in range(201)}))


def test_too_much_in_all_is_refused(town: Town, study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_IN_ALL", 10)
    assert "in all" in refused(town, upload("a.txt", "x" * 6), upload("b.txt", "x" * 6))


def test_two_files_of_one_name_are_refused(town: Town, study: Study) -> None:
    assert "twice" in refused(town, upload("x.txt"), upload("x.txt"))


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
