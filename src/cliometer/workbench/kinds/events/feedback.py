"""After the freeze: a judge's own links beside those that were verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from cliometer.model.score import Ratio
from cliometer.study.protocol.events.linking import Linking
from cliometer.study.protocol.events.stories import Stories
from cliometer.study.protocol.events.verifying import Verifying
from cliometer.workbench.models import Study, StudyTopic
from cliometer.workbench.services.works import works

_MOST = 20  # examples of each kind


@dataclass(frozen=True)
class Difference:
    """A link that only one side has."""

    event: str
    sentences: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True)
class TopicFeedback:
    """One topic: what was kept of the judge's links, what was not, and what the judge did not link."""

    topic: StudyTopic
    kept: int
    rejected: tuple[Difference, ...]
    missed: tuple[Difference, ...]

    @property
    def share_kept(self) -> float | None:
        """Of the judge's links, those that were verified."""
        return Ratio(self.kept, self.kept + len(self.rejected)).value

    @property
    def share_found(self) -> float | None:
        """Of the verified links, those that the judge made."""
        return Ratio(self.kept, self.kept + len(self.missed)).value


def feedback(study: Study, user: User) -> dict[str, Any]:
    """The topics in which this person linked."""
    found = [one for topic in study.topics.all() if (one := _topic(topic, user.username)) is not None]
    return {"topics": found, "most": _MOST}


def _topic(topic: StudyTopic, judge: str) -> TopicFeedback | None:
    found = works(topic)
    mine, last = found.get("link", {}).get(judge), found.get("verify", {}).get("")
    if not isinstance(mine, Linking) or not isinstance(last, Verifying):
        return None
    own = set(mine.parts)
    gold = {(part, event) for event, parts in last.verified.items() for part in parts}
    words = {event.id: event.text for event in last.events}
    return TopicFeedback(
        topic,
        len(own & gold),
        tuple(_differences(own - gold, last, words)),
        tuple(_differences(gold - own, last, words)),
    )


def _differences(
    parts: set[tuple[tuple[str, ...], str]], last: Verifying, words: dict[str, str]
) -> Iterator[Difference]:
    reasons = {(case.sentences, case.event): decision.reason for case, decision in _decided(last)}
    for sentences, event in sorted(parts, key=lambda part: (last.stories.places(part[0]), part[1])):
        said = _texts(last.stories, sentences)
        yield Difference(words[event], said, reasons.get((sentences, event), ""))


def _decided(last: Verifying) -> Iterator[tuple[Any, Any]]:
    for case in last.cases:
        decision = last.decision(case)
        if decision is not None:
            yield case, decision


def _texts(stories: Stories, sentences: Sequence[str]) -> tuple[str, ...]:
    return tuple(stories.text(id) for id in sentences)
