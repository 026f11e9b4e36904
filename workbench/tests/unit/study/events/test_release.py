"""What is released, and the same read back; the figures on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import cliometer
from cliometer.errors import InputError, UsageError
from cliometer.io.sheets import write_links
from cliometer.model.nuggets import JudgedEvent
from cliometer.study.agreement_survey import AgreementSurvey, SurveyOptions, survey_agreement
from cliometer.study.link_agreement import topic_statistics
from cliometer_workbench.study.events.event_study import (
    EventRelease,
    agreement_notes,
    event_overlaps,
    event_release_files,
    link_rows,
    release_events,
    reopen_event_files,
    reopen_events,
    rows_by_agreement,
    running_agreement,
    verified_topic,
)
from cliometer_workbench.study.journal import Worksheet
from cliometer_workbench.study.steps import SHARED
from tests.units import source, vector
from workbench.tests.unit.study.events.small import do, linking, verifying, works

DEMO = Path(cliometer.__file__).parent / "demo" / "events"


def verified() -> dict[str, Mapping[str, Worksheet]]:
    work = do(verifying(), "accept", sentences=["n/s1"], event="dam")
    work = do(work, "reject", sentences=["m/s3"], event="mayor")
    work = do(work, "accept", sentences=["n/s2", "n/s3"], event="mayor")
    return works() | {"verify": {SHARED: do(work, "add", sentences=["m/s2"], event="mayor")}}


def before() -> dict[str, Mapping[str, Worksheet]]:
    return {step: sheets for step, sheets in works().items() if step != "verify"}


def written(folder: Path, *releases: EventRelease) -> Path:
    for name, text in event_release_files(releases).items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return folder


def test_before_anybody_verified_there_is_the_overlap_worst_first() -> None:
    found = running_agreement("flood", before())
    assert found.agreement is None
    assert [(one.event, one.dice, one.disputed) for one in event_overlaps(found)] == [
        ("mayor", 0.0, ("m/s3", "n/s2+n/s3")),
        ("dam", 2 / 3, ("n/s1",)),
    ]


def test_events_without_links_stand_last() -> None:
    found = running_agreement("flood", before() | {"link": {"ann": linking(), "bo": linking()}})
    assert [(one.event, one.dice) for one in event_overlaps(found)] == [("dam", None), ("mayor", None)]
    only = do(linking(), "link", sentence="m/s1", event="mayor")
    found = running_agreement("flood", before() | {"link": {"ann": only, "bo": only}})
    assert [(one.event, one.dice) for one in event_overlaps(found)] == [("mayor", 1.0), ("dam", None)]
    found = running_agreement("flood", verified() | {"link": {"ann": only}})
    assert [(row.event, row.agreement) for row in rows_by_agreement(found)] == [("mayor", 0.0), ("dam", None)]


def test_what_the_figures_do_not_show_is_said() -> None:
    assert list(agreement_notes(works())) == ["undecided links: 3; the agreement counts them as not accepted so far"]
    assert not list(agreement_notes(verified()))
    silent = before() | {"link": {"ann": linking()}}
    assert list(agreement_notes(silent)) == ["ann linked nothing and is left out of the agreement"]


def test_table_1_has_a_row_of_the_topic() -> None:
    judged = running_agreement("flood", verified())
    found = topic_statistics(verified_topic("flood", verified()), judged.agreement, hours=2.5, part="test")
    assert (found.stories, found.events, found.sentences, found.hours, found.agreement) == (2, 2, 6, 2.5, 0.75)
    assert (found.off, found.single, found.multi) == (1, 5, 0)


def test_the_command_gives_the_figures_that_the_pages_show(tmp_path: Path) -> None:
    one = release_events("flood", verified(), seconds=4000.5, part="training")
    from_files = survey_agreement(SurveyOptions([written(tmp_path, one)]))
    judged = running_agreement("flood", verified())
    row = topic_statistics(one.topic, judged.agreement, 4000.5 / 3600, "training")
    assert replace(from_files, notes=()) == AgreementSurvey(events=(row,), judged=(judged,))


def test_a_release_read_back_releases_the_same_bytes(tmp_path: Path) -> None:
    one = release_events("flood", verified(), 90.0)
    (back,) = reopen_event_files([written(tmp_path, one)])
    again = EventRelease(verified_topic("flood", back.works), link_rows(back.works), back.facts)
    assert event_release_files([again]) == event_release_files([one])
    decided = [action.verb for action in back.journals["verify", SHARED]]
    assert decided == ["accept", "accept", "add", "accept", "reject"]
    assert all(not work.unsettled for sheets in back.works.values() for work in sheets.values())


def test_the_demo_opens_as_a_study_that_releases_its_very_bytes() -> None:
    (back,) = reopen_event_files([DEMO])
    one = EventRelease(verified_topic(back.topic.id, back.works), link_rows(back.works), back.facts)
    found = event_release_files([one])
    for name, file in {"events.json": "berlin-wall.json", "links.csv": "berlin-wall.csv"}.items():
        assert found[name].split() == (DEMO / file).read_text(encoding="utf-8").split()


def test_the_sheet_is_what_our_writer_writes(tmp_path: Path) -> None:
    write_links(link_rows(verified()), tmp_path / "links.csv")
    text = event_release_files([release_events("flood", verified())])["links.csv"]
    assert (tmp_path / "links.csv").read_bytes() == text.encode()


def test_sheets_without_rows_are_left_out() -> None:
    bare = verified() | {"link": {}}
    assert list(event_release_files([release_events("flood", bare)])) == ["events.json"]


def test_topics_that_share_a_sentence_are_not_released_together() -> None:
    one = release_events("flood", verified())
    other = replace(one, topic=replace(one.topic, id="rain"))
    with pytest.raises(InputError, match="the topics flood and rain both have a sentence m/s1; release them apart"):
        event_release_files([one, other])


def test_without_the_last_step_nothing_is_released() -> None:
    with pytest.raises(UsageError, match="the step verify is not there yet"):
        verified_topic("flood", before())


def test_events_of_other_origin_open_too() -> None:
    back = reopen_events(vector())
    assert [event.text for event in verified_topic("t", back.works).events] == ["1", "2", "3", "4"]
    assert [event.links for event in verified_topic("t", back.works).events] == [e.links for e in vector().events]


def test_a_topic_that_cannot_be_a_study_says_why() -> None:
    topic = replace(vector(), sources=(source("n+m", "One."),), events=(JudgedEvent("1"),))
    with pytest.raises(InputError, match="topic t cannot be opened as a study: the id"):
        reopen_events(topic)
    with pytest.raises(InputError, match="a judge without a name"):
        reopen_events(replace(vector(), events=(JudgedEvent("1", judges=("",)),)))
