"""Filters of posts: the paper's order, the first is kept, every post left out is named."""

from __future__ import annotations

import re

import pytest

from cliometer.errors import UsageError, remedy
from cliometer.model.documents import Post
from cliometer.text import post_filters
from cliometer.text.post_filters import Filters


def dropped(*posts: Post, **settings: object) -> list[tuple[str, str, str]]:
    found = Filters(**settings).apply(posts)  # type: ignore[arg-type]
    assert len(found.posts) + len(found.dropped) == len(posts)
    return [(gone.id, gone.reason, gone.of) for gone in found.dropped]


def test_later_posts_of_a_user_go_and_unnamed_users_are_no_user() -> None:
    posts = [Post("1", "one", "ana"), Post("2", "two two", "ana"), Post("3", "it rains"), Post("4", "sunshine")]
    assert dropped(*posts) == [("2", "same user", "1")]


def test_a_near_duplicate_differs_in_four_letters_at_most_and_urls_do_not_count() -> None:
    posts = [
        Post("1", "The bridge is closed http://t.co/abc"),
        Post("2", "The bridge is closed http://t.co/xyzxyz"),
        Post("3", "The bridge is closed1234"),
        Post("4", "The bridge is closed12345"),
    ]
    assert dropped(*posts) == [("2", "near duplicate", "1"), ("3", "near duplicate", "1")]


def test_a_post_of_nothing_but_urls_repeats_only_the_very_same_urls() -> None:
    posts = [
        Post("1", "http://t.co/abc"),
        Post("2", "http://t.co/abd"),
        Post("3", "http://t.co/abc"),
        Post("4", "rain"),
    ]
    assert dropped(*posts) == [("3", "near duplicate", "1")]


def test_what_repeats_a_dropped_post_only_is_kept() -> None:
    posts = [Post("1", "x" * 20), Post("2", "x" * 24), Post("3", "x" * 28)]
    assert dropped(*posts) == [("2", "near duplicate", "1")]


def test_a_user_counts_before_retweets_so_that_his_later_post_goes_even_if_the_first_was_one() -> None:
    posts = [Post("1", "RT @b: fire", "ana"), Post("2", "a flood", "ana")]
    assert dropped(*posts) == [("2", "same user", "1"), ("1", "retweet", "")]


def test_posts_without_a_text_go_first_and_always() -> None:
    assert dropped(Post("1", " "), rules=()) == [("1", "no text", "")]


def test_the_language_of_a_post_is_its_own_word() -> None:
    posts = [Post("1", "fuego", lang="es"), Post("2", "fire", lang="en-GB"), Post("3", "ok lol", lang="und")]
    assert dropped(*posts, language="en") == [("1", "not in en", "")]


def test_a_long_post_without_a_language_is_guessed() -> None:
    pytest.importorskip("py3langid")
    spanish = Post("1", "El terremoto ha dejado varios heridos y muchas casas destruidas en la ciudad")
    english = Post("2", "The earthquake has left several people injured and many houses destroyed in town")
    assert dropped(spanish, english, language="en") == [("1", "not in en", "")]


def test_a_guess_that_is_not_sure_drops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post("1", "The earthquake has left several people injured")
    for probability, gone in ((0.89, 0), (0.9, 1)):
        monkeypatch.setattr(post_filters, "guesser", lambda sure=probability: lambda _: ("fr", sure))
        assert len(dropped(post, language="en")) == gone


def test_a_short_post_is_not_guessed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_filters, "guesser", lambda: lambda _: ("vo", 1.0))
    assert dropped(Post("1", "lol ok http://t.co/abcdefghijklmnopq"), language="en") == []


def test_without_the_guesser_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "py3langid.langid", None)
    post_filters.guesser.cache_clear()
    with pytest.raises(UsageError, match=re.escape(remedy("posts"))):
        dropped(Post("1", "The earthquake has left several people injured"), language="en")
    post_filters.guesser.cache_clear()


def test_an_unknown_rule_is_refused_with_near_misses() -> None:
    with pytest.raises(UsageError, match="did you mean retweets"):
        Filters(("retweet",))
