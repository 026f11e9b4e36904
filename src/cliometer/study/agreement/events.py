"""Corpora of judged events: the three tables of Khandelwal et al. (2001), for any corpus.

Table 1: stories, events, hours and agreement of each topic. Table 2: sentences and agreement of each event.
Table 3: totals and ratios of the training part, the test part and all, with the shares of sentences that
mention no event, one, or several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cliometer.model.judged_events import EventTopic
from cliometer.model.score import Ratio
from cliometer.study.agreement.judges import LinkedEvent, TopicLinks, mean

ALL = "all"


@dataclass(frozen=True)
class TopicStatistics:
    """One topic: a row of table 1, and what table 3 adds up."""

    topic: str
    stories: int
    events: int
    sentences: int
    off: int = 0
    single: int = 0
    multi: int = 0
    hours: float | None = None
    agreement: float | None = None
    part: str = ""


@dataclass(frozen=True)
class Averages:
    """The last row of table 1: means over the topics that have the number."""

    stories: float
    events: float
    hours: float | None
    agreement: float | None


@dataclass(frozen=True)
class PartStatistics:
    """A column of table 3: totals over its topics."""

    part: str
    topics: int
    stories: int
    events: int
    sentences: int
    off: int
    single: int
    multi: int

    @property
    def stories_per_topic(self) -> float:
        """The mean over topics."""
        return self.stories / self.topics

    @property
    def events_per_topic(self) -> float:
        """The mean over topics."""
        return self.events / self.topics

    @property
    def sentences_per_topic(self) -> float:
        """The mean over topics."""
        return self.sentences / self.topics

    @property
    def sentences_per_story(self) -> float | None:
        """Of all stories together."""
        return Ratio(self.sentences, self.stories).value

    def share(self, sentences: int) -> float | None:
        """A share of all sentences."""
        return Ratio(sentences, self.sentences).value


@dataclass(frozen=True)
class EventRow:
    """A row of table 2; `sentences` are the verified links that a judge had made, as in the paper.

    Without a verifier there are neither these nor links that one added.
    """

    event: str
    text: str
    sentences: int | None
    union: int
    added: int | None
    agreement: float | None


def topic_statistics(
    topic: EventTopic, agreement: float | None = None, hours: float | None = None, part: str = ""
) -> TopicStatistics:
    """Count; a sentence that takes part in a group mentions the group's event."""
    mentioned = Counter(dict.fromkeys(topic.marks.sentences, 0))
    for event in topic.events:
        mentioned.update({sentence for sentences in event.parts for sentence in sentences})
    counts = list(mentioned.values())
    return TopicStatistics(
        topic=topic.id,
        stories=len(topic.sources),
        events=len(topic.events),
        sentences=len(counts),
        off=sum(count == 0 for count in counts),
        single=sum(count == 1 for count in counts),
        multi=sum(count > 1 for count in counts),
        hours=hours,
        agreement=agreement,
        part=part,
    )


def averages(topics: Sequence[TopicStatistics]) -> Averages:
    """Plain means over topics."""
    return Averages(
        stories=sum(topic.stories for topic in topics) / len(topics),
        events=sum(topic.events for topic in topics) / len(topics),
        hours=mean([topic.hours for topic in topics]),
        agreement=mean([topic.agreement for topic in topics]),
    )


def parts(topics: Sequence[TopicStatistics]) -> tuple[PartStatistics, ...]:
    """The named parts in the order of their first topic, then all topics."""
    names = dict.fromkeys(topic.part for topic in topics if topic.part)
    named = [_part(name, [topic for topic in topics if topic.part == name]) for name in names]
    return (*named, _part(ALL, topics))


def _part(name: str, topics: Sequence[TopicStatistics]) -> PartStatistics:
    return PartStatistics(
        part=name,
        topics=len(topics),
        stories=sum(topic.stories for topic in topics),
        events=sum(topic.events for topic in topics),
        sentences=sum(topic.sentences for topic in topics),
        off=sum(topic.off for topic in topics),
        single=sum(topic.single for topic in topics),
        multi=sum(topic.multi for topic in topics),
    )


def event_rows(
    topic: TopicLinks, texts: Mapping[str, str] | None = None, literal: bool = False
) -> tuple[EventRow, ...]:
    """Table 2 of a topic; `texts` says what the events are."""
    return tuple(_row(event, (texts or {}).get(event.event, ""), literal) for event in topic.events)


def _row(event: LinkedEvent, text: str, literal: bool) -> EventRow:
    if event.verified is None:
        return EventRow(event.event, text, None, len(event.union), None, None)
    value = event.agreement(literal).value
    return EventRow(event.event, text, event.kept, len(event.union), event.added, value)
