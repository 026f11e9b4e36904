"""Files for topics that are there: suggestions to judges, and the journal of work that goes on elsewhere."""

from __future__ import annotations

import html
import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer.errors import InputError
from cliometer.io.units import UnitFile, units_document
from cliometer.judges.coverage import CoverageAnswer, JudgedCoverage
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.units import ContentUnit, Contributor, UnitTopic
from cliometer.model.when import When
from cliometer.study.unit_drafts import DRAFT, DRAFTED_BY, STATUS
from cliometer_workbench.models import Entry, Study
from cliometer_workbench.services.imports import import_files
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.study_lifecycle import start
from cliometer_workbench.services.worksheets import load, topic_of, topic_works
from cliometer_workbench.study.events.event_links import LinkingSheet
from cliometer_workbench.study.units.unit_board import UnitBoard
from cliometer_workbench.study.units.unit_matching import MatchSheet
from cliometer_workbench.study.units.unit_study import unmatched_units
from workbench.tests.app.owner.makings import finish, topic, upload
from workbench.tests.app.people import Answer, Town
from workbench.tests.app.units import stages as units_at

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
    assert "judges have begun on wall" in html.unescape(send(town, table(ROW)).content.decode())
    assert send(town, table(ROW), name="ann").status_code == 403


def copy_of(town: Town, study: Study) -> Study:
    rows: Answer = town.client("owner").get("/studies/study/journal.jsonl")
    journal = b"".join(rows.streaming_content).decode()
    other = Study.objects.create(
        slug="again", kind=study.kind, title="Again", created_by=town.person("owner"), settings=study.settings
    )
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


def test_unfinished_units_go_on_where_they_were_with_the_suggestions_that_were_decided_on(town: Town) -> None:
    study = units_at.matching(town, suggest=1.0)
    sheet = town.sheet(study, "match", "ann")
    (one,) = load(sheet).work.suggestions_of("sink")  # type: ignore[attr-defined]
    town.act("ann", sheet, "decline", suggestion=one.id)
    town.act("ann", sheet, "link", unit="sail", mark=units_at.marks()["left"])
    other = copy_of(town, study)
    for name in units_at.WRITTEN:
        seat(other, town.person(name), "judge")
    start(other, town.person("owner"))
    again = town.sheet(other, "match", "ann")
    work = load(again).work
    assert isinstance(work, MatchSheet) and again.submitted is None
    assert work == load(sheet).work and work.suggestions_of("sink") == ()
    assert list(work.units) == ["sail", "sink", "rescue", "rules"]
    for unit in work.units:
        town.act("ann", again, "done", unit=unit)
    assert town.hand_in("ann", again).status_code == 302


def test_a_journal_of_a_study_with_other_settings_says_what_to_do(town: Town) -> None:
    study = units_at.building(town, draft=False)
    town.act("ann", town.sheet(study, "build"), "join", unit="c1", into="c2")
    study.settings = study.settings | {"draft": True}  # which the new study has
    with pytest.raises(InputError, match=r"step build: there is no unit 'c1'.*the same documents and settings"):
        copy_of(town, study)


def test_a_finished_journal_comes_back_whole(town: Town, study: Study) -> None:
    finish(town, study)
    assert not copy_of(town, study).sheets.filter(submitted=None).exists()


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


def by_model(study: Study) -> str:
    """What `cliometer judge links --units` writes of the built units: each linked to the last sentence, half of it."""
    topic = unmatched_units("titanic", topic_works(study.topics.get()))
    judged = JudgedCoverage(
        "qwen",
        "endpoint|url:http://localhost/v1|model:qwen|temperature:0|prompt:1a2b3c4d5e6f",
        tuple(CoverageAnswer("titanic", "", [*topic.marks.sentences][-1], one.id, 1, "partly") for one in topic.units),
        calls=0, tokens=0, signature="",
    )  # fmt: skip
    return units_document(judged.linked(UnitFile((topic,))).units)


def test_the_links_of_judge_become_suggestions_to_matchers_with_model_and_prompt(town: Town) -> None:
    study = units_at.matching(town, suggest=1.0)
    assert "4 suggestions for 1 topic kept" in notes_of(send(town, upload("linked.json", by_model(study))), town)
    work = load(town.sheet(study, "match", "ann")).work
    assert isinstance(work, MatchSheet)
    (first, *_) = work.suggestions_of("sail")
    assert (first.source, first.actions[0][1]["v"]) == ("qwen, prompt 1a2b3c4d5e6f", 0.5)
    other = by_model(study).replace('"id": "titanic"', '"id": "moon"')
    assert "no topic moon" in refusal(send(town, upload("linked-suggestions.json", other)))
    people = units_document([unmatched_units("titanic", topic_works(study.topics.get()))])
    assert "has a topic titanic already" in refusal(send(town, upload("units.json", people)))
    assert "holds no suggestion" in refusal(send(town, upload("suggestions.json", people)))


@pytest.mark.parametrize("share", [1e-9, 1.0])  # all held back, all shown
def test_programs_read_the_suggestions_of_the_page_and_none_that_are_held_back(town: Town, share: float) -> None:
    study = units_at.matching(town, suggest=share)
    send(town, upload("linked.json", by_model(study)))
    read = {
        step: town.client("ann").get(f"/api/sheets/{town.sheet(study, step, judge).pk}").json()["work"]
        for step, judge in (("write", "ann"), ("build", ""), ("match", "ann"))
    }
    shown = load(town.sheet(study, "match", "ann")).work.suggestions  # type: ignore[attr-defined]
    assert [one["id"] for one in read["match"]["suggestions"]] == [one.id for one in shown]
    assert bool(shown) == (share == 1) == ("qwen" in json.dumps(read.pop("match")))
    assert "qwen" not in json.dumps(read), "the rows are for another step"


@pytest.mark.parametrize("share", [1e-9, 1.0])  # all held back, all shown
def test_programs_that_link_read_each_sentence_once_and_only_what_is_suggested(
    town: Town, study: Study, share: float
) -> None:
    Study.objects.filter(pk=study.pk).update(settings={"suggest": share})
    send(town, table(ROW))
    to_links(town, study)
    sheet = town.sheet(study, "link", "ann")
    work = town.client("ann").get(f"/api/sheets/{sheet.pk}").json()["work"]
    shown = load(sheet).work
    assert isinstance(shown, LinkingSheet) and bool(shown.suggestions) == (share == 1)
    assert [one["id"] for one in work["suggestions"]] == [one.id for one in shown.suggestions]
    assert json.dumps(work).count(shown.stories.text("wall-story/s2")) == 1


def test_the_links_of_judge_to_events_become_suggestions_to_those_who_link(town: Town, study: Study) -> None:
    to_links(town, study)
    found = topic_of(study.topics.get())
    event = JudgedEvent("x9", "The wall falls", ("wall-story/s2",), (), ("words|model:words|prompt:1a2b3c",))
    document = units_document(events=[EventTopic("wall", found.sources, (event,))])
    assert send(town, upload("linked.json", document)).status_code == 302
    work = load(town.sheet(study, "link", "ann")).work
    assert isinstance(work, LinkingSheet)
    (one,) = (one for one in work.suggestions_of("wall-story/s2") if one.source == "words, prompt 1a2b3c")
    assert one.about == ("wall-story/s2", "e1"), "the words name the event, since the id is another's"
    unit = replace(event, judges=("ann",))
    people = units_document(events=[EventTopic("wall", found.sources, (unit,))])
    assert send(town, upload("linked.json", people)).status_code == 422


def test_drafts_become_suggestions_on_the_board_and_facts_bring_their_labels(town: Town) -> None:
    study = units_at.building(town)
    lines = {by: [Contributor(by, text, When.of(date)) for date, text in own] for by, own in units_at.WRITTEN.items()}
    both = (lines["ann"][1], replace(lines["bo"][1], writer="W-7"))  # a release gives writers other names
    roles = ((STATUS, DRAFT), (DRAFTED_BY, "gguf|model:smol|prompt:9f8e7d"))
    units = (
        ContentUnit("draft-1", "The ship sank", contributors=both, roles=roles),
        ContentUnit("draft-2", "People were rescued", contributors=both[:1], roles=roles),
        ContentUnit("draft-3", "The ship sets sail.", contributors=(lines["ann"][0], lines["di"][0]), roles=roles[:1]),
        ContentUnit(
            "draft-4", "Nobody wrote it", contributors=(Contributor("eve", "x", When.of("1912")),), roles=roles
        ),
        ContentUnit("draft-5", "It has no line", roles=roles),
    )
    sent = send(town, upload("drafts.json", units_document([UnitTopic("titanic", (), units, 3)])))
    notes = notes_of(sent, town)
    assert "unless its settings" not in notes and "drafts without contributors were left out: draft-5" in notes
    sheet = town.sheet(study, "build")
    work = load(sheet).work
    assert isinstance(work, UnitBoard)
    found = {one.about: one for one in work.suggestions if one.source != "similarity"}
    assert {about: one.source for about, one in found.items()} == {
        ("ann/l2", "bo/l2"): "smol, prompt 9f8e7d", ("ann/l2",): "smol, prompt 9f8e7d", ("ann/l1", "di/l1"): "draft",
    }  # fmt: skip
    for one in found.values():
        for verb, details in one.actions:
            carried: dict[str, Any] = {**details, "suggestion": one.id}
            assert town.act("ann", sheet, verb, **carried).status_code == 200
    board = load(sheet).work
    assert isinstance(board, UnitBoard) and not [one for one in board.suggestions if one.source != "similarity"]
    assert [unit.label for unit in board.units.values()] == ["The ship sank", "People were rescued", ""]
    answer = send(town, upload("drafts.json", units_document([UnitTopic("titanic", (), units, 3)])))
    assert "judges have begun" in refusal(answer)


def test_where_every_line_is_a_unit_a_fact_gives_it_its_label(town: Town) -> None:
    study = units_at.building(town, draft=False)
    roles = ((STATUS, DRAFT), (DRAFTED_BY, "gguf|model:smol"))
    line = Contributor("cy", "New rules for lifeboats.", When.of("1914"))
    unit = ContentUnit("draft-1", "Rules change", contributors=(line,), roles=roles)
    send(town, upload("drafts.json", units_document([UnitTopic("titanic", (), (unit,), 3)])))
    board = load(town.sheet(study, "build")).work
    assert isinstance(board, UnitBoard)
    (one,) = (one for one in board.suggestions if one.source == "smol")
    ((verb, details),) = one.actions
    assert (verb, details["label"]) == ("describe", "Rules change") and details["unit"] in board.units


def notes_of(answer: Answer, town: Town) -> str:
    assert answer.status_code == 302, answer.content
    return html.unescape(town.client("owner").get("/studies/study/topics").content.decode())


def refusal(answer: Answer) -> str:
    assert answer.status_code == 422
    return html.unescape(answer.content.decode())
