"""The TimeML class of an event by its word: what is said, seen, meant, begun, tried; else an occurrence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cliometer.text.annotate.lists import listed

_CLASSES = {
    "REPORTING": listed("""
        say said tell told announce report state add explain note claim quote cite declare reply comment
        warn according acknowledge assert remark disclose reveal testify confirm deny statement
        announcement
    """),
    "PERCEPTION": listed("see saw seen watch hear heard view glimpse witness observe overhear listen"),
    "ASPECTUAL": listed("""
        begin began begun start stop end finish continue resume halt cease complete launch initiate
        terminate beginning keep kept conclude suspend
    """),
    "I_STATE": listed("""
        want hope believe expect think thought know knew known fear need wish desire intend like love
        hate worry doubt suspect feel felt plan prefer consider able likely willing ready eager concern
        expectation belief
    """),
    "I_ACTION": listed("""
        try tried attempt promise offer agree order ask request persuade urge authorize propose prevent
        delay avoid refuse threaten decide allow help force seek sought vow pledge investigate cause
        swear nominate
    """),
}


@lru_cache(maxsize=65_536)
def event_class(lower: str, pos: str) -> str:
    """REPORTING, PERCEPTION, ASPECTUAL, I_STATE, I_ACTION, STATE or OCCURRENCE."""
    for base in _bases(lower):
        for name, words in _CLASSES.items():
            if base in words:
                return name
    return "STATE" if pos == "ADJECTIVE" or lower in ("have", "has", "had") else "OCCURRENCE"


def _bases(lower: str) -> Iterator[str]:
    yield lower
    for ending, base in (
        ("ies", "y"),
        ("ied", "y"),
        ("es", ""),
        ("s", ""),
        ("ed", ""),
        ("ing", ""),
        ("d", ""),
    ):
        if lower.endswith(ending):
            stem = lower.removesuffix(ending)
            yield stem + base
            yield stem + "e"
            yield stem[:-1]  # stopped, stopping
