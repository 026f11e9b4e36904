"""What was answered, one record an answer, whoever asked: our own pages or a crowd platform."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cliometer.model.judgements import Vote
from cliometer.study.protocol.preferences.items import Item, Kind
from cliometer.study.protocol.preferences.settings import Settings

FEWEST_TIMED = 3  # answers, before a judge can be called too fast


@dataclass(frozen=True)
class Answer:
    """Of two, `first` on the left, one is `preferred`, or none in a tie.

    `expected` is what a test wants, `aside` why the answer does not count. 0 seconds were not measured.
    """

    judge: str
    item: str
    kind: Kind
    topic: str
    first: str
    second: str
    preferred: str
    expected: str = ""
    reason: str = ""
    seconds: float = 0.0
    aside: str = ""

    @property
    def right(self) -> bool:
        """Whether a test was passed."""
        return self.preferred == self.expected

    @property
    def vote(self) -> Vote:
        """As voting rules take it."""
        winner = self.preferred or None
        return Vote(self.first, self.second, winner, self.topic, self.judge, self.reason)


def answered(item: Item, judge: str, choice: str, reason: str = "", seconds: float = 0.0) -> Answer:
    """The record of an answer."""
    return Answer(
        judge,
        item.id,
        item.kind,
        item.topic,
        item.first,
        item.second,
        item.name(choice),
        item.name(item.expected),
        reason,
        seconds,
    )


def set_aside(answers: Iterable[Answer], why: str) -> tuple[Answer, ...]:
    """The same answers, with the reason why they do not count; none where it is empty."""
    return tuple(replace(answer, aside=why) for answer in answers)


def fault(answers: Sequence[Answer], settings: Settings) -> str:
    """Why a judge with these answers is set aside; nothing where she is in good standing."""
    tests = [answer for answer in answers if answer.kind == "test"]
    right = sum(answer.right for answer in tests)
    if tests and right / len(tests) < settings.test_mark:
        mark = f"{settings.test_mark:.0%}".replace("%", " %")
        return f"{right} of {len(tests)} hidden tests were answered right; {mark} are needed"
    fast, timed = pace(answers, settings)
    if timed >= FEWEST_TIMED and fast / timed > settings.hurry:
        return f"{fast} of {timed} answers took less than {settings.seconds:g} seconds"
    return ""


def pace(answers: Iterable[Answer], settings: Settings) -> tuple[int, int]:
    """How many answers after the quiz were too fast, of how many whose time was measured."""
    timed = [answer.seconds for answer in answers if answer.kind != "quiz" and answer.seconds > 0]
    return sum(seconds < settings.seconds for seconds in timed), len(timed)
