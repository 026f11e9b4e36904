"""The sections of `cliometer judge`: what a model answered, never mixed with what people said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cliometer.court.judged_trials import JudgeCard
from cliometer.judges.coverage import ANSWERS, CREDIT, JudgedCoverage
from cliometer.judges.preferences import JudgedPair, JudgedPreferences
from cliometer.reporting.chapters.base import FigureNames, chapter, filled, remarks
from cliometer.reporting.document import Block, Listing, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table

UNKNOWN = (
    "These are answers of a machine, not of people. How far it agrees with people is not known from them: "
    "give its votes and those of people to cliometer agree judges."
)


@chapter(JudgedPreferences)
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
    sentence = f"{result.judge} answered {answered} of {many(len(result.records), 'question')}"
    cost = f"{many(result.calls, 'call')} and {many(result.tokens, 'token')}"
    if not result.from_store:
        return f"{sentence}, for {cost}."
    once = f", for which it once took {many(result.stored_tokens, 'token')}" if result.stored_tokens else ""
    return f"{sentence}; {many(result.from_store, 'reply')} came from the store{once}. This run took {cost}."


def pair_table(pairs: Iterable[JudgedPair]) -> Table:
    """Return a row for each two systems and criterion: who was preferred, and how many pairs got one answer."""
    groups: dict[tuple[str, str, str], list[JudgedPair]] = {}
    for pair in pairs:
        a, b = sorted((pair.first, pair.second))
        groups.setdefault((a, b, pair.criterion), []).append(pair)
    rows: list[list[Cell]] = []
    for (a, b, criterion), group in sorted(groups.items()):
        counts = Counter(pair.preferred for pair in group)
        orders: dict[tuple[str, int], list[str]] = {}
        for pair in group:
            orders.setdefault((pair.topic, pair.repeat), []).append(pair.preferred)
        both = [answers for answers in orders.values() if len(answers) == 2 and all(answers)]
        alike = sum(first == other for first, other in both)
        rows.append(
            [a, b, criterion or "-", counts[a], counts[b], counts["tie"], counts[""], f"{alike} of {len(both)}"]
        )
    heading = ["system", "other", "criterion", "for it", "for the other", "ties", "absent", "same in both orders"]
    return Table(heading, rows)


@chapter(JudgedCoverage)
def coverage_section(result: JudgedCoverage, names: FigureNames | None = None) -> Section:
    """Return how many units the judge found in each text, and scores as people's checks correct them."""
    answered = sum(bool(answer.answer) for answer in result.answers)
    sentence = Paragraph(_answered(result, answered))
    lines: list[Block] = [sentence, Listing("Answers on the units of each topic", coverage_table(result))]
    if not result.corrected:
        unknown = (
            "These are answers of a machine, not of people. How far they are right is not known from them: draw some "
            "for people to check with --audit."
        )
        return Section("Content units by a model", [*lines, Paragraph(unknown), *remarks(result)])
    rows: list[list[Cell]] = [
        [row.system, row.judged, row.estimate, row.low, row.high, row.people, row.people_low, row.people_high,
         f"{row.same} of {row.audited}"]
        for row in result.corrected
    ]  # fmt: skip
    heading = ["system", "judge", "corrected", "low", "high", "people alone", "low", "high", "same answer"]
    caption = "Weighted share of units that each system covers, with intervals at 95 %"
    return Section("Content units by a model", [*lines, Listing(caption, Table(heading, rows)), *remarks(result)])


def coverage_table(result: JudgedCoverage) -> Table:
    """Return a row for each topic and system, or for the sources of a topic: the answers, and the weighted share."""
    groups: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for answer in result.answers:
        groups.setdefault((answer.topic, answer.system), []).append((answer.answer, answer.weight))
    rows: list[list[Cell]] = []
    for (topic, system), group in groups.items():
        counts = Counter(answer for answer, _ in group)
        known = [(CREDIT[answer], weight) for answer, weight in group if answer]
        share = sum(credit * weight for credit, weight in known) / sum(weight for _, weight in known) if known else None
        complete: Cell = "-" if not system or counts[""] or share is None else share
        rows.append([topic, system or "(sources)", *(counts[choice] for choice in ANSWERS), counts[""], complete])
    return Table(["topic", "system", *ANSWERS, "absent", "weighted share"], rows)


@chapter(JudgeCard)
def judge_card_section(result: JudgeCard, names: FigureNames | None = None) -> Section:
    """Return the card of a judge: whether it notices damage, and whether it minds what is as good."""
    known = [trial for trial in result.trials if trial.verdict != "not known"]
    damage, harmless = ([trial for trial in known if trial.expected == kind] for kind in ("worse", "as good"))
    unknown = f"Nothing is known of {many(len(result.trials) - len(known), 'change')}"
    noticed, minded = (sum(trial.is_sound for trial in trials) for trials in (damage, harmless))
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
    some = any(trial.absent for trial in result.trials)
    rows: list[list[Cell]] = []
    for trial in sorted(result.trials, key=lambda trial: (trial.expected, trial.kind, trial.trial)):
        counts: list[Cell] = [trial.original, trial.changed, trial.unclear, *([trial.absent] if some else [])]
        numbers = (trial.share, trial.low, trial.high)
        rows.append([trial.trial, trial.kind, trial.expected, *counts, *numbers, trial.verdict])
    named = ["original", "changed", "unclear", *(["absent"] if some else [])]
    return Table(["trial", "kind", "is", *named, "share", "low", "high", "prefers"], filled(rows))
