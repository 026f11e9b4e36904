"""Step 1 of a unit study: writers' timelines of dated lines, and the settings of the study."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Literal, Self, TypeVar, get_args

from cliometer.errors import InputError, Missing, Refused
from cliometer.model.notes import Note
from cliometer.model.timeline import Timeline
from cliometer.model.when import When
from cliometer.spelling import is_whole
from cliometer.study.topics import Topic, expect_setting
from cliometer.text.annotate import annotate
from cliometer_workbench.study.journal import verb
from cliometer_workbench.study.suggestions import ProposalSheet

DateConflicts = Literal["remark", "refuse"]
_OF_TOPICS = ("draft", "sample")


@dataclass(frozen=True)
class UnitSettings:
    """How units are built, and what a second person matches.

    `draft`: begin without units, with suggestions of lines that belong together, instead of with one unit a
    line. `conflicts`: what happens to lines of one unit whose dates exclude each other. `sample`: how many
    units are matched twice, or which. `length`: of a timeline, for topics that do not say.
    """

    draft: bool = False
    conflicts: DateConflicts = "remark"
    sample: int | tuple[str, ...] = 20
    seed: int = 0
    length: int | None = None

    @classmethod
    def of(cls, settings: Mapping[str, object], topic: str = "") -> UnitSettings:
        """Read the settings of a study; those of others are passed over, `draft of war` is for one topic."""
        names = {field.name for field in fields(cls)}
        of_topic = {name: settings[key] for name in _OF_TOPICS if (key := topic_setting(name, topic)) in settings}
        given: dict[str, Any] = {name: value for name, value in settings.items() if name in names} | of_topic
        if isinstance(given.get("sample"), list):
            given["sample"] = tuple(given["sample"])
        return cls(**given)

    def __post_init__(self) -> None:
        units = isinstance(self.sample, tuple) and all(isinstance(id, str) for id in self.sample or (0,))
        length = self.length is None or is_whole(self.length, 1)
        expect_setting(isinstance(self.draft, bool), "draft", "true or false", self.draft)
        expect_setting(self.conflicts in get_args(DateConflicts), "conflicts", "remark or refuse", self.conflicts)
        expect_setting(units or is_whole(self.sample, 1), "sample", "a whole number, 1 or more", self.sample)
        expect_setting(is_whole(self.seed, 0), "seed", "a whole number, 0 or more", self.seed)
        expect_setting(length, "length", "a whole number, 1 or more", self.length)


def topic_setting(name: str, topic: str) -> str:
    """Return the name of a setting that holds for one topic."""
    return f"{name} of {topic}"


_YEAR = re.compile(r"(?:(AD|CE) )?(\d{1,4})(?: ?(BCE?|AD|CE))?", re.IGNORECASE | re.ASCII)


def parse_year_with_era(text: str) -> When | None:
    """Return the year, or the years `44 BC/31 BC`; None where no era is named."""
    ends = [_year(part) for part in text.replace(".", "").split("/")]
    if len(ends) > 2 or None in ends:
        return None
    return When.parse("/".join(str(end) for end in ends))


def _year(text: str) -> str | None:
    match = _YEAR.fullmatch(text.strip())
    if match is None or not (match[1] or match[3]) or int(match[2]) == 0:
        return None
    before = (match[3] or "").upper().startswith("B")
    year = 1 - int(match[2]) if before else int(match[2])  # 1 BC is the year 0
    return f"{'-' if year < 0 else ''}{abs(year):04d}"


T = TypeVar("T")
_MOST_COMPARED = 500


def lookup(kind: str, id: str, known: Mapping[str, T]) -> T:
    """Return the value of that id, or raise Missing with the nearest id."""
    if id in known:
        return known[id]
    near = difflib.get_close_matches(id, list(known)[:_MOST_COMPARED], n=1)
    hint = f"did you mean {near[0]}?" if near else "reload the page to see what there is"
    raise Missing("mark-missing", kind=kind, id=id, hint=hint)


def new_id(given: str, usual: str, taken: Mapping[str, object], kind: str) -> str:
    """Return an id of one's own that nothing else has, or the usual one."""
    if given in taken:
        raise Refused("id-taken", kind=kind, id=given)
    id, number = given or usual, 2
    while id in taken:
        id, number = f"{usual}-{number}", number + 1
    return id


def one_line(text: str, what: str) -> str:
    """Return the text without line breaks; it must say something."""
    kept = " ".join(text.split())
    if not kept:
        raise Refused("text-empty", what=what)
    return kept


def parse_date(text: str) -> When:
    """Return a date as judges write it: as files have it, or with BC and AD."""
    try:
        return parse_year_with_era(text) or When.parse(text)
    except InputError as error:
        raise Refused("date-unreadable", error=error) from None


@dataclass(frozen=True, slots=True)
class DatedLine:
    """One event with its date; `number` says in which order lines were written."""

    id: str
    date: When
    text: str
    number: int
    writer: str = ""

    def __str__(self) -> str:
        return f"{self.date} {self.text}"

    @property
    def short(self) -> str:
        whole = str(self)
        return whole if len(whole) <= 60 else f"{whole[:57].rstrip()}..."


def lines_of_writers(sheets: Mapping[str, Iterable[DatedLine]]) -> dict[str, DatedLine]:
    """Return all lines of all writers by an id that the whole topic knows, earliest first."""
    places = {writer: place for place, writer in enumerate(sheets)}
    named = [
        replace(line, id=f"{writer}/{line.id}", writer=writer) for writer, lines in sheets.items() for line in lines
    ]
    named.sort(key=lambda line: (line.date, places[line.writer], line.number))
    return {line.id: line for line in named}


_AND = re.compile(r"\band\b")


@lru_cache(maxsize=4096)  # remarks are asked for after every action
def double_event_hint(text: str) -> str:
    """Return why a line may hold two events; empty where nothing says so."""
    read = annotate(text)
    if len(read.sentences) > 1:
        return f"{len(read.sentences)} sentences"
    if ";" in text:
        return "a semicolon"
    verbs = [event.start for event in read.events if event.pos == "VERB"]
    for word in _AND.finditer(text):
        if any(start < word.start() for start in verbs) and any(start > word.end() for start in verbs):
            return '"and" between two verbs'
    return ""


@dataclass(frozen=True)
class WriterSheet(ProposalSheet):
    """The lines so far, by date and then as they were written."""

    step: ClassVar[str] = "write"
    suggested: ClassVar[frozenset[str]] = frozenset({"add"})
    topic: Topic
    writer: str = ""
    lines: tuple[DatedLine, ...] = ()

    @verb
    def add(self, date: str, text: str, seq: int = 0) -> Self:
        """Write a line."""
        line = DatedLine(f"l{seq}", parse_date(date), one_line(text, "the line"), seq, self.writer)
        return self._with(*self.lines, line)

    @verb
    def edit(self, line: str, date: str | None = None, text: str | None = None) -> Self:
        """Change the date of a line, its text, or both."""
        old = lookup("line", line, self.by_id)
        new = replace(
            old,
            date=old.date if date is None else parse_date(date),
            text=old.text if text is None else one_line(text, "the line"),
        )
        return self._with(*(new if other is old else other for other in self.lines))

    @verb
    def remove(self, line: str) -> Self:
        """Take a line out."""
        gone = lookup("line", line, self.by_id)
        return self._with(*(other for other in self.lines if other is not gone))

    @cached_property
    def by_id(self) -> dict[str, DatedLine]:
        return {line.id: line for line in self.lines}

    @property
    def room(self) -> int | None:
        """How many more lines there may be, negative where there are too many; None without a limit."""
        return None if self.topic.length is None else self.topic.length - len(self.lines)

    @property
    def timeline(self) -> Timeline:
        """The lines as a reference timeline."""
        return Timeline([(line.date, [line.text]) for line in self.lines], self.writer)

    @property
    def unsettled(self) -> tuple[str, ...]:
        if not self.lines:
            return ("the timeline has no line; write at least one",)
        if self.room is not None and self.room < 0:
            return (Note.of("timeline-too-long", lines=len(self.lines), most=self.topic.length, surplus=-self.room),)
        return ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """Lines that look like two events."""
        doubts = [(line.short, double_event_hint(line.text)) for line in self.lines]
        return tuple(Note.of("line-two-events", line=line, why=why) for line, why in doubts if why)

    @property
    def progress(self) -> tuple[int, int]:
        return (len(self.lines), self.topic.length or 0)

    def _with(self, *lines: DatedLine) -> Self:
        return replace(self, lines=tuple(sorted(lines, key=lambda line: (line.date, line.number))))
