"""Settings of a preference study, the assignment of pairs to judges, and the items of each ballot."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from cliometer.errors import InputError, unknown
from cliometer.io.json_values import json_document
from cliometer.io.lines import Notebook
from cliometer.spelling import is_whole, listed
from cliometer.study.contests import Contest, digest, draw, shuffle
from cliometer.study.criteria import OVERALL
from cliometer.study.study_plan import PLAN_FILE, PlanSettings
from cliometer.study.topics import Topic, expect_setting
from cliometer_workbench.study.preferences.comparison_items import (
    LETTERS,
    SIZES,
    AnswerFormat,
    ComparisonItem,
    ItemKind,
    clear_contests,
    clear_item,
    contest_sets,
    control_items,
    repeat_item,
    show_orders,
    vote_item,
)
from cliometer_workbench.study.steps import Desk

SourcesSetting: TypeAlias = Literal["none", "beside"]
ControlsSetting: TypeAlias = Literal["decoys", "mixed", "own"]
HAND = "hand"  # beside these: what a judge was dealt, recorded when her sheet was opened
SEATS = "seats"  # beside these: number and hand by judge, in a study that was frozen elsewhere
ADVICE = "advice"  # beside these: what models answered to pairs of the sheet, where judges see it
LATE = "late"  # beside these: the hand is dealt after the quiz, and lacks until then
_BESIDE = (HAND, SEATS, ADVICE, LATE)
_RANGES = {
    **PlanSettings.ranges, "quiz": (0, 50), "attempts": (1, 10), "seed": (0, 2**53),
    "size": (0, 5), "points": (2, 9), "fewest": (0, 50),
}  # fmt: skip
_SHARES = ("tests", "repeats", "quiz_mark", "test_mark", "hurry")
_LONGEST = 3600.0


@dataclass(frozen=True)
class PreferenceStudySettings(PlanSettings):
    """The settings of a preference study; the defaults are those of the paper: three votes a pair, twelve pairs each.

    Tests and repeats come on top of the cap, which counts votes. Quiz and tests let fewer than one of a hundred
    who throw coins pass, and keep more than 95 of a hundred who err in 5 % of clear cases (`pass_probability`).
    """

    ranges: ClassVar[Mapping[str, tuple[int, int]]] = _RANGES
    quiz: int = 10  # questions before the first pair
    attempts: int = 2  # at the quiz
    quiz_mark: float = 0.9  # share of right answers that passes the quiz
    tests: float = 0.3  # hidden test questions, as a share of a judge's pairs
    test_mark: float = 0.7  # share of right answers to hidden tests that keeps a judge in good standing
    repeats: float = 0.15  # pairs shown again the other way round, as a share of a judge's pairs
    seconds: float = 3.0  # an answer that takes less is too fast
    hurry: float = 0.5  # a judge of whose answers a greater share is too fast is set aside
    seed: int = 0
    fewest: int = 0  # hidden tests at least, however few pairs a judge has
    format: AnswerFormat = "pairs"
    size: int = 0  # summaries that are shown together; 0: as many as is usual for the format
    points: int = 5  # of a scale
    sources: SourcesSetting = "none"  # whether judges may read the documents of a topic beside its summaries
    controls: ControlsSetting = "mixed"  # what quiz and tests are made of: decoys, clear pairs of the owner, or both
    models_shown: bool = False  # judges see, before they answer a pair, what models with a seat answered
    models_counted: bool = False  # agreement and the quality of judges count these models as if they were people

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in _SHARES:
            self._expect_number(name, 1.0, "a share from 0 to 1")
        self._expect_number("seconds", _LONGEST, "seconds from 0 to 3600")
        for name in ("models_shown", "models_counted"):
            expect_setting(isinstance(getattr(self, name), bool), name, "true or false", getattr(self, name))
        pairs = self.format == "pairs" or not self.models_shown
        expect_setting(pairs, "models_shown", "false where judges do not answer pairs, which models do", True)
        for name, kind in (("sources", SourcesSetting), ("controls", ControlsSetting), ("format", AnswerFormat)):
            words, value = get_args(kind), getattr(self, name)
            expect_setting(value in words, name, listed(words, last=" or "), value)
        low, high, usual = SIZES[self.format]
        right = self.size == 0 or low <= self.size <= high
        expect_setting(right, "size", f"{low} to {high} summaries for {self.format}, or 0 for {usual}", self.size)

    @property
    def together(self) -> int:
        """How many summaries are shown together."""
        return self.size or SIZES[self.format][-1]

    def contests(self, topics: Sequence[Topic]) -> dict[str, Contest]:
        """Return what can be voted on, by id."""
        return contest_sets(topics, self.together, self.seed)

    def _expect_number(self, name: str, high: float, what: str) -> None:
        value: Any = getattr(self, name)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        expect_setting(number and 0 <= value <= high, name, what, value)
        object.__setattr__(self, name, float(value))

    def released_criterion(self, name: str) -> str:
        """Return what votes say of their criterion: nothing in a study that asks for the judgement as a whole alone."""
        return "" if [criterion.name for criterion in self.criteria] == [OVERALL] else name

    def tests_among(self, pairs: int) -> int:
        """Return how many hidden tests go with so many pairs."""
        return max(_share(self.tests, pairs), self.fewest)

    def pass_probability(self, right: float) -> float:
        """Return how likely a judge with all pairs passes quiz and hidden tests, being right with this probability.

        >>> settings = PreferenceStudySettings()
        >>> round(settings.pass_probability(0.5), 4), round(settings.pass_probability(0.95), 4)
        (0.0067, 0.9787)
        """
        failed = 1 - _at_least(self.quiz_mark, self.quiz, right)
        return (1 - failed**self.attempts) * _at_least(self.test_mark, self.tests_among(self.cap), right)

    def repeats_among(self, pairs: int) -> int:
        """Return how many of so many pairs are shown again: never those of the second half."""
        return min(_share(self.repeats, pairs), pairs // 2)


def read_preference_settings(given: Mapping[str, object]) -> PreferenceStudySettings:
    """Return the settings of a desk, or of a form; what is not given has its default."""
    known = [field.name for field in fields(PreferenceStudySettings)]
    for name in given:
        if name not in (*known, *_BESIDE):
            raise InputError.like(unknown("setting of a preference study", name, known))
    values: dict[str, Any] = {name: value for name, value in given.items() if name not in _BESIDE}
    return PreferenceStudySettings(**values)


def _at_least(mark: float, questions: int, right: float) -> float:
    """The exact probability that the share of right answers reaches the mark; without questions it always does."""
    enough = [n for n in range(questions + 1) if not questions or n / questions >= mark]
    return sum(math.comb(questions, n) * right**n * (1 - right) ** (questions - n) for n in enough)


def _share(share: float, pairs: int) -> int:
    """Round up, but for the rounding of floats: 7 % of 100 are 7, not 7.000000000000001."""
    return math.ceil(round(share * pairs, 9))


# Every pair gets its votes, both ways round as evenly as possible. Without further settings the number of a
# judge decides. The votes wanted are dealt in rounds, in each of which every pair comes up once, in an order
# of its own; a round is cut into hands of at most `cap` pairs; judge number n has the n-th hand. So nobody
# meets a pair twice, nothing need be reserved however many judges start at once, and judges beyond the last
# hand have nothing to do. Since some judges fail and some leave, `missing_votes` counts what is lacking, and
# `deal` deals that. The hand is to be recorded when the sheet is opened (as `hand` among the settings of its
# desk), best in the transaction in which the missing votes were counted: then no vote too many is asked for.

VoteSlot: TypeAlias = str
"""A contest and the order in which it is shown: `ID:ab` has the alphabetically first system on the left."""
MissingVotes: TypeAlias = Mapping[str, tuple[str, ...]]
"""By pair, the ways round in which votes are lacking, in the order in which they are dealt."""


def missing_votes(
    topics: Sequence[Topic], settings: PreferenceStudySettings, had: Iterable[VoteSlot] = ()
) -> MissingVotes:
    """Return what is lacking beside the votes that are there, or promised."""
    contests, counts = settings.contests(topics), Counter(had)
    turns: dict[tuple[str, ...], int] = {}
    orders = {id: show_orders(contest, settings.seed) for id, contest in contests.items()}
    first = {}  # the way round in which each pair comes up first; two systems swap from topic to topic
    for contest in shuffle(contests.values(), lambda contest: contest.id, "ways", settings.seed):
        ways = len(orders[contest.id])
        turn = turns.setdefault(contest.systems, draw(ways, "coin", settings.seed, *contest.systems))
        first[contest.id] = turn % ways
        turns[contest.systems] = turn + 1
    had_ways = {id: [counts[f"{id}:{way}"] for way in ways] for id, ways in orders.items()}
    return {id: _ways(first[id], orders[id], had_ways[id], settings.votes) for id in contests}


def deal(
    topics: Sequence[Topic], settings: PreferenceStudySettings, number: int, lacking: MissingVotes | None = None
) -> list[VoteSlot]:
    """Return the hand of a judge: of the whole design by her number alone, or of what is lacking."""
    ways = missing_votes(topics, settings) if lacking is None else lacking
    sizes = _hands_by_round(ways, settings.cap)
    if not sizes or (lacking is None and number >= sum(sizes)):
        return []
    turn, place = 0, number % sum(sizes)
    while place >= sizes[turn]:
        turn, place = turn + 1, place - sizes[turn]
    lack = [id for id, lacks in ways.items() if len(lacks) > turn]
    order = shuffle(lack, str, "round", settings.seed, turn)
    if settings.together == 1:  # summaries of one topic go to one judge, who can then be said to prefer one
        contests = settings.contests(topics)
        order.sort(key=lambda id: digest("topic", settings.seed, turn, contests[id].topic.id))
    start, end = (len(order) * edge // sizes[turn] for edge in (place, place + 1))
    return [f"{id}:{ways[id][turn]}" for id in order[start:end]]


def judges_needed(topics: Sequence[Topic], settings: PreferenceStudySettings) -> int:
    """Return how many judges the whole design takes, where none fails."""
    return sum(_hands_by_round(missing_votes(topics, settings), settings.cap))


def _hands_by_round(ways: MissingVotes, cap: int) -> list[int]:
    """Return into how many hands of at most `cap` pairs each round is cut."""
    longest = max((len(lacks) for lacks in ways.values()), default=0)
    sizes = [sum(len(lacks) > turn for lacks in ways.values()) for turn in range(longest)]
    return [math.ceil(size / cap) for size in sizes]


def _ways(first: int, orders: Sequence[str], had: list[int], votes: int) -> tuple[str, ...]:
    """Return the rarest way round next; of ways as frequent, the first from the contest's first way on."""
    counts, ways = list(had), []
    while sum(counts) < votes:
        way = min(range(len(orders)), key=lambda way: (counts[way], (way - first) % len(orders)))
        counts[way] += 1
        ways.append(orders[way])
    return tuple(ways)


@dataclass(frozen=True)
class BallotPlan:
    """The items of a ballot: `quiz` has those of each attempt, `items` those after it, in the order of showing.

    `number` is the judge's, `lost` counts pairs of the hand that the study no longer has. Where the hand is dealt
    `late`, there are no items until then.
    """

    number: int
    quiz: tuple[tuple[ComparisonItem, ...], ...]
    items: tuple[ComparisonItem, ...]
    lost: int = 0
    late: bool = False

    @cached_property
    def by_id(self) -> Mapping[str, ComparisonItem]:
        return {item.id: item for part in (*self.quiz, self.items) for item in part}

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Where a question stands in its part, from 1."""
        return {item.id: place for part in (*self.quiz, self.items) for place, item in enumerate(part, 1)}

    @property
    def slots(self) -> tuple[VoteSlot, ...]:
        """The votes that this sheet is to bring."""
        return tuple(item.slot for item in self.items if item.slot)


def plan_ballot(desk: Desk, settings: PreferenceStudySettings) -> BallotPlan:
    """Return the items of the ballot of a judge."""
    number, hand, late = _seat_of_judge(desk)
    dealt = deal(desk.topics, settings, number) if hand is None and not late else hand or []
    contests = settings.contests(desk.topics)
    slots = [slot for slot in dealt if slot.partition(":")[0] in contests]
    if not slots and not late:
        return BallotPlan(number, (), (), len(dealt))
    controls, ids = _Controls(desk.topics, settings, number), {slot.partition(":")[0] for slot in slots}
    if late:
        quiz = _quiz(controls, settings, number, len(controls.pool) // 2)  # the others may be among the pairs
    controls.pool = [item for item in controls.pool if item.contest.id not in ids]
    items = _items(controls, contests, slots, settings, number) if slots else ()
    if not late:
        quiz = _quiz(controls, settings, number)
    return BallotPlan(number, quiz, items, len(dealt) - len(slots), late)


def _quiz(
    controls: _Controls, settings: PreferenceStudySettings, number: int, most: int | None = None
) -> tuple[tuple[ComparisonItem, ...], ...]:
    """Return the questions of each attempt, of which so many at most are clear pairs."""
    pool, controls.pool = controls.pool, controls.pool[:most]
    turns = range(settings.attempts if settings.quiz else 0)
    quiz = [controls.take("quiz", settings.quiz, settings.seed, number, turn) for turn in turns]
    controls.pool += pool[most:] if most is not None else []
    return tuple(map(tuple, quiz))


class _Controls:
    """Questions with a known answer for one judge; a clear pair comes up once, and never beside a vote on it."""

    def __init__(self, topics: Sequence[Topic], settings: PreferenceStudySettings, number: int) -> None:
        self.topics, self.settings = topics, settings
        pairs = clear_contests(topics)
        usable = settings.together == 2 and settings.controls != "decoys"
        self.pool = shuffle(pairs, lambda item: item.contest.id, "clear", settings.seed, number) if usable else []

    def take(self, kind: ItemKind, count: int, *salt: object) -> list[ComparisonItem]:
        """Return so many questions: half or all of them clear pairs as long as there are any, else decoys."""
        wanted = math.ceil(count / 2) if self.settings.controls == "mixed" else count
        chosen = [candidate for candidate in self.pool if candidate.pair.use in ("", kind)][:wanted]
        self.pool = [candidate for candidate in self.pool if candidate not in chosen]
        clear_items = [clear_item(candidate, kind, place, *salt) for place, candidate in enumerate(chosen)]
        decoys = control_items(self.topics, kind, count - len(clear_items), *salt, size=self.settings.together)
        return shuffle([*clear_items, *decoys], lambda item: item.id, "mixed", *salt) if clear_items else decoys


def _items(
    controls: _Controls,
    contests: Mapping[str, Contest],
    slots: Sequence[VoteSlot],
    settings: PreferenceStudySettings,
    number: int,
) -> tuple[ComparisonItem, ...]:
    salt = (settings.seed, number)
    pairs = [vote_item(contests[id], way, *salt) for id, _, way in (slot.partition(":") for slot in slots)]
    order = _with_repeats(shuffle(pairs, lambda item: item.id, "order", *salt), settings, *salt)
    hidden = controls.take("test", settings.tests_among(len(pairs)), *salt)
    for turn in reversed(range(len(hidden))):
        low, high = (len(order) * edge // len(hidden) for edge in (turn, turn + 1))
        order.insert(low + draw(max(1, high - low), "place", turn, *salt), hidden[turn])
    return tuple(order)


def _with_repeats(
    order: list[ComparisonItem], settings: PreferenceStudySettings, *salt: object
) -> list[ComparisonItem]:
    """Show pairs of the first half again in the second, never as its first."""
    half, count = len(order) // 2, settings.repeats_among(len(order))
    chosen = shuffle(order[:half], lambda item: item.id, "chosen", *salt)[:count]
    (start, *rest) = order[half:]
    later = [*rest, *(repeat_item(item, *salt) for item in chosen)]
    return [*order[:half], start, *shuffle(later, lambda item: item.id, "later", *salt)]


def _seat_of_judge(desk: Desk) -> tuple[int, list[VoteSlot] | None, bool]:
    """Return the judge's number and hand, and whether it is dealt late; for an imported study, as it was there."""
    seats: Any = desk.settings.get(SEATS, {})
    expect_setting(isinstance(seats, Mapping), SEATS, "numbers and hands by judge", seats)
    seat: Any = seats.get(desk.judge)
    if seat is None:
        hand = _recorded(desk.settings[HAND]) if HAND in desk.settings else None
        return desk.number, hand, bool(desk.settings.get(LATE))
    right = isinstance(seat, Mapping) and is_whole(seat.get("number"), 0)
    expect_setting(right, SEATS, "a number and a hand", seat)
    return seat["number"], _recorded(seat.get(HAND)), bool(seat.get(LATE))


def _recorded(hand: Any) -> list[VoteSlot]:
    """Return a hand as it was recorded, once it is known to hold each pair once."""
    dealt = isinstance(hand, list | tuple) and all(
        isinstance(slot, str) and sorted(way := slot.partition(":")[2]) == list(LETTERS[: len(way)]) and way
        for slot in hand
    )
    expect_setting(dealt, HAND, "what `deal` dealt", hand)
    if len({slot.partition(":")[0] for slot in hand}) < len(hand):
        raise InputError("hand-repeats-pair", setting=HAND)
    return list(hand)


def read_plan_settings(text: str) -> dict[str, Any]:
    """Return the settings of a study that a plan names; the others keep their values."""
    node = json_document(text, Notebook(Path(PLAN_FILE)), "one JSON object with settings")
    plan = node.as_object("the plan", ("settings", "seed", "notes"))
    known = [name for name in PreferenceStudySettings.__dataclass_fields__ if name != "seed"]
    settings = plan.at("settings").as_object("the settings", known)
    for name in settings.members:
        if name not in known:
            raise settings.fails(unknown("setting of a plan", name, known))
    document = asdict(settings.build(lambda: read_preference_settings(settings.members)))
    return {name: document[name] for name in settings.members}
