"""The chapter of `cliometer explain`: where the credit of one score comes from, date by date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.words import many
from cliometer.report.charts.credit import EARNED, LOST, MISSED, credit
from cliometer.report.charts.grammar import Record
from cliometer.report.document import Block, Code, Figure, Listing, Notes, Paragraph, Section
from cliometer.report.tables import Cell, Table

Day = Mapping[str, Any]
_SHOWN = 100


@chapter("explain", has=("recall_days", "precision_days"))
def explain(document: Result, names: Names) -> Section:
    """The scores, then the references' side and the system's."""
    blocks: list[Block] = [Paragraph(_scores(document)), *_ties(document), *remarks(document)]
    blocks.append(Code(str(document["settings"]), "The metric with all its settings"))
    recall = Section(
        "Recall: the reference dates, and what of them was found", list(_side(document, "recall", names))
    )
    precision = Section(
        "Precision: the system's dates, and what they were worth", list(_side(document, "precision", names))
    )
    return Section("Explanation", blocks, [recall, precision])


def _scores(document: Result) -> str:
    numbers = ", ".join(f"{word} {_number(document[key])}" for key, word in _NAMES.items())
    why = f" It is undefined: {document['undefined']}." if document.get("undefined") else ""
    return f"{document['metric']} under the preset {document['preset']}: {numbers}.{why}"


_NAMES = {"precision": "precision", "recall": "recall", "f": "F"}


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"


def _ties(document: Result) -> Iterator[Block]:
    ties = document.get("ties")
    if ties:
        low, high = ties["range"]["f"]
        had = f"{many(ties['dates'], 'date')} had a choice"
        yield Notes(
            [
                f"The best alignment is not unique: {had}; over all of them F lies between {low:.3f} and "
                f"{high:.3f}."
            ]
        )


def _side(document: Result, side: str, names: Names) -> Iterator[Block]:
    days: Sequence[Day] = document[f"{side}_days"]
    if not days:
        yield Paragraph("There is no date on this side.")
        return
    yield Paragraph(_sums(days))
    yield _figure(days, side, names)
    if len(days) > _SHOWN:
        yield Notes([f"The figure shows the first {_SHOWN} of {len(days)} dates; its table has all."])
    if any(day["earned"] or day["missed"] for day in days):
        caption = "Which words earned the points, and which were missed"
        yield Listing(caption, _words(days), folded=len(days) > 15)


def _sums(days: Sequence[Day]) -> str:
    part, whole = (sum(day[key] for day in days) for key in ("credit", "size"))
    lost = sum(day["hits"] - day["credit"] for day in days)
    silent = sum(day["credit"] == 0 for day in days)
    return (
        f"{many(len(days), 'date')} earned {part:.4g} of {whole:.4g}; {lost:.4g} more was found, but lost "
        f"since it stands on another day. Dates that earned nothing: {silent}."
    )


def _figure(days: Sequence[Day], side: str, names: Names) -> Figure:
    shown = list(zip(_labels(days), days, strict=True))[:_SHOWN]
    records = [record for label, day in shown for record in _parts(label, day)]
    totals = [
        {"day": label, "size": day["size"], "words": f"{day['credit']:.3g} of {day['size']:.3g}"}
        for label, day in shown
    ]
    caption = (
        f"What each date adds to {side}: the length of a bar is what the date could earn, its first part "
        "what it earned. An arrow names the date that it was compared with."
    )
    spec = credit(records, totals, _counted(days))
    return Figure(names.of("credit", side), caption, spec, _numbers(days))


def _counted(days: Sequence[Day]) -> str:
    """What the numbers count, by the words that are shown."""
    words = [word for day in days for part in ("earned", "missed") for word in day[part]]
    if not words:
        return "what the metric counts"
    return "counted word sequences" if any(" " in word for word in words) else "counted words"


def _labels(days: Sequence[Day]) -> list[str]:
    """Dates with their partners; a number tells equal ones apart."""
    seen = Counter[str]()
    labels = []
    for label in map(_label, days):
        seen[label] += 1
        labels.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return labels


def _label(day: Day) -> str:
    name = day["date"] or "whole text"
    if day["date"] is None:
        return name
    if day["partner"] is None:
        return f"{name} \N{RIGHTWARDS ARROW} no partner"
    apart = day["distance"]
    if not apart and day["partner"] == day["date"]:
        return f"{name} \N{RIGHTWARDS ARROW} same day"
    return f"{name} \N{RIGHTWARDS ARROW} {day['partner']} ({many(apart, 'day')})"


def _parts(label: str, day: Day) -> list[Record]:
    """Earned, lost by distance, missed, one after the other; nothing of what is nothing."""
    edges = [0.0, day["credit"], day["hits"], day["size"]]
    return [
        {"day": label, "part": part, "from": start, "to": end, "amount": end - start}
        for part, start, end in zip((EARNED, LOST, MISSED), edges, edges[1:], strict=False)
        if end > start
    ]


def _numbers(days: Sequence[Day]) -> Table:
    keys = ("distance", "weight", "hits", "size", "credit")
    rows: list[list[Cell]] = [
        [
            day["date"] or "whole text",
            day["partner"] or "-",
            *("-" if day[key] is None else day[key] for key in keys),
        ]
        for day in days
    ]
    return Table(["date", "partner", "days apart", "weight", "found", "of", "credit"], rows)


def _words(days: Sequence[Day]) -> Table:
    rows: list[list[Cell]] = [
        [day["date"] or "whole text", _spelled(day["earned"]), _spelled(day["missed"])] for day in days
    ]
    return Table(["date", "earned", "missed"], rows)


def _spelled(words: Mapping[str, float]) -> str:
    return ", ".join(word if count == 1 else f"{word} x{count:g}" for word, count in words.items()) or "-"
