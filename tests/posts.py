"""Pools of posts for tests, from lists of words."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.model.documents import Post, PostTopic
from cliometer.systems.summarisers.pool import Pool
from cliometer.text.post_tokens import PostReading

PLAIN = PostReading(stop=False, stem=False)


def pool_of(posts: Sequence[Sequence[str] | str], reading: PostReading = PLAIN, topic: str = "t") -> Pool:
    """A pool whose posts are `1`, `2`, ..., as they stand."""
    texts = [post if isinstance(post, str) else " ".join(post) for post in posts]
    made = tuple(Post(str(number), text) for number, text in enumerate(texts, start=1))
    return Pool(PostTopic(topic, made), reading)
