"""Releases of studies: recognised by their files, read, analysed as the commands would, and shown in reports."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from cliometer.court.votes.tally import Tally, tally
from cliometer.errors import InputError
from cliometer.io.archives import in_order
from cliometer.io.frames import DocumentResult
from cliometer.io.text_files import files_below, folder_entries, read_text
from cliometer.io.topic_folders import read_unit_gold
from cliometer.io.votes import read_votes
from cliometer.model.notes import Note, as_note
from cliometer.reporting.chapters import result_section
from cliometer.reporting.chapters.base import FigureNames, chapter
from cliometer.reporting.document import Block, Code, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.study.agreement_survey import (
    AgreementSurvey,
    SurveyOptions,
    matching_notes,
    second_matchings,
    survey_agreement,
)
from cliometer.study.reason_coding import ReasonSurvey, read_codebook, read_coding_sheet, reasons_of, survey_reasons
from cliometer.text.tables import Cell, Table
from cliometer_workbench.formats.archives import (
    JUNK,
    Archive,
    ArchiveLimits,
    digest_of,
    file_digest,
    read_archive,
    unpacked_files,
)
from cliometer_workbench.study.decision_checks import CHECKS, CheckedSystem, read_checked
from cliometer_workbench.study.events.event_study import EVENTS
from cliometer_workbench.study.exchange import convert_judgements
from cliometer_workbench.study.preferences.ballot import PREFERENCES
from cliometer_workbench.study.preferences.reason_sheets import CODEBOOK_FILE, SETTLED_FILE
from cliometer_workbench.study.steps import StudyProtocol
from cliometer_workbench.study.units.unit_study import UNITS

__all__ = ["convert_judgements", "is_release", "read_release"]  # what the entry point cliometer.releases offers
_BESIDE = {"guidelines", "people", "models"}  # folders of any kind of study, which are no judgements of people
_COMMENT = "Cliometer release "
_WANTED = (
    "expected events.json (a study of events), a folder units (of units), votes.csv with answers.jsonl or "
    "marks.jsonl (of preferences), or audited.csv (of checks of a model)"
)


@dataclass(frozen=True)
class ReleaseFile:
    """A file of a release with its SHA-256."""

    file: str
    bytes: int
    digest: str


@dataclass(frozen=True)
class ReleaseJudge:
    """A judge of preferences: votes, seconds a vote, and shares of checks that were right; None where unknown."""

    judge: Cell
    votes: Cell
    ties: Cell
    seconds: Cell
    quiz: Cell
    tests: Cell
    repeats: Cell
    fast: Cell
    aside: Cell


@dataclass(frozen=True, repr=False)
class StudyRelease(DocumentResult):
    """A release of a study: its kind, files and digest, its judges, and the results that commands get from it."""

    kind: ClassVar[str] = "release"
    tables: ClassVar[Mapping[str, str]] = {"files": "files", "judges": "judges", "checks": "checks"}
    release: str
    files: tuple[ReleaseFile, ...]
    digest: str
    notes: tuple[str, ...] = ()
    judges: tuple[ReleaseJudge, ...] = ()
    results: tuple[AgreementSurvey | Tally | ReasonSurvey, ...] = ()
    checks: tuple[CheckedSystem, ...] = ()


@dataclass(frozen=True)
class ReleaseContent:
    """What the files of a release give when they are analysed."""

    results: tuple[AgreementSurvey | Tally | ReasonSurvey, ...] = ()
    judges: tuple[ReleaseJudge, ...] = ()
    notes: tuple[str, ...] = ()
    checks: tuple[CheckedSystem, ...] = ()


def read_release(path: Path) -> StudyRelease:
    """Read a release, a folder or an archive, and analyse it as the commands would."""
    archive = _folder_files(path) if path.is_dir() else _below_top(read_archive(path))
    kind = kind_of_files({name.split("/")[0] for name in archive.files})
    if kind is None:
        raise InputError("release-expected", path, wanted=_WANTED)
    rows = tuple(ReleaseFile(name, len(content), file_digest(content)) for name, content in in_order(archive.files))
    digest = digest_of(archive.files)
    with nullcontext(path) if path.is_dir() else unpacked_files(archive.files, path) as folder:
        try:
            content = _KINDS[kind].read(folder)
        except InputError as error:
            raise error.beneath(folder, path) from None
    results = tuple(
        replace(result, notes=tuple(as_note(note).beneath(folder) for note in result.notes))
        for result in content.results
    )
    notes = (*_comment_notes(archive.comment, digest), *archive.notes, *content.notes)
    return StudyRelease(
        release=kind, files=rows, digest=digest, notes=notes, judges=content.judges, results=results,
        checks=content.checks,
    )  # fmt: skip


def is_release(path: Path) -> bool:
    """Return whether a path is an archive, or a folder that holds the files of a release and no others."""
    if path.is_dir():
        return kind_of_files({entry.name for entry in folder_entries(path) if not _is_aside(entry.name)}) is not None
    return path.is_file() and path.suffix.casefold() == ".zip"


def kind_of_files(tops: Collection[str]) -> str | None:
    """Return the kind of a release by the files and folders at its top; None where others stand among them."""
    names = set(tops) - _BESIDE
    fits = (
        name
        for name, kind in _KINDS.items()
        for required in kind.required
        if required <= names <= kind.required[0] | kind.others
    )
    return next(fits, None)


def _folder_files(path: Path) -> Archive:
    if not is_release(path):
        raise InputError("release-expected", path, wanted=_WANTED)
    limits, names = ArchiveLimits(), [file for file in files_below(path) if not _is_aside(file.name)]
    if len(names) > limits.files:
        raise InputError("zip-files-too-many", path, count=len(names), files=limits.files)
    return Archive({file.relative_to(path).as_posix(): file.read_bytes() for file in names}, "")


def _below_top(archive: Archive) -> Archive:
    """Return the files without the name of the folder that holds them all, as an archive of a folder often does."""
    tops = {name.split("/")[0] for name in archive.files}
    if len(tops) != 1 or not all("/" in name for name in archive.files) or tops == {"units"}:
        return archive
    return replace(archive, files={name.split("/", 1)[1]: content for name, content in archive.files.items()})


def _comment_notes(comment: str, digest: str) -> Iterator[str]:
    """Yield the notes in the comment of an archive, and one where its files are not those that were frozen."""
    first, *notes = comment.splitlines() or [""]
    yield from notes
    frozen = first.removeprefix(_COMMENT) if first.startswith(_COMMENT) else ""
    if frozen and frozen != digest:
        yield Note.of("release-changed", frozen=frozen)


def _is_aside(name: str) -> bool:
    """Return whether a file is none of the release: made by an operating system, or a README."""
    return name in JUNK or name.casefold().startswith("readme")


def _read_units(folder: Path) -> ReleaseContent:
    """Survey the units with the links that others made, each compared with those of the first matcher."""
    units, second = folder / "units", folder / "second"
    survey = survey_agreement(SurveyOptions([units]))
    files = files_below(second, ".json") if second.is_dir() else []
    first = read_unit_gold([units]).units if files else ()
    matchings = tuple(
        replace(matching, topic=f"{matching.topic}: {file.stem}")
        for file in files
        for matching in second_matchings(first, file)
    )
    return ReleaseContent((replace(survey, matchings=matchings, notes=(*survey.notes, *matching_notes(matchings))),))


def _read_preferences(folder: Path) -> ReleaseContent:
    """Return one result for each poll, none where no vote counts, and the coding of the reasons, where there is one."""
    votes, codes = folder / "votes.csv", folder / "codes"
    any_vote = any(line.strip() for line in read_text(votes).splitlines()[1:])
    results: list[Tally | ReasonSurvey] = [tally(poll) for poll in (read_votes(votes) if any_vote else ())]
    if (folder / CODEBOOK_FILE).is_file() and (folder / "reasons.csv").is_file():
        book = read_codebook(folder / CODEBOOK_FILE)
        reasons, silent = reasons_of(read_votes(folder / "reasons.csv"))
        sheets = files_below(codes, ".csv") if codes.is_dir() else []
        coders = [read_coding_sheet(file, reasons, book) for file in sheets if file != folder / SETTLED_FILE]
        results.append(survey_reasons(reasons, silent, book, coders))
    judges, notes = _judges(folder)
    return ReleaseContent(tuple(results), judges, notes)


def _judges(folder: Path) -> tuple[tuple[ReleaseJudge, ...], tuple[str, ...]]:
    """Return the judges of design.json; a note where it cannot be read, for votes are not counted from it."""
    file = folder / "design.json"
    if not file.is_file():
        return (), ()
    judges = []
    try:
        for judge in json.loads(file.read_text(encoding="utf-8"))["judges"]:
            plain = {key: _cell(judge[key]) for key in ("judge", "votes", "ties", "seconds", "aside")}
            shares = {key: _cell((judge.get(key) or {}).get("share")) for key in ("quiz", "tests", "repeats", "fast")}
            judges.append(ReleaseJudge(**plain, **shares))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return (), ("design.json cannot be read, so nothing is said of the reliability of judges",)
    return tuple(judges), ()


def _cell(value: object) -> Cell:
    return value if isinstance(value, str | int | float) else None


@dataclass(frozen=True)
class ReleaseKind:
    """A kind of study in its releases: what they are of, the files at their top, and how these are analysed."""

    title: str
    noun: str  # of what is counted
    protocol: StudyProtocol
    required: tuple[frozenset[str], ...]  # one of these is there
    others: frozenset[str]
    read: Callable[[Path], ReleaseContent]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KINDS = {kind.protocol.kind: kind for kind in (
    ReleaseKind(
        "judged events", "event", EVENTS, (_names("events.json"),), _names("links.csv topics.csv"),
        lambda folder: ReleaseContent((survey_agreement(SurveyOptions([folder])),)),
    ),
    ReleaseKind("content units", "unit", UNITS, (_names("units"),), _names("second timelines"), _read_units),
    ReleaseKind(
        "preferences", "vote", PREFERENCES,
        (_names("votes.csv answers.jsonl"), _names("votes.csv marks.jsonl")),  # scales and sets have marks
        _names("votes.jsonl aside.csv reasons.csv checks.csv design.json crowd.jsonl topics.jsonl sheets.json "
               "marks.jsonl marks.csv ratings.csv sets.csv codebook.toml codes"),
        _read_preferences,
    ),
    ReleaseKind(
        "checks of a model", "decision", CHECKS, (_names("audited.csv"),), _names("checks.csv"),
        lambda folder: ReleaseContent(checks=read_checked(folder / "audited.csv")),
    ),
)}  # fmt: skip
_SHARES = ("quiz", "hidden tests", "repeats", "too fast")


@chapter(StudyRelease)
def release_section(release: StudyRelease, names: FigureNames) -> Section:
    """Return what a release holds, and the section of each of its results."""
    sections = [result_section(result, names) for result in release.results]
    return Section(f"Release of {_KINDS[release.release].title}", list(_about(release)), sections)


def _about(release: StudyRelease) -> Iterator[Block]:
    kind = _KINDS[release.release]
    if release.checks:
        drawn = sum(row.decisions for row in release.checks)
        checked = sum(row.yes + row.partly + row.no for row in release.checks)
        held = f"{many(drawn, 'decision')} of a model, {checked} of them with an answer of people"
        yield Paragraph(f"A release of a study of {kind.title}: {held}, on {many(len(release.checks), 'system')}.")
    elif release.results:
        content, people = _content(release)
        by = f", by {many(len(people), 'person')}: {', '.join(people)}" if people else ""
        yield Paragraph(f"A release of a study of {kind.title}: {content}{by}.")
    else:
        yield Paragraph(f"A release of a study of {kind.title}. It holds no vote that counts.")
    steps = [f"{step.title}{' (each alone)' * step.blind}" for step in kind.protocol.steps]
    yield Paragraph(f"Steps of such a study: {'; '.join(steps)}.")
    if release.notes:
        yield Notes(release.notes)
    if release.judges:
        caption = "Judges: votes, seconds a vote, and shares of the quiz, hidden tests and repeats that were right"
        yield Listing(caption, judge_table(release))
    if release.checks:
        rows: list[list[Cell]] = [[row.system, row.decisions, row.yes, row.partly, row.no] for row in release.checks]
        table = Table(["system", "decisions", "yes", "partly", "no"], rows)
        yield Listing("What people answered, together: does the text say it?", table)
        yield Notes(["cliometer judge with --audited audited.csv corrects the scores of the model by these answers"])
    yield Code(release.digest, "Digest: sha256sum of what sha256sum prints for the files by name")
    files = Table(["file", "bytes", "SHA-256"], [[file.file, file.bytes, file.digest] for file in release.files])
    yield Listing("Files of the release", files, folded=True)


def judge_table(release: StudyRelease) -> Table:
    """Return a row for each judge of preferences; a dash stands for what the design does not say."""
    columns = ("judge", "votes", "ties", "seconds", "quiz", "tests", "repeats", "fast")
    rows = []
    for judge in release.judges:
        cells = [getattr(judge, column) for column in columns]
        rows.append([*("-" if cell is None else cell for cell in cells), judge.aside or "no"])
    return Table(["judge", "votes", "ties", "seconds", *_SHARES, "set aside"], rows)


def _content(release: StudyRelease) -> tuple[str, list[str]]:
    """Return what a release holds, and its judges or writers, each once."""
    result = release.results[0]
    if isinstance(result, Tally):
        systems, topics = many(len(result.systems), "system"), many(len(result.topics), "topic")
        return f"{many(result.votes, 'vote')} on {systems} and {topics}", [judge.name for judge in result.judges]
    if isinstance(result, ReasonSurvey):
        return many(len(result.reasons), "reason"), [coder.name for coder in result.coders]
    if result.events:
        counts = [topic.events for topic in result.events]
        people = [judge for topic in result.judged for judge in topic.judges]
    else:
        counts = [topic.units for topic in result.units]
        people = [writer for topic in result.units for writer in topic.writers]
    held = f"{many(len(counts), 'topic')} with {many(sum(counts), _KINDS[release.release].noun)}"
    return held, list(dict.fromkeys(people))
