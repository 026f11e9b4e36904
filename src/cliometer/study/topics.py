"""Topics of a study: their stories, and the summaries of systems as the texts that a study keeps."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path

from cliometer.errors import InputError, Refused, shown
from cliometer.io.json_values import JsonNode, json_document
from cliometer.io.lines import Notebook
from cliometer.io.units import read_source, write_source
from cliometer.model.documents import SummaryText
from cliometer.model.sources import Marks, Source, expect_topic_id, refuse_repeats
from cliometer.model.when import When

MOST_CHARACTERS = 10_000


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
            raise InputError("clear-pair-same-system", system=self.better)
        if self.use not in ("", "quiz", "test"):
            raise InputError("clear-pair-use-unknown", use=self.use)

    @property
    def systems(self) -> frozenset[str]:
        """The two systems, whichever is better."""
        return frozenset({self.better, self.worse})


@dataclass(frozen=True)
class SuggestionRow:
    """A suggestion from a file, for a step of a topic; its details are looked up when the step is laid out."""

    step: str
    details: Mapping[str, str]
    source: str = "file"
    score: float | None = None


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
            raise InputError("topic-summary-missing", topic=self.id, system=min(unknown_names))
        object.__setattr__(self, "sources", tuple(self.sources))
        object.__setattr__(self, "summaries", dict(self.summaries))
        refuse_repeats([source.id for source in self.sources], "documents", f"topic {self.id}")
        if self.length is not None and self.length < 1:
            raise InputError("topic-length-invalid", topic=self.id, length=self.length)
        for pair in self.pairs:
            if len({*pair}) < 2 or not all(system in self.summaries for system in pair):
                raise InputError("clear-pair-systems-unknown", topic=self.id, named=" and ".join(pair))

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
            {"step": hint.step, "source": hint.source, "score": hint.score, "details": dict(hint.details)}
            for hint in topic.suggestions
        ],
        "tests": [{k: v for k, v in asdict(pair).items() if v or k != "reason"} for pair in topic.tests],
    }
    written = {"id": topic.id} | {key: value for key, value in optional.items() if value}
    return json.dumps(written, ensure_ascii=False, allow_nan=False)


def read_topic(text: str, name: str = "topic") -> Topic:
    """Read what `write_topic` wrote; `name` is the place that a complaint names."""
    node = json_document(text, Notebook(Path(name)), "one JSON object, a topic")
    members = node.as_object(
        "a topic", ("id", "title", "sources", "length", "summaries", "pairs", "suggestions", "tests")
    )
    return members.build(
        lambda: Topic(
            members.text("id"),
            members.maybe_text("title") or "",
            tuple(read_source(node) for node in members.items("sources")),
            members.whole("length") if members.has("length") else None,
            _summaries(members.at("summaries")) if members.has("summaries") else {},
            tuple(_pair(node) for node in members.items("pairs")),
            tuple(node.read(SuggestionRow) for node in members.items("suggestions")),
            tuple(_clear_pair(node) for node in members.items("tests")),
        )
    )


def _pair(node: JsonNode) -> tuple[str, str]:
    names = node.value
    if isinstance(names, list) and len(names) == 2 and all(isinstance(name, str) for name in names):
        return names[0], names[1]
    raise node.fail("system-pair-expected", found=shown(names))


def _clear_pair(node: JsonNode) -> ClearPair:
    members = node.as_object("a clear pair", ("better", "worse", "use", "reason"))
    names = members.text("better"), members.text("worse"), members.text("use")
    return members.build(lambda: ClearPair(*names, members.maybe_text("reason") or ""))


def _summaries(node: JsonNode) -> dict[str, str]:
    texts = node.as_object("summaries")
    return {system: texts.text(system) for system in texts.members}


def read_topics(text: str, path: str = "topics.jsonl") -> tuple[Topic, ...]:
    """Read topics, one JSON object a line; `path` is the file that a complaint names."""
    lines = enumerate(text.split("\n"), start=1)
    return tuple(read_topic(line, f"{path} line {number}") for number, line in lines if line.strip())


def expect_setting(right: bool, name: str, what: str, value: object) -> None:
    """Refuse a setting of a study that is not what it should be."""
    if not right:
        raise InputError("topic-setting-expected", name=name, what=what, found=shown(value))


def clean_text(text: str, where: str) -> str:
    """Return the text stripped and composed (NFC); characters that no page can show are refused."""
    cleaned = unicodedata.normalize("NFC", text).strip()
    if len(cleaned) > MOST_CHARACTERS:
        raise Refused("text-too-long", where=where, count=len(cleaned), most=MOST_CHARACTERS)
    for letter in cleaned:
        if unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\t":
            raise Refused("character-refused", where=where, code=ord(letter))
    return cleaned


# In a study a summary is a text. A timeline has each date on a line of its own, and below it what happened.


def summary_lines(summary: SummaryText) -> str:
    """Return a summary as the text that a study keeps."""
    return "\n".join(str(line) for text in summary.texts for line in (text.date, *text.lines) if line is not None)


def line_date(line: str) -> When | None:
    """Return the date that a line consists of; None where it says anything else.

    >>> str(line_date(" 2010-05-27 ")), line_date("2010-05-27: BP stops")
    ('2010-05-27', None)
    """
    bare = line.strip()
    if not bare[:1].isdigit() and bare[:1] not in ("-", "Y"):
        return None
    try:
        return When.of(bare)
    except InputError:
        return None


@dataclass(frozen=True)
class TimelineDay:
    """A date of a timeline with its lines."""

    date: When
    lines: tuple[str, ...]


def timeline_days(text: str) -> tuple[TimelineDay, ...]:
    """Return the days of a timeline in the order of their dates; nothing where the text is no timeline."""
    days: dict[When, list[str]] = {}
    lines: list[str] | None = None
    for line in filter(None, map(str.strip, text.splitlines())):
        date = line_date(line)
        if date is not None:
            lines = days.setdefault(date, [])
        elif lines is None:
            return ()
        else:
            lines.append(line)
    return tuple(TimelineDay(date, tuple(days[date])) for date in sorted(days))
