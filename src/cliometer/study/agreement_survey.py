"""Agreement in a whole corpus, topic by topic: what `cliometer study agreement` reads and prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from cliometer.errors import InputError, UsageError, expected
from cliometer.grouping import by_key
from cliometer.io.frames import DocumentResult
from cliometer.io.sheets import Link, TopicFacts, kind_of_sheet, read_entries, read_links, read_topic_sheet, units_of
from cliometer.io.text_files import files_of, read_text, unpacked
from cliometer.io.topic_folders import read_unit_gold
from cliometer.io.units import UnitFile, merged_units
from cliometer.model.notes import Note
from cliometer.model.nuggets import EventTopic
from cliometer.model.records import OMITTED, member, renamed
from cliometer.model.units import UnitTopic
from cliometer.spelling import listed
from cliometer.study import link_agreement, unit_agreement
from cliometer.study.link_agreement import EventAgreementRow, PairOverlap, TopicLinks, TopicStatistics
from cliometer.study.split_analysis import MOST_WRITERS, SplitSummary, can_split
from cliometer.study.unit_agreement import MatchingAgreement, UnitStatistics

_ENDINGS = (".json", ".csv", ".tsv")


@dataclass(frozen=True)
class CorpusMaterial:
    """Topics, the links of judges by sheet, and what is known of topics."""

    units: tuple[UnitTopic, ...] = ()
    events: tuple[EventTopic, ...] = ()
    sheets: dict[str, tuple[Link, ...]] = field(default_factory=dict)
    facts: dict[str, TopicFacts] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_corpus_material(paths: Iterable[Path], given: UnitFile | None = None) -> CorpusMaterial:
    """Read everything, beside topics that are given; a folder stands for the .json, .csv and .tsv files in it."""
    wanted = f"file that ends in {listed(_ENDINGS, last=' or ')}"
    files = [file for path in paths for file in files_of(path, _ENDINGS, wanted)]
    documents = [file for file in files if read_text(file).lstrip("\ufeff \t\r\n").startswith(("{", "["))]
    kinds = by_key((kind_of_sheet(file), file) for file in files if file not in documents)
    gold = merged_units([*([given] if given else []), read_unit_gold(documents)])
    drafted = [UnitTopic(unpacked(file).stem, (), units_of(read_entries(file))) for file in kinds.get("entries", ())]
    facts: dict[str, TopicFacts] = {}
    for file in kinds.get("topics", ()):
        for fact in read_topic_sheet(file):
            if fact.topic in facts:
                raise InputError("topic-sheet-repeated", file, topic=fact.topic)
            facts[fact.topic] = fact
    sheets = {str(file): read_links(file) for file in kinds.get("links", ())}
    return CorpusMaterial((*gold.units, *drafted), gold.events, sheets, facts, gold.notes)


def links_by_topic(topics: Sequence[EventTopic], sheets: dict[str, tuple[Link, ...]]) -> dict[str, list[Link]]:
    """Return each link under the topic whose sentences it names; an error where no topic, or several, have them."""
    links: dict[str, list[Link]] = {topic.id: [] for topic in topics}
    for sheet, link in ((sheet, link) for sheet, links in sheets.items() for link in links):
        fit = [topic.id for topic in topics if all(s in topic.marks.sentences for s in link.sentences)]
        if len(topics) == 1:
            fit = [topics[0].id]  # what is wrong with the link is said when it is checked
        if len(fit) != 1:
            have = f"topics {listed(fit)} have" if fit else "no topic has"
            named = {"sentence": "+".join(link.sentences), "judge": link.judge, "event": link.event}
            raise InputError("verified-link-shape", Path(sheet), link.line, have=have, **named)
        links[fit[0]].append(link)
    return links


@dataclass(frozen=True)
class SurveyOptions:
    """What a survey reads: files and topics, the verifier, a second matching, and the number of units nobody wrote."""

    paths: Sequence[Path]
    verifier: str | None = None
    second: Path | UnitFile | None = None
    unseen: int | None = None
    literal: bool = False
    topics: UnitFile | None = None


@dataclass(frozen=True)
class JudgedTopic:
    """The agreement of the judges of one topic, with and without a verifier.

    `addition_rate` is the share of the verified links that the verifier added; `excluded_events` nobody
    linked anything to. `links` are what the numbers were counted from, None where only these were read.
    """

    topic: str
    judges: tuple[str, ...]
    agreement: float | None
    addition_rate: float | None
    excluded_events: tuple[str, ...]
    set_alpha: float | None
    cell_alpha: float | None
    pairs: tuple[PairOverlap, ...]
    events: tuple[EventAgreementRow, ...]
    links: TopicLinks | None = field(default=None, metadata=OMITTED)

    @property
    def verified(self) -> bool:
        """Whether a last judge looked at the links."""
        return all(row.sentences is not None for row in self.events)


@dataclass(frozen=True, repr=False)
class AgreementSurvey(DocumentResult):
    """The agreement of the annotators of a corpus, and what the corpus holds."""

    kind: ClassVar[str] = "agreement"
    tables: ClassVar[Mapping[str, str]] = {
        "topics": "topics",
        "events": "judges[topic].events",
        "pairs": "judges[topic].pairs",
        "units": "units",
        "splits": "splits",
        "matching": "matching",
    }
    events: tuple[TopicStatistics, ...] = field(default=(), metadata=renamed("topics"))
    judged: tuple[JudgedTopic, ...] = field(default=(), metadata=renamed("judges"))
    units: tuple[UnitStatistics, ...] = ()
    splits: tuple[SplitSummary, ...] = ()
    matchings: tuple[MatchingAgreement, ...] = field(default=(), metadata=renamed("matching"))
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"AgreementSurvey({len(self.events)} topics of events, {len(self.units)} of units)"

    @property
    def literal(self) -> bool:
        """Whether links that the verifier added count as agreed; where none was added, both are the same."""
        return any(
            row.added and row.agreement == (row.sentences + row.added) / row.union
            for topic in self.judged
            for row in topic.events
            if row.sentences is not None and row.union
        )

    @property
    @member
    def averages(self) -> link_agreement.TopicAverages | None:
        """The means over topics of events; None where there is none."""
        return link_agreement.topic_averages(self.events) if self.events else None

    @property
    @member
    def parts(self) -> tuple[link_agreement.PartStatistics, ...]:
        """The totals of the training part, the test part and all topics of events."""
        return tuple(link_agreement.corpus_parts(self.events)) if self.events else ()


def survey_agreement(question: SurveyOptions) -> AgreementSurvey:
    """Read the files, and measure the agreement on all events, units and links that they hold."""
    if question.unseen is not None and question.unseen < 0:
        raise expected("the number of unseen units, 0 or more", question.unseen)
    material = read_corpus_material(question.paths, question.topics)
    if not (material.units or material.events or material.sheets):
        raise InputError("agreement-empty", place=question.paths[0] if question.paths else "the corpus")
    texts = {topic.id: {event.id: event.text for event in topic.events} for topic in material.events}
    judged = tuple(
        judge_topic(links, texts.get(links.topic, {}), question.literal) for links in _linked(material, question)
    )
    by_topic = {topic.topic: topic.agreement for topic in judged}
    events = []
    for topic in material.events:
        fact, agreement = material.facts.get(topic.id, TopicFacts(topic.id)), by_topic.get(topic.id)
        events.append(link_agreement.topic_statistics(topic, agreement, fact.hours, fact.part))
    divided = [topic for topic in material.units if can_split(len(unit_agreement.writers_of(topic.units)))]
    matchings = tuple(second_matchings(material.units, question.second)) if question.second else ()
    return AgreementSurvey(
        events=tuple(events),
        judged=judged,
        units=tuple(unit_agreement.unit_statistics(topic) for topic in material.units),
        splits=tuple(unit_agreement.topic_splits(topic, question.unseen).summary(topic.id) for topic in divided),
        matchings=matchings,
        notes=(*material.notes, *_notes(material, judged, matchings)),
    )


def _linked(material: CorpusMaterial, question: SurveyOptions) -> Iterator[TopicLinks]:
    """Yield the links of each topic that somebody judged; of a sheet alone where there are no events."""
    if question.verifier and not material.sheets:
        raise UsageError("verifier-sheet-expected")
    if question.verifier:
        link_agreement.expect_judge(question.verifier, [link for links in material.sheets.values() for link in links])
    if not material.events:
        for sheet, links in material.sheets.items():
            yield link_agreement.sheet_links(unpacked(Path(sheet)).stem, links, question.verifier)
        return
    given = links_by_topic(material.events, material.sheets)
    for topic in material.events:
        if given[topic.id]:
            yield link_agreement.topic_links(topic, given[topic.id], question.verifier)


def judge_topic(links: TopicLinks, texts: Mapping[str, str], literal: bool) -> JudgedTopic:
    """Measure the agreement of the judges of one topic; `texts` says what its events are."""
    return JudgedTopic(
        topic=links.topic,
        judges=links.judges,
        agreement=links.agreement(literal),
        addition_rate=links.additions.value if links.verified else None,
        excluded_events=links.unlinked,
        set_alpha=link_agreement.set_alpha(links) if links.judges else None,
        cell_alpha=link_agreement.cell_alpha(links) if links.judges else None,
        pairs=link_agreement.pair_overlaps(links),
        events=link_agreement.event_rows(links, texts, literal),
        links=links,
    )


def second_matchings(topics: Sequence[UnitTopic], second: Path | UnitFile) -> Iterator[MatchingAgreement]:
    """Compare a second person's links of the same units with those of the first."""
    units = read_unit_gold([second]).units if isinstance(second, Path) else second.units
    others = {topic.id: topic for topic in units}
    shared = [topic for topic in topics if topic.id in others]
    if not shared:
        raise InputError("topic-units-disjoint", second if isinstance(second, Path) else "second")
    for topic in shared:
        yield unit_agreement.compare_matchings(topic, others[topic.id])


def _notes(
    material: CorpusMaterial, judged: Sequence[JudgedTopic], matchings: Sequence[MatchingAgreement]
) -> Iterator[str]:
    """Return notes on what was left out, and why."""
    topics = {topic.id for topic in material.events} | {topic.id for topic in material.units}
    for name in material.facts:
        if name not in topics:
            yield Note.of("sheet-topic-left-out", topic=name)
    for agreement in judged:
        if agreement.excluded_events:
            yield Note.of("events-unlinked-left-out", topic=agreement.topic, events=listed(agreement.excluded_events))
        if not agreement.verified:
            yield Note.of("links-unverified", topic=agreement.topic)
    for topic in material.units:
        writers = len(unit_agreement.writers_of(topic.units))
        if not can_split(writers):
            yield Note.of("writers-not-split", topic=topic.id, writers=writers, most=MOST_WRITERS)
    yield from matching_notes(matchings)


def matching_notes(matchings: Sequence[MatchingAgreement]) -> Iterator[str]:
    """Return notes on the units that could not be compared, and on models that made links."""
    for model in sorted({matching.model for matching in matchings} - {""}):
        yield Note.of("links-of-model", model=model)
    for matching in matchings:
        if matching.left_out:
            yield Note.of("units-of-one-matcher", topic=matching.topic, count=len(matching.left_out))
