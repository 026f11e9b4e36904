"""Sentences, times and events of running text: characters a second on one core."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import cliometer
from benchmarks.clock import best
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row
from benchmarks.texts import pool

CHARACTERS = 200_000
_REPEATS = 5


@case
def annotate(effort: Effort) -> Iterator[Row]:
    """The word lists are read before: a reader of many texts pays for them once."""
    text = " ".join(sentence for day in pool().days for sentence in day)[:CHARACTERS]
    cliometer.annotate("warm", date="2010-05-27")
    seconds = best(partial(cliometer.annotate, text, date="2010-05-27"), _REPEATS)
    name = f"annotate: {len(text):,} characters"
    yield Row(name, Quantity(len(text) / seconds, "/s"), bar=Bar(">=", 50_000), note=pool().origin)
