"""Agreement in a whole corpus, topic by topic, read from files and written as one JSON document (`cliometer
agreement`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cliometer.errors import InputError, UsageError, expected
from cliometer.io.sheets import (
    Link,
    TopicFacts,
    kind_of_sheet,
    read_entries,
    read_links,
    read_topic_sheet,
    units_of,
)
from cliometer.io.text_files import files_of, read_text
from cliometer.io.topic_folders import read_unit_gold
from cliometer.model.nuggets import EventTopic
from cliometer.model.units import UnitTopic
from cliometer.study.link_agreement import (
    EventAgreementRow,
    PairOverlap,
    PartStatistics,
    TopicLinks,
    TopicStatistics,
    cell_alpha,
    corpus_parts,
    event_rows,
    expect_judge,
    pair_overlaps,
    set_alpha,
    sheet_links,
    topic_averages,
    topic_links,
    topic_statistics,
)
from cliometer.study.split_analysis import MOST_WRITERS, SplitAnalysis, SplitTable, can_split
from cliometer.study.unit_agreement import (
    MatchingAgreement,
    UnitStatistics,
    compare_matchings,
    topic_splits,
    unit_statistics,
    writers_of,
)
from cliometer.version import __version__

_ENDINGS = (".json", ".csv", ".tsv")


@dataclass(frozen=True)
class CorpusMaterial:
    """Topics, the links of judges by sheet, and what is known of topics."""

    units: tuple[UnitTopic, ...] = ()
    events: tuple[EventTopic, ...] = ()
    sheets: dict[str, tuple[Link, ...]] = field(default_factory=dict)
    facts: dict[str, TopicFacts] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_corpus_material(paths: Iterable[Path]) -> CorpusMaterial:
    """Read everything; a folder stands for the .json, .csv and .tsv files in it."""
    files = [
        file
        for path in paths
        for file in files_of(path, _ENDINGS, f"file that ends in {' or '.join(_ENDINGS)}")
    ]
    documents = [file for file in files if _is_json(file)]
    kinds = {file: kind_of_sheet(file) for file in files if file not in documents}
    gold = read_unit_gold(documents)
    drafted = tuple(
        UnitTopic(file.stem, (), units_of(read_entries(file))) for file in _files_of_kind(kinds, "entries")
    )
    facts: dict[str, TopicFacts] = {}
    for file in _files_of_kind(kinds, "topics"):
        for fact in read_topic_sheet(file):
            if fact.topic in facts:
                raise InputError(f"topic {fact.topic} stands in another sheet already; keep one", file)
            facts[fact.topic] = fact
    sheets = {str(file): read_links(file) for file in _files_of_kind(kinds, "links")}
    return CorpusMaterial((*gold.units, *drafted), gold.events, sheets, facts, gold.notes)


def _is_json(file: Path) -> bool:
    return read_text(file).lstrip("\ufeff \t\r\n").startswith(("{", "["))


def _files_of_kind(kinds: dict[Path, str], wanted: str) -> Iterator[Path]:
    return (file for file, kind in kinds.items() if kind == wanted)


def links_by_topic(
    topics: Sequence[EventTopic], sheets: dict[str, tuple[Link, ...]]
) -> dict[str, list[Link]]:
    """Each link under the topic whose sentences it names; an error where no topic, or several, have them."""
    found: dict[str, list[Link]] = {topic.id: [] for topic in topics}
    for sheet, links in sheets.items():
        for link in links:
            found[_topic_of(link, topics, Path(sheet))].append(link)
    return found


def _topic_of(link: Link, topics: Sequence[EventTopic], sheet: Path) -> str:
    if len(topics) == 1:
        return topics[0].id  # what is wrong with the link is said when it is checked
    fit = [topic.id for topic in topics if all(s in topic.marks.sentences for s in link.sentences)]
    if len(fit) != 1:
        named = "+".join(link.sentences)
        have = f"topics {', '.join(fit)} have" if fit else "no topic has"
        raise InputError(
            f"{have} the sentence {named} that {link.judge} linked to {link.event}", sheet, link.line
        )
    return fit[0]


@dataclass(frozen=True)
class SurveyOptions:
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
    rows: tuple[EventAgreementRow, ...]
    agreement: float | None
    overlaps: tuple[PairOverlap, ...]
    set_alpha: float | None
    cell_alpha: float | None


@dataclass(frozen=True)
class AgreementSurvey:
    """Everything that could be said of the material."""

    events: tuple[TopicStatistics, ...] = ()
    judged: tuple[JudgedTopic, ...] = ()
    units: tuple[UnitStatistics, ...] = ()
    splits: tuple[tuple[str, SplitAnalysis], ...] = ()
    matchings: tuple[MatchingAgreement, ...] = ()
    notes: tuple[str, ...] = ()
    literal: bool = False  # whether links that the verifier added count as agreed


def survey_agreement(question: SurveyOptions) -> AgreementSurvey:
    """Read the files and look at whatever they hold."""
    if question.unseen is not None and question.unseen < 0:
        raise expected("the number of unseen units, 0 or more", question.unseen)
    material = read_corpus_material(question.paths)
    if not (material.units or material.events or material.sheets):
        raise InputError(f"{question.paths[0]}: there are no units, events or links to look at")
    texts = {topic.id: {event.id: event.text for event in topic.events} for topic in material.events}
    judged = tuple(
        judge_topic(links, texts.get(links.topic, {}), question.literal)
        for links in _linked(material, question)
    )
    by_topic = {topic.links.topic: topic.agreement for topic in judged}
    splits = tuple(_splits(material.units, question.unseen))
    matchings = tuple(second_matchings(material.units, question.second)) if question.second else ()
    return AgreementSurvey(
        events=tuple(_statistics(topic, by_topic, material.facts) for topic in material.events),
        judged=judged,
        units=tuple(unit_statistics(topic) for topic in material.units),
        splits=splits,
        matchings=matchings,
        notes=(*material.notes, *_notes(material, judged, matchings)),
        literal=question.literal,
    )


def _linked(material: CorpusMaterial, question: SurveyOptions) -> Iterator[TopicLinks]:
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


def judge_topic(links: TopicLinks, texts: Mapping[str, str], literal: bool) -> JudgedTopic:
    """Measure the agreement of the judges of one topic; `texts` says what its events are."""
    return JudgedTopic(
        links=links,
        rows=event_rows(links, texts, literal),
        agreement=links.agreement(literal),
        overlaps=pair_overlaps(links),
        set_alpha=set_alpha(links) if links.judges else None,
        cell_alpha=cell_alpha(links) if links.judges else None,
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


def second_matchings(topics: Sequence[UnitTopic], second: Path) -> Iterator[MatchingAgreement]:
    """How far a second person's links of the same units agree with those of the first."""
    others = {topic.id: topic for topic in read_unit_gold([second]).units}
    shared = [topic for topic in topics if topic.id in others]
    if not shared:
        raise InputError("has no topic of units in common with the others", second)
    for topic in shared:
        yield compare_matchings(topic, others[topic.id])


def _notes(
    material: CorpusMaterial, judged: Sequence[JudgedTopic], matchings: Sequence[MatchingAgreement]
) -> Iterator[str]:
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


def matching_notes(matchings: Sequence[MatchingAgreement]) -> Iterator[str]:
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


JsonDocument = dict[str, Any]


def agreement_document(found: AgreementSurvey) -> JsonDocument:
    """Everything, with all digits; what was not there to look at is an empty list."""
    events = found.events
    return {
        "cliometer": __version__,
        "notes": list(found.notes),
        "topics": [dataclasses.asdict(topic) for topic in events],
        "averages": dataclasses.asdict(topic_averages(events)) if events else None,
        "parts": [_part_document(part) for part in corpus_parts(events)] if events else [],
        "judges": [_judged_document(topic) for topic in found.judged],
        "units": [_unit_document(topic) for topic in found.units],
        "splits": [{"topic": topic, **_split_document(analysis)} for topic, analysis in found.splits],
        "matching": [_matching_document(matching) for matching in found.matchings],
    }


def _part_document(part: PartStatistics) -> JsonDocument:
    shares = {f"{name}_share": part.share(getattr(part, name)) for name in ("off", "single", "multi")}
    names = ("stories_per_topic", "events_per_topic", "sentences_per_topic", "sentences_per_story")
    return dataclasses.asdict(part) | {name: getattr(part, name) for name in names} | shares


def _judged_document(topic: JudgedTopic) -> JsonDocument:
    return {
        "topic": topic.links.topic,
        "judges": list(topic.links.judges),
        "agreement": topic.agreement,
        "addition_rate": topic.links.additions.value if topic.links.verified else None,
        "excluded_events": list(topic.links.unlinked),
        "set_alpha": topic.set_alpha,
        "cell_alpha": topic.cell_alpha,
        "pairs": [_pair_document(pair) for pair in topic.overlaps],
        "events": [dataclasses.asdict(row) for row in topic.rows],
    }


def _pair_document(pair: PairOverlap) -> JsonDocument:
    return dataclasses.asdict(pair) | {"dice": pair.dice, "jaccard": pair.jaccard}


def _unit_document(topic: UnitStatistics) -> JsonDocument:
    flat = dataclasses.asdict(topic)
    del flat["shape"]
    shape = topic.shape
    return flat | {"levels": list(shape.levels), "pyramid": shape.pyramid, "strict_pyramid": shape.strict}


def _split_document(found: SplitAnalysis) -> JsonDocument:
    return {
        "writers": list(found.writers),
        "unseen": found.unseen,
        "frequencies": list(found.frequencies),
        "splits": len(found.tables),
        "mean_grey": found.mean_grey,
        "expected_grey": found.expected_grey,
        "mean_alpha": found.mean_alpha,
        "best": _table_document(found.best),
        "worst": _table_document(found.worst),
        "pooled_alpha": [
            {"assumed": what, "unseen": z, "alpha": alpha} for what, z, alpha in found.sensitivity
        ],
    }


def _table_document(table: SplitTable) -> JsonDocument:
    grey = {"grey": table.grey.value, "alpha": table.alpha_or_none()}
    return {"first": list(table.first), "second": list(table.second), "table": table.counts} | grey


def _matching_document(matching: MatchingAgreement) -> JsonDocument:
    return {
        "topic": matching.topic,
        "units": matching.units,
        "left_out": list(matching.left_out),
        "decisions": len(matching.values),
        "agreement": matching.agreement.value,
        "exact": matching.exact.value,
        "alpha": matching.alpha,
    }
