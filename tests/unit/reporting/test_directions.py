"""Metrics for which lower is better are marked in tables."""

from __future__ import annotations

from pathlib import Path

from cliometer.reporting.chapters.base import direction_note
from cliometer.reporting.document import Paragraph
from tests.unit.cli.cliometer_command import DEMO, cliometer

ARTICLES = str(DEMO / "articles")
LEAD, RANDOM = str(DEMO / "runs" / "lead"), str(DEMO / "runs" / "random")


def test_metrics_for_which_lower_is_better_are_named_once() -> None:
    assert list(direction_note([])) == []
    assert list(direction_note(["jsd", "kl", "jsd"])) == [Paragraph("lower is better: jsd, kl")]


def test_score_marks_them_below_its_table() -> None:
    out = cliometer("score", LEAD, ARTICLES, "-m", "jsd", "-m", "cosine").out
    assert "\nlower is better: jsd\n\nsignature" in out


def test_score_says_nothing_where_more_is_better() -> None:
    assert "lower is better" not in cliometer("score", LEAD, ARTICLES, "-m", "cosine").out


def test_score_marks_them_in_latex_by_a_comment() -> None:
    out = cliometer("score", LEAD, ARTICLES, "-m", "jsd", "--latex").out
    assert out.startswith("% lower is better: jsd\n\\begin{tabular}")


def test_compare_marks_them_in_its_summary_and_its_titles() -> None:
    out = cliometer("compare", LEAD, RANDOM, "-r", ARTICLES, "-m", "jsd", "-m", "cosine").out
    assert "lower is better: jsd\n" in out
    assert "\njsd (lower is better)\n\nOn 8 topics" in out and "\ncosine\n\nOn 8 topics" in out


def test_compare_marks_a_column_of_another_tool_that_was_said_to_be_so(tmp_path: Path) -> None:
    table = tmp_path / "scores.csv"
    rows = [f"{s},{t},wer,{v + t % 3 * (s == 'a') / 4}" for s, v in (("a", 1), ("b", 2)) for t in range(6)]
    table.write_text("\n".join(["system,topic,metric,value", *rows]) + "\n", encoding="utf-8")
    assert "\nwer (lower is better)\n\nOn" in cliometer("compare", "--scores", str(table), "--lower", "wer").out
