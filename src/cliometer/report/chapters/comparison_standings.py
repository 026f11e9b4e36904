"""Standings in the chapter of a comparison: means, average ranks (Demsar 2006), and human writers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.engine.compare.figures import Design, score_word
from cliometer.report.chapters.base import FigureNames, Result
from cliometer.report.charts.grammar import bounded
from cliometer.report.charts.interval_charts import Forest, ReferenceLine, ThresholdLine, forest, standings
from cliometer.report.charts.rank_charts import AverageRanks, critical
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_level, shown_p

Entry = Mapping[str, Any]
_CORRECTIONS = {"holm": " after Holm", "bh": " after Benjamini-Hochberg", "none": ""}


@dataclass(frozen=True)
class MetricComparison:
    """One metric: its entry, the design of the comparison, and what writers score by it."""

    entry: Entry
    design: Design
    ceiling: Entry | None = None

    @property
    def metric(self) -> str:
        """Its name."""
        return str(self.entry["metric"])

    @property
    def systems(self) -> Sequence[Entry]:
        """Best first."""
        found: Sequence[Entry] = self.entry["systems"]
        return found

    @property
    def names(self) -> list[str]:
        """Of the systems, best first."""
        return [one["system"] for one in self.systems]

    @property
    def differences(self) -> Sequence[Entry]:
        """As they were tested."""
        found: Sequence[Entry] = self.entry["differences"]
        return found

    @property
    def less_is_better(self) -> bool:
        """Older documents do not say so, but have the best system first."""
        order = self.systems[0]["score"] < self.systems[-1]["score"]
        return bool(self.entry.get("less_is_better", order))

    @property
    def label(self) -> str:
        """The metric, with a word where less of it is better."""
        return f"{self.metric} (less is better)" if self.less_is_better else self.metric

    @property
    def word(self) -> str:
        """What the compared number is called."""
        return score_word(self.design, self.entry.get("side"))

    @property
    def side(self) -> str:
        """What the number of one topic is called."""
        side = str(self.entry.get("side", self.design.side))
        return {"f": "F", "value": self.metric}.get(side, side)

    @property
    def level(self) -> str:
        """Of confidence, such as `95 %`."""
        return shown_level(self.design.level)

    @property
    def topics(self) -> str:
        """How many, such as `8 topics` or `19 tasks of 9 topics`."""
        counted = many(self._units, "topic")
        return counted if self.single == "topics" else f"{self.entry['topics']} tasks of {counted}"

    @property
    def _units(self) -> int:
        """Topics that do not hang together; older documents do not count them."""
        return int(self.entry.get("independent_topics", self.entry["topics"]))

    @property
    def values(self) -> Mapping[str, Mapping[str, float | None]]:
        """System -> topic -> the compared number; empty where an older document lacks it."""
        return {one["system"]: one["topics"] for one in self.systems if one.get("topics")}

    def differs(self, one: Entry) -> bool:
        """Whether a difference is significant after the correction."""
        return bool(one["corrected_p"] <= self.design.significance)

    def better(self, one: Entry) -> bool:
        """Whether the first of two systems scores better."""
        return bool(one["difference"] < 0 if self.less_is_better else one["difference"] > 0)

    def p(self, one: Entry) -> str:
        """The corrected p of a difference, such as `p = 0.023 after Holm`."""
        return shown_p(one["corrected_p"], named=True) + self.corrected

    @property
    def corrected(self) -> str:
        """How p was corrected, such as ` after Holm`."""
        return _CORRECTIONS[self.design.correction]

    @property
    def single(self) -> str:
        """What the numbers are of: topics, or tasks where a topic has several."""
        return "topics" if self.entry["topics"] == self._units else "tasks"


def metric_comparisons(document: Result) -> list[MetricComparison]:
    """Metric by metric."""
    design = Design(**document["design"])
    ceilings = {one["metric"]: one for one in document.get("ceilings", ())}
    return [
        MetricComparison(entry, design, ceilings.get(entry["metric"])) for entry in document["comparisons"]
    ]


def pair_of(one: Entry) -> str:
    """The names of a difference, `first - second`."""
    return f"{one['first']} - {one['second']}"


SHOWN = 60  # systems in a picture
OPEN = 20  # systems in a table that a reader meets without asking for it
Words = Sequence[tuple[int, str]]  # the column, and what stands there


def means(found: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """The figure, and what it leaves out."""
    beside = _verdicts(found) if found.design.baseline else _letters(found)
    records = [
        {
            **{key: one[key] for key in ("system", "score", "low", "high")},
            "beside": beside.get(one["system"], ()),
            "role": "baseline" if one["system"] == found.design.baseline else "system",
        }
        for one in shown_systems(found)
    ]
    heading = "beside the baseline" if found.design.baseline else "group" if any(beside.values()) else ""
    title = f"{found.word}, {found.label}"
    spec = standings(records, title, heading, _ceiling(found))
    table = _mean_table(found)
    yield Figure(names.of("means", found.metric), _caption(found, bool(heading)), spec, table)
    if len(found.systems) > SHOWN:
        yield Notes([f"The figure shows {len(records)} of {len(found.systems)} systems; its table has all."])
    ends = f", with {found.level} intervals" if bounded(found.systems) else ""
    yield Listing(f"{found.label} on {found.topics}{ends}", table, folded=len(found.systems) > OPEN)


def shown_systems(found: MetricComparison, most: int = SHOWN) -> Sequence[Entry]:
    """The best systems, and the baseline wherever it stands."""
    return [
        *found.systems[:most],
        *(one for one in found.systems[most:] if one["system"] == found.design.baseline),
    ]


def _caption(found: MetricComparison, grouped: bool) -> str:
    parts = [f"{found.word[:1].upper()}{found.word[1:]} of each system, best first"]
    if bounded(found.systems):
        parts[0] += f", with {found.level} intervals over topics drawn again"
    if found.design.baseline:
        parts.append(
            "The diamond is the baseline; beside the others stands whether they differ from it "
            f"(p{found.corrected})"
        )
    elif grouped:
        parts.append("Systems that share a letter cannot be told apart")
    if found.ceiling:
        band = ", the band its interval" if found.ceiling["low"] is not None else ""
        parts.append(f"The dashed line is what human writers score against each other{band}")
    if found.less_is_better:
        parts.append("Less is better")
    return ". ".join(parts) + "."


def _ceiling(found: MetricComparison) -> ReferenceLine | None:
    if found.ceiling is None:
        return None
    score, low, high = (found.ceiling[key] for key in ("writers", "low", "high"))
    return ReferenceLine(f"human writers {score:.3f}", score, low, high)


def _letters(found: MetricComparison) -> dict[str, Words]:
    """Each letter in a column of its own; as they are where one letter is longer (after z comes aa)."""
    own = {one["system"]: one["letters"] or "" for one in found.systems}
    used = sorted({letter for letters in own.values() for letter in letters})
    if any(len(set(letters)) < len(letters) for letters in own.values()):
        return {system: [(0, letters)] for system, letters in own.items()}
    return {system: [(used.index(letter), letter) for letter in letters] for system, letters in own.items()}


def _verdicts(found: MetricComparison) -> dict[str, Words]:
    def said(one: Entry) -> str:
        if not found.differs(one):
            return "not told apart"
        return "better" if found.better(one) else "worse"

    verdicts: dict[str, Words] = {
        one["first"]: [(0, f"{said(one)}, {shown_p(one['corrected_p'], named=True)}")]
        for one in found.differences
    }
    return {**verdicts, str(found.design.baseline): [(0, "baseline")]}


def _mean_table(found: MetricComparison) -> Table:
    """Groups and ranks where there are any."""
    more = [key for key in ("letters", "rank") if any(one[key] is not None for one in found.systems)]
    keys = ["low", "high", *more]
    rows: list[list[Cell]] = [
        [one["system"], one["score"], *("-" if one[key] is None else one[key] for key in keys)]
        for one in found.systems
    ]
    if found.ceiling:
        ends = ("-" if found.ceiling[key] is None else found.ceiling[key] for key in ("low", "high"))
        rows.append(["human writers", found.ceiling["writers"], *ends, *("-" for _ in more)])
    words = {"letters": "group", "rank": "rank"}
    return Table(["system", found.word, "low", "high", *(words[key] for key in more)], rows)


# Average ranks over topics as a critical-difference diagram (Demsar 2006).

_SHOWN = 40  # systems


def ranks(found: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Nothing where there are fewer than three systems."""
    entry = found.entry.get("critical_difference")
    if not entry:
        return
    kept = {one["system"]: entry["average_ranks"][one["system"]] for one in shown_systems(found, _SHOWN)}
    distance = entry["critical_difference"]
    spec = critical(AverageRanks(kept, distance, _within(entry["bars"], kept)))
    table = Table(["system", "average rank"], [[name, rank] for name, rank in entry["average_ranks"].items()])
    friedman = shown_p(entry["p_value"], named=True)
    doubt = "" if entry["p_value"] <= found.design.significance else ", so take the order as a hint"
    caption = (
        f"Average ranks over topics by {found.label}; 1 is the best. A thick bar joins systems whose ranks "
        f"lie closer than the critical difference of {distance:.2f} (Nemenyi's test), so that they cannot be "
        f"told apart by ranks.{_weaker(found)} Friedman's test of all systems: {friedman}{doubt}."
    )
    yield Figure(names.of("ranks", found.metric), caption, spec, table)
    if len(kept) < len(entry["average_ranks"]):
        yield Notes(
            [f"The figure shows {len(kept)} of {len(entry['average_ranks'])} systems; its table has all."]
        )


def _weaker(found: MetricComparison) -> str:
    if not found.differences:
        return ""
    return " This test is weaker than the paired tests above, so a bar may join systems that they tell apart."


def _within(bars: Sequence[Sequence[str]], kept: Collection[str]) -> list[list[str]]:
    """What is left of the bars where not all systems are shown; none that another one covers."""
    cut = [[name for name in bar if name in kept] for bar in bars]
    longest = [
        bar for place, bar in enumerate(cut) if not any(set(bar) <= set(other) for other in cut[:place])
    ]
    return [bar for bar in longest if len(bar) > 1]


_SIGNS = {
    "above": "\N{BLACK UP-POINTING TRIANGLE}",
    "below": "\N{BLACK DOWN-POINTING TRIANGLE}",
    "indistinguishable": "\N{ALMOST EQUAL TO}",
}


def writers(found: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Nothing where no topic has two writers."""
    ceiling = found.ceiling
    if ceiling is None:
        return
    order = {name: place for place, name in enumerate(found.names)}
    systems = sorted(ceiling["systems"], key=lambda one: order.get(one["system"], len(order)))
    yield Paragraph(_writer_words(found, ceiling))
    records = [
        {
            "name": one["system"],
            "value": one["quotient"],
            "low": one["low"],
            "high": one["high"],
            "hollow": False,
            "beside": f"{_sign(one)} {one['verdict']}",
        }
        for one in systems[:SHOWN]
    ]
    line = ThresholdLine(1.0, "human writers", "good")
    spec = forest(Forest(records, "share of what writers score", [line]))
    turned = " More than 1 is worse, since less is better." if found.less_is_better else ""
    caption = (
        f"What each system scores as a share of what human writers score on the same tasks by "
        f"{found.metric}, with {found.level} intervals; 1 is as good as a writer. The verdict is that of a "
        f"paired test, not of the interval, so that the two may differ in a close case.{turned}"
    )
    table = _writer_table(found, systems)
    yield Figure(names.of("writers", found.metric), caption, spec, table)
    if len(systems) > SHOWN:
        yield Notes([f"The figure shows {SHOWN} of {len(systems)} systems; its table has all."])
    yield Listing(f"Systems beside human writers by {found.label}", table, folded=len(systems) > OPEN)


def _writer_words(found: MetricComparison, ceiling: Entry) -> str:
    interval = ""
    if ceiling["low"] is not None:
        interval = f" ({found.level} interval {ceiling['low']:.3f} to {ceiling['high']:.3f})"
    tasks = f"{many(ceiling['tasks'], 'task')} of {many(ceiling['topics'], 'topic')}"
    return (
        f"Human ceiling: writers scored against each other reach {ceiling['writers']:.3f}{interval} on "
        f"{tasks}. Systems are scored again on exactly these tasks, so that these scores may differ a "
        "little from those above."
    )


def _sign(one: Entry) -> str:
    return _SIGNS.get(str(one["verdict"]).partition(" ")[0], "?")


def _writer_table(found: MetricComparison, systems: list[Entry]) -> Table:
    rows: list[list[Cell]] = [
        [
            one["system"],
            one["score"],
            *("-" if one[key] is None else one[key] for key in ("quotient", "low", "high")),
            "-" if one["p"] is None else shown_p(one["p"]),
            one["verdict"],
        ]
        for one in systems
    ]
    return Table(["system", found.word, "of writers", "low", "high", "p", "verdict"], rows)
