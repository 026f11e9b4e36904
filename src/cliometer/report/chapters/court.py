"""The chapter of `cliometer court`: the map of verdicts, what each metric fails, and its response curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.leaders import leaders
from cliometer.report.chapters.tried.climbs import curves
from cliometer.report.chapters.tried.verdicts import counts_figure, faults_listing, map_figure, share_passed
from cliometer.report.chapters.words import many, percent
from cliometer.report.document import Block, Paragraph, Section


@chapter("court", has=("rows", "ladders", "metrics"))
def court(document: Result, names: Names) -> Section:
    """Verdicts first, then curves."""
    blocks: list[Block] = [
        Paragraph(" ".join(_said(document))),
        map_figure(document, names),
        counts_figure(document, names),
        faults_listing(document),
        *remarks(document),
    ]
    ladders = [Section("Response curves", list(curves(document, names)))] if document["ladders"] else []
    return Section("Metrics on trial", blocks, ladders)


def _said(document: Result) -> Iterator[str]:
    trials = len({row["trial"] for row in document["rows"]})
    tried = f"{many(trials, 'trial')} of {many(len(document['metrics']), 'metric')}"
    yield f"{tried} on {many(document['tasks'], 'timeline')}: each changes good timelines in a way"
    yield "whose effect on a sound metric is known beforehand."
    applied = [metric for metric in document["metrics"] if metric["passes"] + metric["fails"]]
    if len(applied) == 1:
        yield f"{applied[0]['metric']} passes {_of(applied[0])}."
    elif applied:
        yield f"{'; '.join(_extremes(applied))}."


def _extremes(metrics: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """By shares, since not every trial applies to every metric."""
    shares = {metric["metric"]: share_passed(metric) for metric in metrics}
    counts = {metric["metric"]: _of(metric) for metric in metrics}
    for least, word in ((False, "largest"), (True, "smallest")):
        lead = leaders(shares, least)
        share = f"the {word} share of trials"
        who = lead.said(
            f"passes {share}", f"pass {share}", "metrics pass the same share of trials", opens=True
        )
        own = {counts[name] for name in lead.names}
        yield f"{who}, {own.pop() if len(own) == 1 else percent(lead.value)}{lead.each}"
        if lead.alike:
            return


def _of(metric: Mapping[str, Any]) -> str:
    return f"{metric['passes']} of {metric['passes'] + metric['fails']}"
