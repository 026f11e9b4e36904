"""Real posts: summarisers and near duplicates against their slow twins, every topic of CrisisLexT26."""

from __future__ import annotations

import pytest

from cliometer.experiments.losses import MetricLoss
from cliometer.experiments.tuning import grid_of, tune
from cliometer.io.posts import read_posts
from cliometer.io.topic_folders import read_post_topics
from cliometer.metrics.sources.catalogue import JensenShannon
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.documents import PostTopic, SourceText, SummaryText
from cliometer.systems.summarisers import summarise, summarisers
from cliometer.systems.summarisers.bounds import JSDOracle
from cliometer.systems.summarisers.pool import Pool
from cliometer.text import post_filters
from cliometer.text.post_filters import near_duplicates, within
from tests.oracles import summarisers as slow
from tests.shared import SHARED, needs

CRISES = SHARED / "data" / "microblog" / "CrisisLexT26"
CORPORA = SHARED / "data" / "timeline17" / "corpora"
pytestmark = needs("data", "microblog", "CrisisLexT26")


def pool(crisis: str, size: int) -> Pool:
    read, _ = read_post_topics(CRISES / crisis)
    posts = read[0].topic.posts
    return Pool(PostTopic(crisis, posts[:size]), references=[post.text for post in posts[size : size + 3]])


@pytest.fixture(scope="module", params=["2013_Colorado_floods", "2013_Boston_bombings"])
def topic(request: pytest.FixtureRequest) -> Pool:
    return pool(request.param, 100)


def chosen(expression: str, topic: Pool, k: int) -> list[int]:
    return summarise(summarisers.parse(expression), topic, k)


# A threshold of 0.1 leaves fewer than forty posts of a hundred, one of 1 leaves all.
SPARING = [(k, threshold, fewer) for k in (5, 40) for threshold in (0.1, 0.4, 1) for fewer in ("fill", "stop")]


@pytest.mark.parametrize(("k", "threshold", "fewer"), SPARING)
def test_real_posts_are_chosen_as_the_papers_formulas_choose_them(
    topic: Pool, k: int, threshold: float, fewer: str
) -> None:
    words, fill, rule = topic.words, fewer == "fill", f"threshold={threshold}, fewer={fewer}"
    for vectors in ("tfidf", "counts"):
        found = chosen(f"centroid({rule}, vectors={vectors})", topic, k)
        assert found == slow.centroid(words, k, threshold, fill, vectors)
    for minimum in (0, 10):
        found = chosen(f"hybrid({rule}, minimum={minimum})", topic, k)
        assert found == slow.hybrid(words, k, threshold, minimum, fill=fill)
    for variant in ("paper", "original", "sumy"):
        found = chosen(f"sumbasic({rule}, variant={variant})", topic, k)
        assert found == slow.sumbasic(words, k, variant, threshold, fill)
    assert chosen(f"klsum({rule})", topic, 5) == slow.klsum(words, 5, 0.005, threshold, fill)


@pytest.mark.parametrize(("k", "threshold", "fewer"), SPARING)
def test_real_posts_are_ranked_by_the_walks_of_their_papers(topic: Pool, k: int, threshold: float, fewer: str) -> None:
    words, fill, rule = topic.words, fewer == "fill", f"threshold={threshold}, fewer={fewer}"
    vectors = topic.memo("slow rows", lambda: slow.rows(words, "tfidf"))
    for expression, ranking in topic.memo("slow rankings", lambda: slow_rankings(words)).items():
        found = chosen(expression.replace("(", f"({rule}, "), topic, k)
        assert found == slow.pick(ranking, vectors, k, threshold, fill)


def slow_rankings(words: list[list[str]]) -> dict[str, list[int]]:
    links = {
        "lexrank(edge=0.1)": slow.lexrank_links(words, 0.1, False),
        "lexrank(continuous=true)": slow.lexrank_links(words, 0.1, True),
        "textrank(damping=0.85)": slow.textrank_links(words),
    }
    return {name: slow.walk_ranking(own) for name, own in links.items()}


def test_real_posts_are_chosen_one_by_one_as_plain_greed_chooses_them(topic: Pool) -> None:
    words = topic.words
    for balance in (0.3, 0.7):
        assert chosen(f"mmr(balance={balance})", topic, 8) == slow.mmr(words, 8, balance)
    for saturation, diversity in ((5, 6), (2, 0)):
        found = chosen(f"submodular(saturation={saturation}, diversity={diversity})", topic, 5)
        assert found == slow.submodular(words, 5, saturation, diversity)


def test_real_posts_are_chosen_as_greed_on_the_registered_metrics_chooses_them(topic: Pool) -> None:
    texts = [post.text for post in topic.posts]
    for stop, stem in ((True, True), (False, False)):
        oracle, metric = JSDOracle(stop=stop, stem=stem), JensenShannon(stop=stop, stem=stem)
        assert summarise(oracle, topic, 8) == slow.jsd_oracle(texts, 8, metric)
    for n, by in (("1", "recall"), ("2", "recall"), ("1", "f"), ("2", "f")):
        found = chosen(f"rouge_oracle(rouge={n}, by={by})", topic, 5)

        def score(places: list[int], n: str = n, by: str = by) -> float:
            return slow.rouge_score([texts[place] for place in places], topic.references, n, by)

        assert found == slow.greedy(len(texts), 5, score)


def test_no_other_summariser_comes_nearer_to_a_whole_topic_than_the_jsd_oracle(topic: Pool) -> None:
    gold = Corpus({"t": tuple(SourceText((post.text,)) for post in topic.posts)}).topics()["t"]

    def jsd(expression: str) -> float:
        texts = [topic.posts[place].text for place in chosen(expression, topic, 5)]
        return float(JensenShannon().measure(SummaryText.of(texts), gold).value.part)

    others = [cls.name for cls in summarisers if cls.name != "jsd_oracle"]
    assert jsd("jsd_oracle") < min(map(jsd, others))


def test_twenty_thousand_posts_lose_their_near_duplicates() -> None:
    files = sorted(CRISES.glob("*/*labeled.csv"))
    texts = [post.text for file in files for post in read_posts(file).posts][:20_000]
    found = near_duplicates(texts)
    assert (len(texts), len(found)) == (20_000, 2088)


def test_the_near_duplicates_of_real_posts_are_those_of_comparing_all_pairs() -> None:
    posts = read_posts(next(CRISES.glob("2013_Boston_bombings/*labeled.csv"))).posts
    texts = [post_filters.compared(post.text) for post in posts[:500]]
    found: dict[int, int] = {}
    for place, text in enumerate(texts):
        kept = (other for other in range(place) if other not in found)
        origin = next((other for other in kept if text and within(texts[other], text, 4)), None)
        if origin is not None:
            found[place] = origin
    assert near_duplicates(texts) == found


def test_all_crises_are_read_and_everything_left_out_is_accounted_for() -> None:
    read, notes = read_post_topics(CRISES)
    assert len(read) == 26
    assert sum(topic.read for topic in read) == 27_933
    assert all(len(topic.topic.posts) + len(topic.dropped) == topic.read for topic in read)
    assert len(notes) == 1  # the readme of the collection


def test_the_papers_grid_is_tuned_over_all_crises() -> None:
    read, _ = read_post_topics(CRISES)
    pools = [Pool(topic.topic) for topic in read]
    found = tune(pools, grid_of("hybrid", ["threshold=0:1:0.05", "minimum=0:20:2"], summarisers), MetricLoss("jsd"))
    assert len(found.settings) == 231
    assert sorted(topic for fold in found.folds for topic in fold.topics) == sorted(p.topic.id for p in pools)


@needs("data", "timeline17", "corpora")
@pytest.mark.parametrize("expression", ["lexrank", "textrank"])
def test_five_thousand_sentences_are_ranked(expression: str) -> None:
    topic = Pool(PostTopic("egypt", read_posts(CORPORA / "egypt.jsonl.gz").posts[:5000]))
    assert len(summarise(summarisers.parse(expression), topic, 10)) == 10
