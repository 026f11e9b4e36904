"""Kernels of dates, and similarities of daily summaries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cliometer
from cliometer.expressions import Expression, number, setting, settings_of
from cliometer.metrics.catalogue import MODERN, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.similarity import Exponential, Floats, Kernel, Raw, Words, date_closeness, kernels, similarities
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.reporting.registry_text import describe
from cliometer.text.tokenisation import TextSettings

SYSTEM = Timeline({"2010-05-01": ["Oil leaks"], "2010-05-05": ["oil"]})
REFERENCES = ReferenceSet(Timeline({"2010-05-02": ["oil leaks ."]}))
TEXT = TextSettings("unicode")


def column(similarity: Raw | Words) -> list[float]:
    """How alike each day of the system is to the reference's one day."""
    return [float(cell) for (cell,) in similarity.matrix(TopicComparison([SYSTEM], REFERENCES), TEXT, dated=True)]


def test_raw_keeps_case_and_drops_lone_punctuation() -> None:
    assert column(Raw()) == pytest.approx([0.5, 2 / 3])


def test_a_day_without_words_is_like_nothing() -> None:
    silent = TopicComparison([Timeline({"2010": ["..."]})], ReferenceSet(Timeline({"2010": ["..."]})))
    assert Words().matrix(silent, TEXT, dated=True).tolist() == [[0.0]]


@dataclass(frozen=True, repr=False)
class FirstLetter(Expression):
    """Some worth where two days start with the same letter."""

    name: ClassVar[str] = "letter"
    worth: float = setting(1.0, parse=number(low=0), doc="of the same letter")

    def matrix(self, comparison: TopicComparison, text: TextSettings, dated: bool) -> Floats:
        ours = [said[0][0] for system in comparison.systems for said in system.values()]
        theirs = [comparison.references.on(date)[0][0][0] for date in comparison.dates]
        return np.array([[self.worth * (a == b) for b in theirs] for a in ours])


@pytest.fixture
def letter() -> Iterator[None]:
    similarities.register(FirstLetter)
    yield
    del similarities._classes["letter"]


def test_a_registered_similarity_joins_the_expressions(letter: None) -> None:
    metric = parse("align+(content=letter(worth=0.5))")
    assert str(metric) == "align+(rouge=1, content=letter(worth=0.5))"
    assert parse(str(metric)) == metric


def test_a_registered_similarity_decides_which_dates_are_paired(letter: None) -> None:
    own = cliometer.explain(SYSTEM, REFERENCES, "align+(content=letter)", MODERN).explanation.recall[0]
    usual = cliometer.explain(SYSTEM, REFERENCES, "align+", MODERN).explanation.recall[0]
    assert (str(own.partner), str(usual.partner)) == ("2010-05-05", "2010-05-01")


def test_a_registered_similarity_is_described_and_signed(letter: None) -> None:
    assert describe("letter")["settings"][0]["meaning"] == "of the same letter"
    result = cliometer.score(SYSTEM, REFERENCES, ["align+(content=letter)"], "modern")
    assert "content=letter" in str(result.signature)


def test_without_registration_it_is_unknown() -> None:
    assert "letter" not in similarities


days = st.lists(st.integers(0, 10**9), min_size=1, max_size=20)


@st.composite
def any_kernel(draw: st.DrawFn) -> Kernel:
    cls = kernels[draw(st.sampled_from(kernels.names))]
    chosen = {field.name: draw(st.floats(1e-6, 1e9)) for field in settings_of(cls) if draw(st.booleans())}
    return cls(**chosen)


@given(any_kernel(), days)
def test_worth_never_rises_with_distance_and_stays_between_zero_and_one(kernel: Kernel, gaps: list[int]) -> None:
    worth = kernel.closeness(np.array(sorted(gaps), float))
    assert (np.diff(worth) <= 0).all()
    assert (worth >= 0).all() and (worth <= 1).all()


@pytest.mark.parametrize(
    ("expression", "gap", "worth"),
    [
        ("reciprocal", 2, 1 / 3),
        ("hyperbolic(tau=7)", 7, 0.5),
        ("hyperbolic(tau=1)", 2, 1 / 3),
        ("exponential(tau=7)", 7, np.exp(-1)),
        ("within(days=3)", 3, 1.0),
        ("within(days=3)", 4, 0.0),
        ("within", 1, 0.0),
    ],
)
def test_a_kernel_has_the_worth_its_formula_says(expression: str, gap: int, worth: float) -> None:
    assert kernels.parse(expression).closeness(np.array([float(gap)])).tolist() == pytest.approx([worth])


def worth_of(kernel: Kernel, own: list[When], other: list[When]) -> Floats:
    rows, columns = (np.array([(date.first, date.last) for date in dates]).T for dates in (own, other))
    return date_closeness(kernel, rows, columns)


def slow_worth(kernel: Kernel, own: When, other: When) -> float:
    """S(I, J) / sqrt(S(I, I) S(J, J)), day by day."""

    def total(left: When, right: When) -> float:
        days = [[abs(x - y) for y in range(right.first, right.last + 1)] for x in range(left.first, left.last + 1)]
        return float(kernel.closeness(np.array(days, float)).sum())

    return total(own, other) / float(np.sqrt(total(own, own) * total(other, other)))


dates = st.tuples(st.integers(730_000, 730_060), st.integers(0, 40)).map(lambda day: When(day[0], day[0] + day[1]))


@given(any_kernel(), st.lists(dates, min_size=1, max_size=4), st.lists(dates, min_size=1, max_size=4))
def test_long_dates_are_worth_what_their_days_are(kernel: Kernel, own: list[When], other: list[When]) -> None:
    twin = [[slow_worth(kernel, mine, yours) for yours in other] for mine in own]
    assert worth_of(kernel, own, other) == pytest.approx(np.array(twin), abs=1e-10)


@pytest.mark.parametrize(
    ("own", "other", "worth"),
    [
        ("2011-06-15", "2011-06", 0.27),
        ("2011-06-01", "2011-06", 0.20),
        ("2011-06-15", "2011", 0.08),
        ("2011", "2011", 1.0),
        ("2011-06-15", "2011-06-16", 0.37),
        ("Y-1000000", "2011", 0.0),
    ],
)
def test_a_day_is_worth_little_to_its_month_and_less_to_its_year(own: str, other: str, worth: float) -> None:
    found = worth_of(Exponential(tau=1.0), [When.parse(own)], [When.parse(other)])
    assert found.tolist() == [[pytest.approx(worth, abs=0.005)]]
