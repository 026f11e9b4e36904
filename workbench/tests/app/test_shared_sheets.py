"""Sheets that judges share: nothing is made twice, nothing is lost, and everybody sees what the others do."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from cliometer.errors import Refused
from cliometer_workbench.models import Sheet, Study
from cliometer_workbench.services.worksheets import load
from cliometer_workbench.study.events.event_listing import EventBoard
from cliometer_workbench.study.events.event_study import release_events
from cliometer_workbench.study.journal import Action, replay
from cliometer_workbench.study.steps import SHARED
from cliometer_workbench.study.units.unit_board import UnitBoard
from cliometer_workbench.study.units.unit_files import unit_release_files
from workbench.tests.app.events import stages as events
from workbench.tests.app.held import undone
from workbench.tests.app.people import Answer, Town
from workbench.tests.app.units import stages as units

BOARDS: dict[str, tuple[Any, str, str, list[str]]] = {
    "units": (units.building, "build", "lines", ["ann/l1", "bo/l1", "di/l1"]),
    "events": (events.merging, "merge", "candidates", ["ann/c1", "bo/c1"]),
}


def shared(town: Town, kind: str) -> tuple[Sheet, str, list[str]]:
    stage, step, names, cards = BOARDS[kind]
    return town.sheet(stage(town), step), names, cards


def act(town: Town, who: str, sheet: Sheet, verb: str, seen: int | None = None, **details: Any) -> Answer:
    """An action of the API; `seen` is the last action that the judge saw."""
    body = {"verb": verb, "details": details, "op": f"op-{who}-{sheet.entries.count()}-{verb}", "seen": seen}
    return town.client(who).post(f"/api/sheets/{sheet.pk}/actions", body, content_type="application/json")


@pytest.mark.parametrize("kind", BOARDS)
def test_two_who_accept_the_same_suggestion_make_it_once(kind: str, town: Town) -> None:
    sheet, names, cards = shared(town, kind)
    seen = load(sheet).last
    assert act(town, "ann", sheet, "make", seen, **{names: cards}).status_code == 200
    late = act(town, "bo", sheet, "make", seen, **{names: cards})
    assert (late.status_code, late.json()["error"]) == (409, "ann changed this in the meantime (make); look again")
    blind = act(town, "bo", sheet, "make", None, **{names: cards[::-1]})
    assert blind.status_code == 409 and "are the same" in blind.json()["error"]
    assert sheet.entries.count() == seen + 1


@pytest.mark.parametrize("kind", BOARDS)
def test_an_action_rests_on_what_the_judge_saw(kind: str, town: Town) -> None:
    sheet, names, cards = shared(town, kind)
    seen = load(sheet).last
    act(town, "ann", sheet, "make", seen, **{names: cards[:1]})
    assert act(town, "bo", sheet, "make", seen, **{names: cards}).status_code == 409
    assert act(town, "bo", sheet, "make", seen, **{names: cards[1:]}).status_code == 200  # others are untouched
    words = {"units": {}, "events": {"text": "What both say"}}[kind]
    meant = act(town, "ann", sheet, "make", load(sheet).last, **{names: cards}, **words)
    assert meant.status_code == 200


def test_what_is_undone_has_changed_too(town: Town) -> None:
    sheet, _, lines = shared(town, "units")
    act(town, "ann", sheet, "make", lines=lines[:2], id="one")
    seen = load(sheet).last
    act(town, "ann", sheet, "undo")
    late = act(town, "bo", sheet, "omit", seen, line=lines[0], why="no event")
    assert (late.status_code, sheet.entries.count()) == (409, 2)


def test_a_page_that_is_late_gets_the_present_state(town: Town) -> None:
    sheet, _, lines = shared(town, "units")
    act(town, "ann", sheet, "make", lines=lines)
    form = {"verb": "make", "lines": lines, "op": "op-of-the-page", "seen": 0}
    answer = town.client("bo").post(f"/sheets/{sheet.pk}/do", form, headers={"HX-Request": "true"})
    assert answer.status_code == 410 and "ann changed this" in unquote(answer["X-Refused"])
    assert 'data-seq="1"' in answer.content.decode()


def test_words_can_be_given_to_a_unit_that_another_judge_changes(town: Town) -> None:
    sheet, _, lines = shared(town, "units")
    act(town, "ann", sheet, "make", lines=lines[:1], id="sail")
    act(town, "ann", sheet, "put", line=lines[1], unit="sail")
    assert act(town, "bo", sheet, "describe", 1, unit="sail", action="leave").status_code == 200


def test_one_line_can_be_two_units_once_they_differ(town: Town) -> None:
    sheet, _, _ = shared(town, "units")
    act(town, "ann", sheet, "make", lines=["ann/l2"], id="sink")
    again = act(town, "ann", sheet, "make", lines=["ann/l2"], id="rescue")
    assert again.status_code == 409 and "sink and rescue are the same unit" in again.json()["error"]
    act(town, "ann", sheet, "trim", line="ann/l2", unit="sink", text="The ship sinks.")
    assert act(town, "ann", sheet, "make", lines=["ann/l2"], id="rescue").status_code == 200
    back = act(town, "ann", sheet, "describe", unit="rescue", label="")
    assert back.status_code == 200
    whole = act(town, "ann", sheet, "trim", line="ann/l2", unit="rescue", text="The ship sinks.")
    assert whole.status_code == 409


@pytest.mark.parametrize("kind", BOARDS)
def test_doubles_of_old_journals_can_be_opened_but_not_handed_in_or_released(kind: str, town: Town) -> None:
    sheet, names, cards = shared(town, kind)
    for number in (1, 2):  # as journals were written before doubles were refused
        row = {"sheet": sheet, "by": town.person("ann"), "name": "ann", "verb": "make", "op": f"op-{number}-of-old"}
        sheet.entries.create(**row, seq=number, details={names: cards}, at=sheet.created)
    work = load(sheet).work
    assert any("are the same" in reason for reason in work.unsettled)
    release = unit_release_files if kind == "units" else release_events
    with pytest.raises(Refused, match=r"are the same.*; reopen the step"):
        release("topic", {work.step: {SHARED: work}})


def test_the_page_learns_what_others_did_and_who_they_are(town: Town) -> None:
    sheet, _, lines = shared(town, "units")
    act(town, "ann", sheet, "make", lines=lines)
    news = town.client("bo").get(f"/sheets/{sheet.pk}/news", headers={"Accept": "application/json"}).json()
    assert news == {"seq": 1, "open": True, "here": ["ann"]}
    drawn = town.client("bo").get(f"/sheets/{sheet.pk}/news", headers={"HX-Request": "true"}).content.decode()
    assert 'data-seq="1"' in drawn and 'id="unit-1"' in drawn
    mine = town.client("ann").get(f"/sheets/{sheet.pk}/news", headers={"Accept": "application/json"}).json()
    assert mine["here"] == []


JUDGES = ("ann", "bo", "cy", "di")


class SharedBoard(RuleBasedStateMachine):
    """Judges act at random on one sheet, each on the state that they saw last."""

    kind = "units"

    def __init__(self) -> None:
        super().__init__()
        self._undone = undone()
        self._undone.__enter__()
        self.town = Town()
        self.sheet, self.names, _ = shared(self.town, self.kind)
        self.judges = [one for one in JUDGES if one in self._members()]
        self.cards = sorted(self._work().lines if self.kind == "units" else self._work().cards)[
            :3
        ]  # few, so that judges meet
        self.seen = dict.fromkeys(self.judges, 0)
        self.accepted = 0

    def _members(self) -> set[str]:
        study: Study = self.sheet.study
        return {seat.user.username for seat in study.members.filter(role="judge")}

    def _work(self) -> Any:
        return load(self.sheet).work

    def _do(self, data: st.DataObject, verb: str, **details: Any) -> None:
        """Let one of the judges act, who has looked just now or long ago."""
        who = data.draw(st.sampled_from(self.judges))
        if data.draw(st.booleans()):
            self.seen[who] = load(self.sheet).last
        answer = act(self.town, who, self.sheet, verb, self.seen[who], **details)
        assert answer.status_code in (200, 409), answer.content
        self.accepted += answer.status_code == 200

    def _groups(self) -> list[str]:
        work = self._work()
        return list(work.units) if self.kind == "units" else [event.id for event in work.events]

    @rule(data=st.data())
    def make(self, data: st.DataObject) -> None:
        chosen = data.draw(st.lists(st.sampled_from(self.cards), min_size=1, max_size=3, unique=True))
        self._do(data, "make", **{self.names: chosen})

    @precondition(lambda self: self._groups())
    @rule(data=st.data())
    def move_card(self, data: st.DataObject) -> None:
        names = ("line", "unit") if self.kind == "units" else ("candidate", "event")
        values = data.draw(st.sampled_from(self.cards)), data.draw(st.sampled_from(self._groups()))
        verb = data.draw(st.sampled_from(["put", "take"]))
        self._do(data, verb, **dict(zip(names, values, strict=True)))

    @precondition(lambda self: len(self._groups()) > 1)
    @rule(data=st.data())
    def join(self, data: st.DataObject) -> None:
        one, other = data.draw(st.permutations(self._groups()))[:2]
        name = "unit" if self.kind == "units" else "event"
        self._do(data, "join", **{name: one, "into": other})

    @rule(data=st.data())
    def omit(self, data: st.DataObject) -> None:
        card = {self.names[:-1]: data.draw(st.sampled_from(self.cards))}
        verb, more = data.draw(st.sampled_from([("omit", {"why": "no event"}), ("restore", {})]))
        self._do(data, verb, **card, **more)

    @precondition(lambda self: self.accepted)
    @rule(data=st.data())
    def back(self, data: st.DataObject) -> None:
        self._do(data, data.draw(st.sampled_from(["undo", "redo"])))

    @invariant()
    def nothing_is_there_twice_and_nothing_is_lost(self) -> None:
        history = load(self.sheet)
        assert history.work.doubles == ()
        assert (history.last, len(history.journal)) == (self.accepted, self.accepted)

    def teardown(self) -> None:
        kept = load(self.sheet)
        rows = [Action(one.seq, one.name, one.verb, one.details) for one in self.sheet.entries.order_by("seq")]
        again = replay(kept.start, rows)
        assert again == kept.work and isinstance(again, UnitBoard | EventBoard)
        self._undone.__exit__(None, None, None)


class SharedEvents(SharedBoard):
    kind = "events"


@pytest.mark.parametrize("board", [SharedBoard, SharedEvents])
def test_whatever_judges_do_nothing_is_made_twice_or_lost(board: type[SharedBoard], workbench: object) -> None:
    few = settings(
        max_examples=5,
        stateful_step_count=60,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(board, settings=few)
