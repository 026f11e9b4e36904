"""What a judge is asked: a vote, the same again the other way round, or a test whose answer is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, TypeAlias

from cliometer.study.protocol.preferences.contests import Contest
from cliometer.study.protocol.preferences.decoys import DECOYS, decoy
from cliometer.study.protocol.preferences.drawing import digest, draw, shuffled
from cliometer.study.protocol.topics import Topic

Kind: TypeAlias = Literal["vote", "repeat", "test", "quiz"]
KINDS: tuple[Kind, ...] = ("vote", "repeat", "test", "quiz")
LEFT, RIGHT, TIE = CHOICES = ("left", "right", "tie")


@dataclass(frozen=True)
class Item:
    """Two texts side by side. Whoever judges must see neither kind nor names: see `Ballot.shown`.

    `first` is on the left. `expected` is the right answer to a test. `slot` is what a vote counts for, and
    the item that a repeat repeats has the same pair.
    """

    id: str
    kind: Kind
    topic: str
    title: str
    first: str
    second: str
    left: str
    right: str
    expected: str = ""
    slot: str = ""

    def name(self, choice: str) -> str:
        """Whom a choice prefers; nobody, where it is a tie."""
        return {LEFT: self.first, RIGHT: self.second}.get(choice, "")


def vote(contest: Contest, way: str, *salt: object) -> Item:
    """A pair, one way round."""
    first, second = (contest.first, contest.second) if way == "ab" else (contest.second, contest.first)
    slot = f"{contest.id}:{way}"
    texts = contest.text(first), contest.text(second)
    topic = contest.topic
    return Item(_id("vote", slot, *salt), "vote", topic.id, topic.name, first, second, *texts, slot=slot)


def again(item: Item, *salt: object) -> Item:
    """The same pair the other way round, of which no vote is counted."""
    return replace(
        item,
        id=_id("repeat", item.id, *salt),
        kind="repeat",
        first=item.second,
        second=item.first,
        left=item.right,
        right=item.left,
        slot="",
    )


def questions(topics: Sequence[Topic], kind: Kind, count: int, *salt: object) -> list[Item]:
    """Summaries against decoys: kinds, topics, systems and sides take turns."""
    return list(islice(_questions(topics, kind, *salt), count))


def _questions(topics: Sequence[Topic], kind: Kind, *salt: object) -> Iterator[Item]:
    drawn = list(_summaries(topics, kind, *salt))
    start = draw(2 * len(DECOYS), "start", kind, *salt)
    place = 0
    while drawn:
        for topic, system in drawn:
            wanted, on_right = DECOYS[(start + place) % len(DECOYS)], (start + place // 2) % 2
            yield _test(topics, topic, system, wanted, bool(on_right), kind, place, *salt)
            place += 1


def _summaries(topics: Iterable[Topic], *salt: object) -> list[tuple[Topic, str]]:
    """Every summary that says something."""
    said = [(t, system) for t in topics for system, text in sorted(t.summaries.items()) if text.strip()]
    return shuffled(said, lambda one: [one[0].id, one[1]], "tests", *salt)


def _test(
    topics: Sequence[Topic],
    topic: Topic,
    system: str,
    wanted: str,
    on_right: bool,
    kind: Kind,
    place: int,
    *salt: object,
) -> Item:
    text = topic.summaries[system]
    name, other = decoy(wanted, text, _foreign(topics, topic, system, place, *salt), kind, place, *salt)
    names, texts = [system, name], [text, other]
    expected = RIGHT if on_right else LEFT
    if on_right:
        names.reverse()
        texts.reverse()
    id = _id(kind, topic.id, system, name, place, digest(text), *salt)
    return Item(id, kind, topic.id, topic.name, names[0], names[1], texts[0], texts[1], expected)


def _foreign(topics: Sequence[Topic], topic: Topic, system: str, place: int, *salt: object) -> str:
    """The same system on another topic; nothing where it has no other."""
    others = [t.summaries[system] for t in topics if t.id != topic.id and system in t.summaries]
    return others[draw(len(others), "foreign", place, *salt)] if others else ""


def _id(*parts: object) -> str:
    """Tells nothing to whoever does not know the seed."""
    return digest("item", *parts)[:12]
