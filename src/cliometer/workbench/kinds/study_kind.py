"""What a kind of study brings to the workbench: its screens, imports, figures and releases."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django import forms

import cliometer
from cliometer.errors import InputError
from cliometer.io.sources import read_corpus
from cliometer.io.text_files import read_text
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.model.when import When
from cliometer.study.journal import REDO, UNDO, Action, Worksheet, can_redo, can_undo
from cliometer.study.steps import StudyProtocol, Topic
from cliometer.workbench.access import SheetSeat
from cliometer.workbench.services.worksheets import SheetHistory

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from cliometer.workbench.models import Study


@dataclass(frozen=True)
class Bench:
    """A judge at a sheet: what a screen is made from."""

    seat: SheetSeat
    loaded: SheetHistory
    asked: Mapping[str, str] = field(default_factory=dict)  # after the ? of the address

    @property
    def work(self) -> Worksheet:
        return self.loaded.work

    @cached_property
    def writable(self) -> bool:
        """Whether this person can act here now."""
        return self.seat.may_write and self.seat.sheet.submitted is None

    @cached_property
    def undo(self) -> Action | None:
        found = can_undo(self.loaded.journal, self.seat.user.username) if self.writable else None
        return None if found is None or found.verb in self.work.final else found

    @cached_property
    def redo(self) -> Action | None:
        return can_redo(self.loaded.journal, self.seat.user.username) if self.writable else None


Context = Callable[[Bench], dict[str, Any]]
Pieces = Callable[[Bench, str, Mapping[str, object]], tuple[str, dict[str, Any]] | None]
"""After a verb with details: a template of the changed pieces with its context, or None for the whole."""


@dataclass(frozen=True)
class Screen:
    """How a step is shown: `template` is what stands inside #work; `keys` are its shortcuts, for the help."""

    template: str
    context: Context = lambda bench: {}
    pieces: Pieces = lambda bench, verb, details: None
    keys: tuple[tuple[str, str], ...] = ()
    script: str = ""  # files of static/, in order, where the step has keys of its own
    last_word: bool = False  # whether the sheet is shown once more when it is handed in
    looking: tuple[str, ...] | None = None  # keys that change nothing, of which alone a reader is told

    def keys_for(self, writable: bool) -> tuple[tuple[str, str], ...]:
        """Return the keys that somebody can use here."""
        if writable or self.looking is None:
            return self.keys
        return tuple((key, does) for key, does in self.keys if key in self.looking)


def shortcuts(text: str) -> tuple[tuple[str, str], ...]:
    """Return the keys of a screen with what they do, written as `j: next; k: previous`."""
    pairs = (one.strip().partition(": ") for one in text.split(";"))
    return tuple((key, does) for key, _, does in pairs)


def shown_action(bench: Bench, verb: str, details: Mapping[str, object]) -> Action | None:
    """Return the action whose traces must be drawn anew; None where that is not known."""
    if verb not in (UNDO, REDO):
        return Action(0, "", verb, details)
    *before, last = bench.loaded.journal
    if last.verb != verb:  # a repeated request, and somebody has acted since
        return None
    return (can_undo if verb == UNDO else can_redo)(before, last.by)


def texts(details: Mapping[str, object], name: str) -> tuple[str, ...]:
    """Return a detail as texts, without blanks at the ends, as the verbs take it."""
    value = details.get(name)
    values = value if isinstance(value, list | tuple) else [value]
    return tuple(one.strip() for one in values if isinstance(one, str))


@dataclass(frozen=True)
class ImportBatch:
    """What files were found to hold: topics, what was forgiven, and work that was done elsewhere.

    `actions` are by topic id (empty where the step spans the study), step and judge (empty where all share
    the sheet); the sheets they make are handed in where `settled` says so. Judges are numbered in the order
    in which `actions` first names them. `settings` go over those of the study before its sheets are laid out.
    """

    topics: tuple[Topic, ...]
    notes: tuple[str, ...] = ()
    actions: Mapping[tuple[str, str, str], Sequence[Action]] = field(default_factory=dict)
    settled: frozenset[str] = frozenset()  # steps
    settings: Mapping[str, Any] = field(default_factory=dict)
    crowd: str = ""  # answers of a crowd platform, which belong to no sheet


@dataclass(frozen=True)
class Files:
    """What a release holds: texts by file name, and what should be known of them."""

    texts: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gaps:
    """What the design of a study asks for and nobody has done, though every sheet is handed in."""

    lacks: tuple[str, ...] = ()  # in words; a release in spite of them is partial
    bar: str = ""  # why there is nothing yet that could be released


NO_GAPS = Gaps()


@dataclass(frozen=True)
class Sample:
    """The demo study of a kind."""

    title: str
    instructions: str
    imported: ImportBatch
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class StudyKind:
    """One kind of study."""

    protocol: StudyProtocol
    title: str  # as the list of kinds offers it
    about: str  # one sentence on what it is good for
    uploads: str  # which files can be given, for the page of topics
    screens: Mapping[str, Screen]  # by step
    read: Callable[[Sequence[Path]], ImportBatch]  # all uploaded files by name; errors name the file
    release: Callable[[Study], Files]  # of `study.topics.all()`, which are those that are through all steps
    figures: Callable[[Study], dict[str, Any]]  # what the page of agreement (or votes) is told
    figures_template: str
    settings_form: type[forms.Form]  # its cleaned_data are the settings of the study
    demo: Callable[[], Sample]
    feedback: Callable[[Study, User], dict[str, Any]] | None = None  # a judge's work beside what was settled
    feedback_template: str = ""  # a part of the overview, shown to judges once there is a release
    gaps: Callable[[Study], Gaps] | None = None  # asked where all steps are through
    facts: Callable[[Study, User], dict[str, Any] | None] | None = None
    """What is dealt to a judge when her sheet is laid out, kept with it; None: there is nothing for her."""


def whole_field(low: int, high: int, initial: object, label: str, about: str) -> forms.IntegerField:
    """Return a field of a settings form for a whole number."""
    return forms.IntegerField(min_value=low, max_value=high, initial=initial, label=label, help_text=about)


def number_field(high: float, initial: object, label: str, about: str) -> forms.FloatField:
    """Return a field of a settings form for a number from 0."""
    any_step = forms.NumberInput(attrs={"step": "any"})
    return forms.FloatField(min_value=0, max_value=high, initial=initial, label=label, help_text=about, widget=any_step)


DEMO_FOLDER = Path(cliometer.__file__).parent / "demo"
UPLOAD_PREFIX = "cliometer-upload-"
"""How the name of the folder begins that uploads are put in: that name is nobody's topic."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def is_loose(folder: Path) -> bool:
    """Return whether the files of a folder were uploaded without one."""
    return folder.name.startswith(UPLOAD_PREFIX)


def by_ending(paths: Iterable[Path], *endings: tuple[str, ...]) -> list[list[Path]]:
    """Sort files by the endings of their names; the last list holds the files that have none of them."""
    found: list[list[Path]] = [[] for _ in range(len(endings) + 1)]
    for path in sorted(paths):
        names = (place for place, ends in enumerate(endings) if path.name.casefold().endswith(ends))
        found[next(names, len(endings))].append(path)
    return found


def text_source(file: Path, id: str) -> Source:
    """Read a text as a document; a date at the start of its file name is its day."""
    text = read_text(file).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise InputError("is empty; leave it out", file)
    found = _DAY.match(file.name)
    try:
        day = When.of(found[0]) if found else None
    except InputError:
        day = None
    return Source(id, Annotation(text), day)


def article_topics(files: Iterable[Path], told: list[str], prefixed: bool = False) -> Iterator[Topic]:
    """Read a topic of each file, its articles as documents; ids may be prefixed with that of the topic."""
    for file in files:
        corpus, notes = read_corpus(file)
        told += notes
        for topic, articles in corpus.items():
            sources = []
            for one in articles:
                id = f"{topic}/{one.id.removeprefix(f'{topic}/')}" if prefixed else one.id
                sources.append(Source(id, _joined(one.sentences), one.date, one.title))
            if sources:
                yield Topic(topic, sources=tuple(sources))


def _joined(sentences: Iterable[str]) -> Annotation:
    """Return the sentences as one text in which they are cut as before."""
    text, spans = "", []
    for number, sentence in enumerate(sentences, start=1):
        start = len(text) + bool(text)
        text = f"{text} {sentence}" if text else sentence
        spans.append(Sentence(f"s{number}", start, len(text), sentence))
    return Annotation(text, tuple(spans))


MOST_SENTENCES = 5000  # in a topic
_MOST_CHARACTERS = 400 * MOST_SENTENCES  # looked at first: to find the sentences of a library takes minutes


def refuse_endless(topics: Iterable[Topic]) -> None:
    """Refuse texts that are too long before sentences are looked for in them."""
    for topic in topics:
        length = sum(len(source.text) for source in topic.sources)
        if length > _MOST_CHARACTERS:
            raise _too_large(topic, f"{length:,} characters", f"{_MOST_CHARACTERS:,} characters")


def refuse_large(topics: Iterable[Topic]) -> None:
    """Refuse topics with more sentences than a page can show."""
    for topic in topics:
        count = sum(len(source.sentences) for source in topic.sources)
        if count > MOST_SENTENCES:
            raise _too_large(topic, f"{count:,} sentences", f"{MOST_SENTENCES:,}")


def _too_large(topic: Topic, found: str, most: str) -> InputError:
    return InputError(
        f"topic {topic.id} has {found}; a topic may have {most} at most: "
        "leave documents out, or make several topics of it"
    )
