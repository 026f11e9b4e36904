"""Which posts are left out before summarising, in the order of Mackie et al. (2014, section 4.2).

Posts in another language, later posts of the same user, retweets, near duplicates. Posts without a text go
first. Each rule sees what the ones before it kept; every post left out is named with its reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cliometer.errors import UsageError, unknown
from cliometer.model.posts import Dropped, Post
from cliometer.text.posts.language import is_in
from cliometer.text.posts.near import CLOSEST, near_duplicates
from cliometer.text.posts.tokens import is_retweet

RULES = ("same-user", "retweets", "near-duplicates")


@dataclass(frozen=True)
class Filters:
    """Which rules apply; `language`: a code such as `en`, or empty; `distance`: from here on posts differ."""

    rules: tuple[str, ...] = RULES
    language: str = ""
    distance: int = CLOSEST

    def __post_init__(self) -> None:
        for rule in self.rules:
            if rule not in RULES:
                raise unknown("filter of posts", rule, RULES)
        if self.distance < 1:
            raise UsageError(f"posts differ from a distance of 1 letter or more on, not {self.distance}")

    def apply(self, posts: Sequence[Post]) -> Filtered:
        """What is kept, in order, and what is not, by rule."""
        kept, dropped = list(posts), list[Dropped]()
        for rule in self._rules():
            gone = {found.id: found for found in rule(kept)}
            kept = [post for post in kept if post.id not in gone]
            dropped += gone.values()
        return Filtered(tuple(kept), tuple(dropped))

    def _rules(self) -> Iterator[Callable[[Sequence[Post]], Iterator[Dropped]]]:
        yield _without_text
        if self.language:
            yield self._foreign
        yield from (getattr(self, f"_{rule.replace('-', '_')}") for rule in RULES if rule in self.rules)

    def _foreign(self, posts: Sequence[Post]) -> Iterator[Dropped]:
        reason = f"not in {self.language}"
        return (Dropped(post.id, reason) for post in posts if not is_in(post, self.language))

    def _same_user(self, posts: Sequence[Post]) -> Iterator[Dropped]:
        """A user that nobody named is no user."""
        first: dict[str, str] = {}
        for post in posts:
            if post.user and first.setdefault(post.user, post.id) != post.id:
                yield Dropped(post.id, "same user", first[post.user])

    def _retweets(self, posts: Sequence[Post]) -> Iterator[Dropped]:
        return (Dropped(post.id, "retweet") for post in posts if post.retweet or is_retweet(post.text))

    def _near_duplicates(self, posts: Sequence[Post]) -> Iterator[Dropped]:
        found = near_duplicates([post.text for post in posts], self.distance)
        return (Dropped(posts[i].id, "near duplicate", posts[j].id) for i, j in found.items())


@dataclass(frozen=True)
class Filtered:
    """What the filters kept and what they dropped."""

    posts: tuple[Post, ...]
    dropped: tuple[Dropped, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many were dropped for each reason."""
        return dict(Counter(gone.reason for gone in self.dropped))


def _without_text(posts: Sequence[Post]) -> Iterator[Dropped]:
    return (Dropped(post.id, "no text") for post in posts if not post.text)
