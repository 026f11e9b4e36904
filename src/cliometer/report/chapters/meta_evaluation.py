"""The chapter of `cliometer agree --human`: metrics against people, by correlation, scatter and ordered
pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from cliometer.court.meta_evaluation.plan import SIGNIFICANT
from cliometer.report.chapters.base import FigureNames, Leaders, Result, chapter, leaders, remarks
from cliometer.report.charts.heat_maps import heat, heat_cell
from cliometer.report.charts.interval_charts import Forest, ThresholdLine, dots, forests
from cliometer.report.charts.line_charts import Cloud, scatter
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.text.tables import Cell, Table, shown_interval, shown_level, shown_p

_FEWEST = 3  # metrics from which a map of differences tells more than a line
Row = Mapping[str, Any]


def correlation_blocks(document: Result, names: FigureNames) -> Iterator[Block]:
    """A figure for each coefficient, with its levels side by side."""
    rows = document["correlations"]
    over = {"both": "systems and topics"}.get(document["over"], document["over"])
    intervals = f"{shown_level(document['level'])} intervals over {over}"
    for coefficient in dict.fromkeys(row["coefficient"] for row in rows):
        own = [row for row in rows if row["coefficient"] == coefficient]
        panels = [
            _panel(level, own, document["resamples"]) for level in dict.fromkeys(row["level"] for row in own)
        ]
        caption = (
            f"Correlation ({coefficient}) of each metric with {document['human']}, with {intervals}. A full "
            "mark agrees beyond chance (p at most 0.05, one-sided, from shuffled systems); a hollow one does "
            "not, or has no test, as at the global level."
        )
        yield Figure(
            names.of("correlations", coefficient),
            caption,
            forests(panels),
            _table(own, document["resamples"]),
        )
    reasons = [f"{row['metric']}, {row['level']}, {row['coefficient']}: no value, for {row['undefined']}"
               for row in rows if row.get("undefined")]  # fmt: skip
    if reasons:
        yield Notes(reasons)


def _panel(level: str, rows: Sequence[Row], draws: int) -> Forest:
    records = [
        {
            "name": row["metric"],
            "value": row["value"],
            "low": row["low"],
            "high": row["high"],
            "hollow": row["p"] is None or row["p"] > SIGNIFICANT,
            "beside": "" if row["p"] is None else shown_p(row["p"], draws, named=True),
            "p": "no test" if row["p"] is None else shown_p(row["p"], draws),
        }
        for row in rows
        if row["level"] == level
    ]
    lows = [row[key] for row in rows for key in ("value", "low") if row[key] is not None]
    domain = (min([0.0, *lows]) - 0.05, 1.05)
    return Forest(
        records, rows[0]["coefficient"], [ThresholdLine(0.0, "")], domain, {"p": "p"}, f"{level} level"
    )


def _table(rows: Sequence[Row], draws: int) -> Table:
    keys = ("metric", "level", "value", "low", "high")
    listed_rows: list[list[Cell]] = [
        [*(row[key] for key in keys), "-" if row["p"] is None else shown_p(row["p"], draws)] for row in rows
    ]
    return Table([*keys, "p"], listed_rows)


def difference_blocks(document: Result, names: FigureNames) -> Iterator[Block]:
    """Which metric agrees better; a map where there are many."""
    rows = document["differences"]
    if not rows:
        return
    yield Paragraph(_told(rows))
    for test, level, coefficient in dict.fromkeys(_asked(row) for row in rows):
        own = [row for row in rows if _asked(row) == (test, level, coefficient)]
        metrics = list(dict.fromkeys(name for row in own for name in (row["first"], row["second"])))
        if len(metrics) >= _FEWEST:
            caption = (
                f"Differences of {coefficient} at the {level} level: the metric of the row less that of "
                "the column; positive means that the row agrees better with people. A star marks p at "
                f"most 0.05 by {test}, two-sided, after Holm's correction."
            )
            cells = [one for row in own for one in _cells(row)]
            spec = heat(cells, "metric", "less", (metrics, metrics), two_sided=True, wide=64)
            yield Figure(names.of("differences", test, level, coefficient), caption, spec, _differences(own))
    yield Listing("Differences between metrics", _differences(rows), folded=len(rows) > 20)


def _asked(row: Row) -> tuple[str, str, str]:
    return row["test"], row["level"], row["coefficient"]


def _told(rows: Sequence[Row]) -> str:
    clear = [row for row in rows if row["p_holm"] is not None and row["p_holm"] <= SIGNIFICANT]
    if not clear:
        return "No metric can be shown to agree better with people than another (p above 0.05 after Holm)."
    said = [_better(row) for row in clear]
    return f"{len(clear)} of {many(len(rows), 'difference')} hold after Holm's correction: {listed(said)}."


def _better(row: Row) -> str:
    first, second = (row["first"], row["second"]) if row["difference"] > 0 else (row["second"], row["first"])
    how = f"{row['level']} level, {row['coefficient']}, {row['test']}, {shown_p(row['p_holm'], named=True)}"
    return f"{first} agrees better than {second} ({how})"


def _cells(row: Row) -> Iterator[Mapping[str, Any]]:
    first, second, difference = row["first"], row["second"], row["difference"]
    if difference is None:
        tip = str(row.get("undefined"))
        yield from (heat_cell(first, second, None, "none", tip), heat_cell(second, first, None, "none", tip))
        return
    star = "*" if row["p_holm"] is not None and row["p_holm"] <= SIGNIFICANT else ""
    tip = f"p (Holm) {shown_p(row['p_holm'])}"
    for one, other, value in ((first, second, difference), (second, first, -difference)):
        yield heat_cell(
            one,
            other,
            max(-1.0, min(1.0, value)),
            f"{value:+.2f}{star}".replace("-", "−"),
            f"{value:+.4f}; {tip}",
        )


def _differences(rows: Sequence[Row]) -> Table:
    keys = ("test", "level", "coefficient", "first", "second", "difference")
    cells: list[list[Cell]] = [
        [*(row[key] for key in keys), shown_p(row["p"]), shown_p(row["p_holm"])] for row in rows
    ]
    return Table(["test", "level", "coefficient", "metric A", "metric B", "A - B", "p", "p (Holm)"], cells)


_MOST_TEXTS = 1800  # points in a figure; more would blur, and a page should stay small
_KEYS = ("value", "low", "high", "human", "human_low", "human_high")


def cloud_blocks(document: Result, names: FigureNames) -> Iterator[Block]:
    """The figure; older results do not have the points."""
    if not document.get("points"):
        yield Notes(["no scatter of metrics and people: the result is of an older version; run agree again"])
        return
    texts = document.get("texts")
    step = _step(texts) if texts else 1
    clouds = [_cloud(document, metric, texts, step) for metric in _metrics(document)]
    caption = (
        "Metric (across) against people (up), a mark for each system: its means over topics, with "
        f"{shown_level(document['level'])} bootstrap intervals over topics both ways. The small dots are "
        "single texts, as far as they lie in the frame. The nearer the marks lie to a rising line, the "
        f"better the metric ranks systems as people do{_beneath(document)}."
    )
    heading = ["metric", "system", "metric mean", "low", "high", "human mean", "human low", "human high"]
    rows: list[list[Cell]] = [
        [row["metric"], row["system"], *(row[key] for key in _KEYS)] for row in document["points"]
    ]
    yield Figure(names.of("metric-human"), caption, scatter(clouds, document["human"]), Table(heading, rows))
    if step > 1:
        yield Notes([f"of the single texts only every {_nth(step)} is drawn; marks and numbers rest on all"])


def _beneath(document: Result) -> str:
    levels = [row["level"] for row in document["correlations"]]
    if not levels:
        return ""
    which = "system" if "system" in levels else levels[0]
    return f"; under each name stands its correlation at the {which} level with its interval"


def _metrics(document: Result) -> list[str]:
    return list(dict.fromkeys(row["metric"] for row in document["points"]))


def _nth(step: int) -> str:
    return (
        f"{step}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(step % 10 if step % 100 not in (11, 12, 13) else 0, 'th') }"
    )


def _step(texts: Mapping[str, Any]) -> int:
    """Each so-manyeth text is drawn, so that all metrics together keep to the limit."""
    return ceil(len(texts["systems"]) * len(texts["topics"]) * len(texts["metrics"]) / _MOST_TEXTS)


def _cloud(document: Result, metric: str, texts: Mapping[str, Any] | None, step: int) -> Cloud:
    systems = [_point(row) for row in document["points"] if row["metric"] == metric]
    return Cloud(
        metric,
        _cloud_sentence(document["correlations"], metric),
        systems,
        _texts(texts, metric)[::step] if texts else (),
    )


def _point(row: Mapping[str, Any]) -> dict[str, Any]:
    spans = {
        "span": shown_interval(row["low"], row["high"]),
        "human_span": shown_interval(row["human_low"], row["human_high"]),
    }
    return {"system": row["system"], **{key: row[key] for key in _KEYS}, **spans}


def _texts(texts: Mapping[str, Any], metric: str) -> list[dict[str, Any]]:
    """Four digits are more than the eye can see."""
    return [
        {"system": system, "topic": topic, "value": _short(value), "human": _short(human)}
        for system, values, given in zip(
            texts["systems"], texts["metrics"][metric], texts["human"], strict=True
        )
        for topic, value, human in zip(texts["topics"], values, given, strict=True)
    ]


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def _cloud_sentence(correlations: Sequence[Mapping[str, Any]], metric: str) -> str:
    """The coefficient that stands first: that of systems, where it was asked for."""
    own = [row for row in correlations if row["metric"] == metric]
    first = next((row for row in own if row["level"] == "system"), own[0] if own else None)
    if first is None:
        return ""
    if first["value"] is None:
        return f"{first['coefficient']}: undefined"
    ends = "" if first["low"] is None else f" [{first['low']:.2f}, {first['high']:.2f}]"
    shown = f"{first['value']:.2f}{ends}".replace("-", "−")
    return f"{first['coefficient']} {shown}"


_KINDS = {
    "accuracy": "near scores are ties",
    "uncalibrated": "only equal scores are ties",
    "soft": "soft: as sure as people are",
}


def accuracy_blocks(document: Result, names: FigureNames) -> Iterator[Block]:
    """One figure; metrics without a value are named."""
    rows = document["accuracy"]
    records = [
        {"name": row["metric"], "kind": word, "value": row[key]}
        for row in rows
        for key, word in _KINDS.items()
        if row[key] is not None
    ]
    if records:
        caption = (
            "Share of pairs of systems on the same topic that each metric orders, or ties, as people do. "
            "The dashed line is what calling every pair a tie would get. Thresholds for near scores are "
            "chosen on the same pairs, which flatters a little."
        )
        keys = ("metric", "accuracy", "threshold", "uncalibrated", "all_ties", "pairs", "soft")
        heading = ["metric", "accuracy", "tie within", "uncalibrated", "all ties", "pairs", "soft accuracy"]
        table = Table(heading, [[row[key] for key in keys] for row in rows])
        marks = [ThresholdLine(rows[0]["all_ties"], "all ties")]
        spec = dots(records, list(_KINDS.values()), "share of pairs", marks)
        yield Figure(names.of("pairs-ordered"), caption, spec, table)
    without = [row["metric"] for row in rows if row["accuracy"] is None]
    if without:
        why = "one side never tells two systems apart on a topic"
        yield Notes([f"{metric}: no pairwise accuracy, for {why}" for metric in without])


@chapter("agree", has=("correlations", "over"))
def agree(document: Result, names: FigureNames) -> Section:
    """What was found on which design, then what it rests on."""
    parts: tuple[tuple[str, Iterator[Block]], ...] = (
        ("Metric against people", cloud_blocks(document, names)),
        ("Correlations", correlation_blocks(document, names)),
        ("Differences between metrics", difference_blocks(document, names)),
        ("Pairs of systems", accuracy_blocks(document, names)),
    )
    sections = [Section(title, found) for title, blocks in parts if (found := list(blocks))]
    return Section(
        "Metrics and people", [Paragraph(_agreement_sentence(document)), *remarks(document)], sections
    )


def _agreement_sentence(document: Result) -> str:
    metrics = len({row["metric"] for row in document["correlations"]})
    design = f"{many(document['systems'], 'system')} and {many(document['topics'], 'topic')}"
    said = f"{many(metrics, 'metric')} against the human scores {document['human']}, on {design}."
    known = [row for row in document["correlations"] if row["value"] is not None]
    if not known:
        return f"{said} No coefficient has a value."
    level, coefficient = known[0]["level"], known[0]["coefficient"]
    own = [row for row in known if (row["level"], row["coefficient"]) == (level, coefficient)]
    return f"{said} {_best(own)}"


def _best(rows: Sequence[Mapping[str, Any]]) -> str:
    """An interval is that of one metric, so it is told where one leads."""
    lead = leaders({row["metric"]: row["value"] for row in rows})
    row = next(row for row in rows if row["metric"] == lead.names[0])
    how = f"{row['coefficient']} {lead.value:.3f}{lead.each} at the {row['level']} level"
    if lead.shared or row["low"] is None:
        return f"{_agrees(lead)} ({how})."
    weak = " The interval holds 0: it may be chance." if row["low"] <= 0 <= row["high"] else ""
    return f"{_agrees(lead)} ({how}, interval {row['low']:.3f} to {row['high']:.3f}).{weak}"


def _agrees(lead: Leaders) -> str:
    if lead.alone:
        return f"{lead.names[0]} agrees with people"
    best = "best with people"
    return lead.said(f"agrees {best}", f"agree {best}", "metrics agree alike with people", opens=True)
