"""A small preference study, and judges who answer it."""

from __future__ import annotations

from collections.abc import Callable

from cliometer.study.protocol.preferences.ballot import Ballot, start
from cliometer.study.protocol.preferences.items import LEFT, RIGHT, Item
from cliometer.study.protocol.steps import Desk
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.work import Action

SYSTEMS = ("centroid", "hybrid", "sumbasic")
Choose = Callable[[Item], str]


def topics(count: int = 6, systems: tuple[str, ...] = SYSTEMS) -> tuple[Topic, ...]:
    return tuple(
        Topic(
            f"t{n}",
            f"Topic {n}",
            summaries={name: f"On day {n} the {name}\nsaid that {n} ships sank." for name in systems},
        )
        for n in range(count)
    )


TOPICS = topics()


def ballot(
    number: int = 0, judge: str = "", subjects: tuple[Topic, ...] = TOPICS, **settings: object
) -> Ballot:
    return start(Desk(subjects, judge or f"judge {number}", number, settings))


def answer(work: Ballot, item: str, choice: str, **details: object) -> Ballot:
    return work.do(Action(1, work.judge, "answer", {"item": item, "choice": choice, **details}))


def grade(work: Ballot) -> Ballot:
    return work.do(Action(1, work.judge, "grade"))


def right(item: Item) -> str:
    """Passes tests, and prefers whoever comes first in the alphabet."""
    return item.expected or (LEFT if item.first < item.second else RIGHT)


def wrong(item: Item) -> str:
    return {LEFT: RIGHT, RIGHT: LEFT}[right(item)]


def always_left(item: Item) -> str:
    return LEFT


def answer_all(work: Ballot, choose: Choose = right, **details: object) -> Ballot:
    for item in work.questions:
        work = answer(work, item.id, choose(item), **details)
    return work


def finished(work: Ballot, choose: Choose = right, **details: object) -> Ballot:
    """The quiz passed, and everything answered by one rule."""
    if work.phase == "quiz":
        work = grade(answer_all(work))
    return answer_all(work, choose, **details)
