"""A background that shares no word with the sources: allowed, but never without a word."""

from __future__ import annotations

from collections.abc import Mapping

from cliometer.text.source_words import Counts

_STRANGE = "the background shares no word with the sources; is it in the same language and form?"


def stranger(A: Counts, known: Mapping[str, float]) -> str | None:
    """A remark where no word of the sources is in the background."""
    return None if any(word in known for word in A) else _STRANGE
