"""Judges of votes: how far they can be trusted, and the chapter of `cliometer reasons` on the reasons they
gave.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.base import FigureNames, Result, chapter, remarks
from cliometer.report.charts.bar_charts import bars
from cliometer.report.charts.interval_charts import Forest, ThresholdLine, forest
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_p, shown_share

_MOST_JUDGES = 40  # judges or reasons in a figure
Poll = Mapping[str, Any]
Row = dict[str, Any]


def judge_blocks(poll: Poll, names: FigureNames) -> Iterator[Block]:
    """All judges together, then each."""
    agreement = poll["agreement"]
    if agreement.get("remark"):
        yield Notes([f"agreement: {agreement['remark']}"])
    overall = list(_overall(agreement))
    if overall:
        yield Paragraph(_meaning(agreement))
        caption = (
            f"Agreement of judges on {many(agreement['units'], 'pair')} of systems that two or more judged "
            "on a topic; the hollow mark is what chance would reach. Krippendorff's alpha has its 95 % "
            "interval; 0 is chance, 1 is perfect agreement."
        )
        marks = [
            {"name": one["name"], "value": one["chance"], "low": None, "high": None, "hollow": True}
            for one in overall
        ]
        records = [*marks, *({**one, "hollow": False} for one in overall)]
        rows: list[list[Cell]] = [
            [one["name"], one["value"], one["low"], one["high"], one["chance"]] for one in overall
        ]
        table = Table(["agreement", "value", "low", "high", "chance"], rows)
        spec = forest(Forest(records, "agreement", domain=_domain(records)))
        yield Figure(names.of("agreement", poll["name"]), caption, spec, table)
    yield from _each(poll, names)


def _overall(agreement: Mapping[str, Any]) -> Iterator[Row]:
    for key, word in (("pairwise", "pairs of judges that agree"), ("majority", "votes with the majority")):
        if agreement[key]:
            found = agreement[key]
            yield {
                "name": word,
                "value": found["share"],
                "low": None,
                "high": None,
                "chance": found["chance"],
            }
    if agreement["alpha"]:
        yield {"name": "Krippendorff's alpha", **agreement["alpha"], "chance": 0.0}


def _meaning(agreement: Mapping[str, Any]) -> str:
    alpha = agreement["alpha"]
    said = ""
    if agreement["pairwise"]:
        found = agreement["pairwise"]
        chance = f"where chance would reach {shown_share(found['chance'])}"
        said = f"{shown_share(found['share'])} of pairs of judges agree {chance}. "
    if not alpha:
        return said.strip()
    judged = (
        "the judges agree beyond chance" if alpha["low"] > 0
        else "the judges agree less than chance" if alpha["high"] < 0
        else "the judges cannot be told from chance"
    )  # fmt: skip
    return f"{said}By alpha {judged} (95 % interval {alpha['low']:.3f} to {alpha['high']:.3f})."


def _domain(records: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    lows = [record["low"] if record["low"] is not None else record["value"] for record in records]
    return min([0.0, *lows]) - 0.03, 1.03


def _each(poll: Poll, names: FigureNames) -> Iterator[Block]:
    """Those with most votes; all of them in the table."""
    judges = poll["judges"]
    if not any(judge["compared"] for judge in judges):
        return
    shown = judges[:_MOST_JUDGES]
    records = [
        {
            "name": judge["judge"],
            "value": judge["share"],
            "low": judge.get("low"),
            "high": judge.get("high"),
            "beside": f"{judge['agreed']} of {judge['compared']}",
        }
        for judge in shown
    ]
    chance = poll["agreement"]["pairwise"]
    marks = [ThresholdLine(chance["chance"], "chance")] if chance else []
    known = any("low" in judge for judge in judges)
    caption = (
        "How often each judge voted as most of the others did on the same pair and topic, those with most "
        f"votes first{', with exact 95 % intervals' if known else ''}."
    )
    keys = ("votes", "ties", "compared", "agreed", "share", "low", "high")
    table = Table(
        ["judge", "votes", "ties", "compared", "with the others", "share", "low", "high"],
        [[judge["judge"], *(judge.get(key) for key in keys)] for judge in judges],
    )
    spec = forest(Forest(records, "share of votes with the majority of the others", marks, (-0.02, 1.02)))
    yield Figure(names.of("judges", poll["name"]), caption, spec, table)
    notes = [
        f"the figure shows the {_MOST_JUDGES} of {len(judges)} judges with most votes; its table has all"
    ]
    notes = notes * (len(judges) > _MOST_JUDGES) + ["no intervals: the result is of an older version"] * (
        not known
    )
    if notes:
        yield Notes(notes)


def position_blocks(poll: Poll, names: FigureNames) -> Iterator[Block]:
    """Whether the first shown is preferred for being first."""
    position = poll["position"]
    if position is None:
        yield Notes(["position: which of the two was shown first is not known"])
        return
    if position["share"] is None:
        yield Notes(["position: every vote is a tie, so nothing can be said of the place"])
        return
    keys = ("share", "low", "high")
    share, low, high = (position[key] for key in keys)
    records = [{"name": "first shown", "value": share, "low": low, "high": high,
                "beside": f"{position['first']} of {position['decided']}"}]  # fmt: skip
    if position["balanced_share"] is not None:
        records.append({"name": "both orders weighing the same", "value": position["balanced_share"],
                        "low": None, "high": None, "beside": ""})  # fmt: skip
    yield Paragraph(_place(position))
    caption = "Share of the decided votes that went to the system shown first, with its exact 95 % interval."
    spec = forest(
        Forest(records, "share that went to the first shown", [ThresholdLine(0.5, "no bias")], (0.0, 1.0))
    )
    table = Table(
        ["votes", "share", "low", "high"],
        [[one["name"], one["value"], one["low"], one["high"]] for one in records],
    )
    yield Figure(names.of("position", poll["name"]), caption, spec, table)


def _place(position: Mapping[str, Any]) -> str:
    won = f"The system shown first won {position['first']} of {position['decided']} decided votes"
    if position["p"] is None:
        return f"{won}, but no pair was shown both ways round: place and merit cannot be told apart."
    said = f"{won} ({shown_p(position['p'], named=True)})."
    swaps = position["swaps"]
    return f"{said} {_swapped(swaps)}" if swaps["seen"] else said


def _swapped(swaps: Mapping[str, Any]) -> str:
    both, first, second = (swaps[key] for key in ("inconsistent", "always_first", "always_second"))
    return (
        f"Of {many(swaps['seen'], 'pair')} that a judge saw both ways round, {both} got two answers: "
        f"{first} twice the first shown, {second} twice the second, "
        f"{both - first - second} a tie once or more."
    )


def reason_blocks(poll: Poll, names: FigureNames) -> Iterator[Block]:
    """Why people preferred what they preferred."""
    reasons = list(poll["reasons"].items())
    if not reasons:
        return
    records = [
        {"name": reason, "value": count, "text": str(count)} for reason, count in reasons[:_MOST_JUDGES]
    ]
    given = sum(count for _, count in reasons)
    caption = f"Reasons that were given, in {given} of {many(poll['votes'], 'vote')}; most frequent first."
    table = Table(["reason", "votes"], [[reason, count] for reason, count in reasons])
    yield Figure(names.of("reasons", poll["name"]), caption, bars(records, "votes"), table)
    if len(reasons) > _MOST_JUDGES:
        yield Notes([f"the figure shows {_MOST_JUDGES} of {len(reasons)} reasons; its table has all"])


_SUGGESTED = "suggested"


@chapter("reasons", has=("categories", "reasons", "votes_without_reason"))
def reasons(document: Result, names: FigureNames) -> Section:
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


def _weights(document: Result, names: FigureNames) -> Figure:
    categories = sorted(document["categories"], key=lambda one: -(one["weight"] or 0))
    records = [
        {"name": one["category"], "value": one["weight"], "text": shown_share(one["weight"])}
        for one in categories
    ]
    rows: list[list[Cell]] = [[one["category"], one["weight"], one["description"]] for one in categories]
    caption = "The weight of each category: its share of the votes whose reason has a category."
    spec = bars(records, "share of votes")
    return Figure(
        names.of("reason-categories"), caption, spec, Table(["category", "weight", "what it is"], rows)
    )


def _coders(document: Result, names: FigureNames) -> Iterator[Block]:
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
    of = f"{many(found['reasons'], 'distinct reason')} (chance: {shown_share(found['chance'])})"
    said = f"The coders agree on {shown_share(found['share'])} of {of}."
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
