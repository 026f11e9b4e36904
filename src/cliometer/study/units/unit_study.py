"""A unit study as a whole: its steps, release, agreement figures, and a release read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeVar

from cliometer.errors import InputError, Refused
from cliometer.io.native import NativeJson
from cliometer.io.units import units_document
from cliometer.model.timeline import Timeline
from cliometer.model.units import ContentUnit, Contributor, EventGroup, UnitTopic
from cliometer.model.when import When
from cliometer.stats.samples import random
from cliometer.study.journal import UnnumberedAction, number_actions
from cliometer.study.split_analysis import SplitAnalysis, can_split
from cliometer.study.steps import (
    SHARED,
    Desk,
    EarlierWork,
    ReopenedTopic,
    StudyProtocol,
    StudyStep,
    Topic,
    reopen_topic,
    shared_work,
)
from cliometer.study.suggestions import SuggestedLinks, shown_share, tagged_proposals
from cliometer.study.unit_agreement import (
    MatchingAgreement,
    UnitStatistics,
    compare_matchings,
    topic_splits,
    unit_statistics,
)
from cliometer.study.units.unit_board import TEXT_ROLES, BoardMaterial, BoardUnit, LinePart, UnitBoard
from cliometer.study.units.unit_links import annotate_topic, without_anchors
from cliometer.study.units.unit_matching import MatchMaterial, MatchSheet, RematchSheet
from cliometer.study.units.unit_timelines import DatedLine, UnitSettings, WriterSheet, lines_of_writers

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
            raise InputError(f"the setting sample: there is no unit {missing[0]!r}; name units that were built")
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
    return UnitBoard(_topic(desk), BoardMaterial(lines), units, conflicts=settings.conflicts)


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
    sentences = {id: one.text for id, one in topic.marks.sentences.items()}
    words = {
        id: tuple(dict.fromkeys(text for text in (unit.label, *(one.text for one in unit.contributors)) if text))
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
    board = desk.earlier.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard):
        raise Refused("the units have not been built yet; hand in that step first")
    return {unit.id: unit for unit in board.content}


UNITS = StudyProtocol(
    "units",
    "Content units",
    (
        StudyStep("write", "Write timelines", "each", ("judge",), start_writing, blind=True),
        StudyStep("build", "Build units", "shared", ("owner", "judge"), start_building),
        StudyStep("match", "Match units", "each", ("judge",), start_matching, blind=True, crew="one"),
        StudyStep(
            "rematch", "Match again", "each", ("judge",), start_rematching,
            blind=True, optional=True, crew="none", hides=("match",),
        ),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class UnitReleaseTexts:
    """A release as the texts of its files; `timelines` is empty where nobody wrote one."""

    units: str
    seconds: Mapping[str, str]
    timelines: str


def release_units(topic_id: str, works: EarlierWork) -> UnitTopic:
    """Return the units with the links of the first matcher; without links where nobody has matched yet."""
    matchers = _matchers(works, MatchSheet)
    if matchers:
        return matchers[0][1].release(topic_id)
    board = works.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard):
        raise InputError(f"topic {topic_id}: no units have been built yet")
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
    sheets = [sheet for sheet in works.get(WriterSheet.step, {}).values() if isinstance(sheet, WriterSheet)]
    found = [sheet.timeline for sheet in sheets if sheet.lines]
    return tuple(one.named((names or {}).get(one.name, one.name)) for one in found)


def mean_length(works: EarlierWork) -> int:
    """Return the mean number of lines of a writer, rounded half up: the length of a timeline where none was set."""
    counts = [sum(len(sentences) for _, sentences in one.items()) for one in written_timelines(works)]
    return max(1, (2 * sum(counts) + len(counts)) // (2 * len(counts))) if counts else 1


def name_writers(topic: UnitTopic, names: Mapping[str, str]) -> UnitTopic:
    """Return a topic with these names in place of those of its writers."""
    units = (
        replace(unit, contributors=tuple(replace(one, writer=names.get(one.writer, one.writer)) for one in of))
        for unit in topic.units
        for of in [unit.contributors]
    )
    return replace(topic, units=tuple(units))


def unit_release_texts(topic_id: str, works: EarlierWork, names: Mapping[str, str] | None = None) -> UnitReleaseTexts:
    """Return everything as it is written to files; the same works give the same texts, and units are never twice.

    `names` stand in place of those of the judges.
    """
    known = names or {}
    written = written_timelines(works, known)
    topic = name_writers(release_units(topic_id, works), known)
    board = works.get(UnitBoard.step, {}).get(SHARED)
    if isinstance(board, UnitBoard) and board.doubles:
        raise Refused(f"topic {topic_id}: {board.doubles[0]}; reopen the step 'Build units' for that")
    if topic.length is None:
        topic = replace(topic, length=mean_length(works))
    return UnitReleaseTexts(
        units_document([topic]),
        {
            name: units_document([name_writers(one, known)])
            for name, one in rematched_units(topic_id, works, known).items()
        },
        NativeJson().write(written) if written else "",
    )


def _matchers(works: EarlierWork, kind: type[MatchSheet]) -> list[tuple[str, MatchSheet]]:
    sheets = works.get(kind.step, {}).items()
    return [(judge, sheet) for judge, sheet in sheets if isinstance(sheet, kind)]


@dataclass(frozen=True)
class UnitFigures:
    """The size and shape of the pyramid, the split analysis, and how far each second matcher agrees.

    There is no split analysis unless the writers make two teams of one size with two or more in each.
    """

    statistics: UnitStatistics
    splits: SplitAnalysis | None
    matchings: Mapping[str, MatchingAgreement]


def unit_figures(topic_id: str, works: EarlierWork, unseen: int | None = None) -> UnitFigures | None:
    """Return the figures, None where there is no unit yet; unseen units are estimated unless given."""
    board = works.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard) or not board.units:
        return None
    topic = release_units(topic_id, works)
    found = unit_statistics(topic)
    return UnitFigures(
        found,
        topic_splits(topic, unseen) if can_split(len(found.writers)) else None,
        {name: compare_matchings(topic, second) for name, second in rematched_units(topic_id, works).items()},
    )


class WriterLines:
    """The lines of each writer, found or made up one after the other, and what each unit has of which."""

    def __init__(self, units: Iterable[ContentUnit], timelines: Iterable[Timeline]) -> None:
        self.lines: dict[str, DatedLine] = {}
        self.by_writer: dict[str, list[DatedLine]] = {}
        self._known: set[str] = set()
        for timeline in timelines:
            self._known.add(timeline.name)
            for date, sentences in timeline.items():
                for sentence in sentences:
                    self._add(timeline.name, date, sentence)
        self.parts = {unit.id: self._parts(unit) for unit in units}

    def _parts(self, unit: ContentUnit) -> dict[str, LinePart]:
        """Return what a unit has of which line; no line is meant twice."""
        found: dict[str, LinePart] = {}
        for contributor in unit.contributors:
            line = self._line(contributor, unit.id, found)
            found[line.id] = LinePart(contributor.text, contributor.discarded)
        return found

    def _line(self, part: Contributor, unit: str, taken: dict[str, LinePart]) -> DatedLine:
        """Return the line that a part comes from, or make it up where timelines are not known."""
        if part.date is None or not part.text:
            lacks = "date" if part.date is None else "text"
            raise InputError(
                f"unit {unit}: what {part.writer} wrote has no {lacks}, so no timeline can hold it; add one"
            )
        dated = [line for line in self.by_writer.get(part.writer, ()) if line.date == part.date]
        free = [line for line in dated if line.id not in taken]
        if part.writer not in self._known:
            free = [line for line in free if _holds(line, part)]
        if free:  # the same words first, then a line that holds the part, then most words in common
            words = set(f"{part.text} {part.discarded}".casefold().split())
            return max(
                free,
                key=lambda line: (
                    line.text == part.text,
                    _holds(line, part),
                    len(words & set(line.text.casefold().split())),
                ),
            )
        return self._add(part.writer, part.date, f"{part.text} {part.discarded}".strip())

    def _add(self, writer: str, date: When, text: str) -> DatedLine:
        own = self.by_writer.setdefault(writer, [])
        line = DatedLine(f"{writer}/l{len(own) + 1}", date, text, len(own) + 1, writer)
        own.append(line)
        self.lines[line.id] = line
        return line


def line_actions(lines: Sequence[DatedLine]) -> tuple[UnnumberedAction, ...]:
    """Write each line; the number of the action is that of the line."""
    return tuple(("add", {"date": str(line.date), "text": line.text}) for line in lines)


def _holds(line: DatedLine, part: Contributor) -> bool:
    """Return whether the line is the part, or has what was kept of it and what was discarded."""
    both = part.text in line.text and part.discarded in line.text
    return line.text == part.text or (bool(part.discarded) and both)


LEFT_OUT = "in no unit of the release"


def board_actions(release: UnitTopic, written: WriterLines) -> tuple[UnnumberedAction, ...]:
    """Make each unit, and leave out the lines that are in none."""
    made = [said for unit in release.units for said in _unit_actions(unit, written)]
    used = {line for parts in written.parts.values() for line in parts}
    left = [("omit", {"line": id, "why": LEFT_OUT}) for id in written.lines if id not in used]
    return (*made, *left)


def _unit_actions(unit: ContentUnit, written: WriterLines) -> Iterator[UnnumberedAction]:
    parts, lines = written.parts[unit.id], written.lines
    yield "make", {"lines": list(parts), "label": unit.label, "id": unit.id}
    for line, part in parts.items():
        if part.discarded or part.text != lines[line].text:
            yield "trim", {"line": line, "unit": unit.id, "text": part.text, "discarded": part.discarded}
    told: dict[str, object] = {name: getattr(unit, name) for name in TEXT_ROLES[1:] if getattr(unit, name)}
    if unit.time != BoardUnit(unit.id, parts).when(lines):
        told["time"] = "" if unit.time is None else str(unit.time)
    if told:
        yield "describe", {"unit": unit.id, **told}
    for name, value in unit.roles:
        yield "role", {"unit": unit.id, "name": name, "value": value}


def match_actions(release: UnitTopic) -> tuple[UnnumberedAction, ...]:
    """Set the anchors, link what each unit has, and call it done."""
    said: list[UnnumberedAction] = [
        ("anchor", {"source": source.id, "start": anchor.start, "end": anchor.end})
        for source in release.sources
        for anchor in without_anchors(source)[1]
    ]
    for unit in release.units:
        said += _GroupActions(unit).inside(unit.group) if unit.group else ()
        looked = [mark for mark in unit.examined if mark not in unit.leaves]
        said += [("look", {"unit": unit.id, "mark": mark}) for mark in looked]
        said.append(("done", {"unit": unit.id}))
    return tuple(said)


class _GroupActions:
    """From the inside out: members first, then the group of them, each as the last of its siblings."""

    def __init__(self, unit: ContentUnit) -> None:
        self._unit = unit.id
        self._seen: set[str] = set()

    def inside(self, group: EventGroup) -> Iterator[UnnumberedAction]:
        for member in group.members:
            if isinstance(member.of, str):
                yield "link", {"unit": self._unit, "mark": self._once(member.of), "v": float(member.v)}
            else:
                yield from self._group(member.of, float(member.v))

    def _group(self, group: EventGroup, v: float) -> Iterator[UnnumberedAction]:
        ids = []
        for member in group.members:
            made = list(self.inside(EventGroup((member,))))
            yield from made
            ids.append(str(made[-1][1].get("id", made[-1][1].get("mark"))))
        yield "group", {"unit": self._unit, "members": ids, "v": v, "id": self._name(group.id)}

    def _name(self, given: str) -> str:
        """Return the group's own id where it may keep it, else a new one."""
        own = given if given and "/" not in given and given not in self._seen else ""
        id = own or next(name for n in count(1) if (name := f"group-{n}") not in self._seen)
        self._seen.add(id)
        return id

    def _once(self, mark: str) -> str:
        if mark in self._seen:
            raise InputError(f"unit {self._unit} links {mark} twice; the workbench has each mark once in a unit")
        self._seen.add(mark)
        return mark


def reopen_units(
    release: UnitTopic,
    timelines: Sequence[Timeline] = (),
    seconds: Mapping[str, UnitTopic] | None = None,
    matcher: str = "matcher",
) -> ReopenedTopic:
    """Open a release; `timelines` bring back lines that no unit has, `seconds` what others matched again.

    A release does not say who matched: `matcher` does, and the keys of `seconds` are judges. Groups without
    an id get one.
    """
    others = dict(seconds or {})
    topic = Topic(
        release.id, sources=tuple(without_anchors(source)[0] for source in release.sources), length=release.length
    )
    written = WriterLines(release.units, timelines)
    said: dict[tuple[str, str], Sequence[UnnumberedAction]] = {
        **{(WriterSheet.step, by): line_actions(own) for by, own in written.by_writer.items()},
        (UnitBoard.step, SHARED): board_actions(release, written),
        (MatchSheet.step, matcher): match_actions(release),
        **{(RematchSheet.step, judge): match_actions(second) for judge, second in others.items()},
    }
    again = {unit.id for second in others.values() for unit in second.units}
    settings: dict[str, object] = {"draft": True}
    if again:
        settings["sample"] = [unit.id for unit in release.units if unit.id in again]
    journals = {(step, by): number_actions(by, rows) for (step, by), rows in said.items()}
    return reopen_topic(UNITS, topic, journals, settings)
