"""Actions on sheets: done once, in order, by their owner, with times that the server's clock bears out."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.models import Entry, Sheet, Stretch, Study, Throttle
from cliometer_workbench.services import storage
from cliometer_workbench.services.storage import LONGEST, active_seconds, count_time, writing
from workbench.tests.app.events.stages import listing
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import answer_all, ballot_of, careful, study_of

Clock = list[datetime]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The hands of the clock, which tests move."""
    hands = [timezone.now()]
    monkeypatch.setattr(storage, "timezone", SimpleNamespace(now=lambda: hands[0]))
    return hands


@pytest.fixture
def sheet(town: Town) -> Sheet:
    return town.sheet(listing(town), "list", "ann")


def test_a_stretch_cannot_reach_back_before_the_one_before_it(town: Town, sheet: Sheet, clock: Clock) -> None:
    ann = town.person("ann")
    assert count_time(sheet, ann, "30") == 30
    clock[0] += timedelta(seconds=10)
    assert count_time(sheet, ann, "30") == 10
    assert count_time(sheet, ann, "30") == 0
    assert (active_seconds([sheet])[sheet.pk], Stretch.objects.count()) == (40, 2)


def test_two_pages_of_one_person_do_not_double_her_time(town: Town, sheet: Sheet, clock: Clock) -> None:
    study, ann = sheet.study, town.person("ann")
    other = town.sheet(study, "merge")
    for _ in range(3):
        clock[0] += timedelta(seconds=20)
        count_time(sheet, ann, "20")
        count_time(other, ann, "20")
    assert sum(active_seconds([sheet, other]).values()) == 60


def test_two_people_at_once_count_both(town: Town, sheet: Sheet, clock: Clock) -> None:
    assert [count_time(sheet, town.person(name), "30") for name in ("ann", "bo")] == [30, 30]


@pytest.mark.parametrize(("told", "counted"), [("1e9", LONGEST), ("inf", LONGEST), ("-5", 0), ("nan", 0), ("0", 0)])
def test_no_stretch_is_longer_than_pages_report_or_less_than_nothing(
    told: str, counted: float, town: Town, sheet: Sheet, clock: Clock
) -> None:
    assert count_time(sheet, town.person("ann"), told) == counted


def test_words_are_no_time(town: Town, sheet: Sheet) -> None:
    with pytest.raises(Refused, match="active seconds"):
        count_time(sheet, town.person("ann"), "long")


@pytest.mark.parametrize("told", [None, 0, 60])
def test_a_judge_cannot_hide_haste(told: float | None, town: Town) -> None:
    sheet = town.sheet(study_of(town, "ann", quiz=0), "vote", "ann")
    for item in ballot_of(sheet).questions:
        done = town.act("ann", sheet, "answer", item=item.id, choice=careful(item), seconds=told)
        assert done.status_code == 200
    assert "took less than 3 seconds" in ballot_of(sheet).aside


def test_a_judge_who_takes_her_time_is_believed(town: Town) -> None:
    sheet = town.sheet(study_of(town, "ann"), "vote", "ann")
    answer_all(town, "ann", sheet, seconds=9.0)
    assert ballot_of(sheet).aside == ""
    assert {one.seconds for one in ballot_of(sheet).answers} == {9.0}


def test_what_is_said_to_be_saved_is_on_the_disk(workbench: ServerConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(os, "fdatasync", told.append)
    with writing():
        Throttle.objects.create(key="written").delete()
        assert not told
    assert len(told) == 1


TEXT = "The wall fell. People danced."
STORY = Source("a", Annotation(TEXT, (Sentence("s1", 0, 14, TEXT[:14]), Sentence("s2", 15, 29, TEXT[15:]))))
TOPIC = Topic("wall", sources=(STORY,))


@pytest.fixture
def study(town: Town) -> Study:
    found = town.study("events", [TOPIC], ann="judge", bo="judge", cy="verifier", ed="reader")
    town.hand_in("owner", town.sheet(found, "split"))
    return found


def test_the_same_op_is_done_once(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    first = town.act("ann", sheet, "add", op="same-op-1", text="The wall falls")
    again = town.act("ann", sheet, "add", op="same-op-1", text="The wall falls")
    assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert Entry.objects.filter(sheet=sheet).count() == 1


def test_what_is_refused_leaves_no_row_and_says_why(town: Town, study: Study) -> None:
    answer = town.act("ann", town.sheet(study, "list", "ann"), "ad", text="The wall falls")
    assert (answer.status_code, Entry.objects.count()) == (409, 0)
    assert "did you mean add" in answer.content.decode()


@pytest.mark.parametrize("name", ["bo", "cy", "ed", "owner"])
def test_nobody_else_writes_on_anns_sheet(name: str, town: Town, study: Study) -> None:
    assert town.act(name, town.sheet(study, "list", "ann"), "add", text="Mine").status_code == 403


def test_a_stranger_learns_nothing(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    assert town.act("zoe", sheet, "add", text="Mine").status_code == 404
    assert town.act("", sheet, "add", text="Mine").status_code == 401


def test_what_was_handed_in_cannot_be_changed(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    town.act("ann", sheet, "add", text="The wall falls")
    town.hand_in("ann", sheet)
    answer = town.act("ann", sheet, "add", text="More")
    assert (answer.status_code, "handed in" in answer.content.decode()) == (409, True)


@pytest.mark.parametrize("body", ["", "[1]", '{"verb": 3}', '{"verb": "add", "details": []}', "{" * 100_000])
def test_a_body_that_is_no_action_is_refused(body: str, town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    answer = town.client("ann").post(f"/sheets/{sheet.pk}/do", body, content_type="application/json")
    assert answer.status_code == 409
