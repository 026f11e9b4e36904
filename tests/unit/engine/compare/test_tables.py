"""Comparisons of scores that any tool gave."""

from __future__ import annotations

import pytest
from scipy import stats

from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.score_comparison import compare_scores
from cliometer.errors import UsageError
from cliometer.model.judgements import ScoreTable

A, B = (0.1, 0.4, 0.35, 0.8), (0.2, 0.3, 0.15, 0.5)


def table(**systems: tuple[float, ...]) -> ScoreTable:
    scores = {("bert", name, f"t{at}"): value for name, values in systems.items() for at, value in enumerate(values)}
    return ScoreTable(scores, {}, "scores.csv")


def test_the_t_test_is_scipys() -> None:
    found = compare_scores(table(a=A, b=B), None, Design.of(test="t"))["bert"].differences[0]
    assert found.p == pytest.approx(stats.ttest_rel(A, B).pvalue, abs=1e-12)


def test_one_system_is_no_comparison() -> None:
    with pytest.raises(UsageError, match="needs two systems or more, found 1"):
        compare_scores(table(a=A), None, Design.of())


def test_one_system_may_be_held_to_a_number() -> None:
    assert compare_scores(table(a=A), None, Design.of(), gates=["bert > 0.3"]).passed()


def test_the_same_scores_keep_a_gate() -> None:
    found = compare_scores(table(a=A, b=A), None, Design.of(), gates=["bert >= a"], confident=True)
    assert found.passed() and found.rulings[0].confidence_bound == 0


@pytest.mark.parametrize(
    ("gate", "complaint"),
    [("bret > 0.1", "unknown column of these scores 'bret'"), ("bert > writers", "no human level with --scores")],
)
def test_a_gate_on_what_no_table_has_is_refused(gate: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        compare_scores(table(a=A, b=B), None, Design.of(), gates=[gate])
