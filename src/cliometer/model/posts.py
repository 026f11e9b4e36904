"""Posts: the short texts of a topic, from which a summary is chosen; and what became of those left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cliometer.errors import InputError


@dataclass(frozen=True, slots=True)
class Post:
    """A post, or a sentence of an article, with what is known of it.

    `time` is in seconds since 1970, UTC; `user` and `lang` are empty where nobody said.

    >>> Post("7", " Fire near\\nDenver ").text
    'Fire near Denver'
    """

    id: str
    text: str
    user: str = ""
    time: float | None = None
    lang: str = ""
    retweet: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise InputError(f"expected the id of a post, found {self.id!r}")
        if not isinstance(self.text, str):
            raise InputError(f"post {self.id}: expected a text, found {self.text!r}")
        object.__setattr__(self, "text", " ".join(self.text.split()))


@dataclass(frozen=True, slots=True)
class Dropped:
    """A post that was left out: why, and on account of which earlier post, where there is one."""

    id: str
    reason: str
    of: str = ""


@dataclass(frozen=True)
class PostTopic:
    """The posts of a topic in their order; no two have one id."""

    id: str
    posts: tuple[Post, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "posts", tuple(self.posts))
        repeated = first_repeat(post.id for post in self.posts)
        if repeated is not None:
            raise InputError(f"topic {self.id}: two posts have the id {repeated}; ids tell posts apart")


def first_repeat(ids: Iterable[str]) -> str | None:
    """The first id that stands there twice."""
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            return id
        seen.add(id)
    return None
