"""The files of TREC CrisisFACTS: requests, runs, facts of 2022, and pool, labels, pages and topics of 2023.

Every file may be packed with gzip. What is read is written again byte for byte as the track writes it (the unpacked
bytes), so that files can be cut, joined or corrected without other changes. Runs are read line by line.
"""

from __future__ import annotations

import heapq
import json
import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cliometer.errors import FormatError, InputError
from cliometer.grouping import by_key
from cliometer.io.json_values import JsonNode, JsonObject, JsonObjectNode, json_document, json_lines
from cliometer.io.lines import Notebook, numbered_lines
from cliometer.io.text_files import existing, files_below, raw_lines, read_bare_text, read_start, unpacked
from cliometer.model.facts import (
    AssessedFact,
    AssessorPage,
    CrisisTopic,
    DayLabels,
    EventFacts,
    FactDay,
    FactLabel,
    FactTopic,
    PooledFact,
    ReportedFact,
    SummaryRequest,
    run_of,
    split_request,
)
from cliometer.model.notes import Note
from cliometer.model.records import encode
from cliometer.model.when import When
from cliometer.spelling import many, quoted

MOST_A_DAY = 1000  # facts of a run and request that are kept, the most important; a pool takes 20, the largest k is 267
_HEAD = 4000  # bytes by which a file is recognised
_FACT = '{"requestID": "CrisisFACTS-001-r3", "factText": "...", "unixTimestamp": 1512604800, "importance": 0.5, ...}'
_ENDINGS = (".jsonl", ".json")
_KINDS = {  # how the first bytes of each kind of file look
    "pool": re.compile(rb'\[\s*\{\s*"collapsed_fact_id"\s*:'),
    "facts": re.compile(rb'\[\s*\{\s*"event"\s*:\s*"[^"]*"\s*,\s*"eventID"\s*:'),
    "requests": re.compile(rb'\[\s*\{\s*"eventID"\s*:\s*"[^"]*"\s*,\s*"requestID"\s*:|\{\s*"[^"]+-r\d+"\s*:\s*"'),
    "topics": re.compile(rb'\[\s*\{\s*"eventID"\s*:|\{\s*"(trecisID|dataset|title)"\s*:\s*\{'),
    "labels": re.compile(rb'\{\s*"[^"]+-r\d+"\s*:\s*\{'),
    "run": re.compile(rb'\{\s*"(requestID|factText)"\s*:'),
    "pages": re.compile(rb'\{\s*"title"\s*:\s*"[^"]+-r\d+"\s*,'),
}


def kind_of_file(path: Path) -> str | None:
    """Return which file of the track a path holds, by its first bytes; None for any other."""
    start = read_start(path, _HEAD)
    return next((kind for kind, pattern in _KINDS.items() if pattern.match(start)), None)


def run_tag(path: Path) -> str:
    """Return the tag of a run, which is the name of its file without .gz, .json and .jsonl; tags may hold dots.

    >>> run_tag(Path("runs/Siena.FactTrigrams1.gz")), run_tag(Path("team.run.json.gz"))
    ('Siena.FactTrigrams1', 'team.run')
    """
    name = unpacked(path).name
    return next((name.removesuffix(ending) for ending in _ENDINGS if name.endswith(ending)), name)


# Runs


def run_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the number, from 1, and the text of every line of a run, blank ones too, without reading it whole."""
    return ((number, line.strip()) for number, line in enumerate(raw_lines(path), 1))


def read_facts(path: Path, notebook: Notebook | None = None) -> Iterator[ReportedFact]:
    """Yield the facts of a run in the order of the file, one at a time; the first fault is an error with its line.

    Blank lines, and sources or information needs that are no lists, are forgiven and noted.
    """
    notes, run = notebook or Notebook(path), run_tag(path)
    for number, text in run_lines(path):
        if not text:
            notes.add(number, "a blank line was left out")
            continue
        try:
            members = json.loads(text)
        except (ValueError, RecursionError) as error:
            why = error.msg if isinstance(error, json.JSONDecodeError) else "it is too deep or too long"
            raise FormatError("fact-line-not-json", path, number, why=why, fact=_FACT) from None
        if not isinstance(members, dict):
            raise FormatError("fact-expected", path, number, fact=_FACT, members=quoted(members))
        yield _fact(members, run, _Line(path, number, notes))


@dataclass(frozen=True, slots=True)
class _Line:
    """The place of a fact in its run."""

    path: Path
    number: int
    notebook: Notebook

    def expected(self, what: str, key: str, value: object) -> FormatError:
        return FormatError("fact-member-expected", self.path, self.number, key=key, what=what, found=quoted(value))

    def texts(self, key: str, value: object) -> tuple[str, ...]:
        if isinstance(value, list) and all(isinstance(text, str) for text in value):
            return tuple(value)
        if isinstance(value, str):
            self.notebook.add(self.number, f"{key} is a text where a list is expected; it was read as one entry")
            return (value,)
        raise self.expected("a list of texts", key, value)


def _fact(members: Mapping[str, Any], run: str, line: _Line) -> ReportedFact:
    """Return the fact of a line; what scores need must be right, and the rest have the right type."""
    request, text, stream = members.get("requestID"), members.get("factText"), members.get("streamID")
    time, importance, needs = (members.get(key) for key in ("unixTimestamp", "importance", "informationNeeds"))
    try:
        split_request(request)
    except InputError as error:
        raise FormatError.like(error).inside("requestID").at(line.path, line.number) from None
    if not isinstance(text, str):
        raise line.expected("a text; leave out a line that reports nothing", "factText", text)
    if not isinstance(time, int) or isinstance(time, bool) or abs(time) > 2**62:
        raise line.expected("whole seconds since 1970", "unixTimestamp", time)
    if not isinstance(importance, int | float) or isinstance(importance, bool) or not 0 <= importance <= 1:
        raise line.expected("a number from 0 to 1", "importance", importance)
    if not isinstance(stream, str | None):
        raise line.expected("the id of a snippet, or null", "streamID", stream)
    return ReportedFact(
        request,  # type: ignore[arg-type]  # it was split
        text,
        time,
        importance,
        sources=line.texts("sources", members.get("sources", [])),
        stream=stream,
        needs=None if needs is None else line.texts("informationNeeds", needs),
        run=run,
    )


@dataclass(frozen=True)
class FactRun:
    """A run: its tag, the facts of each request, the most important ones of a very long day, and notes."""

    tag: str
    days: Mapping[str, tuple[ReportedFact, ...]]
    notes: tuple[str, ...] = ()

    @property
    def events(self) -> dict[str, tuple[ReportedFact, ...]]:
        """The facts of each event, day by day."""
        facts: dict[str, tuple[ReportedFact, ...]] = {}
        for request in sorted(self.days, key=split_request):
            event, _ = split_request(request)
            facts[event] = (*facts.get(event, ()), *self.days[request])
        return facts


def read_fact_run(path: Path, words: int = 2) -> FactRun:
    """Read a run day by day, each fact with its number by time; the texts of a file of any length fit into memory.

    Facts of fewer than `words` words get no number and are left out, as in the pool of the track. Of a request with
    more than a thousand facts the most important are kept, of equal ones the first.
    """
    notebook = Notebook(path)
    days: dict[str, _LongDay] = {}
    for fact in read_facts(path, notebook):
        days.setdefault(fact.request, _LongDay(words)).add(fact)
    if not days:
        raise FormatError("facts-missing", path)
    for request, day in days.items():
        if day.short:
            notebook.add(None, Note.of("facts-short-left-out", request=request, facts=many(day.short, "fact")), "short")
        if len(day.times) > MOST_A_DAY:
            note = f"{request}: the {MOST_A_DAY} most important of {len(day.times)} facts were kept"
            notebook.add(None, note, "long")
    return FactRun(run_tag(path), {request: day.facts() for request, day in days.items()}, notebook.notes)


class _LongDay:
    """The most important facts of a day so far, and the times of all, by which facts are numbered."""

    def __init__(self, words: int) -> None:
        self._words = words
        self.times = array("q")
        self.short = 0
        self._kept: list[tuple[float, int, ReportedFact]] = []

    def add(self, fact: ReportedFact) -> None:
        if len(fact.text.split()) < self._words:
            self.short += 1
            return
        entry = (fact.importance or 0.0, -len(self.times), fact)
        self.times.append(fact.time)
        if len(self._kept) < MOST_A_DAY:
            heapq.heappush(self._kept, entry)
        else:
            heapq.heappushpop(self._kept, entry)

    def facts(self) -> tuple[ReportedFact, ...]:
        """Return what was kept in the order of the file; facts of one time are numbered in this order."""
        order = sorted((time, place) for place, time in enumerate(self.times))
        kept = sorted(self._kept, key=lambda entry: -entry[1])
        return tuple(replace(fact, number=bisect_left(order, (fact.time, -negated))) for _, negated, fact in kept)


def spell_facts(facts: Iterable[ReportedFact]) -> Iterator[str]:
    """Yield the lines of a run, each with its line break."""
    for fact in facts:
        members: dict[str, object] = {
            "requestID": fact.request,
            "factText": fact.text,
            "unixTimestamp": fact.time,
            "importance": fact.importance,
            "sources": list(fact.sources),
            "streamID": fact.stream,
        }
        if fact.needs is not None:
            members["informationNeeds"] = list(fact.needs)
        yield json.dumps(members) + "\n"


# Documents of the organisers


def _items(path: Path, what: str) -> Iterator[JsonNode]:
    return json_document(read_bare_text(path), Notebook(path), f"a list of {what}").as_items(what)


_TITLED_DAY = re.compile(r".*, (\d{4}-\d\d-\d\d)", re.DOTALL)
_EARLY = 3_600  # seconds by which days of the track begin before midnight in UTC: it counts in British summer time


def read_requests(path: Path) -> tuple[SummaryRequest, ...]:
    """Read a list of requests, each of which must name its day, or the track's `event_data.json`.

    The latter is an object of titles with days by request, such as `{"CrisisFACTS-001-r3": "Lilac Wildfire 2017,
    2017-12-07"}`; a request is then for the whole day in UTC and the hour before it.
    """
    document = json_document(read_bare_text(path), Notebook(path), "a list of requests")
    if not isinstance(document.value, JsonObject):
        return tuple(map(_request, document.as_items("requests")))
    days = document.as_object("the days of requests")
    return tuple(_titled_request(id, days.at(id)) for id in days.members)


def _titled_request(id: str, node: JsonNode) -> SummaryRequest:
    node.build(lambda: split_request(id))
    if (titled := _TITLED_DAY.fullmatch(node.read(str))) is None:
        raise node.fail("request-title-without-day", id=id, title=quoted(node.value))
    date = node.build(lambda: When.parse(titled[1]))
    return SummaryRequest(id, date, date.second - _EARLY, date.shift(1).second - 1)


def _request(item: JsonNode) -> SummaryRequest:
    node = item.as_object("a request")
    id = node.text("requestID")
    event, _ = node.at("requestID").build(lambda: split_request(id))
    if node.text("eventID") != event:
        raise node.at("eventID").fail("event-mismatch", event=event, id=id, text=quoted(node.text("eventID")))
    if not node.has("dateString"):
        raise node.fail("request-without-day", id=id)
    date = node.at("dateString").build(lambda: When.parse(node.text("dateString")))
    start, end = node.whole("startUnixTimestamp"), node.whole("endUnixTimestamp")
    if end < start:
        raise node.at("endUnixTimestamp").fail("request-time-reversed", start=start, end=end)
    return SummaryRequest(id, date, start, end)


def spell_requests(requests: Iterable[SummaryRequest]) -> str:
    """Return requests as the track writes them."""
    return json.dumps(_spelled_requests(requests))


def _spelled_requests(requests: Iterable[SummaryRequest]) -> list[dict[str, object]]:
    return [{"eventID": request.event, **encode(request)} for request in requests]


def read_event_facts(path: Path) -> tuple[EventFacts, ...]:
    """Read the facts of 2022, an event after the other."""
    events = []
    for item in _items(path, "events"):
        event = item.as_object("an event")
        requests = tuple(_request(request) for request in event.items("summaryRequests"))
        days = event.at("factsByRequest").as_object("the facts by request")
        by_request = {id: _assessed(days.items(id)) for id in days.members}
        known = {request.id for request in requests}
        if strange := [id for id in by_request if id not in known]:
            raise days.at(strange[0]).fail("facts-of-unknown-request", strange=strange[0])
        facts = _assessed(event.items("allFacts"))
        events.append(EventFacts(event.text("eventID"), event.text("event"), requests, by_request, facts))
    return tuple(events)


def _assessed(items: Iterable[JsonNode]) -> tuple[AssessedFact, ...]:
    return tuple(item.as_object("a fact").read(AssessedFact) for item in items)


def spell_event_facts(events: Iterable[EventFacts]) -> str:
    """Return the facts of 2022 as the track writes them."""
    return json.dumps(
        [
            {
                "event": event.title,
                "eventID": event.id,
                "summaryRequests": _spelled_requests(event.requests),
                "factsByRequest": encode(event.by_request),
                "allFacts": encode(event.facts),
            }
            for event in events
        ]
    )


def read_pool(path: Path) -> tuple[PooledFact, ...]:
    """Read the pool of one request in the order of the file."""
    facts = []
    for item in _items(path, "pooled facts"):
        fact = item.as_object("a pooled fact")
        importance, members = fact.number("importance"), fact.texts("relevant_facts")
        if not 0 <= importance <= 1:
            raise fact.at("importance").fail("share-expected", importance=importance)
        if fact.whole("num_relevant_facts") != len(members):
            raise fact.at("num_relevant_facts").fail(
                "fact-count-mismatch", count=len(members), whole=fact.whole("num_relevant_facts")
            )
        linked_by = fact.maybe_text("linked_by") or ""
        facts.append(PooledFact(fact.text("collapsed_fact_id"), fact.text("fact_text"), members, importance, linked_by))
    return tuple(facts)


def spell_pool(facts: Iterable[PooledFact]) -> str:
    """Return the pool of a request as the track writes it."""
    return json.dumps(
        [
            {
                "collapsed_fact_id": fact.id,
                "fact_text": fact.text,
                "relevant_facts": list(fact.members),
                "num_relevant_facts": len(fact.members),
                "importance": fact.importance,
            }
            | ({"linked_by": fact.linked_by} if fact.linked_by else {})
            for fact in facts
        ]
    )


def read_labels(path: Path) -> tuple[DayLabels, ...]:
    """Read labels by request, in the order of the file, which is also the order of days in its ROUGE."""
    document = json_document(read_bare_text(path), Notebook(path), "labels by request").as_object("the labels")
    return tuple(_day_labels(document, id) for id in document.members)


def _day_labels(document: JsonObjectNode, id: str) -> DayLabels:
    day = document.at(id).as_object("the labels of a request")
    day.build(lambda: split_request(id))
    labels = []
    for item in day.at("fact_list").as_items("labels"):
        fact, assessor, label = item.as_parts("[fact, assessor, label]", "fact", "assessor", "label")
        labels.append(FactLabel(None if fact.value is None else fact.read(str), assessor.read(str), label.read(str)))
    return DayLabels(id, tuple(labels), {key: value for key, value in day.members.items() if key != "fact_list"})


def spell_labels(days: Iterable[DayLabels]) -> str:
    """Return labels as the track writes them: text and spans, the list of facts, then other members."""
    document = {}
    for day in days:
        first = {key: value for key, value in day.others.items() if key in ("text", "spans")}
        labels = [[label.fact, label.assessor, label.label] for label in day.labels]
        document[day.request] = {**first, "fact_list": labels, **day.others}
    return json.dumps(document)


def read_crisis_topics(path: Path) -> tuple[CrisisTopic, ...]:
    """Read topics, which stand as a list of events (2022) or column by column (2023)."""
    node = json_document(read_bare_text(path), Notebook(path), "topics")
    if not isinstance(node.value, JsonObject):
        topics = (item.as_object("a topic") for item in node.as_items("topics"))
        return tuple(CrisisTopic(topic.text("eventID"), dict(topic.members)) for topic in topics)
    columns = node.as_object("the topics")
    by_event: dict[str, dict[str, object]] = {}
    for name in columns.members:
        for event, value in columns.at(name).as_object("a column of the topics").members.items():
            by_event.setdefault(event, {})[name] = value
    return tuple(CrisisTopic(event, members) for event, members in by_event.items())


def spell_crisis_topics(topics: Sequence[CrisisTopic], columns: bool = False) -> str:
    """Return topics as a list, or column by column."""
    if not columns:
        return json.dumps([topic.members for topic in topics])
    names = dict.fromkeys(name for topic in topics for name in topic.members)
    return json.dumps({name: {t.id: t.members[name] for t in topics if name in t.members} for name in names})


def read_pages(path: Path) -> tuple[AssessorPage, ...]:
    """Read the pages that assessors of 2023 read."""
    lines = ((number, line) for number, line in numbered_lines(read_bare_text(path)) if line)
    example = '{"title": "...", "text": "...", "meta": {"request_id": "..."}}'
    pages = json_lines(lines, Notebook(path), "a page", example)
    return tuple(
        AssessorPage(page.at("meta").as_object("meta").text("request_id"), page.text("title"), page.text("text"))
        for page in pages
    )


def spell_pages(pages: Iterable[AssessorPage]) -> str:
    """Return pages as the track writes them, one a line."""
    lines = ({"title": page.title, "text": page.text, "meta": {"request_id": page.request}} for page in pages)
    return "".join(json.dumps(line) + "\n" for line in lines)


# Gold: pool and labels together


@dataclass(frozen=True)
class FactGold:
    """Events with their pools and labels, the requests where a file names them, and notes."""

    topics: Mapping[str, FactTopic]
    requests: Mapping[str, SummaryRequest]
    notes: tuple[str, ...] = ()


def read_fact_gold(paths: Sequence[Path]) -> FactGold:
    """Read pools, labels and requests from files and from folders and the folders in them."""
    all_files = [file for path in paths for file in (files_below(path) if existing(path).is_dir() else [path])]
    files = by_key((kind_of_file(file) or "", file) for file in all_files)
    if not files.get("pool"):
        raise InputError("pool-missing", paths[0])
    requests = {request.id: request for path in files.get("requests", []) for request in read_requests(path)}
    for event in (event for path in files.get("facts", []) for event in read_event_facts(path)):
        requests |= {request.id: request for request in event.requests}
    notebooks: list[Notebook] = []
    # others hold the texts of pages with their spans
    labelled = [path for path in files.get("labels", []) if "fact_list" in read_bare_text(path)]
    labels = _labels_of(labelled, notebooks)
    if not labels:
        raise InputError("labels-missing", paths[0])
    pools = [_pool_day(path, labels, requests) for path in files["pool"]]
    days = by_key((split_request(day.request)[0], day) for day in pools)
    read = {day.request for day in pools}
    for request, (path, _) in labels.items():
        if request not in read:
            raise InputError("labels-without-pool", path, request=request)
    unlabelled = [request for request in sorted(read, key=split_request) if request not in labels]
    topics = {event: FactTopic(event, tuple(days[event])) for event in sorted(days)}
    note = f"no labels for {', '.join(unlabelled)}; left out, since nothing in it was judged"
    notes = [note for book in notebooks for note in book.notes]
    models = {fact.linked_by for topic in topics.values() for day in topic.days for fact in day.facts} - {""}
    notes += [Note.of("pool-by-model", item=name) for name in sorted(models)]
    return FactGold(topics, requests, (*notes, *[note] * bool(unlabelled)))


_Labels = dict[str, tuple[Path, dict[str, tuple[str, ...]]]]  # by request: the file, and the labels of each fact


def _labels_of(paths: Sequence[Path], notebooks: list[Notebook]) -> _Labels:
    labels: _Labels = {}
    for path in paths:
        notebook = Notebook(path)
        notebooks.append(notebook)
        for day in read_labels(path):
            if day.request in labels:
                raise InputError("labels-repeated", path, request=day.request, found=labels[day.request][0])
            of_fact: dict[str, tuple[str, ...]] = {}
            for label in day.labels:
                if label.fact is None:
                    notebook.add(None, Note.of("label-left-out", request=day.request), "null")
                else:
                    of_fact[label.fact] = (*of_fact.get(label.fact, ()), label.label)
            labels[day.request] = (path, of_fact)
    return labels


def _pool_day(path: Path, labels: _Labels, requests: Mapping[str, SummaryRequest]) -> FactDay:
    """Return the pool of a file with its labels; the file is named after its request, or its facts are."""
    facts = read_pool(path)
    named = re.match(r"Collapsed-(.+-r\d+)$", run_tag(path))
    request = named[1] if named else facts[0].id.rpartition("-collapsed-")[0] if facts else ""
    try:
        split_request(request)
        for fact in facts:
            for member in fact.members:
                run_of(member, request)
    except InputError as error:
        raise FormatError.like(error).at(path) from None
    file, labels_of_day = labels.get(request, (path, {}))
    known = {fact.id for fact in facts}
    for fact_id in labels_of_day:
        if fact_id not in known:
            raise InputError("label-of-unknown-fact", file, request=request, fact_id=quoted(fact_id), path=path.name)
    return FactDay(request, facts, labels_of_day, requests[request].date if request in requests else None)
