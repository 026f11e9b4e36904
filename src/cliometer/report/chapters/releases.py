"""The section of a release of a study: what it holds, by whom, its files, and the results of commands."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.court.votes.tally import Tally
from cliometer.report.chapters import result_section
from cliometer.report.chapters.base import FigureNames, chapter
from cliometer.report.document import Block, Code, Listing, Notes, Paragraph, Section
from cliometer.report.releases import StudyRelease
from cliometer.spelling import many
from cliometer.study.decision_checks import CHECKS
from cliometer.study.events.event_study import EVENTS
from cliometer.study.preferences.ballot import PREFERENCES
from cliometer.study.reason_coding import ReasonSurvey
from cliometer.study.units.unit_study import UNITS
from cliometer.text.tables import Cell, Table

_STUDIES = {
    "events": ("judged events", EVENTS),
    "units": ("content units", UNITS),
    "preferences": ("preferences", PREFERENCES),
    "checks": ("checks of a model", CHECKS),
}
_SHARES = ("quiz", "hidden tests", "repeats", "too fast")


@chapter("release", has=("release", "digest", "files"), reads=StudyRelease)
def release_section(release: StudyRelease, names: FigureNames) -> Section:
    """Return what a release holds, and the section of each of its results."""
    title, _ = _STUDIES[release.release]
    sections = [result_section(result, names) for result in release.results]
    return Section(f"Release of {title}", list(_about(release)), sections)


def _about(release: StudyRelease) -> Iterator[Block]:
    title, protocol = _STUDIES[release.release]
    if release.checks:
        drawn = sum(one.decisions for one in release.checks)
        checked = sum(one.yes + one.partly + one.no for one in release.checks)
        held = f"{many(drawn, 'decision')} of a model, {checked} of them with an answer of people"
        yield Paragraph(f"A release of a study of {title}: {held}, on {many(len(release.checks), 'system')}.")
    elif release.results:
        content, people = _content(release)
        by = f", by {many(len(people), 'person')}: {', '.join(people)}" if people else ""
        yield Paragraph(f"A release of a study of {title}: {content}{by}.")
    else:
        yield Paragraph(f"A release of a study of {title}. It holds no vote that counts.")
    steps = [f"{step.title}{' (each alone)' * step.blind}" for step in protocol.steps]
    yield Paragraph(f"Steps of such a study: {'; '.join(steps)}.")
    if release.notes:
        yield Notes(release.notes)
    if release.judges:
        caption = "Judges: votes, seconds a vote, and shares of the quiz, hidden tests and repeats that were right"
        yield Listing(caption, judge_table(release))
    if release.checks:
        rows: list[list[Cell]] = [[one.system, one.decisions, one.yes, one.partly, one.no] for one in release.checks]
        table = Table(["system", "decisions", "yes", "partly", "no"], rows)
        yield Listing("What people answered, together: does the text say it?", table)
        yield Notes(["cliometer judge with --audited audited.csv corrects the scores of the model by these answers"])
    yield Code(release.digest, "Digest: sha256sum of what sha256sum prints for the files by name")
    files = Table(["file", "bytes", "SHA-256"], [[one.file, one.bytes, one.digest] for one in release.files])
    yield Listing("Files of the release", files, folded=True)


def judge_table(release: StudyRelease) -> Table:
    """Return a row for each judge of preferences; a dash stands for what the design does not say."""
    rows = []
    for judge in release.judges:
        *cells, aside = vars(judge).values()
        rows.append([*("-" if cell is None else cell for cell in cells), aside or "no"])
    return Table(["judge", "votes", "ties", "seconds", *_SHARES, "set aside"], rows)


def _content(release: StudyRelease) -> tuple[str, list[str]]:
    """Return what a release holds, and its judges or writers, each once."""
    result = release.results[0]
    if isinstance(result, Tally):
        systems, topics = many(len(result.systems), "system"), many(len(result.topics), "topic")
        return f"{many(result.votes, 'vote')} on {systems} and {topics}", [judge.name for judge in result.judges]
    if isinstance(result, ReasonSurvey):
        return many(len(result.reasons), "reason"), [coder.name for coder in result.coders]
    if release.release == "events":
        counts = [topic.events for topic in result.events]
        people = [judge for topic in result.judged for judge in topic.judges]
    else:
        counts = [topic.units for topic in result.units]
        people = [writer for topic in result.units for writer in topic.writers]
    held = f"{many(len(counts), 'topic')} with {many(sum(counts), release.release[:-1])}"
    return held, list(dict.fromkeys(people))
