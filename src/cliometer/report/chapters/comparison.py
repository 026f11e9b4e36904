"""The chapter of `cliometer compare`: the verdict in sentences, gates, all metrics at a glance, and its
parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.report.chapters.base import FigureNames, Leaders, Result, chapter, leaders, remarks
from cliometer.report.chapters.comparison_differences import pairs, tests, topics
from cliometer.report.chapters.comparison_standings import (
    SHOWN,
    Entry,
    MetricComparison,
    means,
    metric_comparisons,
    ranks,
    writers,
)
from cliometer.report.charts.heat_maps import OverviewColumn, overview
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed
from cliometer.text.tables import Cell, Table

_FEW = 4  # systems, all pairs of which can be read out


def verdict(found: MetricComparison) -> str:
    """The best, and who differs from whom."""
    return " ".join([_best(found), *_tested(found)])


def _best(found: MetricComparison) -> str:
    lead = _lead(found)
    most = "lowest, which is best" if found.less_is_better else "highest"
    who = lead.said(f"scores {most}:", f"score {most}:", "systems score the same:")
    if lead.alone:
        who = f"{lead.names[0]} has"
    return f"Over {found.topics} {who} {found.word} {lead.value:.3f}{lead.each}{_interval(found, lead)}."


def _lead(found: MetricComparison) -> Leaders:
    return leaders({one["system"]: one["score"] for one in found.systems}, found.less_is_better)


def _interval(found: MetricComparison, lead: Leaders) -> str:
    """An interval is that of one system, so it is told where one leads."""
    best = found.systems[0]
    if lead.shared or best["low"] is None:
        return ""
    return f", {found.level} interval {best['low']:.3f} to {best['high']:.3f}"


def _tested(found: MetricComparison) -> Iterator[str]:
    if not found.differences:
        yield "No difference was tested."
    elif found.design.baseline is not None:
        yield from _beside_baseline(found)
    elif len(found.systems) <= _FEW:
        yield from (_pair(found, one) for one in found.differences)
    else:
        yield from _beside_best(found)


def _pair(found: MetricComparison, one: Entry) -> str:
    if not found.differs(one):
        return f"{one['first']} and {one['second']} cannot be told apart ({found.p(one)})."
    names = ("first", "second") if found.better(one) else ("second", "first")
    first, second = (one[name] for name in names)
    return f"{first} beats {second} ({found.p(one)})."


def _beside_baseline(found: MetricComparison) -> Iterator[str]:
    apart = [one for one in found.differences if found.differs(one)]
    better = [one["first"] for one in apart if found.better(one)]
    worse = [one["first"] for one in apart if not found.better(one)]
    same = [one["first"] for one in found.differences if not found.differs(one)]
    for names, verb in ((better, "better than"), (worse, "worse than"), (same, "not to be told apart from")):
        if names:
            yield f"{_is(names)} {verb} the baseline {found.design.baseline}{_limit(found, verb)}."


def _is(names: list[str]) -> str:
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'}"


def _limit(found: MetricComparison, verb: str) -> str:
    sign = ">" if verb.startswith("not") else "<="
    return f" (p {sign} {found.design.significance:g}{found.corrected})"


def _beside_best(found: MetricComparison) -> Iterator[str]:
    best = found.names[0]
    it = best if _lead(found).shared else "It"
    own = [one for one in found.differences if one["first"] == best]
    beaten = [one["second"] for one in own if found.differs(one)]
    equal = [one["second"] for one in own if not found.differs(one)]
    if beaten:
        yield f"{it} beats {len(beaten)} of the {len(own)} other systems{_limit(found, '')}."
    if equal:
        yield f"{it} cannot be told apart from {listed(equal)}."
    apart = sum(map(found.differs, found.differences))
    yield f"Of all {len(found.differences)} pairs, {apart} differ."


_LESS = "\N{DOWNWARDS ARROW}"


def glance(found: Sequence[MetricComparison], names: FigureNames) -> Iterator[Block]:
    """Nothing where there is one metric, or one system."""
    if len(found) < 2 or len(found[0].systems) < 2:
        return
    systems = found[0].names
    columns = [
        OverviewColumn(
            _heading(one), {entry["system"]: entry["score"] for entry in one.systems}, one.less_is_better
        )
        for one in found
    ]
    lower = any(one.less_is_better for one in found)
    turned = " An arrow down marks metrics by which less is better." if lower else ""
    caption = (
        f"Scores of all systems by all metrics, systems in the order of {found[0].metric}. The stronger the "
        "colour, the nearer to the best of its column; # is the place in it. "
        f"Columns are shaded each by itself.{turned}"
    )
    rows = [[system, *(column.values.get(system) for column in columns)] for system in systems]
    table = Table(["system", *(one.label for one in found)], rows)
    yield Figure(names.of("overview"), caption, overview(columns, systems[:SHOWN]), table)
    if len(systems) > SHOWN:
        yield Notes([f"The figure shows {SHOWN} of {len(systems)} systems; its table has all."])


def _heading(found: MetricComparison) -> str:
    return f"{found.metric} {_LESS}" if found.less_is_better else found.metric


KEPT = "\N{CHECK MARK}\N{NO-BREAK SPACE}passed"
BROKEN = "\N{BALLOT X}\N{NO-BREAK SPACE}failed"
_CAPTION = (
    "Gates: what every run had to keep. The bound is one-sided, of the score or of its distance to the other "
    "run; it decides only where the gates were confident."
)


def gates(document: Result) -> Iterator[Block]:
    """Nothing where there are no gates."""
    rulings = document.get("gates") or ()
    if not rulings:
        return
    failed = [one for one in rulings if not one["passed"]]
    said = "all passed" if not failed else f"{len(failed)} failed"
    yield Paragraph(f"Gates: of {len(rulings)}, {said}.")
    heading = ["verdict", "system", "gate", "score", "required", "bound", "required of it"]
    yield Listing(_CAPTION, Table(heading, [_row(one) for one in rulings]))


def _row(one: Entry) -> list[Cell]:
    bound = "-" if one["confidence_bound"] is None else one["confidence_bound"]
    numbers = (one["score"], one["required_score"], bound, one["required_bound"])
    return [_verdict(one), one["system"], one["gate"], *numbers]


def _verdict(one: Entry) -> str:
    if one["passed"]:
        return KEPT
    return f"{BROKEN} by its {'bound' if one['score_passes'] else 'score'}"


@chapter("comparison", has=("comparisons",))
def comparison(document: Result, names: FigureNames) -> Section:
    """What was found in a sentence a metric, gates, all metrics at a glance, then metric by metric."""
    found = metric_comparisons(document)
    blocks = [*_verdicts(found), *gates(document), *glance(found, names), *remarks(document)]
    return Section("Comparison", blocks, [_metric(one, names) for one in found])


def _verdicts(found: list[MetricComparison]) -> Iterator[Block]:
    if len(found) == 1:
        yield Paragraph(verdict(found[0]))
    else:
        yield Notes([f"{one.metric}: {verdict(one)}" for one in found])


def _metric(found: MetricComparison, names: FigureNames) -> Section:
    parts = (means, pairs, tests, ranks, topics, writers)
    return Section(found.label, [block for part in parts for block in part(found, names)])
