"""Lines that look like two events, where a timeline should have one a line."""

from __future__ import annotations

import re
from functools import lru_cache

from cliometer.text.annotate import annotate

_AND = re.compile(r"\band\b")


@lru_cache(maxsize=4096)  # remarks are asked for after every action
def doubt(text: str) -> str:
    """Why a line may hold two events; empty where nothing says so."""
    read = annotate(text)
    if len(read.sentences) > 1:
        return f"{len(read.sentences)} sentences"
    if ";" in text:
        return "a semicolon"
    verbs = [event.start for event in read.events if event.pos == "VERB"]
    for word in _AND.finditer(text):
        if any(start < word.start() for start in verbs) and any(start > word.end() for start in verbs):
            return '"and" between two verbs'
    return ""
