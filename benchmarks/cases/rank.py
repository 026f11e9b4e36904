"""LexRank and TextRank on 5,000 sentences, which a dense table of links would hold in 200 MB."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.processes import child
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone

SENTENCES = 5000


@case
def rank(effort: Effort) -> Iterator[Row]:
    """Seconds from texts to a summary, and the memory that it took."""
    size = effort.of(SENTENCES, SENTENCES // 10)
    for name in ("lexrank", "textrank"):
        found = child("rank", name, size)
        note = f"{size:,} sentences, peak memory {found['megabytes']:.0f} MB"
        yield alone(f"rank: {name}", Quantity(found["seconds"]), Bar("<=", 10), note)
