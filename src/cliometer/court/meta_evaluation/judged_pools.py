"""Judged pools as test beds: systems made of texts that assessors judged, and what these judgements give them.

The reference timeline of a topic is what its assessors wanted to be told. Systems are simulated: the topic, a seed and
the number of a system decide all that is drawn, so that a bed is the same on every machine. Runs that pushed texts of
the pool stand beside them. What people give a system follows from the judgements alone.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, ClassVar, NamedTuple

from cliometer.metrics.nuggets.gain import discount
from cliometer.model.facts import FactDay, FactTopic, nugget_importance
from cliometer.model.nuggets import PoolText, PoolTopic
from cliometer.model.score import f_measure
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When

SYSTEMS = 60  # of a seed
LEAST_GOOD, LEAST_BAD = 30, 60  # texts of a topic from which systems can be simulated
_SIZES = (10, 100)  # texts of a system, uniform in the logarithm
_LONGEST = 600  # characters; what is longer is no sentence
_FOREIGN = 100  # texts of other topics
_MOST_GOOD = 0.8  # of the good texts
_JUDGED = 64  # facts of a request that the assessors of CrisisFACTS 2023 saw
_DAY = 86400
_FADING = 2.0  # days, of the perfect matcher that looks at dates

Marks = tuple[float, float, float]  # precision, recall and F


class Bed(NamedTuple):
    """How systems are simulated: the seeds, and the size, or the delay in days, where it is the same for all."""

    seeds: tuple[int, ...]
    size: int | None = None
    late: float | None = None


BEDS = {"mixed": Bed((1, 2, 3)), "same-length": Bed((4,), size=40), "on-time": Bed((5,), late=0)}
MATCHER, DATED, HALF, WORDS = "perfect matcher", "perfect matcher, dates", "half of the matches", "words alone"


@dataclass(frozen=True)
class JudgedSystem:
    """The timeline of a system, and what people, ceilings and floors give it, by their names."""

    timeline: Timeline
    human: Mapping[str, Marks]
    yardsticks: Mapping[str, Marks]


def marks(precision: float, recall: float) -> Marks:
    """Return precision and recall with their F."""
    return precision, recall, f_measure(precision, recall)


def day_of(seconds: int) -> date:
    """Return the day of a second since 1970, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).date()


def timeline_of(lines: Iterable[tuple[date | When, str]]) -> Timeline:
    """Return the timeline of texts with their days."""
    return Timeline((day, [text]) for day, text in lines)


def _half(topic: str, items: Sequence[Any]) -> set[Any]:
    return set(random.Random(f"half {topic}").sample(items, len(items) // 2))


class JudgedText(NamedTuple):
    """A text with its time, the nuggets that it tells, and V, what it costs to read in words of a nugget."""

    id: str
    time: int
    text: str
    nuggets: tuple[str, ...]
    cost: float


Pushed = Sequence[tuple[JudgedText, int]]  # texts and the times at which a system pushed them


class NuggetBedTopic:
    """A topic whose texts assessors matched with dated nuggets, as in TREC Temporal Summarization."""

    beds: ClassVar[tuple[str, ...]] = tuple(BEDS)

    def __init__(self, topic: PoolTopic) -> None:
        self.id, self._runs = topic.id, topic.runs
        self.nuggets = {nugget.id: nugget for nugget in topic.nuggets if nugget.importance > 0}
        self.gain = {id: math.exp(nugget.importance - 3) for id, nugget in self.nuggets.items()}
        self._words = {id: len(nugget.text.split()) for id, nugget in self.nuggets.items()}
        self._mean = sum(self._words.values()) / len(self._words) if self._words else 1.0
        self._texts = {text.id: self._judged(text) for text in topic.texts if text.text.strip()}
        repeated = {text.id: text.duplicate for text in topic.texts if text.duplicate}
        self._originals = {id: original for id, original in repeated.items() if original in self._texts}
        drawn = [text for id, text in sorted(self._texts.items()) if len(text.text) < _LONGEST and id not in repeated]
        self.good = [text for text in drawn if text.nuggets]
        self.bad = [text for text in drawn if not text.nuggets]
        self._telling = {id: [text for text in self.good if id in text.nuggets] for id in self.nuggets}
        self.foreign: list[tuple[JudgedText, int]] = []
        self.reference = ReferenceSet([timeline_of((day_of(n.time), n.text) for n in self.nuggets.values())])
        self._kept = _half(topic.id, [(text.id, nugget) for text in self.good for nugget in text.nuggets])

    def _judged(self, text: PoolText) -> JudgedText:
        matches = {id: spans for id, spans in text.matches.items() if id in self.nuggets}
        spans = [span for some in matches.values() for span in some or ((0, len(text.text)),)]
        words = [word.span() for word in re.finditer(r"\S+", text.text)]
        within = sum(any(first < end and start < last for start, end in spans) for first, last in words) if spans else 0
        return JudgedText(text.id, text.time, text.text, tuple(sorted(matches)), 1 + (len(words) - within) / self._mean)

    def draw_foreign(self, others: Iterable[NuggetBedTopic]) -> None:
        """Draw what other topics told, at times of this one."""
        rng, times = random.Random(f"foreign {self.id}"), [text.time for text in self.good]
        texts = [text for topic in others if topic is not self for text in topic.good]
        for text in rng.sample(texts, min(_FOREIGN, len(texts))):
            bare = text._replace(nuggets=(), cost=1 + len(text.text.split()) / self._mean)
            self.foreign.append((bare, rng.randint(min(times), max(times))))

    def simulated(self, bed: Bed) -> list[list[JudgedSystem]]:
        """Return the systems of each seed."""
        return [[self._system(self._pushed(bed, seed, place)) for place in range(SYSTEMS)] for seed in bed.seeds]

    def _pushed(self, bed: Bed, seed: int, place: int) -> Pushed:
        """Draw a system; the order of the draws is part of the definition of a bed."""
        rng = random.Random(f"{self.id} {seed} {place}")
        size = round(math.exp(rng.uniform(*map(math.log, _SIZES))))
        share, repeat, drift = rng.uniform(0.05, 0.95), rng.uniform(0, 0.6), rng.uniform(0, 0.5)
        late, taste = rng.choice((0, 0, 0.5, 1, 3)), rng.choice((0, 1))  # late in days; taste: for what is worth most
        size, late = bed.size or size, late if bed.late is None else bed.late
        chosen = self._chosen(rng, min(round(size * share), int(_MOST_GOOD * len(self.good))), repeat, bool(taste))
        rest = size - len(chosen)
        foreign = rng.sample(self.foreign, min(round(rest * drift), len(self.foreign)))
        bad = rng.sample(self.bad, min(rest - len(foreign), len(self.bad)))
        lines = [*((text, text.time) for text in chosen), *foreign, *((text, text.time) for text in bad)]
        return [(text, time + (round(rng.expovariate(1 / (_DAY * late))) if late else 0)) for text, time in lines]

    def _chosen(self, rng: random.Random, wanted: int, repeat: float, taste: bool) -> list[JudgedText]:
        """Draw good texts, some of which repeat a nugget that an earlier one told."""
        worth = [1 / max(0.02, sum(map(self.gain.__getitem__, text.nuggets))) if taste else 1 for text in self.good]
        keys = [rng.random() ** exponent for exponent in worth]
        chosen: dict[str, JudgedText] = {}
        heard: list[str] = []
        for place in sorted(range(len(keys)), key=lambda place: -keys[place]):
            if len(chosen) >= wanted:
                break
            while heard and rng.random() < repeat and len(chosen) < wanted:
                nugget = rng.choice(heard)
                others = [text for text in self._telling[nugget] if text.id not in chosen]
                if not others:
                    break
                again = rng.choice(others)
                chosen[again.id] = again
            text = self.good[place]
            if text.id not in chosen:
                chosen[text.id] = text
                heard += text.nuggets
        return list(chosen.values())[:wanted]

    def real(self) -> list[JudgedSystem]:
        """Return the runs, of which judged texts alone count, and what repeats another one once."""
        systems = []
        for _, run in sorted(self._runs.items()):
            lines: dict[str, tuple[JudgedText, int]] = {}
            for id, time in run:
                if id in self._texts:
                    lines.setdefault(self._originals.get(id, id), (self._texts[id], time))
            systems += [self._system(list(lines.values()))] if lines else []
        return systems

    def _system(self, lines: Pushed) -> JudgedSystem:
        timeline = timeline_of((day_of(time), text.text) for text, time in lines)
        in_order = sorted(lines, key=lambda line: line[1])
        length = _length(timeline)
        return JudgedSystem(timeline, self._human(in_order), {**self._matched(in_order, length[WORDS][0]), **length})

    def _human(self, lines: Pushed) -> dict[str, Marks]:
        """Return what people give: a nugget counts for the first text that matches it."""
        heard: set[str] = set()
        telling, gain, in_time = 0, 0.0, 0.0
        for text, time in lines:
            new = [nugget for nugget in text.nuggets if nugget not in heard]
            heard.update(new)
            telling += bool(new)
            gain += sum(self.gain[nugget] for nugget in new)
            in_time += sum(self.gain[nugget] * discount(self.nuggets[nugget].time, time) for nugget in new)
        every = sum(self.gain.values())
        best = sorted(self.gain.values(), reverse=True)[: len(lines)]
        cost = sum(text.cost for text, _ in lines) * sum(best) / len(best)
        return {
            "new": marks(telling / len(lines), gain / every),
            "gain": marks(gain / cost, gain / every),
            "latency": marks(in_time / cost, in_time / every),
        }

    def _matched(self, lines: Pushed, words: float) -> dict[str, Marks]:
        """Return what a matcher without mistakes gives, with and without dates, and people with half of the matches."""
        closest, kept, telling = dict[str, float](), set[str](), 0
        for text, time in lines:
            for nugget in text.nuggets:
                days = abs(time // _DAY - self.nuggets[nugget].time // _DAY)
                closest[nugget] = max(closest.get(nugget, 0.0), math.exp(-days / _FADING))
            new = {nugget for nugget in text.nuggets if (text.id, nugget) in self._kept} - kept
            telling, kept = telling + bool(new), kept | new
        plain = sum(self._words[nugget] for nugget in closest) / words
        dated = sum(self._words[nugget] * worth for nugget, worth in closest.items()) / words
        gains = sum(self.gain[nugget] for nugget in sorted(kept)) / sum(self.gain.values())
        return {
            MATCHER: marks(plain, len(closest) / len(self.nuggets)),
            DATED: marks(dated, sum(closest.values()) / len(self.nuggets)),
            HALF: marks(telling / len(lines), gains),
        }


class PooledItem(NamedTuple):
    """A pooled fact, its day, its worth by its labels, and the runs that report it."""

    id: str
    text: str
    day: When
    worth: float
    runs: frozenset[str]


_WORTH = {3.0: 1.0, 1.0: 0.5, 0.0: 0.0}  # by the importance of a fact as a nugget: useful, redundant, neither


class FactBedTopic:
    """An event of CrisisFACTS: the pool of 2023 with its labels, and as its reference the facts of 2022.

    `partial` are the requests whose labels are known in part; they do not count for runs.
    """

    beds: ClassVar[tuple[str, ...]] = ("mixed",)

    def __init__(self, topic: FactTopic, facts: Iterable[tuple[When, str]], partial: Collection[str] = ()) -> None:
        self.id, self.reference = topic.id, ReferenceSet([timeline_of(facts)])
        days = {day.request: _judged_items(day) for day in topic.days if day.labels and day.date}
        items = [item for _, some in sorted(days.items()) for item in some if item.day in self.reference.dates]
        self.good, self.bad = [item for item in items if item.worth], [item for item in items if not item.worth]
        self._kept = {item.id for item in _half(self.id, self.good)}
        self._days = [some for id, some in days.items() if id not in partial and any(item.worth for item in some)]

    def simulated(self, bed: Bed) -> list[list[JudgedSystem]]:
        """Return the systems of each seed."""
        return [[self._system(self._chosen(seed, place)) for place in range(SYSTEMS)] for seed in bed.seeds]

    def _chosen(self, seed: int, place: int) -> list[PooledItem]:
        """Draw a system; the order of the draws is part of the definition of a bed."""
        rng = random.Random(f"crisis {self.id.removeprefix('CrisisFACTS-')} {seed} {place}")
        ends = _SIZES[0], min(_SIZES[1], (len(self.good) + len(self.bad)) / 2)
        size, share = round(math.exp(rng.uniform(*map(math.log, ends)))), rng.uniform(0.05, 0.95)
        good = rng.sample(self.good, min(round(size * share), int(_MOST_GOOD * len(self.good))))
        return good + rng.sample(self.bad, min(size - len(good), len(self.bad)))

    def _system(self, items: Sequence[PooledItem]) -> JudgedSystem:
        kept, half = (_worth(item for item in some if item.id in self._kept) for some in (items, self.good))
        timeline = timeline_of((item.day, item.text) for item in items)
        human = {"labels": marks(_worth(items) / len(items), _worth(items) / _worth(self.good))}
        return JudgedSystem(timeline, human, {HALF: marks(kept / len(items), kept / half), **_length(timeline)})

    def real(self) -> list[JudgedSystem]:
        """Return the runs with facts on two requests or more: their means over requests."""
        runs = sorted({run for items in self._days for item in items for run in item.runs})
        by_request = [[[item for item in items if run in item.runs] for items in self._days] for run in runs]
        return [self._run(days) for days in by_request if sum(map(bool, days)) > 1]

    def _run(self, days: Sequence[Sequence[PooledItem]]) -> JudgedSystem:
        judged = [items for items in days if items]
        precision = sum(_worth(items) / len(items) for items in judged) / len(judged)
        shares = (
            sum(item.worth > 0 for item in items) / sum(item.worth > 0 for item in every)
            for items, every in zip(days, self._days, strict=True)
        )
        timeline = timeline_of(dict.fromkeys((item.day, item.text) for items in judged for item in items))
        return JudgedSystem(timeline, {"labels": marks(precision, sum(shares) / len(self._days))}, _length(timeline))


def _judged_items(day: FactDay) -> list[PooledItem]:
    """Return the facts of a request that assessors saw."""
    assert day.date
    worth = [_WORTH[nugget_importance(day.labels.get(fact.id, ()))] for fact in day.facts]
    facts = list(zip(day.facts, worth, day.runs, strict=True))[:_JUDGED]
    return [PooledItem(fact.id, fact.text, day.date, value, runs) for fact, value, runs in facts]


def _worth(items: Iterable[PooledItem]) -> float:
    return sum(item.worth for item in items)


def _length(timeline: Timeline) -> dict[str, Marks]:
    words = float(sum(len(text.split()) for texts in timeline.values() for text in texts))
    return {WORDS: (words, words, words)}


BedTopic = NuggetBedTopic | FactBedTopic
