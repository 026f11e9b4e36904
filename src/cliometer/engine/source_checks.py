"""Timelines checked against the articles that they were made from: a verdict a sentence, with its evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import inf
from pathlib import Path
from typing import ClassVar

from cliometer.engine.compare.gates import Gate, Ruling, gates_of
from cliometer.errors import InputError, UsageError, unknown
from cliometer.io.frames import DocumentResult
from cliometer.metrics.grounding.citations import Citations, cited, verdicts_of
from cliometer.metrics.grounding.evidence import Evidence, EvidenceIndex
from cliometer.metrics.grounding.verdicts import VERDICTS, Judgement, judge
from cliometer.metrics.sources.grounding import SHARES, WORDS, foreign_share, share
from cliometer.model.display import Progress
from cliometer.model.documents import Article
from cliometer.model.notes import Note
from cliometer.model.timeline import Timeline
from cliometer.model.when import When
from cliometer.settings.groups import ScoreSide
from cliometer.spelling import listed, many
from cliometer.text.annotate.annotator import FEWEST, is_foreign
from cliometer.text.time_tags import tagged_times

_GRAMMAR = f"write {', '.join(SHARES)}, then >=, >, <=, < or =, then a number, such as dated >= 0.9"
Citing = Mapping[tuple[str, str], Sequence[Sequence[str]]]  # of a system and task: the articles of each sentence


@dataclass(frozen=True)
class SourceEvidence:
    """What an article says: its sentences, how much of the checked one they hold, and the day, week or month told.

    `conflicts` says what contradicts (number, name, antonym, negation), `against` with which words.
    """

    article: str
    published: When
    sentences: tuple[str, ...]
    support: float
    date: When
    how: str  # expression, month or week, publication
    conflicts: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


@dataclass(frozen=True)
class CheckedSentence:
    """A sentence of a timeline with its verdict; `missing` are words that its evidence lacks."""

    system: str
    topic: str
    date: When
    sentence: str
    verdict: str
    size: float
    content: float
    score: float
    missing: tuple[str, ...] = ()
    evidence: SourceEvidence | None = None
    second: SourceEvidence | None = None  # for a piece that the first lacks


@dataclass(frozen=True)
class SystemVerdicts:
    """How many sentences of a system have each verdict, and shares; those of citations where it names articles.

    The shares are None where no sentence holds a word that is counted.
    """

    system: str
    sentences: int
    supported: int
    other_date: int
    date_not_told: int
    contradicted: int
    unsupported: int
    grounded: float | None
    dated: float | None
    contradictions: float | None
    citation_recall: float | None = None
    citation_dated_recall: float | None = None
    citation_precision: float | None = None


@dataclass(frozen=True, repr=False)
class SourceCheck(DocumentResult):
    """The verdicts on timelines, system by system and sentence by sentence."""

    kind: ClassVar[str] = "check"
    tables: ClassVar[Mapping[str, str]] = {"systems": "systems", "sentences": "sentences", "rulings": "rulings"}
    weights: str
    systems: tuple[SystemVerdicts, ...]
    sentences: tuple[CheckedSentence, ...]
    rulings: tuple[Ruling, ...] = ()
    notes: tuple[str, ...] = ()

    def passed(self) -> bool:
        """Return whether every system passes every gate."""
        return all(ruling.passed for ruling in self.rulings)


@dataclass(frozen=True)
class CheckPlan:
    """What is to be checked: the timelines of systems by task, and articles by topic."""

    runs: Mapping[str, Mapping[str, Timeline]]
    articles: Mapping[str, Sequence[Article]]
    gates: Sequence[str | Gate] = ()
    weights: str = WORDS
    tags: Path | None = None
    citations: Citing | None = None

    def run(self, progress: Progress | None = None) -> SourceCheck:
        """Read gates and topics, then judge topic by topic, so that one index is held at a time."""
        gates = gates_of([part for gate in self.gates for part in _parts(gate)], left=_share_name, grammar=_GRAMMAR)
        if relative := next((gate for gate in gates if gate.other is not None), None):
            raise UsageError("check-gate-needs-number", gate=relative)
        if outside := next((gate for gate in gates if not 0 <= gate.margin <= 1), None):
            raise UsageError("check-gate-beyond-shares", gate=outside)
        tasks = self._tasks()
        foreign = self._other_languages(dict.fromkeys(topic for _, _, topic in tasks))
        cited_by: dict[str, Citations] = {}
        unknown_ids: dict[str, dict[str, None]] = {system: {} for system in self.runs}  # in their order
        checked: dict[tuple[str, str], list[CheckedSentence]] = {}
        done, total = count(1), len(tasks)
        for topic in dict.fromkeys(topic for _, _, topic in tasks):
            index = EvidenceIndex(self.articles[topic], tagged_times(self.articles[topic], self.tags))
            for system, task in [task[:2] for task in tasks if task[2] == topic]:
                lines = [(when, line) for when, lines in self.runs[system][task].items() for line in lines]
                if named := (self.citations or {}).get((system, task)):
                    cited_by[system] = cited_by.get(system, Citations()) + cited(lines, named, verdicts_of(index))
                    known = {article.id for article in index.articles}
                    unknown_ids[system] |= dict.fromkeys(id for ids in named for id in ids if id not in known)
                checked[system, task] = [
                    _checked(system, task, *line, judge(*line[::-1], index), index) for line in lines
                ]
                if progress:
                    progress(next(done), total)
        systems = tuple(self._summary(name, checked, cited_by.get(name)) for name in self.runs)
        sentences = tuple(each for system, task, _ in tasks for each in checked[system, task])
        rulings = tuple(_ruling(gate, each) for gate in gates for each in systems)
        notes = [Note.of("shares-undefined", system=each.system) for each in systems if each.grounded is None]
        notes += [
            Note.of("citations-unknown", system=system, cited=many(len(ids), "cited id"), ids=listed(ids, 3))
            for system, ids in unknown_ids.items()
            if ids
        ]
        everything = (*foreign, *notes, Note.of("grounding-is-precision"))
        return SourceCheck(self.weights, systems, sentences, rulings, everything)

    def _tasks(self) -> list[tuple[str, str, str]]:
        """Return each system and task with its topic; a single topic has the articles of all."""
        tasks = []
        for topic, articles in self.articles.items():
            if not any(article.sentences for article in articles):
                raise InputError("check-of-empty-articles", topic=topic)
            for article in articles:
                if article.date.first != article.date.last:
                    raise InputError("article-of-no-day", topic=topic, article=article.id, date=article.date)
        for system, run in self.runs.items():
            if not any(lines for timeline in run.values() for lines in timeline.values()):
                raise InputError("check-of-nothing", system=system)
            single = next(iter(self.articles)) if len(self.articles) == len(run) == 1 else ""
            for task in run:
                topic = single or next((each for each in (task, task.partition("/")[0]) if each in self.articles), "")
                if not topic:
                    raise InputError("check-without-articles", system=system, task=task, topics=listed(self.articles))
                tasks.append((system, task, topic))
        return tasks

    def _other_languages(self, topics: Iterable[str]) -> list[Note]:
        """Refuse articles and timelines in another language, and note single articles and sentences."""
        sides: list[tuple[str, str, list[str]]] = [
            (f"articles of {topic}", "article", [" ".join(article.sentences) for article in self.articles[topic]])
            for topic in topics
        ]
        for system, run in self.runs.items():
            sides += [
                (f"system {system}, topic {task}", "sentence", [line for lines in timeline.values() for line in lines])
                for task, timeline in run.items()
            ]
        notes: list[Note] = []
        for what, noun, texts in sides:
            if is_foreign(texts):
                raise InputError("check-not-english", what=what)
            fewest = inf if noun == "sentence" else FEWEST  # a sentence may be English without a common word
            notes += foreign_share(what, noun, (is_foreign([text], fewest) for text in texts))
        return notes

    def _summary(
        self, system: str, checked: Mapping[tuple[str, str], Sequence[CheckedSentence]], citations: Citations | None
    ) -> SystemVerdicts:
        all_of = [each for task in self.runs[system] for each in checked[system, task]]
        counts = Counter(each.verdict for each in all_of)
        shares = [share(all_of, name, self.weights).value for name in SHARES]
        return SystemVerdicts(
            system, len(all_of), *map(counts.__getitem__, VERDICTS), *shares, *(citations.shares if citations else ())
        )


def _parts(gate: str | Gate) -> Iterator[str | Gate]:
    """Yield the conditions of a text such as `contradictions = 0, dated >= .9`."""
    yield from gate.split(",") if isinstance(gate, str) else [gate]


def _share_name(text: str) -> tuple[str, ScoreSide]:
    if text not in SHARES:
        raise unknown("share in the gate", text, SHARES)
    return text, "value"


def _ruling(gate: Gate, verdicts: SystemVerdicts) -> Ruling:
    value = getattr(verdicts, gate.metric)
    if value is None:
        raise InputError("check-gate-undefined", gate=gate, system=verdicts.system)
    return Ruling(gate, verdicts.system, value, gate.margin, None)


def _checked(
    system: str, task: str, when: When, line: str, verdict: Judgement, index: EvidenceIndex
) -> CheckedSentence:
    numbers = verdict.verdict, verdict.size, verdict.content, verdict.score, verdict.missing
    evidence, second = verdict.evidence, verdict.second
    return CheckedSentence(
        system,
        task,
        when,
        line,
        *numbers,
        evidence=_source_evidence(evidence, index),
        second=_source_evidence(second, index),
    )


def _source_evidence(evidence: Evidence | None, index: EvidenceIndex) -> SourceEvidence | None:
    if evidence is None:
        return None
    article = index.articles[index.article[evidence.anchor]]
    first = int(index.firsts[index.article[evidence.anchor]])
    return SourceEvidence(
        article.id,
        article.date,
        tuple(article.sentences[row - first] for row in evidence.rows),
        evidence.support,
        When(evidence.dating.first, evidence.dating.last),
        evidence.dating.how,
        evidence.conflicts,
        index.spelled(evidence.anchor, evidence.against),
    )
