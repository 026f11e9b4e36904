"""Topics and steps of a study: who works on what, what is hidden from whom, and what opens when."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Literal, TypeVar

from cliometer.errors import InputError, Missing, Refused, UsageError, shown, unknown
from cliometer.io.json_values import JsonNode, json_document
from cliometer.io.lines import Notebook
from cliometer.io.sheets import TopicFacts
from cliometer.io.sources import read_source, write_source
from cliometer.model.sources import Marks, Source, expect_topic_id, refuse_repeats
from cliometer.study.journal import Action, Worksheet, replay
from cliometer.study.suggestions import SuggestionRow


@dataclass(frozen=True)
class ClearPair:
    """Two systems of which one is clearly better on a topic, as the owner of a study says: a question with an answer.

    `use` is the quiz or the hidden tests; nothing means both. `reason` is for the owner and the release.
    """

    better: str
    worse: str
    use: str = ""
    reason: str = ""

    def __post_init__(self) -> None:
        if self.better == self.worse:
            raise InputError(f"expected two systems, found {self.better!r} twice")
        if self.use not in ("", "quiz", "test"):
            raise InputError(f"expected quiz, test or nothing as the use of a clear pair, found {self.use!r}")

    @property
    def systems(self) -> frozenset[str]:
        """The two systems, whichever is better."""
        return frozenset({self.better, self.worse})


@dataclass(frozen=True)
class Topic:
    """One topic: stories to judge, how long a timeline of it should be, and summaries by system.

    `pairs` are those of the systems that are compared, where a plan has drawn some of them; else all are. Of the
    `tests` it is known which is better.
    """

    id: str
    title: str = ""
    sources: tuple[Source, ...] = ()
    length: int | None = None
    summaries: Mapping[str, str] = field(default_factory=dict)
    pairs: tuple[tuple[str, str], ...] = ()
    suggestions: tuple[SuggestionRow, ...] = field(default=(), repr=False)  # that a file brought for its steps
    tests: tuple[ClearPair, ...] = ()

    def __post_init__(self) -> None:
        expect_topic_id(self.id)
        unknown_names = {name for pair in self.tests for name in (pair.better, pair.worse)} - {*self.summaries}
        if unknown_names:
            raise InputError(f"topic {self.id}: {min(unknown_names)} of a clear pair has no summary")
        object.__setattr__(self, "sources", tuple(self.sources))
        object.__setattr__(self, "summaries", dict(self.summaries))
        refuse_repeats([source.id for source in self.sources], "documents", f"topic {self.id}")
        if self.length is not None and self.length < 1:
            raise InputError(f"topic {self.id}: the length must be 1 or more, found {self.length}")
        for pair in self.pairs:
            if len({*pair}) < 2 or not all(system in self.summaries for system in pair):
                named = " and ".join(pair)
                raise InputError(f"topic {self.id}: expected a pair of two of its systems, found {named}")

    @property
    def name(self) -> str:
        return self.title or self.id

    @cached_property
    def marks(self) -> Marks:
        """Sentences and mentions of all stories."""
        return Marks(self.id, self.sources)


def write_topic(topic: Topic) -> str:
    """Return the topic as JSON; what is empty is left out, and the same topic gives the same text."""
    optional = {
        "title": topic.title,
        "sources": [write_source(source) for source in topic.sources],
        "length": topic.length,
        "summaries": dict(topic.summaries),
        "pairs": topic.pairs,
        "suggestions": [
            {"step": one.step, "source": one.source, "score": one.score, "details": dict(one.details)}
            for one in topic.suggestions
        ],
        "tests": [{k: v for k, v in asdict(pair).items() if v or k != "reason"} for pair in topic.tests],
    }
    written = {"id": topic.id} | {key: value for key, value in optional.items() if value}
    return json.dumps(written, ensure_ascii=False, allow_nan=False)


def read_topic(text: str, name: str = "topic") -> Topic:
    """Read what `write_topic` wrote; `name` is the place that a complaint names."""
    node = json_document(text, Notebook(Path(name)), "one JSON object, a topic")
    found = node.as_object(
        "a topic", ("id", "title", "sources", "length", "summaries", "pairs", "suggestions", "tests")
    )
    return found.build(
        lambda: Topic(
            found.text("id"),
            found.maybe_text("title") or "",
            tuple(read_source(node) for node in found.items("sources")),
            found.whole("length") if found.has("length") else None,
            _summaries(found.at("summaries")) if found.has("summaries") else {},
            tuple(_pair(node) for node in found.items("pairs")),
            tuple(node.read(SuggestionRow) for node in found.items("suggestions")),
            tuple(_clear_pair(node) for node in found.items("tests")),
        )
    )


def _pair(node: JsonNode) -> tuple[str, str]:
    names = node.value
    if isinstance(names, list) and len(names) == 2 and all(isinstance(name, str) for name in names):
        return names[0], names[1]
    raise node.fail(f"expected the names of two systems, found {shown(names)}")


def _clear_pair(node: JsonNode) -> ClearPair:
    found = node.as_object("a clear pair", ("better", "worse", "use", "reason"))
    names = found.text("better"), found.text("worse"), found.text("use")
    return found.build(lambda: ClearPair(*names, found.maybe_text("reason") or ""))


def _summaries(node: JsonNode) -> dict[str, str]:
    found = node.as_object("summaries")
    return {system: found.text(system) for system in found.members}


Role = Literal["owner", "judge", "verifier", "reader"]
ROLES: tuple[Role, ...] = ("owner", "judge", "verifier", "reader")
Scope = Literal["each", "shared"]
"""Each judge has a sheet of her own, or all work on one."""
Crew = Literal["all", "one", "none"]
"""How many of those who may get a sheet of their own, unless the owner says otherwise."""
SHARED = ""  # the judge of a sheet that belongs to all

EarlierWork = Mapping[str, Mapping[str, Worksheet]]
"""The work of earlier steps: step, then judge (SHARED where all worked on one sheet)."""


@dataclass(frozen=True)
class Desk:
    """What a sheet is laid out from when a step opens: topics, settings and the work of earlier steps."""

    topics: tuple[Topic, ...]  # one; all of the study where the step spans it
    judge: str = SHARED
    number: int = 0  # of the judge in the study, from 0: rotates what is shown
    settings: Mapping[str, object] = field(default_factory=dict)
    earlier: EarlierWork = field(default_factory=dict)


@dataclass(frozen=True)
class StudyStep:
    """A step of a kind of study; `start` lays out its empty sheet."""

    name: str
    title: str
    scope: Scope
    roles: tuple[Role, ...]
    start: Callable[[Desk], Worksheet]
    blind: bool = False
    spans: bool = False  # one sheet for all topics of the study
    optional: bool = False  # nobody need be assigned
    crew: Crew = "all"
    hides: tuple[str, ...] = ()  # earlier steps whose work must not be seen by whoever has this one to do


@dataclass(frozen=True)
class StudyProtocol:
    """A kind of study: its steps in order, after which it can be frozen."""

    kind: str
    title: str
    steps: tuple[StudyStep, ...]

    def step(self, name: str) -> StudyStep:
        by_name = {step.name: step for step in self.steps}
        if name not in by_name:
            raise unknown(f"step of {self.kind}", name, by_name)
        return by_name[name]

    def later(self, name: str) -> tuple[StudyStep, ...]:
        return self.steps[self.steps.index(self.step(name)) + 1 :]

    def earlier(self, name: str) -> tuple[StudyStep, ...]:
        return self.steps[: self.steps.index(self.step(name))]


@dataclass(frozen=True)
class SheetState:
    """The step and the judge of a sheet, and whether it is handed in: what decides which step is open."""

    step: str
    judge: str = SHARED
    submitted: bool = False


def open_step(protocol: StudyProtocol, sheets: Iterable[SheetState]) -> StudyStep | None:
    """Return the first step that is not handed in; None where the topic can be frozen.

    A step that nobody is assigned to holds the others up, unless it is optional.
    """
    done: dict[str, bool] = {}
    for sheet in sheets:
        done[sheet.step] = done.get(sheet.step, True) and sheet.submitted
    return next((step for step in protocol.steps if not done.get(step.name, step.optional)), None)


def is_open(protocol: StudyProtocol, step: str, sheets: Sequence[SheetState]) -> bool:
    """Return whether a step can be worked on: everything before it was handed in."""
    current = open_step(protocol, sheets)
    return current is not None and current.name == step


def may_read(
    protocol: StudyProtocol, sheet: SheetState, sheets: Sequence[SheetState], reader: str, roles: Iterable[Role]
) -> bool:
    """Return whether somebody may see a sheet: never another's blind work before all have handed theirs in.

    An owner sees all, but for a blind step in which she judges herself and is not done. A verifier sees a
    step once it is complete, judges see others' blind work only through the steps that build on it.
    """
    step, held = protocol.step(sheet.step), frozenset(roles)
    if reader == sheet.judge or (sheet.judge == SHARED and held & {*step.roles, "owner"}):
        return True
    complete = all(other.submitted for other in sheets if other.step == sheet.step)
    judging = any(
        other.judge == reader and not other.submitted
        for other in sheets
        if other.step == sheet.step or sheet.step in protocol.step(other.step).hides
    )
    if "owner" in held:
        return not (step.blind and judging)
    if "verifier" in held:
        return complete and not (step.blind and judging)
    return bool(held) and open_step(protocol, sheets) is None


SheetJournals = Mapping[tuple[str, str], Sequence[Action]]
"""The actions on each sheet, by step and judge."""


@dataclass(frozen=True)
class ReopenedTopic:
    """A released topic as a study holds it: the journals of its sheets and the work that they lead to."""

    topic: Topic
    journals: SheetJournals
    works: EarlierWork = field(repr=False)
    settings: Mapping[str, object] = field(default_factory=dict)
    facts: TopicFacts = field(default_factory=lambda: TopicFacts(""))


def reopen_topic(
    protocol: StudyProtocol, topic: Topic, journals: SheetJournals, settings: Mapping[str, object] | None = None
) -> ReopenedTopic:
    """Replay the journals step by step; a shared sheet is laid out without a journal, too."""
    works: dict[str, dict[str, Worksheet]] = {}
    for step in protocol.steps:
        own = [judge for name, judge in journals if name == step.name]
        works[step.name] = {
            judge: replay(
                step.start(Desk((topic,), judge, number, settings or {}, works)), journals.get((step.name, judge), ())
            )
            for number, judge in enumerate([SHARED] if step.scope == "shared" else own)
        }
    return ReopenedTopic(topic, journals, works, settings or {}, TopicFacts(topic.id))


K = TypeVar("K")
T = TypeVar("T")
W = TypeVar("W", bound=Worksheet)


def expect_setting(right: bool, name: str, what: str, value: object) -> None:
    """Refuse a setting of a study that is not what it should be."""
    if not right:
        raise InputError(f"the setting {name}: expected {what}, found {shown(value)}")


def unused_id(name: str, taken: Container[str]) -> str:
    """Return the name, or the first of name.2, name.3, ... that nobody has or had."""
    if name not in taken:
        return name
    return next(other for number in count(2) if (other := f"{name}.{number}") not in taken)


def move_item(things: Sequence[T], place: int, to: int) -> tuple[T, ...]:
    """Move the item at a place to where `to` says, counted from 1; beyond an end means that end."""
    rest = [*things[:place], *things[place + 1 :]]
    at = max(to, 1) - 1
    return (*rest[:at], things[place], *rest[at:])


def require_text(text: str, what: str) -> str:
    """Return the text, which must not be empty."""
    if not text:
        raise Refused(f"{what} needs a text; write what happened, in a few words")
    return text


def expect_known(kind: str, id: str, known: Iterable[str]) -> int:
    """Return the place of an id among those that are known, or refuse it."""
    names = list(known)
    if id not in names:
        raise Missing(str(unknown(kind, id, names)))
    return names.index(id)


def without_key(mapping: Mapping[K, T], key: K) -> dict[K, T]:
    """Return the mapping without one key, which need not be there."""
    return {other: value for other, value in mapping.items() if other != key}


def begun_work(works: EarlierWork, step: str, kind: type[W]) -> W | None:
    """Return the one work of a step on which all work together; None before the step has begun."""
    found = works.get(step, {}).get(SHARED)
    return found if isinstance(found, kind) else None


def shared_work(works: EarlierWork, step: str, kind: type[W]) -> W:
    """Return the one work of a step on which all worked together, which must be there."""
    found = begun_work(works, step, kind)
    if found is None:
        raise UsageError(f"the step {step} is not there yet; it comes first")
    return found


def each_work(works: EarlierWork, step: str, kind: type[W]) -> dict[str, W]:
    """Return the work of each judge in a step, by the judges' names in order."""
    found = works.get(step, {})
    return {judge: work for judge, work in sorted(found.items()) if isinstance(work, kind)}
