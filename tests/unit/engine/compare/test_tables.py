"""Comparisons of scores that any tool gave."""

from __future__ import annotations

import pytest
from scipy import stats

from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.score_comparison import compare_scores
from cliometer.errors import CoverageError, UsageError
from cliometer.model.judgements import ScoreTable

A, B = (0.1, 0.4, 0.35, 0.8), (0.2, 0.3, 0.15, 0.5)


def table(**systems: tuple[float, ...]) -> ScoreTable:
    scores = {("bert", name, f"t{at}"): value for name, values in systems.items() for at, value in enumerate(values)}
    return ScoreTable(scores, {}, "scores.csv")


def test_the_score_is_the_mean() -> None:
    found = compare_scores(table(a=A, b=B), None, Design.of(side="value"))["bert"]
    assert found["a"].score == pytest.approx(sum(A) / 4)
    assert found["b"].score == pytest.approx(sum(B) / 4)


def test_the_t_test_is_scipys() -> None:
    found = compare_scores(table(a=A, b=B), None, Design.of(test="t"))["bert"].differences[0]
    assert found.p == pytest.approx(stats.ttest_rel(A, B).pvalue, abs=1e-12)


def test_a_topic_that_a_system_lacks_is_an_error_that_names_it() -> None:
    with pytest.raises(CoverageError, match=r"scores.csv: no score of bert for b on t3.*--missing skip"):
        compare_scores(table(a=A, b=B[:3]), None, Design.of())


def test_skipped_topics_are_left_out_for_all_and_named() -> None:
    found = compare_scores(table(a=A, b=B[:3]), None, Design.of(), "skip")
    assert found["bert"]["a"].score == pytest.approx(sum(A[:3]) / 3)
    assert any("t3" in note for note in found.notes)


def test_one_system_is_no_comparison() -> None:
    with pytest.raises(UsageError, match="needs two systems or more, found 1"):
        compare_scores(table(a=A), None, Design.of())


def test_pooled_counts_cannot_be_had_from_scores() -> None:
    with pytest.raises(UsageError, match="one number for each topic"):
        compare_scores(table(a=A, b=B), None, Design.of(average="micro"))


def test_a_gate_holds_the_mean_of_a_column() -> None:
    found = compare_scores(table(a=A, b=B), None, Design.of(), gates=["bert >= baseline", "bert > 0.3"])
    rulings = [(str(one.gate), one.system, one.passed) for one in found.rulings]
    assert rulings == [
        ("bert >= baseline", "b", False),
        ("bert > 0.3", "a", True),
        ("bert > 0.3", "b", False),
    ]
    assert found.rulings[1].score == pytest.approx(sum(A) / 4)


def test_one_system_may_be_held_to_a_number() -> None:
    assert compare_scores(table(a=A), None, Design.of(), gates=["bert > 0.3"]).passed()


def test_the_same_scores_keep_a_gate() -> None:
    found = compare_scores(table(a=A, b=A), None, Design.of(), gates=["bert >= a"], confident=True)
    assert found.passed() and found.rulings[0].confidence_bound == 0


@pytest.mark.parametrize(
    ("gate", "complaint"),
    [
        ("bret > 0.1", "unknown column of these scores 'bret'"),
        ("bert > writers", "no human level with --scores"),
    ],
)
def test_a_gate_on_what_no_table_has_is_refused(gate: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        compare_scores(table(a=A, b=B), None, Design.of(), gates=[gate])


def test_a_column_that_only_a_gate_names_is_compared_as_well() -> None:
    scores = {
        (metric, name, f"t{at}"): value
        for metric in ("date.f", "date.recall")
        for name, values in (("a", A), ("b", B))
        for at, value in enumerate(values)
    }
    found = compare_scores(ScoreTable(scores, {}, "x.csv"), None, Design.of(), gates=["date.recall > 0.1"])
    assert [one.metric for one in found.standings] == ["date.f", "date.recall"]
