"""Pairs of summaries to compare, repeats, and control questions with decoys, drawn reproducibly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations, cycle, islice
from typing import Any, Literal, TypeAlias, TypeVar

from cliometer.errors import InputError
from cliometer.model.sources import refuse_repeats
from cliometer.study.steps import Topic

# A sheet is laid out anew whenever it is opened, maybe years later. A generator of random numbers may
# change its stream with a new version; a digest does not.

T = TypeVar("T")


def digest(*parts: object) -> str:
    """Return the digest of the parts in this order: 64 hexadecimal digits."""
    return sha256(json.dumps(parts).encode("ascii")).hexdigest()


def draw(most: int, *parts: object) -> int:
    """Return a number from 0 up to, but without, `most`."""
    return int(digest(*parts)[:15], 16) % most


def shuffle(things: Iterable[T], key: Callable[[T], object], *salt: object) -> list[T]:
    """Return the items in an order that their keys and the salt decide."""
    return sorted(things, key=lambda thing: digest(*salt, key(thing)))


# The paper's tests put a summary against *lorem ipsum*, which shows at a glance. The other two decoys must be
# read: the summary's own words shuffled, and another topic's summary.

FILLER, SHUFFLED, FOREIGN = DECOYS = ("(filler)", "(shuffled)", "(foreign)")
_LATIN = (  # noqa: SIM905  # a text is easier to read than a list
    "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et "
    "dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea "
    "commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur"
).split()


def decoy(kind: str, text: str, foreign: str, *salt: object) -> tuple[str, str]:
    """Return a decoy of a kind, and the kind it is: filler, where another would be no worse than the text."""
    made = shuffled_words(text, *salt) if kind == SHUFFLED else foreign
    if kind == FILLER or not made.strip() or made.split() == text.split():
        return FILLER, filler_text(text, *salt)
    return kind, made


def filler_text(text: str, *salt: object) -> str:
    """Return as many lines as the text has, of as many words each."""
    lines = []
    for place, line in enumerate(text.strip().splitlines()):
        draws = (draw(len(_LATIN), "filler", *salt, place, word) for word in range(len(line.split())))
        said = " ".join(_LATIN[number] for number in draws)
        lines.append(f"{said.capitalize()}." if said else "")
    return "\n".join(lines)


def shuffled_words(text: str, *salt: object) -> str:
    """Return the words in another order, in lines as long as before; of a single word the letters."""
    lines = [line.split() for line in text.strip().splitlines()]
    words = [word for line in lines for word in line]
    if len(words) == 1:
        return "".join(letter for _, letter in _shuffled_parts(list(words[0]), *salt))
    rest = iter(_shuffled_parts(words, *salt))
    return "\n".join(" ".join(next(rest)[1] for _ in line) for line in lines)


def _shuffled_parts(parts: list[str], *salt: object) -> list[tuple[int, str]]:
    return shuffle(enumerate(parts), lambda part: part[0], "mixed", *salt)


@dataclass(frozen=True)
class Contest:
    """Two systems, in alphabetical order, on a topic.

    The id holds for these two texts: where one is changed, votes on the old one are votes on something else.
    """

    id: str
    topic: Topic
    first: str
    second: str

    def text(self, system: str) -> str:
        return self.topic.summaries[system]


def contests(topics: Sequence[Topic]) -> dict[str, Contest]:
    """Return every pair that can be voted on, by id: topics in their order, systems in alphabetical order."""
    _check(topics)
    found = {one.id: one for one, alike in _all(topics) if not alike}
    if not found:
        raise InputError("there is no pair to vote on; a topic needs summaries by two systems that differ")
    return found


def identical_pairs(topics: Sequence[Topic]) -> tuple[str, ...]:
    """Name, for the owner, the pairs that nobody is asked about since the two texts are the same."""
    return tuple(
        f"{one.topic.id}: {one.first} and {one.second} say the same, so nobody is asked which is better"
        for one, alike in _all(topics)
        if alike
    )


def contest_systems(found: Mapping[str, Contest]) -> tuple[str, ...]:
    """Return everyone who can be voted for."""
    return tuple(sorted({name for one in found.values() for name in (one.first, one.second)}))


def _all(topics: Iterable[Topic]) -> Iterator[tuple[Contest, bool]]:
    """Return every pair, and whether the two texts are the same but for blanks."""
    for topic in topics:
        texts = {system: digest(text) for system, text in topic.summaries.items()}
        words = {system: " ".join(text.split()) for system, text in topic.summaries.items()}
        for a, b in combinations(sorted(texts), 2):
            contest = Contest(digest(topic.id, a, b, texts[a], texts[b])[:16], topic, a, b)
            yield contest, words[a] == words[b]


def _check(topics: Sequence[Topic]) -> None:
    refuse_repeats([topic.id for topic in topics], "topics", "the study")
    for topic in topics:
        for name in (topic.id, *topic.summaries):
            if not name or name != name.strip():
                raise InputError(f"topic {topic.id}: expected a name without blanks around it, found {name!r}")
            if name in DECOYS:
                raise InputError(f"topic {topic.id}: {name} is the name of test questions; rename the system")


ItemKind: TypeAlias = Literal["vote", "repeat", "test", "quiz"]
LEFT, RIGHT, TIE = CHOICES = ("left", "right", "tie")


@dataclass(frozen=True)
class ComparisonItem:
    """Two texts side by side. Whoever judges must see neither kind nor names: see `Ballot.shown`.

    `first` is on the left. `expected` is the right answer to a test. `slot` is what a vote counts for, and
    the item that a repeat repeats has the same pair.
    """

    id: str
    kind: ItemKind
    topic: str
    title: str
    first: str
    second: str
    left: str
    right: str
    expected: str = ""
    slot: str = ""

    def name(self, choice: str) -> str:
        """Return whom a choice prefers; nobody, where it is a tie."""
        return {LEFT: self.first, RIGHT: self.second}.get(choice, "")


def vote_item(contest: Contest, way: str, *salt: object) -> ComparisonItem:
    """Return a pair, one way round."""
    first, second = (contest.first, contest.second) if way == "ab" else (contest.second, contest.first)
    slot = f"{contest.id}:{way}"
    texts = contest.text(first), contest.text(second)
    topic = contest.topic
    return ComparisonItem(_item_id("vote", slot, *salt), "vote", topic.id, topic.name, first, second, *texts, slot=slot)


def repeat_item(item: ComparisonItem, *salt: object) -> ComparisonItem:
    """Return the same pair the other way round, of which no vote is counted."""
    return _swap(item, id=_item_id("repeat", item.id, *salt), kind="repeat", slot="")


def control_items(topics: Sequence[Topic], kind: ItemKind, count: int, *salt: object) -> list[ComparisonItem]:
    """Return summaries against decoys: kinds, topics, systems and sides take turns."""
    said = [(t, system) for t in topics for system, text in sorted(t.summaries.items()) if text.strip()]
    drawn = shuffle(said, lambda one: [one[0].id, one[1]], "tests", kind, *salt)
    start = draw(2 * len(DECOYS), "start", kind, *salt)
    found = []
    for place, (topic, system) in enumerate(islice(cycle(drawn), count)):
        wanted, text = DECOYS[(start + place) % len(DECOYS)], topic.summaries[system]
        name, other = decoy(wanted, text, _foreign(topics, topic, system, place, *salt), kind, place, *salt)
        id = _item_id(kind, topic.id, system, name, place, digest(text), *salt)
        item = ComparisonItem(id, kind, topic.id, topic.name, system, name, text, other, LEFT)
        found.append(_swap(item, expected=RIGHT) if (start + place // 2) % 2 else item)
    return found


def _swap(item: ComparisonItem, **changes: Any) -> ComparisonItem:
    swapped = replace(item, first=item.second, second=item.first, left=item.right, right=item.left)
    return replace(swapped, **changes)


def _foreign(topics: Sequence[Topic], topic: Topic, system: str, place: int, *salt: object) -> str:
    """Return the same system on another topic; nothing where it has no other."""
    others = [t.summaries[system] for t in topics if t.id != topic.id and system in t.summaries]
    return others[draw(len(others), "foreign", place, *salt)] if others else ""


def _item_id(*parts: object) -> str:
    """Return an id that tells nothing to whoever does not know the seed."""
    return digest("item", *parts)[:12]
