"""What single summarisers do in cases that can be worked out by hand; all are described."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.expressions import settings_of
from cliometer.model.documents import Post, PostTopic
from cliometer.systems.summarisers import Summariser, summarise, summarisers
from cliometer.systems.summarisers.pool import Pool
from cliometer.systems.summarisers.similarity import walk
from tests.posts import PLAIN, pool_of


def chosen(expression: str, posts: list[str], k: int = 2) -> list[int]:
    return summarise(summarisers.parse(expression), pool_of(posts), k)


POSTS = ["fire in town", "fire in town now", "rain at sea", "bus"]


def test_the_threshold_passes_over_what_was_said() -> None:
    assert chosen("centroid(threshold=1)", POSTS) == [1, 0]
    assert chosen("centroid(threshold=0.4)", POSTS) == [1, 2]


def test_where_fewer_are_left_the_rest_is_filled_up_or_not() -> None:
    posts = ["fire town", "fire town", "fire town", "sea"]
    assert chosen("centroid(threshold=0)", posts, 4) == [3, 0, 1, 2]
    assert chosen("centroid(threshold=0, fewer=stop)", posts, 4) == [3, 0]


def test_a_threshold_of_one_keeps_equal_posts_and_zero_shares_no_word() -> None:
    assert chosen("centroid(threshold=1, fewer=stop)", ["a b", "a b", "c d"], 3) == [2, 0, 1]
    assert chosen("centroid(threshold=0, fewer=stop)", ["a b", "b c", "d e"], 3) == [2, 0]


def test_the_variants_of_sumbasic_differ_on_a_repeated_word() -> None:
    posts = ["a a a b", "a b", "c c d", "c e"]
    assert chosen("sumbasic", posts, 3) == [0, 2, 1]
    assert chosen("sumbasic(variant=sumy)", posts, 3) == [0, 2, 3]


def test_the_original_takes_posts_with_the_most_probable_word_first() -> None:
    assert chosen("sumbasic", ["a b c d", "e", "e", "a f g h", "a"], 2)[0] == 4
    assert chosen("sumbasic(variant=original)", ["a x y", "a w z", "b b"], 1) == [0]
    assert chosen("sumbasic", ["a x y", "a w z", "b b"], 1) == [2]


def test_hybrid_divides_short_posts_by_the_minimum() -> None:
    posts = ["fire", "fire town river bridge", "town river", "sea"]
    assert chosen("hybrid(threshold=1, minimum=0)", posts, 1) == [0]
    assert chosen("hybrid(threshold=1, minimum=4)", posts, 1) == [1]


def test_posts_without_words_come_last_and_are_like_nothing() -> None:
    for expression in ("centroid", "hybrid", "sumbasic", "klsum", "jsd_oracle", "longest"):
        assert chosen(expression, ["!!!", "fire town", "rain sea"], 3)[-1] == 0


@pytest.mark.parametrize("cls", [cls for cls in summarisers if cls.name != "rouge_oracle"])
def test_posts_of_which_no_word_is_counted_are_taken_in_a_defined_order(cls: type[Summariser]) -> None:
    found = summarise(cls(), pool_of(["!", "?", "..."]), 3)
    assert sorted(found) == [0, 1, 2]
    assert cls.name in ("random", "latest") or found == [0, 1, 2]


def test_the_latest_are_the_newest_and_without_times_the_last() -> None:
    posts = (Post("1", "x", time=5.0), Post("2", "y", time=9.0), Post("3", "z", time=5.0))
    assert summarise(summarisers.parse("latest"), Pool(PostTopic("t", posts), PLAIN), 3) == [1, 0, 2]
    assert chosen("latest", ["a", "b", "c"]) == [2, 1]


def test_the_latest_say_where_times_are_wanting() -> None:
    posts = (Post("1", "x", time=5.0), Post("2", "y"), Post("3", "z", time=7.0))
    pool = Pool(PostTopic("t", posts), PLAIN)
    latest = summarisers.parse("latest")
    assert summarise(latest, pool, 2) == [2, 1]
    assert list(latest.remarks(pool)) == ["topic t: posts without a time: 1 of 3; latest takes the last of the input"]
    assert list(latest.remarks(Pool(PostTopic("t", posts[:1]), PLAIN))) == []


def test_the_oracle_reads_the_references_and_says_so() -> None:
    pool = pool_of(POSTS)
    oracle = summarisers.parse("rouge_oracle")
    assert summarise(oracle, Pool(pool.topic, pool.reading, ["A bus at sea"]), 2) == [2, 3]
    with pytest.raises(InputError, match="needs references of topic t; name them with --references"):
        summarise(oracle, pool, 1)


def test_the_oracle_may_look_at_precision_as_well() -> None:
    pool = pool_of(["fire mill bridge river harbour market", "fire mill"])
    topic = Pool(pool.topic, pool.reading, ["fire mill bridge"])
    assert summarise(summarisers.parse("rouge_oracle"), topic, 1) == [0]
    assert summarise(summarisers.parse("rouge_oracle(by=f)"), topic, 1) == [1]


def test_a_cosine_equal_to_the_edge_is_a_link() -> None:
    star = ["a", "b", "c", "d", "a b c d"]  # every word in two posts, so that a ray has the cosine 1/2
    assert chosen("lexrank(threshold=1, edge=0.5)", star, 1) == [4]
    assert chosen("lexrank(threshold=1, edge=0.51)", star, 1) == [0]


def test_no_share_of_the_walk_is_lost_where_a_post_has_no_link() -> None:
    from scipy.sparse import csr_array

    assert walk(csr_array([[0.0, 1, 0], [1, 0, 0], [0, 0, 0]]), 0.85).sum() == pytest.approx(3)


def test_the_jsd_oracle_counts_what_the_metric_counts() -> None:
    assert chosen("jsd_oracle", ["fire fire http://t.co/x", "http://t.co/x", "mill"], 1) == [0]
    assert chosen("jsd_oracle", ["the the fire", "the"], 1) == [0]
    assert chosen("jsd_oracle(stop=false)", ["the the fire", "the the the", "the"], 1) == [0]


def test_a_post_without_words_goes_before_one_that_does_harm() -> None:
    assert chosen("jsd_oracle", ["fire mill", "fire", "!!!", "fire mill", "fire mill"], 2) == [0, 2]


def test_the_rouge_oracle_counts_pairs_of_words_across_posts() -> None:
    pool = pool_of(["market burns", "stone mill", "fire mill", "river"])
    topic = Pool(pool.topic, pool.reading, ["stone mill river"])
    assert summarise(summarisers.parse("rouge_oracle(rouge=2)"), topic, 2) == [1, 3]


@pytest.mark.parametrize("name", ["lexrank", "textrank"])
def test_a_walk_that_never_jumps_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=r"a finite number from 0 to 0\.99, found 1"):
        summarisers.parse(f"{name}(damping=1)")


def test_a_walk_that_seldom_jumps_still_settles() -> None:
    from scipy.sparse import csr_array

    path = csr_array([[0.0, 1, 0], [1, 0, 1], [0, 1, 0]])
    ends, middle = (1 + 0.99 / 2) / (1 + 0.99), (1 + 2 * 0.99) / (1 + 0.99)
    assert walk(path, 0.99) == pytest.approx([ends, middle, ends], abs=1e-7)


def test_more_than_there_are_is_all_and_fewer_than_one_is_an_error() -> None:
    assert sorted(chosen("centroid", POSTS, 99)) == [0, 1, 2, 3]
    with pytest.raises(UsageError, match="a summary has at least 1 post, not 0"):
        chosen("lead", POSTS, 0)


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("centriod", "unknown summariser 'centriod'; did you mean centroid"),
        ("centroid(treshold=1)", "unknown setting of centroid 'treshold'; did you mean threshold"),
        ("centroid(threshold=2)", "expected a finite number from 0 to 1, found 2"),
        ("random(seed=x)", "expected a whole number of at least 0, found 'x'"),
        ("random(seed=-1)", "a whole number of at least 0, found -1"),
        ("sumbasic(variant=new)", "unknown variant of sumbasic 'new'"),
    ],
)
def test_a_wrong_expression_says_what_is_allowed(expression: str, complaint: str) -> None:
    with pytest.raises(UsageError) as caught:
        summarisers.parse(expression)
    assert complaint in str(caught.value)


PAGE = (Path(__file__).parents[4] / "docs" / "summarise.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("cls", list(summarisers), ids=lambda cls: cls.name)
def test_every_summariser_is_described_with_its_settings(cls: type[Summariser]) -> None:
    section = re.search(rf"^### `{cls.name}`$(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    assert section is not None
    assert [field.name for field in settings_of(cls) if f"`{field.name}`" not in section[1]] == []
