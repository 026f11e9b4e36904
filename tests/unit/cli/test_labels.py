"""`--label`: names of a paper in place of those of folders and expressions."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from cliometer.errors import UsageError
from cliometer.reporting.document import Code, Figure, Section, Timelines
from cliometer.reporting.labels import Labels
from cliometer.text.tables import Table
from tests.unit.cli.cliometer_command import DEMO, cliometer

RUNS = (DEMO / "runs/lead", DEMO / "runs/mentions", "-r", DEMO / "references", "-m", "AR-1")
LABELS = ("--label", "lead=Our_s", "--label", "AR-1=AR-1")
EXPRESSION = "align+m1(rouge=1)"


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


def test_documents_keep_the_names() -> None:
    assert json.loads(cliometer("score", *RUNS, *LABELS, "--json").out)["scores"][0]["system"] == "lead"


@pytest.mark.parametrize(
    ("labels", "remedy"),
    [
        (["lead"], "write --label our_v2=Ours"),
        (["=Ours"], "write --label our_v2=Ours"),
        (["lead=Ours", "mentions=Ours"], "give each name a text of its own"),
        (["lead=Ours", "lead=Theirs"], "give each name a text of its own"),
    ],
)
def test_a_label_has_a_name_and_a_text_of_its_own(labels: list[str], remedy: str, tmp_path: Path) -> None:
    options = [word for label in labels for word in ("--label", label)]
    for words in (["score", *RUNS], ["report", *RUNS, "-o", tmp_path / "x.md"]):
        done = cliometer(*words, *options)
        assert done.status == 2 and remedy in done.err and done.err.count("\n") == 1
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("form", [(), ("--csv",), ("--latex",), ("--latex", "--table", "runs")])
def test_a_label_of_nothing_is_named(form: tuple[str, ...]) -> None:
    done = cliometer("compare", *RUNS, *form, *LABELS, "--label", "leed=Theirs")
    assert done.status == 0 and [line for line in done.err.splitlines() if "--label" in line] == [
        "note: --label leed: nothing of this result has that name"
    ]


def test_metrics_are_shown_as_they_were_typed() -> None:
    words = cliometer("score", *RUNS), cliometer("compare", *RUNS), cliometer("score", *RUNS, "--latex")
    assert all("AR-1" in done.out and EXPRESSION not in done.out for done in words)
    assert EXPRESSION in cliometer("score", *RUNS[:-1], "align+m1").out
    rows = csv.DictReader(cliometer("score", *RUNS, "--csv").out.splitlines())
    assert {row["metric"] for row in rows} == {EXPRESSION}
    assert json.loads(cliometer("score", *RUNS, "--json").out)["scores"][0]["metric"] == EXPRESSION


@pytest.mark.parametrize("ending", ["html", "md", "tex"])
def test_reports_have_the_labels(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{ending}"
    done = cliometer("report", *RUNS, "--topics", 1, "--label", "lead=Ours", "--label", "leed=Theirs", "-o", path)
    assert done.status == 0 and "--label leed: nothing of this result has that name" in done.err
    text = path.read_text(encoding="utf-8")
    if ending == "html":
        text = text[: text.rindex('id="themes"')]  # scripts stand behind it
        assert '"Ours"' in text and '"lead"' not in text  # records of charts
    text = text.replace(f"metrics:{EXPRESSION}", "")  # of the signature
    assert "Ours" in text and "AR-1" in text and ">lead<" not in text and EXPRESSION not in text
    if ending == "tex":
        marks = [part.partition("}")[0] for part in text.split(r"\label{")[1:]]
        assert "fig:writers-align-m1-rouge-1" in marks and "tab:on-8-topics-with-95-intervals-t" in marks
        assert len(set(marks)) == len(marks)


def test_experiments_have_the_labels() -> None:
    words = (
        "experiment",
        "microblog",
        DEMO / "posts",
        "--config",
        DEMO / "experiment.toml",
        "--label",
        "sumbasic=Ours",
    )
    for form in ((), ("--latex",)):
        assert "Ours" in cliometer(*words, *form).out and "sumbasic" not in cliometer(*words, *form).out


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
