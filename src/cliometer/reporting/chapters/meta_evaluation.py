"""Builders of `cliometer agree`: metrics against human scores, against votes, and against each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from math import ceil
from typing import Any

from cliometer.court.meta_evaluation.human_scores import CorrelationRow, DifferenceRow, MetricAgreement, SystemPoint
from cliometer.court.meta_evaluation.human_votes import MetricVoteAgreement, VoteAccuracyRow
from cliometer.court.meta_evaluation.metric_matrix import MatrixCell, MetricMatrix
from cliometer.court.meta_evaluation.plan import MetaEvaluation
from cliometer.reporting.chapters.base import FigureNames, chapter, filled_sections, leaders, remark_notes, text_of
from cliometer.reporting.charts.grammar import Record
from cliometer.reporting.charts.heat_maps import heat, heat_cell
from cliometer.reporting.charts.line_charts import Cloud, scatter
from cliometer.reporting.charts.system_charts import Forest, ThresholdLine, dots, forests
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.stats.correlation_tests import PRODUCT_MOMENT
from cliometer.stats.samples import SIGNIFICANT
from cliometer.text.tables import Cell, Table, is_floor, shown_interval, shown_level, shown_number, shown_p, shown_share

_FEWEST = 3  # metrics from which a map of differences tells more than a line
_MOST_TEXTS = 1800  # points in a figure; more would blur, and a page should stay small


@chapter(MetricAgreement)
def metric_agreement(result: MetricAgreement, names: FigureNames) -> Section:
    """Show metrics against human scores: which agrees best, then the numbers it rests on."""
    parts: tuple[tuple[str, Iterable[Block]], ...] = (
        ("Metric against people", _clouds(result, names)),
        ("Correlations", _correlations(result, names)),
        ("Differences between metrics", _differences(result, names)),
        ("Pairs of systems", _accuracy(result, names)),
    )
    blocks = [Paragraph(_best_agreement(result)), *_remarks(result)]
    return Section("Metrics and people", blocks, filled_sections(parts))


def _remarks(result: MetaEvaluation[Any]) -> Iterator[Block]:
    if result.warnings:
        yield Notes([f"warning: {warning}" for warning in result.warnings], remarks=True)
    yield from remark_notes(result.notes)


def _best_agreement(result: MetricAgreement) -> str:
    metrics = len({row.metric for row in result.correlations})
    design = f"{many(result.systems, 'system')} and {many(result.topics, 'topic')}"
    opening = f"{many(metrics, 'metric')} against the human scores {result.human}, on {design}."
    known = [row for row in result.correlations if row.value is not None]
    if not known:
        return f"{opening} No coefficient has a value."
    rows = [row for row in known if (row.level, row.coefficient) == (known[0].level, known[0].coefficient)]
    lead = leaders({row.metric: row.value for row in rows if row.value is not None})
    best = "agrees with people" if lead.alone else "agrees best with people"
    clause = lead.said(best, "agree best with people", "metrics agree alike with people", opens=True)
    row = next(row for row in rows if row.metric == lead.names[0])
    how = f"{row.coefficient} {lead.score} at the {row.level} level"
    if lead.shared or row.low is None or row.high is None:  # an interval is that of one metric
        return f"{opening} {clause} ({how})."
    weak = " The interval contains 0, so this may be due to chance." if row.low <= 0 <= row.high else ""
    return f"{opening} {clause} ({how}, interval {shown_interval(row.low, row.high)}).{weak}"


def _correlations(result: MetricAgreement, names: FigureNames) -> Iterator[Block]:
    """Yield a figure for each coefficient, with its levels side by side."""
    rows, draws = result.correlations, result.resamples
    over = {"both": "systems and topics"}.get(result.over, result.over)
    intervals = f"{shown_level(result.level)} intervals over {over}"
    design = f"{many(result.systems, 'system')}, {many(result.topics, 'topic')}"
    levels = list(dict.fromkeys(row.level for row in rows))
    for coefficient in dict.fromkeys(row.coefficient for row in rows):
        rows_of_coefficient = [row for row in rows if row.coefficient == coefficient]
        caption = text_of(
            "meta-evaluation-correlations", coefficient=coefficient, human=result.human, intervals=intervals
        )
        yield Figure(
            names.of("correlations", coefficient),
            caption,
            forests([_correlation_panel(level, rows_of_coefficient, draws) for level in levels]),
            _correlation_table(rows_of_coefficient, levels, draws),
            f"{coefficient} with {result.human}: {design}; {intervals}",
        )
    lines = ["p: share of shuffles of the systems that agree as well or better (one-sided)"]
    lines *= set(levels) != {"global"}
    if any(row.p is not None and is_floor(row.p, draws) for row in rows):
        lines.append(f"<=: not one of the {draws} shuffles agrees as well, so p is as small as they allow")
    if "global" in levels:
        lines.append("global: no p, for the scores of one system or of one topic are not independent")
    yield Notes(lines)
    if any(row.undefined for row in rows):
        undefined = [(f"{row.metric}, {row.level}, {row.coefficient}", row.undefined) for row in rows if row.undefined]
        yield Notes([f"{what}: no value, because {why}" for what, why in undefined], remarks=True)


def _correlation_panel(level: str, rows: Sequence[CorrelationRow], draws: int) -> Forest:
    records = [
        {"name": row.metric, "value": row.value, "low": row.low, "high": row.high,
         "hollow": row.p is None or row.p > SIGNIFICANT,
         "beside": "" if row.p is None else shown_p(row.p, draws, named=True),
         "p": "no test" if row.p is None else shown_p(row.p, draws)}
        for row in rows
        if row.level == level
    ]  # fmt: skip
    ends = [end for row in rows for end in (row.value, row.low) if end is not None]
    lines, domain = [ThresholdLine(0.0, "")], (min([0.0, *ends]) - 0.05, 1.05)
    return Forest(records, rows[0].coefficient, lines, domain, {"p": "p"}, f"{level} level")


def _correlation_table(rows: Sequence[CorrelationRow], levels: Sequence[str], draws: int) -> Table:
    heading = ["metric"]
    for level in levels:
        heading += [level, "interval"] + ["p"] * (level != "global")
    by_metric: dict[str, list[Cell]] = {}
    for row in rows:
        cells = by_metric.setdefault(row.metric, [row.metric])
        cells += [row.value, shown_interval(row.low, row.high)]
        cells += [shown_p(row.p, draws)] * (row.level != "global")
    return Table(heading, list(by_metric.values()))


def _differences(result: MetricAgreement, names: FigureNames) -> Iterator[Block]:
    """Yield which metric agrees better; a map where there are many."""
    rows = result.differences
    if not rows:
        return
    clear = [row for row in rows if row.p_holm is not None and row.p_holm <= SIGNIFICANT]
    if clear:
        listing = listed([_better(row) for row in clear], 4)
        yield Paragraph(f"{len(clear)} of {many(len(rows), 'difference')} hold after Holm's correction: {listing}.")
    else:
        sentence = "No metric can be shown to agree better with people than another"
        yield Paragraph(f"{sentence} (p above 0.05 after Holm).")
    for test, level, coefficient in dict.fromkeys((row.test, row.level, row.coefficient) for row in rows):
        tested = [row for row in rows if (row.test, row.level, row.coefficient) == (test, level, coefficient)]
        metrics = list(dict.fromkeys(name for row in tested for name in (row.first, row.second)))
        if len(metrics) >= _FEWEST:
            caption = text_of("meta-evaluation-differences", coefficient=coefficient, level=level, test=test)
            cells = [cell for row in tested for cell in _difference_cells(row)]
            spec = heat(cells, "metric", "less", (metrics, metrics), two_sided=True, wide=64)
            table = _difference_table(tested, result.resamples)
            yield Figure(names.of("differences", test, level, coefficient), caption, spec, table)
    title = "Metric A less metric B: two-sided p, Holm over the pairs of each test and level"
    yield Listing(title, _difference_table(rows, result.resamples))


def _better(row: DifferenceRow) -> str:
    first, second = (row.first, row.second) if (row.difference or 0) > 0 else (row.second, row.first)
    how = f"{row.level} level, {row.coefficient}, {row.test}, {shown_p(row.p_holm, named=True)}"
    return f"{first} agrees better than {second} ({how})"


def _difference_cells(row: DifferenceRow) -> Iterator[Record]:
    for metric, other, sign in ((row.first, row.second, 1), (row.second, row.first, -1)):
        if row.difference is None:
            yield heat_cell(metric, other, None, "none", str(row.undefined))
            continue
        value = sign * row.difference
        star = "*" if row.p_holm is not None and row.p_holm <= SIGNIFICANT else ""
        text = f"{shown_number(value, 2, signed=True)}{star}".replace("-", "−")
        tip = f"{shown_number(value, 4, signed=True)}; p (Holm) {shown_p(row.p_holm)}"
        yield heat_cell(metric, other, max(-1.0, min(1.0, value)), text, tip)


def _difference_table(rows: Sequence[DifferenceRow], draws: int) -> Table:
    cells: list[list[Cell]] = [
        [row.test, row.level, row.coefficient, row.first, row.second, row.difference,
         shown_p(row.p, None if row.test == "williams" else draws), shown_p(row.p_holm)]
        for row in rows
    ]  # fmt: skip
    return Table(["test", "level", "coefficient", "metric A", "metric B", "A - B", "p", "p (Holm)"], cells)


def _clouds(result: MetricAgreement, names: FigureNames) -> Iterator[Block]:
    if not result.points:  # means over topics, whose intervals are not known
        return
    texts = result.texts
    metrics = list(dict.fromkeys(point.metric for point in result.points))
    step = ceil(len(texts.systems) * len(texts.topics) * len(texts.metrics) / _MOST_TEXTS)
    beneath = ""
    if levels := [row.level for row in result.correlations]:
        which = "system" if "system" in levels else levels[0]
        beneath = f"; under each name stands its correlation at the {which} level with its interval"
    caption = text_of("meta-evaluation-clouds", level=shown_level(result.level), beneath=beneath)
    heading = ["metric", "system", "metric mean", "low", "high", "human mean", "human low", "human high"]
    table = Table(heading, [list(vars(point).values()) for point in result.points])
    clouds = [
        Cloud(
            metric,
            _coefficient(result.correlations, metric),
            [_point(point) for point in result.points if point.metric == metric],
            _texts(result, metric)[::step],
        )
        for metric in metrics
    ]
    yield Figure(names.of("metric-human"), caption, scatter(clouds, result.human), table)
    if step > 1:
        last = step % 10 if step % 100 not in (11, 12, 13) else 0
        nth = f"{step}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"
        yield Notes([f"of the single texts only every {nth} is drawn; marks and numbers rest on all"], remarks=True)


def _point(point: SystemPoint) -> dict[str, Any]:
    spans = {"span": (point.low, point.high), "human_span": (point.human_low, point.human_high)}
    numbers = {key: value for key, value in vars(point).items() if key != "metric"}
    return numbers | {key: shown_interval(*ends) for key, ends in spans.items()}


def _texts(result: MetricAgreement, metric: str) -> list[dict[str, Any]]:
    """Return every text with four digits, which are more than the eye can see."""
    texts = result.texts
    return [
        {"system": system, "topic": topic, "value": float(f"{value:.4g}"), "human": float(f"{human:.4g}")}
        for system, values, given in zip(texts.systems, texts.metrics[metric], texts.human, strict=True)
        for topic, value, human in zip(texts.topics, values, given, strict=True)
    ]


def _coefficient(correlations: Sequence[CorrelationRow], metric: str) -> str:
    """Return the coefficient that stands first: that of systems, where it was asked for."""
    rows = [row for row in correlations if row.metric == metric]
    first = next((row for row in rows if row.level == "system"), rows[0] if rows else None)
    if first is None:
        return ""
    if first.value is None:
        return f"{first.coefficient}: undefined"
    ends = "" if first.low is None else f" ({shown_interval(first.low, first.high, 2)})"
    return f"{first.coefficient} {shown_number(first.value, 2)}{ends}".replace("-", "−")


_KINDS = {
    "accuracy": "near scores are ties",
    "uncalibrated": "only equal scores are ties",
    "soft": "soft: as sure as people are",
}


def _accuracy(result: MetricAgreement, names: FigureNames) -> Iterator[Block]:
    """Yield one figure of the accuracy; metrics without a value are named."""
    rows = [asdict(row) for row in result.accuracy]
    records = [
        {"name": row["metric"], "kind": word, "value": row[key]}
        for row in rows
        for key, word in _KINDS.items()
        if row[key] is not None
    ]
    heading = ["metric", "accuracy", "tie within", "uncalibrated", "all ties", "pairs", "soft accuracy"]
    table = Table(heading, [list(row.values()) for row in rows])
    title = "Pairs on the same topic that the metric orders, or ties, as people do"
    if records:
        marks = [ThresholdLine(rows[0]["all_ties"], "all ties")]
        spec = dots(records, list(_KINDS.values()), "share of pairs", marks)
        yield Figure(names.of("pairs-ordered"), text_of("meta-evaluation-accuracy"), spec, table, title)
    else:
        yield Listing(title, table)
    yield Notes([text_of("meta-evaluation-ties"), text_of("meta-evaluation-soft-accuracy")])
    why = "one side never tells two systems apart on a topic"
    if without := [row["metric"] for row in rows if row["accuracy"] is None]:
        yield Notes([f"{metric}: no pairwise accuracy, for {why}" for metric in without])


@chapter(MetricVoteAgreement)
def metric_vote_agreement(result: MetricVoteAgreement, names: FigureNames) -> Section:
    """Show metrics against votes and majorities, side by side."""
    given, systems = many(result.votes, "vote"), many(result.systems, "system")
    topics, ceiling = many(result.topics, "topic"), shown_share(result.ceiling)
    sentence = f"{given} on {systems} and {topics}, from the poll named {result.human}."
    kinds = {of: [row for row in result.accuracy if row.of == of] for of in ("votes", "majorities")}
    tables: list[Block] = []
    for of, rows in kinds.items():
        above = [row.metric for row in rows if row.verdict == "above chance"]
        chance = f"chance ({rows[0].chance_is}, {shown_share(rows[0].chance)})"
        who = f"{listed(above)} agree{'s' if len(above) == 1 else ''}" if above else "no metric agrees"
        sentence += f" On {of}, {who} with people more often than {chance}."
        intervals = f"{shown_level(result.level)} intervals over topics"
        design = f"{systems}, {topics}, {given}; {intervals}"
        ties = f"{shown_share(rows[0].ties)} of the {rows[0].choices} {of} are ties"
        tables += [
            Listing(f"{of.capitalize()} on which the metric agrees with people ({design})", _vote_table(rows)),
            Notes([f"chance: {shown_number(rows[0].chance)}, {rows[0].chance_is}; {ties}"]),
        ]
    caption = text_of("meta-evaluation-metric-vote-agreement", level=shown_level(result.level), ceiling=ceiling)
    panels = [_vote_panel(of, rows, result.ceiling if of == "votes" else None) for of, rows in kinds.items()]
    spec = forests(panels, columns=2, width=250)
    both = _vote_table(result.accuracy)
    table = Table(
        ["of", *both.heading], [[row.of, *cells] for row, cells in zip(result.accuracy, both.rows, strict=True)]
    )
    figure = Figure(names.of("votes-decided"), caption, spec, table)
    sentence += f" No score can agree with more than {ceiling} of votes."
    return Section("Metrics and votes", [Paragraph(sentence), *_remarks(result), figure, *tables])


def _vote_table(rows: Sequence[VoteAccuracyRow]) -> Table:
    cells: list[list[Cell]] = [
        [row.metric, row.accuracy, shown_interval(row.low, row.high), row.threshold, row.uncalibrated,
         row.chance, row.verdict]
        for row in rows
    ]  # fmt: skip
    return Table(["metric", "accuracy", "interval", "tie within", "uncalibrated", "chance", "verdict"], cells)


def _vote_panel(of: str, rows: Sequence[VoteAccuracyRow], ceiling: float | None) -> Forest:
    records = [
        {"name": row.metric, "value": row.accuracy, "low": row.low, "high": row.high,
         "hollow": row.verdict != "above chance", "beside": row.verdict}
        for row in rows
    ]  # fmt: skip
    marks = [ThresholdLine(rows[0].chance, f"chance: {rows[0].chance_is}")]
    marks += [ThresholdLine(ceiling, "most", "good")] if ceiling is not None else []
    return Forest(records, f"share of {of} with agreement", marks, (-0.02, 1.02), {"beside": "verdict"}, of)


@chapter(MetricMatrix)
def metric_matrix(result: MetricMatrix, names: FigureNames) -> Section:
    """Show metrics against each other: a map, and the matrix with a star where p is at most 0.05."""
    tested = any(cell.p is not None for cell in result.matrix)
    corrected = " after Holm's correction" if result.correction else ""
    star = f" A star marks p at most 0.05{corrected} (two-sided, t-approximation)." if tested else ""
    what = f"{result.coefficient} of every two metrics over topics and systems"
    caption = f"Correlation ({what}); 1 is perfect agreement.{star}"
    drawn = [drawn_cell for cell in result.matrix for drawn_cell in _matrix_cells(cell)]
    spec = heat(drawn, "metric", "metric", (result.metrics, result.metrics), two_sided=True, wide=64)
    pairs: list[list[Cell]] = [
        [cell.first, cell.second, cell.n, cell.value, "-" if cell.p is None else shown_p(cell.p)]
        for cell in result.matrix
    ]
    table = Table(["metric", "other", "n", result.coefficient, "p"], pairs)
    figure = Figure(names.of("matrix", result.coefficient), caption, spec, table)
    sizes = sorted({cell.n for cell in result.matrix})
    n = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    star = "" if result.coefficient not in PRODUCT_MOMENT else f"; * p <= {SIGNIFICANT}"
    star += ", Holm corrected" if result.correction and star else ""
    title = f"{result.coefficient} of metrics over topics x systems (n = {n}{star})"
    rows: list[list[Cell]] = [[a, *(_matrix_entry(result, a, b) for b in result.metrics)] for a in result.metrics]
    listing = Listing(title, Table(["", *result.metrics], rows))
    return Section("Metrics against each other", [Paragraph(_extremes(result)), figure, listing, *_remarks(result)])


def _matrix_entry(result: MetricMatrix, metric: str, other: str) -> str:
    if metric == other:
        return "1"
    cell = result.cell(metric, other)
    return "undefined" if cell.value is None else f"{shown_number(cell.value, 4)}{'*' if cell.significant else ''}"


def _extremes(result: MetricMatrix) -> str:
    values = {f"{cell.first} and {cell.second}": cell.value for cell in result.matrix if cell.value is not None}
    metrics = many(len(result.metrics), "metric")
    if not values:
        return f"{metrics}; no two of them have a correlation."
    most, least = leaders(values), leaders(values, least=True)
    if most.alone:
        return f"{metrics}. {most.names[0]} have a correlation of {shown_number(most.value)}."
    if most.alike:
        return f"{metrics}. All {most.among} pairs have the same correlation ({shown_number(most.value)})."
    first, last = (
        f"{len(lead.names)} pairs, such as {lead.names[0]}," if lead.shared else lead.names[0] for lead in (most, least)
    )
    high, low = shown_number(most.value), shown_number(least.value)
    return f"{metrics}. {first} have the highest correlation ({high}), {last} the lowest ({low})."


def _matrix_cells(cell: MatrixCell) -> Iterator[Mapping[str, Any]]:
    text, tip = "none", str(cell.undefined)
    if cell.value is not None:
        text, tip = (
            shown_number(cell.value, 2).replace("-", "−"),
            f"{shown_number(cell.value, 4)}; n = {cell.n}; p {shown_p(cell.p)}",
        )
    for row, column in ((cell.first, cell.second), (cell.second, cell.first)):
        yield heat_cell(row, column, cell.value, text + "*" * bool(cell.significant), tip)
