"""The chapter of `cliometer score`: means, and every topic by metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.leaders import leaders
from cliometer.report.chapters.scored import WORDS, Scored, blocks
from cliometer.report.document import Block, Listing, Notes, Section
from cliometer.report.tables import Table


@chapter("scores", has=("scores", "means"))
def scores(document: Result, names: Names, compared: bool = False) -> Section:
    """What is best by each metric, the means of every system, then each metric over topics.

    `compared` is for reports whose systems are tested in another chapter.
    """
    scored = _by_metric(document)
    several = any(len(one.topics) > 1 for one in scored)
    listing = Listing("Means over topics" if several else "Scores", _means(document["means"]))
    parts = [Section(one.label, list(blocks(one, names))) for one in scored]
    return Section("Scores", [*_verdicts(scored, compared), listing, *remarks(document)], parts)


def _by_metric(document: Result) -> list[Scored]:
    metrics = list(dict.fromkeys(row["metric"] for row in document["scores"]))
    return [
        Scored(
            metric,
            *([row for row in document[part] if row["metric"] == metric] for part in ("scores", "means")),
        )
        for metric in metrics
    ]


def _verdicts(scored: Sequence[Scored], compared: bool) -> Iterator[Block]:
    """Whether differences are real is no matter of means: that is said as well."""
    lines = [_verdict(one) for one in scored]
    if not compared and any(len(one.systems) > 1 for one in scored):
        lines.append("Whether a difference is more than chance, cliometer compare tells.")
    yield Notes(lines)


def _verdict(scored: Scored) -> str:
    known = {one["system"]: one[scored.mean] for one in scored.means if one[scored.mean] is not None}
    topics = len(scored.topics)
    where = f"on {scored.topics[0]}" if topics == 1 else f"over {topics} topics"
    word = WORDS.get(scored.mean, "mean") if topics > 1 else WORDS.get(scored.side, "")
    if not known:
        return f"{scored.metric}: undefined {where}."
    lead = leaders(known, scored.less_is_better)
    value = f"{word} {lead.value:.3f}".strip()
    if len(scored.systems) == 1:
        return f"{scored.label}: {value} {where}."
    if lead.alone:
        return f"{scored.label}: {lead.names[0]} has {value} {where}; no other system has a score."
    who = lead.said("is best", "are best", "systems score the same")
    return f"{scored.label}: {who} {where}, with {value}{lead.each}."


def _means(means: Sequence[Mapping[str, Any]]) -> Table:
    keys = list(dict.fromkeys(key for mean in means for key in mean))
    heading = [WORDS.get(key, key) for key in keys]
    return Table(heading, [[mean.get(key, "-") for key in keys] for mean in means])
