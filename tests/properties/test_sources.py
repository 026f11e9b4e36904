"""Laws of the metrics that read sources, and their slow twins."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.metrics.base import GOLD_KINDS, metrics
from cliometer.metrics.sources import formulas
from cliometer.metrics.sources.corpus import Corpus, SourceTopic
from cliometer.metrics.sources.source_metric import SourceMetric, SourceScore
from cliometer.model.documents import Background, SourceText, SummaryText, WordForm
from cliometer.model.when import When
from cliometer.text.post_tokens import PostReading
from cliometer.text.source_words import count
from tests.oracles import sources as slow
from tests.spellings import expressions

METRICS = GOLD_KINDS["sources"].metrics
WORDS = st.sampled_from(["storm", "coast", "flood", "rain", "wind", "penguin", "opera"])
COUNTS = st.dictionaries(WORDS, st.integers(1, 300), min_size=1)
TEXTS = st.lists(st.sampled_from(["storm", "storms", "coast", "the", "of", "", "!", "é"]), max_size=12).map(" ".join)


def close(value: float) -> object:
    return pytest.approx(value, rel=1e-9, abs=1e-9)


@given(COUNTS, COUNTS)
def test_divergences_equal_their_slow_twins(A: dict[str, int], B: dict[str, int]) -> None:
    smooth = slow.smoothed(A, B)
    assert formulas.jsd(A, B) == close(slow.jsd(slow.shares(A, B)))
    assert formulas.jsd(A, B, smooth=True) == close(slow.jsd(smooth))
    assert formulas.kl_input_summary(A, B) == close(slow.kl(smooth))
    assert formulas.kl_summary_input(A, B) == close(slow.kl(slow.turned(smooth)))


@given(COUNTS, COUNTS)
def test_jsd_is_symmetric_and_lies_between_0_and_ln_2(A: dict[str, int], B: dict[str, int]) -> None:
    assert formulas.jsd(A, B) == close(formulas.jsd(B, A))
    assert -1e-12 <= formulas.jsd(A, B) <= math.log(2) + 1e-12


@given(COUNTS, COUNTS)
def test_cosine_and_multinomial_equal_their_slow_twins(A: dict[str, int], B: dict[str, int]) -> None:
    background = Background(WordForm(), {}, {"storm": 2, "coast": 5, "opera": 10}, documents=10)
    idf = {word: math.log(10 / background.df.get(word, 1)) for word in {**A, **B}}
    assert formulas.tf_idf_cosine(A, B, background) == close(slow.cosine(A, B, idf))
    assert formulas.multinomial(A, B) == close(slow.multinomial(A, B))


@given(st.integers(0, 99), st.integers(1, 9999), st.integers(0, 99), st.integers(1, 9999))
def test_the_likelihood_ratio_equals_its_slow_twin_and_is_not_negative(
    k1: int, more1: int, k2: int, more2: int
) -> None:
    found = formulas.likelihood_ratio(k1, k1 + more1, k2, k2 + more2)
    assert found == pytest.approx(slow.dunning(k1, k1 + more1, k2, k2 + more2), rel=1e-6, abs=1e-6)
    assert found >= -1e-6


@given(st.integers(1, 99), st.integers(1, 9999), st.integers(2, 9))
def test_equal_shares_are_no_evidence(k: int, more: int, times: int) -> None:
    n = k + more
    assert formulas.likelihood_ratio(k, n, times * k, times * n) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("cls", METRICS, ids=lambda cls: cls.name)
@given(TEXTS, TEXTS, TEXTS)
def test_every_metric_gives_a_finite_number_or_a_reason(
    cls: type[SourceMetric], source: str, other: str, said: str
) -> None:
    documents = {"a": (SourceText((source,)),), "b": (SourceText((f"{other} rain",)),)}
    score = cls().measure(said, Corpus(documents).topics()["a"])
    value = score.numbers()["value"]
    assert score.undefined if value is None else math.isfinite(value)


@pytest.mark.parametrize("cls", METRICS, ids=lambda cls: cls.name)
@given(st.lists(TEXTS, min_size=1, max_size=3))
def test_many_systems_at_once_score_as_one_by_one(cls: type[SourceMetric], said: list[str]) -> None:
    documents = {"a": (SourceText(("storm nears the coast storm",)),), "b": (SourceText(("rain",)),)}
    topic = Corpus(documents).topics()["a"]
    assert cls().measure_all(said, topic) == [cls().measure(text, topic) for text in said]


@pytest.mark.parametrize("cls", METRICS, ids=lambda cls: cls.name)
def test_an_expression_reads_back_with_every_setting(cls: type[SourceMetric]) -> None:
    for metric in map(metrics.parse, expressions(cls)):
        assert metrics.parse(str(metric)) == metric


@pytest.mark.parametrize("cls", METRICS, ids=lambda cls: cls.name)
def test_a_summary_that_is_its_source_beats_one_about_something_else(cls: type[SourceMetric]) -> None:
    text = "Storm nears the coast. Storm surge floods the coast. " * 5
    day = When.of("2010-05-27")
    documents = {"a": (SourceText((text,), day),), "b": tuple(SourceText(("Market week.",), day) for _ in range(400))}
    topic = Corpus(documents).topics()["a"]
    summaries = [SummaryText((SourceText((said,), day),)) for said in (text, "opera")]
    same, other = (cls().measure(summary, topic).numbers()["value"] for summary in summaries)
    assert same is not None
    if cls.name in ("unigram", "multinomial"):
        assert other is None
        return
    assert other is not None
    if cls.name == "contradictions":
        assert same == other == 0
        return
    assert same < other if cls().lower_is_better else same > other


LINES = st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=5)
OTHER = ["jsd(smoothed=true)", "kl(direction=summary-input)", "fotw(cutoff=0)", "topic_cosine(cutoff=0)"]
EXPRESSIONS = [*(cls.name for cls in METRICS), *OTHER]


def topic_of(*lines: str) -> SourceTopic:
    """Sources beside another topic, whose documents give every word a weight."""
    others = [SourceText((word,)) for word in ("market", "week", "storm", "rain", "bank")]
    return Corpus({"a": (SourceText(lines),), "b": tuple(others)}).topics()["a"]


def score_of(expression: str, lines: Sequence[str], topic: SourceTopic) -> SourceScore:
    score: SourceScore = metrics.parse(expression).measure(SummaryText.of("\n".join(lines)), topic)
    return score


@given(LINES)
def test_a_summary_that_is_its_source_has_cosine_1_and_divergence_0(lines: list[str]) -> None:
    topic = topic_of(*lines)
    values = {name: score_of(name, lines, topic).numbers()["value"] for name in ("cosine", "jsd")}
    assert values == {"cosine": close(1), "jsd": close(0)}
    assert (values["cosine"] or 0) <= 1 and (values["jsd"] or 0) >= 0


@pytest.mark.parametrize("expression", EXPRESSIONS)
@given(LINES, LINES)
def test_an_empty_summary_never_beats_one_that_says_something(
    expression: str, source: list[str], said: list[str]
) -> None:
    topic = topic_of(*source)
    nothing = score_of(expression, [], topic).numbers()["value"]
    something = score_of(expression, said, topic).numbers()["value"]
    if nothing is not None:
        sign = 1 if metrics.parse(expression).lower_is_better else -1
        assert something is not None and sign * something <= sign * nothing


@pytest.mark.parametrize("expression", EXPRESSIONS)
@given(LINES, LINES, st.randoms(use_true_random=False))
def test_the_order_of_sentences_changes_nothing(
    expression: str, source: list[str], said: list[str], chance: Random
) -> None:
    topic, shuffled = topic_of(*source), chance.sample(said, len(said))
    before, after = score_of(expression, said, topic), score_of(expression, shuffled, topic)
    assert before.undefined == after.undefined
    assert before.numbers()["value"] == close(after.numbers()["value"] or 0) or before.undefined


@pytest.mark.parametrize("stop", [True, False])
@pytest.mark.parametrize("unit", ["word", "stem"])
@given(st.lists(st.text(st.sampled_from("aB'# @:/.tcoRT\n1é")), max_size=4))
def test_the_tokens_of_posts_are_those_of_the_summarisers(unit: str, stop: bool, posts: list[str]) -> None:
    reading = PostReading(stop=stop, stem=unit == "stem")
    assert count(posts, WordForm(unit, stop, "posts")) == Counter(
        word for post in posts for word in reading.words(post)
    )
