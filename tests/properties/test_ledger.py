"""`ledger` and `tally` equal their slow twins, and keep the laws of its definition."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.metrics.catalogue import parse
from cliometer.metrics.vectors import embedders, register_embedder
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from tests.oracles.ledger import LedgerPlus, ledger, read, tally
from tests.strategies import examples
from tests.timelines import START, reference_sets, timelines

WORDS = [
    "oil", "Oil", "spill", "BP", "Obama", "Obama's", "the", "The", "of", "not", "doesn't", "No", "11", "1,000",
    "eleven", "Twelve", "third", "12th.", "seals.", "leak", "leaks.", "(Gulf)", "U.S.", "Mr.", "May", "``", "''",
    "Well!", "a", "—", "rises", "fell",
]  # fmt: skip
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
whens = st.builds(
    lambda day, size: When(START + day, START + day + size), st.integers(0, 6), st.sampled_from([0, 0, 0, 3])
)
busy = st.dictionaries(whens, st.lists(sentences, min_size=1, max_size=3), min_size=1, max_size=4).map(Timeline)
several = st.lists(busy, min_size=1, max_size=3).map(ReferenceSet)
START_DAY = When(START, START)
SETTINGS = st.sampled_from(
    ({}, {"guard": 1.0}, {"low": 0.0, "high": 0.0, "function": 1.0}, {"low": 0.2, "high": 0.9}, {"antonyms": True})
)


def parts(metric: str, system: Timeline, references: ReferenceSet) -> tuple[float, float, float, float]:
    score = parse(metric).measure(system, references)
    return score.precision.part, score.precision.whole, score.recall.part, score.recall.whole


def scores(metric: str, system: Timeline, references: ReferenceSet) -> tuple[float, float]:
    found = parse(metric).measure(system, references).numbers("zero")
    return found["precision"] or 0.0, found["recall"] or 0.0


@examples(100)
@given(busy, several, SETTINGS)
def test_it_equals_its_slow_twin(system: Timeline, references: ReferenceSet, settings: dict[str, float]) -> None:
    told = ", ".join(f"{key}={str(value).lower()}" for key, value in settings.items())
    metric = f"ledger({told})" if settings else "ledger"
    assert parts(metric, system, references) == pytest.approx(ledger(system, references, **settings), rel=0, abs=1e-12)


TALLY_SETTINGS = st.sampled_from(
    ({}, {}, {}, {"other": 0.0, "share": 0.0}, {"share": 1.0, "guard": 1.0}, {"other": 99.0, "low": 0.0, "high": 0.9})
)


@examples(500)
@given(busy, several, TALLY_SETTINGS)
def test_tally_equals_its_slow_twin_and_ledger_with_its_settings(
    system: Timeline, references: ReferenceSet, settings: dict[str, float]
) -> None:
    spelled = {"low": 0.1, "high": 0.3, "likeness": "covered", "kernel": "exponential(tau=2)"} | settings
    inside, outside = (", ".join(f"{k}={v}" for k, v in some.items()) for some in (spelled, settings))
    numbers = parts(f"tally({outside})" if settings else "tally", system, references)
    assert numbers == parts(f"ledger({inside})", system, references)
    assert numbers == pytest.approx(tally(system, references, **settings), rel=0, abs=1e-12)


def letters(texts: list[str]) -> list[list[float]]:
    return [[1.0, *(float(text.count(letter)) for letter in "aeiou")] for text in texts]


def cosine(one: str, other: str) -> float:
    a, b = np.array(letters([one, other]))
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


ALIKE, SAME = (0.8, 0.93), (0.87, 0.97)


@pytest.fixture(autouse=True, scope="module")
def letter_vectors() -> Iterator[None]:
    """Vectors that only the tests of this file know."""
    register_embedder("letters", letters, ALIKE, SAME)
    yield
    del embedders._classes["letters"]


@examples(60)
@given(busy, busy)
def test_with_vectors_it_equals_its_slow_twin_too(system: Timeline, reference: Timeline) -> None:
    twin = LedgerPlus((tuple(read(reference)),), cosine=cosine, alike=ALIKE, same=SAME)
    found = parts("ledger+(vectors=letters)", system, ReferenceSet(reference))
    assert found == pytest.approx(twin.score(read(system)), rel=0, abs=1e-5)  # vectors are kept in single precision


@examples(30)
@given(busy, several)
def test_a_few_sentences_at_a_time_score_as_all_at_once(system: Timeline, references: ReferenceSet) -> None:
    for metric in ("ledger", "ledger+(vectors=letters)"):
        whole = parts(metric, system, references)
        with mock.patch("cliometer.metrics.ledger._EDGES_AT_ONCE", 1):
            assert parts(metric, system, references) == whole


BOTH = pytest.mark.parametrize("metric", ["ledger", "tally"])


@BOTH
@examples(30)
@given(busy)
def test_identity_is_exactly_one(metric: str, timeline: Timeline) -> None:
    p, a, r, b = parts(metric, timeline, ReferenceSet(timeline))
    assert (p, r) == (a, b)


@examples(30)
@given(reference_sets())
def test_a_union_of_references_that_say_different_things_has_precision_one(references: ReferenceSet) -> None:
    marks = iter(range(100, 999))
    told = [
        Timeline({when: [f"{next(marks)} {line}" for line in said] for when, said in r.items()}) for r in references
    ]
    union = Timeline([day for reference in told for day in reference.items()])
    assert scores("ledger", union, ReferenceSet(told)) == pytest.approx((1.0, 1.0))


@BOTH
@examples(60)
@given(busy, several, st.data())
def test_taking_a_sentence_away_never_raises_recall(
    metric: str, system: Timeline, references: ReferenceSet, data: st.DataObject
) -> None:
    when = data.draw(st.sampled_from(system.dates))
    less = Timeline({**system, when: system[when][1:]})
    assert scores(metric, less, references)[1] <= scores(metric, system, references)[1] + 1e-9


def copied(timeline: Timeline, copies: int) -> Timeline:
    return Timeline({when: said * copies for when, said in timeline.items()})


@BOTH
@examples(60)
@given(busy, busy, st.integers(2, 4))
def test_copies_of_a_timeline_share_what_one_could_earn(
    metric: str, system: Timeline, reference: Timeline, copies: int
) -> None:
    """P of m copies is P/m where nothing more can be earned; in no case is it more than P, or less than P/m."""
    p, a, r, b = parts(metric, system, ReferenceSet(reference))
    many, size, earned, _ = parts(metric, copied(system, copies), ReferenceSet(reference))
    assert size == pytest.approx(copies * a)
    assert p - 1e-9 <= many <= copies * p + 1e-9 and r - 1e-9 <= earned <= b + 1e-9
    if r >= b - 1e-9:  # all of the reference is earned
        assert many == pytest.approx(p)


@examples(30)
@given(busy, st.integers(2, 4))
def test_a_reference_copied_m_times_has_a_precision_of_one_mth(reference: Timeline, copies: int) -> None:
    p, a, r, b = parts("ledger", copied(reference, copies), ReferenceSet(reference))
    assert (p, r) == pytest.approx((a / copies, b))


def test_copies_earn_more_where_the_reference_says_it_twice() -> None:
    once, twice = (Timeline({START_DAY: ["Oil spill."] * copies}) for copies in (1, 2))
    assert [scores("ledger", system, ReferenceSet(twice))[0] for system in (once, twice)] == [1, 1]


@BOTH
@examples(30)
@given(busy, several)
def test_the_order_of_lines_and_of_references_does_not_matter(
    metric: str, system: Timeline, references: ReferenceSet
) -> None:
    turned = Timeline({when: said[::-1] for when, said in system.items()})
    others = [Timeline({when: said[::-1] for when, said in r.items()}) for r in references]
    one, other = (parts(metric, *pair) for pair in ((system, references), (turned, ReferenceSet(others[::-1]))))
    assert one == pytest.approx(other, rel=0, abs=1e-12)


@examples(30)
@given(busy, busy)
def test_precision_and_recall_change_places_with_the_sides(one: Timeline, other: Timeline) -> None:
    flat = "ledger(weights=flat, tokens=unicode)"  # weights and names come from the references
    forth, back = (scores(flat, *pair) for pair in ((one, ReferenceSet(other)), (other, ReferenceSet(one))))
    assert forth == pytest.approx(back[::-1], rel=0, abs=1e-12)


def test_precision_and_recall_of_tally_do_not_change_places_with_the_sides() -> None:
    short, long = (Timeline({START_DAY: [text]}) for text in ("rig burns", "rig burns near beaches eleven workers die"))
    flat = "tally(weights=flat, tokens=unicode)"  # what is covered is a share of the reference sentence
    assert scores(flat, long, ReferenceSet(short)) == pytest.approx((2 / 7, 1))
    assert scores(flat, short, ReferenceSet(long)) == pytest.approx((0.75, 1.5 / 7))  # c = 2 / (5.6 + 0.4 + 2)


FLAT = "weights=flat, function=1, low=0, high=0, guard=1, tokens=rouge155"


@examples(30)
@given(timelines(), reference_sets())
def test_with_flat_weights_on_the_same_day_it_is_agreement_rouge_1(system: Timeline, references: ReferenceSet) -> None:
    one = ReferenceSet(references[0])
    rouge = "rouge=1, tokens=rouge155, stem=true, stop=false"
    assert scores(f"ledger({FLAT}, kernel=within)", system, one) == pytest.approx(
        scores(f"agreement({rouge})", system, one)
    )
    anywhere = f"ledger({FLAT}, kernel=within(days=99))"
    assert scores(anywhere, system, one) == pytest.approx(scores(f"concat({rouge})", system, one))


@examples(30)
@given(busy, several)
def test_how_lines_are_joined_does_not_matter(system: Timeline, references: ReferenceSet) -> None:
    ended = Timeline({when: [f"The {line} end." for line in said] for when, said in system.items()})
    joined = Timeline({when: [" ".join(said)] for when, said in ended.items()})
    assert parts("ledger", joined, references) == pytest.approx(parts("ledger", ended, references), rel=0, abs=1e-12)
