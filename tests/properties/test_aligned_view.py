"""Whatever is drawn adds up to what was scored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.metrics.catalogue import Preset, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.explanation import DayExplanation, explain_in
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.timeline_view.picture import page_part, static_svg
from cliometer.reporting.timeline_view.view_data import topic_view
from tests import strategies
from tests.strategies import examples
from tests.timelines import reference_sets, timelines
from tests.unit.reporting.aligned.pairs import marked

PAIRED = [
    "date",
    "date(tolerance=reciprocal)",
    "agreement(rouge=2)",
    "align(rouge=SU4)",
    "align+(rouge=L)",
    "align+m1(rouge=W1.2)",
]
WHOLE = ["concat(rouge=1)", "rougeL"]
PRESETS = st.sampled_from(["tilse", "paper2017", "modern"])
_ROUNDING = 1e-5  # six digits are kept


def added(rows: list[list[Any]], position: int) -> float:
    """A column's sum."""
    return float(sum(row[position] for row in rows))


def without_words(days: tuple[DayExplanation, ...]) -> tuple[DayExplanation, ...]:
    """Their numbers alone."""
    return tuple(replace(day, shared={}, missed={}) for day in days)


@examples(40)
@given(timelines(min_size=0), reference_sets(), PRESETS)
def test_credits_and_sizes_add_up_to_the_ratios(system: Timeline, references: ReferenceSet, preset: str) -> None:
    view = topic_view("t", references, {"s": system}, PAIRED, preset)
    for pair in view["systems"][0]["m"]:
        for rows, ratio in ((pair["r"], pair["R"]), (pair["s"], pair["P"])):
            assert added(rows, 5) == pytest.approx(ratio[0], rel=_ROUNDING, abs=1e-9)
            assert added(rows, 4) == pytest.approx(ratio[1], rel=_ROUNDING, abs=1e-9)


@examples(20)
@given(timelines(min_size=0), reference_sets(), PRESETS)
def test_explained_together_and_without_words_metrics_tell_the_same_story(
    system: Timeline, references: ReferenceSet, preset: str
) -> None:
    together = TopicComparison([system], references)
    for name in [*PAIRED, *WHOLE]:
        metric = parse(name).under(Preset.parse(preset))
        alone = explain_in(TopicComparison([system], references), metric)
        recall, precision = map(without_words, (alone.recall, alone.precision))
        assert explain_in(together, metric, words=False) == replace(alone, recall=recall, precision=precision)


@examples(40)
@given(timelines(), reference_sets(), PRESETS)
def test_with_single_words_as_many_are_marked_as_were_hit(
    system: Timeline, references: ReferenceSet, preset: str
) -> None:
    view = topic_view("t", references, {"s": system}, ["align+m1(rouge=1)", "rouge1"], preset)
    (found,) = view["systems"]
    for column, row in enumerate(found["m"][0]["r"]):
        marks = found["marks"][view["metrics"][0]["k"]].get(f"{int(row[0])},{column}", [[]])
        texts = [text for _, text in view["texts"][column]]
        words = [marked(text, numbers) for text, numbers in zip(texts, marks[1:], strict=False)]
        assert sum(map(len, words)) == row[3]
    assert added(found["m"][1]["r"], 3) == found["m"][1]["R"][0]


@examples(40)
@given(strategies.timelines, strategies.timelines, st.sampled_from([*PAIRED, *WHOLE]), PRESETS)
def test_any_dates_and_any_texts_can_be_drawn(system: Timeline, reference: Timeline, metric: str, preset: str) -> None:
    view = topic_view("t", ReferenceSet([reference]), {"s": system}, [metric], preset)
    page_part([view], "a").encode("utf-8")
    static_svg(view, 0, 0).encode("utf-8")
