"""Metrics for which lower is better are marked in tables."""

from __future__ import annotations

from tests.unit.cli.cliometer_command import DEMO, cliometer

ARTICLES = str(DEMO / "articles")
LEAD, RANDOM = str(DEMO / "runs" / "lead"), str(DEMO / "runs" / "random")


def test_score_marks_them_below_its_table() -> None:
    out = cliometer("score", LEAD, ARTICLES, "-m", "jsd", "-m", "cosine").out
    assert "\nlower is better: jsd\n\nsignature" in out


def test_score_says_nothing_where_more_is_better() -> None:
    assert "lower is better" not in cliometer("score", LEAD, ARTICLES, "-m", "cosine").out


def test_compare_marks_them_in_its_summary_and_its_titles() -> None:
    out = cliometer("compare", LEAD, RANDOM, "-r", ARTICLES, "-m", "jsd", "-m", "cosine").out
    assert "lower is better: jsd\n" in out
    assert "\njsd (lower is better)\n\nOn 8 topics" in out and "\ncosine\n\nOn 8 topics" in out
