"""Events, days and facts of TREC CrisisFACTS (2022, 2023): what was asked, reported by runs, and judged."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from cliometer.errors import InputError
from cliometer.grouping import by_key
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.nuggets import EventTopic, JudgedEvent, Nugget, NuggetMatch, NuggetTopic, PooledUpdate, Update
from cliometer.model.records import renamed
from cliometer.model.sources import Annotation, GoldTopic, Sentence, Source, expect_topic_id, refuse_repeats
from cliometer.model.when import When
from cliometer.spelling import quoted, whole_number

_REQUEST = re.compile(r"(?P<event>.+)-r(?P<number>\d{1,9})", re.ASCII)
USEFUL, REDUNDANT, POOR, LAGGED = LABELS = ("USEFUL_FACT", "REDUNDANT_FACT", "POOR_FACT", "LAGGED_FACT")


def split_request(id: object) -> tuple[str, int]:
    """Return the event and the number of the day that the id of a request names.

    >>> split_request("CrisisFACTS-999-r10")
    ('CrisisFACTS-999', 10)
    """
    match = _REQUEST.fullmatch(id) if isinstance(id, str) else None
    if match is None:
        raise InputError("request-id-expected", id=quoted(id))
    return match["event"], int(match["number"])


def run_of(member: str, request: str) -> str:
    """Return the run of a fact in a pool, whose id is `<request>-<run>-<number>`; tags may hold hyphens and dots.

    >>> run_of("CrisisFACTS-999-r1-my-run.2-0017", "CrisisFACTS-999-r1")
    'my-run.2'
    """
    rest = member.removeprefix(f"{request}-")
    run, hyphen, number = rest.rpartition("-")
    if rest == member or not (hyphen and run and number):
        raise InputError("fact-of-request-expected", request=request, member=quoted(member))
    return run


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """A request for the facts of one day of an event; times are seconds since 1970."""

    id: str = field(metadata=renamed("requestID"))
    date: When = field(metadata=renamed("dateString"))
    start: int = field(metadata=renamed("startUnixTimestamp"))
    end: int = field(metadata=renamed("endUnixTimestamp"))

    @property
    def event(self) -> str:
        """The event that the id names."""
        return split_request(self.id)[0]


@dataclass(frozen=True, slots=True)
class ReportedFact:
    """A fact that a run reported for a request, with its time in seconds and an importance from 0 to 1.

    `stream` is the snippet that an extractive system copied. A fact that was read from a pool has no time, and no
    importance of its own. `number` is its place by time among the facts of its run and request.
    """

    request: str
    text: str = ""
    time: int = 0
    importance: float | None = None
    sources: tuple[str, ...] = ()
    stream: str | None = None
    needs: tuple[str, ...] | None = None
    run: str = ""
    number: int = 0

    @property
    def id(self) -> str:
        """The name under which a pool knows the fact."""
        return f"{self.request}-{self.run}-{self.number:04d}"


@dataclass(frozen=True, slots=True)
class AssessedFact:
    """A fact that an assessor of 2022 wrote; `time` is in milliseconds, `source` a tweet, an address or empty."""

    event: str = field(metadata=renamed("eventID"))
    title: str = field(metadata=renamed("event"))
    date: str = field(metadata=renamed("dateString"))
    time: int = field(metadata=renamed("dateUnix"))
    text: str = field(metadata=renamed("fact"))
    source: str


@dataclass(frozen=True)
class EventFacts:
    """The facts of one event of 2022: those of each request, and all, of which some belong to no request."""

    id: str
    title: str
    requests: tuple[SummaryRequest, ...]
    by_request: Mapping[str, tuple[AssessedFact, ...]]
    facts: tuple[AssessedFact, ...] = ()


@dataclass(frozen=True)
class CrisisTopic:
    """An event as a file of topics describes it; its summaries are the members that end in `.summary`."""

    id: str
    members: Mapping[str, object]

    @property
    def title(self) -> str:
        """The name of the event."""
        return str(self.members.get("title", ""))

    def summary(self, name: str) -> str | None:
        """Return the summary by `nist`, `wiki` or `ics`; None where the file has none."""
        text = self.members.get(f"{name}.summary")
        return text if isinstance(text, str) else None


@dataclass(frozen=True, slots=True)
class PooledFact:
    """A fact of the pool that assessors saw, and the ids of the runs' facts that were taken for the same.

    `linked_by` names the model that said so of some runs, and these; it is empty where people did.
    """

    id: str
    text: str
    members: tuple[str, ...]
    importance: float
    linked_by: str = ""


@dataclass(frozen=True, slots=True)
class FactLabel:
    """The label that one assessor gave to a pooled fact; the fact is None where a heading was marked."""

    fact: str | None
    assessor: str
    label: str


@dataclass(frozen=True)
class DayLabels:
    """The labels of one request; `others` are members of the file that scores do not need, such as spans."""

    request: str
    labels: tuple[FactLabel, ...]
    others: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AssessorPage:
    """The text that an assessor of 2023 read for one request."""

    request: str
    title: str
    text: str


@dataclass(frozen=True)
class FactDay:
    """The pool of one request in its order, by falling importance, and the labels of each fact that has some."""

    request: str
    facts: tuple[PooledFact, ...]
    labels: Mapping[str, tuple[str, ...]]
    date: When | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", tuple(self.facts))
        refuse_repeats([fact.id for fact in self.facts], "facts", self.request)
        for id in self.labels.keys() - {fact.id for fact in self.facts}:
            raise InputError("label-outside-pool", request=self.request, id=id)

    @cached_property
    def pooled(self) -> Mapping[str, tuple[int, ...]]:
        """The places in the pool of each run's fact, by its id."""
        members = ((member, place) for place, fact in enumerate(self.facts) for member in dict.fromkeys(fact.members))
        return {member: tuple(places) for member, places in by_key(members).items()}

    @cached_property
    def runs(self) -> tuple[frozenset[str], ...]:
        """The runs that tell each fact of the pool."""
        return tuple(frozenset(run_of(member, self.request) for member in fact.members) for fact in self.facts)


@dataclass(frozen=True)
class FactTopic(GoldTopic):
    """The gold of one event: its days by number."""

    evidence: ClassVar[str] = "facts"
    id: str
    days: tuple[FactDay, ...]
    title: str = ""

    def __post_init__(self) -> None:
        expect_topic_id(self.id)
        object.__setattr__(self, "days", tuple(sorted(self.days, key=lambda day: split_request(day.request)[1])))
        refuse_repeats([day.request for day in self.days], "days", f"event {self.id}")
        for day in self.days:
            if split_request(day.request)[0] != self.id:
                raise InputError("request-of-other-event", id=self.id, request=day.request)


def reported_events(topics: Mapping[str, FactTopic], runs: Sequence[ReportedFact]) -> tuple[EventTopic, ...]:
    """Return each day as a topic whose sentences are the runs' facts and whose events are the facts of its pool."""
    by_day = by_key((fact.request, fact) for fact in runs)
    days = [day for topic in topics.values() for day in topic.days if day.request in by_day]
    return tuple(
        EventTopic(
            day.request,
            (_story(day, {fact.id: fact.text for fact in by_day[day.request]}),),
            tuple(JudgedEvent(fact.id, fact.text, ()) for fact in day.facts),
        )
        for day in days
    )


def _story(day: FactDay, texts: Mapping[str, str]) -> Source:
    """Return a day as a source with a sentence for each of the runs' facts, by its id."""
    marks, text = [], ""
    for id, words in texts.items():
        wording = " ".join(words.split()) or "-"
        marks.append(Sentence(id, len(text), len(text) + len(wording), wording))
        text += f"{wording}\n"
    return Source(day.request, Annotation(text, tuple(marks)), day.date)


def runs_in_pool(topics: Mapping[str, FactTopic]) -> dict[str, dict[str, tuple[ReportedFact, ...]]]:
    """Return what each run has in the pool, by run and event, in the order of names and numbers."""
    runs: dict[str, dict[str, list[ReportedFact]]] = {}
    for topic in topics.values():
        for day in topic.days:
            for member in sorted(day.pooled):
                run = run_of(member, day.request)
                fact = ReportedFact(day.request, run=run, number=whole_number(member.rpartition("-")[2], 0) or 0)
                if fact.id != member:
                    raise InputError("fact-number-expected", request=day.request, member=quoted(member))
                runs.setdefault(run, {}).setdefault(topic.id, []).append(fact)
    return {run: {event: tuple(facts) for event, facts in runs[run].items()} for run in sorted(runs)}


# The same gold as other metrics read it. A pooled fact that some assessor found useful or redundant is a nugget, and
# each of the runs' facts in it an update that tells it; or it is a judged event that these facts mention.


def fact_nuggets(topic: FactTopic, requests: Mapping[str, SummaryRequest]) -> NuggetTopic:
    """Return an event as nuggets, which become known when their day begins; importance is 3, or 1 for REDUNDANT."""
    nuggets: dict[str, Nugget] = {}
    updates: dict[str, PooledUpdate] = {}
    matches: dict[str, tuple[NuggetMatch, ...]] = {}
    for day in topic.days:
        for fact in day.facts:
            if worth := nugget_importance(day.labels.get(fact.id, ())):
                time = requests[day.request].start if day.request in requests else 0
                nuggets[fact.id] = Nugget(fact.id, time, worth, fact.text, max(1, len(fact.text.split())))
            for member in dict.fromkeys(fact.members):
                updates.setdefault(member, PooledUpdate(member, fact.text, None, len(fact.text.split())))
                if worth:
                    match = NuggetMatch(member, fact.id, 0, len(fact.text))
                    matches[member] = (*matches.get(member, ()), match)
    return NuggetTopic(topic.id, nuggets, updates, matches)


def nugget_importance(labels: Sequence[str]) -> float:
    """Return 3 for a useful fact, 1 for one that is only redundant, and 0 for any other."""
    return 3.0 if USEFUL in labels else 1.0 if REDUNDANT in labels else 0.0


def as_updates(facts: Sequence[ReportedFact]) -> tuple[Update, ...]:
    """Return the facts of a run as updates, whose confidence is the importance that the run gave."""
    return tuple(
        Update(f"{fact.request}-{fact.run}", f"{fact.number:04d}", fact.time, fact.importance or 0.0) for fact in facts
    )


def fact_events(topic: FactTopic) -> EventTopic:
    """Return an event as judged events: a story a day, whose sentences are the runs' facts of the pool.

    A sentence has the text of the first pooled fact that the runs' fact belongs to.
    """
    sources, events = [], []
    for day in topic.days:
        sources.append(_story(day, {member: day.facts[places[0]].text for member, places in day.pooled.items()}))
        events += [
            JudgedEvent(fact.id, fact.text, tuple(f"{day.request}/{member}" for member in dict.fromkeys(fact.members)))
            for fact in day.facts
            if nugget_importance(day.labels.get(fact.id, ()))
        ]
    return EventTopic(topic.id, tuple(sources), tuple(events))


def as_extract(facts: Sequence[ReportedFact], topic: EventTopic) -> Extract:
    """Return the facts of a run that the pool has, as a ranking by day and falling importance of sentences."""
    days = list(dict.fromkeys(fact.request for fact in facts))
    ranked = sorted(facts, key=lambda fact: (days.index(fact.request), -(fact.importance or 0.0)))
    ids = dict.fromkeys(f"{fact.request}/{fact.id}" for fact in ranked)
    known = topic.marks.sentences
    return Extract(tuple(ExtractItem(id) for id in ids if id in known), "sentences", ranked=True, topic=topic.id)
