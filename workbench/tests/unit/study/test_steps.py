"""What opens when, and who may see what."""

from __future__ import annotations

import pytest

from cliometer_workbench.study.journal import Worksheet
from cliometer_workbench.study.steps import Role, SheetState, StudyProtocol, StudyStep, may_read, open_step

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
