"""A protocol applied to references and runs: its tasks, what counts on which day, and what is dropped or refused."""

from __future__ import annotations

import datetime
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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


class _Unread(Exception):
    """A stamp that a protocol cannot read."""


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
    strict: bool = False

    @classmethod
    def of(cls, protocol: Protocol, gold: GoldEntries, strict: bool = False) -> AppliedProtocol:
        """Read references as the protocol does; InputError where its code ends on one."""
        lost = Counter[str]()
        tasks, sets = _tasks(protocol, gold, lost)
        if strict and lost["topics_skipped"]:
            raise InputError("protocol-topics-skipped", protocol=protocol, count=lost["topics_skipped"])
        return cls(protocol, sets, tasks, {}, {}, {}, [], lost, strict)

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

    def finished(self, rows: Iterable[ScoreRow], undefined: str = "zero") -> FinishedProtocol:
        """Return the rows and the means that the protocol makes of scores."""
        scores: dict[str, dict[str, list[ScoreRow]]] = {}
        for row in rows:
            scores.setdefault(row.system, {}).setdefault(row.topic, []).append(row)
        outcomes, kept, means = list(self.outcomes), list[ScoreRow](), list[Mean]()
        uncountable = Counter[str]()
        for system in self.runs:
            zeros = {each.task for each in outcomes if each.system == system and each.outcome == "zero"}
            by_task = scores.get(system, {})
            for task, rows_of_task in list(by_task.items()):
                uncountable[system] += task not in zeros and any(
                    _is_bare(row, "align+m1(rouge=1)") for row in rows_of_task
                )
                if task not in zeros and any(_is_bare(row, "concat(") for row in rows_of_task):
                    error = InputError("protocol-nothing-to-count", task=task)
                    if (answer := self.protocol["zero_division"]) != "guarded":
                        outcomes.append(self.fate(system, task, answer, error))
                        del by_task[task]
            if not by_task and system not in {each.system for each in outcomes if each.outcome == "refused"}:
                if self.protocol["no_task"] == "stop":
                    outcomes.append(self.fate(system, "", "stop", InputError("protocol-task-missing")))
                else:
                    means += (Mean(system, metric, 0, 0, _ZEROS) for metric in self.protocol.metrics)
            if system in {each.system for each in outcomes if each.outcome == "refused"}:
                continue
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
        counts = (lost[name] for name in ("topics_skipped", "references_skipped", "months", "overwritten"))
        return ProtocolRecord(str(self.protocol), self.protocol.source, *counts, accounts, outcomes, limits)

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
        names = ("entries", "dropped", "overwritten", "appended", "months", "cut")
        return ProtocolAccount(
            system, len(tasks), scored, fates["dropped"], fates["zero"],
            next((each.rule for each in outcomes if each.outcome == "refused"), ""),
            *(lost[name] for name in names), uncountable,
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
            said = [f"{count} {what}" for what, count in counts.items() if count]
            if said:
                notes.append(Note.of("protocol-entries", name=account.system, count=account.entries, said=listed(said)))
            if account.sentences_cut:
                notes.append(Note.of("protocol-colons", name=account.system, count=account.sentences_cut))
        return notes


def _is_bare(row: ScoreRow, metric: str) -> bool:
    """Return whether a score of a metric that starts so has nothing to divide by."""
    score = row.score
    return (
        row.metric.startswith(metric)
        and isinstance(score, Score)
        and not (score.precision.whole and score.recall.whole)
    )


def _days(protocol: Protocol, side: str, entries: Entries, lost: Counter[str]) -> Days:
    """Return the days of entries as the protocol reads those of a side, `gold` or `predicted`."""
    read, repeated = READERS[protocol[f"{side}_dates"]], protocol[f"{side}_repeated"]
    drops, cuts = (
        side == "predicted" and protocol[rule] == answer
        for rule, answer in (("bad_date", "drop-entry"), ("texts", "after-colon"))
    )
    days: Days = {}
    for stamp, sentences in sorted(entries, key=lambda entry: entry[0]) if repeated == "latest" else entries:
        try:
            number, is_coarse = read(stamp)
        except ValueError:
            if not drops:
                raise _Unread(stamp) from None
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
    lost["entries"] += len(entries)
    return days


def _timeline(days: Days, name: str = "") -> Timeline:
    return Timeline([(When(day, day), texts) for day, texts in days.items()], name)


def _tasks(
    protocol: Protocol, gold: GoldEntries, lost: Counter[str]
) -> tuple[dict[str, _Task], dict[str, ReferenceSet]]:
    """Return the tasks of a protocol and their references."""
    tasks, sets, skip = dict[str, _Task](), dict[str, ReferenceSet](), int(protocol["skip_topics"])
    for place, topic in enumerate(sorted(gold)):
        read: dict[str, Days] = {}
        for name, entries in gold[topic].items():
            if not entries and protocol["empty_reference"] == "skip":
                lost["references_skipped"] += 1
                continue
            try:
                read[name] = _days(protocol, "gold", entries, lost)
            except _Unread as fault:
                raise InputError(
                    "protocol-gold-date", topic=topic, reference=name, stamp=str(fault), protocol=protocol
                ) from None
        if place < skip:
            lost["topics_skipped"] += 1
            continue
        parts = [(topic, tuple(read))] if protocol["tasks"] == "joint" else [(f"{topic}/{n}", (n,)) for n in read]
        for task, names in parts:
            days = sorted({day for name in names for day in read[name]})
            given, margin = protocol["given_span"], 7 * (protocol["given_span"] == "week")
            around = [day for name in read for day in read[name]] if given == "topic" else days
            span = (min(around) - margin, max(around) + margin) if around and given != "none" else None
            ends = [str(datetime.date.fromordinal(day)) for day in span or ()] or [None, None]
            limits = TaskLimits(task, len(days), _sentences(protocol, [read[name] for name in names]), *ends)
            tasks[task] = _Task(topic, names, limits, span)
            sets[task] = ReferenceSet([_timeline(read[name], name) for name in names] or [Timeline()])
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
        self.lost = Counter[str]()
        self._protocol, self._run, self._read = applied.protocol, run, dict[str, Timeline | InputError]()
        for name, task in applied.tasks.items():
            key = self._key(name, task)
            if key is None and not zero and not any(each.startswith(f"{task.topic}/") for each in run):
                continue
            self.asked.append(name)
            if key is None and any(each.startswith(f"{task.topic}/") for each in run):
                error = InputError("protocol-prediction-split", task=name)
                self.outcomes.append(applied.fate(system, name, "stop", error))
                break
            answer = self._answer(key, name) if key else Timeline()
            rule = "bad_date"
            if isinstance(answer, Timeline) and not answer:
                answer, rule = InputError("protocol-prediction-empty", task=name), "empty_prediction"
            if isinstance(answer, Timeline):
                self.answers[name] = answer
                continue
            outcome = applied.fate(system, name, self._protocol[rule], answer)
            self.outcomes.append(outcome)
            if outcome.outcome == "zero":
                self.answers[name] = Timeline()
            elif outcome.outcome == "refused":
                break
        if applied.strict and self.lost["dropped"]:
            raise InputError(
                "protocol-entries-dropped", system=system, count=self.lost["dropped"], protocol=applied.protocol
            )

    def _key(self, name: str, task: _Task) -> str | None:
        """Return under which name the run has the answer to a task."""
        alone = f"{task.topic}/{task.references[0]}" if len(task.references) == 1 else name
        return next((key for key in (name, alone, task.topic) if key in self._run), None)

    def _answer(self, key: str, task: str) -> Timeline | InputError:
        if key not in self._read:
            try:
                self._read[key] = _timeline(_days(self._protocol, "predicted", self._run[key], self.lost))
            except _Unread as fault:
                self._read[key] = InputError("protocol-date", task=task, stamp=str(fault))
        return self._read[key]


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
    """Return the answers to topics of the gold, and notes on topics that runs lack or that have no gold, if allowed."""
    asked = dict.fromkeys(task.topic for task in applied.tasks.values())
    topics = {name: {key if key in gold else key.partition("/")[0]: key for key in run} for name, run in runs.items()}
    idle = gold.keys() - asked.keys()  # without a reference, or left out by the protocol
    needed = {name: {topic: "" for topic in run if topic not in idle} for name, run in topics.items()}
    notes = cover(needed, asked, allow, "")[1] if asked else []
    kept = {
        name: {key: entries for key, entries in run.items() if key in gold or key.partition("/")[0] in gold}
        for name, run in runs.items()
    }
    return kept, notes
