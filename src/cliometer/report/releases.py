"""Releases of studies as reports: recognised by their files, described, and judged as the commands would."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cliometer.court.votes.tally import tally
from cliometer.errors import InputError
from cliometer.io.archives import JUNK, ArchiveLimits, digest_of, file_digest, in_order, read_archive
from cliometer.io.text_files import read_text
from cliometer.io.topic_folders import read_unit_gold
from cliometer.io.votes import read_votes
from cliometer.report.chapters import kind_of
from cliometer.report.chapters.base import FigureNames
from cliometer.report.document import Block, Code, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.study.agreement_survey import SurveyOptions, matching_notes, second_matchings, survey_agreement
from cliometer.study.events.event_study import EVENTS
from cliometer.study.preferences.ballot import PREFERENCES
from cliometer.study.steps import StudyProtocol
from cliometer.study.units.unit_study import UNITS
from cliometer.text.tables import Cell, Table

RELEASE_FILES = {
    "events": ("events.json", "links.csv", "topics.csv"),
    "units": ("units", "second", "timelines"),
    "preferences": (
        *("votes.csv", "votes.jsonl", "aside.csv", "reasons.csv", "checks.csv", "design.json"),
        *("answers.jsonl", "crowd.jsonl", "topics.jsonl", "sheets.json"),
    ),
}  # what a release of each kind holds, at its top
_TELLING = {"events": {"events.json"}, "units": {"units"}, "preferences": {"votes.csv", "answers.jsonl"}}
_COMMENT = "Cliometer release "
_WANTED = (
    "expected events.json (a study of events), a folder units (of units), or votes.csv with answers.jsonl "
    "(of preferences)"
)


@dataclass(frozen=True)
class StudyRelease:
    """A release: its kind, the folder that holds its files, their sizes and digests, and its notes."""

    kind: str
    folder: Path
    files: tuple[tuple[str, int, str], ...]  # name, bytes, SHA-256
    digest: str
    notes: tuple[str, ...] = ()


def is_release(path: Path) -> bool:
    """Whether a path is an archive, or a folder that holds the files of a release and no others."""
    if path.is_dir():
        return kind_of_files(_tops(path)) is not None
    return path.is_file() and path.suffix.casefold() == ".zip"


def kind_of_files(tops: Collection[str]) -> str | None:
    """The kind of a release by the files and folders at its top; None where others stand among them."""
    fits = (kind for kind, telling in _TELLING.items() if telling <= set(tops) <= set(RELEASE_FILES[kind]))
    return next(fits, None)


@contextmanager
def opened_release(path: Path) -> Iterator[StudyRelease]:
    """The release; what an archive holds lies in a folder for as long as it is looked at."""
    if path.is_dir():
        yield _of_folder(path)
        return
    with tempfile.TemporaryDirectory(prefix="cliometer-release-") as place:
        yield _of_archive(path, Path(place))


def _of_folder(path: Path) -> StudyRelease:
    kind = kind_of_files(_tops(path))
    if kind is None:
        raise InputError(f"is no release of a study: {_WANTED}", path)
    limits = ArchiveLimits()
    names = [file for file in sorted(path.rglob("*")) if file.is_file() and not _is_aside(file.name)]
    if len(names) > limits.files:
        raise InputError(f"holds {len(names):,} files; at most {limits.files:,} can be read", path)
    files = {file.relative_to(path).as_posix(): file.read_bytes() for file in names}
    return _described(kind, path, files)


def _of_archive(path: Path, place: Path) -> StudyRelease:
    """Names were checked by whoever read the archive: none leads out of the folder."""
    archive = read_archive(path)
    files, tops = archive.files, {name.split("/")[0] for name in archive.files}
    if len(tops) == 1 and all("/" in name for name in files) and not tops & {"units"}:
        # Whoever packs a folder packs its name along.
        files = {name.split("/", 1)[1]: content for name, content in files.items()}
    kind = kind_of_files({name.split("/")[0] for name in files})
    if kind is None:
        raise InputError(f"is no release of a study: {_WANTED}", path)
    for name, content in files.items():
        try:
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(content)
        except OSError:
            raise InputError(f"{name} is a file and a folder at once; pack it anew", path) from None
    found = _described(kind, place, files)
    said, *notes = archive.comment.splitlines() or [""]
    frozen = said.removeprefix(_COMMENT) if said.startswith(_COMMENT) else ""
    if frozen and frozen != found.digest:
        notes.append(f"the files are not those that were frozen: the archive names the digest {frozen}")
    return StudyRelease(kind, place, found.files, found.digest, (*notes, *archive.notes))


def _described(kind: str, folder: Path, files: dict[str, bytes]) -> StudyRelease:
    rows = tuple((name, len(content), file_digest(content)) for name, content in in_order(files))
    return StudyRelease(kind, folder, rows, digest_of(files))


def _tops(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir() if not _is_aside(entry.name)}


def _is_aside(name: str) -> bool:
    """What systems and people add: hidden files, and a README."""
    return name.startswith(".") or name in JUNK or name.casefold().startswith("readme")


Documents = list[dict[str, Any]]


def documents(release: StudyRelease, path: Path) -> Documents:
    """The results of the commands that read such a release; what is wrong with it is said of its path."""
    try:
        if release.kind == "events":
            return [survey_agreement(SurveyOptions([release.folder])).to_dict()]
        return (_units if release.kind == "units" else _preferences)(release.folder)
    except InputError as error:
        raise InputError(str(error).replace(f"{release.folder}/", ""), path) from None


def _units(folder: Path) -> Documents:
    """With the links that others made, each compared with those of the first matcher."""
    units, second = folder / "units", folder / "second"
    found = survey_agreement(SurveyOptions([units]))
    files = sorted(second.rglob("*.json")) if second.is_dir() else []
    first = read_unit_gold([units]).units if files else ()
    matchings = tuple(
        replace(matching, topic=f"{matching.topic}: {file.stem}")
        for file in files
        for matching in second_matchings(first, file)
    )
    notes = (*found.notes, *matching_notes(matchings))
    return [replace(found, matchings=matchings, notes=notes).to_dict()]


def _preferences(folder: Path) -> Documents:
    """One result for each poll; none where the file of votes has the names of the columns alone."""
    votes = folder / "votes.csv"
    any_vote = any(line.strip() for line in read_text(votes).splitlines()[1:])
    return [tally(poll).to_dict() for poll in (read_votes(votes) if any_vote else ())]


_SHARES = {"quiz": "quiz", "tests": "hidden tests", "repeats": "repeats", "fast": "too fast"}


def standing(folder: Path) -> Iterator[Block]:
    """A row a judge; a note where the file cannot be read, for it is not what votes are counted from."""
    file = folder / "design.json"
    if not file.is_file():
        return
    rows = []
    try:
        for judge in json.loads(file.read_text(encoding="utf-8"))["judges"]:
            plain = [_cell(judge[key]) for key in ("judge", "votes", "ties", "seconds")]
            shares = [_cell((judge.get(key) or {}).get("share")) for key in _SHARES]
            rows.append([*plain, *shares, _cell(judge["aside"]) or "no"])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        yield Notes(["design.json cannot be read, so nothing is said of the reliability of judges"])
        return
    heading = ["judge", "votes", "ties", "seconds", *_SHARES.values(), "set aside"]
    if rows:
        yield Listing(
            "Judges: votes, seconds a vote, and shares of the quiz, hidden tests and repeats that were right",
            Table(heading, rows),
        )


def _cell(value: object) -> Cell:
    return value if isinstance(value, str | int | float) else "-"


PROTOCOLS: Mapping[str, StudyProtocol] = {"events": EVENTS, "units": UNITS, "preferences": PREFERENCES}
_TITLES = {"events": "judged events", "units": "content units", "preferences": "preferences"}


def release_section(path: Path, names: FigureNames) -> Section:
    """Open a release, run what the commands would, and tell of it."""
    with opened_release(path) as release:
        found, sections = documents(release, path), []
        for document in found:
            # Notes name files as the release does, not where they lie for now.
            notes = [note.replace(f"{release.folder}/", "") for note in document.get("notes", ())]
            kind = kind_of(document)
            assert kind is not None  # the results of a release are those of commands, and all have chapters
            sections.append(kind.chapter({**document, "notes": notes}, names))
        return Section(f"Release of {_TITLES[release.kind]}", list(_about(release, found)), sections)


def _about(release: StudyRelease, found: list[dict[str, Any]]) -> Iterator[Block]:
    said = f"A release of a study of {_TITLES[release.kind]}"
    if found:
        held, people = _content(release, found[0])
        by = f", by {many(len(people), 'person')}: {', '.join(people)}" if people else ""
        yield Paragraph(f"{said}: {held}{by}.")
    else:
        yield Paragraph(f"{said}. It holds no vote that counts.")
    steps = [f"{step.title}{' (each alone)' * step.blind}" for step in PROTOCOLS[release.kind].steps]
    yield Paragraph(f"Steps of such a study: {'; '.join(steps)}.")
    if release.notes:
        yield Notes(release.notes)
    if release.kind == "preferences":
        yield from standing(release.folder)
    yield Code(release.digest, "Digest: sha256sum of what sha256sum prints for the files by name")
    rows: list[list[Cell]] = [[name, size, digest] for name, size, digest in release.files]
    yield Listing("Files of the release", Table(["file", "bytes", "SHA-256"], rows), folded=True)


def _content(release: StudyRelease, document: Mapping[str, Any]) -> tuple[str, list[str]]:
    """What a release holds, and its judges or writers, each once."""
    if release.kind == "preferences":
        topics, systems = document["topics"]["total"], len(document["systems"])
        held = f"{many(document['votes'], 'vote')} on {many(systems, 'system')} and {many(topics, 'topic')}"
        return held, [judge["judge"] for judge in document["judges"]]
    events = release.kind == "events"
    topics = document["topics"] if events else document["units"]
    work = (topic["judges"] for topic in document["judges"]) if events else (one["writers"] for one in topics)
    count = sum(topic[release.kind] for topic in topics)
    held = f"{many(len(topics), 'topic')} with {many(count, release.kind[:-1])}"
    return held, list(dict.fromkeys(person for people in work for person in people))
