"""Laws of studies of content units, whatever judges do and in whatever order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cliometer.errors import Refused
from cliometer.metrics.units.pyramid import UnitPyramid
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.study.topics import Topic
from cliometer_workbench.study.journal import Action, Worksheet, attempt
from cliometer_workbench.study.steps import SHARED, Desk
from cliometer_workbench.study.units.unit_board import UnitBoard
from cliometer_workbench.study.units.unit_files import read_unit_release, reopen_units, unit_release_files
from cliometer_workbench.study.units.unit_matching import MatchSheet
from cliometer_workbench.study.units.unit_study import UNITS, release_units
from cliometer_workbench.study.units.unit_timelines import WriterSheet
from tests.strategies import examples
from tests.units import source

Row = tuple[str, dict[str, Any], dict[str, Any]]
"""A verb, its details as strategies, and those that may be left out."""
STORIES = source("a", "They FOUGHT and LEFT.", "It ENDED."), source("b/c", "PEACE came.", "All WENT home.")
TOPIC = Topic("war", sources=STORIES, length=2)
WRITERS = ("ann", "bo", "cy")
DATES = st.sampled_from(["1950", "1950-06", "1953-07-27", "1953/1954", "44 BC"])
WORDS = st.sampled_from(["War", "War begins", "Peace comes", "War begins and peace comes", "b", "e\u0301 x"])
V = st.sampled_from([0, 0.5, 1, 1 / 3])
OWN = st.sampled_from(["", "", "", "own"])
MARKS = ["a/e1", "a/e2", "a/e3", "a/s1", "a/s2", "b/c/e1", "b/c/e2", "b/c/s2", "a/m0-4", "b/c/m6-10"]


def row(verb: str, optional: dict[str, Any] | None = None, **details: Any) -> Row:
    """An action whose details are yet to be drawn."""
    return verb, details, optional or {}


def one_of(ids: Iterable[str]) -> st.SearchStrategy[str]:
    """One of what there is, or something else."""
    return st.sampled_from([*ids, "nothing"])


def writes(sheet: WriterSheet) -> list[Row]:
    """What a writer may try."""
    line = one_of(sheet.by_id)
    return [
        row("add", date=DATES, text=WORDS),
        row("add", date=DATES, text=WORDS),
        row("edit", {"date": DATES, "text": WORDS}, line=line),
        row("remove", line=line),
    ]


def builds(board: UnitBoard) -> list[Row]:
    """What may be tried on the board."""
    line, unit = one_of(board.lines), one_of(board.units)
    said = {"action": WORDS, "agent": WORDS, "time": DATES | st.just(""), "label": WORDS}
    return [
        row("make", {"label": WORDS, "id": OWN}, lines=st.lists(line, min_size=1, max_size=3)),
        row("put", line=line, unit=unit),
        row("take", line=line, unit=unit),
        row("join", unit=unit, into=unit),
        row("describe", said, unit=unit),
        row("role", unit=unit, name=WORDS, value=WORDS | st.just("")),
        *(row("trim", {"discarded": WORDS}, line=st.just(of), unit=st.just(id), text=WORDS) for id, of in _in(board)),
        row("omit", line=line, why=WORDS),
        row("restore", line=line),
        row("move", unit=unit, to=st.integers(-1, 4)),
    ]


def _in(board: UnitBoard) -> list[tuple[str, str]]:
    return [(unit.id, line) for unit in board.units.values() for line in unit.parts]


def matches(sheet: MatchSheet, id: str) -> list[Row]:
    """What a matcher may try with a unit."""
    unit, mark, tree = st.just(id), one_of([*MARKS, *sheet.anchors, *sheet.anchors]), sheet.tree_of(id)
    group, member = one_of(tree.groups), one_of([*MARKS, *tree.groups])
    return [
        row("link", {"v": V}, unit=unit, mark=mark),
        row("link", {"v": V, "group": group | st.just("")}, unit=unit, mark=mark),
        row("unlink", unit=unit, mark=mark),
        row("weigh", unit=unit, member=one_of(tree.members), v=V),
        row("group", {"v": V, "id": OWN}, unit=unit, members=st.lists(member, min_size=1, max_size=3)),
        row("group", {"v": V}, unit=unit, members=st.lists(one_of(tree.members), min_size=1, max_size=2)),
        row("ungroup", unit=unit, group=group),
        row("look", unit=unit, mark=mark),
        row("anchor", source=st.just("a"), start=st.just(0), end=st.just(4)),
        row("anchor", source=st.just("b/c"), start=st.just(6), end=st.just(10)),
        row("lift", mention=mark),
        row("done", unit=unit),
        row("undone", unit=unit),
    ]


def drawn(draw: Callable[[st.SearchStrategy[Any]], Any], work: Any) -> tuple[str, dict[str, Any]]:
    """Something to try on a sheet."""
    if isinstance(work, MatchSheet):
        rows = matches(work, draw(st.sampled_from(list(work.units))))
    else:
        rows = builds(work) if isinstance(work, UnitBoard) else writes(work)
    verb, details, optional = draw(st.sampled_from(rows))
    kept = {name: value for name, value in optional.items() if draw(st.booleans())}
    return verb, {name: draw(value) for name, value in {**details, **kept}.items()}


def played(draw: st.DrawFn, start: Any, fewest: int, most: int) -> Any:
    """A sheet after a drawn journal; what is refused is left out, and each undo leads back."""
    work, journal = start, list[Action]()
    for _ in range(draw(st.integers(fewest, most))):
        action = Action(len(journal) + 1, "me", *drawn(draw, work))
        try:
            after = attempt(start, journal, action, work)
        except Refused:
            continue
        journal.append(action)
        assert attempt(start, journal, Action(len(journal) + 1, "me", "undo")) == work
        work = after
    return work


@st.composite
def studies(draw: st.DrawFn) -> dict[str, dict[str, Worksheet]]:
    """All works of a topic; there is at least one unit."""
    works: dict[str, dict[str, Worksheet]] = {"write": {}}

    def started(step: str, judge: str = SHARED, **given: object) -> Worksheet:
        return UNITS.step(step).start(Desk((TOPIC,), judge, 0, given, works))

    for writer in WRITERS:
        first = started("write", writer).do(Action(99, writer, "add", {"date": "1950", "text": "War"}))
        wrote = played(draw, first, 1, 5)
        works["write"][writer] = wrote if wrote.lines else first
    board = played(draw, started("build", draft=draw(st.booleans())), 3, 12)
    if not board.units:
        board = started("build", draft=False)
    works["build"] = {SHARED: board}
    works["match"] = {"mo": played(draw, started("match", "mo"), 8, 24)}
    works["rematch"] = {"ny": played(draw, started("rematch", "ny", sample=2), 0, 8)}
    return works


def read_back(texts: Mapping[str, str]) -> Any:
    """A release as somebody else finds it in files."""
    with TemporaryDirectory() as folder:
        for name, text in texts.items():
            (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / name).write_text(text, encoding="utf-8")
        found = read_unit_release([Path(folder) / name for name in texts])
    seconds = {name.removeprefix("rematch-"): topic for name, topic in found.seconds.get("war", {}).items()}
    return found.gold.units[0], found.timelines.get("war", ()), seconds


@pytest.mark.slow
@examples(80)
@given(works=studies())
def test_whatever_was_frozen_opens_as_works_that_freeze_to_the_same_bytes(works: Any) -> None:
    assume(not works["build"][SHARED].doubles)  # such a board is neither handed in nor frozen
    texts = unit_release_files("war", works)
    topic, timelines, second = read_back(texts)
    assert unit_release_files("war", reopen_units(topic, timelines, second).works) == texts
    again = unit_release_files("war", reopen_units(topic).works)
    assert again["units/war.json"] == texts["units/war.json"]


@examples(30)
@given(works=studies(), chosen=st.lists(st.sampled_from(MARKS), unique=True))
def test_whatever_was_frozen_can_be_scored(works: Any, chosen: list[str]) -> None:
    topic = release_units("war", works)
    mentions = tuple(ExtractItem(id) for id in chosen if id in topic.marks.mentions)
    earned = sum(unit.weight * unit.credit({item.id for item in mentions}) for unit in topic.units)
    most = sum(sorted((unit.weight for unit in topic.units), reverse=True)[:2])
    value = UnitPyramid().measure(Extract(mentions), topic).value.value
    assert value is not None
    assert abs(value - earned / most) < 1e-9


@examples(30)
@given(works=studies(), data=st.data())
def test_what_is_done_twice_is_done_once(works: Any, data: st.DataObject) -> None:
    sheet = works["match"]["mo"]
    verb, details = drawn(data.draw, sheet)
    try:
        once = sheet.do(Action(500, "mo", verb, details))
    except Refused:
        return
    if verb in ("lift", "ungroup"):
        return  # what is gone cannot go again
    assert once.do(Action(501, "mo", verb, details)) == once
