"""The chapter of `cliometer compare`: means, differences by topic, ranks, the human ceiling."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.compared.found import Found, founds
from cliometer.report.chapters.compared.gates import gates
from cliometer.report.chapters.compared.means import means
from cliometer.report.chapters.compared.overview import glance
from cliometer.report.chapters.compared.pairs import pairs
from cliometer.report.chapters.compared.ranks import ranks
from cliometer.report.chapters.compared.tested import tests
from cliometer.report.chapters.compared.topics import topics
from cliometer.report.chapters.compared.words import verdict
from cliometer.report.chapters.compared.writers import writers
from cliometer.report.document import Block, Notes, Paragraph, Section


@chapter("comparison", has=("comparisons",))
def comparison(document: Result, names: Names) -> Section:
    """What was found in a sentence a metric, gates, all metrics at a glance, then metric by metric."""
    found = founds(document)
    blocks = [*_verdicts(found), *gates(document), *glance(found, names), *remarks(document)]
    return Section("Comparison", blocks, [_metric(one, names) for one in found])


def _verdicts(found: list[Found]) -> Iterator[Block]:
    if len(found) == 1:
        yield Paragraph(verdict(found[0]))
    else:
        yield Notes([f"{one.metric}: {verdict(one)}" for one in found])


def _metric(found: Found, names: Names) -> Section:
    parts = (means, pairs, tests, ranks, topics, writers)
    return Section(found.label, [block for part in parts for block in part(found, names)])
