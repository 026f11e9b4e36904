"""The votes of people on the systems and topics of an experiment, as pairwise tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import CliometerError, InputError, unknown
from cliometer.io.votes.files import read_votes
from cliometer.model.judgements import Order, Poll, pooled
from cliometer.stats.preferences import Preferences, preferences_from_rankings, preferences_from_votes


@dataclass(frozen=True)
class Ballots:
    """The pairwise table of all votes and that of each topic."""

    whole: Preferences
    topics: Mapping[str, Preferences]


def read_ballots(
    path: Path, systems: Sequence[str], topics: Sequence[str]
) -> tuple[Ballots, tuple[str, ...]]:
    """The votes, and notes; about other systems or topics than these they are no use."""
    poll = pooled(read_votes(path))
    _check(poll, path, systems, topics)
    by_topic = {topic: _of(poll, topic) for topic in topics}
    try:
        whole = _table(poll, systems)
        tables = {
            topic: _table(part, systems) for topic, part in by_topic.items() if part.votes or part.ballots
        }
    except CliometerError as error:
        raise InputError(str(error), path) from None
    if not tables:
        raise InputError("the votes name no topics; which measure agrees is found topic by topic", path)
    silent = len(topics) - len(tables)
    notes = (f"{path}: no votes on {silent} of {len(topics)} topics",) if silent else ()
    return Ballots(whole, tables), (*poll.notes, *notes)


def _check(poll: Poll, path: Path, systems: Sequence[str], topics: Sequence[str]) -> None:
    named = {name: vote.place for vote in poll.votes for name in (vote.left, vote.right)}
    named |= {name: ballot.place for ballot in poll.ballots for group in ballot.order for name in group}
    for name in named:
        if name not in systems:
            raise InputError(
                f"votes are on {', '.join(sorted(named))}, the experiment is on {', '.join(systems)}; "
                "give its systems the names of the votes",
                path,
            )
    for topic in [*(vote.topic for vote in poll.votes), *(ballot.topic for ballot in poll.ballots)]:
        if topic and topic not in topics:
            raise InputError(
                f"votes are on a topic that the experiment lacks: {unknown('topic', topic, topics)}", path
            )


def _of(poll: Poll, topic: str) -> Poll:
    votes = tuple(vote for vote in poll.votes if vote.topic == topic and vote.count)
    ballots = tuple(ballot for ballot in poll.ballots if ballot.topic == topic and ballot.count)
    return Poll(poll.name, votes, ballots)


def _table(poll: Poll, systems: Sequence[str]) -> Preferences:
    if not poll.ballots:
        return preferences_from_votes(poll.votes, systems)
    orders = Counter[Order]()
    for ballot in poll.ballots:
        orders[ballot.order] += ballot.count
    return preferences_from_rankings(orders, systems)
