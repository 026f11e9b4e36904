"""Real posts: summarisers against their slow twins, near duplicates in time, every topic of CrisisLexT26."""

from __future__ import annotations

import pytest

from cliometer.experiments.grids import grid_of
from cliometer.experiments.losses import MetricLoss
from cliometer.experiments.tuning import tune
from cliometer.io.posts.files import read_posts
from cliometer.io.posts.folders import read_topics
from cliometer.model.posts import PostTopic
from cliometer.systems.summarisers import summarise, summarisers
from cliometer.systems.vectors import Pool
from cliometer.text.posts.near import near_duplicates
from tests.oracles import summarisers as slow
from tests.shared import SHARED, needs

CRISES = SHARED / "data" / "microblog" / "CrisisLexT26"
CORPORA = SHARED / "data" / "timeline17" / "corpora"
pytestmark = needs("data", "microblog", "CrisisLexT26")


def pool(crisis: str, size: int) -> Pool:
    read, _ = read_topics(CRISES / crisis)
    return Pool(PostTopic(crisis, read[0].topic.posts[:size]))


@pytest.mark.parametrize("crisis", ["2013_Colorado_floods", "2013_Boston_bombings", "2012_Italy_earthquakes"])
def test_real_posts_are_chosen_as_the_papers_formulas_choose_them(crisis: str) -> None:
    topic = pool(crisis, 150)
    words = topic.words
    for threshold in (0.1, 0.4, 0.8):
        found = summarise(summarisers.parse(f"centroid(threshold={threshold})"), topic, 5)
        assert found == slow.centroid(words, 5, threshold, True)
        for minimum in (0, 10):
            spelled = f"hybrid(threshold={threshold}, minimum={minimum})"
            found = summarise(summarisers.parse(spelled), topic, 5)
            assert found == slow.hybrid(words, 5, threshold, minimum)
    for variant in ("paper", "original", "sumy"):
        found = summarise(summarisers.parse(f"sumbasic(variant={variant})"), topic, 5)
        assert found == slow.sumbasic(words, 5, variant)
    assert summarise(summarisers.parse("mmr"), topic, 5) == slow.mmr(words, 5, 0.7)
    assert summarise(summarisers.parse("klsum"), topic, 5) == slow.klsum(words, 5, 0.005)
    assert summarise(summarisers.parse("jsd_oracle"), topic, 5) == slow.jsd_oracle(words, 5)


def test_twenty_thousand_posts_lose_their_near_duplicates() -> None:
    pytest.importorskip("rapidfuzz")
    files = sorted(CRISES.glob("*/*labeled.csv"))
    texts = [post.text for file in files for post in read_posts(file).posts][:20_000]
    found = near_duplicates(texts)
    assert (len(texts), len(found)) == (20_000, 2088)


def test_all_crises_are_read_and_everything_left_out_is_accounted_for() -> None:
    read, notes = read_topics(CRISES)
    assert len(read) == 26
    assert sum(topic.read for topic in read) == 27_933
    assert all(len(topic.topic.posts) + len(topic.dropped) == topic.read for topic in read)
    assert len(notes) == 1  # the readme of the collection


def test_the_papers_grid_is_tuned_over_all_crises() -> None:
    read, _ = read_topics(CRISES)
    pools = [Pool(topic.topic) for topic in read]
    found = tune(pools, grid_of("hybrid", ["threshold=0:1:0.05", "minimum=0:20:2"]), MetricLoss("jsd"))
    assert len(found.grid) == 231
    assert sorted(topic for fold in found.folds for topic in fold.topics) == sorted(p.topic.id for p in pools)


@needs("data", "timeline17", "corpora")
@pytest.mark.parametrize("expression", ["lexrank", "textrank"])
def test_five_thousand_sentences_are_ranked(expression: str) -> None:
    posts = read_posts(CORPORA / "egypt.jsonl.gz").posts[:5000]
    topic = Pool(PostTopic("egypt", posts))
    assert len(summarise(summarisers.parse(expression), topic, 10)) == 10
