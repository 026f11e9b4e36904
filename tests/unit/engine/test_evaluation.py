"""Systems x topics x metrics; missing and extra topics."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cliometer
from cliometer import score
from cliometer.engine import evaluation
from cliometer.engine.evaluation import Allowance, Terms, cover
from cliometer.engine.value_evaluation import named_pair, prepared
from cliometer.errors import CoverageError, InputError, UncountableTextWarning, UsageError
from cliometer.metrics.base import TimelineMetric
from cliometer.metrics.catalogue import DEFAULT, MODERN, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.score import Ratio, Score
from cliometer.model.timeline import ReferenceSet, Timeline
from tests.timelines import reference_sets, timelines

OIL = Timeline({"2010-04-20": ["The rig explodes"], "2010-07-15": ["The well is sealed"]})
LATE = Timeline({"2010-04-22": ["The rig sinks"], "2010-07-15": ["A cap holds"]})
MINE = Timeline({"2010-08-05": ["The mine collapses"]})
GOLD = {"oil": [OIL], "mine": [MINE]}
RUNS = {"b": {"mine": MINE, "oil": LATE}, "a": {"oil": OIL, "mine": MINE}}

runs = st.dictionaries(st.sampled_from("abcdef"), timelines(min_size=0), min_size=1, max_size=6)


def test_rows_stand_by_system_then_topic_then_metric_in_the_order_given() -> None:
    results = score(RUNS, GOLD, ["date", "concat"])
    assert [(row.system, row.topic, row.metric) for row in results.rows] == [
        (system, topic, metric)
        for system in ("b", "a")
        for topic in ("oil", "mine")
        for metric in ("date", "concat(rouge=1)")
    ]


def test_every_system_scores_on_every_topic_as_if_alone() -> None:
    rows = score(RUNS, GOLD).rows
    assert {(row.system, row.topic) for row in rows} == {(a, t) for a, run in RUNS.items() for t in run}
    for row in rows:
        alone = score(RUNS[row.system][row.topic], GOLD[row.topic])
        assert row.score in [own.score for own in alone.rows if own.metric == row.metric]


@given(runs, reference_sets(), st.integers(0, 60))
def test_batches_of_any_size_give_the_same_scores(
    systems: dict[str, Timeline], references: ReferenceSet, cells: int
) -> None:
    work = {name: {"t": timeline} for name, timeline in systems.items()}
    whole = score(work, {"t": references}, preset="modern")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluation, "_CELLS_AT_ONCE", cells)
        assert score(work, {"t": references}, preset="modern") == whole


def batches(answers: dict[str, Timeline]) -> list[list[str]]:
    scored = evaluation.Evaluation({}, {"oil": ReferenceSet(OIL)}, [parse("date")])
    return list(scored.batches("oil", answers))


def test_a_batch_holds_as_many_systems_as_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "_CELLS_AT_ONCE", 8)  # two systems of two days against two dates
    names = batches(dict.fromkeys("abcde", LATE))
    assert names == [["a", "b"], ["c", "d"], ["e"]]


def test_a_system_too_large_for_a_batch_has_one_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "_CELLS_AT_ONCE", 1)
    names = batches(dict.fromkeys("ab", LATE))
    assert names == [["a"], ["b"]]


def test_progress_is_told_before_each_topic() -> None:
    told: list[tuple[int, int]] = []
    score(RUNS, GOLD, ["date"], progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 2), (1, 2)]


def test_without_metrics_the_usual_ones_are_taken() -> None:
    assert tuple(score(OIL, OIL).to_dict()) == DEFAULT


def test_a_metric_named_twice_is_measured_once() -> None:
    rows = score(OIL, OIL, ["align", "date", "align(rouge=1)"]).rows
    assert [row.metric for row in rows] == ["align(rouge=1)", "date"]


def test_a_metric_may_be_given_as_a_value() -> None:
    metric = parse("date(tolerance=within(days=3))")
    assert score(LATE, OIL, [metric]).to_dict() == score(LATE, OIL, [str(metric)]).to_dict()


def test_a_preset_may_be_given_as_a_value() -> None:
    assert score(LATE, OIL, preset=MODERN).to_dict() == score(LATE, OIL, preset="modern").to_dict()


def test_references_may_be_one_or_several_and_plain_dictionaries() -> None:
    plain = {"2010-04-20": ["The rig explodes"], "2010-07-15": ["The well is sealed"]}
    assert score(plain, plain).to_dict() == score(OIL, [OIL]).to_dict() == score(OIL, ReferenceSet(OIL)).to_dict()


def test_a_pair_is_looked_up_by_expression() -> None:
    assert score(OIL, OIL, ["date"])["date"] == {"precision": 1.0, "recall": 1.0, "f": 1.0}


@pytest.mark.parametrize("metrics", ["date", []])
def test_metrics_must_be_a_list_that_is_not_empty(metrics: Any) -> None:
    with pytest.raises(UsageError, match="metric"):
        score(OIL, OIL, metrics)


@pytest.mark.parametrize("path", ["a.txt", Path("a.txt")])
def test_a_path_in_place_of_a_timeline_is_refused_with_the_way_to_read_it(path: Any) -> None:
    for system, references in ((path, OIL), (OIL, path), (OIL, [path])):
        with pytest.raises(UsageError, match=r"found 'a.txt'; read a file with cliometer.read_timeline"):
            prepared(*named_pair(system, references, None))


def test_a_topic_needs_a_reference() -> None:
    with pytest.raises(InputError, match="at least one reference"):
        score(OIL, [])


def test_nothing_to_score_is_an_error() -> None:
    with pytest.raises(CoverageError, match="nothing is left to score"):
        score({}, GOLD)


def test_text_without_a_countable_word_is_a_warning_to_programs() -> None:
    with pytest.warns(UncountableTextWarning, match="system: the text for topic has no countable word") as seen:
        found = cliometer.score({"2010-04-20": ["Взрыв"]}, OIL, ["agreement"])
    assert found.notes and seen[0].filename == __file__


@dataclass(frozen=True, repr=False)
class Endless(TimelineMetric):
    """Gives NaN in place of a number."""

    name = "endless-in-a-test"

    def measure_in(self, comparison: TopicComparison) -> list[Score]:
        return [Score(Ratio(math.nan, 1), Ratio(1, 1)) for _ in comparison.systems]


def test_a_users_metric_that_gives_nan_is_refused_with_the_remedy() -> None:
    day = {"2010-05-27": ["Oil leaks"]}
    with pytest.raises(
        UsageError, match=r"precision is nan, which is not a number; Ratio\(0, 0\) says that there is no"
    ):
        score(day, day, [Endless()])


@pytest.mark.parametrize("reference", [{}, {"2010-05-27": []}])
def test_a_reference_that_says_nothing_is_refused_in_python_as_in_the_command(reference: dict[str, list[str]]) -> None:
    with pytest.raises(InputError, match="the reference 1 of topic says nothing; write at least one day"):
        score({"2010-05-27": ["Oil leaks"]}, reference, ["date"])


T = Timeline({"2010-05-27": ["The well is sealed"]})
EMPTY = Timeline()
TWO_TOPICS = {topic: ReferenceSet(T) for topic in ("oil", "mine")}


def test_runs_that_cover_all_topics_pass_without_a_note() -> None:
    assert cover({"a": {"mine": T, "oil": T}}, TWO_TOPICS, Allowance(), EMPTY) == (
        {"oil": {"a": T}, "mine": {"a": T}},
        [],
    )


def test_a_missing_topic_is_an_error_that_names_system_topic_and_remedy() -> None:
    with pytest.raises(CoverageError, match=r"a has no timeline for mine \(it has oil\); .*--missing skip"):
        cover({"a": {"oil": T}}, TWO_TOPICS, Allowance(), EMPTY)


def test_a_run_without_any_topic_is_told_so() -> None:
    with pytest.raises(CoverageError, match=r"oil and mine \(it has none at all\)"):
        cover({"a": {}}, TWO_TOPICS, Allowance(), EMPTY)


def test_a_missing_topic_can_be_left_out() -> None:
    work, notes = cover({"a": {"oil": T}, "b": {"oil": T, "mine": T}}, TWO_TOPICS, Allowance(missing="skip"), EMPTY)
    assert work == {"oil": {"a": T, "b": T}, "mine": {"b": T}}
    assert notes == ["a has no timeline for mine; left out of its means"]


def test_a_missing_topic_can_score_zero() -> None:
    work, notes = cover({"a": {"oil": T}}, TWO_TOPICS, Allowance(missing="zero"), EMPTY)
    assert work == {"oil": {"a": T}, "mine": {"a": EMPTY}}
    assert notes == ["a has no timeline for mine; scored 0"]


def test_an_extra_topic_is_an_error_that_names_system_topic_and_remedy() -> None:
    with pytest.raises(CoverageError, match=r"without a reference: war \(references: oil and mine\).*--extra skip"):
        cover({"a": {"oil": T, "mine": T, "war": T}}, TWO_TOPICS, Allowance(), EMPTY)


def test_an_extra_topic_can_be_left_out() -> None:
    work, notes = cover({"a": {"oil": T, "mine": T, "war": T}}, TWO_TOPICS, Allowance(extra="skip"), EMPTY)
    assert "war" not in work
    assert notes == ["a has timelines without a reference: war; not scored"]


@pytest.mark.parametrize("reference", ["bbc", "oil"])
def test_a_file_for_each_reference_is_pointed_to_the_option_for_it(reference: str) -> None:
    with pytest.raises(CoverageError, match=rf"oil/{reference} and oil/ap.*use --per-reference"):
        cover({"a": {f"oil/{reference}": T, "oil/ap": T}}, TWO_TOPICS, Allowance(), EMPTY)


def test_a_folder_of_runs_is_told_from_a_run() -> None:
    for gold in (TWO_TOPICS, {"oil/bbc": TWO_TOPICS["oil"], "mine/bbc": TWO_TOPICS["mine"]}):
        with pytest.raises(CoverageError, match=r"is this a folder of runs\? name the runs: runs/\*"):
            cover({"runs": {"lead/oil": T, "lead/mine": T, "tail/oil": T}}, gold, Allowance(), EMPTY)


def test_many_topics_are_counted_and_not_listed() -> None:
    gold = {f"t{number}": ReferenceSet(T) for number in range(9)}
    with pytest.raises(CoverageError, match=r"t0, t1, t2, t3, t4 and 4 more \("):
        cover({"a": {}}, gold, Allowance(), EMPTY)


def test_a_topic_that_nobody_has_is_left_out_where_that_is_allowed() -> None:
    assert list(cover({"a": {"oil": T}}, TWO_TOPICS, Allowance(missing="skip"), EMPTY)[0]) == ["oil"]


def test_nothing_left_to_score_is_an_error_even_where_gaps_are_allowed() -> None:
    with pytest.raises(CoverageError, match="nothing is left to score"):
        cover({"a": {}}, TWO_TOPICS, Allowance("skip", "skip"), EMPTY)


def test_a_run_without_a_topic_in_common_is_an_error_even_where_gaps_are_allowed() -> None:
    with pytest.raises(CoverageError, match=r"no topic in common .* it has war, they have oil and mine; "):
        cover({"a": {"war": T}}, TWO_TOPICS, Allowance("skip", "skip"), EMPTY)


def test_what_was_allowed_is_named_in_the_results() -> None:
    results = score({"a": {"oil": T, "war": T}}, TWO_TOPICS, ["date"], missing="zero", extra="skip")
    assert results.notes[:2] == (
        "a has timelines without a reference: war; not scored",
        "a has no timeline for mine; scored 0",
    )
    assert [mean.recall for mean in results.means()] == [0.5]


def test_a_topic_left_out_does_not_count_in_the_mean() -> None:
    (mean,) = score({"a": {"oil": T}}, TWO_TOPICS, ["date"], missing="skip").means()
    assert (mean.topics, mean.recall) == (1, 1.0)


SOURCES = Terms("summary", "sources", "scored as silent")


def test_messages_call_answers_and_gold_by_their_names() -> None:
    with pytest.raises(CoverageError, match=r"a has summaries on topics without sources: war \(sources"):
        cover({"a": {"oil": T, "mine": T, "war": T}}, TWO_TOPICS, Allowance(), EMPTY, SOURCES)
    with pytest.raises(CoverageError, match=r"no topic in common with the sources.* SYSTEM SOURCES$"):
        cover({"a": {"war": T}}, TWO_TOPICS, Allowance(), EMPTY, SOURCES)


def test_silence_that_is_not_0_is_not_called_0() -> None:
    with pytest.raises(CoverageError, match=r"--missing zero \(scores as an empty one\), in Python missing="):
        cover({"a": {"oil": T}}, TWO_TOPICS, Allowance(), EMPTY, SOURCES)
    _, notes = cover({"a": {"oil": T}}, TWO_TOPICS, Allowance(missing="zero"), EMPTY, SOURCES)
    assert notes == ["a has no summary for mine; scored as silent"]
