"""Missing and extra topics."""

from __future__ import annotations

import pytest

from cliometer import score
from cliometer.engine.evaluation import Allowance, Terms, cover
from cliometer.errors import CoverageError
from cliometer.model.timeline import ReferenceSet, Timeline

T = Timeline({"2010-05-27": ["The well is sealed"]})
EMPTY = Timeline()
GOLD = {topic: ReferenceSet(T) for topic in ("oil", "mine")}


def test_runs_that_cover_all_topics_pass_without_a_note() -> None:
    assert cover({"a": {"mine": T, "oil": T}}, GOLD, Allowance(), EMPTY) == (
        {"oil": {"a": T}, "mine": {"a": T}},
        [],
    )


def test_a_missing_topic_is_an_error_that_names_system_topic_and_remedy() -> None:
    with pytest.raises(CoverageError, match=r"a has no timeline for mine \(it has oil\); .*--missing skip"):
        cover({"a": {"oil": T}}, GOLD, Allowance(), EMPTY)


def test_a_run_without_any_topic_is_told_so() -> None:
    with pytest.raises(CoverageError, match=r"oil and mine \(it has none at all\)"):
        cover({"a": {}}, GOLD, Allowance(), EMPTY)


def test_a_missing_topic_can_be_left_out() -> None:
    work, notes = cover({"a": {"oil": T}, "b": {"oil": T, "mine": T}}, GOLD, Allowance(missing="skip"), EMPTY)
    assert work == {"oil": {"a": T, "b": T}, "mine": {"b": T}}
    assert notes == ["a has no timeline for mine; left out of its means"]


def test_a_missing_topic_can_score_zero() -> None:
    work, notes = cover({"a": {"oil": T}}, GOLD, Allowance(missing="zero"), EMPTY)
    assert work == {"oil": {"a": T}, "mine": {"a": EMPTY}}
    assert notes == ["a has no timeline for mine; scored 0"]


def test_an_extra_topic_is_an_error_that_names_system_topic_and_remedy() -> None:
    with pytest.raises(CoverageError, match=r"without a reference: war \(references: oil and mine\).*--extra skip"):
        cover({"a": {"oil": T, "mine": T, "war": T}}, GOLD, Allowance(), EMPTY)


def test_an_extra_topic_can_be_left_out() -> None:
    work, notes = cover({"a": {"oil": T, "mine": T, "war": T}}, GOLD, Allowance(extra="skip"), EMPTY)
    assert "war" not in work
    assert notes == ["a has timelines without a reference: war; not scored"]


def test_a_file_for_each_reference_is_pointed_to_the_option_for_it() -> None:
    with pytest.raises(CoverageError, match=r"oil/bbc and oil/ap.*use --per-reference"):
        cover({"a": {"oil/bbc": T, "oil/ap": T}}, GOLD, Allowance(), EMPTY)


def test_a_folder_of_runs_is_told_from_a_run() -> None:
    for gold in (GOLD, {"oil/bbc": GOLD["oil"], "mine/bbc": GOLD["mine"]}):
        with pytest.raises(CoverageError, match=r"is this a folder of runs\? name the runs: runs/\*"):
            cover({"runs": {"lead/oil": T, "lead/mine": T, "tail/oil": T}}, gold, Allowance(), EMPTY)


def test_many_topics_are_counted_and_not_listed() -> None:
    gold = {f"t{number}": ReferenceSet(T) for number in range(9)}
    with pytest.raises(CoverageError, match=r"t0, t1, t2, t3, t4 and 4 more \("):
        cover({"a": {}}, gold, Allowance(), EMPTY)


def test_a_topic_that_nobody_has_is_left_out_where_that_is_allowed() -> None:
    assert list(cover({"a": {"oil": T}}, GOLD, Allowance(missing="skip"), EMPTY)[0]) == ["oil"]


def test_nothing_left_to_score_is_an_error_even_where_gaps_are_allowed() -> None:
    with pytest.raises(CoverageError, match="nothing is left to score"):
        cover({"a": {}}, GOLD, Allowance("skip", "skip"), EMPTY)


def test_a_run_without_a_topic_in_common_is_an_error_even_where_gaps_are_allowed() -> None:
    with pytest.raises(CoverageError, match=r"no topic in common .* it has war, they have oil and mine; "):
        cover({"a": {"war": T}}, GOLD, Allowance("skip", "skip"), EMPTY)


def test_what_was_allowed_is_named_in_the_results() -> None:
    results = score({"a": {"oil": T, "war": T}}, GOLD, ["date"], missing="zero", extra="skip")
    assert results.notes[:2] == (
        "a has timelines without a reference: war; not scored",
        "a has no timeline for mine; scored 0",
    )
    assert [mean.recall for mean in results.means()] == [0.5]


def test_a_topic_left_out_does_not_count_in_the_mean() -> None:
    (mean,) = score({"a": {"oil": T}}, GOLD, ["date"], missing="skip").means()
    assert (mean.topics, mean.recall) == (1, 1.0)


SOURCES = Terms("summary", "sources", "scored as silent")


def test_messages_call_answers_and_gold_by_their_names() -> None:
    with pytest.raises(CoverageError, match=r"a has summaries on topics without sources: war \(sources"):
        cover({"a": {"oil": T, "mine": T, "war": T}}, GOLD, Allowance(), EMPTY, SOURCES)
    with pytest.raises(CoverageError, match=r"no topic in common with the sources.* SYSTEM SOURCES$"):
        cover({"a": {"war": T}}, GOLD, Allowance(), EMPTY, SOURCES)


def test_silence_that_is_not_0_is_not_called_0() -> None:
    with pytest.raises(CoverageError, match=r"--missing zero \(scores as an empty one\), in Python missing="):
        cover({"a": {"oil": T}}, GOLD, Allowance(), EMPTY, SOURCES)
    _, notes = cover({"a": {"oil": T}}, GOLD, Allowance(missing="zero"), EMPTY, SOURCES)
    assert notes == ["a has no summary for mine; scored as silent"]
