"""A tally as the JSON document that `cliometer vote --json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cliometer.court.votes.tally import Tally
from cliometer.court.votes.topics import CYCLE, TOTAL, UNDECIDED
from cliometer.version import __version__


def document(tallies: Sequence[Tally]) -> dict[str, Any]:
    """One poll lies open; several stand in a list `datasets`."""
    first = tallies[0]
    settings = {"strength": first.strength, "seed": first.seed, "resamples": first.resamples}
    if len(tallies) == 1:
        return {"cliometer": __version__, **as_dict(first), **settings}
    return {"cliometer": __version__, "datasets": [as_dict(found) for found in tallies], **settings}


def as_dict(found: Tally) -> dict[str, Any]:
    """All of a tally but its settings."""
    return {
        "name": found.name,
        "votes": found.votes,
        "ballots": found.ballots,
        "systems": list(found.systems),
        "pairs": [pair.to_dict() for pair in found.pairs],
        "rankings": {rule: ranking.to_dict() for rule, ranking in found.rankings.items()},
        "cycles": [list(cycle) for cycle in found.cycles],
        "topics": _topics(found),
        "agreement": found.agreement.to_dict(),
        "position": _position(found),
        "judges": [judge.to_dict() for judge in found.judges],
        "reasons": dict(found.reasons),
        "notes": list(found.notes),
    }


def _topics(found: Tally) -> dict[str, Any]:
    return {
        "total": len(found.topics),
        "total_order": found.count(TOTAL),
        "cycle": found.count(CYCLE),
        "undecided": found.count(UNDECIDED),
        "coin_flip_cycle_rate": found.coin_flip_cycles,
        "rows": [topic.to_dict() for topic in found.topics],
    }


def _position(found: Tally) -> dict[str, Any] | None:
    """None where the order in which the two were shown is not known."""
    if found.position is None:
        return None
    first, swapped = found.position.first, found.swaps
    tested = None if found.position.confounded else first
    return {
        "first": getattr(first, "part", 0),
        "decided": getattr(first, "whole", 0),
        "ties": found.position.ties,
        **{name: getattr(first, name, None) for name in ("share", "low", "high")},
        "p": getattr(tested, "p", None),
        "balanced_share": found.position.balanced,
        "pairs": found.position.pairs,
        "pairs_both_ways": found.position.both_ways,
        "swaps": {
            "seen": swapped.seen,
            "inconsistent": swapped.inconsistent,
            "always_first": swapped.first,
            "always_second": swapped.second,
        },
    }
