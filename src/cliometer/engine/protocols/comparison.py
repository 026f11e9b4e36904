"""The same runs under several protocols: scores and ranks, pairs that change places, and which answer moves what.

A waterfall changes one protocol into another, one answer of its card at a time, in the order of the questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import ClassVar

from cliometer.engine.evaluation import Allowance
from cliometer.engine.protocols.application import (
    AppliedProtocol,
    EntryReader,
    FinishedProtocol,
    GoldEntries,
    RunEntries,
)
from cliometer.engine.protocols.cards import Protocol
from cliometer.engine.results import ScoreRow
from cliometer.errors import InputError, UsageError
from cliometer.io.frames import DocumentResult
from cliometer.metrics.base import measure_systems
from cliometer.metrics.catalogue import TILSE, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.backend import tracked
from cliometer.model.display import Progress
from cliometer.model.notes import Note
from cliometer.model.protocols import ProtocolRecord
from cliometer.model.score import MetricResult, Signature, gold_digest
from cliometer.version import __version__

METRICS = ("align+m1(rouge=1)", "align+m1(rouge=2)", "date")  # what every protocol measures
_SAME = 1e-12


@dataclass(frozen=True)
class ProtocolScore:
    """A run under a protocol by a metric: its mean, its rank among the runs, and the rule that refuses it."""

    protocol: str
    system: str
    metric: str
    precision: float | None
    recall: float | None
    f: float | None
    rank: int | None
    refused: str = ""


@dataclass(frozen=True)
class PlaceChange:
    """Two runs that two protocols order differently, and the answer of the card with which they change places."""

    metric: str
    first: str
    second: str
    start: str
    protocol: str
    rule: str
    answer: str


@dataclass(frozen=True)
class WaterfallStep:
    """F of a run after one more answer was changed on the way from one protocol to another; None where refused."""

    start: str
    protocol: str
    step: int
    rule: str
    answer: str
    metric: str
    system: str
    f: float | None
    change: float | None


@dataclass(frozen=True, repr=False)
class ProtocolComparison(DocumentResult):
    """Runs under several protocols; the first protocol is where each waterfall starts."""

    kind: ClassVar[str] = "protocols"
    tables: ClassVar[Mapping[str, str]] = {
        "scores": "scores",
        "changes": "changes",
        "steps": "steps",
        "accounts": "records[protocol].accounts",
    }
    signature: Signature
    protocols: Sequence[str]
    scores: Sequence[ProtocolScore]
    changes: Sequence[PlaceChange] = ()
    steps: Sequence[WaterfallStep] = ()
    records: Sequence[ProtocolRecord] = ()
    notes: Sequence[str] = ()

    @property
    def systems(self) -> list[str]:
        """The runs, in their order."""
        return list(dict.fromkeys(score.system for score in self.scores))


@dataclass
class _Scorer:
    """Scores of a prediction against references, each computed once, however many protocols ask for it."""

    gold: GoldEntries
    runs: RunEntries
    allow: Allowance
    reader: EntryReader = field(default_factory=EntryReader)  # keeps the timelines whose ids are keys below
    known: dict[tuple[str, int], dict[int, MetricResult]] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)

    def finished(self, protocol: Protocol) -> FinishedProtocol:
        """Return what a protocol makes of the runs; InputError where it ends on a reference."""
        applied = AppliedProtocol(protocol, self.gold, self.runs, self.allow, reader=self.reader)
        self.notes |= dict.fromkeys(applied.notes)
        return applied.finished(self._rows(applied))

    def _rows(self, applied: AppliedProtocol) -> Iterator[ScoreRow]:
        for task, references in applied.gold.items():
            running = {system: run for system, run in applied.runs.items() if system not in applied.refused}
            answers = {system: run[task] for system, run in running.items() if task in run}
            comparison: tuple[list[int], TopicComparison] | None = None
            for name in applied.protocol.metrics:
                known = self.known.setdefault((name, id(references)), {})
                lacking = {id(answer): answer for answer in answers.values() if id(answer) not in known}
                if lacking:
                    if comparison is None or comparison[0] != [*lacking]:
                        comparison = [*lacking], TopicComparison(list(lacking.values()), references)
                    scores = measure_systems(parse(name).under(TILSE), comparison[1])
                    known |= zip(lacking, scores, strict=True)
                yield from (ScoreRow(system, task, name, known[id(answer)]) for system, answer in answers.items())


def compare_protocols(
    protocols: Sequence[Protocol],
    gold: GoldEntries,
    runs: RunEntries,
    allow: Allowance | None = None,
    progress: Progress | None = None,
) -> ProtocolComparison:
    """Score the runs under each protocol, and find out what makes them differ from the first."""
    if len({str(protocol) for protocol in protocols}) < max(2, len(protocols)):
        raise UsageError("protocols-needed", protocols=", ".join(map(str, protocols)))
    scorer = _Scorer(gold, runs, allow or Allowance())
    start, scores, steps, records = protocols[0], list[ProtocolScore](), list[WaterfallStep](), list[ProtocolRecord]()
    notes, reached = list[str](), dict[str, Mapping[tuple[str, str], float | None]]()
    for protocol in tracked(iter(protocols), len(protocols), progress):
        try:
            finished = scorer.finished(protocol)
        except InputError as error:
            notes.append(Note.of("protocol-ends", protocol=protocol, why=error.sentence))
            absent = partial(ProtocolScore, precision=None, recall=None, f=None, rank=None, refused=error.rule)
            scores += (absent(str(protocol), system, metric) for metric in METRICS for system in runs)
        else:
            decisive = (note for note in finished.notes() if note.weight == "decisive")
            notes += (note if "protocol" in note.values else note.framed(f"{protocol}: ") for note in decisive)
            records.append(finished.record)
            scores += _ranked(protocol, finished, list(runs))
        reached[str(protocol)] = {(s.metric, s.system): s.f for s in scores if s.protocol == str(protocol)}
        if protocol is not start:
            steps += _waterfall(scorer, start, protocol, reached[str(start)])
    changes = [change for protocol in protocols[1:] for change in _changes(str(start), str(protocol), reached, steps)]
    names = ",".join(map(str, protocols))
    sets = {topic: list(several.values()) for topic, several in gold.items()}
    made = [("protocols", names), ("metrics", ",".join(METRICS)), ("gold_digest", gold_digest(sets))]
    signature = Signature.of([("cliometer", __version__), *made])
    every = (*scorer.notes, *notes)
    return ProtocolComparison(signature, [str(p) for p in protocols], scores, changes, steps, records, every)


def _ranked(protocol: Protocol, finished: FinishedProtocol, systems: Sequence[str]) -> Iterator[ProtocolScore]:
    """Yield the scores of the systems, best rank 1; those that tie share the better rank."""
    refused = {account.system: account.refused for account in finished.record.accounts}
    means, values = {(mean.metric, mean.system): mean for mean in finished.means}, _f_scores(protocol, finished)
    for metric in METRICS:
        known = [value for (name, _), value in values.items() if name == metric and value is not None]
        for system in systems:
            mean, value = means.get((metric, system)), values.get((metric, system))
            rank = None if value is None else 1 + sum(other > value + _SAME for other in known)
            precision, recall = (mean.precision, mean.recall) if mean else (None, None)
            yield ProtocolScore(str(protocol), system, metric, precision, recall, value, rank, refused.get(system, ""))


def _f_scores(protocol: Protocol, finished: FinishedProtocol) -> dict[tuple[str, str], float | None]:
    """Return the F that a protocol reports, by metric and system."""
    name = "mean_of_f" if protocol["f_score"] == "mean" else "f_of_means"
    return {(mean.metric, mean.system): mean.numbers[name] for mean in finished.means}


def _waterfall(
    scorer: _Scorer, start: Protocol, target: Protocol, before: Mapping[tuple[str, str], float | None]
) -> Iterator[WaterfallStep]:
    """Yield F of every run by every metric after each answer in which two protocols differ."""
    protocol = start
    for step, rule in enumerate(start.differences(target), start=1):
        protocol = protocol.changing(rule, target[rule])
        values: dict[tuple[str, str], float | None] = dict.fromkeys(before)
        try:
            finished = scorer.finished(protocol)
        except InputError:  # it ends on a reference, which the table of scores says of the protocol
            pass
        else:
            scores = _f_scores(protocol, finished)
            values = {key: scores.get(key) for key in before}
        for (metric, system), value in values.items():
            last = before[metric, system]
            change = None if value is None or last is None else value - last
            yield WaterfallStep(
                start=str(start),
                protocol=str(target),
                step=step,
                rule=rule,
                answer=target[rule],
                metric=metric,
                system=system,
                f=value,
                change=change,
            )
        before = values


def _changes(
    start: str,
    protocol: str,
    reached: Mapping[str, Mapping[tuple[str, str], float | None]],
    steps: Sequence[WaterfallStep],
) -> Iterator[PlaceChange]:
    """Yield the pairs that two protocols order differently, with the last answer that turned them around."""
    mine = [step for step in steps if step.protocol == protocol]
    values = {(step.step, step.metric, step.system): step.f for step in mine}
    rules = {step.step: (step.rule, step.answer) for step in mine}
    for metric in METRICS:
        systems = [system for name, system in reached[start] if name == metric]
        for first, second in combinations(systems, 2):
            ends = [
                _order(reached[name].get((metric, first)), reached[name].get((metric, second)))
                for name in (start, protocol)
            ]
            if ends[0] * ends[1] >= 0:
                continue
            orders = {step: _order(values[step, metric, first], values[step, metric, second]) for step in rules}
            last = max((step for step in rules if orders[step] != ends[1]), default=0)
            names = (first, second) if ends[0] > 0 else (second, first)
            yield PlaceChange(metric, *names, start, protocol, *rules[last + 1])


def _order(first: float | None, second: float | None) -> int:
    """Return 1 where the first is better, -1 where the second is, and 0 where neither is or one has no score."""
    if first is None or second is None or abs(first - second) <= _SAME:
        return 0
    return 1 if first > second else -1
