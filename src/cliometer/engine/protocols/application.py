"""A protocol applied to references and runs: its tasks, what counts on which day, and what is dropped or refused."""

from __future__ import annotations

import datetime
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from cliometer.engine.evaluation import Allowance, Evaluation, cover
from cliometer.engine.protocols.cards import Protocol
from cliometer.engine.protocols.stamps import READERS
from cliometer.engine.results import Mean, Numbers, Results, ScoreRow, mean_numbers
from cliometer.errors import InputError, UncountableTextWarning
from cliometer.grouping import by_key
from cliometer.io.entries import Entries
from cliometer.metrics.catalogue import parse
from cliometer.model.display import Progress
from cliometer.model.notes import Note
from cliometer.model.protocols import Outcome, ProtocolAccount, ProtocolRecord, TaskLimits, TaskOutcome
from cliometer.model.score import Score, Signature
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.spelling import listed, many

GoldEntries = Mapping[str, Mapping[str, Entries]]  # by topic and reference
RunEntries = Mapping[str, Mapping[str, Entries]]  # by system and topic, or topic/reference
_ZEROS: Numbers = {"precision": 0.0, "recall": 0.0, "f_of_means": 0.0, "mean_of_f": 0.0}
_FATES: dict[str, Outcome] = {"stop": "refused", "drop": "dropped", "drop-task": "dropped", "zero": "zero"}
_COUNTED = ("topics-skipped", "timeline-empty", "text-uncountable", "score-undefined", "means-uneven")


class _Task(NamedTuple):
    topic: str
    references: ReferenceSet
    limits: TaskLimits
    span: tuple[int, int] | None


class _Reading(NamedTuple):
    """Entries as a protocol reads them: days, what was lost, and the stamp that it cannot read, if it ends there."""

    timeline: Timeline
    lost: Counter[str]
    lengths: Sequence[int] = ()  # the sentences of each day, empty ones as well
    unread: str | None = None


@lru_cache(1 << 16)
def _on(day: int) -> When:
    return When(day, day)


class EntryReader:
    """Reads the same entries by the same answers of a card once; equal timelines and references are one object."""

    def __init__(self) -> None:
        self.nothing = _Reading(Timeline(), Counter())
        self._readings: dict[tuple[object, ...], _Reading] = {}
        self._timelines: dict[Timeline, Timeline] = {}
        self._sets: dict[tuple[tuple[str, int], ...], ReferenceSet] = {}

    def read(self, protocol: Protocol, side: str, entries: Entries) -> _Reading:
        """Return the entries of a side, `gold` or `predicted`."""
        rules = [f"{side}_dates", f"{side}_repeated", *("bad_date", "texts") * (side == "predicted")]
        key = (side, *(protocol[rule] for rule in rules), id(entries))
        if key not in self._readings:
            days, lost = dict[int, tuple[str, ...]](), Counter(entries=len(entries))
            unread = _read_days(protocol, side, entries, days, lost)
            timeline = Timeline([(_on(day), texts) for day, texts in days.items()])
            timeline = self._timelines.setdefault(timeline, timeline)
            self._readings[key] = _Reading(timeline, lost, [*map(len, days.values())], unread)
        return self._readings[key]

    def references(self, read: Mapping[str, _Reading]) -> ReferenceSet:
        """Return the references at hand, or an empty one where there is none."""
        key = tuple((name, id(reading.timeline)) for name, reading in read.items())
        if key not in self._sets:
            named = [reading.timeline.named(name) for name, reading in read.items()]
            self._sets[key] = ReferenceSet(named or [Timeline()])
        return self._sets[key]


def _read_days(
    protocol: Protocol, side: str, entries: Entries, days: dict[int, tuple[str, ...]], lost: Counter[str]
) -> str | None:
    """Fill in days and what was lost; return the stamp at which the protocol ends, None where it reads all."""
    read, repeated, predicted = READERS[protocol[f"{side}_dates"]], protocol[f"{side}_repeated"], side == "predicted"
    cuts, splits = (predicted and protocol["texts"] == answer for answer in ("after-colon", "split"))
    for stamp, texts in sorted(entries, key=lambda entry: entry[0]) if repeated == "latest" else entries:
        try:
            day, is_coarse = read(stamp)
            if splits and any(":" in text for text in texts):
                raise ValueError(stamp)
        except ValueError:
            if not (predicted and protocol["bad_date"] == "drop-entry"):
                return stamp
            lost["dropped"] += 1
            continue
        lost["months"] += is_coarse
        if cuts:
            lost["cut"] += sum(":" in text for text in texts)
            texts = tuple(text.rpartition(":")[2].strip() for text in texts)
        elif splits:
            texts = tuple(f"{part}." for text in texts for part in text.split(". "))
        if day in days:
            lost["appended" if repeated == "append" else "overwritten"] += 1
        days[day] = days.get(day, ()) + texts if repeated == "append" else texts
    return None


class AppliedProtocol:
    """The tasks of a protocol and what each system answers; InputError where its code ends on a reference.

    What a run says on topics that the protocol leaves out, or on references that it does not load, is not asked for.
    """

    def __init__(
        self,
        protocol: Protocol,
        gold: GoldEntries,
        runs: RunEntries,
        allow: Allowance,
        strict: bool = False,
        reader: EntryReader | None = None,
    ) -> None:
        self.protocol, self._strict, self._reader = protocol, strict, reader or EntryReader()
        self._gold_lost, self.tasks = Counter[str](), dict[str, _Task]()
        for place, topic in enumerate(sorted(gold)):
            self._read_topic(topic, gold[topic], place < int(protocol["skip_topics"]))
        if strict and (count := self._gold_lost["topics_skipped"]):
            raise InputError("protocol-topics-skipped", protocol=protocol, count=count)
        self.gold = {name: task.references for name, task in self.tasks.items()}
        self.notes = self._covered(gold, runs, allow)
        self.runs: dict[str, dict[str, Timeline]] = {}
        self._asked: dict[str, list[str]] = {}
        self._lost: dict[str, Counter[str]] = {}
        self._outcomes: list[TaskOutcome] = []
        for system, run in runs.items():
            self._read_run(system, run, allow.missing == "zero")
        self.refused = {each.system for each in self._outcomes if each.outcome == "refused"}

    def _read_topic(self, topic: str, references: Mapping[str, Entries], skipped: bool) -> None:
        """Add the tasks of a topic."""
        protocol, lost, read = self.protocol, self._gold_lost, dict[str, _Reading]()
        loaded = {name: each for name, each in references.items() if each or protocol["empty_reference"] == "keep"}
        for name, entries in loaded.items():
            reading = read[name] = self._reader.read(protocol, "gold", entries)
            if reading.unread is not None:
                where = {"topic": topic, "reference": name, "stamp": repr(reading.unread)}
                raise InputError("protocol-gold-date", protocol=protocol, **where)
            lost.update(reading.lost)
        lost.update(topics_skipped=skipped, references_skipped=len(references) - len(loaded))
        alone = {f"{topic}/{name}": {name: reading} for name, reading in read.items()}
        parts = {topic: read} if protocol["tasks"] == "joint" else alone
        for task, mine in parts.items() if not skipped else ():
            days = {when.first for reading in mine.values() for when in reading.timeline}
            every = {when.first for reading in read.values() for when in reading.timeline}
            around = every if protocol["given_span"] == "topic" else days
            margin = 7 * (protocol["given_span"] == "week")
            has_span = around and protocol["given_span"] != "none"
            span = (min(around) - margin, max(around) + margin) if has_span else None
            first, last = (str(datetime.date.fromordinal(day)) for day in span) if span else (None, None)
            lengths = [length for reading in mine.values() for length in reading.lengths]
            sentences = _sentences(protocol["given_sentences"], lengths)
            limits = TaskLimits(task, len(days), sentences, first, last)
            self.tasks[task] = _Task(topic, self._reader.references(mine), limits, span)

    def _covered(self, gold: GoldEntries, runs: RunEntries, allow: Allowance) -> list[str]:
        """Return notes on tasks that runs lack, and on topics that have no gold, if they are allowed."""
        by_topic = by_key((task.topic, name) for name, task in self.tasks.items())
        answered: dict[str, dict[str, str]] = {}
        for system, run in runs.items():
            answered[system] = {}
            for key in run:
                topic, _, reference = (key, "", "") if key in gold else key.partition("/")
                whole = by_topic.get(topic, []) if not reference or self.protocol["tasks"] == "joint" else []
                is_known = topic in gold and (not reference or reference in gold[topic])
                tasks = whole or [key] * (key in self.tasks) if is_known else [key]
                answered[system] |= dict.fromkeys(tasks, key)
        return cover(answered, self.tasks, allow, "")[1] if self.tasks else []

    def _read_run(self, system: str, run: Mapping[str, Entries], zero: bool) -> None:
        """Add the answers of a system, what became of its entries, and the tasks that are not scored as usual."""
        answers, protocol, lost, counted = dict[str, Timeline](), self.protocol, Counter[str](), set[str]()
        self.runs[system], self._lost[system], asked = answers, lost, self._asked.setdefault(system, [])
        for name, task in self.tasks.items():
            alone = f"{task.topic}/{task.references[0].name}" if len(task.references) == 1 else name
            key = next((key for key in (name, alone, task.topic) if key in run), None)
            is_split = key is None and name == task.topic and any(each.startswith(f"{name}/") for each in run)
            if key is None and not is_split and not zero:
                continue
            asked.append(name)
            reading = self._reader.nothing if key is None else self._reader.read(protocol, "predicted", run[key])
            if key is not None and key not in counted:
                counted.add(key)
                lost.update(reading.lost)
            if is_split:
                fate = self._fate(system, name, "stop", InputError("protocol-prediction-split", task=name))
            elif reading.unread is not None:
                error = InputError("protocol-date", task=name, stamp=repr(reading.unread))
                fate = self._fate(system, name, protocol["bad_date"], error)
            elif not reading.timeline:
                error = InputError("protocol-prediction-empty", task=name)
                fate = self._fate(system, name, protocol["empty_prediction"], error)
            else:
                fate = ""
            if fate in ("", "zero"):
                answers[name] = reading.timeline
            elif fate == "refused":
                break
        if self._strict and lost["dropped"]:
            count = many(lost["dropped"], "entry")
            raise InputError("protocol-entries-dropped", system=system, entries=count, protocol=protocol)

    def _fate(self, system: str, task: str, answer: str, error: InputError) -> str:
        """Note and return what follows from an answer of the card; raise the error where the protocol is strict."""
        outcome = _FATES[answer]
        if self._strict and outcome != "zero":
            raise InputError("protocol-strict", system=system, protocol=self.protocol, error=error, outcome=outcome)
        self._outcomes.append(TaskOutcome(system, task, outcome, error.rule, error.sentence))
        return outcome

    def finished(self, rows: Iterable[ScoreRow]) -> FinishedProtocol:
        """Return the rows and the means that the protocol makes of scores."""
        scores: dict[str, dict[str, list[ScoreRow]]] = {system: {} for system in self.runs}
        for row in rows:
            scores[row.system].setdefault(row.topic, []).append(row)
        kept, means, accounts = list[ScoreRow](), list[Mean](), list[ProtocolAccount]()
        zeros = {(each.system, each.task) for each in self._outcomes}
        for system, by_task in scores.items():
            uncountable, refused = 0, system in self.refused
            for task, of_task in [*by_task.items()]:
                bare = {row.metric for row in of_task if _is_bare(row)} if (system, task) not in zeros else set()
                uncountable += "align+m1(rouge=1)" in bare
                if self.protocol["zero_division"] != "guarded" and bare & {"concat(rouge=1)", "concat(rouge=2)"}:
                    error = InputError("protocol-nothing-to-count", task=task)
                    refused |= self._fate(system, task, self.protocol["zero_division"], error) == "refused"
                    del by_task[task]
            if not by_task and not refused and self.protocol["no_task"] == "stop":
                lost = self._lost[system]
                error = InputError(
                    "protocol-task-missing", unread=lost["dropped"], entries=many(lost["entries"], "entry")
                )
                refused = self._fate(system, "", "stop", error) == "refused"
            elif not by_task and not refused:
                means += (Mean(system, metric, 0, 0, _ZEROS) for metric in self.protocol.metrics)
            by_task = {} if refused else by_task
            kept += (row for of_task in by_task.values() for row in of_task)
            means += self._means(system, [row for of_task in by_task.values() for row in of_task])
            accounts.append(self._account(system, len(by_task), uncountable))
        lost, limits = self._gold_lost, [task.limits for task in self.tasks.values()]
        skipped, name = (lost["topics_skipped"], lost["references_skipped"]), str(self.protocol)
        read = lost["months"], lost["overwritten"]
        record = ProtocolRecord(name, self.protocol.source, *skipped, *read, accounts, self._outcomes, limits)
        return FinishedProtocol(kept, means, record)

    def _means(self, system: str, rows: Sequence[ScoreRow]) -> Iterable[Mean]:
        for metric in dict.fromkeys(row.metric for row in rows):
            mine = [row for row in rows if row.metric == metric]
            groups: dict[str, list[Numbers]] = {}
            for row in mine:
                name = self.tasks[row.topic].topic if self.protocol["mean"] == "topics" else row.topic
                groups.setdefault(name, []).append(row.score.numbers("zero"))
            several = [mean_numbers(group, 1.0) for group in groups.values()]
            numbers = mean_numbers([{**each, "f": each["mean_of_f"]} for each in several], 1.0)
            yield Mean(system, metric, len(mine), sum(row.score.undefined is not None for row in mine), numbers)

    def _account(self, system: str, scored: int, uncountable: int) -> ProtocolAccount:
        mine, lost, run = [o for o in self._outcomes if o.system == system], self._lost[system], self.runs[system]
        fates, tasks = Counter(each.outcome for each in mine), [self.tasks[name] for name in self._asked[system]]
        answers = [(task, run[task.limits.task]) for task in tasks if task.limits.task in run]
        dates = sum(len(answer) for _, answer in answers)
        sentences = sum(len(texts) for _, answer in answers for texts in answer.values())
        given = [task.limits.sentences for task in tasks if task.limits.sentences is not None]
        spans = ((task.span, when.first) for task, answer in answers if task.span for when in answer)
        return ProtocolAccount(
            system, len(tasks), scored, fates["dropped"], fates["zero"],
            next((each.rule for each in mine if each.outcome == "refused"), ""),
            lost["entries"], lost["dropped"], lost["overwritten"], lost["appended"], lost["months"], lost["cut"],
            uncountable, sum(task.limits.dates for task in tasks), dates,
            sum(given) / len(given) if given else None, sentences / dates if dates else None,
            sum(not span[0] <= day <= span[1] for span, day in spans),
        )  # fmt: skip


class FinishedProtocol(NamedTuple):
    """The scores that count, their means, and the record of what became of the rest."""

    rows: Sequence[ScoreRow]
    means: Sequence[Mean]
    record: ProtocolRecord

    def notes(self) -> list[Note]:
        """Return what must be known of the means, system by system."""
        notes, record = list[Note](), self.record
        if record.topics_skipped:
            topics = many(record.topics_skipped, "topic")
            notes.append(Note.of("protocol-topics-skipped", protocol=record.protocol, topics=topics))
        counts = {
            "overwritten by another of their date": record.entries_overwritten,
            "read as the first day of a month or year": record.months_as_days,
        }
        fates = [f"{many(count, 'entry')} {what}" for what, count in counts.items() if count]
        if record.references_skipped:
            fates.append(f"{many(record.references_skipped, 'reference')} without an entry not loaded")
        if fates:
            notes.append(Note.of("protocol-references", fates=listed(fates)))
        for each in record.accounts:
            reasons = dict.fromkeys(outcome.reason for outcome in record.outcomes if outcome.system == each.system)
            why = listed(reasons, 3)
            if each.refused:
                notes.append(Note.of("protocol-refused", name=each.system, protocol=record.protocol, why=why))
            elif reasons:
                parts = [f"{n} {what}" for n, what in ((each.dropped, "dropped"), (each.zero, "scored 0")) if n]
                shares = f"of {many(each.asked, 'task')} {listed(parts)}"
                notes.append(Note.of("protocol-dropped", name=each.system, shares=shares, why=why))
            counts = {
                "dropped for a date that cannot be read": each.entries_dropped,
                "overwritten by another of their date": each.entries_overwritten,
                "read as the first day of a month or year": each.months_as_days,
            }
            if fates := [f"{count} {what}" for what, count in counts.items() if count]:
                notes.append(Note.of("protocol-entries", name=each.system, count=each.entries, fates=listed(fates)))
            if each.sentences_cut:
                cut = many(each.sentences_cut, "sentence")
                notes.append(Note.of("protocol-colons", name=each.system, sentences=cut))
        return notes


def _is_bare(row: ScoreRow) -> bool:
    """Return whether a score has nothing to divide by."""
    return isinstance(row.score, Score) and not (row.score.precision.whole and row.score.recall.whole)


def _sentences(rule: str, lengths: Sequence[int]) -> int | None:
    """Return the sentences a date that a system is asked for; tilse counts an empty text as one."""
    if rule == "none" or not lengths:
        return None
    return sum(max(1, n) for n in lengths) // len(lengths) if rule == "floor" else round(sum(lengths) / len(lengths))


@dataclass(frozen=True)
class ProtocolEvaluation(Evaluation):
    """The evaluation of what a protocol makes of runs; its results have the means of the protocol."""

    applied: AppliedProtocol | None = None

    @classmethod
    def of(cls, applied: AppliedProtocol) -> ProtocolEvaluation:
        """Return the evaluation of all runs that are not refused before they are scored."""
        systems = {name: run for name, run in applied.runs.items() if name not in applied.refused}
        metrics, alone = list(map(parse, applied.protocol.metrics)), applied.protocol["tasks"] == "reference"
        allow = Allowance("skip", "skip")
        return cls(systems, applied.gold, metrics, allow=allow, per_reference=alone, applied=applied)

    def run(self, progress: Progress | None = None) -> Results:
        """Score what the protocol scores; other gold, such as that of the human level, is scored as usual."""
        applied = self.applied
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UncountableTextWarning)  # the record counts them
            if applied is None or self.gold is not applied.gold:
                return super().run(progress)
            empty = not any(self.systems.values())
            results = Results([], self.signature(), self.undefined) if empty else super().run(progress)
        rows, means, record = finished = applied.finished(results.rows)
        if applied.runs and not means:
            first = next(each for each in record.outcomes if each.outcome == "refused")
            values = {"system": first.system, "protocol": applied.protocol, "why": first.reason}
            raise InputError("protocol-refuses", **values, cause=first.rule)
        others = [note for note in results.notes if not (isinstance(note, Note) and note.rule in _COUNTED)]
        notes = (*finished.notes(), *others)
        return replace(results, rows=rows, recorded_means=means, protocol=record, notes=notes)

    def signature(self) -> Signature:
        """Return the signature of the evaluation with the protocol in it."""
        head, *rest = super().signature().fields
        rest = [(key, value) for key, value in rest if key != "missing"]
        return Signature((head, ("protocol", str(self.applied and self.applied.protocol)), *rest))
