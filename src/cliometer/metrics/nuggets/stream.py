"""`msu`: what readers who look in from time to time learn from a stream (Baruah, Smucker & Clarke 2015)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count, pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError
from cliometer.expressions import choice, number, registered, setting, whole
from cliometer.metrics.base import Metric, PartsExplanation, Properties, metrics
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.nuggets.gain import Rules
from cliometer.model.notes import Note
from cliometer.model.nuggets import NuggetTopic, Update
from cliometer.model.score import Ratio, SingleScore
from cliometer.spelling import many
from cliometer.text.word_rows import Ints

Floats = NDArray[np.float64]
_MOST_SESSIONS = 1 << 23  # of all readers, as expected
_NEVER = 1 << 40  # a session that no reader holds
_DAY = 86_400  # seconds after the last nugget, where no file says when a topic ends


@dataclass(frozen=True)
class Visits:
    """The sessions of all readers, one reader after the other; times in seconds after the start of the topic."""

    reader: Ints  # of each session
    start: Floats
    length: Floats
    speed: Floats  # of each reader, in words a second

    @cached_property
    def first(self) -> Ints:
        """The place of each reader's first session, and the number of sessions."""
        return np.searchsorted(self.reader, np.arange(len(self.speed) + 1))


@dataclass(frozen=True)
class NuggetLearning:
    """A nugget, the share of readers who learn it, how many sessions late on average, and the gain."""

    nugget: str
    readers: float
    sessions_late: float | None
    gain: float
    text: str


@registered(metrics)
class StreamUtility(Metric):
    """What a population of readers learns from a stream whose newest updates they read from time to time."""

    name: ClassVar[str] = "msu"
    formula: ClassVar[str] = (
        "mean over readers of the sum over nuggets read of L^a, a = max(0, i - sessions begun when the nugget became "
        "known), i the session in which it is read first, counted from 0"
    )
    citation: ClassVar[str] = "Baruah, Smucker & Clarke (2015), Evaluating Streams of Evolving News Events, SIGIR"
    evidence: ClassVar[str] = "nuggets"

    of: str = choice(
        "measure", "gain", "normalised", "pain",
        doc="gain, gain over the number of nuggets that judged updates report, or updates read that report none",
    )  # fmt: skip
    reading: str = choice(
        "order", "chronological", "ranked", doc="newest first until time runs out, or by confidence with persistence"
    )
    persistence: float = setting(0.8, parse=number(0, 0.999), doc="ranked: the chance that a reader reads one more")
    late: float = setting(0.5, parse=number(0, 1), doc="L: what is left of a nugget for each session it is late")
    absence: float = setting(10_800.0, parse=number(1, 1e9), doc="mean of the readers' mean absences, in seconds")
    absence_spread: float = setting(5_400.0, parse=number(0, 1e9), doc="standard deviation of their mean absences")
    session: float = setting(120.0, parse=number(1, 1e9), doc="mean of the readers' mean sessions, in seconds")
    session_spread: float = setting(60.0, parse=number(0, 1e9), doc="standard deviation of their mean sessions")
    speed: float = setting(1.29, parse=number(-5, 5), doc="mean of the logarithm of the words read in a second")
    speed_spread: float = setting(0.558, parse=number(0, 5), doc="standard deviation of that logarithm")
    readers: int = setting(1_000, parse=whole(1, 20_000), doc="how many readers are simulated")
    seed: int = setting(1_234, parse=whole(0, 2**32 - 1), doc="seed of the random numbers, used anew for each topic")

    # a gain counts nuggets; who reads the newest first may learn more from a run that says less
    properties: ClassVar[Properties] = Properties(False, False, False, True, True, uses_dates=True)

    @property
    def lower_is_better(self) -> bool:  # type: ignore[override]  # it follows from the settings
        """Whether the measure is a cost to the reader."""
        return self.of == "pain"

    # what is to be said of nuggets that do not count (there are none), and of updates that nobody judged
    rules: ClassVar[Rules] = Rules(unimportant="keep", unsampled="average")

    def dependencies(self, gold: NuggetTopic) -> tuple[tuple[str, str], ...]:
        """Return when the topic begins and ends, which its digest leaves out."""
        return (("window", "-".join(map(str, gold.window or ("nuggets",)))),)

    def notes(self, comparison: TopicComparison) -> list[str]:
        """Say where no file gave the first and the last second of the topic."""
        topic: NuggetTopic = comparison.gold
        return [] if topic.window or not topic.nuggets else [Note.of("stream-without-window")]

    def measure_in(self, comparison: TopicComparison) -> list[SingleScore]:
        """Score the runs, which the same readers read, also under other measures."""
        topic: NuggetTopic = comparison.gold
        every = replace(self, of="gain")
        streams = comparison.memo(every, lambda: [_Stream(every, run, comparison) for run in comparison.systems])
        return [SingleScore(self._ratio(stream, topic), "the topic has no nugget that counts") for stream in streams]

    def _ratio(self, stream: _Stream, topic: NuggetTopic) -> Ratio:
        findable = len({match.nugget for some in topic.matches.values() for match in some} & topic.nuggets.keys())
        if not topic.nuggets or (self.of == "normalised" and not findable):
            return Ratio(0.0, 0.0)
        if self.of == "pain":
            return Ratio(stream.pain, 1.0)
        return Ratio(float(stream.gains.sum()), findable if self.of == "normalised" else 1.0)

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show how many readers learn each nugget, how late, and what that earns, the largest gain first."""
        topic: NuggetTopic = comparison.gold
        updates = comparison.systems[place]
        stream = _Stream(self, updates, comparison)
        parts = sorted(stream.learned(), key=lambda part: -part.gain)
        learned = sum(part.readers > 0 for part in parts)
        sentence = f"{many(len(updates), 'update')} teach {learned} of {many(len(parts), 'nugget')} to some reader"
        (score,) = self.measure_all([updates], topic)
        return PartsExplanation(str(self), score, "Nuggets by what readers gain from them", tuple(parts), (sentence,))

    def visits(self, duration: float) -> Visits:
        """Return the sessions of all readers; the order of draws is that of the authors' program."""
        random = np.random.RandomState(self.seed)
        moments = [_log_moments(self.absence, self.absence_spread), _log_moments(self.session, self.session_spread)]
        means, spreads = zip(*moments, (self.speed, self.speed_spread), strict=True)
        absence, session, speed = random.lognormal(means, spreads, (self.readers, 3)).T
        if (duration / (absence + session)).sum() > _MOST_SESSIONS:
            raise InputError("stream-too-long", duration=f"{duration:.3g}", metric=self)
        draws = chain.from_iterable(random.standard_exponential(1 << 16).tolist() for _ in count())
        reader, starts, lengths = list[int](), list[float](), list[float]()
        for place, (present, away) in enumerate(zip(session.tolist(), absence.tolist(), strict=True)):
            time = 0.0
            while time < duration and time + (length := next(draws) * present) <= duration:
                reader.append(place)
                starts.append(time)
                lengths.append(length)
                time += length
                time += next(draws) * away
        return Visits(np.array(reader, np.int64), np.array(starts), np.array(lengths), speed)


def _log_moments(mean: float, deviation: float) -> tuple[float, float]:
    """Return mean and deviation of the logarithm of a log-normal number with this mean and deviation."""
    variance = math.log(deviation**2 / mean**2 + 1)
    return math.log(mean) - variance / 2, math.sqrt(variance)


def _words(text: str) -> int:
    """Return how many tokens have a letter or a digit; signs are separate tokens in the texts of the track."""
    return sum(any(map(str.isalnum, token)) for token in text.split())


class _Stream:
    """A run on a topic as the readers meet it."""

    def __init__(self, metric: StreamUtility, updates: Sequence[Update], comparison: TopicComparison) -> None:
        self.metric, self.topic = metric, comparison.gold
        times = [nugget.time for nugget in self.topic.nuggets.values()] or [0]
        begin, end = self.topic.window or (min(times), max(times) + _DAY)
        population = replace(metric, of="gain", reading="chronological", persistence=0.8, late=0.5)
        key = ("visits", population)
        self.visits: Visits = comparison.memo(key, lambda: population.visits(end - begin))
        updates = sorted(updates, key=lambda update: (update.time, update.confidence, update.id))
        words = {id: _words(pooled.text) for id, pooled in self.topic.updates.items() if pooled.text}
        usual = sum(words.values()) // max(1, len(words))
        self.words = np.array([words.get(update.id, usual) for update in updates], float)
        self.time = np.array([update.time - begin for update in updates], float)
        self.confidence = np.array([update.confidence for update in updates])
        self.known = np.array(times, float) - begin
        place = {id: number for number, id in enumerate(self.topic.nuggets)}
        matches = [(n, place[id]) for n, update in enumerate(updates) for id in self._nuggets(update.id) if id in place]
        matches.sort(key=lambda pair: pair[1])
        self.update, self.nugget = np.array(matches, np.int64).reshape(-1, 2).T
        self.tells = np.isin(np.arange(len(updates)), self.update)
        self.sessions, self.pain = self._ranked() if metric.reading == "ranked" else self._newest_first()

    def _nuggets(self, id: str) -> set[str]:
        """Return what an update tells; one that repeats another tells what that does."""
        pooled = self.topic.updates.get(id)
        ids = (id, pooled.duplicate) if pooled and pooled.duplicate else (id,)
        return {match.nugget for each in ids for match in self.topic.matches.get(each, ())}

    def _newest_first(self) -> tuple[Ints, float]:
        """Return in which session each reader reads the update of each pair, and the mean of dull updates read.

        A session goes back from the newest update, never past one that was read before, while its time lasts.
        """
        visits, stride = self.visits, len(self.time) + 1
        last = np.searchsorted(self.time, visits.start, side="right")
        ends = np.concatenate(([0.0], np.cumsum(self.words)))
        low = np.searchsorted(ends, ends[last] - visits.length * visits.speed[visits.reader])
        newest = np.maximum.accumulate(visits.reader * stride + np.where(low < last, last, 0))
        before = np.concatenate(([0], newest[:-1])) - visits.reader * stride  # below 0 in the first session of a reader
        low = np.maximum(low, before)
        reads = np.flatnonzero(low < last)
        dull = np.concatenate(([0], np.cumsum(~self.tells)))
        pain = float((dull[last[reads]] - dull[low[reads]]).sum()) / len(visits.speed)
        reader = visits.reader[reads]
        owner, wanted = np.arange(len(visits.speed))[:, None], self.update[None]
        place = np.searchsorted(reader * stride + last[reads], owner * stride + wanted, side="right")
        reads = np.append(reads, len(visits.reader))[place]
        met = (reads < visits.first[1:, None]) & (np.append(low, stride)[reads] <= wanted)
        return np.where(met, reads - visits.first[:-1, None], _NEVER), pain

    def _ranked(self) -> tuple[Ints, float]:
        """Return the same where a session takes the updates since the one before, the most confident first."""
        visits, metric = self.visits, self.metric
        most = np.random.RandomState(metric.seed).geometric(1 - metric.persistence, len(visits.reader))
        best = np.lexsort((-np.arange(len(self.time)), -self.confidence))
        rows, pain = list[Ints](), 0
        for begin, end in pairwise(visits.first.tolist()):
            session = np.searchsorted(visits.start[begin:end], self.time[best])
            order = np.argsort(session, kind="stable")
            rank = np.empty(len(order), np.int64)
            rank[order] = np.arange(len(order)) - np.searchsorted(session[order], session[order])
            read = rank < np.append(most[begin:end], 0)[session]
            read_in = np.full(len(order), _NEVER)
            read_in[best[read]] = session[read]
            rows.append(read_in[self.update])
            pain += int((~self.tells[best[read]]).sum())
        return np.stack(rows), pain / len(rows)

    @cached_property
    def first(self) -> Ints:
        """The session in which each reader meets each nugget first."""
        first = np.full((len(self.visits.speed), len(self.known)), _NEVER)
        if len(self.nugget):
            starts = np.flatnonzero(np.diff(self.nugget, prepend=-1))
            first[:, self.nugget[starts]] = np.minimum.reduceat(self.sessions, starts, axis=1)
        return first

    @cached_property
    def lateness(self) -> Ints:
        """How many sessions late each reader meets each nugget."""
        visits = self.visits
        stride = float(visits.start.max(initial=0.0)) + 2
        asked = np.arange(len(visits.speed))[:, None] * stride + np.clip(self.known, -1, stride - 2)
        begun = np.searchsorted(visits.reader * stride + visits.start, asked, side="right") - visits.first[:-1, None]
        late: Ints = np.maximum(0, self.first - begun)
        return late

    @cached_property
    def gains(self) -> Floats:
        """What the readers gain from each nugget, on average."""
        met = self.first < _NEVER
        gains: Floats = np.where(met, self.metric.late ** np.where(met, self.lateness, 0), 0.0).mean(axis=0)
        return gains

    def learned(self) -> Iterator[NuggetLearning]:
        """Yield the nuggets with what became of them."""
        met = self.first < _NEVER
        for place, nugget in enumerate(self.topic.nuggets.values()):
            sessions = self.lateness[met[:, place], place]
            late = float(sessions.mean()) if len(sessions) else None
            share = float(met[:, place].mean())
            yield NuggetLearning(nugget.id, share, late, float(self.gains[place]), nugget.text)
