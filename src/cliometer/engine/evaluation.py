"""Evaluation: systems x topics x metrics of one kind of gold, scored into results."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from cliometer.engine.results import (
    Results,
    ScoreRow,
    TextRemarks,
    metric_remarks,
    remarks_on,
    silence_of,
    text_remarks,
)
from cliometer.errors import CoverageError, InputError, UsageError
from cliometer.expressions import settings_of, spell_value
from cliometer.metrics.base import GOLD_KINDS, Metric, measure_systems
from cliometer.metrics.catalogue import TILSE, Preset
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import Progress
from cliometer.model.notes import Note
from cliometer.model.score import Signature, Undefined, gold_digest, value_digest
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline
from cliometer.settings.groups import Extra, Missing
from cliometer.spelling import listed, many, plural
from cliometer.version import __version__

if TYPE_CHECKING:
    from cliometer.engine.score_cache import ScoreCache

N = TypeVar("N")
T = TypeVar("T")
_ROTATIONS = 20  # of a timeline's texts, at most, for its chance level
_LEAST_SYSTEMS = 25  # in a part of a topic: parts share no tables, and small ones cost more than they save
_CELLS_AT_ONCE = 4_000_000  # days of systems x dates of references that are compared in one go
_SKIPPED = "left out of its means"
_ABOVE = "give the folder above the topics, GOLD/<topic>/<reference>.txt, or name the files of one topic"


@dataclass(frozen=True)
class Allowance:
    """What to do with topics that a run lacks, and with topics that have no gold."""

    missing: Missing = "error"
    extra: Extra = "error"


@dataclass(frozen=True)
class Terms:
    """How messages call an answer and the gold, and what they say of a system that lacks a topic."""

    answer: str = "timeline"
    gold: str = "references"
    silence: str = "scored 0"


@dataclass(frozen=True)
class Evaluation:
    """What is to be scored, by which metrics of one kind of gold, and under which rules.

    Systems and gold are given by topic. `preset` fills what metrics of timelines leave open; other gold knows
    no preset. `aside` says which of the usual metrics were left out, and why.
    """

    systems: Mapping[str, Mapping[str, Any]]
    gold: Mapping[str, Any]
    metrics: Sequence[Metric]
    evidence: str = "references"
    preset: Preset = TILSE
    allow: Allowance = field(default_factory=Allowance)
    uncountable: Literal["note", "error"] = "note"
    duplicates: Duplicates | None = None  # how repeated dates were read, where files were
    per_reference: bool = False  # whether each reference is a task of its own
    aside: tuple[str, ...] = ()
    oracles: Mapping[str, str] = field(default_factory=dict)  # runs made with the gold in view, and what made them
    cache: ScoreCache | None = None  # where scores are found that were computed before
    data: str = ""  # the published data set that the gold is, as `io.manifests` labels it

    @cached_property
    def closed(self) -> list[Metric]:
        """The metrics with every open setting filled from the preset."""
        return [metric.under(self.preset) for metric in self.metrics]

    @property
    def undefined(self) -> Undefined:
        """What becomes of a score without a value."""
        return self.preset.undefined if self.evidence == "references" else "null"

    @property
    def remarks(self) -> list[str]:
        """What is to be said before anything is scored: which runs are oracles, which metrics were left out."""
        return [*(Note.of("oracle", name=name) for name in self.oracles), *self.aside]

    def run(self, progress: Progress | None = None) -> Results:
        """Score everything, topic by topic; metrics share what they find out about a topic."""
        work, notes = self.answers(nothing=None)
        backend = active_backend()
        size = part_size(len(self.systems), len(work), backend.jobs) if backend.jobs > 1 else None
        blocks = [(topic, names) for topic, answers in work.items() for names in self.batches(topic, answers, size)]
        pieces = ((topic, names, [work[topic][name] for name in names]) for topic, names in blocks)
        scored = backend.map(scores_of_block, pieces, replace(self, systems={}), _label)
        pairs = zip(blocks, tracked(scored, len(blocks), progress), strict=True)
        return self.collected(((*block, scores) for block, scores in pairs), notes, sum(map(len, work.values())))

    def collected(
        self, scored: Iterable[tuple[str, Sequence[str], BlockScores]], notes: Sequence[str], answers: int
    ) -> Results:
        """Put the scores of all blocks together, topic by topic, in the order of systems, topics and metrics.

        Parameters
        ----------
        scored
            The topic, the systems and the scores of each block.
        notes
            What was let pass.
        answers
            How many answers are scored in all blocks.
        """
        rows, remarked = self._joined(scored)
        for remarks in remarked.values() if self.uncountable == "note" else ():
            remarks.warn()
        lost = [remark for remarks in remarked.values() for remark in remarks.systems]
        if lost and self.uncountable == "error" and len(lost) == answers:
            raise InputError(
                "text-not-counted", note=lost[0]
            )  # a run of which nothing counts was meant for other settings
        place = {system: place for place, system in enumerate(self.systems)}
        rows.sort(key=lambda row: place[row.system])
        notes = [*self.remarks, *notes]
        notes += [
            note for remarks in remarked.values() for note in (*remarks.others, *remarks.systems, *remarks.references)
        ]
        notes += [*metric_remarks(rows, self.metrics), *remarks_on(rows, self.undefined)]
        return Results(rows, self.signature(), self.undefined, tuple(dict.fromkeys(notes)), oracles=self.oracles)

    def _joined(
        self, scored: Iterable[tuple[str, Sequence[str], BlockScores]]
    ) -> tuple[list[ScoreRow], dict[str, TextRemarks]]:
        """Return the rows of all blocks, and the remarks on the texts of each topic."""
        rows: list[ScoreRow] = []
        remarked: dict[str, TextRemarks] = {}
        spelled = list(map(str, self.metrics))
        for topic, names, (remarks, scores, tally) in scored:
            if self.cache:
                self.cache.tally.add(tally)
            for every, added in zip(remarked.setdefault(topic, TextRemarks([], [], [])), remarks, strict=True):
                every.extend(added)
            for metric, column in zip(spelled, scores, strict=True):
                rows += map(ScoreRow, names, repeat(topic), repeat(metric), column)
        return rows, remarked

    def with_chance(self, results: Results) -> Results:
        """Return the results with the chance level of each score: the mean F of the same texts on rotated dates.

        Rotation k gives each date the texts of the k-th date after it; of many rotations, twenty are taken that
        are evenly spaced. A timeline of one date has no chance level.
        """
        if self.evidence != "references":
            raise UsageError("chance-needs-dates", meaning=GOLD_KINDS[self.evidence].meaning)
        levels: dict[tuple[str, str, str], float] = {}
        pieces = ((topic, {name: run.get(topic) for name, run in self.systems.items()}) for topic in results.topics)
        for chunk in active_backend().map(_chance_levels, pieces, replace(self, systems={}), _label):
            levels |= chunk
        rows = [replace(row, chance=levels.get((row.system, row.topic, row.metric))) for row in results.rows]
        note = Note.of("chance-explained", rotations=_ROTATIONS)
        return replace(results, rows=rows, notes=(*results.notes, note))

    def answers(self, nothing: Any = ...) -> tuple[dict[str, dict[str, Any]], list[str]]:
        """Return what is scored, by topic and system, and notes on what was let pass.

        `nothing` stands for an answer that is missing: by default an empty one; other processes know None as such.
        """
        kind = GOLD_KINDS[self.evidence]
        complete = all(run.keys() >= self.gold.keys() for run in self.systems.values())
        terms = Terms(kind.answer, kind.name, "" if complete else silence_of(self.metrics))
        return cover(self.systems, self.gold, self.allow, kind.nothing if nothing is ... else nothing, terms)

    def score_answers(self, topic: str, answers: Mapping[str, Any]) -> tuple[list[ScoreRow], TextRemarks]:
        """Score what systems answered on one topic, None for one that is missing, here and in batches."""
        blocks = self.batches(topic, answers)
        scored = (
            (topic, names, scores_of_block(self, (topic, names, [answers[name] for name in names]))) for names in blocks
        )
        rows, remarked = self._joined(scored)
        return rows, remarked.get(topic, TextRemarks([], [], []))

    def score_topic(self, topic: str, answers: Sequence[Any]) -> dict[str, list[Any]]:
        """Score any answers to one topic, in batches; the scores by metric, in the order of the answers."""
        scores_by_metric: dict[str, list[Any]] = {str(metric): [] for metric in self.metrics}
        for places in self.batches(topic, dict(enumerate(answers))):
            comparison = TopicComparison([answers[place] for place in places], self.gold[topic])
            for scores, metric in zip(scores_by_metric.values(), self.closed, strict=True):
                scores += measure_systems(metric, comparison)
        return scores_by_metric

    def batches(self, topic: str, answers: Mapping[N, Any], most: int | None = None) -> Iterator[list[N]]:
        """Yield as many timelines at a time as fit into memory; other answers all at once; `most` limits both."""
        gold, names, cells = self.gold[topic], list[N](), 0
        width = max(1, len(gold.dates)) if self.evidence == "references" else 0
        for name, answer in answers.items():
            added = len(answer) * width if width and answer is not None else 0
            if names and (cells + added > _CELLS_AT_ONCE or len(names) == most):
                yield names
                names, cells = [], 0
            names.append(name)
            cells += added
        if names:
            yield names

    def gold_key(self, topic: str) -> str:
        """Return what names the gold of a topic in a cache; other gold than references may depend on other topics."""
        if self.evidence == "references":
            return value_digest(list(self.gold[topic]))
        return f"{topic}|{self._gold_digest}"

    @cached_property
    def _gold_digest(self) -> str:
        return value_digest(self.gold)

    def signature(self) -> Signature:
        """Return version, metrics, the rules with every setting that a metric leaves open, gold, and averaging."""
        first = next(iter(self.gold.values()), None)
        dependencies = sorted({pair for m in self.closed if first is not None for pair in m.dependencies(first)})
        missing = [("missing", self.allow.missing)] if self.allow.missing != "error" else []
        names = ("metrics", ",".join(map(str, self.metrics)))
        if self.evidence != "references":
            rules = [("gold", self.evidence), names, *dependencies, ("undefined", self.undefined), *missing]
        else:
            numbers = sorted({len(references) for references in self.gold.values()}) or [0]
            used = {
                f.name
                for m, closed in zip(self.metrics, self.closed, strict=True)
                for f in settings_of(m)
                if getattr(m, f.name) is None and getattr(closed, f.name) == getattr(self.preset, f.name, None)
            }
            of_preset = [
                (f.name, spell_value(getattr(self.preset, f.name)))
                for f in dataclasses.fields(self.preset)
                if f.name in used or f.name == "undefined"
            ]
            rules = [("preset", self.preset.name), names, *of_preset, *dependencies]
            rules += [("duplicates", self.duplicates)] if self.duplicates else []
            ends = dict.fromkeys((numbers[0], numbers[-1]))
            rules += [*missing, ("nrefs", "-".join(map(str, ends)))]
            rules += [("per_reference", "true")] if self.per_reference else []
        data = [("data", self.data)] if self.data else []
        scored = [*data, ("gold_digest", gold_digest(self.gold)), ("averaging", "macro")]
        return Signature((("cliometer", __version__), *rules, *scored))


def part_size(systems: int, topics: int, jobs: int) -> int:
    """Return how many systems of a topic make a piece of work, so that all workers are occupied to the end."""
    parts = -(-4 * jobs // max(1, topics)) if jobs > 1 else 1
    return max(_LEAST_SYSTEMS, -(-systems // parts))


BlockScores = tuple[TextRemarks, list[Sequence[Any]], Any]


def scores_of_block(evaluation: Evaluation, block: tuple[str, Sequence[str], Sequence[Any]]) -> BlockScores:
    """Return remarks on some answers to a topic, None for one that is missing, and their scores by each metric.

    With a cache, the last value says how much was found there.
    """
    topic, names, answers = block
    if evaluation.cache is not None:
        from cliometer.engine.score_cache import cached_scores  # few evaluations have a cache

        return cached_scores(evaluation, topic, names, answers)
    nothing = GOLD_KINDS[evaluation.evidence].nothing
    comparison = TopicComparison([nothing if answer is None else answer for answer in answers], evaluation.gold[topic])
    remarks = text_remarks(evaluation, names, topic, comparison)
    return remarks, [measure_systems(metric, comparison) for metric in evaluation.closed], None


def _label(block: Sequence[Any]) -> str:
    """Return how messages name a block of work."""
    topic, names = block[0], list(block[1])
    return f"the topic {topic} with {many(len(names), 'system')}, {names[0]} to {names[-1]}"


def _chance_levels(
    evaluation: Evaluation, block: tuple[str, Mapping[str, Timeline | None]]
) -> dict[tuple[str, str, str], float]:
    """Return the chance level of each system on a topic by each metric."""
    topic, answers = block
    rotated = [(name, turned) for name, timeline in answers.items() for turned in rotations(timeline)]
    levels: dict[tuple[str, str, str], float] = {}
    for metric, scores in evaluation.score_topic(topic, [turned for _, turned in rotated]).items():
        earned: dict[str, list[float]] = {}
        for (name, _), score in zip(rotated, scores, strict=True):
            numbers = score.numbers("zero")
            if (number := numbers.get("f", numbers.get("value"))) is not None:
                earned.setdefault(name, []).append(number)
        levels |= {(name, topic, metric): sum(some) / len(some) for name, some in earned.items()}
    return levels


def rotations(timeline: Timeline | None) -> Iterator[Timeline]:
    """Yield the timeline with its texts moved along its dates, by some or all of the ways there are."""
    dates, texts = (tuple(timeline), tuple(timeline.values())) if timeline else ((), ())
    steps = min(_ROTATIONS, len(dates) - 1)
    for number in range(1, steps + 1):
        step = number * len(dates) // (steps + 1)
        yield Timeline(zip(dates, texts[step:] + texts[:step], strict=True))


def refuse_empty_references(gold: Mapping[str, ReferenceSet]) -> None:
    """Refuse a reference without a sentence, against which everybody would score nothing."""
    for topic, references in gold.items():
        for number, reference in enumerate(references, start=1):
            if not any(reference.values()):
                raise InputError("reference-says-nothing", reference=reference.name or number, topic=topic)


def cover(
    systems: Mapping[str, Mapping[str, T]],
    references: Mapping[str, Any],
    allow: Allowance,
    nothing: T,
    what: str | Terms = "timeline",
) -> tuple[dict[str, dict[str, T]], list[str]]:
    """Return for each topic the answers to score, by system, and a note on everything that was let pass.

    `nothing` stands for the answer of a system that lacks a topic, where that is scored; `what` an answer is.
    """
    terms = what if isinstance(what, Terms) else Terms(what)
    notes: list[str] = []
    work: dict[str, dict[str, T]] = {topic: {} for topic in references}
    for name, run in systems.items():
        if run and references and not any(topic in references for topic in run):
            raise _strangers(name, run, references, terms)
        extra = [topic for topic in run if topic not in references]
        missing = [topic for topic in references if topic not in run]
        if extra:
            notes.append(_extra(name, extra, references, allow, terms))
        if missing:
            notes.append(_missing(name, missing, run, allow, terms))
        for topic in references:
            if topic in run:
                work[topic][name] = run[topic]
            elif allow.missing == "zero":
                work[topic][name] = nothing
    covered = {topic: timelines for topic, timelines in work.items() if timelines}
    if not covered:
        raise CoverageError("nothing-to-score")
    return covered, notes


def _strangers(name: str, run: Mapping[str, object], references: Mapping[str, object], terms: Terms) -> CoverageError:
    """Return the error where a run and the gold share no topic: a wrong folder was named, or the two were swapped."""
    known = {*references, *(topic.partition("/")[0] for topic in references)}
    last = "REFERENCE" if terms.gold == "references" else terms.gold.upper()
    order = f"if the two were swapped, the order is SYSTEM {last}"
    if terms.gold == "references" and all(topic.rpartition("/")[0] in references for topic in run):
        remedy = f"if each reference is a task of its own, use --per-reference; {order}"
    elif all("/" in topic and topic.rpartition("/")[2] in known for topic in run):
        remedy = f"is this a folder of runs? name the runs: {name}/*"
    elif terms.gold != "references":
        remedy = f"topics are recognised by the names of files and folders; {order}"
    else:
        remedy = f"{_ABOVE}; {order}"
    return CoverageError(
        "topics-disjoint",
        name=name,
        gold=terms.gold,
        run=listed(run, 5),
        references=listed(references, 5),
        remedy=remedy,
    )


def _missing(name: str, missing: list[str], run: Mapping[str, object], allow: Allowance, terms: Terms) -> str:
    if allow.missing == "error":
        holding = f"it has {listed(run, 5)}" if run else "it has none at all"
        zero = "scores 0" if terms.silence == "scored 0" else "scores as an empty one"
        raise CoverageError(
            "topics-missing", name=name, answer=terms.answer, missing=listed(missing, 5), found=holding, zero=zero
        )
    rule, outcome = ("topics-silent", terms.silence) if allow.missing == "zero" else ("topics-skipped", _SKIPPED)
    return Note.of(rule, name=name, answer=terms.answer, topics=", ".join(missing), outcome=outcome)


def _extra(name: str, extra: list[str], references: Mapping[str, object], allow: Allowance, terms: Terms) -> str:
    lacking = "without a reference" if terms.gold == "references" else f"on topics without {terms.gold}"
    what = f"{name} has {plural(terms.answer)} {lacking}"
    if allow.extra == "error":
        remedy = 'remove it, or allow it with --extra skip, in Python extra="skip"'
        if terms.gold == "references" and all(topic.rpartition("/")[0] in references for topic in extra):
            remedy = "if each reference is a task of its own, use --per-reference"
        raise CoverageError(
            "topics-without-gold",
            what=what,
            extra=listed(extra, 5),
            gold=terms.gold,
            references=listed(references, 5),
            remedy=remedy,
        )
    return Note.of("topics-extra", what=what, topics=", ".join(extra))
