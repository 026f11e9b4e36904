"""How far the judges can be trusted: agreement, position bias, and the reasons they gave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.base import Names
from cliometer.report.chapters.words import many, p_is, percent
from cliometer.report.charts.bars import bars
from cliometer.report.charts.forest import Forest, Mark, forest
from cliometer.report.document import Block, Figure, Notes, Paragraph
from cliometer.report.tables import Cell, Table

_MOST = 40  # judges or reasons in a figure
Poll = Mapping[str, Any]
Row = dict[str, Any]


def judge_blocks(poll: Poll, names: Names) -> Iterator[Block]:
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
        chance = f"where chance would reach {percent(found['chance'])}"
        said = f"{percent(found['share'])} of pairs of judges agree {chance}. "
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


def _each(poll: Poll, names: Names) -> Iterator[Block]:
    """Those with most votes; all of them in the table."""
    judges = poll["judges"]
    if not any(judge["compared"] for judge in judges):
        return
    shown = judges[:_MOST]
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
    marks = [Mark(chance["chance"], "chance")] if chance else []
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
    notes = [f"the figure shows the {_MOST} of {len(judges)} judges with most votes; its table has all"]
    notes = notes * (len(judges) > _MOST) + ["no intervals: the result is of an older version"] * (not known)
    if notes:
        yield Notes(notes)


def position_blocks(poll: Poll, names: Names) -> Iterator[Block]:
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
    spec = forest(Forest(records, "share that went to the first shown", [Mark(0.5, "no bias")], (0.0, 1.0)))
    table = Table(
        ["votes", "share", "low", "high"],
        [[one["name"], one["value"], one["low"], one["high"]] for one in records],
    )
    yield Figure(names.of("position", poll["name"]), caption, spec, table)


def _place(position: Mapping[str, Any]) -> str:
    won = f"The system shown first won {position['first']} of {position['decided']} decided votes"
    if position["p"] is None:
        return f"{won}, but no pair was shown both ways round: place and merit cannot be told apart."
    said = f"{won} ({p_is(position['p'])})."
    swaps = position["swaps"]
    return f"{said} {_swapped(swaps)}" if swaps["seen"] else said


def _swapped(swaps: Mapping[str, Any]) -> str:
    both, first, second = (swaps[key] for key in ("inconsistent", "always_first", "always_second"))
    return (
        f"Of {many(swaps['seen'], 'pair')} that a judge saw both ways round, {both} got two answers: "
        f"{first} twice the first shown, {second} twice the second, "
        f"{both - first - second} a tie once or more."
    )


def reason_blocks(poll: Poll, names: Names) -> Iterator[Block]:
    """Why people preferred what they preferred."""
    reasons = list(poll["reasons"].items())
    if not reasons:
        return
    records = [{"name": reason, "value": count, "text": str(count)} for reason, count in reasons[:_MOST]]
    given = sum(count for _, count in reasons)
    caption = f"Reasons that were given, in {given} of {many(poll['votes'], 'vote')}; most frequent first."
    table = Table(["reason", "votes"], [[reason, count] for reason, count in reasons])
    yield Figure(names.of("reasons", poll["name"]), caption, bars(records, "votes"), table)
    if len(reasons) > _MOST:
        yield Notes([f"the figure shows {_MOST} of {len(reasons)} reasons; its table has all"])
