"""The sections of curves (precision over recall), of baselines on content units, and of `cliometer study draft`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from cliometer.engine.curves import Curves
from cliometer.metrics.units.curve import LEVELS, Point
from cliometer.reporting.chapters.base import FigureNames, chapter, leaders, remark_notes, remarks, text_of
from cliometer.reporting.charts.grammar import Record, Spec
from cliometer.reporting.charts.heat_maps import Axes, grid, grid_cell
from cliometer.reporting.charts.line_charts import NAMED, SystemLine, lines, panels
from cliometer.reporting.charts.unit_charts import spread
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.stats.samples import SIGNIFICANT
from cliometer.study.unit_drafts import UnitDrafts
from cliometer.systems.baselines import PairTest, Trial
from cliometer.text.tables import Cell, Table, shown_number, shown_p

_MOST_ROWS = 500  # of a table of points; beyond that it holds precision at the eleven levels of recall
_LEVELS = [shown_number(level, 1) for level in LEVELS]
_RECALL: Spec = {"title": "nu-recall", "scale": {"domain": [0, 1]}}
Means = Mapping[str, Sequence[float]]


@chapter(Curves)
def curve(curves: Curves, names: FigureNames) -> Section:
    """Return means over topics, then each topic."""
    means = dict(sorted(curves.means.items(), key=lambda mean: -fmean(mean[1])))
    systems = list(means)
    blocks: list[Block] = [Paragraph(_curve_summary(curves, means)), _means(curves, means, names)]
    if len(systems) > NAMED:
        blocks.append(Notes([f"in grey: {', '.join(systems[NAMED:])}"]))
    blocks += _topics(curves, systems, names)
    blocks += remark_notes(curves.notes)
    return Section("Curves", blocks)


def _curve_summary(curves: Curves, means: Means) -> str:
    """Say who is above whom, level by level."""
    (first, highest), *others = means.items()
    lead = leaders({system: fmean(mean) for system, mean in means.items()})
    best = f"{listed(lead.names)}: mean precision {lead.score} over the eleven levels of recall"
    above = [all(mine >= its for mine, its in zip(highest, other, strict=True)) for _, other in others]
    on = f"on {many(len({drawn.topic for drawn in curves.curves}), 'topic')}"
    if lead.alone or lead.alike:
        return f"{best}, {on}."
    its = f"the curve of {first}" if lead.shared else "its curve"
    if all(above):
        return f"{best}, the highest {on}; {its} is never below any other."
    return f"{best}, the highest {on}; {its} crosses that of {many(above.count(False), 'other system')}."


def _means(curves: Curves, means: Means, names: FigureNames) -> Figure:
    drawn = [SystemLine(system, list(zip(LEVELS, mean, strict=True))) for system, mean in means.items()]
    caption = text_of("unit-scores-means", metric=curves.metric)
    spec = lines(drawn, list(means), _RECALL, _precision(drawn))
    table = Table(["system", *_LEVELS], [[system, *mean] for system, mean in means.items()])
    title = f"{curves.metric}: precision at recall 0, 0.1, ..., 1, the mean over topics"
    return Figure(names.of("curve", curves.metric), caption, spec, table, title)


def _topics(curves: Curves, systems: Sequence[str], names: FigureNames) -> Iterator[Block]:
    some = [curve for curve in curves.curves if curve.points]
    drawn = [
        SystemLine(curve.system, [(point.recall, point.precision) for point in corners(curve.points)], curve.topic)
        for curve in some
    ]
    if drawn:
        rows: list[list[Cell]] = [
            [curve.topic, curve.system, point.retrieved, point.recall, point.precision]
            for curve in some
            for point in corners(curve.points)
        ]
        table = Table(["topic", "system", "retrieved", "recall", "precision"], rows)
        if len(rows) > _MOST_ROWS:
            rows = [[curve.topic, curve.system, *curve.interpolated] for curve in some]
            table = Table(["topic", "system", *_LEVELS], rows)
        spec = panels(drawn, systems, _RECALL, _precision(drawn))
        yield Figure(names.of("curve", "topics"), text_of("unit-scores-topics", metric=curves.metric), spec, table)
    if silent := [f"{curve.system} retrieved nothing on {curve.topic}" for curve in curves.curves if not curve.points]:
        yield Notes(silent)


def corners(points: Sequence[Point]) -> list[Point]:
    """Return the points that a line needs: not those on the way between two others of the same recall."""
    kept = []
    for place, point in enumerate(points):
        around = points[max(0, place - 1) : place + 2]
        values = [corner.precision for corner in around if corner.precision is not None]
        level = len(values) == 3 and len({corner.recall for corner in around}) == 1
        if not (level and min(values[0], values[2]) <= values[1] <= max(values[0], values[2])):
            kept.append(point)
    return kept


def _precision(drawn: Sequence[SystemLine]) -> Spec:
    """Return the scale of precision, from 0 to 1, or further where sentences mention several events."""
    top = max([1.0, *(y for line in drawn for _, y in line.points if y is not None)])
    return {"title": "nu-precision", "scale": {"domain": [0, top]}}


@chapter(Trial)
def baselines(trial: Trial, names: FigureNames) -> Section:
    """Return scores of each baseline, then the tests of each pair."""
    dropped = [f"{row.id} could not run on {', '.join(row.dropped)}" for row in trial.baselines if row.dropped]
    blocks: list[Block] = [
        Paragraph(_baseline_summary(trial)),
        _scores(trial, names),
        Listing(f"{trial.metric} on {many(len(trial.topics), 'topic')}", baseline_table(trial)),
        *([Notes(dropped)] if dropped else []),
        *_pairs(trial.pairs, names),
        *remark_notes(trial.notes),
    ]
    return Section("Baselines", blocks)


def _baseline_summary(trial: Trial) -> str:
    means = {f"{row.id} ({row.method})": row.mean for row in trial.baselines}
    known = {name: mean for name, mean in means.items() if mean is not None}
    if not known:
        return "No baseline could be scored on any topic."
    tested = [pair.corrected for pair in trial.pairs if pair.corrected is not None]
    differ = sum(p <= SIGNIFICANT for p in tested)
    outcome = (
        f"{differ} of {len(tested)} pairs differ at {SIGNIFICANT} after correction"
        if tested
        else "no pair could be tested, which takes two topics or more"
    )
    lead = leaders(known)
    mean = f"with a mean {trial.metric} of {lead.score}"
    runs = f"Random ones are means over {trial.runs} runs (seed {trial.seed})."
    best = f"The best baseline{'s are' if lead.shared else ' is'} {listed(lead.names)}"
    if lead.alone:
        best = f"The only baseline with a score is {lead.names[0]}"
    elif lead.alike:
        best = lead.said("", "", "baselines score the same", opens=True)
    robin = " RR stands for round robin: one from each section in turn."
    return f"{best}, {mean}; {outcome}. {runs}{robin if any('RR' in row.method for row in trial.baselines) else ''}"


def _scores(trial: Trial, names: FigureNames) -> Figure:
    ordered = sorted(trial.baselines, key=lambda row: -(row.mean if row.mean is not None else -1))
    means: list[Record] = []
    points: list[Record] = []
    for row in ordered:
        name = {"baseline": f"{row.id}: {row.method}"}
        means.append({**name, "mean": row.mean})
        points += [{**name, "topic": topic, "score": score} for topic, score in row.scores.items()]
    topics = [topic for topic in trial.topics if any(topic in row.scores for row in ordered)]
    caption = text_of("unit-scores-scores", metric=trial.metric)
    rows: list[list[Cell]] = [
        [row.id, row.method, row.mean, *(row.scores.get(topic, "-") for topic in topics)] for row in ordered
    ]
    table = Table(["baseline", "method", "mean", *topics], rows)
    return Figure(names.of("baselines"), caption, spread(means, points, trial.metric), table)


def baseline_table(trial: Trial) -> Table:
    """Return the mean pyramid score of each baseline, and over how many topics (table 3 of the paper)."""
    rows: list[list[Cell]] = [[row.id, row.method, len(row.scores), row.mean] for row in trial.baselines]
    return Table(["id", "method", "topics", "score"], rows)


def baseline_score_table(trial: Trial) -> Table:
    """Return every score, a line each."""
    rows: list[list[Cell]] = [[row.id, row.method, *pair] for row in trial.baselines for pair in row.scores.items()]
    return Table(["id", "method", "topic", "score"], rows)


def _pairs(pairs: Sequence[PairTest], names: FigureNames) -> Iterator[Block]:
    """Yield the tests as a triangle; as a table alone where nothing could be tested."""
    if not pairs:
        return
    rows: list[list[Cell]] = []
    for pair in pairs:
        numbers = ["-" if value is None else value for value in (pair.difference, pair.p, pair.corrected)]
        rows.append([pair.first, pair.second, pair.topics, *numbers, pair.method])
    table = Table(["baseline", "other", "topics", "difference", "p", "p corrected", "test"], rows)
    tested = [(pair.first, pair.second, pair.corrected) for pair in pairs if pair.corrected is not None]
    if not tested:
        yield Listing("Pairs of baselines", table, folded=True)
        return
    ids = list(dict.fromkeys(id for pair in pairs for id in (pair.first, pair.second)))
    cells = [
        grid_cell(ids.index(first), ids.index(second), 0.85 if p <= SIGNIFICANT else 0.2, shown_p(p))
        for first, second, p in tested
    ]
    caption = text_of("unit-scores-pairs", significant=SIGNIFICANT)
    spec = grid(cells, Axes(ids, ids, "baseline", "other"), "p")
    title = "Wilcoxon's signed-rank test of each pair over topics, two-sided; corrected after Holm"
    yield Figure(names.of("baseline", "pairs"), caption, spec, table, title)


@chapter(UnitDrafts)
def drafts_section(result: UnitDrafts, names: FigureNames | None = None) -> Section:
    """Return the drafted content units by the number of their writers, a row for each topic."""
    rows: list[list[Cell]] = [
        [unit.topic, unit.writers, unit.lines, unit.drafts, "/".join(map(str, unit.levels))] for unit in result.drafts
    ]
    table = Table(["topic", "writers", "lines", "drafts", "of 1/2/... writers"], rows)
    rule = result.options
    apart = "dates overlap" if rule.days == 0 else f"dates are at most {many(rule.days, 'day')} apart"
    line = f"Each {rule.entry} is a line; lines are joined where {apart} and similarity is {rule.threshold:g} or more."
    listing = Listing("Drafts of each topic, and by how many writers they are", table)
    if result.signature:
        line = f"A model took each {rule.entry} apart; its facts are the lines. {line}"
    return Section("Drafts of content units", [listing, Paragraph(line), *remarks(result)])
