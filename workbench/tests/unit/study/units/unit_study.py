"""A small study of content units from import to freeze, for tests: who does what, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cliometer.study.topics import Topic
from cliometer_workbench.study.journal import Action, Worksheet, replay
from cliometer_workbench.study.steps import SHARED, Desk
from cliometer_workbench.study.units.unit_board import UnitBoard
from cliometer_workbench.study.units.unit_matching import MatchSheet
from cliometer_workbench.study.units.unit_study import UNITS
from cliometer_workbench.study.units.unit_timelines import WriterSheet
from tests.units import source

Row = tuple[str, dict[str, object]]
STORY = source("a", "They FOUGHT and LEFT.", "It ENDED.", "A treaty came of it.")
TOPIC = Topic("war", sources=(STORY,), length=3)
WRITTEN = {
    "ann": (("1950-06-25", "The war starts."), ("1953", "The war ends.")),
    "bo": (("1950", "War breaks out."), ("1953-07", "An armistice ends the war and a border is drawn.")),
    "cy": (("1953-07-27", "The armistice is signed."),),
    "di": (("1950-06", "War begins."),),
}


def actions(rows: Sequence[Row], by: str = "ann") -> list[Action]:
    """Rows of a journal."""
    return [Action(seq, by, verb, details) for seq, (verb, details) in enumerate(rows, start=1)]


def played(
    step: str,
    rows: Sequence[Row] = (),
    judge: str = SHARED,
    earlier: Mapping[str, Mapping[str, Worksheet]] | None = None,
    topic: Topic = TOPIC,
    **settings: object,
) -> Worksheet:
    """The work of a sheet after some actions."""
    desk = Desk((topic,), judge, 0, settings, earlier or {})
    return replay(UNITS.step(step).start(desk), actions(rows, judge))


def written(
    lines: Mapping[str, Sequence[tuple[str, str]]] = WRITTEN, topic: Topic = TOPIC
) -> dict[str, dict[str, Worksheet]]:
    """The works of the first step."""
    rows: dict[str, list[Row]] = {by: [("add", {"date": d, "text": t}) for d, t in own] for by, own in lines.items()}
    return {"write": {by: played("write", own, by, topic=topic) for by, own in rows.items()}}


def writer(*rows: Row, topic: Topic = TOPIC) -> WriterSheet:
    """One timeline."""
    sheet = played("write", rows, "ann", topic=topic)
    assert isinstance(sheet, WriterSheet)
    return sheet


def board(*rows: Row, draft: bool = True, **settings: object) -> UnitBoard:
    """The board of what all four wrote."""
    desk = Desk((TOPIC,), SHARED, 0, {"draft": draft, **settings}, written())
    made = replay(UNITS.step("build").start(desk), actions(rows, "own"))
    assert isinstance(made, UnitBoard)
    return made


BUILT: tuple[Row, ...] = (
    ("make", {"lines": ["ann/l1", "bo/l1", "di/l1"], "label": "start", "id": "start"}),
    ("make", {"lines": ["ann/l2", "bo/l2", "cy/l1"], "id": "end"}),
    ("trim", {"line": "bo/l2", "unit": "end", "text": "An armistice ends the war.", "discarded": "a border"}),
    ("make", {"lines": ["bo/l2"], "id": "border"}),
    ("trim", {"line": "bo/l2", "unit": "border", "text": "A border is drawn.", "discarded": ""}),
    ("describe", {"unit": "end", "action": "the war ends", "location": "Korea"}),
    ("role", {"unit": "end", "name": "cause", "value": "talks"}),
)


def matcher(*rows: Row) -> MatchSheet:
    """The links of one person to the units start, end and border."""
    sheet = played("match", rows, "mo", {"build": {SHARED: board(*BUILT)}})
    assert isinstance(sheet, MatchSheet)
    return sheet


MATCHED: tuple[Row, ...] = (
    ("link", {"unit": "start", "mark": "a/e1"}),
    ("look", {"unit": "start", "mark": "a/e2"}),
    ("anchor", {"source": "a", "start": 34, "end": 40}),
    ("link", {"unit": "end", "mark": "a/e3"}),
    ("link", {"unit": "end", "mark": "a/m34-40", "v": 0.5}),
    ("group", {"unit": "end", "members": ["a/e3", "a/m34-40"], "v": 0.75}),
    ("link", {"unit": "end", "mark": "a/s2", "v": 0}),
    ("done", {"unit": "start"}),
    ("done", {"unit": "end"}),
    ("done", {"unit": "border"}),
)
AGAIN: tuple[Row, ...] = (
    ("link", {"unit": "start", "mark": "a/e1"}),
    ("link", {"unit": "start", "mark": "a/e2", "v": 0.5}),
    ("anchor", {"source": "a", "start": 34, "end": 40}),
    ("link", {"unit": "end", "mark": "a/m34-40"}),
    ("done", {"unit": "start"}),
    ("done", {"unit": "end"}),
)


def study() -> dict[str, dict[str, Worksheet]]:
    """All works of a topic whose steps were all handed in."""
    works = written()
    works["build"] = {SHARED: board(*BUILT)}
    works["match"] = {"mo": played("match", MATCHED, "mo", works)}
    works["rematch"] = {"ny": played("rematch", AGAIN, "ny", works, sample=["start", "end"])}
    return works
