"""The power of designs of preference studies as a result: what finds which difference (`cliometer study power`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import ClassVar

from cliometer.errors import InputError, expected
from cliometer.io.frames import DocumentResult
from cliometer.spelling import many
from cliometer.stats.vote_power import VoteDesign, detection_power, least_share, topics_needed


@dataclass(frozen=True)
class PowerRow:
    """A design, and the probability with which it finds that people prefer one of two systems in `share` of votes.

    Where not even 10,000 topics are enough, there is no design, and all but the share is None.
    """

    share: float
    topics: int | None
    votes: int
    judges: int | None
    cast: int | None
    power: float | None


@dataclass(frozen=True, repr=False)
class VotePower(DocumentResult):
    """How many topics, judges and votes find what difference; `least` is the smallest share that is found."""

    kind: ClassVar[str] = "power"
    tables: ClassVar[Mapping[str, str]] = {"designs": "rows"}
    rows: tuple[PowerRow, ...]
    systems: int
    cap: int
    ties: float
    correlation: float
    judge_correlation: float
    level: float
    power: float
    least: float | None = None
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"VotePower({many(len(self.rows), 'design')})"


def vote_power(design: VoteDesign, shares: Sequence[float], power: float, fixed: bool) -> VotePower:
    """Return the power of a design for each share or, where its topics are not fixed, the topics that each needs."""
    if not isinstance(power, float) or not 0 < power < 1:
        raise expected("a power between 0 and 1, such as 0.8", power)
    if not shares:
        raise InputError("vote-shares-missing")
    rows = []
    for share in shares:
        topics = design.topics if fixed else topics_needed(design, share, power)
        if topics is None:
            rows.append(PowerRow(share, None, design.votes, None, None, None))
            continue
        sized = replace(design, topics=topics)
        rows.append(PowerRow(share, topics, sized.votes, sized.judges, sized.cast, detection_power(sized, share)))
    settings = {name: value for name, value in asdict(design).items() if name not in ("topics", "votes")}
    return VotePower(tuple(rows), **settings, power=power, least=least_share(design, power) if fixed else None)
