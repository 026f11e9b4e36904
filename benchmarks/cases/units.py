"""Content units: 1,000 documents, 200 units and events, 500 systems in one call, and twice as many."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.clock import best
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone
from cliometer.metrics.units.nu import Nu
from cliometer.metrics.units.pyramid import UnitPyramid
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.sources import Annotation, EventMention, Sentence, Source
from cliometer.model.units import ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic

DOCUMENTS, UNITS, SYSTEMS, LENGTH = 1000, 200, 500, 40
_SENTENCES = 20
_SELECTED = 1000  # mentions
_SENTENCE = "They met and left. "
_REPEATS = 3


@dataclass(frozen=True)
class _World:
    """A topic in both forms, and what the systems made of it."""

    units: UnitTopic
    events: EventTopic
    selections: list[Extract]
    rankings: list[Extract]


@case
def units(effort: Effort) -> Iterator[Row]:
    """The pyramid over mentions, and nu over rankings of all sentences; making the topics is not counted."""
    systems, times = effort.of((SYSTEMS, _REPEATS), (20, 1))
    world = _world(2 * systems)
    pyramid = _timed(lambda n: UnitPyramid().measure_all(world.selections[:n], world.units), systems, times)
    nu = _timed(lambda n: Nu().measure_all(world.rankings[:n], world.events), systems, times)
    for name, (once, twice) in (("pyramid", pyramid), ("nu", nu)):
        note = f"{DOCUMENTS:,} documents, {UNITS} units, {systems} systems"
        yield alone(f"units: {name}", Quantity(once), Bar("<=", 10), note)
        yield alone(f"units: {name}, twice the systems", Quantity(twice / once, ""), Bar("<=", 3), "times as long")


def _timed(measure: Callable[[int], object], systems: int, times: int) -> tuple[float, float]:
    """Seconds for the systems, and for twice as many."""
    return best(lambda: measure(systems), times), best(lambda: measure(2 * systems), times)


def _world(systems: int) -> _World:
    chance = random.Random(4)
    sources = tuple(_source(f"d{number}") for number in range(DOCUMENTS))
    mentions = [id for source in sources for id in source.mentions]
    sentences = [id for source in sources for id in source.sentences]
    items = [ExtractItem(id) for id in sentences]
    content = tuple(_unit(f"u{number}", mentions, chance) for number in range(UNITS))
    judged = tuple(JudgedEvent(f"e{n}", links=tuple(chance.sample(sentences, 12))) for n in range(UNITS))
    return _World(
        UnitTopic("t", sources, content, LENGTH),
        EventTopic("t", sources, judged),
        [Extract(tuple(map(ExtractItem, chance.sample(mentions, _SELECTED)))) for _ in range(systems)],
        [_ranking(items, chance) for _ in range(systems)],
    )


def _source(id: str) -> Source:
    text, size = _SENTENCE * _SENTENCES, len(_SENTENCE)
    starts = [size * number for number in range(_SENTENCES)]
    marks = tuple(Sentence(f"s{n}", start, start + size - 1, _SENTENCE[:-1]) for n, start in enumerate(starts))
    events = tuple(
        EventMention(start + at, start + at + len(word), word)
        for start in starts
        for at, word in ((5, "met"), (13, "left"))
    )
    return Source(id, Annotation(text, marks, (), events))


def _unit(id: str, mentions: list[str], chance: random.Random) -> ContentUnit:
    """Half of it in either of two mentions, the rest in ten more that add up."""
    either, rest = chance.sample(mentions, 2), chance.sample(mentions, 10)
    group = EventGroup(
        (GroupMember(EventGroup(tuple(map(GroupMember, either))), 0.5), *(GroupMember(e, 0.05) for e in rest))
    )
    writers = tuple(Contributor(f"w{number}") for number in range(chance.randint(1, 6)))
    return ContentUnit(id, contributors=writers, group=group)


def _ranking(items: list[ExtractItem], chance: random.Random) -> Extract:
    """All of them, turned round at a place: shuffling would take longer than scoring."""
    cut = chance.randrange(len(items))
    return Extract((*items[cut:], *items[:cut]), of="sentences", ranked=True)
