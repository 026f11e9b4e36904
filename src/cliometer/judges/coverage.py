"""Is this unit expressed in this text: content units and events put to a judge, for texts of systems or for sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from cliometer.errors import InputError
from cliometer.grouping import by_key
from cliometer.io.csv_tables import table_rows
from cliometer.io.nugget_banks import NuggetRecord
from cliometer.io.sheets import csv_text
from cliometer.io.text_files import read_bare_text
from cliometer.io.units import UnitFile
from cliometer.judges.judge import JudgedResult, Question, absent_note
from cliometer.judges.local import content_words
from cliometer.judges.store import Inquiry
from cliometer.model.documents import SummaryText
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.facts import FactDay, FactTopic, run_of
from cliometer.model.notes import Note
from cliometer.model.nugget_banks import SUPPORT, BankTopic
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.units import LINKED_BY, ContentUnit, EventGroup, GroupMember, UnitTopic
from cliometer.spelling import listed, quoted
from cliometer.stats.prediction_powered import FEWEST_LABELS, corrected_mean

PLACES = ("topic", "text", "unit", "choices")
YES, PARTLY, NO = ANSWERS = ("yes", "partly", "no")
CREDIT = {YES: 1.0, PARTLY: 0.5, NO: 0.0}
_ASSIGNMENTS = dict(zip(ANSWERS, SUPPORT, strict=True))  # as AutoNuggetizer calls them; "failed" where there is none
SHEET_COLUMNS = ("topic", "system", "unit", "statement", "text", "answer")
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
    tables: ClassVar[Mapping[str, str]] = {"answers": "answers"}
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
        answered = sum(bool(answer.answer) for answer in self.answers)
        return f"JudgedCoverage({self.judge}, {answered} of {len(self.answers)} answered)"

    def extracts(self, partly: Partly = "no") -> tuple[list[Extract], tuple[str, ...]]:
        """Return the units that each system expresses on each topic, and notes on what is left out.

        A system of which a unit has no answer on a topic is left out there: its score would count the unit as missed.
        """
        answers, notes = [], []
        for (system, topic), group in by_key(((row.system, row.topic), row) for row in self.answers).items():
            if absent := sum(not row.answer for row in group):
                lack = f"{absent} of {len(group)} units have no answer"
                notes.append(Note.of("answers-left-out", system=system, topic=topic, lack=lack))
                continue
            covered = [row for row in group if row.answer == YES or (row.answer == PARTLY and partly == "yes")]
            items = tuple(ExtractItem(row.unit, text=row.words) for row in covered)
            answers.append(Extract(items, "units", topic=topic, system=system, judge=self.judge_model))
        return answers, tuple(notes)

    def assignments(
        self, bank: Mapping[str, BankTopic], texts: Mapping[str, Mapping[str, SummaryText]]
    ) -> Iterator[NuggetRecord]:
        """Yield the assignments of each answer; in a timeline, with the first date that has the quoted evidence."""
        rows = {(row.system, row.topic, row.unit): row for row in self.answers}
        for system, id, text in ((system, id, run[id]) for system, run in texts.items() for id in run if id in bank):
            nuggets = []
            for nugget in bank[id].nuggets:
                row = rows[system, id, nugget.text]
                telling = (day.date for day in text.texts if row.words and _is_quoted(row.words, " ".join(day.lines)))
                label = _ASSIGNMENTS.get(row.answer, "failed")
                nuggets.append(replace(nugget, assignment=label, told=next(telling, None)))
            words = " ".join(line for day in text.texts for line in day.lines)
            record = NuggetRecord(query=bank[id].query, topic=id, nuggets=tuple(nuggets))
            yield replace(record, answer_text=words, response_length=len(words.split()), run_id=system)

    def linked(self, gold: UnitFile, partly: Partly = "no") -> UnitFile:
        """Return the gold with the judge's links to sentences in place of all others, each marked as a model's."""
        given = by_key(((row.topic, row.unit), row) for row in self.answers if row.answer)
        units, events = [], []
        for topic in gold.units:
            linked = (self._linked_unit(unit, given.get((topic.id, unit.id), ())) for unit in topic.units)
            units.append(replace(topic, units=tuple(linked)))
        for stories in gold.events:
            seen = (
                self._linked_event(event, given.get((stories.id, event.id), ()), partly) for event in stories.events
            )
            events.append(replace(stories, events=tuple(seen)))
        return UnitFile(tuple(units), tuple(events))

    def linked_pool(self, topics: Iterable[FactTopic], runs: Sequence[str], partly: Partly = "no") -> Iterator[FactDay]:
        """Yield the days of a pool in which the judge says which facts of these runs are in it; other runs' stay."""
        kept = (YES, PARTLY) if partly == "yes" else (YES,)
        answered = by_key((row.unit, row.sentence.partition("/")[2]) for row in self.answers if row.answer in kept)
        marked = f"{self.judge_model} ({', '.join(runs)})"
        for day in (day for topic in topics for day in topic.days):
            facts = []
            for fact in day.facts:
                others = [member for member in fact.members if run_of(member, day.request) not in runs]
                facts.append(replace(fact, members=(*others, *answered.get(fact.id, ())), linked_by=marked))
            yield replace(day, facts=tuple(facts))

    def _linked_unit(self, unit: ContentUnit, answers: Sequence[CoverageAnswer]) -> ContentUnit:
        members = tuple(GroupMember(row.sentence, CREDIT[row.answer]) for row in answers if row.answer != NO)
        roles = (*(role for role in unit.roles if role[0] != LINKED_BY), (LINKED_BY, self.judge_model))
        examined = tuple(row.sentence for row in answers if row.answer == NO)
        return replace(unit, group=EventGroup(members) if members else None, examined=examined, roles=roles)

    def _linked_event(self, event: JudgedEvent, answers: Sequence[CoverageAnswer], partly: Partly) -> JudgedEvent:
        kept = (YES, PARTLY) if partly == "yes" else (YES,)
        links = tuple(answer.sentence for answer in answers if answer.answer in kept)
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
            wordings = statements(topic)
            members = topic.units if isinstance(topic, UnitTopic) else topic.events
            units = [(unit.id, wordings[unit.id], weight_of(unit)) for unit in members]
            if not self.texts:
                yield from self._source_questions(topic, units)
            for system, texts in self.texts.items():
                for id, wording, weight in units if topic.id in texts else ():
                    yield CoverageAnswer(topic.id, system, "", id, weight), wording, texts[topic.id]

    def _source_questions(
        self, topic: UnitTopic | EventTopic, units: Sequence[tuple[str, str, int]]
    ) -> Iterator[tuple[CoverageAnswer, str, str]]:
        sentences = {id: sentence.text for id, sentence in topic.marks.sentences.items()}
        if not sentences:
            raise InputError("topic-without-sentences", topic.file, topic=topic.id)
        words = {id: content_words(text) for id, text in sentences.items()}
        order = {id: place for place, id in enumerate(sentences)}
        for unit, wording, weight in units:
            wanted = content_words(wording)
            ranks = sorted((-len(wanted & content), order[id], id) for id, content in words.items())
            for id in sorted([id for _, _, id in ranks[: self.candidates]], key=order.__getitem__):
                yield CoverageAnswer(topic.id, "", id, unit, weight), wording, sentences[id]


def weight_of(unit: ContentUnit | JudgedEvent) -> int:
    """Return the number of writers of a unit; 1 where there is none, and for an event."""
    return max(1, unit.weight) if isinstance(unit, ContentUnit) else 1


def statements(topic: UnitTopic | EventTopic) -> dict[str, str]:
    """Return the units or events of a topic as a judge reads them, by id; units that read alike differ by more words.

    A unit has its statement and its time. Where that is the statement of another unit as well, the first wording that
    is of no other unit takes its place; units that no wording distinguishes are refused.
    """
    if isinstance(topic, EventTopic):
        return {event.id: _expected(event.id, event.text) for event in topic.events}
    wordings = {unit.id: [_timed(words, unit) for words in unit.wordings] for unit in topic.units}
    chosen = {id: _expected(id, *words) for id, words in wordings.items()}
    shared = {words for words, count in Counter(chosen.values()).items() if count > 1}
    for id in [id for id, words in chosen.items() if words in shared]:
        chosen[id] = next((words for words in wordings[id] if words not in chosen.values()), chosen[id])
    holders: dict[str, str] = {}
    for id, words in chosen.items():
        if holders.setdefault(words, id) != id:
            raise InputError("units-read-alike", topic.file, unit=id, other=holders[words], words=quoted(words))
    return chosen


def _expected(unit: str, *wordings: str) -> str:
    if not any(wordings):
        raise InputError("unit-without-text", unit=unit)
    return wordings[0]


def _timed(words: str, unit: ContentUnit) -> str:
    return words if unit.time is None else f"{words} ({unit.time})"


def judge_coverage(plan: CoveragePlan, inquiry: Inquiry) -> JudgedCoverage:
    """Ask a judge of each unit whether each text, or each likely sentence of the sources, expresses it."""
    filled = inquiry.read_prompt("coverage", PLACES, ("text", "unit"))
    planned = list(plan.questions())
    if not planned:
        raise InputError("runs-without-unit-topics")
    questions = []
    for about, wording, text in planned:
        parts = {"topic": about.topic, "text": text.strip(), "unit": wording, "choices": listed(ANSWERS, last=" or ")}
        questions.append(Question(filled.fill(parts), ANSWERS, 1, parts))
    record = inquiry.ask(filled, questions)
    answers, strange = [], 0
    for (about, _, text), reply in zip(planned, record.replies, strict=True):
        verdict = reply.answer(ANSWERS)
        share = verdict.share(YES, (YES, NO)) if verdict.answer else None
        words = "" if verdict.answer == NO else verdict.reason
        strange += bool(words) and not _is_quoted(words, text)
        answers.append(replace(about, answer=verdict.answer, words=words, probability=share, fault=verdict.fault))
    quotes = (f"in {strange} answers the quoted evidence is not verbatim in the text",) if strange else ()
    notes = (*quotes, *absent_note([answer.fault for answer in answers if answer.fault], len(answers)))
    return JudgedCoverage(answers=tuple(answers), notes=notes, **record.fields)


def _is_quoted(words: str, text: str) -> bool:
    return words.strip("\"'. ").casefold() in " ".join(text.split()).casefold()


def audit_sheet(plan: CoveragePlan, result: JudgedCoverage, number: int, seed: int = 0) -> str:
    """Return decisions drawn for people to check: as many of each system, in random order, without the answers."""
    asked = {(row.topic, row.system, row.sentence, row.unit): rest for row, *rest in plan.questions()}
    by_system = by_key((row.system, row) for row in result.answers if row.answer)
    drawn = [
        sorted(group, key=lambda row: sha256(repr((seed, row.topic, row.system, row.unit)).encode()).digest())
        for group in by_system.values()
    ]
    turns = [row for turn in zip_longest(*drawn) for row in turn if row is not None]
    rows = [
        [row.topic, row.system, row.unit, *asked[row.topic, row.system, row.sentence, row.unit], ""]
        for row in turns[:number]
    ]
    return csv_text(SHEET_COLUMNS, rows)


def corrected_scores(result: JudgedCoverage, sheet: Path) -> tuple[tuple[CorrectedScore, ...], tuple[str, ...]]:
    """Return the score of each system as the checks of people correct it, and notes on what was not checked."""
    checks, empty = _read_checks(result, sheet)
    scores, notes = [], []
    for system in dict.fromkeys(answer.system for answer in result.answers):
        answers = [answer for answer in result.answers if answer.system == system and answer.answer]
        places = [place for place, answer in enumerate(answers) if (answer.topic, system, answer.unit) in checks]
        if len(places) < FEWEST_LABELS:
            notes.append(Note.of("checks-too-few", system=system, count=len(places)))
            continue
        checked = [checks[answers[place].topic, system, answers[place].unit] for place in places]
        predicted = np.array([CREDIT[answer.answer] for answer in answers])
        weights = np.array([answer.weight for answer in answers], float)
        labels = np.array([CREDIT[answer] for answer in checked])
        mean = corrected_mean(predicted, weights, np.array(places), labels)
        same = sum(answers[place].answer == answer for place, answer in zip(places, checked, strict=True))
        judged = float(np.average(predicted, weights=weights))
        if len(places) < _FEW_CHECKS:
            notes.append(Note.of("checks-few", system=system, count=len(places), few_checks=_FEW_CHECKS))
        # a share lies from 0 to 1, though a mean with a correction may not
        ends = {"estimate": mean.estimate, "low": mean.low, "high": mean.high}
        ends |= {"people": mean.labels, "people_low": mean.labels_low, "people_high": mean.labels_high}
        shares = {name: min(1.0, max(0.0, value)) for name, value in ends.items()}
        scores.append(CorrectedScore(system, len(answers), len(places), same, judged, **shares))
    if empty:
        notes.append(Note.of("decisions-open", empty=empty, sheet=sheet))
    if not scores:
        raise InputError("answers-too-few", sheet, count=len(checks))
    return tuple(scores), tuple(notes)


def _read_checks(result: JudgedCoverage, sheet: Path) -> tuple[dict[tuple[str, str, str], str], int]:
    known = {(answer.topic, answer.system, answer.unit) for answer in result.answers}
    checks: dict[tuple[str, str, str], str] = {}
    empty = 0
    for row in table_rows(read_bare_text(sheet), sheet, ","):
        key = row.filled("topic"), row.filled("system"), row.filled("unit")
        answer = row.text("answer").casefold()
        if key not in known:
            raise row.error("decision-unknown", key=quoted(key[2]), topic=quoted(key[1]))
        if answer and answer not in ANSWERS:
            raise row.error("decision-answer-expected", answer=quoted(answer))
        if key in checks:
            raise row.error("decision-repeated", key=quoted(key[2]), topic=quoted(key[1]))
        if answer:
            checks[key] = answer
        empty += not answer
    return checks, empty
