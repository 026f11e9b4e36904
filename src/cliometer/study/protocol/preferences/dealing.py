"""Who votes on what: every pair gets its votes, both ways round as evenly as possible, hardly one too many.

Without further ado a judge's number decides. The votes wanted are dealt in rounds, in each of which every
pair comes up once, in an order of its own; a round is cut into hands of at most `cap` pairs; judge number n
has the n-th hand. So nobody meets a pair twice, nothing need be reserved however many judges start at once,
and judges beyond the last hand have nothing to do.

Some fail and some leave. So `wanted` counts what is lacking, and `deal` deals that. The hand is to be
recorded when the sheet is opened (as `hand` among the settings of its desk), best in the same transaction as
`wanted` was counted in: then not one vote too many is asked for. Where several start on the same count, their
numbers still lead them to different hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from cliometer.study.protocol.preferences.contests import Contest, contests
from cliometer.study.protocol.preferences.drawing import draw, shuffled
from cliometer.study.protocol.preferences.settings import Settings
from cliometer.study.protocol.topics import Topic

Slot: TypeAlias = str
"""A pair and the way round it is shown: `ID:ab` has the alphabetically first system on the left."""
WAYS = ("ab", "ba")
Wanted: TypeAlias = Mapping[str, tuple[str, ...]]
"""By pair, the ways round in which votes are lacking, in the order in which they are dealt."""


def wanted(topics: Sequence[Topic], settings: Settings, had: Iterable[Slot] = ()) -> Wanted:
    """What is lacking beside the votes that are there, or promised."""
    found, counts = contests(topics), Counter(had)
    first = _first_ways(found, settings.seed)
    return {id: _ways(first[id], [counts[f"{id}:{way}"] for way in WAYS], settings.votes) for id in found}


def deal(
    topics: Sequence[Topic], settings: Settings, number: int, lacking: Wanted | None = None
) -> list[Slot]:
    """The hand of a judge: of the whole design by her number alone, or of what is lacking."""
    ways = wanted(topics, settings) if lacking is None else lacking
    sizes = [_hands(size, settings.cap) for size in _rounds(ways)]
    if not sizes or (lacking is None and number >= sum(sizes)):
        return []
    place = number % sum(sizes)
    for turn, hands in enumerate(sizes):
        if place < hands:
            return _hand(ways, turn, place, hands, settings.seed)
        place -= hands
    raise AssertionError("a number below the sum of the hands is in one of the rounds")


def judges_needed(topics: Sequence[Topic], settings: Settings) -> int:
    """How many judges the whole design takes, where none fails."""
    return sum(_hands(size, settings.cap) for size in _rounds(wanted(topics, settings)))


def _rounds(ways: Wanted) -> list[int]:
    """How many pairs come up in each round."""
    longest = max((len(lacks) for lacks in ways.values()), default=0)
    return [sum(len(lacks) > turn for lacks in ways.values()) for turn in range(longest)]


def _hands(size: int, cap: int) -> int:
    return -(-size // cap)


def _hand(ways: Wanted, turn: int, place: int, hands: int, seed: int) -> list[Slot]:
    ids = [id for id, lacks in ways.items() if len(lacks) > turn]
    order = shuffled(ids, str, "round", seed, turn)
    start, end = (len(order) * edge // hands for edge in (place, place + 1))
    return [f"{id}:{ways[id][turn]}" for id in order[start:end]]


def _first_ways(found: Mapping[str, Contest], seed: int) -> dict[str, int]:
    """The way round in which a pair comes up first: from topic to topic, each two systems change places."""
    turns: dict[tuple[str, str], int] = {}
    first = {}
    for one in shuffled(found.values(), lambda one: one.id, "ways", seed):
        pair = (one.first, one.second)
        turn = turns.setdefault(pair, draw(2, "coin", seed, *pair))
        first[one.id] = turn % 2
        turns[pair] = turn + 1
    return first


def _ways(first: int, had: list[int], votes: int) -> tuple[str, ...]:
    """The rarer way comes next; where both are as frequent, the pair's first way."""
    counts, ways = list(had), []
    while sum(counts) < votes:
        way = first if counts[0] == counts[1] else counts.index(min(counts))
        counts[way] += 1
        ways.append(WAYS[way])
    return tuple(ways)
