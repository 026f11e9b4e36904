"""Comparisons of scores that any tool gave."""

from __future__ import annotations

import pytest
from scipy import stats

from cliometer.engine.compare.design import Design
from cliometer.engine.compare.tables import compare_scores
from cliometer.errors import CoverageError, UsageError
from cliometer.model.score_table import ScoreTable

A, B = (0.1, 0.4, 0.35, 0.8), (0.2, 0.3, 0.15, 0.5)


def table(**systems: tuple[float, ...]) -> ScoreTable:
    scores = {
        ("bert", name, f"t{at}"): value for name, values in systems.items() for at, value in enumerate(values)
    }
    return ScoreTable(scores, {}, "scores.csv")


def test_the_score_is_the_mean() -> None:
    found = compare_scores(table(a=A, b=B), None, Design(side="value"))["bert"]
    assert found["a"].score == pytest.approx(sum(A) / 4)
    assert found["b"].score == pytest.approx(sum(B) / 4)


def test_the_t_test_is_scipys() -> None:
    found = compare_scores(table(a=A, b=B), None, Design(test="t"))["bert"].differences[0]
    assert found.p == pytest.approx(stats.ttest_rel(A, B).pvalue, abs=1e-12)


def test_a_topic_that_a_system_lacks_is_an_error_that_names_it() -> None:
    with pytest.raises(CoverageError, match=r"scores.csv: no score of bert for b on t3.*--missing skip"):
        compare_scores(table(a=A, b=B[:3]), None, Design())


def test_skipped_topics_are_left_out_for_all_and_named() -> None:
    found = compare_scores(table(a=A, b=B[:3]), None, Design(), "skip")
    assert found["bert"]["a"].score == pytest.approx(sum(A[:3]) / 3)
    assert any("t3" in note for note in found.notes)


def test_one_system_is_no_comparison() -> None:
    with pytest.raises(UsageError, match="needs two systems or more, found 1"):
        compare_scores(table(a=A), None, Design())


def test_pooled_counts_cannot_be_had_from_scores() -> None:
    with pytest.raises(UsageError, match="one number a topic"):
        compare_scores(table(a=A, b=B), None, Design(average="micro"))
