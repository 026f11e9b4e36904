"""What a report shows of content units, judged events and nuggets beside their scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cliometer.engine.gold import GoldEvaluation
from cliometer.engine.results import Results
from cliometer.report.chapters import Names
from cliometer.report.document import Notes, Section
from cliometer.report.live.events import event_section
from cliometer.report.live.nuggets import nugget_section
from cliometer.report.live.units import unit_section

Shown = Callable[[GoldEvaluation, Sequence[str], Names], Section]
_SECTIONS: dict[str, Shown] = {"units": unit_section, "events": event_section, "nuggets": nugget_section}
MOST = 20  # topics with pictures of their own


def gold_sections(
    evaluation: GoldEvaluation, results: Results, names: Names, most: int = MOST
) -> Iterator[Section]:
    """The first topics with pictures, the rest by name; nothing for sources, whose scores say all."""
    make = _SECTIONS.get(evaluation.evidence)
    if make is None:
        return
    shown, rest = results.topics[:most], results.topics[most:]
    section = make(evaluation, shown, names)
    left = [Notes([f"scored, but without pictures of their own: {', '.join(rest)}"])] if rest else []
    yield Section(section.title, [*section.blocks, *left], section.sections)
