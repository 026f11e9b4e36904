"""Findings of a court as a section: the changes of scores, what each metric fails, and its response curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cliometer.court.cards import BenchResults, KindScore, TopicEstimate
from cliometer.court.findings import LISTS, Findings, LadderRow, TrialRow
from cliometer.court.perturbation import TRIAL_KINDS
from cliometer.court.verdicts import Kind, Verdict
from cliometer.grouping import by_key
from cliometer.reporting.chapters.base import FigureNames, chapter, remarks, text_of
from cliometer.reporting.charts.heat_maps import card_map, shade, verdict_map
from cliometer.reporting.charts.line_charts import Climb, ladder_panels
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_share

_ALWAYS = 5e-4  # a change that would be shown as 0.0 %
_LETTERS = {"precision": "P", "recall": "R"}


@chapter(Findings)
def court_section(
    findings: Findings, names: FigureNames | None = None, verdicts: bool = False, ladders: bool = False
) -> Section:
    """Return the changes of F, or of the one value, and the faults of each metric; figures only with names.

    Parameters
    ----------
    findings : Findings
        What a court found.
    names : FigureNames, optional
        Gives figures their names; without it there are none.
    verdicts : bool
        Whether the table has a line with its verdict for every trial and metric, in place of the overview.
    ladders : bool
        Whether a terminal shows how each score falls as a perturbation grows.
    """
    score = measured(findings)["f"]
    tried = f"{many(len(findings.trials), 'trial')} of {many(len(findings.metrics), 'metric')}"
    held = f"{tried} on {many(findings.tasks, findings.answer)} of {many(findings.topics, 'topic')}"
    blocks: list[Block] = [Paragraph(held if verdicts else f"{held}: {text_of('court-card')}")]
    for group in findings.groups if names or not verdicts else ():
        named = f", {group} topics" if group else ""
        caption = f"The card of each metric{named}: from 0 to 1, with 95 % intervals over topics; ! fails, ? undecided"
        blocks += [Listing(caption, card_table(findings, group)), *_not_tried(findings, group)]
        if names:
            blocks.append(card_figure(findings, group, names))
        caption = (
            f"How often the better of two {findings.answer}s scores higher{named}, with 95 % intervals over topics"
        )
        if any(card.bench.human for card in findings.cards if card.group == group):
            caption += "; tau: Kendall's tau-b with people, intervals over systems and topics"
        blocks.append(Listing(caption, bench_table(findings, group)))
        kept = kept_table(findings, group)
        if kept.rows:
            caption = f"Share of {score} kept{named}: less is better, but for paraphrase, of which nothing should go"
            blocks.append(Listing(caption, kept))
    if verdicts:
        blocks.append(Listing("", verdict_table(findings)))
    else:
        loss = "" if score == "F" else " (a minus is a loss, also where lower is better)"
        caption = f"Change of {score}{loss}: ! fails the trial, - does not apply"
        blocks.append(Listing(caption, matrix(findings)))
    if names:
        blocks += [map_figure(findings, names)]
    if names or not verdicts:
        blocks.append(faults_listing(findings))
    sections = []
    if findings.ladders and (names or ladders):
        rising = f"the {findings.answer}s in which {'it' if score == 'value' else 'a side'} rises"
        caption = f"Change of {score} at each step from weak to strong, and {rising}"
        curves = [] if names is None else list(_curves(findings, names))
        table = Listing(caption, ladder_table(findings), folded=not ladders)
        sections = [Section("Response curves", [*curves, table], detail=not ladders)]
    if names or verdicts:
        caption = f"Every criterion: its score from 0 to 1, how often the better scores higher, and {score} kept"
        table = Listing(caption, criteria_table(findings), folded=not verdicts)
        sections.append(Section("Criteria", [table], detail=not verdicts))
    return Section("Metrics on trial", [*blocks, *remarks(findings)], sections)


_PROTOCOLS = {"itself": "references", "systems": "systems", "writers": "writers"}


def card_table(findings: Findings, group: str | None = None) -> Table:
    """Return the score of every kind of trial for each metric of a group, or of all; ! fails, ? is undecided."""
    cards = [card for card in findings.cards if group is None or card.group == group]
    named = group is None and any(findings.groups)
    rows: list[list[Cell]] = [
        [card.metric, *([card.group] if named else []), *(_marked(card.kinds[kind]) for kind in TRIAL_KINDS)]
        for card in cards
    ]
    return Table(["metric", *(["topics"] if named else []), *TRIAL_KINDS], rows)


_MARKS = {"passes": "", "fails": "!", "undecided": "?"}


def _marked(kind: KindScore) -> str:
    return "not tried" if kind.score is None else _between(kind.score) + _MARKS[kind.verdict]


def _between(estimate: TopicEstimate | None) -> str:
    """Spell a share with its interval as the field does: .62 [.55, .70]."""
    if estimate is None:
        return "-"
    value, low, high = (
        f"{number:.2f}".removeprefix("0") if number < 0.995 else "1"
        for number in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} [{low}, {high}]"


def _not_tried(findings: Findings, group: str) -> list[Block]:
    """Return why kinds were not tried, once for all metrics of which it is true."""
    reasons = by_key(
        (f"{kind} not tried: {score.not_tried}", card.metric)
        for card in findings.cards
        for kind, score in (card.kinds.items() if card.group == group else ())
        if score.score is None
    )
    every = len(findings.metrics)
    notes = [why if len(of) == every else f"{', '.join(of)}: {why}" for why, of in reasons.items()]
    return [Notes(notes)] if notes else []


def bench_table(findings: Findings, group: str) -> Table:
    """Return the accuracy by protocol, monotone steps, writers against systems, agreement with people, and the time."""
    cards = [card for card in findings.cards if card.group == group]
    protocols = list(dict.fromkeys(name for card in cards for name in card.bench.accuracy))
    timed, duels = any(card.bench.milliseconds for card in cards), any(card.bench.won_of for card in cards)
    heading = ["metric", *(_PROTOCOLS[name] for name in protocols), "monotone"]
    heading += ["writer over system", "ratio"] if duels else []
    people = any(card.bench.human for card in cards)
    heading += ["tau of systems", "tau of texts"] if people else []
    rows: list[list[Cell]] = []
    for card in cards:
        bench = card.bench
        cells = [*(_between(bench.accuracy[name]) for name in protocols), _share(bench.monotone)]
        cells += [_between(bench.won), _share(bench.ratio)] if duels else []
        cells += [_correlation(bench, level) for level in ("system", "text")] if people else []
        cells += [f"{bench.milliseconds:.1f}"] if bench.milliseconds is not None else []
        rows.append([card.metric, *cells])
    return Table([*heading, *(["ms a pair"] if timed else [])], rows)


def _correlation(bench: BenchResults, level: str) -> str:
    """Spell Kendall's tau-b between a metric and people, with its interval over systems and topics."""
    row = next((row for row in bench.human if (row.level, row.coefficient) == (level, "kendall-b")), None)
    if row is None or row.value is None:
        return "-"
    value, low, high = (_share(number).replace("0.", ".", 1) for number in (row.value, row.low, row.high))
    return f"{value} [{low}, {high}]" if row.low is not None else value


def kept_table(findings: Findings, group: str) -> Table:
    """Return the share of F that is kept under the trials of the bench, with a row for each metric and protocol."""
    cards = [card for card in findings.cards if card.group == group]
    trials = list(dict.fromkeys(name for card in cards for of in card.bench.kept.values() for name in of))
    rows: list[list[Cell]] = [
        [card.metric, _PROTOCOLS[protocol], *(_share(of.get(name)) for name in trials)]
        for card in cards
        for protocol, of in card.bench.kept.items()
        if of
    ]
    return Table(["metric", "changed", *trials], rows)


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def criteria_table(findings: Findings) -> Table:
    """Return every criterion of every metric: its score, its accuracy, and the share of F that is kept."""
    rows: list[list[Cell]] = [
        [row.kind, row.aspect, row.trial, row.protocol, *([row.group] if row.group else []), row.metric,
         _between(row.score), _between(row.accuracy), shown_share(row.kept, 0, "-")]
        for row in findings.criteria
    ]  # fmt: skip
    group = ["topics"] if any(findings.groups) else []
    return Table(["kind", "property", "trial", "protocol", *group, "metric", "score", "accuracy", "kept"], rows)


def card_figure(findings: Findings, group: str, names: FigureNames) -> Figure:
    """Draw the cards of all metrics: a row for each metric, a column for each kind of trial."""
    cards = [card for card in findings.cards if card.group == group]
    cells = [
        {"metric": card.metric, "kind": kind, "score": score and score.value,
         "text": _between(score).replace("-", "–"), "verdict": card.kinds[kind].verdict}
        for card in cards
        for kind in TRIAL_KINDS
        for score in [card.kinds[kind].score]
    ]  # fmt: skip
    caption = text_of("court-card-figure")
    return Figure(names.of("cards", group), caption, card_map(cells), card_table(findings, group))


def measured(findings: Findings) -> dict[str, str]:
    """Return the numbers whose changes are shown, by their keys: precision, recall and F, or the one value.

    A metric of one value has its change under `f`. Where there are metrics of both sorts, the name says so.
    """
    paired = {row.metric for row in findings.rows if row.deltas["precision"] is not None}
    single = {row.metric for row in findings.rows if row.deltas["f"] is not None} - paired
    if single and not paired:
        return {"f": "value"}
    return {"precision": "precision", "recall": "recall", "f": "F or value" if single else "F"}


def matrix(findings: Findings) -> Table:
    """Return the change of F, or of the one value, by trial and metric, with a mark on what fails."""
    cells = {}
    for row in findings.rows:
        mark = "" if row.verdict.passes else "!"
        cells[row.trial, row.metric] = _signed(row.deltas["f"]) + mark if row.verdict.applies else "    -"
    metrics = findings.metrics
    rows = [[trial, *(cells.get((trial, metric), "") for metric in metrics)] for trial in findings.trials]
    return Table([f"change of {measured(findings)['f']}", *headings(metrics)], rows)


def verdict_table(findings: Findings) -> Table:
    """Return a line for every trial and metric, with its sentence."""
    numbers = measured(findings)
    rows = [
        [row.trial, row.metric, *(_signed(row.deltas[key]) for key in numbers), _kept(row), _between(row.accuracy),
         str(row.verdict)]
        for row in findings.rows
    ]  # fmt: skip
    changes = [f"Δ{_LETTERS.get(key, name)}" for key, name in numbers.items()]
    return Table(["trial", "metric", *changes, "kept", "accuracy", "verdict"], rows)


def _kept(row: TrialRow) -> str:
    """Spell the share that is kept, with its interval over topics where there is one."""
    ends = row.kept_interval
    interval = "" if ends is None or ends.low == ends.high else f" [{100 * ends.low:.0f}, {100 * ends.high:.0f}]"
    return shown_share(row.kept, 0, "-") + interval


def change_table(findings: Findings) -> Table:
    """Return the changes as Table 2 of the paper has them, with whether the trial was passed."""
    numbers = measured(findings)
    rows = [[row.trial, row.metric, *map(row.deltas.get, numbers), outcome(row.verdict)] for row in findings.rows]
    return Table(["trial", "metric", *numbers.values(), "verdict"], rows)


def ladder_table(findings: Findings) -> Table:
    """Return the change at each step, and in how many answers precision and recall, or the one value, rise."""
    numbers = measured(findings)
    # Rises of a metric of one value stand under both sides.
    sides = {"P up": "precision", "R up": "recall"} if "precision" in numbers else {"value up": "precision"}
    rows: list[list[Cell]] = [
        [row.name, row.metric, " ".join(_signed(step.deltas["f"]) for step in row.steps),
         *(f"{getattr(row.rises, side)}/{row.rises.of}" for side in sides.values()),
         outcome(row.verdict).replace("does not apply", "-")]
        for row in findings.ladders
    ]  # fmt: skip
    return Table(["ladder", "metric", f"change of {numbers['f']}", *sides, "verdict"], rows)


def faults_listing(findings: Findings) -> Listing:
    """Return what each metric is blind to, gamed by, punishes and rewards, with the number that shows it."""
    rows: list[list[Cell]] = []
    for metric in findings.metrics:
        faults = findings.faults(metric)
        for kind, key in LISTS.items():
            named = [f"{name}{_detail(findings, metric, name, kind)}" for name in faults.get(kind, ())]
            if named:
                rows.append([metric, key.replace("_", " "), ", ".join(named)])
        if not faults:
            rows.append([metric, "no fault found", ""])
    return Listing("What each metric does that a sound one does not", Table(["metric", "fault", "under"], rows))


def _detail(findings: Findings, metric: str, name: str, kind: Kind) -> str:
    """The number that makes the fault plain."""
    if kind == "not monotone":
        ladders = [row.rises for row in findings.ladders if (row.metric, row.perturbation) == (metric, name)]
        worst = max(ladders, key=lambda rises: max(rises.precision, rises.recall), default=None)
        return f" ({max(worst.precision, worst.recall)} of {worst.of} {findings.answer}s)" if worst else ""
    row = next((row for row in findings.rows if (row.metric, row.trial) == (metric, name)), None)
    if row is None or row.kept is None or row.kept == 1 or kind == "rewards":
        return ""
    keeps, loses = f"keeps {shown_share(row.kept, 0)}", f"loses {shown_share(1 - row.kept, 0)}"
    if kind == "half blind":
        sentence = next((fault.sentence for fault in row.verdict.faults if fault.kind == kind), "")
        return f" ({sentence.removeprefix('half blind, ')}; {keeps})"
    return f" ({keeps if kind in ('blind', 'gamed') else loses})"


def headings(metrics: Sequence[str]) -> list[str]:
    """Return names without settings where they are distinct already."""
    short = [metric.partition("(")[0] for metric in metrics]
    return [name if short.count(name) == 1 else metric for name, metric in zip(short, metrics, strict=True)]


def _signed(value: float | None) -> str:
    """-.045, as the field writes it; no sign where nothing moved."""
    if value is None:
        return "-"
    text = f"{value:+.3f}".replace("0.", ".", 1)
    return " .000" if text in ("+.000", "-.000") else text


def outcome(verdict: Verdict) -> str:
    """Return passes, fails, or does not apply."""
    return "passes" if verdict.passes else "fails" if verdict.applies else "does not apply"


def map_figure(findings: Findings, names: FigureNames) -> Figure:
    """Draw every trial of every metric."""
    faults: dict[tuple[str, str], list[str]] = {}
    for metric in findings.metrics:
        for kind, trials in findings.faults(metric).items():
            for trial in trials if kind != "not monotone" else ():  # which is about a perturbation
                faults.setdefault((metric, trial), []).append(kind)
    short = dict(zip(findings.metrics, headings(findings.metrics), strict=True))
    cells = [_cell(row, short[row.metric], faults.get((row.metric, row.trial), ())) for row in findings.rows]
    numbers, answers = measured(findings), f"{findings.answer}s"
    caption = text_of("court-map-figure", numbers=numbers["f"], answers=answers)
    rows: list[list[Cell]] = [
        [row.trial, row.metric, *(row.deltas[key] for key in numbers), row.kept, str(row.verdict)]
        for row in findings.rows
    ]
    changes = [f"change of {name}" for name in numbers.values()]
    table = Table(["trial", "metric", *changes, f"{numbers['f']} kept", "verdict"], rows)
    return Figure(names.of("verdicts"), caption, verdict_map(cells, numbers, answers), table)


def _cell(row: TrialRow, heading: str, kinds: Sequence[str]) -> dict[str, Any]:
    others = f" +{len(kinds) - 1}" if len(kinds) > 1 else ""
    text = change(row.kept) + (f" {kinds[0]}{others}" if kinds else "")
    facts = {"trial": row.trial, "metric": row.metric, "kept": row.kept, "verdict": str(row.verdict)}
    shown = {"heading": heading, "text": text, "outcome": outcome(row.verdict), "tasks": row.tasks}
    return {**facts, **row.deltas, **shade(row.kept), **shown}


def change(kept: float | None) -> str:
    """
    >>> change(0.97), change(1.0), change(0.996), change(None)
    ('−3 %', '0 %', '−0.4 %', '–')
    """
    if kept is None:
        return "–"
    moved = kept - 1
    if abs(moved) < _ALWAYS:
        return "0 %"
    digits = 0 if abs(moved) >= 0.01 else 1
    return f"{100 * moved:+.{digits}f} %".replace("-", "−")


def _curves(findings: Findings, names: FigureNames) -> Iterator[Block]:
    """Yield the curves of F or of the one value, then of each side, then a note on what could not be drawn."""
    ladders = by_key((row.name, row) for row in findings.ladders)
    metrics = list(dict.fromkeys(row.metric for row in findings.ladders))
    yield Paragraph(text_of("court-curves"))
    for side, word in sorted(measured(findings).items(), key=lambda side_word: side_word[0] != "f"):
        climbs = [_climb(name, rows, side) for name, rows in ladders.items()]
        drawn = [climb for climb in climbs if climb.records]
        if drawn:
            caption = f"Change of {word} as each perturbation grows: a line for each metric, weak at the left."
            rows = [[row.metric, step.trial, step.deltas[side]] for row in findings.ladders for step in row.steps]
            table = Table(["metric", "trial", f"change of {word}"], rows)
            yield Figure(names.of("ladders", side), caption, ladder_panels(drawn, metrics, word), table)
    lost = [row.name for row in findings.ladders if any(step.deltas["f"] is None for step in row.steps)]
    if lost:
        ladders_lost = ", ".join(dict.fromkeys(lost))
        yield Notes([f"not drawn, for not every step changes these {findings.answer}s: {ladders_lost}"])


def _climb(title: str, rows: Sequence[LadderRow], side: str) -> Climb:
    """The steps stand at their intensities, or at their numbers where they have none."""
    known = [place for place in rows[0].intensities if place is not None]
    places = known if len(known) == len(rows[0].steps) else list(range(1, len(rows[0].steps) + 1))
    words = not all(isinstance(place, int | float) for place in places)
    records = [
        {"metric": row.metric, "at": str(place) if words else place, "trial": step.trial,
         "change": step.deltas[side]}
        for row in rows
        for place, step in zip(places, row.steps, strict=True)
        if step.deltas[side] is not None
    ]  # fmt: skip
    return Climb(title, rows[0].grows, places, records)
