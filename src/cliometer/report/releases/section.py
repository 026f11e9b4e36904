"""The section of a release: what it is, what it holds, and how far its people agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cliometer.errors import InputError
from cliometer.report.chapters import Names, kind_of
from cliometer.report.document import Block, Code, Listing, Notes, Paragraph, Section
from cliometer.report.releases.judging import documents
from cliometer.report.releases.opening import Opened, opened
from cliometer.report.releases.standing import standing
from cliometer.report.tables import Cell, Table
from cliometer.study.protocol.events.protocol import EVENTS
from cliometer.study.protocol.preferences.protocol import PREFERENCES
from cliometer.study.protocol.steps import Protocol
from cliometer.study.protocol.units.protocol import UNITS

PROTOCOLS: Mapping[str, Protocol] = {"events": EVENTS, "units": UNITS, "preferences": PREFERENCES}
_TITLES = {"events": "judged events", "units": "content units", "preferences": "preferences"}


def release_section(path: Path, names: Names) -> Section:
    """Open a release, run what the commands would, and tell of it."""
    with opened(path) as release:
        found = documents(release, path)
        sections = [_chapter(_plain(document, release), names) for document in found]
        return Section(f"Release of {_TITLES[release.kind]}", list(_about(release, found)), sections)


def _chapter(document: Mapping[str, Any], names: Names) -> Section:
    kind = kind_of(document)
    if kind is None:
        raise InputError("a release gave a result that no chapter shows; this is a fault of Cliometer")
    return kind.chapter(document, names)


def _plain(document: dict[str, Any], release: Opened) -> dict[str, Any]:
    """Notes name files as the release does, not where they lie for now."""
    notes = [note.replace(f"{release.folder}/", "") for note in document.get("notes", ())]
    return {**document, "notes": notes}


def _about(release: Opened, found: list[dict[str, Any]]) -> Iterator[Block]:
    yield Paragraph(_summary(release, found))
    yield Paragraph(_steps(PROTOCOLS[release.kind]))
    if release.notes:
        yield Notes(release.notes)
    if release.kind == "preferences":
        yield from standing(release.folder)
    yield Code(release.digest, "Digest: sha256sum of what sha256sum prints for the files by name")
    rows: list[list[Cell]] = [[name, size, digest] for name, size, digest in release.files]
    yield Listing("Files of the release", Table(["file", "bytes", "SHA-256"], rows), folded=True)


def _summary(release: Opened, found: list[dict[str, Any]]) -> str:
    """How much there is, and whose work it is."""
    head = f"A release of a study of {_TITLES[release.kind]}"
    if not found:
        return f"{head}. It holds no vote that counts."
    people = _people(release, found[0])
    by = f", by {_many(len(people), 'person', 'people')}: {', '.join(people)}" if people else ""
    return f"{head}: {_content(release, found[0])}{by}."


def _content(release: Opened, document: Mapping[str, Any]) -> str:
    if release.kind == "preferences":
        topics, systems = document["topics"]["total"], len(document["systems"])
        votes = _many(document["votes"], "vote", "votes")
        return f"{votes} on {_many(systems, 'system', 'systems')} and {_many(topics, 'topic', 'topics')}"
    topics = document["topics"] if release.kind == "events" else document["units"]
    what = ("event", "events") if release.kind == "events" else ("unit", "units")
    many = sum(topic[what[1]] for topic in topics)
    return f"{_many(len(topics), 'topic', 'topics')} with {_many(many, *what)}"


def _people(release: Opened, document: Mapping[str, Any]) -> list[str]:
    """Judges or writers, each once."""
    if release.kind == "preferences":
        return [judge["judge"] for judge in document["judges"]]
    if release.kind == "events":
        return list(dict.fromkeys(judge for topic in document["judges"] for judge in topic["judges"]))
    return list(dict.fromkeys(writer for topic in document["units"] for writer in topic["writers"]))


def _steps(protocol: Protocol) -> str:
    steps = [f"{step.title}{' (each alone)' if step.blind else ''}" for step in protocol.steps]
    return f"Steps of such a study: {'; '.join(steps)}."


def _many(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"
