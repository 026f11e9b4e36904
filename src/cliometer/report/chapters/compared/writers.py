"""Systems beside human writers: both on the same tasks, their quotient, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.report.chapters.base import Names
from cliometer.report.chapters.compared.found import Entry, Found
from cliometer.report.chapters.compared.means import OPEN, SHOWN
from cliometer.report.chapters.words import many
from cliometer.report.charts.forest import Forest, Mark, forest
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table

_SIGNS = {
    "above": "\N{BLACK UP-POINTING TRIANGLE}",
    "below": "\N{BLACK DOWN-POINTING TRIANGLE}",
    "indistinguishable": "\N{ALMOST EQUAL TO}",
}


def writers(found: Found, names: Names) -> Iterator[Block]:
    """Nothing where no topic has two writers."""
    ceiling = found.ceiling
    if ceiling is None:
        return
    order = {name: place for place, name in enumerate(found.names)}
    systems = sorted(ceiling["systems"], key=lambda one: order.get(one["system"], len(order)))
    yield Paragraph(_words(found, ceiling))
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
    line = Mark(1.0, "human writers", "good")
    spec = forest(Forest(records, "share of what writers score", [line]))
    turned = " More than 1 is worse, since less is better." if found.less_is_better else ""
    caption = (
        f"What each system scores as a share of what human writers score on the same tasks by "
        f"{found.metric}, with {found.level} intervals; 1 is as good as a writer. The verdict is that of a "
        f"paired test, not of the interval, so that the two may differ in a close case.{turned}"
    )
    table = _table(found, systems)
    yield Figure(names.of("writers", found.metric), caption, spec, table)
    if len(systems) > SHOWN:
        yield Notes([f"The figure shows {SHOWN} of {len(systems)} systems; its table has all."])
    yield Listing(f"Systems beside human writers by {found.label}", table, folded=len(systems) > OPEN)


def _words(found: Found, ceiling: Entry) -> str:
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


def _table(found: Found, systems: list[Entry]) -> Table:
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
