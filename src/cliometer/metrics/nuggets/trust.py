"""How far numbers can be trusted: what nobody judged, and what was left out of the nuggets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cliometer.metrics.nuggets.rules import Rules
from cliometer.model.nuggets import NuggetTopic, Update

Runs = Mapping[str, Mapping[str, Sequence[Update]]]
_UNSAMPLED = {
    "word": "counted as one word that tells nothing",
    "nugget": "counted as long as a nugget, telling nothing",
    "skip": "left out",
}


def trust_notes(rules: Iterable[Rules], topics: Mapping[str, NuggetTopic], runs: Runs) -> list[str]:
    """The notes on all rules that are in use, each once."""
    every = (note for one in rules for note in (*unimportant(one, topics), *unjudged(one, topics, runs)))
    return list(dict.fromkeys(every))


def unimportant(rules: Rules, topics: Mapping[str, NuggetTopic]) -> Iterator[str]:
    """How many nuggets are worth nothing."""
    dropped = [n.id for topic in topics.values() for n in topic.nuggets.values() if n.importance <= 0]
    if dropped and rules.unimportant == "drop":
        yield f"nuggets of importance 0 or less, left out: {len(dropped)}, first {dropped[0]}"


def unjudged(rules: Rules, topics: Mapping[str, NuggetTopic], runs: Runs) -> Iterator[str]:
    """How much of each run nobody judged, which decides how far its numbers can be trusted."""
    for name, run in runs.items():
        known = [(topics[topic], updates) for topic, updates in run.items() if topic in topics]
        pushed = sum(len(updates) for _, updates in known)
        unseen = sum(update.id not in topic.updates for topic, updates in known for update in updates)
        if unseen:
            share = f"{unseen} of {pushed} updates were not judged"
            yield f"{name}: {share}; {_UNSAMPLED[rules.unsampled]}"
