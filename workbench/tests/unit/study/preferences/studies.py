"""A small preference study, and judges who answer it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cliometer.study.contests import LEFT, RIGHT
from cliometer.study.topics import Topic
from cliometer_workbench.study.journal import Action, replay
from cliometer_workbench.study.preferences.ballot import PreferenceBallot, start_ballot
from cliometer_workbench.study.preferences.comparison_items import ComparisonItem
from cliometer_workbench.study.preferences.preference_release import PreferencePackage, unpack_study
from cliometer_workbench.study.steps import Desk

SYSTEMS = ("centroid", "hybrid", "sumbasic")
Choose = Callable[[ComparisonItem], str]


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
) -> PreferenceBallot:
    small = {"quiz": 4, "quiz_mark": 0.75, "tests": 0.15}  # few enough to write out
    return start_ballot(Desk(subjects, judge or f"judge {number}", number, small | settings))


def answer(work: PreferenceBallot, item: str, choice: str, **details: object) -> PreferenceBallot:
    return work.do(Action(1, work.judge, "answer", {"item": item, "choice": choice, **details}))


def grade(work: PreferenceBallot) -> PreferenceBallot:
    return work.do(Action(1, work.judge, "grade"))


def right(item: ComparisonItem) -> str:
    """Passes tests, and prefers whoever comes first in the alphabet."""
    return item.expected or (LEFT if item.first < item.second else RIGHT)


def wrong(item: ComparisonItem) -> str:
    return {LEFT: RIGHT, RIGHT: LEFT}[right(item)]


def answer_all(work: PreferenceBallot, choose: Choose = right, **details: object) -> PreferenceBallot:
    for item in work.questions:
        work = answer(work, item.id, choose(item), **details)
    return work


def finished(work: PreferenceBallot, choose: Choose = right, **details: object) -> PreferenceBallot:
    """The quiz passed, and everything answered by one rule."""
    if work.phase == "quiz":
        work = grade(answer_all(work))
    return answer_all(work, choose, **details)


def reopened(files: Mapping[str, str]) -> tuple[PreferencePackage, list[PreferenceBallot]]:
    """A packed study, and its sheets with all that was done on them."""
    found = unpack_study(files)
    desks = [Desk(found.topics, judge, number, found.settings) for number, judge in enumerate(found.actions)]
    return found, [replay(start_ballot(desk), found.actions[desk.judge]) for desk in desks]
