"""What the updates of a run earn by the rules of the TREC Temporal Summarization track."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from cliometer.expressions import choice, number, setting
from cliometer.model.nuggets import Nugget, NuggetMatch, NuggetTopic, PooledUpdate, Update
from cliometer.model.score import Ratio

# What a nugget is worth: R(n) of the track's metrics document (2014, equations 19 and 20).

HIGHEST = 3.0  # of the assessors' scale


def relevance(nuggets: Mapping[str, Nugget], graded: bool, of_topic: bool) -> dict[str, float]:
    """Return R of each nugget: e^i / e^max, max that of the topic or of the scale; or 1 for any but 0."""
    if not graded:
        return {id: float(nugget.importance != 0) for id, nugget in nuggets.items()}
    highest = max((n.importance for n in nuggets.values()), default=HIGHEST) if of_topic else HIGHEST
    return {id: math.exp(nugget.importance) / math.exp(highest) for id, nugget in nuggets.items()}


def ideal(worth: Iterable[float], updates: int) -> Ratio:
    """Return the gain of a system that tells the best nuggets, one in an update and nothing else."""
    best = sorted(worth, reverse=True)[: updates or None]
    return Ratio(sum(best), len(best))


# How late an update is: L of the track's metrics document (2014, equations 22 and 23).

SIX_HOURS = 21600.0  # alpha


def discount(known: int, reported: int, step: float = SIX_HOURS) -> float:
    """Return 1 - (2 / pi) arctan((u.t - n.t) / alpha): 1 on time, towards 0 when late, towards 2 when early."""
    return 1 - (2 * (math.atan((reported - known) / step) / math.pi))


@dataclass(frozen=True)
class Rules:
    """What is counted how; the defaults are those of the script of 2014."""

    gain: str = choice("value", "graded", "binary", doc="R(n) by importance, or 1 for any importance")
    scale: str = choice("value", "fixed", "topic", doc="R(n) is divided by e^3, or by e to the topic's highest")
    unimportant: str = choice("value", "drop", "keep", doc="nuggets of importance 0 or less")
    unsampled: str = choice(
        "value", "word", "nugget", "skip", doc="an unjudged update: one word, as long as a nugget, or left out"
    )
    duplicates: str = choice("value", "step", "chain", "none", doc="follow marked duplicates once, to the end, never")
    lengths: str = choice("value", "blanks", "file", doc="words: blanks in the text, or the file's column of lengths")
    spans: str = choice("value", "shifted", "exact", doc="words of a match: the script's, or those it touches")
    offsets: str = choice("value", "bytes", "characters", doc="what the places of a match count")
    blanks: str = choice("value", "kept", "collapsed", doc="white space in an update before places are counted")
    confidence: str = choice("value", "rank", "given", doc="1 / place in the file, or the run's own number")
    latency_over: str = choice("value", "updates", "matches", doc="what the expected latency is divided by")
    step: float = setting(SIX_HOURS, parse=number(low=1), doc="alpha of the latency discount, in seconds")


# Which words of an update its matches cover, and how many it has.
# Words are what single blanks separate. A span counts either exactly or as the track's script does it,
# which starts one word too early and stops one word too early: a span at the very start of a text loses a
# word.

Span = Callable[[str, int, int], range]


def size(text: str) -> int:
    """Return the number of words."""
    return text.count(" ") + 1


def covered_words(text: str, matches: Iterable[NuggetMatch], span: Span) -> int:
    """Return the number of words that at least one match covers."""
    return len({word for match in matches for word in span(text, match.start, match.end)})


def as_bytes(text: str) -> str:
    """Return the text with one character for each byte of its UTF-8, which is how Python 2 counts."""
    return text if text.isascii() else text.encode("utf-8").decode("latin-1")


def collapse_blanks(text: str) -> str:
    """Return the text with one blank for each stretch of ASCII white space, and none around it."""
    return b" ".join(text.encode("utf-8").split()).decode("utf-8")


def exact_span(text: str, start: int, end: int) -> range:
    """Return the words that have a character from start up to end."""
    while start < end and text[start : start + 1] == " ":
        start += 1
    while end > start and text[end - 1 : end] in (" ", ""):
        end -= 1
    if start >= end:
        return range(0)
    return range(text.count(" ", 0, start), text.count(" ", 0, end) + 1)


def script_span(text: str, start: int, end: int) -> range:
    """Return the words that the track's script marks."""
    left = max(0, text.rfind(" ", 0, start + 1))
    right = text.find(" ", end)
    return range(text.count(" ", 0, left), text.count(" ", 0, right if right >= 0 else len(text)))


class UpdateGain(NamedTuple):
    """One update: what it earned for nuggets that no earlier update had told, and what it cost to read."""

    gain: float
    latency_gain: float
    latency: float
    matches: int
    verbosity: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over updates, plain and weighted by confidence; `attainable` is R summed over all nuggets.

    `ideal` is the gain and the number of updates of a system that tells the best nuggets and nothing else.
    """

    updates: int
    matches: int
    gain: float
    latency_gain: float
    latency: float
    verbosity: float
    confidence: float
    confident_gain: float
    confident_latency_gain: float
    confident_latency: float
    confident_verbosity: float
    attainable: float
    ideal: Ratio

    def __add__(self, other: Sums) -> Sums:
        names = [field.name for field in fields(self)]
        return Sums(**{name: getattr(self, name) + getattr(other, name) for name in names})

    @property
    def undefined(self) -> str | None:
        """Why there is no score, None where there is; a run that said nothing scores 0."""
        return None if self.attainable else "the topic has no nugget of any importance"


def sum_gains(earned: Iterable[UpdateGain], attainable: float, ideal: Ratio) -> Sums:
    """Return the sums over the updates of one topic."""
    rows = list(earned)
    plain = {name: sum(getattr(row, name) for row in rows) for name in UpdateGain._fields}
    weighted = {
        f"confident_{name}": sum(getattr(row, name) * row.confidence for row in rows)
        for name in ("gain", "latency_gain", "latency", "verbosity")
    }
    return Sums(len(rows), **plain, **weighted, attainable=attainable, ideal=ideal)


_ENDLESS = 1000.0  # what the scripts take an infinite confidence for


class Walk:
    """A topic as the rules see it."""

    def __init__(self, rules: Rules, topic: NuggetTopic) -> None:
        self.rules, self.topic = rules, topic
        keep = rules.unimportant == "keep"
        self.nuggets = {id: n for id, n in topic.nuggets.items() if keep or n.importance > 0}
        self.worth = relevance(self.nuggets, rules.gain == "graded", rules.scale == "topic")
        lengths = [self._length(nugget) for nugget in self.nuggets.values()]
        self.average = sum(lengths) / len(lengths) if lengths else 1.0  # without nuggets there is no score
        self._steps = {"none": 0, "step": 1, "chain": len(topic.updates)}[rules.duplicates]
        self._span = exact_span if rules.spans == "exact" else script_span

    def gains(self, updates: Sequence[Update]) -> Iterator[UpdateGain]:
        """Yield each update that counts, in order of time; those of one time in the order of the run."""
        for update, confidence, pooled, matches in self._read(updates):
            yield self._earned(update, pooled, matches, confidence)

    def first_updates(self, updates: Sequence[Update]) -> dict[str, Update]:
        """Return the update that tells each nugget first, in order of time, without nuggets that none tells."""
        return {match.nugget: update for update, _, _, matches in self._read(updates) for match in matches}

    def _read(
        self, updates: Sequence[Update]
    ) -> Iterator[tuple[Update, float, PooledUpdate | None, list[NuggetMatch]]]:
        """Yield the updates that count, with their confidence and the matches whose nugget no earlier update told."""
        untold = dict(self.nuggets)
        for place, update in sorted(enumerate(updates, start=1), key=lambda pair: pair[1].time):
            given = _ENDLESS if update.confidence == math.inf else update.confidence
            confidence = 1 / place if self.rules.confidence == "rank" else given
            pooled = self.pooled_update(update.id)
            if pooled is None and self.rules.unsampled == "skip":
                continue
            matches = self.topic.matches.get(pooled.id if pooled else update.id, ())
            new = [match for match in matches if untold.pop(match.nugget, None) is not None]
            yield update, confidence, pooled, new

    def pooled_update(self, id: str) -> PooledUpdate | None:
        """Return the pooled update that stands for one of a run; None if nobody judged it."""
        pool = self.topic.updates
        update, passed = pool.get(id), {id}
        while update and len(passed) <= self._steps:
            original = pool.get(update.duplicate or "")
            if original is None or original.id in passed:
                break
            update = original
            passed.add(update.id)
        return update

    def _earned(
        self, update: Update, pooled: PooledUpdate | None, matches: list[NuggetMatch], confidence: float
    ) -> UpdateGain:
        verbosity = self._verbosity(pooled, matches)
        if not matches:
            return UpdateGain(0.0, 0.0, 0.0, 0, verbosity, confidence)
        worth = [self.worth[match.nugget] for match in matches]
        late = [discount(self.nuggets[m.nugget].time, update.time, self.rules.step) for m in matches]
        both = sum(R * L for R, L in zip(worth, late, strict=True))
        return UpdateGain(sum(worth), both, sum(late), len(matches), verbosity, confidence)

    def _verbosity(self, pooled: PooledUpdate | None, matches: list[NuggetMatch]) -> float:
        """Return V(u), equation 25: 1, and the words that tell nothing new in nuggets of average length."""
        if pooled is None:
            return 2.0 if self.rules.unsampled == "nugget" else 1 / self.average + 1
        text = collapse_blanks(pooled.text) if self.rules.blanks == "collapsed" else pooled.text
        text = as_bytes(text) if self.rules.offsets == "bytes" else text  # as the places of matches count
        covered = covered_words(text, matches, self._span) if matches else 0
        return max(0.0, (self._length(pooled) - covered) / self.average) + 1

    def _length(self, text: Nugget | PooledUpdate) -> int:
        if self.rules.lengths == "file" and text.length is not None:
            return text.length
        return size(text.text)
