"""The online constraint (Allan, Gupta & Khandelwal 2001): a story is ranked before the next one is seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from cliometer.errors import InputError
from cliometer.model.extracts import Extract
from cliometer.model.judged_events import EventTopic
from cliometer.model.units import UnitTopic


def online_faults(extract: Extract, topic: EventTopic | UnitTopic) -> tuple[str, ...]:
    """Where a log of decisions breaks the constraint; empty where it keeps it.

    The items are the sentences in the order in which the system scored them, not in that of their scores:
    `ranked` must be false. Stories come in the order of the topic's sources; one without sentences has
    nothing to rank.
    """
    if extract.of != "sentences" or extract.ranked:
        raise InputError(
            f"{extract.name}: expected sentences in the order in which they were scored, ranked: false"
        )
    topic.marks.expect_sentences(extract.ids, extract.name)
    return tuple(_faults(extract, topic))


def require_online(extract: Extract, topic: EventTopic | UnitTopic) -> None:
    """Fail with the first fault, and the number of the others."""
    faults = online_faults(extract, topic)
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise InputError(f"{extract.name}: {faults[0]}{more}")


def _faults(extract: Extract, topic: EventTopic | UnitTopic) -> Iterator[str]:
    order = {source.id: place for place, source in enumerate(topic.sources)}
    scored = set(extract.ids)
    latest, closed = "", set[str]()
    for document, ids in groupby(extract.ids, key=topic.marks.document_of.__getitem__):
        first = next(iter(ids))
        if document in closed:
            yield f"{first} was scored after story {latest} had been seen; all of {document} must come before"
        elif latest and order[document] < order[latest]:
            yield f"story {document} was scored after {latest}, which is later in the stream"
        closed.add(document)
        latest = document if not latest or order[document] > order[latest] else latest
    for source in topic.sources:
        missing = [id for id in source.sentences if id not in scored]
        if missing:
            yield f"{len(missing)} sentences of story {source.id} were never scored, the first {missing[0]}"
    unscored = [item.id for item in extract.items if item.score is None]
    if unscored:
        yield f"{len(unscored)} sentences have no score, the first {unscored[0]}"
