"""Releases, frozen under the digest of their bytes; the commands that use them; the audit and the journals."""

from __future__ import annotations

import csv
import io
import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Prefetch
from django.http import Http404

from cliometer.errors import Refused
from cliometer.io.archives import packed
from cliometer.io.vote_rows import CRITERION
from cliometer.model.notes import Note, joined
from cliometer.stats.prediction_powered import FEWEST_LABELS
from cliometer.study.criteria import OVERALL
from cliometer.study.study_plan import REFERENCE
from cliometer.study.topics import read_topics, timeline_days
from cliometer_workbench.access import Seat, SheetSeat, has_blind_work, note_reading
from cliometer_workbench.formats.archives import digest_of
from cliometer_workbench.formats.exchange import EXCHANGE_FORMATS, exchange_files
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.checks import AUDITED
from cliometer_workbench.kinds.machine_work import CARD, machine_files
from cliometer_workbench.kinds.machine_work import FOLDER as MACHINES
from cliometer_workbench.kinds.study_kind import NO_GAPS, Gaps
from cliometer_workbench.models import Audit, Entry, Release, Sheet, Study, StudyTopic, present_sheets, whole_sheets
from cliometer_workbench.services.persons import release_names
from cliometer_workbench.services.release_documents import document_files, document_notes
from cliometer_workbench.services.storage import record
from cliometer_workbench.services.study_lifecycle import spans_topics
from cliometer_workbench.services.worksheets import sheet_states
from cliometer_workbench.stored_notes import stored
from cliometer_workbench.study.exchange import coded_markup, release_markup
from cliometer_workbench.study.preferences.preference_release import TOPICS_FILE
from cliometer_workbench.study.preferences.reason_sheets import CODEBOOK_FILE, SETTLED_FILE
from cliometer_workbench.study.steps import StudyStep, open_step


@dataclass(frozen=True)
class Readiness:
    """The topics that are finished, and those that are not, each with the step that is open."""

    done: tuple[StudyTopic, ...]
    waiting: tuple[tuple[str, StudyStep, tuple[str, ...]], ...]  # topic (or study), open step, who works on it
    gaps: Gaps = NO_GAPS  # what is missing although all sheets are handed in

    @property
    def whole(self) -> bool:
        """Whether nothing would be missing in a release."""
        return bool(self.done) and not (self.waiting or self.gaps.missing or self.gaps.obstacle)

    def under(self, names: Mapping[str, str]) -> Readiness:
        """Return the same with these names in place of those of the judges."""
        waiting = ((place, step, tuple(names.get(judge, judge) for judge in who)) for place, step, who in self.waiting)
        return replace(self, waiting=tuple(waiting))

    @property
    def reasons(self) -> list[str]:
        return [
            Note.of("topic-waits", topic=name, step=step.title, state=_at_work(who)) for name, step, who in self.waiting
        ]


def _at_work(judges: Sequence[str]) -> str:
    return Note.of("sheets-not-handed-in", judges=", ".join(judges)) if judges else "(nobody is assigned to it)"


def readiness(study: Study) -> Readiness:
    """Return which topics of a study could be released now, and what the others wait for."""
    topics = list(study.topics.all())
    sheets: dict[int | None, list[Sheet]] = {}
    for sheet in present_sheets(study.sheets):
        sheets.setdefault(sheet.topic_id, []).append(sheet)
    if spans_topics(study):
        step = _open_step(study, sheets.get(None, []))
        if step:
            return Readiness((), ((study.title, *step),))
        ask = KINDS[study.kind].gaps
        return Readiness(tuple(topics), (), ask(study) if ask and topics else NO_GAPS)
    opened = {topic: _open_step(study, sheets.get(topic.pk, [])) for topic in topics}
    return Readiness(
        tuple(topic for topic, step in opened.items() if step is None),
        tuple((str(topic), *step) for topic, step in opened.items() if step),
    )


def _open_step(study: Study, sheets: list[Sheet]) -> tuple[StudyStep, tuple[str, ...]] | None:
    step = open_step(study.protocol, sheet_states(sheets))
    if step is None or (not sheets and study.crowd.exists()):  # a crowd can give all answers
        return None
    at_it = [sheet for sheet in sheets if sheet.step == step.name and not sheet.submitted]
    return step, tuple(sheet.judge_name or "the shared sheet" for sheet in at_it)


def freeze(study: Study, by: User, partial: bool = False) -> tuple[Release, bool]:
    """Return the release of the present state, and whether it is new.

    With `partial`, unfinished topics are left out and gaps are allowed; the notes name both.
    """
    with transaction.atomic():
        Study.objects.select_for_update().get(pk=study.pk)
        ready = readiness(study)
        if ready.waiting and not (partial and ready.done):
            raise Refused("topics-unfinished", reasons=joined(ready.reasons, 3))
        if not ready.done:
            raise Refused("release-without-topics")
        if ready.gaps.obstacle:
            raise Refused("release-obstacle", reason=ready.gaps.obstacle)
        if ready.gaps.missing and not partial:
            raise Refused("release-incomplete", reason=ready.gaps.missing[0])
        names = release_names(study)
        part = finished_part(study, ready)
        files = KINDS[study.kind].release(part, names)
        if not files.texts:
            raise Refused("release-without-work")
        machines = machine_files(part, names)
        notes = [*files.notes, *(Note.of("topic-left-out", reason=reason) for reason in ready.under(names).reasons)]
        notes += document_notes(study, names)
        notes += [Note.of("file-of-model", file=name) for name in machines if not name.endswith(CARD)]
        texts = {**files.texts, **machines, **document_files(part, names)}
        name = digest_of(texts)
        there = Release.objects.filter(study=study, digest=name).first()
        if there is not None:
            return there, False
        release = Release.objects.create(study=study, digest=name, files=texts, notes=stored(notes), created_by=by)
        record(study, by, "frozen", digest=name, topics=[topic.name for topic in ready.done], notes=notes)
    release.notes = notes
    return release, True


def finished_part(study: Study, ready: Readiness | None = None) -> Study:
    """Return the study with only those of its topics that are finished."""
    done = (ready or readiness(study)).done
    chosen = StudyTopic.objects.filter(pk__in=[topic.pk for topic in done])
    return Study.objects.prefetch_related(Prefetch("topics", queryset=chosen)).get(pk=study.pk)


def release_archive(release: Release) -> bytes:
    """Return the release as a zip archive: the same release gives the same bytes."""
    # a comment keeps the digest and notes without one more file that could be scored
    return packed(release.files, "\n".join([f"Cliometer release {release.digest}", *release.notes]))


def export(study: Study, format: str, release: Release | None = None) -> dict[str, str]:
    """Return the files of a format of another tool: of a release, or of the present state of the study."""
    if format not in EXCHANGE_FORMATS:
        raise Http404
    if release is None:
        markup = coded_markup(KINDS[study.kind].markup(study), release_names(study))
    else:
        markup = release_markup(
            {name: text.encode() for name, text in release.files.items()}, Path(release.digest[:12])
        )
    if not markup.texts and not markup.pairs:
        raise Refused("export-nothing")
    return exchange_files(markup, format)


def export_formats(study: Study, release: Release | None = None) -> tuple[tuple[str, str], ...]:
    """Return the formats, with their titles, in which a release or the present state can be exported; none if empty."""
    return tuple((name, _TITLES[name]) for name in KINDS[study.kind].export_formats(study, release))


_TITLES = {"label-studio": "Label Studio", "brat": "brat", "xmi": "UIMA XMI (INCEpTION)", "csv": "CSV"}
FOLDER = "gold"  # the page suggests to unpack the release here


@dataclass(frozen=True)
class ReleaseCommand:
    """A command for a release and its purpose; words of `PLACEHOLDERS` stand for the user's own files."""

    words: tuple[str, ...]
    about: str

    @property
    def line(self) -> str:
        return shlex.join(self.words)


def release_commands(files: Mapping[str, str]) -> list[ReleaseCommand]:
    """Return the commands that use the files of a release, the most useful first."""
    commands = list(_commands(files))
    whole = ReleaseCommand(("cliometer", "report", FOLDER), about="write everything as one web page, report.html")
    return [whole, *commands] if commands or AUDITED in files else []


def _commands(files: Mapping[str, str]) -> Iterator[ReleaseCommand]:
    if "events.json" in files:
        yield _command(("score",), "RUN", "events.json", about="score a run against the judged events")
    if "links.csv" in files:
        yield ReleaseCommand(("cliometer", "study", "agreement", FOLDER), about="print the tables of agreement")
    if _files_under("units", files):
        yield _command(("score",), "RUN", "units", about="score a run against the content units")
        yield _command(("study", "agreement"), "units", about="show the pyramid and the splits of the writers")
    for name in _files_under("second", files):
        yield _command(("study", "agreement"), "units", "--second", name, about="show how far a second matcher agrees")
    if _files_under("timelines", files):
        yield _command(("score",), "RUN", "--references", "timelines", about="score a run against the timelines")
    if len(files.get("votes.csv", "").splitlines()) > 1:  # more than the header
        yield _command(("vote",), "votes.csv", about="rank the systems by every rule, and test for position bias")
        yield from _metric_agreement(files)
    models = _files_under(MACHINES, files)
    if votes := [name for name in models if name.endswith("/votes.csv")]:
        yield _command(("agree", "judges"), "votes.csv", *votes, about="compare the models with people")
    for name in (file for file in models if "/units/" in file):
        yield _command(
            ("study", "agreement"), "units", "--second", name, about="show how far a model's links agree with people's"
        )
    rows = csv.DictReader(io.StringIO(files.get(AUDITED, "")))
    answered = Counter(row["system"] for row in rows if row["answer"])
    if max(answered.values(), default=0) >= FEWEST_LABELS:  # with fewer the command refuses
        given = ("RUNS", "--units", "UNITS", "-j", "EXPR", "--audited", AUDITED)
        yield _command(("judge", "coverage"), *given, about="correct the scores of the model's judgement by the checks")
    if "reasons.csv" in files:
        coded = [name for name in _files_under("codes", files) if name != SETTLED_FILE]
        words = ("--codebook", CODEBOOK_FILE, "--codes", *coded) if coded else ("--codebook", "CODEBOOK.toml")
        about = "show the categories of the coders and their agreement" if coded else "sort the reasons into categories"
        yield _command(("study", "reasons"), "reasons.csv", *words, about=about)


def _files_under(folder: str, files: Collection[str]) -> list[str]:
    return sorted(name for name in files if name.startswith(f"{folder}/"))


def _metric_agreement(files: Mapping[str, str]) -> Iterator[ReleaseCommand]:
    """Yield the command that sets metrics against the votes, where votes are on timelines, which metrics can score."""
    topics = read_topics(files[TOPICS_FILE]) if TOPICS_FILE in files else ()
    if not topics or not all(timeline_days(text) for topic in topics for text in topic.summaries.values()):
        return
    votes = list(csv.DictReader(io.StringIO(files["votes.csv"])))
    criteria = list(dict.fromkeys(filter(None, (vote.get(CRITERION) for vote in votes))))
    words = ["cliometer", "agree", "votes", "RUNS", "-r", "REFERENCES", "--votes", Path(FOLDER, "votes.csv").as_posix()]
    if criteria:
        words += ["--criterion", OVERALL if OVERALL in criteria else criteria[0]]
    if any(REFERENCE in (vote["first"], vote["second"]) for vote in votes):
        words += ["--missing", "skip"]  # references have no score of their own
    yield ReleaseCommand(tuple(words), about="show which metrics decide as people did")


PLACEHOLDERS = ("RUN", "RUNS", "REFERENCES", "UNITS", "EXPR", "CODEBOOK.toml")


def placeholders(commands: Iterable[ReleaseCommand]) -> list[str]:
    """Return the words of the commands that stand for something of the user's own."""
    words = {word for command in commands for word in command.words}
    return [name for name in PLACEHOLDERS if name in words]


def _command(command: tuple[str, ...], *words: str, about: str) -> ReleaseCommand:
    """Return a command in which the files of the release are in the folder where they were unpacked."""
    there = (word if word in PLACEHOLDERS or word.startswith("-") else f"{FOLDER}/{word}" for word in words)
    return ReleaseCommand(("cliometer", *command, *there), about)


PAGE = 50
_LATER = "shown once your own work is handed in"
_WORDS_OF_JUDGES = "left out"  # the only kind of line that quotes a judge's work
_VERDICTS = {"frozen": "notes", "screened out": "why"}  # lines that tell whose answers to tests were wrong


def audit_page(seat: Seat, what: str, by: str, number: int) -> Page[Audit]:
    """Return a page of the audit, newest first; others' work is hidden from an owner with blind work to do.

    Settings that the form does not offer are hidden from everybody: the seed of a preference study tells its tests.
    """
    rows = Audit.objects.filter(study=seat.study).select_related("by")
    if what:
        rows = rows.filter(what=what)
    if by:
        rows = rows.filter(by__username=by)
    page = Paginator(rows, PAGE).get_page(number)
    offered, blind = KINDS[seat.study.kind].settings_form.base_fields, has_blind_work(seat)
    for row in page.object_list:
        for details in (row.details, row.details.get("was", {})):
            if settings := details.get("settings"):
                details["settings"] = {name: value for name, value in settings.items() if name in offered}
        if blind and row.what == _WORDS_OF_JUDGES:
            row.details = {"step": row.details.get("step"), "action": _LATER}
        elif blind and row.details.get(_VERDICTS.get(row.what, "")):
            row.details[_VERDICTS[row.what]] = _LATER
    return page


def audit_choices(seat: Seat) -> dict[str, list[str]]:
    """Return the kinds of lines and the names by which the audit can be filtered."""
    rows = Audit.objects.filter(study=seat.study).order_by()
    kinds = rows.values_list("what", flat=True).distinct()
    names = rows.filter(by__isnull=False).values_list("by__username", flat=True).distinct()
    return {"kinds": sorted(kinds), "names": sorted(name for name in names if name)}


def journal_rows(seat: Seat) -> Iterator[dict[str, Any]]:
    """Yield every action on every sheet, replaced ones included, in the types of JSON.

    Blind work that the owner may not read yet is left out, and a row says so.
    """
    sheets = whole_sheets(seat.study.sheets).order_by("pk")
    for sheet in sheets:
        about = {
            "sheet": sheet.pk, "topic": sheet.topic.name if sheet.topic else None, "step": sheet.step,
            "judge": sheet.judge_name or None, "revision": sheet.revision, "superseded": sheet.superseded,
            "submitted": sheet.submitted.isoformat() if sheet.submitted else None,
        }  # fmt: skip
        entries = Entry.objects.filter(sheet=sheet).order_by("seq")
        if not SheetSeat(seat.user, seat.study, seat.roles, sheet).may_read:
            if entries.exists():
                yield about | {"left_out": "you have blind work in this step yourself; hand it in first"}
            continue
        note_reading(seat.user, sheet)
        for entry in entries.iterator():
            yield about | {
                "seq": entry.seq, "by": entry.name, "verb": entry.verb, "details": entry.details,
                "op": entry.op, "at": entry.at.isoformat(), "carried": entry.carried,
                "guidelines": entry.guidelines,
            }  # fmt: skip
