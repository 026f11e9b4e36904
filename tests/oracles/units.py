"""The scores of selected units and sentences, written for the eye: definitions word by word."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from cliometer.model.extracts import Extract
from cliometer.model.nuggets import EventTopic
from cliometer.model.units import EventGroup, UnitTopic


def credit(E: EventGroup, chosen: set[str]) -> Fraction:
    """Exact, in fractions."""
    groups = sum(Fraction(m.v) * credit(m.of, chosen) for m in E.members if isinstance(m.of, EventGroup))
    singles = sum(Fraction(m.v) for m in E.members if isinstance(m.of, str) and m.of in chosen)
    return min(Fraction(1), Fraction(groups + singles))


def chosen(extract: Extract, topic: UnitTopic) -> set[str]:
    """Mentions, or sentences with every mention that starts in the last sentence begun before it."""
    if extract.of != "sentences":
        return set(extract.ids)
    found = set(extract.ids)
    for source in topic.sources:
        for id, mention in source.mentions.items():
            begun = [s for s, span in source.sentences.items() if span.start <= mention.start]
            if begun and mention.start < source.sentences[begun[-1]].end and begun[-1] in extract.ids:
                found.add(id)
    return found


def pyramid(extract: Extract, topic: UnitTopic, attainable: bool) -> tuple[float, float]:
    """What was earned, and the most that n units are worth."""
    assert topic.length is not None
    selected = chosen(extract, topic)
    earned, best = Fraction(0), []
    for unit in topic.units:
        if extract.of == "units":
            earned += unit.weight * (unit.id in extract.ids)
        elif unit.group:
            earned += unit.weight * credit(unit.group, selected)
        everything = credit(unit.group, set(unit.leaves)) if unit.group else Fraction(0)
        best.append((unit.weight, everything if attainable else Fraction(1)))
    top = sorted(best, reverse=True)[: topic.length]
    return float(earned), float(sum(w * most for w, most in top))


def told(topic: EventTopic, retrieved: set[str]) -> list[int]:
    """r(e_i): the links, and the groups with all their sentences, that were retrieved."""
    return [
        sum(link in retrieved for link in event.links) + sum(set(g) <= retrieved for g in event.groups)
        for event in topic.events
    ]


def sums(topic: EventTopic, ids: list[str]) -> list[tuple[int, int, int]]:
    """Events, sentences that tell a new one and links, after each sentence."""
    first, before, found = 0, told(topic, set()), []
    for place in range(len(ids)):
        r = told(topic, set(ids[: place + 1]))
        first += any(now and not then for now, then in zip(r, before, strict=True))
        found.append((sum(count > 0 for count in r), first, sum(r)))
        before = r
    return found


def mean_sums(topic: EventTopic, extract: Extract) -> list[list[float]]:
    """The same over all orders of tied sentences."""
    orders: list[list[str]] = [[]]
    for tied in extract.ties:
        orders = [[*head, *(item.id for item in tail)] for head in orders for tail in permutations(tied)]
    found = [sums(topic, order) for order in orders]
    return [[sum(column) / len(orders) for column in zip(*point, strict=True)] for point in zip(*found, strict=True)]
