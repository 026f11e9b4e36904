"""Uploads of a study of units: documents to write timelines of, or a release with all that was done on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from cliometer.errors import InputError
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.units.annotated import annotated
from cliometer.workbench.kinds.base import Imported
from cliometer.workbench.kinds.topic_size import refuse_endless, refuse_large
from cliometer.workbench.kinds.units.documents import of_articles, of_pyramids, of_texts
from cliometer.workbench.kinds.units.released import of_releases

UPLOADS = (
    "documents as .txt (each a topic; a zip archive, or a folder in one, is a topic of several), articles as "
    "<topic>.jsonl, the summaries of a pyramid as .pyr, or units as .json: documents in that format, or a "
    "release with its folders second and timelines"
)
_ENDINGS = {
    "texts": (".txt", ".text"),
    "articles": (".jsonl",),
    "pyramids": (".pyr",),
    "releases": (".json",),
}


def read(paths: Sequence[Path]) -> Imported:
    """Topics with sentences, times and mentions of events; a release brings its work along."""
    files = {kind: [path for path in sorted(paths) if _ends(path, kind)] for kind in _ENDINGS}
    told = [
        f"{path}: left out; expected {UPLOADS}" for path in paths if not any(_ends(path, k) for k in files)
    ]
    topics = [
        *of_texts(files["texts"]),
        *of_articles(files["articles"], told),
        *of_pyramids(files["pyramids"], told),
    ]
    done = of_releases(files["releases"]) if files["releases"] else Imported(())
    if done.actions and topics:
        raise InputError(
            "holds finished work; give documents and releases in separate goes", files["releases"][0]
        )
    refuse_endless((*topics, *done.topics))
    found = tuple(_ready(topic) for topic in (*topics, *done.topics))
    refuse_large(found)
    _refuse_twice(found)
    return Imported(found, (*done.notes, *told), done.actions, done.settled, done.settings)


def _ends(path: Path, kind: str) -> bool:
    return path.name.casefold().endswith(_ENDINGS[kind])


def _ready(topic: Topic) -> Topic:
    """What nobody could read, or link to, is refused now."""
    if not any(source.text.strip() for source in topic.sources):
        raise InputError(
            f"topic {topic.id}: its documents have no text; nobody could write a timeline of them"
        )
    whole = annotated(topic)
    if not whole.marks.sentences:
        raise InputError(f"topic {topic.id}: no sentence was found in its documents")
    return whole


def _refuse_twice(topics: Iterable[Topic]) -> None:
    seen: set[str] = set()
    for topic in topics:
        if topic.id in seen:
            raise InputError(f"two of the files hold a topic {topic.id}; rename one, or give one at a time")
        seen.add(topic.id)
