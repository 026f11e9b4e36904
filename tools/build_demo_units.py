"""Write the demo's content units and judged events: src/cliometer/demo/units and demo/events.

The units of apollo-13 are made from its three references and linked to its articles by hand; the events of
berlin-wall are judged by two invented judges and verified. Mentions are named by a word of their sentence, so
that a better extractor does not move the links; where it saw no event, the anchor is set by hand.

    python -m tools.build_demo_units
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cliometer.io import read_references
from cliometer.io.articles import read_corpus
from cliometer.io.sheets import Link, write_links
from cliometer.io.units import write_units
from cliometer.model.documents import Article
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.sources import MANUAL, Annotation, EventMention, Sentence, Source, TimeExpression
from cliometer.model.timeline import ReferenceSet
from cliometer.model.units import ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic
from cliometer.model.when import When
from cliometer.text.annotate import annotate
from cliometer.version import __version__
from tools.demo_units import EVENTS, LENGTH, UNITS, Group, Unit

DEMO = Path(__file__).parents[1] / "src/cliometer/demo"


class Documents:
    """The articles of a topic as sources; anchors that are asked for and missing are set by hand."""

    def __init__(self, articles: Sequence[Article]) -> None:
        self.sources = {article.id: _source(article) for article in articles}

    def mention(self, article: str, place: str, word: str) -> str:
        """The id of the mention of a word in a sentence."""
        source = self.sources[article]
        sentence = source.sentences[f"{article}/{place}"]
        start = sentence.start + sentence.text.index(word)
        for id, mention in source.mentions.items():
            if mention.start == start:
                return id
        name = f"m{len(source.origins) + 1}"
        anchor = EventMention(start, start + len(word), word, id=name)
        annotation = replace(source.annotation, events=(*source.annotation.events, anchor))
        origins = {**source.origins, name: MANUAL}
        self.sources[article] = replace(source, annotation=annotation, origins=origins)
        return f"{article}/{name}"


def _source(article: Article) -> Source:
    """The sentences are those of the article, joined by blanks."""
    sentences: list[Sentence] = []
    times: list[TimeExpression] = []
    events: list[EventMention] = []
    start = 0
    for number, text in enumerate(article.sentences, start=1):
        found = annotate(text, article.date)
        sentences.append(Sentence(f"s{number}", start, start + len(text), text))
        for time in found.times:
            times.append(replace(time, start=time.start + start, end=time.end + start, id=f"t{len(times) + 1}"))
        for event in found.events:
            moved = replace(event, start=event.start + start, end=event.end + start, id=f"e{len(events) + 1}")
            events.append(moved)
        start += len(text) + 1
    annotation = Annotation(
        " ".join(article.sentences), tuple(sentences), tuple(times), tuple(events), str(article.date)
    )
    return Source(article.id, annotation, article.date, article.title, annotator=f"cliometer {__version__}")


def _group(group: Group, documents: Documents, topic: str) -> EventGroup:
    return EventGroup(tuple(_members(group, documents, topic)))


def _members(group: Group, documents: Documents, topic: str) -> Iterator[GroupMember]:
    for of, v in group:
        if isinstance(of, str):
            article, place, word = of.split(" ", 2)
            yield GroupMember(documents.mention(f"{topic}/{article}", place, word), v)
        else:
            yield GroupMember(_group(of, documents, topic), v)


def _unit(unit: Unit, references: ReferenceSet, documents: Documents, topic: str) -> ContentUnit:
    contributors = []
    for entry in unit.entries:
        writer, date, number, *when = entry.split()
        timeline = next(timeline for timeline in references if timeline.name == writer)
        text = timeline[When.parse(date)][int(number) - 1]
        contributors.append(Contributor(writer, text, When.parse(when[0] if when else date)))
    return ContentUnit(
        unit.id,
        action=unit.action,
        agent=unit.agent,
        patient=unit.patient,
        time=When.parse(unit.time),
        location=unit.location,
        contributors=tuple(contributors),
        group=_group(unit.links, documents, topic),
    )


def build_units(topic: str) -> None:
    """The content units of one topic."""
    articles, references = read_corpus(DEMO / "articles")[0][topic], read_references(DEMO / "references")[0]
    documents = Documents(articles)
    units = tuple(_unit(unit, references[topic], documents, topic) for unit in UNITS)
    whole = UnitTopic(topic, tuple(documents.sources.values()), units, LENGTH)
    write_units(DEMO / "units" / f"{topic}.json", units=[whole], force=True)


def build_events(topic: str) -> None:
    """The judged events of one topic, and the sheet of its judges."""
    sources = tuple(_source(article) for article in read_corpus(DEMO / "articles")[0][topic])
    bare = tuple(replace(s, annotation=replace(s.annotation, times=(), events=()), annotator="") for s in sources)
    events, links = [], []
    for event in EVENTS:
        found = {judge: _places(places, topic) for judge, places in event.links.items()}
        verified = found.pop("verified")
        events.append(
            JudgedEvent(
                event.id,
                event.text,
                tuple(place[0] for place in verified if len(place) == 1),
                tuple(place for place in verified if len(place) > 1),
                event.judges,
            )
        )
        links += [Link(place, event.id, judge) for judge, places in found.items() for place in places]
    write_units(DEMO / "events" / f"{topic}.json", events=[EventTopic(topic, bare, tuple(events))], force=True)
    write_links(links, DEMO / "events" / f"{topic}.csv", force=True)


def _places(spelled: str, topic: str) -> list[tuple[str, ...]]:
    """`01s5 04s1+04s2`: sentences, those of a group joined."""
    return [tuple(f"{topic}/{place[:2]}/{place[2:]}" for place in group.split("+")) for group in spelled.split()]


if __name__ == "__main__":
    for folder in ("units", "events"):
        (DEMO / folder).mkdir(exist_ok=True)
    build_units("apollo-13")
    build_events("berlin-wall")
