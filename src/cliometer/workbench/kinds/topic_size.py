"""How large a topic may be: a sheet shows all of it at once, and a person reads all of it."""

from __future__ import annotations

from collections.abc import Iterable

from cliometer.errors import InputError
from cliometer.study.protocol.topics import Topic

MOST_SENTENCES = 5000  # in a topic
_MOST_CHARACTERS = 400 * MOST_SENTENCES  # looked at first: to find the sentences of a library takes minutes


def refuse_endless(topics: Iterable[Topic]) -> None:
    """Before sentences are looked for: texts that no sentences of a usual length would make small enough."""
    for topic in topics:
        length = sum(len(source.text) for source in topic.sources)
        if length > _MOST_CHARACTERS:
            raise _too_large(topic, f"{length:,} characters", f"{_MOST_CHARACTERS:,} characters")


def refuse_large(topics: Iterable[Topic]) -> None:
    """What no page could show."""
    for topic in topics:
        count = sum(len(source.sentences) for source in topic.sources)
        if count > MOST_SENTENCES:
            raise _too_large(topic, f"{count:,} sentences", f"{MOST_SENTENCES:,}")


def _too_large(topic: Topic, found: str, most: str) -> InputError:
    return InputError(
        f"topic {topic.id} has {found}; a topic may have {most} at most: "
        "leave documents out, or make several topics of it"
    )
