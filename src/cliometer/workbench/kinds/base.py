"""What a kind of study brings to the workbench: its screens, imports, figures and releases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django import forms

from cliometer.errors import InputError
from cliometer.study.journal import REDO, UNDO, Action, Worksheet, can_redo, can_undo
from cliometer.study.steps import StudyProtocol, Topic
from cliometer.workbench.access import SheetSeat
from cliometer.workbench.services.works import SheetHistory

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from cliometer.workbench.models import Study


# A judge at work: the seat, the sheet as it stands, and how it is shown.
# Each step has a Screen: a template for the whole page, what the template is told, and, where a page is
# large, the pieces that one action changes.


@dataclass(frozen=True)
class Bench:
    """What a screen is made from."""

    seat: SheetSeat
    loaded: SheetHistory
    asked: Mapping[str, str] = field(default_factory=dict)  # after the ? of the address

    @property
    def work(self) -> Worksheet:
        """What stands on the sheet."""
        return self.loaded.work

    @cached_property
    def writable(self) -> bool:
        """Whether this person can act here now."""
        return self.seat.may_write and self.seat.sheet.submitted is None

    @cached_property
    def undo(self) -> Action | None:
        """What undo would take back."""
        found = can_undo(self.loaded.journal, self.seat.user.username) if self.writable else None
        return None if found is None or found.verb in self.work.final else found

    @cached_property
    def redo(self) -> Action | None:
        """What redo would bring back."""
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
        """The keys that somebody can use here."""
        if writable or self.looking is None:
            return self.keys
        return tuple((key, does) for key, does in self.keys if key in self.looking)


def shown_action(bench: Bench, verb: str, details: Mapping[str, object]) -> Action | None:
    """The action whose traces must be drawn anew; None where that is not known."""
    if verb not in (UNDO, REDO):
        return Action(0, "", verb, details)
    *before, last = bench.loaded.journal
    if last.verb != verb:  # a repeated request, and somebody has acted since
        return None
    return (can_undo if verb == UNDO else can_redo)(before, last.by)


def texts(details: Mapping[str, object], name: str) -> tuple[str, ...]:
    """A detail as texts, without blanks at the ends, as the verbs take it."""
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
    read: Callable[
        [Sequence[Path]], ImportBatch
    ]  # every file that was uploaded, by name; errors name the file
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
