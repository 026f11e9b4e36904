"""Generators: lengths and spans, order of articles, and the fast sums against the plain ones."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from cliometer.io.articles import read_corpus
from cliometer.io.folders import read_references
from cliometer.model.documents import Article
from cliometer.model.timeline import Timeline
from cliometer.model.when import When
from cliometer.systems.summarisers.pool import heaviest
from cliometer.systems.timelines import generators
from cliometer.systems.timelines.clusters import markov_clusters
from cliometer.systems.timelines.datewise import DatedCut, centroid_opt, knee
from cliometer.systems.timelines.generator import Chosen, TimelineTask
from cliometer.systems.timelines.learned import _targets, ridge
from cliometer.systems.timelines.store import ArticleStore, decides, tagged
from cliometer.systems.timelines.submodular import StemCut, SubmodularTimeline
from cliometer.text.tokenisation import TextSettings
from tests.oracles.timeline_generators import plain_chieu, plain_submodular
from tests.unit.cli.cliometer_command import DEMO

WORDS = "oil well spill beach coast rig fire crew cap mud relief judge fine"
EXPRESSIONS = [
    "random", "lead", "pubcount", "mentions", "datewise", "datewise(dates=pubs, candidates=p)",
    "datewise(candidates=pm, summary=centroid)", "clust", "clust(rank=mentions, graph=newstls)", "chieu",
    "chieu(rank=tilse, most=sentences)", "submodular", "submodular(constraint=total, diversity=1, scale=tilse)",
    "submodular(similarity=weighted)", "submodular(similarity=cutoff)", "date_oracle", "text_oracle", "full_oracle",
]  # fmt: skip


def article(number: int, day: int, lines: list[tuple[int, str]]) -> Article:
    """An article whose lines name a day, or none where the number is 0."""
    sentences = [f"{text.capitalize()} on {1 + named} May 2010." if named else f"{text}." for named, text in lines]
    return Article(f"a{number}", When.of(f"2010-05-{day:02d}"), tuple(sentences))


lines = st.lists(
    st.tuples(st.integers(0, 12), st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=6).map(" ".join)),
    min_size=1,
    max_size=6,
)
topics = st.lists(st.tuples(st.integers(1, 20), lines), min_size=1, max_size=8).map(
    lambda drawn: [article(number, day, own) for number, (day, own) in enumerate(drawn)]
)


def store_of(articles: list[Article]) -> ArticleStore:
    return ArticleStore("oil", articles, list(tagged(articles, None)))


def task(dates: int = 4, sentences: int = 2, total: int = 6) -> TimelineTask:
    reference = Timeline(
        {f"2010-05-{day:02d}": ["The well was capped.", "Oil hit the beach."] for day in (3, 5, 9, 14)}
    )
    first, last = When.of("2010-05-03").first, When.of("2010-05-14").first
    return TimelineTask("oil", dates, sentences, total, first, last, "bbc", reference=reference)


@pytest.mark.parametrize("expression", EXPRESSIONS)
@settings(max_examples=12, deadline=None)
@given(articles=topics, data=st.data())
def test_lengths_and_span_hold_and_the_order_of_articles_does_not_matter(
    expression: str, articles: list[Article], data: st.DataObject
) -> None:
    generator, wanted = generators.parse(expression), task()
    made = generator.generate(store_of(articles), wanted)
    assert all(wanted.first <= day <= wanted.last and rows for day, rows in made.items())
    in_all = "total" in expression or "sentences)" in expression
    assert len(made) <= (wanted.total if in_all else wanted.dates)
    assert sum(map(len, made.values())) <= (wanted.total if in_all else wanted.dates * wanted.sentences)
    assert generator.generate(store_of(data.draw(st.permutations(articles))), wanted) == made


@settings(max_examples=40, deadline=None)
@given(
    articles=topics,
    similarity=st.sampled_from(["plain", "cutoff", "weighted"]),
    constraint=st.sampled_from(["tls", "total"]),
)
def test_lazy_greedy_on_summed_vectors_is_plain_greedy_on_the_matrix(
    articles: list[Article], similarity: str, constraint: str
) -> None:
    generator = SubmodularTimeline(constraint, 1.0, 1.0, 1.0, 1.0, similarity)
    store, wanted = store_of(articles), task()
    assert generator.generate(store, wanted) == plain_submodular(generator, StemCut(store, wanted))


@settings(max_examples=40, deadline=None)
@given(articles=topics, rank=st.sampled_from(["exact", "tilse"]))
def test_interest_by_sums_of_days_is_that_of_all_pairs(articles: list[Article], rank: str) -> None:
    store, wanted = store_of(articles), task()
    generator = generators.parse(f"chieu(rank={rank})")
    assert generator.generate(store, wanted) == plain_chieu(rank, StemCut(store, wanted))


@settings(max_examples=30, deadline=None)
@given(articles=topics, k=st.integers(1, 4))
def test_each_step_of_centroid_opt_is_the_best_that_a_full_product_finds(articles: list[Article], k: int) -> None:
    vectors = DatedCut(store_of(articles), task()).vectors
    if not vectors.shape[0]:
        return
    dense, chosen = vectors.toarray(), list[int]()
    centroid = dense.sum(axis=0)
    for place in centroid_opt(vectors, np.ones(len(dense), dtype=bool), k):

        def cosine(row: int) -> float:
            together = dense[[*chosen, row]].sum(axis=0)
            lengths = np.linalg.norm(together) * np.linalg.norm(centroid)
            return float(together @ centroid / lengths) if lengths else 0.0

        open_ = [
            row
            for row in range(len(dense))
            if row not in chosen and all(dense[row] @ dense[c] <= 0.9999 for c in chosen)
        ]
        assert cosine(place) == pytest.approx(max(map(cosine, open_)), abs=1e-9)
        chosen.append(place)


def test_the_knee_lies_farthest_from_the_line() -> None:
    assert knee(np.array([1.0, 0.9, 0.2, 0.1, 0.0])) == 2
    assert knee(np.array([1.0, 0.0])) == 0


def test_two_groups_of_articles_are_two_clusters() -> None:
    from scipy.sparse import csc_array

    graph = csc_array(np.kron(np.eye(2), np.ones((3, 3))))
    assert [list(members) for members in markov_clusters(graph, 2.0)] == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize(
    ("value", "dates"),
    [
        ("2010-05-03", True),
        ("2010-05-03T10:15", True),
        ("2010-05", True),
        ("2010", True),
        ("P3D", False),
        ("2010-W12", False),
        ("PAST_REF", False),
        ("2010-02-31", False),
    ],
)
def test_days_months_and_years_date_a_sentence(value: str, dates: bool) -> None:
    assert decides(value) is dates


def test_lengths_of_a_reference_by_the_rules_of_two_tools() -> None:
    reference = Timeline({"2010-05-03": ["a", "b"], "2010-05-09": ["c"]})
    ours, theirs = (TimelineTask.like("oil", reference, rules) for rules in ("newstls", "tilse"))
    assert (ours.dates, ours.sentences, ours.total) == (2, 2, 3)
    assert (theirs.dates, theirs.sentences, theirs.total) == (2, 1, 3)


def test_oracles_are_in_order_on_every_task_of_the_demo() -> None:
    import cliometer

    made = cliometer.timelines(
        DEMO / "articles", ["full_oracle", "text_oracle", "date_oracle"], like=DEMO / "references"
    )
    gold = read_references(DEMO / "references")[0]
    f = {}
    for system in made:
        for name, timeline in made[system].items():
            topic, _, label = name.partition("/")
            (reference,) = [one for one in gold[topic] if one.name == label]
            f[system, name] = (
                cliometer.score(timeline, [reference], ["align+m1(rouge=1)"])["align+m1(rouge=1)"]["f"] or 0.0
            )
    for name in made["full_oracle"]:
        full = next(value for (system, task_), value in f.items() if system.startswith("full") and task_ == name)
        others = [value for (system, task_), value in f.items() if not system.startswith("full") and task_ == name]
        assert full >= max(others), name


def test_the_date_oracle_differs_from_datewise_in_dates_alone() -> None:
    corpus, gold = read_corpus(DEMO / "articles")[0], read_references(DEMO / "references")[0]
    store = store_of(list(corpus["apollo-13"]))
    wanted = TimelineTask.like("apollo-13", gold["apollo-13"][0])
    wanted = replace(wanted, rules="newstls")  # no date takes a sentence from another
    oracle, system = (generators.parse(name).generate(store, wanted) for name in ("date_oracle", "datewise"))
    shared = oracle.keys() & system.keys()
    assert len(shared) > 3 and all(oracle[day] == system[day] for day in shared)


def test_another_seed_draws_another_timeline() -> None:
    corpus, _ = read_corpus(DEMO / "articles")
    articles = list(corpus["apollo-13"])
    random.Random(3).shuffle(articles)
    wanted = TimelineTask.like("apollo-13", read_references(DEMO / "references")[0]["apollo-13"][0])
    drawn: list[Chosen] = [
        generators.parse(f"random(seed={seed})").generate(store_of(articles), wanted) for seed in (0, 0, 1)
    ]
    assert drawn[0] == drawn[1] != drawn[2]


@given(topics)
@settings(max_examples=30, deadline=None)
def test_what_a_regression_learns_is_the_rouge_of_each_sentence_with_its_date(articles: list[Article]) -> None:
    cut = StemCut(store_of(articles), task())
    read = TextSettings(stem=True, stop=True).words
    for place, found in enumerate(_targets(cut)):
        gold = (cut.task.reference or Timeline()).on(When(int(cut.days[place]), int(cut.days[place])))
        wanted, words = (
            Counter(word for line in text for word in read(line))
            for text in (gold, [cut.store.sentences[cut.rows[place]]])
        )
        size = wanted.total() + words.total()
        assert found == (2 * (wanted & words).total() / size if gold and size else 0.0)


@pytest.mark.parametrize("damping", [0.5, 3.0])
def test_a_ridge_regression_solves_the_normal_equations(damping: float) -> None:
    draw = np.random.default_rng(1)
    table, targets = draw.poisson(0.3, (60, 12)) * np.r_[np.ones(11), 100.0], draw.random(60)
    table[:, 3] = 0
    exact = np.linalg.solve(table.T @ table + damping**2 * np.eye(12), table.T @ targets)
    assert ridge(csr_array(table), targets, damping) == pytest.approx(exact, abs=1e-7)


def test_the_heaviest_stem_of_a_sentence_is_the_first_of_equals() -> None:
    vectors = csr_array(np.array([[0, 2.0, 1, 2], [0, 0, 0, 0], [0, 0, 0, 3], [0, 0, 0, 0]]))
    assert heaviest(vectors).tolist() == [1, 4, 3, 4]
