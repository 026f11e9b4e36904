"""Every voting rule on one election: an order with its ties, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType
from typing import Any, TypeAlias

from cliometer.errors import CliometerError, unknown
from cliometer.model.judgements import Order, spelled
from cliometer.stats.bradley_terry import bradley_terry, bradley_terry_intervals
from cliometer.stats.preferences import Preferences
from cliometer.stats.ranked_pairs import ranked_pairs
from cliometer.stats.scoring_rules import (
    Scored,
    borda,
    borda_shares,
    copeland,
    evenly_compared,
    modal_orderings,
    plurality,
)

Pairs: TypeAlias = tuple[tuple[str, str], ...]
STRENGTHS = MappingProxyType({"margin": "margin", "winning": "winning-votes"})


@dataclass(frozen=True)
class Election:
    """What the rules see: the pairwise table, the orderings, and their settings.

    `basis` is what the orderings are, or why there are none.
    """

    preferences: Preferences
    orderings: Mapping[Order, int]
    basis: str
    strength: str
    seed: int
    resamples: int


@dataclass(frozen=True)
class Ranking:
    """Groups of systems, best first, or None; `tied` are pairs that the rule does not order.

    `points` are what the rule counts, `intervals` their bootstrap intervals at 95 %. `remark` tells what the
    order rests on, or why there is none.
    """

    rule: str
    order: Order | None = None
    tied: Pairs = ()
    points: Mapping[str, float] = field(default_factory=dict)
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    remark: str = ""

    def to_dict(self) -> dict[str, Any]:
        """For JSON; what a rule does not have is left out."""
        order = None if self.order is None else [list(group) for group in self.order]
        found: dict[str, Any] = {"order": order, "tied": [list(pair) for pair in self.tied]}
        if self.points:
            found["points"] = dict(self.points)
        if self.intervals:
            found["intervals"] = {name: list(ends) for name, ends in self.intervals.items()}
        return found | ({"remark": self.remark} if self.remark else {})

    def rows(self, systems: Iterable[str]) -> list[dict[str, Any]]:
        """A flat row a system; systems of one group share the place of its first."""
        places: dict[str, int] = {}
        for group in self.order or ():
            places |= dict.fromkeys(group, len(places) + 1)
        return [
            {
                "rule": self.rule,
                "system": system,
                "place": places.get(system),
                "points": self.points.get(system),
                **dict(zip(("low", "high"), self.intervals.get(system, ()), strict=False)),
            }
            for system in systems
        ]


def rank(rule: str, election: Election) -> Ranking:
    """The ranking by a rule."""
    if rule not in RULES:
        raise unknown("voting rule", rule, RULES)
    try:
        return RULES[rule](election)
    except CliometerError as error:
        return Ranking(rule, remark=str(error))


def _ranked_pairs(election: Election) -> Ranking:
    found = ranked_pairs(election.preferences, STRENGTHS[election.strength])
    remarks = []
    if not found.locked and not found.contested:
        remarks.append("no pair has a majority: everything is tied")
    if found.dropped:
        dropped = ", ".join(f"{majority.winner} > {majority.loser}" for majority in found.dropped)
        remarks.append(f"majorities not followed, weaker than others in their cycle: {dropped}")
    if found.contested:
        remarks.append(f"equal majorities in a cycle can be followed in {found.ways} ways")
    return Ranking("ranked-pairs", found.groups, found.tied, remark="; ".join(remarks))


def _by_points(rule: str, scored: Scored, remark: str = "") -> Ranking:
    points = {name: float(scored.points[name]) for group in scored.groups for name in group}
    return Ranking(rule, scored.groups, _within(scored.groups), points, remark=remark)


def _copeland(election: Election) -> Ranking:
    return _by_points("copeland", copeland(election.preferences))


def _borda(election: Election) -> Ranking:
    """By points, or where pairs have unequal numbers of votes by shares."""
    if evenly_compared(election.preferences):
        return _by_points("borda", borda(election.preferences))
    shares = borda_shares(election.preferences)
    return _by_points("borda", shares, "pairs have unequal numbers of votes: the sum of shares of votes")


def _plurality(election: Election) -> Ranking:
    if not election.orderings:
        return Ranking("plurality", remark=election.basis)
    basis = f"{sum(election.orderings.values())} {election.basis}"
    return _by_points("plurality", plurality(election.orderings), f"first places in {basis}")


def _modal(election: Election) -> Ranking:
    if not election.orderings:
        return Ranking("modal", remark=election.basis)
    modes, times = modal_orderings(election.orderings)
    often = f"{times} of {sum(election.orderings.values())} {election.basis}"
    if len(modes) > 1:
        listed = ", ".join(map(spelled, modes))
        return Ranking("modal", remark=f"no single one; {often}, have each of {listed}")
    return Ranking("modal", modes[0], _within(modes[0]), remark=often)


def _bradley_terry(election: Election) -> Ranking:
    fit = bradley_terry(election.preferences)
    strengths = {name: fit.strength[name] for group in fit.groups for name in group}
    ranking = Ranking("bradley-terry", fit.groups, _within(fit.groups), strengths)
    try:
        found = bradley_terry_intervals(
            election.preferences, seed=election.seed, resamples=election.resamples
        )
    except CliometerError as error:
        return Ranking(ranking.rule, ranking.order, ranking.tied, strengths, remark=f"no intervals: {error}")
    left_out = f"{found.left_out} of {found.resamples} resamples had no finite strengths"
    return Ranking(
        ranking.rule,
        ranking.order,
        ranking.tied,
        strengths,
        {name: found.interval[name] for name in strengths},
        left_out if found.left_out else "",
    )


def _within(order: Order) -> Pairs:
    return tuple(pair for group in order for pair in combinations(group, 2))


RULES: Mapping[str, Callable[[Election], Ranking]] = MappingProxyType(
    {
        "ranked-pairs": _ranked_pairs,
        "copeland": _copeland,
        "borda": _borda,
        "plurality": _plurality,
        "modal": _modal,
        "bradley-terry": _bradley_terry,
    }
)
