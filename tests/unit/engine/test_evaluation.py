"""Systems x topics x metrics; missing and extra topics."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer import score
from cliometer.engine import evaluation
from cliometer.engine.evaluation import Allowance, Terms, cover
from cliometer.engine.value_evaluation import named_pair, prepared
from cliometer.errors import CoverageError, UsageError
from cliometer.metrics.base import TimelineMetric
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.score import Ratio, Score
from cliometer.model.timeline import ReferenceSet, Timeline
from tests.timelines import reference_sets, timelines

OIL = Timeline({"2010-04-20": ["The rig explodes"], "2010-07-15": ["The well is sealed"]})

runs = st.dictionaries(st.sampled_from("abcdef"), timelines(min_size=0), min_size=1, max_size=6)


@given(runs, reference_sets(), st.integers(0, 60))
def test_batches_of_any_size_give_the_same_scores(
    systems: dict[str, Timeline], references: ReferenceSet, cells: int
) -> None:
    work = {name: {"t": timeline} for name, timeline in systems.items()}
    whole = score(work, {"t": references}, preset="modern")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluation, "_CELLS_AT_ONCE", cells)
        assert score(work, {"t": references}, preset="modern") == whole


@pytest.mark.parametrize("path", ["a.txt", Path("a.txt")])
def test_a_path_in_place_of_a_timeline_is_refused_with_the_way_to_read_it(path: Any) -> None:
    for system, references in ((path, OIL), (OIL, path), (OIL, [path])):
        with pytest.raises(UsageError, match=r"found 'a.txt'; read a file with cliometer.read_timeline"):
            prepared(*named_pair(system, references, None))


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


T = Timeline({"2010-05-27": ["The well is sealed"]})
EMPTY = Timeline()
TWO_TOPICS = {topic: ReferenceSet(T) for topic in ("oil", "mine")}


@pytest.mark.parametrize("reference", ["bbc", "oil"])
def test_a_file_for_each_reference_is_pointed_to_the_option_for_it(reference: str) -> None:
    with pytest.raises(CoverageError, match=rf"oil/{reference}.*use --per-reference"):
        cover({"a": {f"oil/{reference}": T}}, TWO_TOPICS, Allowance(), EMPTY)


def test_a_folder_of_runs_is_told_from_a_run() -> None:
    for gold in (TWO_TOPICS, {"oil/bbc": TWO_TOPICS["oil"], "mine/bbc": TWO_TOPICS["mine"]}):
        with pytest.raises(CoverageError, match=r"is this a folder of runs\? name the runs: runs/\*"):
            cover({"runs": {"lead/oil": T, "lead/mine": T, "tail/oil": T}}, gold, Allowance(), EMPTY)


def test_a_run_without_a_topic_in_common_is_an_error_even_where_gaps_are_allowed() -> None:
    with pytest.raises(CoverageError, match=r"no topic in common .* it has war, they have oil and mine; "):
        cover({"a": {"war": T}}, TWO_TOPICS, Allowance("skip", "skip"), EMPTY)


SOURCES = Terms("summary", "sources", "scored as silent")


def test_messages_call_answers_and_gold_by_their_names() -> None:
    with pytest.raises(CoverageError, match=r"a has summaries on topics without sources: war \(sources"):
        cover({"a": {"oil": T, "mine": T, "war": T}}, TWO_TOPICS, Allowance(), EMPTY, SOURCES)
    with pytest.raises(CoverageError, match=r"no topic in common with the sources.* SYSTEM SOURCES$"):
        cover({"a": {"war": T}}, TWO_TOPICS, Allowance(), EMPTY, SOURCES)
