"""Is this unit expressed in this text: content units and events put to a judge, for texts of systems or for sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from cliometer.errors import InputError
from cliometer.io.csv_tables import table_rows
from cliometer.io.sheets import csv_text
from cliometer.io.text_files import read_bare_text
from cliometer.io.units import UnitFile
from cliometer.judges.judge import JudgedResult, Question, absent_note
from cliometer.judges.local import content_words
from cliometer.judges.store import Inquiry
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.facts import FactDay, FactTopic, run_of
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.units import LINKED_BY, ContentUnit, EventGroup, GroupMember, UnitTopic
from cliometer.spelling import listed, quoted
from cliometer.stats.prediction_powered import FEWEST_LABELS, corrected_mean
from cliometer.study.decision_checks import ANSWERS, CREDIT, NO, PARTLY, SHEET_COLUMNS, YES

PLACES = ("topic", "text", "unit", "choices")
CHOICES = ANSWERS
_FEW_CHECKS = 30  # of a system; with fewer the intervals are not what they say (docs/statistics.md)
Partly = Literal["yes", "no"]


@dataclass(frozen=True)
class CoverageAnswer:
    """Whether a text of a system, or a sentence of a source, expresses a unit, and the words that say so.

    Without an answer, `fault` says why. `probability` is that of yes against no, where the model tells.
    """

    topic: str
    system: str
    sentence: str
    unit: str
    weight: int = 1
    answer: str = ""
    words: str = ""
    probability: float | None = None
    fault: str = ""


@dataclass(frozen=True)
class CorrectedScore:
    """The weighted share of units that a system covers: by the judge alone, corrected by people, by people alone."""

    system: str
    decisions: int
    audited: int
    same: int
    judged: float
    estimate: float
    low: float
    high: float
    people: float
    people_low: float
    people_high: float


@dataclass(frozen=True, repr=False)
class JudgedCoverage(JudgedResult):
    """The answers of a judge on units and texts, what they cost, and scores that people's checks corrected."""

    kind: ClassVar[str] = "judged-coverage"
    tables: ClassVar[tuple[str, ...]] = ("answers",)
    judge: str
    judge_model: str
    answers: tuple[CoverageAnswer, ...]
    calls: int
    tokens: int
    signature: str
    corrected: tuple[CorrectedScore, ...] = ()
    notes: tuple[str, ...] = ()
    from_store: int = 0  # answers that needed no call
    stored_tokens: int = 0  # which these took when they were given

    def __repr__(self) -> str:
        answered = sum(bool(one.answer) for one in self.answers)
        return f"JudgedCoverage({self.judge}, {answered} of {len(self.answers)} answered)"

    def extracts(self, partly: Partly = "no") -> tuple[list[Extract], tuple[str, ...]]:
        """Return the units that each system expresses on each topic, and notes on what is left out.

        A system of which a unit has no answer on a topic is left out there: its score would count the unit as missed.
        """
        groups: dict[tuple[str, str], list[CoverageAnswer]] = {}
        for one in self.answers:
            groups.setdefault((one.system, one.topic), []).append(one)
        found, notes = [], []
        for (system, topic), own in groups.items():
            if absent := sum(not one.answer for one in own):
                lack = f"{absent} of {len(own)} units have no answer"
                notes.append(f"{system} on {topic} is left out, since {lack}; run it again")
                continue
            covered = [one for one in own if one.answer == YES or (one.answer == PARTLY and partly == "yes")]
            items = tuple(ExtractItem(one.unit, text=one.words) for one in covered)
            found.append(Extract(items, "units", topic=topic, system=system, judge=self.judge_model))
        return found, tuple(notes)

    def linked(self, gold: UnitFile, partly: Partly = "no") -> UnitFile:
        """Return the gold with the judge's links to sentences in place of all others, each marked as a model's."""
        said: dict[tuple[str, str], list[CoverageAnswer]] = {}
        for one in self.answers:
            if one.answer:
                said.setdefault((one.topic, one.unit), []).append(one)
        units, events = [], []
        for topic in gold.units:
            own = (self._linked_unit(unit, said.get((topic.id, unit.id), ())) for unit in topic.units)
            units.append(replace(topic, units=tuple(own)))
        for stories in gold.events:
            seen = (self._linked_event(one, said.get((stories.id, one.id), ()), partly) for one in stories.events)
            events.append(replace(stories, events=tuple(seen)))
        return UnitFile(tuple(units), tuple(events))

    def linked_pool(self, topics: Iterable[FactTopic], runs: Sequence[str], partly: Partly = "no") -> Iterator[FactDay]:
        """Yield the days of a pool in which the judge says which facts of these runs are in it; other runs' stay."""
        kept = (YES, PARTLY) if partly == "yes" else (YES,)
        said: dict[str, list[str]] = {}
        for one in self.answers:
            if one.answer in kept:
                said.setdefault(one.unit, []).append(one.sentence.partition("/")[2])
        marked = f"{self.judge_model} ({', '.join(runs)})"
        for day in (day for topic in topics for day in topic.days):
            facts = []
            for fact in day.facts:
                others = [member for member in fact.members if run_of(member, day.request) not in runs]
                facts.append(replace(fact, members=(*others, *said.get(fact.id, ())), linked_by=marked))
            yield replace(day, facts=tuple(facts))

    def _linked_unit(self, unit: ContentUnit, answers: Sequence[CoverageAnswer]) -> ContentUnit:
        members = tuple(GroupMember(one.sentence, CREDIT[one.answer]) for one in answers if one.answer != NO)
        roles = (*(role for role in unit.roles if role[0] != LINKED_BY), (LINKED_BY, self.judge_model))
        examined = tuple(one.sentence for one in answers if one.answer == NO)
        return replace(unit, group=EventGroup(members) if members else None, examined=examined, roles=roles)

    def _linked_event(self, event: JudgedEvent, answers: Sequence[CoverageAnswer], partly: Partly) -> JudgedEvent:
        kept = (YES, PARTLY) if partly == "yes" else (YES,)
        links = tuple(one.sentence for one in answers if one.answer in kept)
        return JudgedEvent(event.id, event.text, links, (), (self.judge_model,))


@dataclass(frozen=True)
class CoveragePlan:
    """Units or events of topics, and the texts of systems by topic; without texts, the sentences of the sources.

    Of the sentences of a topic, each unit is compared with the `candidates` that share most of its words.
    """

    gold: UnitFile
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by system, then by topic
    candidates: int = 20

    def questions(self) -> Iterator[tuple[CoverageAnswer, str, str]]:
        """Yield each question: what it is about, the unit's statement, and the text."""
        topics: list[UnitTopic | EventTopic] = [*self.gold.units, *(() if self.texts else self.gold.events)]
        for topic in topics:
            found = [(one.id, statement(one), weight_of(one)) for one in _members(topic)]
            if not self.texts:
                yield from self._source_questions(topic, found)
            for system, own in self.texts.items():
                for id, said, weight in found if topic.id in own else ():
                    yield CoverageAnswer(topic.id, system, "", id, weight), said, own[topic.id]

    def _source_questions(
        self, topic: UnitTopic | EventTopic, units: Sequence[tuple[str, str, int]]
    ) -> Iterator[tuple[CoverageAnswer, str, str]]:
        sentences = {id: sentence.text for id, sentence in topic.marks.sentences.items()}
        if not sentences:
            raise InputError(f"topic {topic.id} has no sources with sentences to link; name runs to judge", topic.file)
        words = {id: content_words(text) for id, text in sentences.items()}
        order = {id: place for place, id in enumerate(sentences)}
        for unit, said, weight in units:
            wanted = content_words(said)
            ranks = sorted((-len(wanted & own), order[id], id) for id, own in words.items())
            alike = [id for _, _, id in ranks[: self.candidates]]
            for id in sorted(alike, key=order.__getitem__):
                yield CoverageAnswer(topic.id, "", id, unit, weight), said, sentences[id]


def _members(topic: UnitTopic | EventTopic) -> Sequence[ContentUnit | JudgedEvent]:
    return topic.units if isinstance(topic, UnitTopic) else topic.events


def weight_of(unit: ContentUnit | JudgedEvent) -> int:
    """Return the number of writers of a unit; 1 where there is none, and for an event."""
    return max(1, unit.weight) if isinstance(unit, ContentUnit) else 1


def statement(unit: ContentUnit | JudgedEvent) -> str:
    """Return a unit as a judge reads it: its label, what a writer wrote, or its roles; and its time."""
    if isinstance(unit, JudgedEvent):
        said = unit.text
    else:
        roles = " ".join(filter(None, (unit.agent, unit.action, unit.patient, unit.location)))
        said = unit.label or next((one.text for one in unit.contributors if one.text), roles)
        said += f" ({unit.time})" if said and unit.time is not None else ""
    if not said:
        raise InputError(f"unit {unit.id} has neither a label nor a text, so nothing can be asked; give it a label")
    return said


def judge_coverage(plan: CoveragePlan, inquiry: Inquiry) -> JudgedCoverage:
    """Ask a judge of each unit whether each text, or each likely sentence of the sources, expresses it."""
    filled = inquiry.read_prompt("coverage", PLACES, ("text", "unit"))
    planned = list(plan.questions())
    if not planned:
        raise InputError(
            "no run has a text on a topic with units; topics must have the same names, and events are linked to their "
            "sources, without runs"
        )
    questions = []
    for about, said, text in planned:
        parts = {"topic": about.topic, "text": text.strip(), "unit": said, "choices": listed(CHOICES, last=" or ")}
        questions.append(Question(filled.fill(parts), CHOICES, 1, parts))
    record = inquiry.ask(filled, questions)
    answers, strange = [], 0
    for (about, _, text), reply in zip(planned, record.replies, strict=True):
        verdict = reply.answer(CHOICES)
        share = verdict.share(YES, (YES, NO)) if verdict.answer else None
        words = "" if verdict.answer == NO else verdict.reason
        strange += bool(words) and words.strip("\"'. ").casefold() not in " ".join(text.split()).casefold()
        answers.append(replace(about, answer=verdict.answer, words=words, probability=share, fault=verdict.fault))
    quotes = (f"in {strange} answers the words that say so are not in the text as they stand",) if strange else ()
    notes = (*quotes, *absent_note([one.fault for one in answers if one.fault], len(answers)))
    return JudgedCoverage(answers=tuple(answers), notes=notes, **record.fields)


def audit_sheet(plan: CoveragePlan, result: JudgedCoverage, number: int, seed: int = 0) -> str:
    """Return decisions drawn for people to check: as many of each system, in random order, without the answers."""
    asked = {(one.topic, one.system, one.sentence, one.unit): rest for one, *rest in plan.questions()}
    by_system: dict[str, list[CoverageAnswer]] = {}
    for one in result.answers:
        if one.answer:
            by_system.setdefault(one.system, []).append(one)
    drawn = [
        sorted(own, key=lambda one: sha256(repr((seed, one.topic, one.system, one.unit)).encode()).digest())
        for own in by_system.values()
    ]
    turns = [one for place in range(max(map(len, drawn), default=0)) for own in drawn for one in own[place : place + 1]]
    rows = [
        [one.topic, one.system, one.unit, *asked[one.topic, one.system, one.sentence, one.unit], ""]
        for one in turns[:number]
    ]
    return csv_text(SHEET_COLUMNS, rows)


def corrected_scores(result: JudgedCoverage, sheet: Path) -> tuple[tuple[CorrectedScore, ...], tuple[str, ...]]:
    """Return the score of each system as the checks of people correct it, and notes on what was not checked."""
    checks, empty = _read_checks(result, sheet)
    scores, notes = [], []
    for system in dict.fromkeys(one.system for one in result.answers):
        own = [one for one in result.answers if one.system == system and one.answer]
        places = [place for place, one in enumerate(own) if (one.topic, system, one.unit) in checks]
        if len(places) < FEWEST_LABELS:
            notes.append(f"{system}: {len(places)} checked decisions are too few to correct its score")
            continue
        said = [checks[own[place].topic, system, own[place].unit] for place in places]
        predicted = np.array([CREDIT[one.answer] for one in own])
        weights = np.array([one.weight for one in own], float)
        labels = np.array([CREDIT[answer] for answer in said])
        mean = corrected_mean(predicted, weights, np.array(places), labels)
        same = sum(own[place].answer == answer for place, answer in zip(places, said, strict=True))
        judged = float(np.average(predicted, weights=weights))
        if len(places) < _FEW_CHECKS:
            notes.append(
                f"{system}: {len(places)} checks say little, and its interval may be wrong; check {_FEW_CHECKS} or more"
            )
        # a share lies from 0 to 1, though a mean with a correction may not
        ends, alone = (
            [min(1.0, max(0.0, value)) for value in values]
            for values in ((mean.estimate, mean.low, mean.high), (mean.labels, mean.labels_low, mean.labels_high))
        )
        scores.append(CorrectedScore(system, len(own), len(places), same, judged, *ends, *alone))
    if empty:
        notes.append(f"{empty} decisions of {sheet} have no answer yet; those that have one should be the first rows")
    if not scores:
        raise InputError(f"has {len(checks)} answers, too few to correct a score; fill in the column answer", sheet)
    return tuple(scores), tuple(notes)


def _read_checks(result: JudgedCoverage, sheet: Path) -> tuple[dict[tuple[str, str, str], str], int]:
    known = {(one.topic, one.system, one.unit) for one in result.answers}
    checks: dict[tuple[str, str, str], str] = {}
    empty = 0
    for row in table_rows(read_bare_text(sheet), sheet, ","):
        key = row.filled("topic"), row.filled("system"), row.filled("unit")
        answer = row.text("answer").casefold()
        if key not in known:
            raise row.error(f"the judge was not asked about {quoted(key[2])} of {quoted(key[1])}; is it another sheet?")
        if answer and answer not in CHOICES:
            raise row.error(f"expected yes, partly or no in 'answer', found {quoted(answer)}")
        if key in checks:
            raise row.error(f"{quoted(key[2])} of {quoted(key[1])} stands there twice; keep one row")
        if answer:
            checks[key] = answer
        empty += not answer
    return checks, empty
