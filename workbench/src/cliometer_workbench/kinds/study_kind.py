"""What a kind of study defines for the workbench: its screens, imports, figures and releases."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

import cliometer
from cliometer.errors import InputError, Refused
from cliometer.io.articles import read_corpus
from cliometer.io.text_files import read_bare_text
from cliometer.io.units import UnitFile
from cliometer.judges.coverage import CoveragePlan, JudgedCoverage
from cliometer.judges.preferences import JudgedPreferences, PreferencePlan
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.model.when import When
from cliometer.study.topics import Topic
from cliometer_workbench.access import SheetSeat
from cliometer_workbench.formats.exchange import EXCHANGE_FORMATS
from cliometer_workbench.formats.label_studio import is_label_studio, read_label_studio
from cliometer_workbench.formats.markup import DocumentMarkup, joined_markup
from cliometer_workbench.kinds.described_fields import SettingsForm
from cliometer_workbench.models import present_sheets
from cliometer_workbench.services.worksheets import SheetHistory, sheet_states, topic_works
from cliometer_workbench.study.exchange_reading import checked_judges
from cliometer_workbench.study.journal import REDO, SKIPPED, UNDO, Action, Worksheet, can_redo, can_undo
from cliometer_workbench.study.steps import EarlierWork, StudyProtocol, open_step
from cliometer_workbench.study.suggestions import Suggestion

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django_stubs_ext import StrOrPromise

    from cliometer_workbench.models import Release, Sheet, Study


@dataclass(frozen=True)
class Bench:
    """A person's seat at a sheet and the history of that sheet, from which a screen is made."""

    seat: SheetSeat
    history: SheetHistory
    query: Mapping[str, str] = field(default_factory=dict)  # the query of the URL

    @property
    def work(self) -> Worksheet:
        return self.history.work

    @cached_property
    def writable(self) -> bool:
        """Whether this person can act on the sheet now."""
        return self.seat.may_write and self.seat.sheet.submitted is None

    @cached_property
    def undo(self) -> Action | None:
        action = can_undo(self.history.journal, self.seat.user.username) if self.writable else None
        return None if action is None or action.verb in self.work.final else action

    @cached_property
    def redo(self) -> Action | None:
        return can_redo(self.history.journal, self.seat.user.username) if self.writable else None


Context = Callable[[Bench, Any], dict[str, Any]]  # of the work on the sheet
Drawn = tuple[str, dict[str, Any]] | None
"""The template and context of the pieces that an action changed; None to redraw the whole screen."""
Pieces = Callable[[Bench, Any, Action | None], Drawn]


@dataclass(frozen=True)
class Screen:
    """The screen of a step: `template` fills the element #work, and `keys` are the shortcuts with their help."""

    template: str
    context: Context
    pieces: Pieces
    keys: tuple[tuple[str, str], ...]
    script: str  # names of files in static/, in order, separated by blanks
    shows_result: bool = False  # whether the sheet is shown again after it is handed in
    reader_keys: Sequence[str] | None = None  # keys that change nothing, the only ones that readers see; None: all

    def keys_for(self, writable: bool) -> tuple[tuple[str, str], ...]:
        """Return the keys that work on the screen, for a writer or a reader."""
        if writable or self.reader_keys is None:
            return self.keys
        return tuple((key, does) for key, does in self.keys if key in self.reader_keys)


@cache
def described_kinds() -> Mapping[str, Any]:
    """Return what kinds.toml says of each kind of study: its words, its demo, and its screens by step."""
    return tomllib.loads(Path(__file__).with_name("kinds.toml").read_text("utf-8"))


def kind_texts(kind: str) -> dict[str, Any]:
    """Return the words of a kind, and the templates of its pages."""
    pages = {f"{page}_template": f"workbench/{kind}/{page}.html" for page in ("figures", "feedback", "forecast")}
    return {name: described_kinds()[kind][name] for name in ("title", "about", "uploads")} | pages


def described_screens(kind: str, **functions: tuple[Context, Pieces] | Context) -> dict[str, Screen]:
    """Return the screens of a kind by step, with the functions that make their context and, where some are, pieces."""
    screens = {}
    for step, made in functions.items():
        about = dict(described_kinds()[kind]["screens"][step])
        pairs = (entry.strip().partition(": ") for entry in about.pop("keys").split(";"))
        keys = tuple((key, does) for key, _, does in pairs)
        context, pieces = made if isinstance(made, tuple) else (made, lambda bench, work, action: None)
        screens[step] = Screen(f"workbench/{kind}/{step}.html", context, pieces, keys, **about)
    return screens


def action_to_redraw(bench: Bench, verb: str, details: Mapping[str, object]) -> Action | None:
    """Return the action whose pieces must be redrawn after a verb, which may be undo or redo; None if unknown."""
    if verb not in (UNDO, REDO):
        return Action(0, "", verb, details)
    *before, last = bench.history.journal
    if last.verb != verb:  # a repeated request after which somebody else acted
        return None
    return can_undo(before, last.by, last.details.get(SKIPPED, 0)) if verb == UNDO else can_redo(before, last.by)


MOST_SUGGESTIONS = 60  # sent to the page, which shows a few at a time
SuggestedParts = Sequence[tuple[str, str, str]]
"""What a suggestion says: a date, a text and its writer, as far as there are any."""


def suggestion_rows(
    suggestions: Sequence[Suggestion], parts: Callable[[Suggestion], SuggestedParts], yes: str = "", no: str = ""
) -> list[dict[str, Any]]:
    """Return suggestions as the page shows them: what they say, and the actions that carry them out."""
    return [
        {
            "id": suggestion.id,
            "source": suggestion.source,
            "about": suggestion.about[0] if suggestion.about else "",
            "actions": json.dumps(suggestion.actions, ensure_ascii=False),
            "parts": parts(suggestion),
            "label": yes or gettext("Accept"),
            "no": no or gettext("Refuse"),
        }
        for suggestion in suggestions[:MOST_SUGGESTIONS]
    ]


def texts(details: Mapping[str, object], name: str) -> tuple[str, ...]:
    """Return the texts of a detail, without blanks at their ends."""
    value = details.get(name)
    values = value if isinstance(value, list | tuple) else [value]
    return tuple(text.strip() for text in values if isinstance(text, str))


NOBODY = "import"  # the judge of a step that was finished elsewhere by unknown people


@dataclass(frozen=True)
class ImportBatch:
    """The contents of uploaded files: topics, notes on what was left out, and work done elsewhere.

    The keys of `actions` are topic id (empty where the step spans the study), step and judge (empty where all share
    the sheet); the sheets of `settled_steps` are handed in. Judges are numbered in the order
    in which `actions` first names them. `settings` replace those of the study before its sheets are laid out.
    """

    topics: tuple[Topic, ...]
    notes: tuple[str, ...] = ()
    actions: Mapping[tuple[str, str, str], Sequence[Action]] = field(default_factory=dict)
    settled_steps: frozenset[str] = frozenset()  # steps
    settings: Mapping[str, Any] = field(default_factory=dict)
    planned: bool = False  # the settings are those of a plan: what the owner chose for the study stays
    crowd: str = ""  # JSON lines with answers of a crowd platform, which belong to no sheet
    facts: Mapping[tuple[str, str, str], Mapping[str, Any]] = field(default_factory=dict)  # of sheets, as for actions
    documents: Mapping[str, str] = field(default_factory=dict)  # texts on guidelines and people of a release, by name
    handed_in: frozenset[tuple[str, str, str]] = frozenset()  # single sheets of steps that go on, as for actions


@dataclass(frozen=True)
class ReleaseTexts:
    """The files of a release, as texts by file name, and notes on them."""

    texts: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gaps:
    """What the design of a study asks for and is missing although every sheet is handed in."""

    missing: tuple[str, ...] = ()  # in words; a release without them is partial
    obstacle: str = ""  # why nothing can be released yet


NO_GAPS = Gaps()


@dataclass(frozen=True)
class DemoStudy:
    """The title, instructions, topics and settings of the demo study of a kind."""

    title: str
    instructions: str
    imported: ImportBatch
    settings: Mapping[str, Any] = field(default_factory=dict)


NO_NAMES: Mapping[str, str] = MappingProxyType({})  # judges stand under their own


@dataclass(frozen=True)
class MachineWork:
    """What a model with a seat is asked in a kind of study, and how its answers are read."""

    plan: Callable[[Study], PreferencePlan | CoveragePlan]  # refuses where there are no questions yet
    reads: type[JudgedPreferences] | type[JudgedCoverage]
    material: Callable[[Study], UnitFile] = lambda study: UnitFile()  # the units and events that it links
    renew: Callable[[Study], None] = lambda study: None  # shows judges what models answer now


def link_questions(steps: Collection[str], gather: Callable[[str, EarlierWork], UnitFile], waits: str) -> MachineWork:
    """Return the work of a model that links what people listed, from the first of these steps on.

    `gather` returns the units or events of a topic without links.
    """

    def material(study: Study) -> UnitFile:
        parts = []
        for topic in study.topics.all():
            states = sheet_states(present_sheets(topic.sheets))
            current = open_step(study.protocol, states)
            if states and (current is None or current.name in steps):
                parts.append(gather(topic.name, topic_works(topic)))
        units = tuple(unit for part in parts for unit in part.units)
        return UnitFile(units, tuple(event for part in parts for event in part.events))

    def plan(study: Study) -> CoveragePlan:
        gold = material(study)
        if not gold.units and not gold.events:
            raise Refused("machine-too-early", steps=waits)
        return CoveragePlan(gold)

    return MachineWork(plan, JudgedCoverage, material)


_STORIES = ngettext_lazy(" with %(counter)s story", " with %(counter)s stories", "counter")
_REOPENING = _(
    "A new study of the same kind can also import the archive, with the judgements in it. Guidelines, consent and "
    "questions come along; the answers of models are left out."
)


@dataclass(frozen=True)
class StudyKind:
    """A kind of study: its protocol, and the functions and templates that the workbench needs for it."""

    protocol: StudyProtocol
    title: str  # in the list of kinds
    about: str  # one sentence on its purpose
    uploads: str  # which files can be uploaded, for the page of topics
    screens: Mapping[str, Screen]  # by step
    read: Callable[[Sequence[Path]], ImportBatch]  # reads all uploaded files; errors name the file
    release: Callable[[Study, Mapping[str, str]], ReleaseTexts]
    """Writes `study.topics.all()`, which are the finished topics, with these names in place of those of judges."""
    figures: Callable[[Study], dict[str, Any]]  # the context of the page of agreement (or votes)
    figures_template: str
    settings_form: type[SettingsForm]  # its cleaned_data are the settings of the study
    demo: Callable[[], DemoStudy]
    markup: Callable[[Study], DocumentMarkup]  # the present state, for other tools
    feedback: Callable[[Study, User], dict[str, Any]] | None = None  # compares a judge's work with the outcome
    feedback_template: str = ""  # a part of the overview that judges see after a release
    forecast: Callable[[Study], dict[str, Any] | None] | None = None  # what the study can find, before it starts
    forecast_template: str = ""  # a part of the page of settings
    gaps: Callable[[Study], Gaps] | None = None  # called when all steps are handed in
    facts: Callable[[Study, User, str], dict[str, Any] | None] | None = None
    """Returns what a judge is dealt when a sheet of a step is laid out, which it keeps; None if nothing is left."""
    still_free: Callable[[Sheet], bool] | None = None
    """Returns whether nobody else was dealt what a withdrawn sheet still lacks."""
    late_facts: Callable[[Sheet], dict[str, Any] | None] | None = None
    """Returns what a judge is dealt whose work awaits a hand; None if nothing is left."""
    take_back: Callable[[Sheet], bool] | None = None
    """Takes what was dealt late from a judge who has not begun with it; returns whether there was any."""
    machine: MachineWork | None = None  # None: no model is asked
    compares: bool = False  # judges compare summaries: there are votes, clear pairs, reasons and crowds
    has_lengths: bool = False  # a topic says how many lines are asked for
    counted_texts: StrOrPromise = _STORIES  # the number of its texts, in the sentence before its start
    export_formats: Callable[[Study, Release | None], Collection[str]] = lambda study, release: (
        EXCHANGE_FORMATS if release or study.topics.exists() else ()
    )
    reopening: StrOrPromise = _REOPENING


DEMO_FOLDER = Path(cliometer.__file__).parent / "demo"
UPLOAD_PREFIX = "cliometer-upload-"
"""The prefix of the temporary folders of uploads, whose names are not names of topics."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def is_upload_folder(folder: Path) -> bool:
    """Return whether a folder is that of an upload, so that its files came without a folder of their own."""
    return folder.name.startswith(UPLOAD_PREFIX)


def by_ending(paths: Iterable[Path], *endings: tuple[str, ...]) -> list[list[Path]]:
    """Sort files into lists by the endings of their names; the last list holds the remaining files."""
    lists: list[list[Path]] = [[] for _ in range(len(endings) + 1)]
    for path in sorted(paths):
        names = (place for place, ends in enumerate(endings) if path.name.casefold().endswith(ends))
        lists[next(names, len(endings))].append(path)
    return lists


def label_studio_tasks(paths: Sequence[Path]) -> list[Path]:
    """Return the files with tasks of Label Studio, which must come by themselves."""
    tasks = [path for path in paths if path.suffix.casefold() == ".json" and is_label_studio(path)]
    if tasks and len(tasks) < len(paths):
        raise InputError("tasks-apart", tasks[0])
    return tasks


def marked_documents(files: Sequence[Path]) -> DocumentMarkup:
    """Read tasks of Label Studio that mark documents, and refuse pairs of texts."""
    markup = checked_judges(joined_markup(map(read_label_studio, files)))
    if markup.pairs:
        raise InputError("pairs-elsewhere", files[0])
    return markup


def text_source(file: Path, id: str) -> Source:
    """Read a text file as a document; a date at the start of the file name is the date of the document."""
    text = read_bare_text(file).replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise InputError("file-empty", file)
    day_match = _DAY.match(file.name)
    try:
        day = When.of(day_match[0]) if day_match else None
    except InputError:
        day = None
    return Source(id, Annotation(text), day)


def article_topics(files: Iterable[Path], notes: list[str], prefixed: bool = False) -> Iterator[Topic]:
    """Yield the topics of article files, with articles as documents, whose ids may be prefixed with the topic's."""
    for file in files:
        corpus, remarks = read_corpus(file)
        notes += remarks
        for topic, articles in corpus.items():
            sources = []
            for article in articles:
                id = f"{topic}/{article.id.removeprefix(f'{topic}/')}" if prefixed else article.id
                sources.append(Source(id, _join_sentences(article.sentences), article.date, article.title))
            if sources:
                yield Topic(topic, sources=tuple(sources))


def _join_sentences(sentences: Iterable[str]) -> Annotation:
    """Return the sentences as one text that keeps their boundaries."""
    text, spans = "", []
    for number, sentence in enumerate(sentences, start=1):
        start = len(text) + bool(text)
        text = f"{text} {sentence}" if text else sentence
        spans.append(Sentence(f"s{number}", start, len(text), sentence))
    return Annotation(text, tuple(spans))


MOST_SENTENCES = 5000  # in a topic
_MOST_CHARACTERS = 400 * MOST_SENTENCES  # checked first, since splitting very long texts into sentences takes minutes


def refuse_endless(topics: Iterable[Topic]) -> None:
    """Refuse topics whose texts are too long to be split into sentences."""
    most = f"{_MOST_CHARACTERS:,} characters"
    _refuse_above(_MOST_CHARACTERS, topics, lambda source: len(source.text), "characters", most)


def refuse_large(topics: Iterable[Topic]) -> None:
    """Refuse topics with more sentences than a page can show."""
    _refuse_above(MOST_SENTENCES, topics, lambda source: len(source.sentences), "sentences", f"{MOST_SENTENCES:,}")


def _refuse_above(limit: int, topics: Iterable[Topic], size: Callable[[Source], int], noun: str, most: str) -> None:
    for topic in topics:
        if (count := sum(map(size, topic.sources))) > limit:
            counted = f"{count:,} {noun}"
            raise InputError("topic-too-large", topic=topic.id, size=counted, most=most)
