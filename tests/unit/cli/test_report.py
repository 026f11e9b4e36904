"""`cliometer report`, called as the command line calls it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from cliometer.cli.main import main
from cliometer.cli.parser import DEMO

RUNS = [str(DEMO / "runs" / name) for name in ("lead", "mentions")]
GOLD = ["-r", str(DEMO / "references"), "--resamples", "100"]
PAIR = [str(DEMO / "runs/lead/apollo-13.txt"), "-r", str(DEMO / "references/apollo-13/almanac.txt")]


def run(*words: object) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return main(["report", *map(str, words)], out, err), out.getvalue(), err.getvalue()


def result(tmp_path: Path, *words: str) -> Path:
    """What another command prints with --json."""
    out = io.StringIO()
    assert main([*words, "--json"], out, io.StringIO()) == 0
    path = tmp_path / "result.json"
    path.write_text(out.getvalue(), encoding="utf-8")
    return path


def test_two_files_of_ones_own_show_their_timelines_first(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert run(*PAIR, "-o", path)[0] == 0
    page = path.read_text(encoding="utf-8")
    assert page.index(">Timelines</h2>") < page.index(">Scores</h2>") and ">Comparison</h2>" not in page


def test_what_score_notes_the_report_notes_too(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    status, _, err = run(tmp_path / "empty.txt", *PAIR[1:], "-o", tmp_path / "r.html")
    assert status == 0 and err.startswith("note: ") and "scores 0" in err


def test_systems_that_cannot_be_compared_are_shown_with_the_reason(tmp_path: Path) -> None:
    path, twin = tmp_path / "report.html", tmp_path / "twin.txt"
    twin.write_bytes(Path(PAIR[0]).read_bytes())
    assert run(PAIR[0], twin, *PAIR[1:], "-m", "date", "-o", path)[0] == 0
    assert "Systems were not compared:" in path.read_text(encoding="utf-8")


def test_the_report_is_named_report_html_where_no_name_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*PAIR, "-m", "date")[:2] == (0, "report.html\n")


def test_standard_input_is_a_result_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scored = result(tmp_path, "score", RUNS[0], str(DEMO / "references"), "-m", "date")
    monkeypatch.setattr("sys.stdin", io.StringIO(scored.read_text(encoding="utf-8")))
    assert run("-", "-o", tmp_path / "r.html")[0] == 0


def test_figures_alone_are_written_to_a_folder(tmp_path: Path) -> None:
    status, out, _ = run(*PAIR, "-m", "align+m1", "--figures", tmp_path / "f", "--figure-format", "pdf")
    assert status == 0 and not (tmp_path / "report.html").exists()
    assert {Path(line).suffix for line in out.splitlines()} == {".pdf"}
    assert sorted(map(str, (tmp_path / "f").iterdir())) == sorted(out.splitlines())


def test_topics_that_are_not_shown_are_named(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    run(*RUNS, *GOLD, "-m", "align+m1", "--topics", "6", "-o", path)
    assert "scored but not aligned here: notre-dame, rosetta" in path.read_text(encoding="utf-8")


def test_metrics_that_are_not_aligned_are_named(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    run(*PAIR, "-m", "align", "-m", "agreement", "-m", "date", "-o", path)
    assert "scored but not aligned here: date. -m chooses others." in path.read_text(encoding="utf-8")


def test_a_baseline_is_known_by_its_path_and_an_unknown_one_is_told(tmp_path: Path) -> None:
    words = [*RUNS, *GOLD, "-m", "date", "-o", tmp_path / "r.html", "--baseline"]
    assert run(*words, RUNS[0])[0] == 0
    assert "Systems were not compared" not in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "unknown baseline" in run(*words, "nobody")[2]


def test_no_figure_is_written_where_the_report_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text("my notes")
    assert run(*PAIR, "-m", "date", "--figures", tmp_path / "f", "-o", tmp_path / "r.md")[0] == 2
    assert not (tmp_path / "f").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("not json", "is not valid JSON"),
        (json.dumps({"a": 1}), "is not a result of cliometer"),
        (json.dumps({"cliometer": "0.1.0"}), "is not a result that a report can show"),
        (json.dumps([1]), "is not a result of cliometer"),
        ("", "is empty"),
        ('{"cliometer": "0.1.0", "scores": [], "means": [{"f": NaN}]}', "NaN is no number"),
        ('{"cliometer": "0.1.0", "scores": [], "means": [{"f": 1e999}]}', "1e999 is no number"),
    ],
)
def test_what_is_no_result_is_refused_in_one_line(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(content)
    status, out, err = run(path, "-o", tmp_path / "r.html")
    assert (status, out) == (2, "") and said in err and err.count("\n") == 1
    assert not (tmp_path / "r.html").exists()


def test_a_folder_of_runs_without_references_says_what_is_missing(tmp_path: Path) -> None:
    assert "add -r GOLD" in run(RUNS[0], "-o", tmp_path / "r.html")[2]


def test_without_a_drawing_library_a_leaderboard_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    out, err = io.StringIO(), io.StringIO()
    words = ["submissions", "rank", str(DEMO / "runs"), *GOLD[:2], "-m", "date", "-o", str(tmp_path / "board")]
    assert main(words, out, err) == 0
    assert "note: charts need vl-convert" in err.getvalue()
    assert "charts need vl-convert" in (tmp_path / "board" / "leaderboard.html").read_text("utf-8")
