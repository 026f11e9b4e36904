"""Reading a run in order of time: each nugget is earned by the first update that tells it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from cliometer.metrics.nuggets import words
from cliometer.metrics.nuggets.latency import discount
from cliometer.metrics.nuggets.relevance import relevance
from cliometer.metrics.nuggets.rules import Rules
from cliometer.metrics.nuggets.sums import Earned
from cliometer.model.nuggets import Match, Nugget, NuggetTopic, PooledUpdate, Update

_ENDLESS = 1000.0  # what the scripts take an infinite confidence for


class Walk:
    """A topic as the rules see it."""

    def __init__(self, rules: Rules, topic: NuggetTopic) -> None:
        self.rules, self.topic = rules, topic
        keep = rules.unimportant == "keep"
        self.nuggets = {id: n for id, n in topic.nuggets.items() if keep or n.importance > 0}
        self.worth = relevance(self.nuggets, rules.gain == "graded", rules.scale == "topic")
        self.average = self._average()
        self._steps = {"none": 0, "step": 1, "chain": len(topic.updates)}[rules.duplicates]
        self._span = words.exact if rules.spans == "exact" else words.shifted

    def earned(self, updates: Sequence[Update]) -> Iterator[Earned]:
        """Each update that counts, in order of time; those of one time in the order of the run."""
        for update, confidence, pooled, matches in self._read(updates):
            yield self._earned(update, pooled, matches, confidence)

    def told(self, updates: Sequence[Update]) -> dict[str, Update]:
        """The update that tells each nugget first; nuggets that none tells are not in it."""
        return {match.nugget: update for update, _, _, matches in self._read(updates) for match in matches}

    def _read(
        self, updates: Sequence[Update]
    ) -> Iterator[tuple[Update, float, PooledUpdate | None, list[Match]]]:
        untold = dict(self.nuggets)
        for update, confidence in sorted(self._weighted(updates), key=lambda pair: pair[0].time):
            pooled = self.judged(update.id)
            if pooled is None and self.rules.unsampled == "skip":
                continue
            yield update, confidence, pooled, self._first_told(pooled.id if pooled else update.id, untold)

    def judged(self, id: str) -> PooledUpdate | None:
        """The pooled update that stands for one of a run; None if nobody judged it."""
        pool = self.topic.updates
        found, passed = pool.get(id), {id}
        while found and len(passed) <= self._steps:
            original = pool.get(found.duplicate or "")
            if original is None or original.id in passed:
                break
            found = original
            passed.add(found.id)
        return found

    def _weighted(self, updates: Sequence[Update]) -> Iterator[tuple[Update, float]]:
        for place, update in enumerate(updates, start=1):
            given = _ENDLESS if update.confidence == math.inf else update.confidence
            yield update, (1 / place if self.rules.confidence == "rank" else given)

    def _first_told(self, id: str, untold: dict[str, Nugget]) -> list[Match]:
        """The matches whose nugget nobody told before; their nuggets are told now."""
        matches = self.topic.matches.get(id, ())
        return [match for match in matches if untold.pop(match.nugget, None) is not None]

    def _earned(
        self, update: Update, pooled: PooledUpdate | None, matches: list[Match], confidence: float
    ) -> Earned:
        verbosity = self._verbosity(pooled, matches)
        if not matches:
            return Earned(0.0, 0.0, 0.0, 0, verbosity, confidence)
        worth = [self.worth[match.nugget] for match in matches]
        late = [discount(self.nuggets[m.nugget].time, update.time, self.rules.step) for m in matches]
        both = sum(R * L for R, L in zip(worth, late, strict=True))
        return Earned(sum(worth), both, sum(late), len(matches), verbosity, confidence)

    def _verbosity(self, pooled: PooledUpdate | None, matches: list[Match]) -> float:
        """V(u), equation 25: 1, and the words that tell nothing new in nuggets of average length."""
        if pooled is None:
            return 2.0 if self.rules.unsampled == "nugget" else 1 / self.average + 1
        told = words.covered(self._text(pooled), matches, self._span) if matches else 0
        return max(0.0, (self._length(pooled) - told) / self.average) + 1

    def _text(self, pooled: PooledUpdate) -> str:
        """The text as the places of matches count it."""
        text = words.collapsed(pooled.text) if self.rules.blanks == "collapsed" else pooled.text
        return words.as_bytes(text) if self.rules.offsets == "bytes" else text

    def _average(self) -> float:
        lengths = [self._length(nugget) for nugget in self.nuggets.values()]
        return sum(lengths) / len(lengths) if lengths else 1.0  # without nuggets there is no score anyway

    def _length(self, text: Nugget | PooledUpdate) -> int:
        if self.rules.lengths == "file" and text.length is not None:
            return text.length
        return words.size(text.text)
