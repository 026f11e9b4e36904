"""What a preference study still needs before its release is whole: votes, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.study.protocol.preferences.contests import contests
from cliometer.workbench.kinds.base import Gaps
from cliometer.workbench.kinds.preferences.gathering import Gathered, gathered
from cliometer.workbench.models import Study

MOST_PAIRS = 12  # that are named; the page Votes has all
_NO_VOTE = (
    "there is no vote that counts, so there is nothing to release: nobody has voted, or all who have are set "
    "aside (the page Votes says why); invite more judges, or ask a crowd"
)


def gaps(study: Study) -> Gaps:
    """The sum first, then the pairs."""
    found = gathered(study)
    return Gaps(tuple(_gaps(found)), "" if found.release.votes else _NO_VOTE)


def short(found: Gathered) -> str:
    """How many votes are lacking in all; empty where none is."""
    count = sum(map(len, found.lacking.values()))
    if not count:
        return ""
    asked = len(found.lacking) * found.settings.votes
    return f"{count} of {asked} votes that the design asks for {'is' if count == 1 else 'are'} lacking"


def _gaps(found: Gathered) -> Iterator[str]:
    said = short(found)
    if not said:
        return
    yield said
    pairs = contests(found.topics)
    lacking = {id: len(ways) for id, ways in found.lacking.items() if ways}
    for id in list(lacking)[:MOST_PAIRS]:
        one, count = pairs[id], lacking[id]
        yield f"{one.topic.name}: {one.first} – {one.second} lacks {count} vote{'' if count == 1 else 's'}"
    if len(lacking) > MOST_PAIRS:
        yield f"and {len(lacking) - MOST_PAIRS} more pairs, which the page Votes lists"
