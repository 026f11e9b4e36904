"""Modeled Stream Utility against its slow twin and its laws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import InputError
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.nuggets.stream import StreamUtility
from cliometer.model.notes import as_note
from cliometer.model.nuggets import Nugget, NuggetMatch, NuggetTopic, PooledUpdate, Update
from cliometer.model.score import SingleScore
from tests.oracles.readers import stream_utility
from tests.strategies import examples

METRICS = st.builds(
    StreamUtility,
    reading=st.sampled_from(["chronological", "ranked"]),
    persistence=st.sampled_from([0.0, 0.5, 0.8]),
    late=st.sampled_from([0.0, 0.5, 1.0]),
    absence=st.sampled_from([60.0, 3_000.0, 40_000.0]),
    absence_spread=st.sampled_from([0.0, 5_000.0]),
    session=st.sampled_from([2.0, 120.0, 3_000.0]),
    session_spread=st.sampled_from([0.0, 60.0]),
    speed_spread=st.sampled_from([0.0, 0.558]),
    readers=st.integers(1, 4),
    seed=st.integers(0, 9),
)
START, END = 1_000, 61_000
IDS = [f"d{number}-0" for number in range(6)]
TIMES = st.sampled_from([START, START + 30_000]) | st.integers(START - 9_000, END)
TEXTS = st.lists(st.sampled_from(["fire", "smoke", "--", ","]), max_size=12).map(" ".join)
UPDATES = st.lists(
    st.builds(Update, st.sampled_from([f"d{n}" for n in range(7)]), st.just("0"), TIMES, st.sampled_from([0.0, 1.0])),
    max_size=12,
)


@st.composite
def streams(draw: st.DrawFn) -> NuggetTopic:
    """Up to three nuggets, some at the first second; six updates in the pool, of which some repeat others."""
    nuggets = {
        id: Nugget(id, draw(TIMES), 1, id) for id in draw(st.lists(st.sampled_from("abc"), min_size=1, unique=True))
    }
    told = st.lists(st.sampled_from("abcx"), unique=True, max_size=3)
    matches = {id: tuple(NuggetMatch(id, nugget, 0, 1) for nugget in draw(told)) for id in IDS}
    pool = {id: PooledUpdate(id, draw(TEXTS), draw(st.none() | st.sampled_from(IDS))) for id in IDS}
    return NuggetTopic("TS14.1", nuggets, pool, matches, (START, END))


def value(metric: StreamUtility, updates: Sequence[Update], topic: NuggetTopic) -> float | None:
    score: SingleScore = metric.measure(updates, topic)
    return score.numbers()["value"]


@given(METRICS, UPDATES, streams())
@examples(300)
def test_all_readers_at_once_learn_what_one_by_one_do(
    metric: StreamUtility, updates: list[Update], topic: NuggetTopic
) -> None:
    gain, pain = stream_utility(metric, updates, topic)
    explanation = metric.explain_in(TopicComparison([updates], topic))
    findable = {match.nugget for some in topic.matches.values() for match in some} & topic.nuggets.keys()
    assert value(metric, updates, topic) == pytest.approx(gain)
    assert value(replace(metric, of="pain"), updates, topic) == pytest.approx(pain)
    assert value(replace(metric, of="normalised"), updates, topic) == (
        pytest.approx(gain / len(findable)) if findable else None
    )
    assert sum(part.gain for part in explanation.parts) == pytest.approx(gain)
    assert all(part.sessions_late is not None for part in explanation.parts if part.readers)


@given(METRICS, UPDATES, streams(), st.integers(-5_000, 5_000))
def test_a_stream_that_happens_later_as_a_whole_is_worth_the_same(
    metric: StreamUtility, updates: list[Update], topic: NuggetTopic, delay: int
) -> None:
    nuggets = {id: replace(nugget, time=nugget.time + delay) for id, nugget in topic.nuggets.items()}
    later = replace(topic, nuggets=nuggets, window=(START + delay, END + delay))
    moved = [replace(update, time=update.time + delay) for update in updates]
    assert value(metric, moved, later) == value(metric, updates, topic)


def test_a_nugget_is_late_by_the_sessions_between_the_one_after_it_became_known_and_its_reading() -> None:
    topic = NuggetTopic(
        "t", {"a": Nugget("a", 0, 1, "a")}, {}, {"d0-0": (NuggetMatch("d0-0", "a", 0, 1),)}, (0, 10_000_000)
    )
    metric = StreamUtility(late=1.0, readers=50)
    assert value(metric, [Update("d0", "0", 5, 1.0)], topic) == 1.0
    assert value(replace(metric, late=0.0), [Update("d0", "0", 5, 1.0)], topic) == 1.0  # read in the next session
    assert value(replace(metric, late=0.0), [Update("d0", "0", 5_000_000, 1.0)], topic) == 0.0


def test_a_topic_without_a_window_runs_from_its_first_nugget_to_a_day_after_its_last() -> None:
    nuggets = {"a": Nugget("a", 500, 1, "a"), "b": Nugget("b", 90_000, 1, "b")}
    topic = NuggetTopic("t", nuggets, {}, {"d0-0": (NuggetMatch("d0-0", "b", 0, 1),)})
    known, updates = replace(topic, window=(500, 176_400)), [Update("d0", "0", 95_000, 1.0)]
    metric = StreamUtility(readers=50)
    assert value(metric, updates, topic) == value(metric, updates, known) != 0
    assert [note.rule for note in map(as_note, metric.notes(TopicComparison([], topic)))] == ["stream-without-window"]
    assert metric.notes(TopicComparison([], known)) == []


def test_a_stream_of_ten_thousand_years_is_refused_in_a_line() -> None:
    topic = NuggetTopic("t", {"a": Nugget("a", 0, 1, "a")}, {}, {}, (0, 300_000_000_000))
    with pytest.raises(InputError, match="a stream of 3e\\+11 seconds has too many sessions"):
        StreamUtility().measure([], topic)
