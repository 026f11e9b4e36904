"""`--label`: names of a paper in place of those of folders and expressions."""

from __future__ import annotations

import pytest

from cliometer.errors import UsageError
from cliometer.reporting.document import Code, Figure, Section, Timelines
from cliometer.reporting.labels import Labels
from cliometer.text.tables import Table
from tests.unit.cli.cliometer_command import DEMO, cliometer

RUNS = (DEMO / "runs/lead", DEMO / "runs/mentions", "-r", DEMO / "references", "-m", "AR-1")
LABELS = ("--label", "lead=Our_s", "--label", "AR-1=AR-1")


@pytest.mark.parametrize("form", [(), ("--csv",), ("--latex",), ("--latex", "--table", "runs")])
@pytest.mark.parametrize("command", ["score", "compare"])
def test_every_table_and_sentence_has_the_labels(command: str, form: tuple[str, ...]) -> None:
    if command == "score" and "--table" in form:
        return
    plain, labelled = (cliometer(command, *RUNS, *form, *labels).out for labels in ((), LABELS))
    assert "lead" in plain and "lead" not in labelled and "mentions" in labelled
    assert ("Our\\_s" if form[:1] == ("--latex",) else "Our_s") in labelled
    lines = [line for line in labelled.split("signature")[0].splitlines() if not line.startswith("%")]
    assert "align+m1" not in "".join(lines)


@pytest.mark.parametrize("form", [(), ("--csv",), ("--latex",), ("--latex", "--table", "runs")])
def test_a_label_of_nothing_is_named(form: tuple[str, ...]) -> None:
    done = cliometer("compare", *RUNS, *form, *LABELS, "--label", "leed=Theirs")
    assert done.status == 0 and [line for line in done.err.splitlines() if "--label" in line] == [
        "note: --label leed: nothing of this result has that name"
    ]


def test_fields_of_charts_files_and_signatures_keep_their_names() -> None:
    spec = {
        "data": {"values": [{"system": "f", "F": 0.5}]},
        "mark": "f",
        "encoding": {"text": {"field": "f"}, "x": {"field": "f", "title": "f", "scale": {"domain": ["f"]}}},
    }
    figure = Figure("f", "by f.", spec, Table(["f"], [["f"]]))
    view = {"topic": "t", "systems": [{"n": "f", "texts": ["f"]}], "metrics": [{"n": "f"}]}
    labels = Labels(["f=Ours"])
    chart, copied, aligned = labels.of(Section("s", [figure, Code("f", "f"), Timelines([view])])).blocks
    assert isinstance(chart, Figure) and (chart.name, chart.caption) == ("f", "by Ours.")
    assert chart.table.rows == [["Ours"]] and chart.spec == {
        "data": {"values": [{"system": "Ours", "F": 0.5}]},
        "mark": "f",
        "encoding": {"text": {"field": "f"}, "x": {"field": "f", "title": "Ours", "scale": {"domain": ["Ours"]}}},
    }
    assert copied == Code("f", "f") and isinstance(aligned, Timelines)
    assert aligned.views == [{"topic": "t", "systems": [{"n": "Ours", "texts": ["f"]}], "metrics": [{"n": "Ours"}]}]
    assert labels.idle() == [] and len(Labels(["f=Ours"]).idle()) == 1
    with pytest.raises(UsageError):
        Labels(["f=Ours", "g=Ours"])
