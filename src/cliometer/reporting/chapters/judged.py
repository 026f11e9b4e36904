"""Sections of models that judge: what they answered, apart from what people said, and how they compare with people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cliometer.court.judged_trials import JudgeCard
from cliometer.court.votes.judge_comparison import JudgeComparison, JudgeReading
from cliometer.grouping import by_key
from cliometer.judges.coverage import ANSWERS, CREDIT, JudgedCoverage
from cliometer.judges.preferences import JudgedPair, JudgedPreferences
from cliometer.reporting.chapters import base
from cliometer.reporting.chapters.base import FigureNames, chapter, remarks, text_of
from cliometer.reporting.charts.system_charts import Forest, ThresholdLine, forest
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.stats.judge_agreement import Estimate
from cliometer.text.tables import Cell, Table, shown_level, shown_number, shown_p, shown_share


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
    return Section(
        "Preferences of a model", [*map(Paragraph, (*lines, text_of("judged-unknown"))), listing, *remarks(result)]
    )


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
    groups = by_key(((*sorted((pair.first, pair.second)), pair.criterion), pair) for pair in pairs)
    rows: list[list[Cell]] = []
    for (a, b, criterion), group in sorted(groups.items()):
        counts = Counter(pair.preferred for pair in group)
        orders = by_key(((pair.topic, pair.repeat), pair.preferred) for pair in group)
        both = [answers for answers in orders.values() if len(answers) == 2 and all(answers)]
        same = sum(first == other for first, other in both)
        rows.append([a, b, criterion or "-", counts[a], counts[b], counts["tie"], counts[""], f"{same} of {len(both)}"])
    heading = ["system", "other", "criterion", "for it", "for the other", "ties", "absent", "same in both orders"]
    return Table(heading, rows)


@chapter(JudgedCoverage)
def coverage_section(result: JudgedCoverage, names: FigureNames | None = None) -> Section:
    """Return how many units the judge found in each text, and scores as people's checks correct them."""
    sentence = Paragraph(_answered(result, sum(bool(answer.answer) for answer in result.answers)))
    lines: list[Block] = [sentence, Listing("Answers on the units of each topic", coverage_table(result))]
    if not result.corrected:
        unknown = text_of("judged-coverage-section")
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
    groups = by_key(((answer.topic, answer.system), (answer.answer, answer.weight)) for answer in result.answers)
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
        text_of("judged-clear"),
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
    return Table(["trial", "kind", "is", *named, "share", "low", "high", "prefers"], base.filled(rows))


_MOST = 15  # pairs of judges that are listed on a terminal
_MEASURE = "A tie beside a decision counts one half, so that a coin and a judge that always ties agree by 50 %."


@chapter(JudgeComparison)
def judge_comparison(result: JudgeComparison, names: FigureNames) -> Section:
    """Show what each judge is, its agreement beside that of people, its habits, the test, and every two judges."""
    design = f"{many(len(result.people), 'person')}, {many(result.votes, 'vote')}, {many(result.topics, 'topic')}"
    are = "is no person" if len(result.judges) == 1 else "are no people"
    blocks: list[Block] = [Paragraph(f"{many(len(result.judges), 'judge')} that {are}, beside {design}.")]
    blocks += [Paragraph(f"{_label(reading)}: {'; '.join(reading.findings)}.") for reading in result.readings]
    if result.readings and all(reading.agreement is None for reading in result.readings):
        blocks.append(Paragraph(text_of("judged-nothing-known")))
    parts = (
        ("Agreement with people", _agreement(result, names)),
        ("A seat among people", _alternative(result)),
        ("Order, repeats and length", _habits(result)),
        ("Calibration", _calibration(result)),
        ("Judges with each other", _pairs(result)),
    )
    return Section("Judges", [*blocks, *base.remark_notes(result.notes)], base.filled_sections(parts))


def _label(reading: JudgeReading) -> str:
    return f"{reading.judge}, {reading.criterion}" if reading.criterion else reading.judge


def _ends(share: Estimate | None, percent: bool = True) -> str:
    """Return a number with its interval, such as `71.4 % (65.2 to 76.8)`; an open end is `and more`."""
    if share is None:
        return "-"
    if not percent:
        value = "any number" if share.value is None else shown_number(share.value, 1)
        if share.low is None:
            return value
        return f"{value} ({share.low:.1f} {'and more' if share.high is None else f'to {share.high:.1f}'})"
    ends = "" if share.low is None or share.high is None else f" ({100 * share.low:.1f} to {100 * share.high:.1f})"
    return shown_share(share.value) + ends


def _agreement(result: JudgeComparison, names: FigureNames) -> Iterator[Block]:
    """Yield each judge with people beside people with each other."""
    people = {
        f"people{f', {row.criterion}' if row.criterion else ''}": row for row in result.agreement if row.agreement
    }
    read = [reading for reading in result.readings if reading.agreement]
    bars = [(name, row.agreement, True) for name, row in people.items()]
    bars += [(_label(reading), reading.agreement, False) for reading in read]
    records = [
        {"name": name, "value": bar.value, "low": bar.low, "high": bar.high, "hollow": hollow, "beside": ""}
        for name, bar, hollow in bars
        if bar
    ]
    if not records:
        return
    rows: list[list[Cell]] = [
        [_label(reading), reading.units, *map(_ends, (reading.agreement, reading.people, reading.difference)),
         _ends(reading.replaces, False)]
        for reading in read
    ]  # fmt: skip
    if not read:
        rows = [[name, row.units, "-", _ends(row.agreement), "-", "-"] for name, row in people.items()]
    heading = ["judge", "pairs", "with people", "people with each other", "difference", "replaces people"]
    level = f"{shown_level(result.level)} intervals over topics"
    caption = f"Mean agreement with one person on a pair, with {level}; hollow: people with each other. {_MEASURE}"
    spec = forest(Forest(records, "agreement with a person", [ThresholdLine(0.5, "chance")], (0.0, 1.02)))
    title = f"Agreement with a person on a pair; {level}"
    yield Figure(names.of("judges-and-people"), caption, spec, Table(heading, rows), title)
    note = "replaces people: how many people's mean answer agrees with one more person as well as the judge does"
    yield Notes([note, "difference: with people, minus people with each other, on the same pairs"])
    topics: list[list[Cell]] = [
        [_label(reading), on.topic, on.units, shown_share(on.agreement), shown_share(on.people, undefined="-")]
        for reading in read
        for on in reading.topics
    ]
    if topics:
        columns = ["judge", "topic", "pairs", "with people", "people with each other"]
        yield Listing("Agreement by topic", Table(columns, topics), folded=True)


def _alternative(result: JudgeComparison) -> Iterator[Block]:
    rows: list[list[Cell]] = []
    people: list[list[Cell]] = []
    notes = []
    for reading in result.readings:
        test = reading.alternative
        if test is None:
            continue
        if test.passes is None:
            notes.append(f"{_label(reading)}: no test; it {test.remark}")
            continue
        least = "none" if test.least_epsilon is None else shown_number(test.least_epsilon)
        passes = "yes" if test.passes else "no"
        rows.append([_label(reading), passes, shown_share(test.winning_rate), _ends(test.advantage), least])
        for row in test.people:
            p = "-" if row.p is None else shown_p(row.p)
            people.append(
                [_label(reading), row.person, row.units, shown_share(row.advantage), shown_share(row.of_person), p,
                 "yes" if row.won else "no"]
            )  # fmt: skip
    if rows:
        title = f"May the judge take the seat of a person? Alternative annotator test, epsilon {result.epsilon:g}"
        yield Listing(title, Table(["judge", "stands in", "people won", "advantage", "least epsilon"], rows))
        notes += [text_of("judged-people-won"), text_of("judged-advantage")]
        columns = ["judge", "person", "pairs", "judge as good", "person as good", "p", "won"]
        yield Listing("The test person by person", Table(columns, people), folded=True)
    if notes:
        yield Notes(notes)


def _habits(result: JudgeComparison) -> Iterator[Block]:
    heading = ["judge", "shown first", "changed by order", "same when repeated", "longer against people"]
    rows: list[list[Cell]] = [
        [_label(reading), _ends(reading.first), _ends(reading.swapped), _ends(reading.repeated), _ends(reading.longer)]
        for reading in result.readings
        if reading.first or reading.repeated or reading.longer
    ]
    if rows:
        yield Listing("What decides besides the texts", Table(heading, rows))
        yield Notes([text_of("judged-shown-first"), text_of("judged-longer")])
    favours: list[list[Cell]] = [
        [_label(reading), of.system, of.pairs, _ends(of.judge), shown_share(of.people), _ends(of.difference)]
        for reading in result.readings
        for of in reading.favours
    ]
    if favours:
        columns = ["judge", "system", "pairs", "by the judge", "by people", "difference"]
        yield Listing("How often each system is preferred", Table(columns, favours), folded=True)
        yield Notes(["a model may favour its own kin; one with more noise than people is nearer to 50 %"])


def _calibration(result: JudgeComparison) -> Iterator[Block]:
    known = [(reading, reading.calibration) for reading in result.readings if reading.calibration]
    for reading, fit in known:
        yield Paragraph(
            f"{_label(reading)}: surer than the votes for its side by {_ends(fit.surplus)}; mean error over "
            f"bins {shown_share(fit.error)}; Brier score {shown_number(fit.brier.value)} (one half: 0.250)."
        )
    rows: list[list[Cell]] = [
        [
            _label(reading),
            f"{span.low:.1f} to {span.high:.1f}",
            span.count,
            *map(shown_share, (span.confidence, span.share)),
        ]
        for reading, fit in known
        for span in fit.bins
    ]
    if rows:
        columns = ["judge", "probability", "pairs", "mean probability", "votes for its side"]
        yield Listing("Probability of the preferred text, and people's votes for it", Table(columns, rows))


def _pairs(result: JudgeComparison) -> Iterator[Block]:
    rows: list[list[Cell]] = [
        [pair.judge, pair.other, pair.criterion or "-", pair.units, shown_share(pair.agreement)]
        for pair in result.pairs
    ]
    if rows:
        columns = ["judge", "other", "criterion", "pairs", "agreement"]
        yield Listing("Every two judges on the pairs that both judged", Table(columns, rows), folded=len(rows) > _MOST)
