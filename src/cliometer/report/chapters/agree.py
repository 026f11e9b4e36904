"""The chapter of `cliometer agree --human`: metric against people, correlations, differences, pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.agreed.accuracy import accuracy_blocks
from cliometer.report.chapters.agreed.clouds import cloud_blocks
from cliometer.report.chapters.agreed.correlations import correlation_blocks, difference_blocks
from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.leaders import Lead, leaders
from cliometer.report.chapters.words import many
from cliometer.report.document import Block, Paragraph, Section


@chapter("agree", has=("correlations", "over"))
def agree(document: Result, names: Names) -> Section:
    """What was found on which design, then what it rests on."""
    parts: tuple[tuple[str, Iterator[Block]], ...] = (
        ("Metric against people", cloud_blocks(document, names)),
        ("Correlations", correlation_blocks(document, names)),
        ("Differences between metrics", difference_blocks(document, names)),
        ("Pairs of systems", accuracy_blocks(document, names)),
    )
    sections = [Section(title, found) for title, blocks in parts if (found := list(blocks))]
    return Section("Metrics and people", [Paragraph(_said(document)), *remarks(document)], sections)


def _said(document: Result) -> str:
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


def _agrees(lead: Lead) -> str:
    if lead.alone:
        return f"{lead.names[0]} agrees with people"
    best = "best with people"
    return lead.said(f"agrees {best}", f"agree {best}", "metrics agree alike with people", opens=True)
