"""Content similarities, and one of a user's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

import cliometer
from cliometer.expressions import Expression, number, setting
from cliometer.metrics.catalogue import parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.presets import MODERN
from cliometer.metrics.similarity import Floats, Raw, Words, similarities
from cliometer.model.timeline import ReferenceSet, Timeline
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


def test_words_are_those_that_the_metric_counts() -> None:
    assert column(Words()) == pytest.approx([1.0, 2 / 3])


def test_a_day_is_like_itself_and_unlike_a_stranger() -> None:
    same = TopicComparison([Timeline({"2010": ["oil gas"]})], ReferenceSet(Timeline({"2010": ["gas oil"]})))
    other = TopicComparison([Timeline({"2010": ["oil gas"]})], ReferenceSet(Timeline({"2010": ["sea"]})))
    assert [Words().matrix(c, TEXT, dated=True).tolist() for c in (same, other)] == [[[1.0]], [[0.0]]]


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
