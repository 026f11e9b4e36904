"""What the columns, or keys, of a table of scores are called: ours, and the names that others use."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.io.scores.cells import PARTS, PLAIN

# of several that one table has, the one that stands first here counts
SYNONYMS: dict[str, tuple[str, ...]] = {
    "system": ("system", "model", "method", "run", "summariser", "summarizer", "approach", "candidate"),
    "topic": (
        "topic",
        "text",
        "event",
        "document",
        "doc",
        "article",
        "query",
        "item",
        "task",
        "instance",
        "id",
    ),
    "metric": ("metric", "judge"),
}
OURS = (*SYNONYMS, PLAIN, *PARTS)


def labels(names: Sequence[str]) -> list[str]:
    """Column names; ours in whatever case and by whatever synonym, those of metrics as they are."""
    bare = [name.strip() for name in names]
    plain = [name.casefold().replace(" ", "_").replace("-", "_") for name in bare]
    found = {role: _place(words, plain) for role, words in SYNONYMS.items()}
    named = {place: role for role, place in found.items() if place is not None}
    named |= {place: name for place, name in enumerate(plain) if name in (PLAIN, *PARTS)}
    return [named.get(place, name) for place, name in enumerate(bare)]


def _place(words: Sequence[str], plain: Sequence[str]) -> int | None:
    spellings = [spelling for word in words for spelling in (word, f"{word}_id", f"{word}_name")]
    return next((plain.index(word) for word in spellings if word in plain), None)
