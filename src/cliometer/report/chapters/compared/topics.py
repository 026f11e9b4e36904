"""Every topic as a small panel with the values of all systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.report.chapters.base import Names
from cliometer.report.chapters.compared.found import Found
from cliometer.report.chapters.compared.means import shown
from cliometer.report.chapters.crossed import crossed
from cliometer.report.charts.grammar import Record
from cliometer.report.charts.multiples import multiples
from cliometer.report.document import Block, Figure, Notes
from cliometer.report.tables import Table, show

_SYSTEMS = 30
_MARKS = 480  # in all panels together
_PANELS = 60


def topics(found: Found, names: Names) -> Iterator[Block]:
    """Nothing where the document does not have the values of topics."""
    if not found.values:
        return
    systems = [one["system"] for one in shown(found, _SYSTEMS)]
    every = list(dict.fromkeys(topic for values in found.values.values() for topic in values))
    panels = every[: min(_PANELS, max(8, _MARKS // len(systems)))]
    records = [record for topic in panels for record in _panel(found, topic, systems)]
    known = [record["value"] for record in records if record["value"] is not None]
    if not known:
        return
    spec = multiples(records, found.side, systems, (min(known), max(known)))
    caption = (
        f"{found.label} on each topic: a panel a topic, systems in the order of the means, all on one axis. "
        "The diamond is the best of the topic."
    )
    yield Figure(names.of("topics", found.metric), caption, spec, _table(found, every))
    yield from _left_out(len(panels), len(every), len(systems), len(found.systems))


def _panel(found: Found, topic: str, systems: Sequence[str]) -> list[Record]:
    values = {system: found.values.get(system, {}).get(topic) for system in systems}
    known = [value for value in values.values() if value is not None]
    best = (min if found.less_is_better else max)(known) if known else None
    return [
        {
            "topic": topic,
            "system": system,
            "value": value,
            "shown": show(value),
            "best": value is not None and value == best and len(set(known)) > 1,
        }
        for system, value in values.items()
    ]


def _left_out(panels: int, topics: int, systems: int, all_systems: int) -> Iterator[Block]:
    lines = [f"The figure shows the first {panels} of {topics} topics; its table has all."] * (
        panels < topics
    )
    lines += [f"The panels show {systems} of {all_systems} systems; the table has all."] * (
        systems < all_systems
    )
    if lines:
        yield Notes(lines)


def _table(found: Found, every: Sequence[str]) -> Table:
    rows = [([topic], [found.values.get(system, {}).get(topic) for system in found.names]) for topic in every]
    return crossed(["topic"], found.names, rows, found.side)
