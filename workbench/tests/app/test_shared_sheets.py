"""Sheets that judges share: nothing is made twice, nothing is lost, and everybody sees what the others do."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias
from urllib.parse import unquote

import pytest

from cliometer.errors import Overtaken, Refused
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.models import Sheet
from cliometer_workbench.services import sheet_lifecycle
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.worksheets import MEMORY, SheetHistory, load
from cliometer_workbench.study.events.event_links import VerificationSheet
from cliometer_workbench.study.events.event_listing import EventBoard
from cliometer_workbench.study.events.event_study import release_events
from cliometer_workbench.study.events.story_sentences import SplittingSheet
from cliometer_workbench.study.journal import Action, UnnumberedAction, replay, standing_actions
from cliometer_workbench.study.steps import SHARED
from cliometer_workbench.study.units.unit_board import UnitBoard
from cliometer_workbench.study.units.unit_files import unit_release_files
from workbench.tests.app.events import stages as events
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
    assert act(town, "ann", sheet, "make", load(sheet).last, **{names: cards}, **words).status_code == 200


def test_what_is_undone_has_changed_too(town: Town) -> None:
    sheet, _, lines = shared(town, "units")
    act(town, "ann", sheet, "make", lines=lines[:2], id="one")
    seen = load(sheet).last
    act(town, "ann", sheet, "undo")
    late = act(town, "bo", sheet, "omit", seen, line=lines[0], why="no event")
    assert (late.status_code, sheet.entries.count()) == (409, 2)


def test_a_boundary_is_removed_once(town: Town) -> None:
    sheet = town.sheet(events.begun(town), "split")
    join: dict[str, Any] = {"sentence": "wall/1/s1", "following": "wall/1/s2"}
    assert act(town, "ann", sheet, "join", 0, **join).status_code == 200
    late = act(town, "bo", sheet, "join", 0, **join)
    assert (late.status_code, late.json()["error"]) == (409, "ann changed this in the meantime (join); look again")
    blind = act(town, "bo", sheet, "join", **join)
    assert "wall/1/s2 does not follow wall/1/s1 any more" in blind.json()["error"]
    assert "join needs following" in act(town, "bo", sheet, "join", sentence="wall/1/s1").json()["error"]
    assert [len(source.sentences) for source in load(sheet).work.sources] == [2, 3]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kind", "before", "first", "late"),
    [
        ("verify", None, ("accept", "wall/1/s2 e1"), ("reject", "wall/1/s2 e1")),
        ("events", "e1", ("reword", "Berlin"), ("reword", "The wall")),
        ("events", "e1", ("reword", "Berlin"), ("drop", "")),
        ("units", "u1", ("describe", "ships"), ("describe", "boats")),
        ("units", "u1", ("describe", "ships"), ("omit", "ann/l1")),  # the unit would go with its label
    ],
)
def test_what_somebody_said_in_the_meantime_is_not_lost(
    kind: str, before: str | None, first: tuple[str, str], late: tuple[str, str], town: Town
) -> None:
    def details(verb: str, text: str) -> dict[str, Any]:
        link, _, event = text.partition(" ")
        by_verb: dict[str, dict[str, Any]] = {
            "reword": {"event": before, "text": text},
            "drop": {"event": before},
            "describe": {"unit": before, "label": text},
            "omit": {"line": text, "why": "no event"},
        }
        return by_verb.get(verb, {"sentences": [link], "event": event})

    people = ("cy", "owner") if kind == "verify" else ("ann", "bo")
    if kind == "verify":
        sheet = town.sheet(events.verifying(town), "verify")
    else:
        sheet, names, cards = shared(town, kind)
        act(town, "ann", sheet, "make", None, **{names: cards[:1], "id": before})
    seen = load(sheet).last
    assert act(town, people[0], sheet, first[0], seen, **details(*first)).status_code == 200
    answer = act(town, people[1], sheet, late[0], seen, **details(*late))
    assert (answer.status_code, "in the meantime" in answer.json()["error"]) == (409, True)
    assert act(town, people[1], sheet, late[0], load(sheet).last, **details(*late)).status_code == 200


def test_undo_skips_what_others_have_changed_and_says_so(town: Town) -> None:
    sheet = shared(town, "units")[0]
    act(town, "ann", sheet, "make", lines=["bo/l1"], id="sail")
    act(town, "ann", sheet, "make", lines=["ann/l2"], id="sink")
    act(town, "bo", sheet, "describe", unit="sink", label="The ship sinks.")
    answer = act(town, "ann", sheet, "undo")
    assert (answer.status_code, answer.json()["skipped"]) == (200, ["make"])
    assert list(load(sheet).work.units) == ["sink"]  # type: ignore[attr-defined]
    assert sheet.entries.get(verb="undo").details == {"skipped": 1}
    assert "others have changed what you did last" in act(town, "ann", sheet, "undo").json()["error"]
    act(town, "ann", sheet, "redo")
    form = {"verb": "undo", "op": "op-of-the-page", "seen": load(sheet).last}
    page = town.client("ann").post(f"/sheets/{sheet.pk}/do", form, headers={"HX-Request": "true"})
    assert unquote(page["X-Notice"]) == "Undo skipped what others have changed since: make."
    MEMORY.clear()
    assert list(load(sheet).work.units) == ["sink"]  # type: ignore[attr-defined]


def test_redo_brings_nothing_back_that_others_have_changed(town: Town) -> None:
    sheet = town.sheet(events.begun(town), "split")
    act(town, "ann", sheet, "join", sentence="wall/1/s1", following="wall/1/s2")
    act(town, "ann", sheet, "undo")
    act(town, "bo", sheet, "cut", sentence="wall/1/s1", offset=9)
    answer = act(town, "ann", sheet, "redo")  # which would move the end of what bo cut off
    assert (answer.status_code, "others have changed" in answer.json()["error"]) == (409, True)


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
    assert act(town, "ann", sheet, "describe", unit="rescue", label="").status_code == 200
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


# A state machine of every step that judges share. Each judge acts on the state that she saw last, just now or long ago,
# and whatever is accepted must do to the present state what it would have done to the one that she saw.

JUDGES = ("ann", "bo", "di", "eve", "fay")
Draw: TypeAlias = Random
Fact: TypeAlias = tuple[object, ...]
REASONS = ("no event", "unclear")
WORDS = ("The ship sinks", "Joy")


def split_action(work: SplittingSheet, draw: Draw) -> UnnumberedAction:
    story = draw.choice(work.sources)
    (id, sentence), *rest = list(story.sentences.items())[draw.randrange(len(story.sentences)) :]
    if rest and draw.random() < 0.5:
        return "join", {"sentence": id, "following": rest[0][0]}
    return "cut", {"sentence": id, "offset": draw.randrange(len(sentence.text))}


def board_action(work: UnitBoard | EventBoard, draw: Draw) -> UnnumberedAction:
    """Few cards, so that judges meet."""
    card, group = ("line", "unit") if isinstance(work, UnitBoard) else ("candidate", "event")
    cards = sorted(work.lines if isinstance(work, UnitBoard) else work.cards)[:4]
    groups = list(work.units) if isinstance(work, UnitBoard) else [event.id for event in work.events]
    one, new = {card: draw.choice(cards)}, {f"{card}s": draw.sample(cards, draw.randint(1, 3))}
    options: list[UnnumberedAction] = [("make", new), ("omit", one | {"why": draw.choice(REASONS)}), ("restore", one)]
    if groups:
        into = {group: draw.choice(groups)}
        options += [("put", one | into), ("take", one | into), ("move", into | {"to": draw.randrange(4)})]
        options += [("join", into | {"into": draw.choice(groups)})]
        text = draw.choice(WORDS)
        if isinstance(work, UnitBoard):
            options += [
                ("describe", into | {draw.choice(("label", "agent")): text}),
                ("trim", one | into | {"text": text}),
            ]
            options += [("role", into | {"name": "cause", "value": text})]
        else:
            options += [("reword", into | {"text": text}), ("drop", into), ("make", new | {"text": text})]
    return draw.choice(options)


def verify_action(work: VerificationSheet, draw: Draw) -> UnnumberedAction:
    sentences = draw.sample(sorted(work.stories.marks.sentences)[:3], draw.randint(1, 2))
    case = {"sentences": sentences, "event": draw.choice(work.events).id}
    verb = draw.choice(("accept", "reject", "add", "clear"))
    return verb, case if verb == "clear" else case | {"reason": draw.choice(REASONS)}


def split_facts(work: SplittingSheet) -> Iterator[Fact]:
    return ((id, one.start, one.end) for source in work.sources for id, one in source.sentences.items())


def build_facts(work: UnitBoard) -> Iterator[Fact]:
    yield from (("omitted", line, why) for line, why in work.omitted.items())
    for unit in work.units.values():
        yield from ((line, unit.id, part.text) for line, part in unit.parts.items())
        yield from (("words", unit.id, text) for text in (f"label {unit.label}", f"agent {unit.agent}", *unit.roles))


def merge_facts(work: EventBoard) -> Iterator[Fact]:
    yield from (("omitted", card, why) for card, why in work.omitted.items())
    for event in work.events:
        yield "words", event.id, event.text
        yield from ((card, event.id) for card in event.cards)


def verify_facts(work: VerificationSheet) -> Iterator[Fact]:
    return ((*sentences.split("+"), event, decision) for (sentences, event), decision in work.decisions.items())


SHARED_STEPS: dict[str, tuple[Any, str, Any, Any]] = {
    "split": (events.begun, "judge", split_action, split_facts),
    "merge": (events.merging, "judge", board_action, merge_facts),
    "verify": (events.verifying, "verifier", verify_action, verify_facts),
    "build": (units.building, "judge", board_action, build_facts),
}


def test_every_step_that_judges_share_has_its_state_machine() -> None:
    shared_steps = {step.name for kind in KINDS.values() for step in kind.protocol.steps if step.scope == "shared"}
    assert shared_steps == {*SHARED_STEPS}


class SharedSheet:
    """Judges who act at random on one sheet, and what each of them saw last."""

    def __init__(self, town: Town, step: str, judges: int, seed: int) -> None:
        stage, role, self.propose, self.facts = SHARED_STEPS[step]
        self.sheet, self.draw = town.sheet(stage(town), step), Random(seed)
        self.judges = [town.person(name) for name in JUDGES[:judges]]
        for judge in self.judges:
            seat(self.sheet.study, judge, role)
        self.history = load(self.sheet)
        self.saw = {judge.username: (self.history.last, self.history.work) for judge in self.judges}
        self.effects: dict[int, set[Fact]] = {}
        self.counts = Counter[str]()

    def step(self) -> None:
        """Let somebody act, who has looked just now or long ago."""
        judge, before = self.draw.choice(self.judges), self.history
        if self.draw.random() < 0.5:
            self.saw[judge.username] = before.last, before.work
        last, saw = self.saw[judge.username]
        verb, details = self.propose(saw, self.draw)
        if self.draw.random() < 0.1:
            verb, details = self.draw.choice(("undo", "redo")), {}
        try:
            outcome = sheet_lifecycle.act(self.sheet, judge, verb, details, f"op-{self.counts.total():08}", last)
        except Refused as reason:
            self.counts["overtaken" if isinstance(reason, Overtaken) else "refused"] += 1
            return
        self.counts["done"] += 1
        self.counts["skipped"] += len(outcome.skipped)
        self.history = outcome.history
        MEMORY.keep(self.sheet, self.history)  # as at the end of a transaction
        changed = self.changes(before.work, self.history.work)
        assert self.history.work.doubles == ()
        assert len(self.history.journal) == self.history.last == self.counts["done"]
        if verb in ("undo", "redo"):
            self.check_undone(before, judge.username, changed)
            self.saw[judge.username] = self.history.last, self.history.work
            return
        action = self.history.journal[-1]
        meant = saw.do(action)
        assert changed == self.changes(saw, meant), (action, last)
        self.effects[action.seq] = changed
        self.saw[judge.username] = last, meant

    def changes(self, before: Any, after: Any) -> set[Fact]:
        """What holds in one of two states alone."""
        return {*self.facts(before)} ^ {*self.facts(after)}

    def check_undone(self, before: SheetHistory, by: str, changed: set[Fact]) -> None:
        """An undo or redo changes whether one action of its judge counts, and nothing that this one did not change."""
        counted, counts = ({action.seq for action in standing_actions(h.journal)} for h in (before, self.history))
        (seq,) = counted ^ counts
        action = before.journal[seq - 1]
        texts = [text for value in action.details.values() for text in (value if isinstance(value, list) else [value])]
        ids = {*texts, f"u{seq}", f"e{seq}", *(f"{texts[0]}.{seq}{half}" for half in "ab")}
        assert action.by == by
        assert all(ids & {*fact} for fact in changed - self.effects[seq]), (action, changed)

    def check_replay(self) -> None:
        rows = [Action(row.seq, row.name, row.verb, row.details) for row in self.sheet.entries.order_by("seq")]
        assert len(rows) == self.counts["done"]
        assert replay(self.history.start, rows) == self.history.work == load(self.sheet).work


ACTIONS = int(os.environ.get("CLIOMETER_SHARED_ACTIONS", "150"))  # on each step


@pytest.mark.parametrize("step", SHARED_STEPS)
@pytest.mark.parametrize("judges", [2, 3, 4, 5] if ACTIONS > 1000 else [3])
def test_whatever_judges_do_nothing_is_made_twice_or_lost(step: str, judges: int, town: Town) -> None:
    machine = SharedSheet(town, step, judges, seed=judges)
    for _ in range(ACTIONS):
        machine.step()
    machine.check_replay()
    print(f"{step}, {judges} judges: {ACTIONS} actions, {dict(machine.counts)}")
    assert min(machine.counts[outcome] for outcome in ("done", "overtaken", "refused")) > 0
