"""Near-duplicate removal: 20,000 posts, real ones and the worst that are to be expected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from benchmarks.peers import load
from benchmarks.posts import CRISES, alerts, real_posts, retweets
from benchmarks.processes import child
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone, without

POSTS = 20_000
KINDS: Mapping[str, Callable[[int], list[str]]] = {
    "CrisisLexT26": real_posts,
    "alerts": alerts,
    "retweets": retweets,
}


@case
def near(effort: Effort) -> Iterator[Row]:
    """Seconds and memory of each kind of posts, in a process of its own."""
    size = effort.of(POSTS, POSTS // 20)
    for kind in KINDS:
        if kind == "CrisisLexT26" and not CRISES.exists():
            yield without(f"near: {kind}", kind)
            continue
        yield from _rows(kind, size)


def _rows(kind: str, size: int) -> Iterator[Row]:
    found = child("near", kind, size)
    way = "rapidfuzz" if load("rapidfuzz") else "without rapidfuzz"
    note = f"{size:,} posts, {found['found']:,} near duplicates, {way}"
    yield alone(f"near: {kind}", Quantity(found["seconds"]), Bar("<=", 20), note)
    yield alone(f"near: {kind}, peak memory", Quantity(found["megabytes"], "MB"), Bar("<=", 1000))
