"""Runs of TREC CrisisFACTS, checked line by line: by rules of ours, which name every fault, or by the official ones.

The official checker of the track stops at its first fault and crashes on optional fields; its verdicts are available
without it, crashes named apart (docs/decisions/0028-submissions.md).
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from cliometer.engine.leaderboard import Severity, SubmissionFault
from cliometer.engine.submissions import SubmissionReading
from cliometer.errors import InputError
from cliometer.io.crisisfacts import kind_of_file, read_event_facts, read_requests, run_lines, run_tag
from cliometer.model.facts import SummaryRequest, split_request
from cliometer.spelling import did_you_mean, listed, many, quoted

_QUERIES = {"Accident": 10, "Flood": 2, "General": 46, "Hurricane": 4, "Storm": 3, "Tornado": 5, "Wildfire": 6}
QUERIES = frozenset(
    {f"CrisisFACTS-{kind}-q{number:03}" for kind, count in _QUERIES.items() for number in range(1, count + 1)}
    | {"CrisisFACTS-Hurricane-q06"}  # as the track spells it
)
_SOURCE = re.compile(
    r"CrisisFACTS-(?P<event>[0-9]+)-(?:(?:Twitter|Facebook|News)-[0-9]+-[0-9]+|Reddit-s?[0-9]+-(?:c?[0-9]+-[0-9]+|[0-9]+))"
)
_LONGEST_FACT = 200  # characters, by the guidelines
_MOST_FAULTS = 10_000  # of a run that are kept one by one; of the rest only their number
_CRASH = "crash"


class LineFault(NamedTuple):
    """A fault of one line: its field, the rule, how bad it is, what is wrong, and what to do."""

    field: str | None
    rule: str
    severity: Severity
    problem: str
    remedy: str


def read_request_list(path: Path) -> dict[str, SummaryRequest]:
    """Read the requests of a task by id, from a list of requests or from the facts of 2022, which name them."""
    if kind_of_file(path) == "facts":
        requests = [request for event in read_event_facts(path) for request in event.requests]
    else:
        requests = list(read_requests(path))
    if not requests:
        raise InputError("requests-missing", path)
    return {request.id: request for request in requests}


@dataclass(frozen=True)
class CrisisTrack:
    """The task that runs answer: its requests, where they are known, and whose rules count."""

    requests: Mapping[str, SummaryRequest] = field(default_factory=dict)
    missing: Literal["error", "zero"] = "error"
    as_official: bool = False

    def read(self, path: Path) -> SubmissionReading:
        """Check a run line by line, in memory that does not grow with it; nothing is raised."""
        reading = SubmissionReading(run_tag(path), path)
        sheet = _Sheet(reading)
        try:
            lines = self._official(path, sheet) if self.as_official else self._ours(path, sheet)
        except InputError as error:
            rule = "encoding" if error.rule in ("not-utf8", "text-is-encoded") else "unreadable"
            sheet.add(error.line, LineFault(None, rule, "error", error.sentence, error.remedy or "send the file again"))
            return replace(reading, faults=sheet.faults())
        if not lines:
            sheet.add(None, LineFault(None, "empty", "error", "holds no fact", "write a fact on each line"))
        absent = sorted((id for id in self.requests if id not in sheet.requests), key=split_request)
        if absent and lines:
            severity: Severity = "warning" if self.missing == "zero" else "error"
            asked = "; the official checker asks whether that is meant" * self.as_official
            problem = f"no fact for {many(len(absent), 'request')}: {listed(absent, 200)}{asked}"
            sheet.add(None, LineFault(None, "request-missing", severity, problem, "add facts, or allow it"))
        digest = sheet.digest.hexdigest() if lines and not self.as_official else ""  # the official one sees one run
        return replace(reading, faults=sheet.faults(), digest=digest)

    def _ours(self, path: Path, sheet: _Sheet) -> int:
        """Check every line by our rules, and return the number of lines with something on them."""
        count, last, unordered = 0, dict[str, int](), set[str]()
        for number, text in run_lines(path):
            if not text:
                sheet.add(number, LineFault(None, "blank", "note", "a blank line", "leave it out"))
                continue
            count += 1
            sheet.see(number, text)
            members = _members(text)
            if not isinstance(members, dict):
                problem = f"is no JSON object, found {quoted(text)}"
                sheet.add(number, LineFault(None, "json", "error", problem, "write one fact on each line"))
                continue
            for fault in self._line(members):
                sheet.add(number, fault)
            request, time = members.get("requestID"), members.get("unixTimestamp")
            if isinstance(request, str):
                sheet.requests.add(request)
                if type(time) is int and time < last.get(request, time) and request not in unordered:
                    unordered.add(request)
                    problem = f"the facts of {request} are not in the order of time from here on"
                    sheet.add(number, LineFault("unixTimestamp", "order", "warning", problem, "sort them, if meant"))
                if type(time) is int:
                    last[request] = time
        for first, second in sheet.repeats():
            problem = f"the same line as line {first}"
            sheet.add(second, LineFault(None, "duplicate-line", "warning", problem, "report each fact once"))
        return count

    def _line(self, members: Mapping[str, Any]) -> Iterator[LineFault]:
        """Yield everything that is wrong with the fields of a line."""
        yield from self._request(members)
        yield from _text(members)
        if "streamID" not in members:
            yield _refusal("streamID", "absent", "is absent", "write null for an abstractive fact")
        elif not isinstance(members["streamID"], str | None):
            yield _wrong("streamID", members, "the id of a snippet, or null")
        yield from _importance(members)
        yield from _sources(members)
        yield from _needs(members)

    def _request(self, members: Mapping[str, Any]) -> Iterator[LineFault]:
        request, time = members.get("requestID"), members.get("unixTimestamp")
        if not isinstance(request, str):
            yield _wrong("requestID", members, "the id of a request, such as CrisisFACTS-001-r3")
        elif self.requests and request not in self.requests:
            remedy = did_you_mean(request, self.requests) or "use the ids of the list of requests"
            yield _refusal("requestID", "request-unknown", f"{quoted(request)} is no request of the task", remedy)
        elif not self.requests and not _is_request(request):
            yield _wrong("requestID", members, "the id of a request, such as CrisisFACTS-001-r3")
        if type(time) is not int:
            yield _wrong("unixTimestamp", members, "whole seconds since 1970")
        elif isinstance(request, str) and (day := self.requests.get(request)) and not day.start <= time <= day.end:
            problem = f"{time} lies outside {day.date}, from {day.start} to {day.end}"
            yield LineFault("unixTimestamp", "time", "warning", problem, "check the time, or the request")

    def _official(self, path: Path, sheet: _Sheet) -> int:
        """Note what the official checker says first: it goes through all lines again for each of its stages."""
        count, first = 0, dict[int, tuple[int, LineFault]]()
        for number, text in run_lines(path):
            count += 1
            sheet.see(number, text)
            members = _members(text)
            for stage, fault in self._verdicts(members):
                first.setdefault(stage, (number, fault))
            if isinstance(members, dict) and isinstance(members.get("requestID"), str):
                sheet.requests.add(members["requestID"])
        if first:
            number, fault = first[min(first)]
            sheet.add(number, fault)
        return count

    def _verdicts(self, members: object) -> Iterator[tuple[int, LineFault]]:
        """Yield the stages of the official checker at which a line fails: a later one only where none before does."""
        if members is _NO_JSON:
            yield 0, _crash(None, "JSONDecodeError: the line is no JSON")
        elif not isinstance(members, dict):
            yield 1, _crash(None, "TypeError: the line is no object")
        elif fault := next(_official_format(members), None):
            yield 1, fault
        else:
            if self.requests and members["requestID"] not in self.requests:
                problem = f"{quoted(members['requestID'])} is no request of the task"
                yield 2, _refusal("requestID", "request-unknown", problem, "use the ids of the list of requests")
            if not 0 <= members["importance"] <= 1:
                yield 3, _refusal("importance", "range", f"{members['importance']} is not from 0 to 1", "scale it")
            if fault := _official_needs(members["informationNeeds"]):
                yield 4, fault
            if fault := _official_sources(members["sources"]):
                yield 5, fault


class _Sheet:
    """What is noted of a run while its lines go by."""

    def __init__(self, run: SubmissionReading) -> None:
        self._run = run
        self._faults: list[SubmissionFault] = []
        self._more: Counter[tuple[str | None, str, Severity]] = Counter()
        self._lines, self._hashes = array("q"), array("q")
        self.requests: set[str] = set()
        self.digest = hashlib.sha256()

    def see(self, number: int, text: str) -> None:
        """Remember a line by its hash."""
        self.digest.update(text.encode("utf-8", "replace") + b"\n")
        self._lines.append(number)
        self._hashes.append(hash(text))

    def add(self, line: int | None, fault: LineFault) -> None:
        """Note a fault; beyond so many, those of a line are only counted."""
        if len(self._faults) >= _MOST_FAULTS and line is not None:
            self._more[fault[:3]] += 1
            return
        self._faults.append(SubmissionFault(self._run.name, self._run.path.name, line, **fault._asdict()))

    def repeats(self) -> Iterator[tuple[int, int]]:
        """Yield the first and each later number of a line that stands in the run more than once."""
        hashes, lines = np.frombuffer(self._hashes, np.int64), np.frombuffer(self._lines, np.int64)
        order = np.argsort(hashes, kind="stable")
        same = np.flatnonzero(hashes[order][1:] == hashes[order][:-1]) + 1
        starts = np.flatnonzero(np.append(True, hashes[order][1:] != hashes[order][:-1]))
        firsts = lines[order][starts[np.searchsorted(starts, same, side="right") - 1]] if len(same) else same
        pairs = sorted(zip(lines[order][same].tolist(), firsts.tolist(), strict=True))
        yield from ((first, second) for second, first in pairs)

    def faults(self) -> list[SubmissionFault]:
        """Return what was noted in the order of the lines, what belongs to none and what was only counted last."""
        listed_ones = sorted(self._faults, key=lambda fault: (fault.line is None, fault.line or 0))
        name, file = self._run.name, self._run.path.name
        return listed_ones + [
            SubmissionFault(
                name, file, None, key, rule, severity, problem=f"{count:,} more lines", remedy="correct them likewise"
            )
            for (key, rule, severity), count in self._more.items()
        ]


_NO_JSON = object()


def _members(text: str) -> Any:
    """Return what a line holds, NaN allowed; a mark of its own where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NO_JSON


def _is_request(id: str) -> bool:
    try:
        split_request(id)
    except InputError:
        return False
    return True


def _refusal(key: str | None, rule: str, problem: str, remedy: str) -> LineFault:
    return LineFault(key, rule, "error", problem, remedy)


def _wrong(key: str, members: Mapping[str, Any], what: str) -> LineFault:
    """Return the fault of a field that is absent or of another type."""
    if key not in members:
        return _refusal(key, "absent", "is absent", f"write {what}")
    return _refusal(key, "type", f"is {quoted(members[key])}", f"write {what}")


def _crash(key: str | None, problem: str) -> LineFault:
    return _refusal(key, _CRASH, f"the official checker crashes: {problem}", "no verdict; check by our rules")


def _text(members: Mapping[str, Any]) -> Iterator[LineFault]:
    text = members.get("factText")
    if not isinstance(text, str):
        yield _wrong("factText", members, "a text, or leave the line out")
    elif not text.strip():
        yield _refusal("factText", "empty", "says nothing", "leave the line out; the track drops it from its pool")
    elif len(text) > _LONGEST_FACT:
        problem = f"has {len(text)} characters, where the guidelines allow {_LONGEST_FACT}"
        yield LineFault("factText", "length", "warning", problem, "shorten it, or report two facts")


def _importance(members: Mapping[str, Any]) -> Iterator[LineFault]:
    value = members.get("importance")
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield _wrong("importance", members, "a number from 0 to 1")
    elif math.isnan(value) or not 0 <= value <= 1:
        yield _refusal("importance", "range", f"{quoted(value)} is not from 0 to 1", "scale it to 0 to 1")
    elif isinstance(value, int):
        problem = f"{value} is a whole number, which the official checker refuses"
        yield LineFault("importance", "whole", "note", problem, f"write {value}.0")


def _sources(members: Mapping[str, Any]) -> Iterator[LineFault]:
    sources, request = members.get("sources"), members.get("requestID")
    if not isinstance(sources, list) or not all(isinstance(entry, str) for entry in sources):
        yield _wrong("sources", members, 'a list of ids, such as ["CrisisFACTS-001-Twitter-12-0"]')
        return
    if not sources:
        yield _refusal("sources", "empty", "names no source", "name the snippets that the fact is from")
    event = split_request(request)[0].rpartition("-")[2] if isinstance(request, str) and _is_request(request) else None
    for source in sources:
        match = _SOURCE.match(source)
        if match is None:
            yield _refusal("sources", "source", f"{quoted(source)} is no id of a snippet", "use the ids of the streams")
        elif match.end() < len(source):
            problem = f"{quoted(source)} is an id with more behind it"
            yield LineFault("sources", "source", "warning", problem, f"write {match[0]}")
        elif event is not None and match["event"] != event:
            problem = f"{source} belongs to another event than {request}"
            yield LineFault("sources", "source", "warning", problem, "name a source of the event")


def _needs(members: Mapping[str, Any]) -> Iterator[LineFault]:
    needs = members.get("informationNeeds")
    if needs is None:  # the guide calls the field optional
        return
    if not isinstance(needs, list) or not all(isinstance(entry, str) for entry in needs):
        yield _wrong("informationNeeds", members, 'a list of queries, such as ["CrisisFACTS-General-q001"], or none')
        return
    for need in needs:
        if need not in QUERIES:
            remedy = did_you_mean(need, sorted(QUERIES), 0.9) or "use the ids of the queries of the track"
            yield _refusal("informationNeeds", "query", f"{quoted(need)} is no query of the track", remedy)


_OFFICIAL_TYPES: tuple[tuple[str, tuple[type, ...], str], ...] = (
    ("requestID", (str,), "a text"),
    ("factText", (str,), "a text"),
    ("streamID", (str, type(None)), "a text or null"),
    ("unixTimestamp", (int,), "a whole number"),
    ("importance", (float,), "a number with a decimal point"),
    ("sources", (list,), "a list that is not empty"),
    ("informationNeeds", (list, type(None)), "a list or null"),
)


def _official_format(members: Mapping[str, Any]) -> Iterator[LineFault]:
    """Yield what the official checker says of the types of a line, in its order of fields."""
    for key, kinds, what in _OFFICIAL_TYPES:
        if key not in members and key != "streamID":
            yield _crash(key, f"KeyError: {key}")
        elif key not in members or type(members[key]) not in kinds or members[key] == []:
            if key == "informationNeeds" and members.get(key) == []:
                continue
            yield _wrong(key, members, what)


def _official_needs(needs: list[Any] | None) -> LineFault | None:
    if needs is None:
        return _crash("informationNeeds", "TypeError: null has no length")
    if not all(isinstance(need, str | int | float | None) for need in needs):
        return _crash("informationNeeds", "TypeError: a query that is no text")
    unknown = [need for need in needs if need not in QUERIES]
    problem = f"{quoted(unknown[0])} is no query of the track" if unknown else ""
    return _refusal("informationNeeds", "query", problem, "use the ids of its queries") if unknown else None


def _official_sources(sources: list[Any]) -> LineFault | None:
    for source in sources:
        if not isinstance(source, str):
            return _crash("sources", "TypeError: a source that is no text")
        if not _SOURCE.match(source):  # what stands behind an id is not looked at
            return _refusal(
                "sources", "source", f"{quoted(source)} is no id of a snippet", "use the ids of the streams"
            )
    return None
