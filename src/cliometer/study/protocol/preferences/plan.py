"""A judge's sheet: the questions of the quiz, then pairs with hidden tests and repeats among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cliometer.errors import InputError, shown
from cliometer.study.protocol.preferences.contests import Contest, contests
from cliometer.study.protocol.preferences.dealing import WAYS, Slot, deal
from cliometer.study.protocol.preferences.drawing import draw, shuffled
from cliometer.study.protocol.preferences.items import Item, again, questions, vote
from cliometer.study.protocol.preferences.settings import HAND, SEATS, Settings
from cliometer.study.protocol.steps import Desk
from cliometer.study.protocol.topics import Topic


@dataclass(frozen=True)
class Plan:
    """`quiz` has the questions of each attempt, `items` what comes after, in the order of showing.

    `number` is the judge's, `lost` counts pairs of the hand that the study no longer has.
    """

    number: int
    quiz: tuple[tuple[Item, ...], ...]
    items: tuple[Item, ...]
    lost: int = 0

    @cached_property
    def by_id(self) -> Mapping[str, Item]:
        """Every question of the sheet."""
        return {item.id: item for part in (*self.quiz, self.items) for item in part}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Where a question stands in its part, from 1."""
        return {item.id: place for part in (*self.quiz, self.items) for place, item in enumerate(part, 1)}

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The votes that this sheet is to bring."""
        return tuple(item.slot for item in self.items if item.slot)


def plan(desk: Desk, settings: Settings) -> Plan:
    """The sheet of a judge."""
    number, hand = _seat(desk)
    dealt = deal(desk.topics, settings, number) if hand is None else hand
    found = contests(desk.topics)
    slots = [slot for slot in dealt if slot.partition(":")[0] in found]
    if not slots:
        return Plan(number, (), (), len(dealt))
    items = _items(desk.topics, found, slots, settings, number)
    quiz = [
        questions(desk.topics, "quiz", settings.quiz, settings.seed, number, turn)
        for turn in range(settings.attempts)
    ]
    return Plan(number, tuple(map(tuple, quiz)) if settings.quiz else (), items, len(dealt) - len(slots))


def _items(
    topics: Sequence[Topic],
    found: Mapping[str, Contest],
    slots: Sequence[Slot],
    settings: Settings,
    number: int,
) -> tuple[Item, ...]:
    salt = (settings.seed, number)
    pairs = [vote(found[id], way, *salt) for id, _, way in (slot.partition(":") for slot in slots)]
    order = _with_repeats(shuffled(pairs, lambda item: item.id, "order", *salt), settings, *salt)
    hidden = questions(topics, "test", settings.tests_among(len(pairs)), *salt)
    for turn in reversed(range(len(hidden))):
        low, high = (len(order) * edge // len(hidden) for edge in (turn, turn + 1))
        order.insert(low + draw(max(1, high - low), "place", turn, *salt), hidden[turn])
    return tuple(order)


def _with_repeats(order: list[Item], settings: Settings, *salt: object) -> list[Item]:
    """Pairs of the first half come again in the second, never as its first."""
    half = len(order) // 2
    chosen = shuffled(order[:half], lambda item: item.id, "chosen", *salt)[
        : settings.repeats_among(len(order))
    ]
    (start, *rest) = order[half:]
    later = [*rest, *(again(item, *salt) for item in chosen)]
    return [*order[:half], start, *shuffled(later, lambda item: item.id, "later", *salt)]


def _seat(desk: Desk) -> tuple[int, list[Slot] | None]:
    """The judge's number and hand: those of the study that she voted in, where this one was imported."""
    seats = desk.settings.get(SEATS, {})
    if not isinstance(seats, Mapping):
        raise InputError(f"the setting {SEATS}: expected numbers and hands by judge, found {shown(seats)}")
    seat = seats.get(desk.judge)
    if seat is None:
        return desk.number, _recorded(desk.settings[HAND]) if HAND in desk.settings else None
    number = seat.get("number") if isinstance(seat, Mapping) else None
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise InputError(f"the setting {SEATS}: expected a number and a hand, found {shown(seat)}")
    return number, _recorded(seat.get(HAND))


def _recorded(hand: object) -> list[Slot]:
    """A hand as it was recorded; each pair in it once."""
    if not isinstance(hand, list | tuple) or not all(_is_slot(slot) for slot in hand):
        raise InputError(f"the setting {HAND}: expected what `deal` dealt, found {shown(hand)}")
    if len({slot.partition(":")[0] for slot in hand}) < len(hand):
        raise InputError(f"the setting {HAND}: a pair stands in it twice; a judge votes on a pair once")
    return list(hand)


def _is_slot(slot: object) -> bool:
    return isinstance(slot, str) and slot.partition(":")[2] in WAYS
