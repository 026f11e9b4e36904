"""What commands print: digits, percentages, colours, labels, notes, a progress bar and Parquet."""

from __future__ import annotations

import argparse
import io
import json
import time
from pathlib import Path

import pytest

from cliometer.cli.output import watched
from cliometer.errors import UsageError
from cliometer.reporting.document import Code, Figure, Section, Timelines
from cliometer.reporting.labels import Labels
from cliometer.text.tables import Table
from tests.unit.cli.cliometer_command import DEMO, Finished, cliometer

RUNS = (DEMO / "runs" / "lead", DEMO / "runs" / "random")
GREEN = "\033[1;32m"


def scored(*more: object) -> Finished:
    return cliometer("score", *RUNS, "-r", DEMO / "references", "-m", "date", "-q", *more)


def compared(*more: object) -> Finished:
    return cliometer("compare", *RUNS, "-r", DEMO / "references", "-m", "AR-1", "--resamples", "100", "-q", *more)


def test_digits_are_those_asked_for_in_every_form() -> None:
    assert " 0.28653 " in scored("--digits", "5").out
    assert "& 0.29 &" in scored("--digits", "2", "--latex").out
    assert scored("--digits", "1", "--csv").out.splitlines()[1] == "lead,apollo-13,date,0.6,0.5,0.6"
    assert "lead,apollo-13,date,0.6,0.5294117647058824,0.5625" in scored("--csv").out


def test_a_table_for_a_paper_has_its_labels_digits_and_percentages() -> None:
    latex = compared("--latex", "--table", "runs", "--percent").out
    assert " & system & AR-1 \\\\" in latex and "% AR-1 is align+m1(rouge=1)\n" in latex
    assert "F of means times 100" in latex and r"\textbf{11.2}" in latex
    assert "& corrected p &" in compared("--latex", "--table", "differences").out
    assert "corrected_p" in compared("--csv").out


def test_json_has_all_digits_and_refuses_others() -> None:
    assert "--digits is for tables; --json has all digits" in scored("--json", "--digits", "2").err
    assert scored("--json", "--percent").status == 2


def test_a_chance_level_wins_nothing_and_is_a_percentage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    words = ("-r", DEMO / "references", "-m", "AR-1", "--chance", "--percent", "-q")
    lead = cliometer("score", *RUNS, *words).out.splitlines()[2]
    assert lead.count(GREEN) == 4 and lead.endswith(" 3.4")


LABELLED = (DEMO / "runs/lead", DEMO / "runs/mentions", "-r", DEMO / "references", "-m", "AR-1")
LABELS = ("--label", "lead=Our_s", "--label", "AR-1=AR-1")


@pytest.mark.parametrize("form", [(), ("--csv",), ("--latex",), ("--latex", "--table", "runs")])
@pytest.mark.parametrize("command", ["score", "compare"])
def test_every_table_and_sentence_has_the_labels(command: str, form: tuple[str, ...]) -> None:
    if command == "score" and "--table" in form:
        return
    plain, labelled = (cliometer(command, *LABELLED, *form, *labels).out for labels in ((), LABELS))
    assert "lead" in plain and "lead" not in labelled and "mentions" in labelled
    assert ("Our\\_s" if form[:1] == ("--latex",) else "Our_s") in labelled
    lines = [line for line in labelled.split("signature")[0].splitlines() if not line.startswith("%")]
    assert "align+m1" not in "".join(lines)


@pytest.mark.parametrize("form", [(), ("--csv",), ("--latex",), ("--latex", "--table", "runs")])
def test_a_label_of_nothing_is_named(form: tuple[str, ...]) -> None:
    done = cliometer("compare", *LABELLED, *form, *LABELS, "--label", "leed=Theirs")
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


def test_verbose_shows_every_note(tmp_path: Path) -> None:
    paths = [tmp_path / f"system-{number}.txt" for number in range(7)]
    for path in paths:
        path.touch()  # an empty timeline, which is worth a note
    found = cliometer("score", *paths, "-r", DEMO / "references/apollo-13/almanac.txt", "-m", "date", "--verbose")
    assert [line.startswith("note: ") for line in found.err.splitlines()] == [True] * 7


def test_decisive_notes_on_facts_are_printed_among_many(tmp_path: Path) -> None:
    facts, runs = DEMO / "facts", sorted((DEMO / "facts" / "runs").glob("*.json"))
    stranger = tmp_path / "dogwood.json"
    stranger.write_text(runs[0].read_text("utf-8"), "utf-8")
    err = cliometer("score", *runs, stranger, "-r", facts, "--missing", "skip").err
    assert "note: no fact of dogwood is in the pool" in err
    assert "means over different topics cannot be compared" in err
    compared = cliometer("compare", runs[0], stranger, "-r", facts, "--missing", "skip")
    assert (compared.status, compared.err.count("\n")) == (2, 1)
    assert "(dogwood: no fact of the run is in the pool of a day that counts)" in compared.err


LOUD = argparse.Namespace(quiet=False)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock is two seconds after the one before."""
    ticks = iter(range(0, 1000, 2))
    monkeypatch.setattr(time, "monotonic", lambda: next(ticks))


def test_work_of_over_a_second_shows_a_bar_on_a_terminal_and_wipes_it(late: None) -> None:
    err = Terminal()
    with watched(LOUD, err, "topics") as watching:
        watching["progress"](1, 2)
    assert err.getvalue() == f"\r[{'#' * 15}{'.' * 15}] 1/2 topics, about 2 s left\033[K\r\033[K"


def test_the_bar_is_wiped_before_an_error_is_told(late: None) -> None:
    err = Terminal()
    with pytest.raises(ValueError), watched(LOUD, err, "topics") as watching:
        watching["progress"](1, 2)
        raise ValueError
    assert err.getvalue().endswith("\r\033[K")


def test_an_hour_that_is_left_is_told_in_minutes(late: None) -> None:
    err = Terminal()
    with watched(LOUD, err, "topics") as watching:
        watching["progress"](1, 1801)
    assert ", about 60 min left" in err.getvalue()


parquet = pytest.importorskip("pyarrow.parquet")
LEAD, MENTIONS, GOLD = DEMO / "runs" / "lead", DEMO / "runs" / "mentions", DEMO / "references"
COMPARED = ("compare", LEAD, MENTIONS, "-r", GOLD, "-m", "date", "--resamples", "100")


def rows_of(path: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = parquet.read_table(path).to_pylist()
    return found


def test_score_writes_every_score_beside_what_it_prints(tmp_path: Path) -> None:
    words, path = ("score", LEAD, GOLD, "-m", "date"), tmp_path / "a.parquet"
    found = cliometer(*words, "--parquet", path)
    assert found.out == cliometer(*words).out
    assert f"wrote {path}\n" in found.err
    scores = json.loads(cliometer(*words, "--json").out)["scores"]
    kept = ("system", "topic", "metric", "precision", "recall", "f")
    assert [{key: row[key] for key in kept} for row in rows_of(path)] == scores


@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_file_that_cannot_be_written_is_refused_before_any_work(command: str, tmp_path: Path) -> None:
    found = cliometer(command, "nowhere", "-r", GOLD, "--parquet", tmp_path / "none" / "a.parquet")
    assert found.err.endswith(f"the folder {tmp_path / 'none'} does not exist; make it first\n")


def test_the_table_of_runs_is_for_papers(tmp_path: Path) -> None:
    found = cliometer(*COMPARED, "-m", "rouge1", "--latex", "--table", "runs")
    assert " & system & date & rouge1 \\\\\n" in found.out
    for other in (("--csv",), ("--parquet", tmp_path / "a.parquet")):
        refused = cliometer(*COMPARED, *other, "--table", "runs")
        assert (refused.status, "--table runs is for --latex alone" in refused.err) == (2, True)


def test_of_many_systems_in_a_folder_of_scores_the_best_are_shown(tmp_path: Path) -> None:
    """Twenty-five systems on two topics: means of all are kept, twenty are printed."""
    pyarrow = pytest.importorskip("pyarrow")

    answers = [(f"s{n:02}", topic) for n in range(25) for topic in ("apollo-13", "berlin-wall")]
    columns = {"system": [system for system, _ in answers], "topic": [topic for _, topic in answers]}
    columns |= {"date": ["1970-04-11"] * 50, "sentence": ["A crew leaves."] * 50}
    parquet.write_table(pyarrow.table(columns), tmp_path / "systems.parquet")
    for topic in ("apollo-13", "berlin-wall"):
        (tmp_path / "gold" / topic).mkdir(parents=True)
        (tmp_path / "gold" / topic / "a.txt").write_text("1970-04-11\nA crew leaves.\n", encoding="utf-8")
    words = ("score", tmp_path / "systems.parquet", tmp_path / "gold", "-m", "date", "-o", tmp_path / "scores")
    printed = cliometer(*words)
    assert printed.status == 0
    assert len([line for line in printed.out.splitlines() if line.startswith("s") and " date " in line]) == 20


def test_compare_marks_where_lower_is_better_in_its_summary_and_its_titles() -> None:
    out = cliometer("compare", *RUNS, "-r", DEMO / "articles", "-m", "jsd", "-m", "cosine").out
    assert "lower is better: jsd\n" in out
    assert "\njsd (lower is better)\n\nOn 8 topics" in out and "\ncosine\n\nOn 8 topics" in out
