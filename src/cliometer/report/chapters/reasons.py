"""The chapter of `cliometer reasons`: what people named as reasons, by category, and how coders agree."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.words import many, percent
from cliometer.report.charts.bars import bars
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.report.tables import Cell, Table

_SUGGESTED = "suggested"


@chapter("reasons", has=("categories", "reasons", "votes_without_reason"))
def reasons(document: Result, names: Names) -> Section:
    """Weights, then who said what."""
    blocks: list[Block] = [
        Paragraph(_said(document)),
        _weights(document, names),
        *_coders(document, names),
        *_accord(document),
        *_open(document),
        _reasons(document),
        *remarks(document),
    ]
    return Section("Reasons", blocks)


def _said(document: Result) -> str:
    times = sum(reason["times"] for reason in document["reasons"])
    given = f"{many(len(document['reasons']), 'distinct reason')}, given in {many(times, 'vote')}"
    basis = (
        "Weights are the mean of the coders."
        if _people(document)
        else "Weights are those that the codebook suggests; nobody coded the reasons."
    )
    return f"{given}; {many(document['votes_without_reason'], 'vote')} gave none. {basis}"


def _people(document: Result) -> list[str]:
    """Who coded, but for the suggestions."""
    coders = dict.fromkeys(coder for one in document["categories"] for coder in one["votes"])
    return [coder for coder in coders if coder != _SUGGESTED]


def _weights(document: Result, names: Names) -> Figure:
    categories = sorted(document["categories"], key=lambda one: -(one["weight"] or 0))
    records = [
        {"name": one["category"], "value": one["weight"], "text": percent(one["weight"])}
        for one in categories
    ]
    rows: list[list[Cell]] = [[one["category"], one["weight"], one["description"]] for one in categories]
    caption = "The weight of each category: its share of the votes whose reason has a category."
    spec = bars(records, "share of votes")
    return Figure(
        names.of("reason-categories"), caption, spec, Table(["category", "weight", "what it is"], rows)
    )


def _coders(document: Result, names: Names) -> Iterator[Block]:
    if not _people(document):
        return
    coders = [_SUGGESTED, *_people(document)]
    records = [
        {
            "name": one["category"],
            "by": coder,
            "value": one["votes"].get(coder, 0),
            "text": str(one["votes"].get(coder, 0)),
        }
        for one in document["categories"]
        for coder in coders
    ]
    rows: list[list[Cell]] = [
        [one["category"], *(one["votes"].get(coder, 0) for coder in coders)] for one in document["categories"]
    ]
    caption = "Votes whose reason each coder put into a category, beside what the codebook suggests."
    yield Figure(
        names.of("reason-coders"),
        caption,
        bars(records, "votes", "coder"),
        Table(["category", *coders], rows),
    )


def _accord(document: Result) -> Iterator[Block]:
    found = document["agreement"]
    if not found:
        return
    of = f"{many(found['reasons'], 'distinct reason')} (chance: {percent(found['chance'])})"
    said = f"The coders agree on {percent(found['share'])} of {of}."
    if found["alpha"] is None:
        yield Paragraph(f"{said} Krippendorff's alpha is undefined: {found['undefined']}.")
    else:
        low, high = found["interval"]
        yield Paragraph(
            f"{said} Krippendorff's alpha {found['alpha']:.3f}, 95 % interval {low:.3f} to {high:.3f}."
        )


def _open(document: Result) -> Iterator[Block]:
    """Reasons that the codebook has no phrase for."""
    missing = [reason for reason in document["reasons"] if reason["suggestion"] is None]
    if missing:
        words = ", ".join(f"{reason['reason']} ({reason['times']})" for reason in missing)
        yield Notes([f"no phrase of the codebook is in {many(len(missing), 'reason')}: {words}"])


def _reasons(document: Result) -> Listing:
    coders = _people(document)
    rows: list[list[Cell]] = [
        [
            one["reason"],
            one["times"],
            one["suggestion"] or "-",
            *(one["codes"].get(coder) or "-" for coder in coders),
        ]
        for one in document["reasons"]
    ]
    return Listing("Every reason", Table(["reason", "votes", "suggestion", *coders], rows), folded=True)
