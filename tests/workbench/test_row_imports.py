"""Files for topics that are there: suggestions to judges, and the journal of work that goes on elsewhere."""

from __future__ import annotations

import html
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer.study.events.event_linking import LinkingSheet
from cliometer.workbench.models import Entry, Study
from cliometer.workbench.services.imports import import_files
from cliometer.workbench.services.seats import seat
from cliometer.workbench.services.study_lifecycle import start
from cliometer.workbench.services.worksheets import load, topic_of
from tests.workbench.owner.makings import finish, topic, upload
from tests.workbench.people import Answer, Town

ROW = {"topic": "wall", "step": "link", "sentence": "wall-story/s2", "event": "The wall falls", "source": "model"}


def table(*rows: dict[str, str]) -> SimpleUploadedFile:
    lines = [",".join(rows[0]), *(",".join(row.values()) for row in rows)]
    return upload("my-suggestions.csv", "\n".join(lines) + "\n")


def lines(*rows: dict[str, str]) -> SimpleUploadedFile:
    return upload("suggestions.jsonl", "".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture
def study(town: Town) -> Study:
    study = town.study("events", [topic("wall")], ann="judge", bo="judge", cy="verifier")
    Study.objects.filter(pk=study.pk).update(settings={"suggest": 1.0})
    return Study.objects.get(pk=study.pk)


def send(town: Town, *files: SimpleUploadedFile, name: str = "owner", slug: str = "study") -> Answer:
    return town.client(name).post(f"/studies/{slug}/topics", {"files": list(files)})


def to_links(town: Town, study: Study) -> None:
    town.hand_in("owner", town.sheet(study, "split"))
    for judge in ("ann", "bo"):
        town.act(judge, town.sheet(study, "list", judge), "add", text="The wall falls")
        town.hand_in(judge, town.sheet(study, "list", judge))
    board = town.sheet(study, "merge")
    town.act("ann", board, "make", candidates=["ann/c1", "bo/c1"], id="e1")
    town.hand_in("ann", board)


@pytest.mark.parametrize("made", [table, lines])
def test_a_file_suggests_links_that_a_judge_accepts_or_refuses_by_a_key(town: Town, study: Study, made: object) -> None:
    assert send(town, made(ROW)).status_code == 302  # type: ignore[operator]
    to_links(town, study)
    sheet = town.sheet(study, "link", "ann")
    page = html.unescape(town.client("ann").get(f"/sheets/{sheet.pk}/").content.decode())
    assert "Suggested by a machine (model)" in page
    work = load(sheet).work
    assert isinstance(work, LinkingSheet)
    (one,) = work.suggestions_of("wall-story/s2")
    ((verb, details),) = one.actions
    answer = town.client("ann").post(
        f"/sheets/{sheet.pk}/do",
        {"verb": verb, **details, "suggestion": one.id, "op": "accept-it"},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 200 and "model" not in answer.content.decode()
    assert Entry.objects.get(sheet=sheet).details == {**details, "suggestion": one.id}
    for name in ("ann", "bo"):
        town.act(name, town.sheet(study, "link", name), "read", story="wall-story")
    town.act("bo", town.sheet(study, "link", "bo"), "decline", suggestion=one.id)
    figures = town.client("owner").get("/studies/study/agreement").content.decode()
    assert "Share accepted" in figures and "50.0" in figures.partition("<td>model</td>")[2][:200]
    assert "anchoring" in figures


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (table(ROW | {"topic": "moon"}), "the study has no topic moon"),
        (table(ROW | {"step": "write"}), "a suggestion for write needs"),
        (lines({"topic": "wall", "step": "write", "date": "1989", "text": "x"}), "has no step write"),
        (lines(ROW | {"event": ""}), "event is missing"),
        (upload("suggestions.csv", ""), "holds no suggestion"),
        (upload("suggestions.csv", b"\xff\xfe"), "is not UTF-8"),
        (upload("suggestions.jsonl", "{"), "not valid JSON"),
    ],
)
def test_bad_rows_are_refused_by_their_line_and_nothing_is_kept(
    town: Town, study: Study, file: SimpleUploadedFile, message: str
) -> None:
    file.seek(0)
    answer = send(town, file)
    assert answer.status_code == 422 and message in html.unescape(answer.content.decode())
    assert topic_of(study.topics.get()).suggestions == ()


def test_suggestions_come_before_the_work_and_by_themselves(town: Town, study: Study) -> None:
    assert send(town, table(ROW), upload("a.txt")).status_code == 422
    to_links(town, study)
    town.act("ann", town.sheet(study, "link", "ann"), "link", sentence="wall-story/s1", event="e1")
    answer = send(town, table(ROW))
    assert "judges have begun on wall" in html.unescape(answer.content.decode())
    assert send(town, table(ROW), name="ann").status_code == 403


def copy_of(town: Town, study: Study) -> Study:
    rows: Answer = town.client("owner").get("/studies/study/journal.jsonl")
    journal = b"".join(rows.streaming_content).decode()
    other = Study.objects.create(slug="again", kind="events", title="Again", created_by=town.person("owner"))
    seat(other, town.person("owner"), "owner")
    for row in study.topics.all():
        row.pk, row.study = None, other
        row.save()
    import_files(other, [upload("study-journal.jsonl", journal)], town.person("owner"))
    return other


def test_unfinished_work_goes_on_where_it_was(town: Town, study: Study) -> None:
    to_links(town, study)
    town.act("ann", town.sheet(study, "link", "ann"), "link", sentence="wall-story/s1", event="e1")
    town.act("ann", town.sheet(study, "link", "ann"), "undo")
    town.act("ann", town.sheet(study, "link", "ann"), "redo")
    other = copy_of(town, study)
    for name in ("ann", "bo"):
        seat(other, town.person(name), "judge")
    seat(other, town.person("cy"), "verifier")
    start(other, town.person("owner"))
    sheet = town.sheet(other, "link", "ann")
    assert sheet.submitted is None and town.sheet(other, "merge").submitted is not None
    work = load(sheet).work
    assert isinstance(work, LinkingSheet) and work.links == {"wall-story/s1": ("e1",)}
    assert town.act("ann", sheet, "read", story="wall-story").status_code == 200
    assert town.hand_in("ann", sheet).status_code == 302


def test_a_finished_journal_comes_back_whole(town: Town, study: Study) -> None:
    finish(town, study)
    other = copy_of(town, study)
    assert not other.sheets.filter(submitted=None).exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"topic": "moon", "step": "list", "judge": "ann", "by": "ann", "verb": "add"}', "no topic moon"),
        ('{"topic": "wall", "left_out": "blind"}', "leaves out blind work"),
        ('{"topic": "wall", "step": "list"', "not valid JSON"),
        ('{"superseded": true}', "holds no action"),
        ('{"topic": "wall", "step": "list", "judge": "ann", "by": "ann", "verb": "fly"}', "fly"),
    ],
)  # fmt: skip
def test_a_journal_that_does_not_fit_is_refused_and_nothing_is_laid_out(town: Town, text: str, message: str) -> None:
    study = town.study("events", [topic("wall")])
    study.sheets.all().delete()
    answer = send(town, upload("journal.jsonl", text))
    assert answer.status_code == 422 and message in html.unescape(answer.content.decode())
    assert not study.sheets.exists()


def test_a_journal_is_not_mixed_with_sheets_that_are_there(town: Town, study: Study) -> None:
    row = {"topic": "wall", "step": "list", "judge": "ann", "by": "ann", "verb": "add", "details": {"text": "x"}}
    answer = send(town, upload("journal.jsonl", json.dumps(row)))
    assert "has sheets already" in html.unescape(answer.content.decode())
