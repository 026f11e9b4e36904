"""Marks on a scale and best and worst of sets, as files: every mark, and a score of each system on each topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import get_args

from cliometer.io.json_values import JsonObjectNode
from cliometer.io.sheets import csv_text, jsonl_text
from cliometer.spelling import listed, quoted
from cliometer_workbench.study.preferences.answer_formats import BEST, WORST
from cliometer_workbench.study.preferences.answer_records import SummaryMark
from cliometer_workbench.study.preferences.comparison_items import LETTERS, ItemKind

MARKS_FILE, RATINGS_FILE, SETS_FILE = "marks.jsonl", "ratings.csv", "sets.csv"
SET_COLUMNS = ("set", "judge", "topic", "criterion", "systems", BEST, WORST)
MARK_COLUMNS = ("judge", "topic", "system", "criterion", "mark", "set", "kind", "seconds", "aside")


@dataclass(frozen=True)
class SystemRating:
    """What a system got on a topic by a criterion: the mean mark, or best minus worst as a share of its sets."""

    system: str
    topic: str
    criterion: str
    value: float
    times: int


def system_ratings(marks: Iterable[SummaryMark]) -> list[SystemRating]:
    """Return a rating by system, topic and criterion, of the votes that count."""
    sums, times = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for mark in filter(_counts, marks):
        for system, value in _values(mark):
            sums[mark.topic, system, mark.criterion] += value
            times[mark.topic, system, mark.criterion] += mark.part != WORST
    ratings = [SystemRating(key[1], key[0], key[2], sums[key] / times[key], times[key]) for key in times if times[key]]
    return sorted(ratings, key=lambda rating: (rating.topic, rating.system))


def _values(mark: SummaryMark) -> Iterator[tuple[str, int]]:
    """Yield what a mark gives to systems; best and worst are a mark each, of all systems of the set."""
    if mark.part not in (BEST, WORST):
        yield mark.systems[LETTERS.index(mark.part)], int(mark.choice)
        return
    for letter, system in zip(LETTERS, mark.systems, strict=False):
        yield system, (letter == mark.choice) * (1 if mark.part == BEST else -1)


def mark_files(marks: Sequence[SummaryMark]) -> dict[str, str]:
    """Return the text of each file by its name."""
    ratings = system_ratings(marks)
    criteria = list(dict.fromkeys(mark.criterion for mark in marks))
    cells = {(rating.system, rating.topic, rating.criterion): f"{rating.value:.6g}" for rating in ratings}
    keys = dict.fromkeys((rating.system, rating.topic) for rating in ratings)
    table = [[*key, *(cells.get((*key, name), "") for name in criteria)] for key in keys]
    texts = {
        RATINGS_FILE: csv_text(("system", "topic", *criteria), table),
        MARKS_FILE: jsonl_text(map(asdict, marks)),
    }
    sets: dict[tuple[str, str, str], dict[str, SummaryMark]] = {}
    for mark in marks:
        sets.setdefault((mark.item, mark.judge, mark.criterion), {})[mark.part] = mark
    rows = [
        _set_row(*key, parts) for key, parts in sets.items() if {BEST, WORST} <= parts.keys() and _counts(parts[BEST])
    ]
    if any(BEST in parts for parts in sets.values()):
        texts[SETS_FILE] = csv_text(SET_COLUMNS, rows)
    else:
        long = [
            [
                *(mark.judge, mark.topic, mark.systems[LETTERS.index(mark.part)], mark.criterion, mark.choice),
                *(mark.item, mark.kind, mark.seconds, mark.aside),
            ]
            for mark in marks
        ]
        texts["marks.csv"] = csv_text(MARK_COLUMNS, long)
    return texts


def _counts(mark: SummaryMark) -> bool:
    return mark.kind == "vote" and not mark.aside


def _set_row(item: str, judge: str, criterion: str, parts: dict[str, SummaryMark]) -> list[str]:
    systems = parts[BEST].systems
    chosen = [systems[LETTERS.index(parts[part].choice)] for part in (BEST, WORST)]
    return [item, judge, parts[BEST].topic, criterion, " | ".join(systems), *chosen]


def read_mark(node: JsonObjectNode) -> SummaryMark:
    """Read a mark of `marks.jsonl`."""
    kind = next((kind for kind in get_args(ItemKind) if kind == node.text("kind")), None)
    if kind is None:
        raise node.at("kind").fail(f"expected {listed(get_args(ItemKind))}, found {quoted(node.text('kind'))}")
    names = ("judge", "item", "topic", "criterion", "part", "choice", "reason", "aside")
    texts = {name: node.text(name) for name in names}
    return SummaryMark(kind=kind, systems=tuple(node.texts("systems")), seconds=float(node.number("seconds")), **texts)
