"""Uploads and settings of a preference study: folders, tables, extracts, releases, and the demo."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from cliometer.errors import CliometerError, InputError
from cliometer.grouping import by_key
from cliometer.io.csv_tables import header
from cliometer.io.extracts import read_extracts
from cliometer.io.json_values import are_extracts
from cliometer.io.run_folders import read_summaries
from cliometer.io.text_files import read_bare_text, read_text
from cliometer.model.notes import Note, as_note
from cliometer.spelling import listed, many
from cliometer.study.contests import contests, identical_pairs
from cliometer.study.criteria import checked_criteria, parse_criteria
from cliometer.study.study_plan import PLAN_FILE, REASON_SETTINGS
from cliometer.study.topics import Topic, read_topics, summary_lines
from cliometer.systems.summaries import SummaryPlan
from cliometer_workbench.formats.label_studio import read_label_studio
from cliometer_workbench.kinds import study_kind
from cliometer_workbench.kinds.described_fields import FIELD_KINDS, SettingsForm, described
from cliometer_workbench.kinds.preferences.source_uploads import read_columns, split_extras
from cliometer_workbench.kinds.study_kind import DemoStudy, ImportBatch
from cliometer_workbench.languages import translated
from cliometer_workbench.study.preferences import comparison_items, preference_release
from cliometer_workbench.study.preferences.answer_records import passing
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings, read_plan_settings
from cliometer_workbench.study.preferences.comparison_items import SCALES, spelled_criteria
from cliometer_workbench.study.preferences.preference_release import ANSWERS_FILE, MARKS_FILE, SHEETS_FILE, TOPICS_FILE
from cliometer_workbench.study.preferences.reason_sheets import CODEBOOK_FILE, read_codings

_SEEDS = 2**53
_TEXTS = study_kind.described_kinds()["preferences"]
_USUAL = PreferenceStudySettings()


class CriteriaField(forms.CharField):
    """A field of criteria, one a line, whose value is a list as the settings of a study hold it."""

    widget = forms.Textarea(attrs={"rows": 4})

    def prepare_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else spelled_criteria(checked_criteria(value))

    def to_python(self, value: Any) -> Any:
        try:
            criteria = checked_criteria(value) if isinstance(value, list | tuple) else parse_criteria(value or "")
        except CliometerError as error:
            raise forms.ValidationError(translated(error)) from None
        return [asdict(criterion) for criterion in criteria]

    def run_validators(self, value: Any) -> None:  # which are for texts
        pass


FIELD_KINDS["criteria"] = CriteriaField


@described(
    "preferences",
    usual=_USUAL,
    criteria={"initial": spelled_criteria(_USUAL.criteria)},
    ties={"initial": None},
    reasons={"choices": [(setting, _(setting)) for setting in REASON_SETTINGS]},
    test_mark={"passing": passing(_USUAL)},
)
class PreferenceSettingsForm(SettingsForm):
    """The settings of `PreferenceStudySettings`, with its defaults and some hidden tests for everybody."""

    unlocked: ClassVar = ("models_counted",)

    def clean(self) -> dict[str, Any]:
        """Check the settings as the protocol does, and add a secret seed, which decides which judge sees which pair."""
        given = super().clean() or {}
        seed = self.initial.get("seed")
        whole = {**given, "seed": secrets.randbelow(_SEEDS) if seed is None else seed}
        if not self.errors:
            try:
                settings = PreferenceStudySettings(**whole)
            except CliometerError as error:
                raise forms.ValidationError(translated(error)) from None
            fitting = comparison_items.fitting_criteria(settings.criteria, settings.format == SCALES)
            whole["criteria"] = [asdict(criterion) for criterion in fitting]
        return whole


# These files can be uploaded:
# RUN/<topic>.txt                          a folder for each system, with texts or timelines
# summaries.csv                            columns system, topic, text; also title
# RUNS/centroid.json                       extracts with texts, as `cliometer summarise -o RUNS` writes them
# topics.jsonl plan.json                   a plan, as `cliometer study plan -o STUDY.zip` writes it
# topics.jsonl sheets.json answers.jsonl   a release, which opens with the votes in it

CROWD = "crowd.jsonl"
_PACKAGE = (TOPICS_FILE, SHEETS_FILE, ANSWERS_FILE, MARKS_FILE, CROWD, PLAN_FILE)
_COLUMNS = ("system", "topic", "text")
_TABLES = (".csv", ".tsv")


@dataclass
class _Summaries:
    """The summaries of each topic by each system."""

    texts: dict[str, dict[str, str]] = field(default_factory=dict)  # topic, system
    titles: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, system: str, topic: str, text: str, path: Path, line: int | None = None) -> None:
        texts = self.texts.setdefault(topic, {})
        if system in texts:
            raise InputError("summary-repeated", path, line, topic=topic, system=system)
        texts[system] = text.replace("\r\n", "\n").replace("\r", "\n").strip()

    @property
    def topics(self) -> tuple[Topic, ...]:
        return tuple(
            Topic(topic, self.titles.get(topic, ""), summaries=dict(sorted(texts.items())))
            for topic, texts in sorted(self.texts.items())
        )


def read(uploaded: Sequence[Path]) -> ImportBatch:
    """Read uploaded files, which are a release or summaries in any of the formats, with documents and clear pairs."""
    paths, extras = split_extras(uploaded)
    package = {path.name: path for path in paths if path.name in _PACKAGE}
    if TOPICS_FILE in package and SHEETS_FILE in package:
        extras.refuse("a release")
        return _with_codings(_release(package), paths)
    if TOPICS_FILE in package and PLAN_FILE in package:
        planned = _plan(package)
        remarks = list(planned.notes)
        return replace(planned, topics=extras.add_to(planned.topics, remarks), notes=tuple(remarks))
    summaries = _Summaries()
    if tasks := study_kind.label_studio_tasks(paths):
        extras.refuse("tasks of Label Studio")
        return _read_tasks(tasks)
    tables = [path for path in paths if _is_table(path)]
    extracts = [path for path in paths if path not in tables and are_extracts(path)]
    for path in tables:
        _read_table(path, summaries)
    for path in extracts:
        # `cliometer summarise` writes the texts of a run into a folder of the same name
        if not any(other.parent == path.with_suffix("") for other in paths):
            _read_extracts(path, summaries)
    folders = dict.fromkeys(path.parent for path in paths if path not in (*tables, *extracts))
    for folder in folders:  # a file next to folders of systems, or next to a table, belongs to no system
        inside = [path for path in paths if path.is_relative_to(folder)]
        stray = next(path for path in inside if path.parent == folder)
        if any(path.parent != folder or path in tables for path in inside):
            raise InputError("summary-without-system", stray)
    for folder in folders:
        run, notes = read_summaries(folder)
        summaries.notes += [note for note in notes if as_note(note).rule != "read-without-dates"]  # expected here
        for topic, summary in run.items():
            summaries.add(folder.name, topic, summary_lines(summary), folder)
    topics = extras.add_to(summaries.topics, summaries.notes)
    return ImportBatch(topics, tuple(summaries.notes) + _remarks(topics))


def _read_tasks(files: Sequence[Path]) -> ImportBatch:
    """Read pairs of texts as summaries by two systems; votes on them need the pairs of a study, and are left out."""
    summaries = _Summaries()
    for file in files:
        markup = read_label_studio(file)
        if markup.texts:
            raise InputError("task-single-text", file)
        votes = sum(len(pair.votes) for pair in markup.pairs)
        summaries.notes += [
            *markup.notes,
            *([Note.of("tasks-left-out", file=file, tasks=many(votes, "vote"))] if votes else []),
        ]
        for pair in markup.pairs:
            summaries.titles.setdefault(pair.topic, pair.title)
            for system, text in zip((pair.left, pair.right), pair.texts, strict=True):
                plain = text.replace("\r\n", "\n").replace("\r", "\n").strip()
                if summaries.texts.get(pair.topic, {}).get(system) != plain:  # a system has a summary in several pairs
                    summaries.add(system, pair.topic, text, file)
    return ImportBatch(summaries.topics, tuple(summaries.notes) + _remarks(summaries.topics))


def _plan(package: Mapping[str, Path]) -> ImportBatch:
    """Read a plan of `cliometer study plan`: topics and settings."""
    topics = read_topics(read_text(package[TOPICS_FILE]))
    settings = read_plan_settings(read_text(package[PLAN_FILE]))
    contests(topics)
    return ImportBatch(topics, identical_pairs(topics), settings=settings, planned=True)


def _release(package: Mapping[str, Path]) -> ImportBatch:
    texts = {name: read_text(path) for name, path in package.items()}
    opened = preference_release.unpack_study(texts)
    actions = {("", "vote", judge): actions for judge, actions in opened.actions.items()}
    return ImportBatch(
        opened.topics,
        actions=actions,
        settled_steps=frozenset({"vote"} if actions else ()),
        settings=opened.settings,
        crowd=texts.get(CROWD, ""),
    )


def _with_codings(batch: ImportBatch, paths: Sequence[Path]) -> ImportBatch:
    """Add the codes of the reasons, where the release has them."""
    files = {path.name: read_text(path) for path in paths if path.name == CODEBOOK_FILE}
    files |= {f"codes/{path.name}": read_text(path) for path in paths if path.parent.name == "codes"}
    if CODEBOOK_FILE not in files:
        return batch
    codings = read_codings(files, study_kind.NOBODY)
    actions = {("", "code", name): codes for name, codes in codings.coders.items()}
    actions |= {} if codings.settling is None else {("", "settle", study_kind.NOBODY): codings.settling}
    return replace(
        batch,
        actions={**batch.actions, **actions},
        settled_steps=batch.settled_steps | {step for _, step, _ in actions},
        facts={place: codings.facts for place in actions if place[1] == "code"},
    )


def _is_table(path: Path) -> bool:
    """Return whether the header has the columns of a table of summaries; other tables may be timelines."""
    if path.suffix.lower() not in _TABLES:
        return False
    names = [name.casefold() for name in header(read_bare_text(path))]
    return "system" in names and "topic" in names


def _read_table(path: Path, summaries: _Summaries) -> None:
    names, rows = read_columns(path, _COLUMNS)
    others = [name for plain, name in names.items() if plain not in (*_COLUMNS, "title")]
    if others:
        summaries.notes.append(Note.of("columns-left-out", file=path, columns=", ".join(others)))
    for row in rows:
        system, topic = row.filled(names["system"]), row.filled(names["topic"])
        summaries.add(system, topic, row.text(names["text"]), path, row.line)
        if title := row.text(names.get("title")):
            summaries.titles.setdefault(topic, title)


def _read_extracts(path: Path, summaries: _Summaries) -> None:
    extracts, notes = read_extracts(path, system=path.stem)
    summaries.notes += notes
    for extract in extracts:
        if not extract.topic:
            raise InputError("extract-topicless", path)
        empty = next((item.id for item in extract.items if not item.text.strip()), None)
        if empty is not None:
            raise InputError("extract-empty", path, name=empty, topic=extract.topic)
        lines = "\n".join(item.text for item in extract.items)
        summaries.add(extract.system or path.stem, extract.topic, lines, path)


def _remarks(topics: Sequence[Topic]) -> tuple[str, ...]:
    """Return notes on missing and identical summaries, or refuse topics without anything to vote on."""
    systems = sorted({system for topic in topics for system in topic.summaries})
    if len(systems) == 1:
        raise InputError("summaries-one-system", uploads=_TEXTS["uploads"])
    if topics:
        contests(topics)
    absent = {
        topic.id: ", ".join(missing)
        for topic in topics
        if (missing := [system for system in systems if system not in topic.summaries])
    }
    if len(absent) > 1:
        lacking = (f"{topic} ({names})" for topic, names in absent.items())
        return (Note.of("summaries-missing", count=len(absent), topics=listed(lacking)), *identical_pairs(topics))
    return (
        *(Note.of("summary-missing", topic=topic, names=names) for topic, names in absent.items()),
        *identical_pairs(topics),
    )


SYSTEMS = ("centroid", "hybrid", "sumbasic")  # the systems that the bundled post-votes.csv compares
_TITLES = {"ever-given": "The ship that blocked the Suez Canal, 2021", "notre-dame": "The fire of Notre-Dame, 2019"}
_POSTS = 3


def demo() -> DemoStudy:
    """Return the demo study of six pairs with one vote each, which one person can bring to a release."""
    plan = SummaryPlan(study_kind.DEMO_FOLDER / "posts", SYSTEMS, k=_POSTS).run()
    texts = by_key((row.topic, (plan.names[row.system], "\n".join(row.texts))) for row in plan.summaries)
    topics = tuple(Topic(id, _TITLES.get(id, ""), summaries=dict(pairs)) for id, pairs in texts.items())
    easy = {"attempts": 10, "quiz_mark": 0.5, "test_mark": 0.0, "seconds": 0.0}
    settings = {"votes": 1, "cap": 6, "quiz": 2, **easy, "seed": secrets.randbelow(2**53)}
    return DemoStudy(**_TEXTS["demo"], imported=ImportBatch(topics), settings=settings)
