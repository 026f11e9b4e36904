"""Which nouns mention an event: those of a list, and verbs in -ing that stand as nouns."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from cliometer.text.annotate.lists import listed
from cliometer.text.annotate.tagger import model

_NOUNS = Path(__file__).parent.parent / "data" / "event-nouns.txt.gz"
_THINGS = listed("""
    building morning evening thing king ring wing string spring ceiling feeling funding housing
    marketing banking holding clothing engineering manufacturing being accounting advertising
    programming saving earning standing understanding meaning rating setting cooking dining shopping
    living sterling shilling sibling sitting learning writing teaching heading ending lighting heating
    plumbing wiring parking packaging publishing broadcasting mining farming fishing listing pricing
""")


@cache
def event_nouns() -> frozenset[str]:
    """Nouns that mention an event more often than not (tools/build_event_nouns.py, see NOTICE)."""
    return frozenset(gzip.decompress(_NOUNS.read_bytes()).decode("ascii").split())


@lru_cache(maxsize=65_536)
def is_event_noun(lower: str) -> bool:
    """Whether a noun in small letters, singular or plural, mentions an event as a rule."""
    nouns = event_nouns()
    if lower in nouns or any(single in nouns for single in _singulars(lower)):
        return True
    if lower.endswith("ing"):
        return lower not in _THINGS and "G" in model().tags.get(lower, "")
    _, dash, last = lower.rpartition("-")
    return bool(dash) and last in nouns


def _singulars(lower: str) -> Iterator[str]:
    if lower.endswith("s"):
        yield lower[:-1]
    if lower.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        yield lower[:-2]
        yield lower[:-2] + "is"
    if lower.endswith("ies"):
        yield lower[:-3] + "y"
