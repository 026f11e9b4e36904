"""nu-recall and nu-precision, their curve, and the online constraint."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.metrics.units.curve import Curve, Point, curve, mean_curve
from cliometer.metrics.units.nu import Nu, SelectionSize, online_faults, require_online
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.score import Ratio
from tests.units import source, vector

RANKING = Extract(tuple(ExtractItem(f"n/s{n}") for n in (2, 3, 1, 4, 5)), of="sentences", ranked=True)
STREAM = EventTopic("t", (source("m", "One.", "Two."), source("n", "Three.")), (JudgedEvent("1"),))


def points(metric: Nu) -> list[tuple[float, float | None]]:
    return [(point.recall, point.precision) for point in curve(RANKING, vector(), metric).points]


def together(*links: str) -> EventTopic:
    """One event that needs sentences 1 and 2 together, or one of some others."""
    event = JudgedEvent("1", links=links, groups=(("n/s1", "n/s2"),))
    return EventTopic("t", vector().sources, (event,))


def tied(*ids: str) -> Extract:
    return Extract(tuple(ExtractItem(f"n/{id}", score=1.0) for id in ids), of="sentences", ranked=True)


def log(*ids: str) -> Extract:
    return Extract(tuple(ExtractItem(id, score=1.0) for id in ids), of="sentences", system="bert")


def test_the_formula_on_the_test_vector() -> None:
    recall, precision = [0.5, 0.5, 0.5, 0.75, 0.75], [2.0, 1.0, 2 / 3, 0.75, 0.6]
    assert points(Nu()) == list(zip(recall, precision, strict=True))


def test_the_prose_on_the_test_vector() -> None:
    recall, precision = [0.5, 0.5, 0.5, 0.75, 0.75], [1.0, 0.5, 1 / 3, 0.5, 0.4]
    assert points(Nu(variant="sentence")) == list(zip(recall, precision, strict=True))


def test_useful_and_novel_apart() -> None:
    assert points(Nu(kind="u")) == [(0.4, 2.0), (0.4, 1.0), (0.6, 1.0), (0.8, 1.0), (1.0, 1.0)]
    assert points(Nu(kind="n")) == [(0.5, 1.0), (0.5, 1.0), (0.5, 2 / 3), (0.75, 0.75), (0.75, 0.6)]


def test_precision_above_1_is_remarked_on() -> None:
    two = Nu().measure(Extract((ExtractItem("n/s2"),), of="sentences"), vector())
    assert two.precision == Ratio(2, 1)
    assert "above 1" in Nu().remarks([two])[0][0]
    assert Nu().remarks([Nu().measure(RANKING, vector())]) == []


def test_nothing_retrieved_leaves_precision_undefined_and_recall_0() -> None:
    numbers = Nu().measure(Extract((), of="sentences"), vector()).numbers()
    assert numbers == {"precision": None, "recall": 0.0, "f": 0.0}


def test_a_group_counts_when_all_its_sentences_are_there() -> None:
    both = Extract((ExtractItem("n/s2"), ExtractItem("n/s1")), of="sentences", ranked=True)
    found = curve(both, together(), Nu(variant="sentence")).points
    assert [(point.recall, point.precision) for point in found] == [(0.0, 0.0), (1.0, 0.5)]


def test_a_set_is_read_in_the_order_of_the_stream() -> None:
    events = (JudgedEvent("1", links=("n/s1", "n/s2")), JudgedEvent("2", links=("n/s2",)))
    topic = EventTopic("t", vector().sources, events)
    backwards = Extract((ExtractItem("n/s2"), ExtractItem("n/s1")), of="sentences")
    assert Nu(variant="sentence").measure(backwards, topic).precision == Ratio(2, 2)
    ranked = Extract(backwards.items, of="sentences", ranked=True)
    assert Nu(variant="sentence").measure(ranked, topic).precision == Ratio(1, 2)


def test_only_sentences_of_the_topic_are_scored() -> None:
    with pytest.raises(InputError, match="it selects mentions; nu reads sentences"):
        Nu().measure(Extract((ExtractItem("n/e1"),)), vector())
    with pytest.raises(InputError, match="unknown sentence 'n/s9'"):
        Nu().measure(Extract((ExtractItem("n/s9"),), of="sentences"), vector())


def test_precision_is_interpolated_from_above() -> None:
    assert curve(RANKING, vector()).interpolated == (2.0,) * 6 + (0.75, 0.75, 0.0, 0.0, 0.0)


def test_every_topic_counts_the_same() -> None:
    nothing = curve(Extract((), of="sentences", ranked=True), vector())
    assert mean_curve({"a": curve(RANKING, vector()), "b": nothing})[:7] == (1.0,) * 6 + (0.375,)
    with pytest.raises(UsageError, match="at least one topic"):
        mean_curve([])


def test_tied_sentences_stand_in_the_order_of_the_stream() -> None:
    found = curve(tied("s5", "s3", "s2"), vector()).points
    assert [point.precision for point in found] == [2.0, 1.0, 2 / 3]


def test_tied_sentences_can_be_averaged_over_all_orders() -> None:
    found = curve(tied("s3", "s4"), vector(), ties="expected").points
    assert [(point.recall, point.precision) for point in found] == [(0.125, 0.5), (0.25, 0.5)]


def test_a_tied_group_is_complete_with_its_last_sentence() -> None:
    found = curve(tied("s1", "s2", "s3"), together(), ties="expected").points
    assert [point.recall for point in found] == pytest.approx([0, 1 / 3, 1])


def test_a_tied_group_adds_nothing_to_a_sentence_of_it_that_suffices() -> None:
    found = curve(tied("s1", "s2", "s3"), together("n/s1"), ties="expected").points
    assert [point.recall for point in found] == pytest.approx([1 / 3, 2 / 3, 1])


def test_a_tied_event_is_told_by_a_sentence_or_by_a_group_beside_it() -> None:
    found = curve(tied("s1", "s2", "s4"), together("n/s4"), ties="expected").points
    assert [point.recall for point in found] == pytest.approx([1 / 3, 1, 1])
    wider = curve(tied("s1", "s2", "s3", "s4"), together("n/s4"), ties="expected").points
    assert [point.recall for point in wider] == pytest.approx([1 / 4, 2 / 3, 1, 1])


def test_first_mentions_of_tied_groups_are_not_averaged() -> None:
    with pytest.raises(UsageError, match="use ties=document"):
        curve(tied("s1", "s2"), together(), Nu(variant="sentence"), ties="expected")


def test_a_curve_needs_a_ranking_and_a_rule() -> None:
    with pytest.raises(InputError, match="a curve needs a ranking"):
        curve(log("n/s1"), vector())
    with pytest.raises(UsageError, match="unknown rule for ties 'random'"):
        curve(RANKING, vector(), ties="random")  # type: ignore[arg-type]


def test_a_system_that_ranks_story_by_story_is_online() -> None:
    assert online_faults(log("m/s2", "m/s1", "n/s1"), STREAM) == ()
    require_online(log("m/s1", "m/s2", "n/s1"), STREAM)


def test_going_back_to_a_story_is_a_fault() -> None:
    faults = online_faults(log("m/s1", "n/s1", "m/s2"), STREAM)
    assert faults == ("m/s2 was scored after story n had been seen; all of m must come before",)


def test_a_later_story_first_is_a_fault() -> None:
    assert online_faults(log("n/s1", "m/s1", "m/s2"), STREAM) == (
        "story m was scored after n, which is later in the stream",
    )


def test_every_story_after_a_later_one_is_a_fault() -> None:
    stories = (source("m", "One."), source("n", "Two."), source("o", "Three."))
    topic = EventTopic("t", stories, (JudgedEvent("1"),))
    assert online_faults(log("o/s1", "m/s1", "n/s1"), topic) == (
        "story m was scored after o, which is later in the stream",
        "story n was scored after o, which is later in the stream",
    )


def test_sentences_that_were_never_scored_are_faults() -> None:
    unscored = Extract((ExtractItem("m/s1"), ExtractItem("n/s1")), of="sentences", system="bert")
    assert online_faults(unscored, STREAM) == (
        "1 sentences of story m were never scored, the first m/s2",
        "2 sentences have no score, the first m/s1",
    )
    with pytest.raises(InputError, match=r"extract of bert: 1 sentences .* \(and 1 more\)"):
        require_online(unscored, STREAM)


def test_a_ranking_is_no_log() -> None:
    with pytest.raises(InputError, match="in the order in which they were scored"):
        online_faults(RANKING, vector())


def test_usefulness_of_a_topic_without_links_is_undefined() -> None:
    topic = EventTopic("t", vector().sources, (JudgedEvent("1"),))
    assert Nu(kind="u").measure(RANKING, topic).undefined


def test_a_level_of_recall_is_reached_but_for_a_rounding_error() -> None:
    assert Curve((Point(1, 0.3 - 1e-12, 0.5),)).at(0.3) == 0.5
    assert Curve((Point(1, 0.3 - 1e-6, 0.5),)).at(0.3) == 0.0


def test_events_may_weigh_as_much_as_they_have_links() -> None:
    events = (JudgedEvent("1", links=("n/s1", "n/s2", "n/s3")), JudgedEvent("2", links=("n/s4",)))
    topic = EventTopic("t", vector().sources, events)
    said = Extract((ExtractItem("n/s1"), ExtractItem("n/s5")), of="sentences")
    flat, weighed = (Nu(weights=weights).measure(said, topic) for weights in ("flat", "links"))
    assert (flat.recall, weighed.recall) == (Ratio(1, 2), Ratio(3, 4))
    assert flat.precision == weighed.precision == Ratio(1, 2)


def test_a_curve_does_not_weigh_events() -> None:
    with pytest.raises(UsageError, match="leave weights out"):
        curve(RANKING, vector(), Nu(weights="links"))


def test_size_is_the_share_of_sentences() -> None:
    assert SelectionSize().measure(RANKING, vector()).value == Ratio(5, len(vector().marks.sentences))
