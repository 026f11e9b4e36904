"""A protocol applied to references and runs: its tasks, what counts on which day, and what is dropped or refused."""

from __future__ import annotations

import datetime
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cliometer.engine.evaluation import Allowance, Evaluation, cover
from cliometer.engine.protocols.cards import Protocol
from cliometer.engine.protocols.stamps import READERS
from cliometer.engine.results import Mean, Numbers, Results, ScoreRow, mean_numbers
from cliometer.errors import InputError, UncountableTextWarning
from cliometer.io.entries import Entries
from cliometer.model.display import Progress
from cliometer.model.notes import Note
from cliometer.model.protocols import Outcome, ProtocolAccount, ProtocolRecord, TaskLimits, TaskOutcome
from cliometer.model.score import Score, Signature
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.spelling import listed, many

GoldEntries = Mapping[str, Mapping[str, Entries]]  # by topic and reference
RunEntries = Mapping[str, Mapping[str, Entries]]  # by system and topic, or topic/reference
Days = dict[int, tuple[str, ...]]
_ZEROS: Numbers = {"precision": 0.0, "recall": 0.0, "f_of_means": 0.0, "mean_of_f": 0.0}
_FATES: dict[str, Outcome] = {"stop": "refused", "drop": "dropped", "drop-task": "dropped", "zero": "zero"}


class _Task(NamedTuple):
    topic: str
    references: tuple[str, ...]
    limits: TaskLimits
    span: tuple[int, int] | None


class _Reading(NamedTuple):
    """Entries as a protocol reads them: days, what was lost, and a stamp that it cannot read, if it ends there."""

    days: Days
    timeline: Timeline
    lost: Counter[str]
    unread: str | None = None


class EntryReader:
    """Reads entries by the answers of a card, the same entries by the same answers once; equal timelines are one."""

    def __init__(self) -> None:
        self._readings: dict[tuple[object, ...], _Reading] = {}
        self._timelines: dict[Timeline, Timeline] = {}
        self._sets: dict[tuple[int, ...], ReferenceSet] = {}

    def read(self, protocol: Protocol, side: str, entries: Entries) -> _Reading:
        """Return the entries of a side, `gold` or `predicted`."""
        rules = [f"{side}_dates", f"{side}_repeated", *("bad_date", "texts") * (side == "predicted")]
        key = (side, *(protocol[rule] for rule in rules), id(entries))
        if key not in self._readings:
            days, lost = dict[int, tuple[str, ...]](), Counter[str]()
            unread = _read_days(protocol, side, entries, days, lost)
            timeline = Timeline([(When(day, day), texts) for day, texts in days.items()])
            timeline = self._timelines.setdefault(timeline, timeline)
            self._readings[key] = _Reading(days, timeline, lost, unread)
        return self._readings[key]

    def references(self, readings: Mapping[str, _Reading]) -> ReferenceSet:
        """Return the references at hand, or an empty one where there is none."""
        key = tuple(id(reading.timeline) for reading in readings.values())
        if key not in self._sets:
            named = [reading.timeline.named(name) for name, reading in readings.items()]
            self._sets[key] = ReferenceSet(named or [Timeline()])
        return self._sets[key]


def _read_days(protocol: Protocol, side: str, entries: Entries, days: Days, lost: Counter[str]) -> str | None:
    """Fill in days and what was lost; return the stamp at which the protocol ends, None where it reads all."""
    read, repeated = READERS[protocol[f"{side}_dates"]], protocol[f"{side}_repeated"]
    predicted = side == "predicted"
    drops, cuts = (predicted and protocol[rule] in ("drop-entry", "after-colon") for rule in ("bad_date", "texts"))
    lost["entries"] += len(entries)
    for stamp, sentences in sorted(entries, key=lambda entry: entry[0]) if repeated == "latest" else entries:
        try:
            number, is_coarse = read(stamp)
        except ValueError:
            if not drops:
                return stamp
            lost["dropped"] += 1
            continue
        lost["months"] += is_coarse
        texts = sentences
        if cuts:
            texts = tuple(text.rpartition(":")[2].strip() for text in sentences)
            lost["cut"] += sum(":" in text for text in sentences)
        if number in days:
            lost["appended" if repeated == "append" else "overwritten"] += 1
            texts = days[number] + texts if repeated == "append" else texts
        days[number] = texts
    return None


@dataclass(frozen=True)
class AppliedProtocol:
    """The tasks of a protocol and what each system answers, before anything is scored."""

    protocol: Protocol
    gold: Mapping[str, ReferenceSet]
    tasks: Mapping[str, _Task]
    runs: Mapping[str, Mapping[str, Timeline]]
    asked: Mapping[str, Sequence[str]]  # the tasks of each system
    lost: Mapping[str, Counter[str]]  # what became of the entries of each system
    outcomes: Sequence[TaskOutcome]
    gold_lost: Counter[str]
    strict: bool
    reader: EntryReader

    @classmethod
    def of(
        cls, protocol: Protocol, gold: GoldEntries, strict: bool = False, reader: EntryReader | None = None
    ) -> AppliedProtocol:
        """Read references as the protocol does; InputError where its code ends on one."""
        lost, reader = Counter[str](), reader or EntryReader()
        tasks, sets = _tasks(protocol, gold, lost, reader)
        if strict and lost["topics_skipped"]:
            raise InputError("protocol-topics-skipped", protocol=protocol, count=lost["topics_skipped"])
        return cls(protocol, sets, tasks, {}, {}, {}, [], lost, strict, reader)

    def answered(self, runs: RunEntries, zero: bool = False) -> AppliedProtocol:
        """Read runs as the protocol does; with `zero` a task that a run lacks has an empty prediction."""
        readings = {system: _RunReading(self, system, run, zero) for system, run in runs.items()}
        return replace(
            self,
            runs={system: reading.answers for system, reading in readings.items()},
            asked={system: reading.asked for system, reading in readings.items()},
            lost={system: reading.lost for system, reading in readings.items()},
            outcomes=[each for reading in readings.values() for each in reading.outcomes],
        )

    @property
    def refused(self) -> set[str]:
        """The systems whose run ends before anything is scored."""
        return {each.system for each in self.outcomes if each.outcome == "refused"}

    def fate(self, system: str, task: str, answer: str, error: InputError) -> TaskOutcome:
        """Return what follows from an answer of the card, or raise the error where the protocol is strict."""
        outcome = _FATES[answer]
        if self.strict and outcome != "zero":
            raise InputError("protocol-strict", system=system, protocol=self.protocol, error=error, outcome=outcome)
        return TaskOutcome(system, task, outcome, error.rule, error.sentence)

    def finished(self, rows: Iterable[ScoreRow]) -> FinishedProtocol:
        """Return the rows and the means that the protocol makes of scores."""
        scores: dict[str, dict[str, list[ScoreRow]]] = {}
        for row in rows:
            scores.setdefault(row.system, {}).setdefault(row.topic, []).append(row)
        outcomes, kept, means, uncountable = list(self.outcomes), list[ScoreRow](), list[Mean](), Counter[str]()
        zeros = {(each.system, each.task) for each in outcomes if each.outcome == "zero"}
        refused = self.refused
        for system in self.runs:
            by_task, answer = scores.get(system, {}), self.protocol["zero_division"]
            for task, rows_of_task in [*by_task.items()] if system not in refused else ():
                if (system, task) in zeros:
                    continue
                bare = [row.metric for row in rows_of_task if _is_bare(row)]
                uncountable[system] += "align+m1(rouge=1)" in bare
                if answer != "guarded" and any(metric.startswith("concat(") for metric in bare):
                    error = InputError("protocol-nothing-to-count", task=task)
                    outcomes.append(self.fate(system, task, answer, error))
                    del by_task[task]
                    refused |= {system} if outcomes[-1].outcome == "refused" else set()
            if not by_task and system not in refused and self.protocol["no_task"] == "stop":
                outcomes.append(self.fate(system, "", "stop", InputError("protocol-task-missing")))
                refused.add(system)
            if system in refused:
                continue
            if not by_task:
                means += (Mean(system, metric, 0, 0, _ZEROS) for metric in self.protocol.metrics)
            rows_of_system = [row for rows_of_task in by_task.values() for row in rows_of_task]
            kept += rows_of_system
            means += self._means(system, rows_of_system)
        return FinishedProtocol(kept, means, self._record(outcomes, kept, uncountable))

    def _means(self, system: str, rows: Sequence[ScoreRow]) -> list[Mean]:
        by_metric: dict[str, list[ScoreRow]] = {}
        for row in rows:
            by_metric.setdefault(row.metric, []).append(row)
        means = []
        for metric, of_metric in by_metric.items():
            numbers: list[Numbers] = [row.score.numbers("zero") for row in of_metric]
            if self.protocol["mean"] == "topics":
                groups: dict[str, list[Numbers]] = {}
                for row, each in zip(of_metric, numbers, strict=True):
                    groups.setdefault(self.tasks[row.topic].topic, []).append(each)
                several = [mean_numbers(group, 1.0) for group in groups.values()]
                numbers = [{**each, "f": each["mean_of_f"]} for each in several]
            undefined = sum(row.score.undefined is not None for row in of_metric)
            means.append(Mean(system, metric, len(of_metric), undefined, mean_numbers(numbers, 1.0)))
        return means

    def _record(
        self, outcomes: Sequence[TaskOutcome], kept: Sequence[ScoreRow], uncountable: Counter[str]
    ) -> ProtocolRecord:
        scored: dict[str, set[str]] = {}
        for row in kept:
            scored.setdefault(row.system, set()).add(row.topic)
        by_system: dict[str, list[TaskOutcome]] = {}
        for each in outcomes:
            by_system.setdefault(each.system, []).append(each)
        accounts = [
            self._account(system, by_system.get(system, []), len(scored.get(system, ())), uncountable[system])
            for system in self.runs
        ]
        lost, limits = self.gold_lost, [task.limits for task in self.tasks.values()]
        return ProtocolRecord(
            str(self.protocol), self.protocol.source, lost["topics_skipped"], lost["references_skipped"],
            lost["months"], lost["overwritten"], accounts, outcomes, limits,
        )  # fmt: skip

    def _account(self, system: str, outcomes: Sequence[TaskOutcome], scored: int, uncountable: int) -> ProtocolAccount:
        fates = Counter(each.outcome for each in outcomes)
        tasks, run, lost = [self.tasks[name] for name in self.asked[system]], self.runs[system], self.lost[system]
        answers = [(task, run[name]) for task, name in zip(tasks, self.asked[system], strict=True) if name in run]
        found = sum(len(answer) for _, answer in answers)
        sentences = sum(len(texts) for _, answer in answers for texts in answer.values())
        given = [task.limits.sentences for task in tasks if task.limits.sentences is not None]
        outside = sum(
            not task.span[0] <= when.first <= task.span[1] for task, answer in answers if task.span for when in answer
        )
        return ProtocolAccount(
            system, len(tasks), scored, fates["dropped"], fates["zero"],
            next((each.rule for each in outcomes if each.outcome == "refused"), ""),
            lost["entries"], lost["dropped"], lost["overwritten"], lost["appended"], lost["months"], lost["cut"],
            uncountable,
            sum(task.limits.dates for task in tasks), found,
            sum(given) / len(given) if given else None, sentences / found if found else None, outside,
        )  # fmt: skip


@dataclass(frozen=True)
class FinishedProtocol:
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
        for account in record.accounts:
            mine = [each for each in record.outcomes if each.system == account.system]
            reasons = listed(dict.fromkeys(each.reason for each in mine), 3)
            if account.refused:
                notes.append(Note.of("protocol-refused", name=account.system, protocol=record.protocol, why=reasons))
            elif mine:
                shares = f"{account.dropped} of {many(account.asked, 'task')} dropped, {account.zero} scored 0"
                notes.append(Note.of("protocol-dropped", name=account.system, shares=shares, why=reasons))
            counts = {
                "dropped, because their date cannot be read": account.entries_dropped,
                "overwritten by another of their date": account.entries_overwritten,
                "read as the first day of a month or year": account.months_as_days,
            }
            fates = [f"{count} {what}" for what, count in counts.items() if count]
            if fates:
                notes.append(
                    Note.of("protocol-entries", name=account.system, count=account.entries, fates=listed(fates))
                )
            if account.sentences_cut:
                cut = many(account.sentences_cut, "sentence")
                notes.append(Note.of("protocol-colons", name=account.system, sentences=cut))
        return notes


def _is_bare(row: ScoreRow) -> bool:
    """Return whether a score has nothing to divide by."""
    return isinstance(row.score, Score) and not (row.score.precision.whole and row.score.recall.whole)


def _tasks(
    protocol: Protocol, gold: GoldEntries, lost: Counter[str], reader: EntryReader
) -> tuple[dict[str, _Task], dict[str, ReferenceSet]]:
    """Return the tasks of a protocol and their references."""
    tasks, sets, skip = dict[str, _Task](), dict[str, ReferenceSet](), int(protocol["skip_topics"])
    span_of = protocol["given_span"]
    margin = 7 * (span_of == "week")
    for place, topic in enumerate(sorted(gold)):
        read: dict[str, _Reading] = {}
        for name, entries in gold[topic].items():
            if not entries and protocol["empty_reference"] == "skip":
                lost["references_skipped"] += 1
                continue
            reading = read[name] = reader.read(protocol, "gold", entries)
            if (stamp := reading.unread) is not None:
                names = {"topic": topic, "reference": name, "stamp": repr(stamp)}
                raise InputError("protocol-gold-date", protocol=protocol, **names)
            lost.update(reading.lost)
        if place < skip:
            lost["topics_skipped"] += 1
            continue
        parts = [(topic, tuple(read))] if protocol["tasks"] == "joint" else [(f"{topic}/{n}", (n,)) for n in read]
        for task, names_of_task in parts:
            mine = {name: read[name] for name in names_of_task}
            days = {day for reading in mine.values() for day in reading.days}
            around = {day for reading in read.values() for day in reading.days} if span_of == "topic" else days
            span = (min(around) - margin, max(around) + margin) if around and span_of != "none" else None
            first, last = (str(datetime.date.fromordinal(day)) for day in span) if span else (None, None)
            sentences = _sentences(protocol, [reading.days for reading in mine.values()])
            tasks[task] = _Task(topic, names_of_task, TaskLimits(task, len(days), sentences, first, last), span)
            sets[task] = reader.references(mine)
    return tasks, sets


def _sentences(protocol: Protocol, references: Sequence[Days]) -> int | None:
    """Return the sentences a date that a system is asked for; tilse counts an empty text as one."""
    rule = protocol["given_sentences"]
    lengths = [max(len(texts), rule == "floor") for days in references for texts in days.values()]
    if rule == "none" or not lengths:
        return None
    mean = sum(lengths) / len(lengths)
    return int(mean) if rule == "floor" else round(mean)


class _RunReading:
    """The answers of a system, what became of its entries, and the tasks that are not scored as usual."""

    def __init__(self, applied: AppliedProtocol, system: str, run: Mapping[str, Entries], zero: bool) -> None:
        self.answers: dict[str, Timeline] = {}
        self.asked: list[str] = []
        self.outcomes: list[TaskOutcome] = []
        self.lost, counted, protocol = Counter[str](), set[str](), applied.protocol
        for name, task in applied.tasks.items():
            alone = f"{task.topic}/{task.references[0]}" if len(task.references) == 1 else name
            key = next((key for key in (name, alone, task.topic) if key in run), None)
            is_split = key is None and protocol["tasks"] == "joint" and any(_topic(each) == task.topic for each in run)
            if key is None and not is_split and not zero:
                continue
            self.asked.append(name)
            reading = applied.reader.read(protocol, "predicted", run[key]) if key is not None else _NOTHING
            if key is not None and key not in counted:
                counted.add(key)
                self.lost.update(reading.lost)
            if is_split:
                answer, error = "stop", InputError("protocol-prediction-split", task=name)
            elif reading.unread is not None:
                answer, error = protocol["bad_date"], InputError("protocol-date", task=name, stamp=repr(reading.unread))
            elif not reading.timeline:
                answer, error = protocol["empty_prediction"], InputError("protocol-prediction-empty", task=name)
            else:
                self.answers[name] = reading.timeline
                continue
            self.outcomes.append(applied.fate(system, name, answer, error))
            if self.outcomes[-1].outcome == "zero":
                self.answers[name] = _NOTHING.timeline
            elif self.outcomes[-1].outcome == "refused":
                break
        if applied.strict and (count := self.lost["dropped"]):
            raise InputError("protocol-entries-dropped", system=system, count=count, protocol=protocol)


_NOTHING = _Reading({}, Timeline(), Counter())


def _topic(key: str) -> str:
    return key.partition("/")[0]


@dataclass(frozen=True)
class ProtocolEvaluation(Evaluation):
    """The evaluation of what a protocol makes of runs; its results have the means of the protocol."""

    applied: AppliedProtocol | None = None

    @classmethod
    def prepared(
        cls, protocol: Protocol, gold: GoldEntries, runs: RunEntries, allow: Allowance, strict: bool
    ) -> tuple[ProtocolEvaluation, list[str]]:
        """Return the evaluation, and notes on topics that runs lack or that have no gold."""
        from cliometer.metrics.catalogue import parse

        applied = AppliedProtocol.of(protocol, gold, strict)
        runs, notes = covered(applied, gold, runs, allow)
        applied = applied.answered(runs, allow.missing == "zero")
        systems = {name: run for name, run in applied.runs.items() if name not in applied.refused}
        evaluation = cls(
            systems, applied.gold, list(map(parse, protocol.metrics)), allow=Allowance("skip", "skip"),
            per_reference=protocol["tasks"] == "reference", applied=applied,
        )  # fmt: skip
        return evaluation, notes

    def run(self, progress: Progress | None = None) -> Results:
        """Score what the protocol scores; other gold, such as that of the human level, is scored as usual."""
        applied = self.applied
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UncountableTextWarning)  # the record counts them
            if applied is None or self.gold is not applied.gold:
                return super().run(progress)
            empty = not any(self.systems.values())
            results = Results([], self.signature(), self.undefined) if empty else super().run(progress)
        finished = applied.finished(results.rows)
        refused = [each for each in finished.record.outcomes if each.outcome == "refused"]
        if applied.runs and not finished.means:
            first = refused[0]
            error = InputError("protocol-refuses", system=first.system, protocol=applied.protocol, why=first.reason)
            error.values["rule"] = first.rule
            raise error
        others = [note for note in results.notes if not (isinstance(note, Note) and note.rule in _COUNTED)]
        return replace(
            results, rows=finished.rows, recorded_means=finished.means, protocol=finished.record,
            notes=(*finished.notes(), *others),
        )  # fmt: skip

    def signature(self) -> Signature:
        """Return the signature of the evaluation with the protocol in it."""
        head, *rest = super().signature().fields
        rest = [(key, value) for key, value in rest if key != "missing"]
        return Signature((head, ("protocol", str(self.applied and self.applied.protocol)), *rest))


_COUNTED = ("topics-skipped", "timeline-empty", "text-uncountable", "score-undefined", "means-uneven")


def covered(
    applied: AppliedProtocol, gold: GoldEntries, runs: RunEntries, allow: Allowance
) -> tuple[RunEntries, list[str]]:
    """Return the answers to topics of the gold, and notes on tasks that runs lack or that have no gold, if allowed.

    What a run says on topics that the protocol leaves out, or on references that it does not load, is not missed.
    """
    by_topic: dict[str, list[str]] = {}
    for name, task in applied.tasks.items():
        by_topic.setdefault(task.topic, []).append(name)
    joint, answered, kept = applied.protocol["tasks"] == "joint", dict[str, dict[str, str]](), {}
    for system, run in runs.items():
        answered[system] = {}
        for key in run:
            topic = key if key in gold else _topic(key)
            is_known = topic in gold and (topic == key or key.partition("/")[2] in gold[topic])
            tasks = by_topic.get(topic, []) if topic == key or joint else [key] * (key in applied.tasks)
            answered[system] |= dict.fromkeys(tasks if is_known else [key], key)
        kept[system] = {key: run[key] for key in run if key in gold or _topic(key) in gold}
    return kept, cover(answered, applied.tasks, allow, "")[1] if applied.tasks else []
