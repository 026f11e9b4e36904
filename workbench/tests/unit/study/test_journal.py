"""Actions turn one work into the next; undo and redo are actions too; who sees which step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.journal import Action, Detail, Worksheet, attempt, can_undo, salvage, verb, verbs
from cliometer_workbench.study.steps import Role, SheetState, StudyProtocol, StudyStep, may_read, open_step


@dataclass(frozen=True)
class Pile(Worksheet):
    """Things on a pile; a thing can only lie on one that is there."""

    step: ClassVar[str] = "pile"
    final: ClassVar[frozenset[str]] = frozenset({"seal"})
    things: tuple[str, ...] = ()

    @verb
    def put(self, thing: str, on: str = "", by: str = "") -> Self:
        if on and on not in self.things:
            raise Refused(f"there is no {on}")
        return replace(self, things=(*self.things, f"{by}:{thing}" if by == "loud" else thing))

    @verb
    def seal(self) -> Self:
        return replace(self, things=(*self.things, "seal"))


def journal(*rows: tuple[str, str] | tuple[str, str, dict[str, object]]) -> list[Action]:
    return [Action(number, row[0], row[1], row[2] if len(row) == 3 else {}) for number, row in enumerate(rows, start=1)]


def put(by: str, thing: str, on: str = "") -> tuple[str, str, dict[str, object]]:
    details: dict[str, object] = {"thing": thing, "on": on} if on else {"thing": thing}
    return (by, "put", details)


def test_verbs_and_their_details_are_read_off_the_methods() -> None:
    details = (Detail("thing", "text", True), Detail("on", "text", False))
    assert verbs(Pile) == {"put": details, "seal": ()}


def test_what_others_built_on_cannot_be_undone() -> None:
    rows = journal(put("ann", "a"), put("bo", "b", on="a"))
    with pytest.raises(Refused, match=r"put cannot be undone: later work rests on it \(there is no a\)"):
        attempt(Pile(), rows, Action(3, "ann", "undo"))
    assert can_undo(rows, "ann") == rows[0]


def test_what_no_longer_fits_is_given_back_with_the_reason() -> None:
    rows = journal(put("ann", "b", on="a"), put("ann", "c"))
    work, left_out = salvage(Pile(), rows)
    assert work.things == ("c",)
    assert left_out == [(rows[0], "there is no a")]


@pytest.mark.parametrize(
    ("verb_", "details", "message"),
    [
        ("pat", {}, "unknown action of the step pile 'pat'; did you mean put?"),
        ("put", {}, "put needs thing"),
        ("put", {"thing": 3}, "put: thing: expected a text, found 3"),
        ("put", {"thing": "a\x00b"}, "put: thing: the character U\\+0000 cannot be kept"),
        ("put", {"thing": "x" * 10_001}, "put: thing: 10,001 characters are too many"),
        ("put", {"thing": "a", "onn": "b"}, "put: unknown detail 'onn'; did you mean on?"),
        ("do", {}, "unknown action"),
    ],
)
def test_what_cannot_be_understood_is_refused(verb_: str, details: dict[str, object], message: str) -> None:
    with pytest.raises(Refused, match=message):
        Pile().do(Action(1, "ann", verb_, details))


KIND = StudyProtocol(
    "toy",
    "A toy",
    (
        StudyStep("list", "List", "each", ("judge",), lambda desk: Worksheet(), blind=True),
        StudyStep("extra", "Extra", "each", ("judge",), lambda desk: Worksheet(), optional=True),
        StudyStep("merge", "Merge", "shared", ("judge",), lambda desk: Worksheet()),
    ),
)
ANN, BO = SheetState("list", "ann"), SheetState("list", "bo")
DONE = SheetState("list", "ann", submitted=True), SheetState("list", "bo", submitted=True)
MERGE = SheetState("merge")


def test_all_handed_in_leaves_nothing_open() -> None:
    assert open_step(KIND, [*DONE, SheetState("merge", submitted=True)]) is None


@pytest.mark.parametrize(
    ("reader", "roles", "sheets", "sees"),
    [
        ("ann", ("judge",), [ANN, BO], True),  # her own
        ("bo", ("judge",), [ANN, BO], False),
        ("bo", ("judge",), [*DONE, MERGE], False),  # others' blind work only through the merge
        ("cy", ("owner",), [ANN, BO], True),
        ("bo", ("owner", "judge"), [ANN, BO], False),  # an owner who judges is blind too
        ("bo", ("owner", "judge"), [ANN, DONE[1]], True),
        ("cy", ("verifier",), [ANN, DONE[1]], False),
        ("cy", ("verifier",), [*DONE, MERGE], True),
        ("cy", ("reader",), [*DONE, MERGE], False),
        ("cy", ("reader",), [*DONE, SheetState("merge", submitted=True)], True),
        ("cy", (), [*DONE, SheetState("merge", submitted=True)], False),
    ],
)
def test_who_sees_anns_list(reader: str, roles: tuple[Role, ...], sheets: list[SheetState], sees: bool) -> None:
    anns = next(sheet for sheet in sheets if sheet.judge == "ann")
    assert may_read(KIND, anns, sheets, reader, roles) is sees
