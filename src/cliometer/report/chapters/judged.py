"""The sections of `cliometer judge`: what a model answered, never mixed with what people said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cliometer.court.judged_trials import JudgeCard
from cliometer.judges.coverage import CHOICES, JudgedCoverage
from cliometer.judges.preferences import JudgedPair, JudgedPreferences
from cliometer.report.chapters.base import FigureNames, chapter, remarks
from cliometer.report.document import Block, Listing, Paragraph, Section
from cliometer.spelling import many
from cliometer.study.decision_checks import CREDIT
from cliometer.text.tables import Cell, Table

UNKNOWN = (
    "These are answers of a machine, not of people. How far it agrees with people is not known from them: "
    "give its votes and those of people to cliometer agree --judges."
)


@chapter("judged-preferences", has=("judge_model", "pairs"), reads=JudgedPreferences)
def preferences_section(result: JudgedPreferences, names: FigureNames | None = None) -> Section:
    """Return whom the judge preferred, by two systems and criterion, and how often the order decided."""
    answered = result.answered
    first = sum(pair.preferred == pair.first for pair in answered)
    decided = sum(pair.preferred in (pair.first, pair.second) for pair in answered)
    lines = [
        _answered(result, len(answered)),
        f"It preferred the text shown first in {first} of {many(decided, 'decision')}.",
    ]
    listing = Listing("Answers to both orders of each pair of systems", pair_table(result.pairs))
    return Section("Preferences of a model", [*map(Paragraph, (*lines, UNKNOWN)), listing, *remarks(result)])


def _answered(result: JudgedPreferences | JudgedCoverage, answered: int) -> str:
    """Return how many questions have an answer, and what those of this run cost."""
    said = f"{result.judge} answered {answered} of {many(len(result.records), 'question')}"
    cost = f"{many(result.calls, 'call')} and {many(result.tokens, 'token')}"
    if not result.from_store:
        return f"{said}, for {cost}."
    once = f", for which it once took {many(result.stored_tokens, 'token')}" if result.stored_tokens else ""
    return f"{said}; {many(result.from_store, 'reply')} came from the store{once}. This run took {cost}."


def pair_table(pairs: Iterable[JudgedPair]) -> Table:
    """Return a row for each two systems and criterion: who was preferred, and how many pairs got one answer."""
    groups: dict[tuple[str, str, str], list[JudgedPair]] = {}
    for pair in pairs:
        a, b = sorted((pair.first, pair.second))
        groups.setdefault((a, b, pair.criterion), []).append(pair)
    rows: list[list[Cell]] = []
    for (a, b, criterion), own in sorted(groups.items()):
        said = Counter(pair.preferred for pair in own)
        orders: dict[tuple[str, int], list[str]] = {}
        for pair in own:
            orders.setdefault((pair.topic, pair.repeat), []).append(pair.preferred)
        both = [answers for answers in orders.values() if len(answers) == 2 and all(answers)]
        alike = sum(one == other for one, other in both)
        rows.append([a, b, criterion or "-", said[a], said[b], said["tie"], said[""], f"{alike} of {len(both)}"])
    heading = ["system", "other", "criterion", "for it", "for the other", "ties", "absent", "same in both orders"]
    return Table(heading, rows)


@chapter("judged-coverage", has=("judge_model", "answers"), reads=JudgedCoverage)
def coverage_section(result: JudgedCoverage, names: FigureNames | None = None) -> Section:
    """Return how many units the judge found in each text, and scores as people's checks correct them."""
    answered = sum(bool(one.answer) for one in result.answers)
    said = Paragraph(_answered(result, answered))
    lines: list[Block] = [said, Listing("Answers on the units of each topic", coverage_table(result))]
    if not result.corrected:
        unknown = (
            "These are answers of a machine, not of people. How far they are right is not known from them: draw some "
            "for people to check with --audit."
        )
        return Section("Content units by a model", [*lines, Paragraph(unknown), *remarks(result)])
    rows: list[list[Cell]] = [
        [
            *(one.system, one.judged, one.estimate, one.low, one.high, one.people, one.people_low, one.people_high),
            f"{one.same} of {one.audited}",
        ]
        for one in result.corrected
    ]
    heading = ["system", "judge", "corrected", "low", "high", "people alone", "low", "high", "same answer"]
    caption = "Weighted share of units that each system covers, with intervals at 95 %"
    return Section("Content units by a model", [*lines, Listing(caption, Table(heading, rows)), *remarks(result)])


def coverage_table(result: JudgedCoverage) -> Table:
    """Return a row for each topic and system, or for the sources of a topic: the answers, and the weighted share."""
    groups: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for one in result.answers:
        groups.setdefault((one.topic, one.system), []).append((one.answer, one.weight))
    rows: list[list[Cell]] = []
    for (topic, system), own in groups.items():
        counts = Counter(answer for answer, _ in own)
        known = [(CREDIT[answer], weight) for answer, weight in own if answer]
        share = sum(credit * weight for credit, weight in known) / sum(weight for _, weight in known) if known else None
        complete: Cell = "-" if not system or counts[""] or share is None else share
        rows.append([topic, system or "(sources)", *(counts[choice] for choice in CHOICES), counts[""], complete])
    return Table(["topic", "system", *CHOICES, "absent", "weighted share"], rows)


@chapter("judge-card", has=("judge_model", "trials"), reads=JudgeCard)
def judge_card_section(result: JudgeCard, names: FigureNames | None = None) -> Section:
    """Return the card of a judge: whether it notices damage, and whether it minds what is as good."""
    known = [one for one in result.trials if one.verdict != "not known"]
    damage, harmless = ([one for one in known if one.expected == kind] for kind in ("worse", "as good"))
    unknown = f"Nothing is known of {many(len(result.trials) - len(known), 'change')}"
    noticed, minded = (sum(one.is_sound for one in own) for own in (damage, harmless))
    lines = [
        f"{result.judge} prefers the original to {noticed} of {many(len(damage), 'change')} that make a timeline "
        f"worse, and shows no preference on {minded} of {len(harmless)} that leave it as good.",
        *([f"{unknown} without an answer to both orders of a pair."] if len(known) < len(result.trials) else []),
        f"It preferred the text shown first in {result.first} of {many(result.decided, 'decision')}.",
        "A pair has a clear answer where both orders have the same one. The share is that of pairs for the original, "
        "an unclear one counting half; the interval, at 95 %, is of the clear ones alone.",
    ]
    listing = Listing("Good timelines against the same ones changed", trial_table(result))
    return Section("Card of a judge", [*map(Paragraph, lines), listing, *remarks(result)])


def trial_table(result: JudgeCard) -> Table:
    """Return a row for each change, by kind of trial; absent answers have a column where there are any."""
    some = any(one.absent for one in result.trials)
    rows: list[list[Cell]] = []
    for one in sorted(result.trials, key=lambda one: (one.expected, one.kind, one.trial)):
        counts: list[Cell] = [one.original, one.changed, one.unclear, *([one.absent] if some else [])]
        numbers: list[Cell] = ["-" if number is None else number for number in (one.share, one.low, one.high)]
        rows.append([one.trial, one.kind, one.expected, *counts, *numbers, one.verdict])
    named = ["original", "changed", "unclear", *(["absent"] if some else [])]
    return Table(["trial", "kind", "is", *named, "share", "low", "high", "prefers"], rows)
