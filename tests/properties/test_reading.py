"""What a timeline teaches in a given time, and the granularity that it fits, against their definitions."""

from __future__ import annotations

import math
from itertools import chain

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.ledger import Tally
from cliometer.metrics.reading import Granularity, Reader
from cliometer.model.timeline import ReferenceSet, Timeline
from tests.properties.test_order import timeline
from tests.timelines import reference_sets, timelines

MATCHING = Tally(weights="flat", function=1.0)  # every word weighs 1


def value(metric: Reader | Granularity, system: Timeline, references: ReferenceSet) -> float | None:
    found: float | None = metric.measure(system, references).numbers()["value"]
    return found


@given(timelines(), reference_sets(), st.integers(1, 12), st.sampled_from(["first", "newest", "longest"]))
def test_a_reader_learns_what_stands_in_the_words_that_are_read(
    system: Timeline, references: ReferenceSet, words: int, start: str
) -> None:
    days = list(system.items())
    if start == "newest":
        days = days[::-1]
    if start == "longest":
        days = sorted(days, key=lambda day: -len(" ".join(day[1]).split()))
    read, left = Timeline(), words
    for when, sentence in [(when, sentence) for when, sentences in days for sentence in sentences]:
        left -= len(sentence.split())
        if left < 0:
            break
        read = Timeline([*read.items(), (when, [sentence])])
    learned = MATCHING.measure(read, references).recall.part
    best = sum(min(words, sum(len(s.split()) for s in chain(*reference.values()))) for reference in references)
    metric = Reader(seconds=words, speed=1.0, start=start, matching=MATCHING)
    assert value(metric, system, references) == pytest.approx(min(1.0, learned / best))


@given(timelines(), reference_sets())
def test_the_mean_is_that_of_the_curve_which_ends_in_the_value(system: Timeline, references: ReferenceSet) -> None:
    metric = Reader(seconds=6)
    (points,) = metric.curve(TopicComparison([system], references))
    heights = [height for _, height in points]
    assume(None not in heights)
    assert [time for time, _ in points] == pytest.approx([0.5 * place for place in range(1, 13)])
    assert heights[-1] == value(metric, system, references)
    assert value(Reader(seconds=6, of="mean"), system, references) == pytest.approx(math.fsum(heights) / 12)  # type: ignore[arg-type]


def test_the_best_sentences_are_those_that_weigh_most_a_word() -> None:
    long, short = "Fador gador kador mador the of the of the of the of the of the of", "Felin ferry"
    references = ReferenceSet(Timeline({"2010-01-01": [long], "2010-01-02": [short]}))
    metric = Reader(seconds=2, speed=1.0)
    assert value(metric, Timeline({"2010-01-02": [short]}), references) == 1.0
    assert value(metric, references[0], references) == 0.0  # the first sentence does not fit
    assert value(Reader(seconds=2, speed=1.0, start="newest"), references[0], references) == 1.0
    assert value(metric, Timeline({"2010-01-02": ["Felin"]}), references) == pytest.approx(0.5)


def test_a_timeline_that_is_denser_than_the_references_has_no_more_than_one() -> None:
    references = ReferenceSet(Timeline({"2010-01-01": ["Fador of the of the of the"]}))
    assert value(Reader(seconds=1, speed=1.0), Timeline({"2010-01-01": ["Fador"]}), references) == 1.0


def test_the_nodes_kept_are_those_that_most_references_have_then_the_heaviest() -> None:
    one = Timeline({"2010-01-01": ["Bador"], "2010-01-02": ["Belin bivan bomir busto"], "2010-01-03": ["Dador delin"]})
    comparison = TopicComparison([one], ReferenceSet([one, Timeline({"2010-01-01": ["Gador"]})]))
    kept = [[str(when) for when in coarse] for coarse in Granularity().coarse(comparison, 2)]
    assert kept == [["2010-01-01", "2010-01-02"], ["2010-01-01"]]


def test_a_timeline_fits_the_reference_that_has_its_number_of_nodes() -> None:
    whole = timeline(list(range(23)))
    references = ReferenceSet(whole)
    comparison = TopicComparison([whole], references)
    assert Granularity().levels(references) == [5, 10, 20, 23]
    for nodes in (5, 10, 20, 23):
        (coarse,) = Granularity().coarse(comparison, nodes)
        assert value(Granularity(), coarse, references) == nodes / 23
        assert Granularity(nodes=nodes).measure(coarse, references).numbers()["f"] == pytest.approx(1.0)
    junk = Granularity().measure(Timeline({"2010-01-01": ["Nothing happened."]}), references)
    assert junk.undefined == "it shares nothing with any reference" and junk.numbers("zero") == {"value": None}


def test_an_explanation_lists_the_profile_and_marks_its_peak() -> None:
    whole = timeline(list(range(7)))
    coarse = Granularity().coarse(TopicComparison([whole], ReferenceSet(whole)), 5)[0]
    merged = Timeline({"2010-01-01": list(chain(*coarse.values()))})
    explanation = Granularity().explain_in(TopicComparison([coarse, merged], ReferenceSet(whole)))
    assert [(fit.nodes, fit.peak) for fit in explanation.parts] == [(5, "*"), (7, "")]
    explanation = Granularity().explain_in(TopicComparison([merged], ReferenceSet(whole)))
    assert explanation.sentences[0].startswith("5 matched events: 5.00 a date of the system, 1.00 a date of ")


def test_nodes_beyond_those_of_the_references_are_all_of_them() -> None:
    references = ReferenceSet(timeline([1, 2, 3]))
    assert Granularity().coarse(TopicComparison([], references), 9) == references
