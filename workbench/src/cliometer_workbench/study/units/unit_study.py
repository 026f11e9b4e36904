"""A unit study as a whole: its steps, release and agreement figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from cliometer.errors import InputError, Refused
from cliometer.model.timeline import Timeline
from cliometer.model.units import ContentUnit, UnitTopic
from cliometer.stats.samples import random
from cliometer.study import unit_agreement
from cliometer.study.link_agreement import LinkedEvent, TopicLinks
from cliometer.study.split_analysis import SplitAnalysis, can_split
from cliometer.study.topics import Topic
from cliometer_workbench.study.steps import Desk, EarlierWork, begun_work, described_protocol, shared_work
from cliometer_workbench.study.suggestions import (
    SuggestedAgreement,
    SuggestedLinks,
    agreement_by_suggestion,
    shown_share,
    tagged_proposals,
)
from cliometer_workbench.study.units.unit_board import BoardMaterial, BoardUnit, LinePart, UnitBoard
from cliometer_workbench.study.units.unit_matching import MatchMaterial, MatchSheet, RematchSheet, annotate_topic
from cliometer_workbench.study.units.unit_timelines import UnitSettings, WriterSheet, lines_of_writers

T = TypeVar("T")


def sample_units(units: Mapping[str, T], sample: int | tuple[str, ...], seed: int) -> dict[str, T]:
    """Draw so many units, or take those named, in the order of the units."""
    if isinstance(sample, int):
        ids = list(units)
        chosen = {ids[place] for place in random(seed).permutation(len(ids))[:sample].tolist()}
    else:
        chosen = set(sample)
        missing = [id for id in sample if id not in units]
        if missing:
            raise InputError("sample-unit-missing", unit=missing[0])
    return {id: unit for id, unit in units.items() if id in chosen}


def start_writing(desk: Desk) -> WriterSheet:
    """Lay out an empty timeline."""
    topic = _topic(desk)
    proposals = tagged_proposals(WriterSheet.step, topic.sources, topic.suggestions, desk.settings)
    return WriterSheet(topic, desk.judge, proposals=proposals)


def start_building(desk: Desk) -> UnitBoard:
    """Lay out each line as a unit of its own; without any unit where drafts are asked for."""
    settings = _settings(desk)
    sheets = desk.earlier.get(WriterSheet.step, {})
    lines = lines_of_writers({by: sheet.lines for by, sheet in sheets.items() if isinstance(sheet, WriterSheet)})
    alone = [BoardUnit(f"c{number}", {line: LinePart()}) for number, line in enumerate(lines, start=1)]
    units = {} if settings.draft else {unit.id: unit for unit in alone}
    topic = _topic(desk)
    return UnitBoard(topic, BoardMaterial(lines, topic.suggestions), units, conflicts=settings.conflicts)


def start_matching(desk: Desk) -> MatchSheet:
    """Lay out all units, nothing linked."""
    topic, units = annotate_topic(_topic(desk)), _built_units(desk)
    return MatchSheet(MatchMaterial(topic, units), hints=_match_hints(desk, topic, units))


def start_rematching(desk: Desk) -> RematchSheet:
    """Lay out some of the units with nothing linked: what the first matcher did is not used."""
    settings, topic, units = _settings(desk), annotate_topic(_topic(desk)), _built_units(desk)
    chosen = sample_units(units, settings.sample, settings.seed)
    return RematchSheet(MatchMaterial(topic, chosen), hints=_match_hints(desk, topic, units))


def _match_hints(desk: Desk, topic: Topic, units: Mapping[str, ContentUnit]) -> SuggestedLinks:
    """Return suggested links for all units, the same for every matcher, whichever of the units they match."""
    share = shown_share(desk.settings)
    if not share:
        return SuggestedLinks()
    sentences = {id: line.text for id, line in topic.marks.sentences.items()}
    words = {
        id: tuple(dict.fromkeys(text for text in (unit.label, *(part.text for part in unit.contributors)) if text))
        for id, unit in units.items()
    }
    return SuggestedLinks(sentences, words, topic.suggestions, share, MatchSheet.step)


def _settings(desk: Desk) -> UnitSettings:
    return UnitSettings.of(desk.settings, desk.topics[0].id)


def _topic(desk: Desk) -> Topic:
    """Return the topic, with the length of the study where it has none of its own."""
    topic, length = desk.topics[0], _settings(desk).length
    return topic if topic.length is not None or length is None else replace(topic, length=length)


def _built_units(desk: Desk) -> dict[str, ContentUnit]:
    board = begun_work(desk.earlier, UnitBoard.step, UnitBoard)
    if board is None:
        raise Refused("units-not-built")
    return {unit.id: unit for unit in board.content}


UNITS = described_protocol(
    "units", write=start_writing, build=start_building, match=start_matching, rematch=start_rematching
)


def release_units(topic_id: str, works: EarlierWork) -> UnitTopic:
    """Return the units with the links of the first matcher; without links where nobody has matched yet."""
    matchers = _matchers(works, MatchSheet)
    if matchers:
        return matchers[0][1].release(topic_id)
    board = begun_work(works, UnitBoard.step, UnitBoard)
    if board is None:
        raise InputError("topic-units-not-built", topic=topic_id)
    return UnitTopic(topic_id, board.topic.sources, board.content, board.topic.length)


def unmatched_units(topic_id: str, works: EarlierWork) -> UnitTopic:
    """Return the units and documents as a matcher sees them at first, without any link."""
    board = shared_work(works, UnitBoard.step, UnitBoard)
    return UnitTopic(topic_id, annotate_topic(board.topic).sources, board.content, board.topic.length)


def rematched_units(topic_id: str, works: EarlierWork, names: Mapping[str, str] | None = None) -> dict[str, UnitTopic]:
    """Return the units that others matched as well, `rematch-bo`, each with that person's links.

    Of work that goes on, only the units that are done count.
    """
    others = [*_matchers(works, MatchSheet)[1:], *_matchers(works, RematchSheet)]
    return {
        f"{sheet.step}-{(names or {}).get(judge, judge)}": sheet.release(topic_id, sheet.finished)
        for judge, sheet in others
        if sheet.finished
    }


def written_timelines(works: EarlierWork, names: Mapping[str, str] | None = None) -> tuple[Timeline, ...]:
    """Return what each writer wrote, as reference timelines by name."""
    sheets = works.get(WriterSheet.step, {}).values()
    timelines = [sheet.timeline for sheet in sheets if isinstance(sheet, WriterSheet) and sheet.lines]
    return tuple(timeline.named((names or {}).get(timeline.name, timeline.name)) for timeline in timelines)


def mean_length(works: EarlierWork) -> int:
    """Return the mean number of lines of a writer, rounded half up: the length of a timeline where none was set."""
    counts = [sum(len(sentences) for _, sentences in timeline.items()) for timeline in written_timelines(works)]
    return max(1, (2 * sum(counts) + len(counts)) // (2 * len(counts))) if counts else 1


def name_writers(topic: UnitTopic, names: Mapping[str, str]) -> UnitTopic:
    """Return a topic with these names in place of those of its writers."""
    units = (
        replace(unit, contributors=tuple(replace(part, writer=names.get(part.writer, part.writer)) for part in of))
        for unit in topic.units
        for of in [unit.contributors]
    )
    return replace(topic, units=tuple(units))


def _matchers(works: EarlierWork, kind: type[MatchSheet]) -> list[tuple[str, MatchSheet]]:
    sheets = works.get(kind.step, {}).items()
    return [(judge, sheet) for judge, sheet in sheets if isinstance(sheet, kind)]


@dataclass(frozen=True)
class UnitFigures:
    """The size and shape of the pyramid, the split analysis, and how far each second matcher agrees.

    There is no split analysis unless the writers make two teams of one size with two or more in each.
    """

    statistics: unit_agreement.UnitStatistics
    splits: SplitAnalysis | None
    matchings: Mapping[str, unit_agreement.MatchingAgreement]


def unit_figures(topic_id: str, works: EarlierWork, unseen: int | None = None) -> UnitFigures | None:
    """Return the figures, None where there is no unit yet; unseen units are estimated unless given."""
    board = begun_work(works, UnitBoard.step, UnitBoard)
    if not board or not board.units:
        return None
    topic = release_units(topic_id, works)
    statistics = unit_agreement.unit_statistics(topic)
    return UnitFigures(
        statistics,
        unit_agreement.topic_splits(topic, unseen) if can_split(len(statistics.writers)) else None,
        {
            name: unit_agreement.compare_matchings(topic, second)
            for name, second in rematched_units(topic_id, works).items()
        },
    )


def matching_by_suggestion(topic_id: str, works: EarlierWork) -> tuple[SuggestedAgreement, ...]:
    """Compare the links of all matchers to sentences with and without a suggestion, for the units that all have done.

    A matcher links a unit to a sentence by the sentence itself or by a mention in it. It is empty where the study shows
    no suggestion, or one person matched.
    """
    sheets = {
        f"{sheet.step}-{by}": sheet for kind in (MatchSheet, RematchSheet) for by, sheet in _matchers(works, kind)
    }
    if len(sheets) < 2:
        return ()
    done = frozenset.intersection(*(sheet.finished for sheet in sheets.values()))
    linked: dict[str, dict[str, frozenset[str]]] = {id: {} for id in sorted(done)}
    for name, sheet in sheets.items():
        topic = sheet.release(topic_id, done)
        places = unit_agreement.sentences_by_mark(topic)
        for unit in topic.units:
            linked[unit.id][name] = frozenset(
                places[mark] for mark in unit_agreement.contributing_marks(unit) if mark in places
            )
    events = tuple(LinkedEvent(id, sentences) for id, sentences in linked.items())
    first = next(iter(sheets.values()))
    return agreement_by_suggestion(TopicLinks(topic_id, tuple(first.topic.marks.sentences), events), first.hints)
