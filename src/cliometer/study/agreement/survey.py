"""How far people agree in a corpus, topic by topic: what `cliometer agreement` tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import InputError, UsageError, expected
from cliometer.io.sheets.topics import TopicFacts
from cliometer.io.units.gold import read_unit_gold
from cliometer.model.judged_events import EventTopic
from cliometer.model.units import UnitTopic
from cliometer.study.agreement.events import EventRow, TopicStatistics, event_rows, topic_statistics
from cliometer.study.agreement.judges import TopicLinks
from cliometer.study.agreement.linking import expect_judge, sheet_links, topic_links
from cliometer.study.agreement.matching import Matching, compare_matchings
from cliometer.study.agreement.material import Material, links_by_topic, read_material
from cliometer.study.agreement.overlap import PairOverlap, cell_alpha, pair_overlaps, set_alpha
from cliometer.study.agreement.pyramids import UnitStatistics, topic_splits, unit_statistics, writers_of
from cliometer.study.agreement.splits import MOST_WRITERS, SplitAnalysis, can_split


@dataclass(frozen=True)
class Question:
    """What to look at: who verified, who matched a second time, and how many units nobody wrote down."""

    paths: Sequence[Path]
    verifier: str | None = None
    second: Path | None = None
    unseen: int | None = None
    literal: bool = False


@dataclass(frozen=True)
class JudgedTopic:
    """The agreement of the judges of one topic, with and without a verifier."""

    links: TopicLinks
    rows: tuple[EventRow, ...]
    agreement: float | None
    overlaps: tuple[PairOverlap, ...]
    set_alpha: float | None
    cell_alpha: float | None


@dataclass(frozen=True)
class Survey:
    """Everything that could be said of the material."""

    events: tuple[TopicStatistics, ...] = ()
    judged: tuple[JudgedTopic, ...] = ()
    units: tuple[UnitStatistics, ...] = ()
    splits: tuple[tuple[str, SplitAnalysis], ...] = ()
    matchings: tuple[Matching, ...] = ()
    notes: tuple[str, ...] = ()
    literal: bool = False  # whether links that the verifier added count as agreed


def survey(question: Question) -> Survey:
    """Read the files and look at whatever they hold."""
    if question.unseen is not None and question.unseen < 0:
        raise expected("the number of unseen units, 0 or more", question.unseen)
    material = read_material(question.paths)
    if not (material.units or material.events or material.sheets):
        raise InputError(f"{question.paths[0]}: there are no units, events or links to look at")
    judged = tuple(_judged(links, question, material) for links in _linked(material, question))
    by_topic = {topic.links.topic: topic.agreement for topic in judged}
    splits = tuple(_splits(material.units, question.unseen))
    matchings = tuple(second_matchings(material.units, question.second)) if question.second else ()
    return Survey(
        events=tuple(_statistics(topic, by_topic, material.facts) for topic in material.events),
        judged=judged,
        units=tuple(unit_statistics(topic) for topic in material.units),
        splits=splits,
        matchings=matchings,
        notes=(*material.notes, *_notes(material, judged, matchings)),
        literal=question.literal,
    )


def _linked(material: Material, question: Question) -> Iterator[TopicLinks]:
    """The links of each topic that somebody judged; of a sheet alone where there are no events."""
    if question.verifier and not material.sheets:
        raise UsageError("a verifier is one of the judges of a sheet; name a sheet sentence,event,judge")
    if question.verifier:
        expect_judge(question.verifier, [link for links in material.sheets.values() for link in links])
    if not material.events:
        for sheet, links in material.sheets.items():
            yield sheet_links(Path(sheet).stem, links, question.verifier)
        return
    given = links_by_topic(material.events, material.sheets)
    for topic in material.events:
        if given[topic.id]:
            yield topic_links(topic, given[topic.id], question.verifier)


def _judged(links: TopicLinks, question: Question, material: Material) -> JudgedTopic:
    texts = {
        event.id: event.text for topic in material.events if topic.id == links.topic for event in topic.events
    }
    return JudgedTopic(
        links=links,
        rows=event_rows(links, texts, question.literal),
        agreement=links.agreement(question.literal),
        overlaps=pair_overlaps(links),
        set_alpha=set_alpha(links),
        cell_alpha=cell_alpha(links),
    )


def _statistics(
    topic: EventTopic, agreement: dict[str, float | None], facts: dict[str, TopicFacts]
) -> TopicStatistics:
    fact = facts.get(topic.id, TopicFacts(topic.id))
    return topic_statistics(topic, agreement.get(topic.id), fact.hours, fact.part)


def _splits(topics: Sequence[UnitTopic], unseen: int | None) -> Iterator[tuple[str, SplitAnalysis]]:
    for topic in topics:
        if can_split(len(writers_of(topic.units))):
            yield topic.id, topic_splits(topic, unseen)


def second_matchings(topics: Sequence[UnitTopic], second: Path) -> Iterator[Matching]:
    """How far a second person's links of the same units agree with those of the first."""
    others = {topic.id: topic for topic in read_unit_gold([second]).units}
    shared = [topic for topic in topics if topic.id in others]
    if not shared:
        raise InputError("has no topic of units in common with the others", second)
    for topic in shared:
        yield compare_matchings(topic, others[topic.id])


def _notes(material: Material, judged: Sequence[JudgedTopic], matchings: Sequence[Matching]) -> Iterator[str]:
    """What was left out, and why."""
    topics = {topic.id for topic in material.events} | {topic.id for topic in material.units}
    for name in material.facts:
        if name not in topics:
            yield f"topic {name} of the topic sheet is in no other file and was left out"
    for found in judged:
        yield from _link_notes(found.links)
    for topic in material.units:
        yield from _split_notes(topic)
    yield from matching_notes(matchings)


def matching_notes(matchings: Sequence[Matching]) -> Iterator[str]:
    """Which units could not be compared."""
    for matching in matchings:
        if matching.left_out:
            yield f"topic {matching.topic}: {len(matching.left_out)} units only one matcher has were left out"


def _link_notes(links: TopicLinks) -> Iterator[str]:
    if links.unlinked:
        listed = ", ".join(links.unlinked)
        yield f"topic {links.topic}: no judge linked anything to {listed}; left out of the mean"
    if not links.verified:
        yield f"topic {links.topic}: nobody verified the links, so there is no A(e); name a --verifier"


def _split_notes(topic: UnitTopic) -> Iterator[str]:
    writers = len(writers_of(topic.units))
    if not can_split(writers):
        yield (
            f"topic {topic.id}: {writers} writers do not make two teams of one size; "
            f"the split analysis needs 4, 6, ... {MOST_WRITERS}"
        )
