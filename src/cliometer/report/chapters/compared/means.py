"""Means with intervals, best first, with groups beside the names and the human ceiling as a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.report.chapters.base import Names
from cliometer.report.chapters.compared.found import Entry, Found, p_text
from cliometer.report.charts.grammar import bounded
from cliometer.report.charts.standings import Line, standings
from cliometer.report.document import Block, Figure, Listing, Notes
from cliometer.report.tables import Cell, Table

SHOWN = 60  # systems in a picture
OPEN = 20  # systems in a table that a reader meets without asking for it
Words = Sequence[tuple[int, str]]  # the column, and what stands there


def means(found: Found, names: Names) -> Iterator[Block]:
    """The figure, and what it leaves out."""
    beside = _verdicts(found) if found.design.baseline else _letters(found)
    records = [
        {
            **{key: one[key] for key in ("system", "score", "low", "high")},
            "beside": beside.get(one["system"], ()),
            "role": "baseline" if one["system"] == found.design.baseline else "system",
        }
        for one in shown(found)
    ]
    heading = "beside the baseline" if found.design.baseline else "group" if any(beside.values()) else ""
    title = f"{found.word}, {found.label}"
    spec = standings(records, title, heading, _ceiling(found))
    table = _table(found)
    yield Figure(names.of("means", found.metric), _caption(found, bool(heading)), spec, table)
    if len(found.systems) > SHOWN:
        yield Notes([f"The figure shows {len(records)} of {len(found.systems)} systems; its table has all."])
    ends = f", with {found.level} intervals" if bounded(found.systems) else ""
    yield Listing(f"{found.label} on {found.topics}{ends}", table, folded=len(found.systems) > OPEN)


def shown(found: Found, most: int = SHOWN) -> Sequence[Entry]:
    """The best systems, and the baseline wherever it stands."""
    return [
        *found.systems[:most],
        *(one for one in found.systems[most:] if one["system"] == found.design.baseline),
    ]


def _caption(found: Found, grouped: bool) -> str:
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


def _ceiling(found: Found) -> Line | None:
    if found.ceiling is None:
        return None
    score, low, high = (found.ceiling[key] for key in ("writers", "low", "high"))
    return Line(f"human writers {score:.3f}", score, low, high)


def _letters(found: Found) -> dict[str, Words]:
    """Each letter in a column of its own; as they are where one letter is longer (after z comes aa)."""
    own = {one["system"]: one["letters"] or "" for one in found.systems}
    used = sorted({letter for letters in own.values() for letter in letters})
    if any(len(set(letters)) < len(letters) for letters in own.values()):
        return {system: [(0, letters)] for system, letters in own.items()}
    return {system: [(used.index(letter), letter) for letter in letters] for system, letters in own.items()}


def _verdicts(found: Found) -> dict[str, Words]:
    def said(one: Entry) -> str:
        if not found.differs(one):
            return "not told apart"
        return "better" if found.better(one) else "worse"

    verdicts: dict[str, Words] = {
        one["first"]: [(0, f"{said(one)}, {p_text(one['corrected_p'])}")] for one in found.differences
    }
    return {**verdicts, str(found.design.baseline): [(0, "baseline")]}


def _table(found: Found) -> Table:
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
