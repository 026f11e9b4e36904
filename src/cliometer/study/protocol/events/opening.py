"""A release read back: the journals of a study that would release the very same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cliometer.errors import InputError, Refused
from cliometer.io.sheets.links import Link
from cliometer.io.sheets.topics import TopicFacts
from cliometer.model.judged_events import EventTopic
from cliometer.study.agreement.linking import item, topic_links
from cliometer.study.agreement.material import links_by_topic, read_material
from cliometer.study.protocol.events.protocol import EVENTS
from cliometer.study.protocol.journal import replay
from cliometer.study.protocol.steps import SHARED, Desk, Earlier, Step
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.work import Action, Work

Journals = Mapping[tuple[str, str], Sequence[Action]]
"""The actions of each sheet, by step and judge."""
IMPORTER = "import"  # who did what all do together


@dataclass(frozen=True)
class Opened:
    """A topic as a study holds it: what it is about, all that was done, and the works that follow from it."""

    topic: Topic
    journals: Journals
    works: Earlier
    facts: TopicFacts


def opened(topic: EventTopic, links: Iterable[Link] = (), by: str = IMPORTER) -> Opened:
    """The study behind a released topic; shared steps are done in the name of `by`.

    A release holds no flags, reasons or candidates that were left out, so neither do the works. An event of
    other origin that has no text is given its id for one.
    """
    rows = tuple(links)
    topic_links(topic, rows)  # what does not fit is refused at its place
    if any(judge == SHARED for event in topic.events for judge in event.judges):
        raise InputError(f"topic {topic.id}: a judge without a name proposed an event; name the judge")
    about = Topic(topic.id, sources=topic.sources)
    writer = _Journals(by)
    writer.write(topic, rows)
    journals = {sheet: tuple(actions) for sheet, actions in writer.actions.items()}
    try:
        return Opened(about, journals, play(about, journals), TopicFacts(topic.id))
    except Refused as reason:
        raise InputError(f"topic {topic.id} cannot be opened as a study: {reason}") from None


def open_files(paths: Iterable[Path], by: str = IMPORTER) -> tuple[Opened, ...]:
    """Each topic with events in the files of a release, or of any corpus in those formats."""
    material = read_material(paths)
    links = links_by_topic(material.events, material.sheets)
    found = [opened(topic, links[topic.id], by) for topic in material.events]
    return tuple(
        Opened(one.topic, one.journals, one.works, material.facts.get(one.topic.id, one.facts))
        for one in found
    )


def play(topic: Topic, journals: Journals, settings: Mapping[str, object] | None = None) -> Earlier:
    """The works of all steps after what the journals hold; a shared sheet is there without a journal, too."""
    works: dict[str, dict[str, Work]] = {}
    for step in EVENTS.steps:
        done: dict[str, Work] = {}
        for number, judge in enumerate(_judges(step, journals)):
            desk = Desk((topic,), judge, number, settings or {}, works)
            done[judge] = replay(step.start(desk), journals.get((step.name, judge), ()))
        works[step.name] = done
    return works


def _judges(step: Step, journals: Journals) -> list[str]:
    return (
        [SHARED] if step.scope == "shared" else sorted(judge for name, judge in journals if name == step.name)
    )


@dataclass
class _Journals:
    """Journals while they are written."""

    by: str
    actions: dict[tuple[str, str], list[Action]] = field(default_factory=lambda: defaultdict(list))

    def write(self, topic: EventTopic, links: Sequence[Link]) -> None:
        for event in topic.events:
            text = event.text or event.id
            cards = [f"{judge}/c{self._do('list', judge, 'add', text=text)}" for judge in event.judges]
            self._do("merge", SHARED, "make", candidates=cards, text=text, id=event.id)
        for link in links:
            self._link(link)
        for judge in dict.fromkeys(link.judge for link in links):
            for source in topic.sources:
                self._do("link", judge, "read", story=source.id)
        for event in topic.events:
            self._verify(event.id, event.parts, [link.sentences for link in links if link.event == event.id])

    def _link(self, link: Link) -> None:
        if len(link.sentences) == 1:
            self._do("link", link.judge, "link", sentence=link.sentences[0], event=link.event)
        else:
            self._do("link", link.judge, "group", sentences=list(link.sentences), event=link.event)

    def _verify(self, event: str, kept: Sequence[tuple[str, ...]], linked: Sequence[tuple[str, ...]]) -> None:
        known, right = {item(part): part for part in linked}, {item(part) for part in kept}
        for part in kept:
            self._do(
                "verify",
                SHARED,
                "accept" if item(part) in known else "add",
                sentences=list(part),
                event=event,
            )
        for name, part in known.items():
            if name not in right:
                self._do("verify", SHARED, "reject", sentences=list(part), event=event)

    def _do(self, step: str, judge: str, verb: str, **details: Any) -> int:
        """Add one action; its number in the journal names what it makes."""
        journal = self.actions[step, judge]
        seq = len(journal) + 1
        journal.append(Action(seq, judge or self.by, verb, details, f"import-{step}-{judge}-{seq}"))
        return seq
