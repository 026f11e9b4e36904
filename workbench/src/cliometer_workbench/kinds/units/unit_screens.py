"""The screens of a study of units: writing timelines, building units, and matching them with documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext

from cliometer.model.sources import Source, Span
from cliometer.model.when import EXPECTED
from cliometer_workbench.kinds.study_kind import Bench, Drawn, SuggestedParts, suggestion_rows, texts
from cliometer_workbench.study.journal import SUGGESTION, Action
from cliometer_workbench.study.suggestions import Suggestion
from cliometer_workbench.study.units.unit_board import BoardUnit, UnitBoard, unit_doubts
from cliometer_workbench.study.units.unit_matching import TOP_GROUP, LinkTree, MatchSheet, unit_label
from cliometer_workbench.study.units.unit_timelines import WriterSheet, double_event_hint

# Words selected on the page are located by their offsets in the document, so the page must show its exact letters.


@dataclass(frozen=True)
class Piece:
    """A piece of text and the mark that covers it; the first piece of a mark has its id in the page, `dom`."""

    text: str
    mark: str = ""
    dom: str = ""


@dataclass(frozen=True)
class TextRun:
    """A sentence, or the text between two sentences (without id and number)."""

    pieces: tuple[Piece, ...]
    id: str = ""
    number: int = 0


@dataclass(frozen=True)
class Passage:
    """A document with its number in the topic, cut into runs."""

    number: int
    id: str
    title: str
    date: str
    runs: tuple[TextRun, ...]


def passage(source: Source, number: int, marks: Mapping[str, Span]) -> Passage:
    """Return a document in which the given marks are shown; the shortest of several covers the others."""
    cover, drawn, backwards = [""] * len(source.text), set[str](), [*marks.items()][::-1]
    for id, span in sorted(backwards, key=lambda mark: (mark[1].start - mark[1].end, -mark[1].start)):
        cover[span.start : span.end] = [id] * (span.end - span.start)

    def pieces(start: int, end: int) -> Iterator[Piece]:
        for mark, places in groupby(range(start, end), cover.__getitem__):
            at = [*places]
            # a page shows a carriage return as a line feed or not at all; a blank keeps all offsets
            text = source.text[at[0] : at[-1] + 1].replace("\r", " ")
            is_first = mark and mark not in drawn
            drawn.add(mark)
            yield Piece(text, mark, f"k{number}-{marks[mark].start}-{marks[mark].end}" if is_first else "")

    title = source.title or source.id.rpartition("/")[2]
    return Passage(number, source.id, title, str(source.date or ""), tuple(_runs(source, pieces)))


def _runs(source: Source, pieces: Callable[[int, int], Iterator[Piece]]) -> Iterator[TextRun]:
    at = 0
    for number, (id, sentence) in enumerate(source.sentences.items(), start=1):
        if at < sentence.start:
            yield TextRun(tuple(pieces(at, sentence.start)))
        yield TextRun(tuple(pieces(sentence.start, sentence.end)), id, number)
        at = sentence.end
    if at < len(source.text):
        yield TextRun(tuple(pieces(at, len(source.text))))


def write_context(bench: Bench, work: WriterSheet) -> dict[str, Any]:
    """Return all documents with their dates, and the writer's lines."""
    documents = []
    for number, source in enumerate(work.topic.sources, start=1):
        dates = [time for time in source.times if time.type == "DATE" and time.value]
        documents.append(passage(source, number, {f"{date.value}@{date.start}": date for date in dates}))
    expected = f"{EXPECTED}, or a year such as 44 BC"
    return {"documents": documents, "expected": expected, **write_pieces(bench, work, None)[1]}


def write_pieces(bench: Bench, work: WriterSheet, action: Action | None) -> tuple[str, dict[str, Any]]:
    """Return the lines, each with a hint where it may hold two events; the documents never change."""

    def parts(suggestion: Suggestion) -> SuggestedParts:
        details = suggestion.actions[0][1]
        return [(str(details["date"]), str(details["text"]), "")]

    return "workbench/units/write_pieces.html", {
        "lines": [(line, double_event_hint(line.text)) for line in work.lines],
        "over": max(-(work.room or 0), 0),
        "suggestions": suggestion_rows(work.suggestions, parts),
    }


REASONS = ("not an event", "opinion or background", "too small for any unit", "an error of the writer")
ROLES = ("label", "action", "agent", "patient", "time", "location")


def build_context(bench: Bench, work: UnitBoard) -> dict[str, Any]:
    """Return the columns, units and suggestions of the board."""
    lines, columns = _lines(work), sorted(work.material.columns.items())
    return {
        "columns": {by: [lines[line.id] for line in lines_of_writer] for by, lines_of_writer in columns},
        "units": [_unit(work, unit, number) for number, unit in enumerate(work.units.values(), start=1)],
        "suggestions": suggestion_rows(
            work.suggestions,
            lambda hint: [(str(line.date), line.text, line.writer) for line in map(work.lines.__getitem__, hint.about)],
            gettext("Make one"),
            gettext("Different"),
        ),
        "reasons": REASONS,
        "role_names": ROLES,
    }


def _lines(work: UnitBoard) -> dict[str, dict[str, Any]]:
    """Return each line with the numbers of its units, the reason for omitting it, and the unit of it alone."""
    places = {id: number for number, id in enumerate(work.units, start=1)}
    lines = {}
    for number, (id, line) in enumerate(work.lines.items(), start=1):
        units = work.units_of(id)
        alone = units[0] if len(units) == 1 and len(work.units[units[0]].parts) == 1 else ""
        shown = {"number": number, "line": line, "units": [places[unit] for unit in units]}
        lines[id] = shown | {"why": work.omitted.get(id, ""), "alone": alone}
    return lines


def _unit(work: UnitBoard, unit: BoardUnit, number: int) -> dict[str, Any]:
    """Return a unit with its content, the parts of lines in it, and remarks on what may be wrong."""
    content, parts = unit.content(work.lines), []
    for id, part in unit.parts.items():
        line = work.lines[id]
        kept = line.text if part.text is None else part.text
        trimmed = kept != line.text or bool(part.discarded)
        parts.append({"line": line, "kept": kept, "discarded": part.discarded, "trimmed": trimmed})
    roles = {name: getattr(unit, name) for name in ROLES if name not in ("label", "time")}
    return {
        "number": number,
        "unit": unit,
        "content": content,
        "name": unit.name(work.lines),
        "roles": [(name, value) for name, value in (*roles.items(), *unit.roles.items()) if value],
        "parts": parts,
        "remarks": list(unit_doubts(content)),
    }


_LONGEST = 40  # characters of a mark in a formula


def formulas(work: MatchSheet, tree: LinkTree, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield the formula of the unit, S = min(1, ...), then those of its groups."""
    for place, name in [(TOP_GROUP, "S"), *names.items()]:
        inside = tree.inside(place)
        words = {node.id: names.get(node.id) or f"“{_short(work.text_of(node.id), _LONGEST)}”" for node in inside}
        terms = [f"{node.v:.4g} × {words[node.id]}" for node in inside]
        if terms:
            yield {"name": name, "terms": " + ".join(terms), "either": _either(tree, place)}


def _nodes(
    work: MatchSheet, tree: LinkTree, names: Mapping[str, str], group: str = TOP_GROUP, depth: int = 0
) -> Iterator[dict[str, Any]]:
    """Yield the marks and groups of the tree, depth first; `name` is the name of a group in the formulas."""
    for member in tree.inside(group):
        node = {"id": member.id, "v": f"{member.v:.4g}", "is_group": member.is_group, "depth": min(depth, 5)}
        if member.is_group:
            yield node | {"name": names[member.id], "either": _either(tree, member.id)}
            yield from _nodes(work, tree, names, member.id, depth + 1)
        else:
            yield node | {"text": _short(work.text_of(member.id), 90)}


def _groups(tree: LinkTree, group: str) -> Iterator[str]:
    for node in tree.inside(group):
        if node.is_group:
            yield node.id
            yield from _groups(tree, node.id)


def _either(tree: LinkTree, group: str) -> bool:
    """Return whether any single member of a group is enough."""
    inside = tree.inside(group)
    return len(inside) > 1 and all(node.v == 1 for node in inside)


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


_WHOLE = 1 - 1e-9
MOST_HINTS = 12  # suggested sentences of a unit that are sent to the page


def match_context(bench: Bench, work: MatchSheet) -> dict[str, Any]:
    """Return all documents with their marks, and all units with their links."""
    documents = [document(work, number) for number, _ in enumerate(work.topic.sources, start=1)]
    return {"documents": documents, "units": [unit_row(work, id, n) for n, id in enumerate(work.units, start=1)]}


def match_pieces(bench: Bench, work: MatchSheet, action: Action | None) -> Drawn:
    """Return the unit whose links changed, or the document whose anchors changed."""
    if action is None:
        return None
    places = {id: number for number, id in enumerate(work.units, start=1)}
    about = [id for suggestion in texts(action.details, SUGGESTION) for id in work.hints.about(suggestion)]
    changed = dict.fromkeys((*texts(action.details, "unit"), *about))
    units = [unit_row(work, id, places[id]) for id in changed if id in places]
    sources = [source.id for source in work.topic.sources]
    mentioned = [mention.rpartition("/")[0] for mention in texts(action.details, "mention")]
    touched = [*texts(action.details, "source"), *mentioned]
    documents = [document(work, sources.index(id) + 1) for id in touched if id in sources]
    if not units and not documents:
        return None
    return "workbench/units/match_pieces.html", {"units": units, "documents": documents}


def document(work: MatchSheet, number: int) -> Passage:
    """Return a document with its mentions and anchors."""
    source = work.topic.sources[number - 1]
    anchors: dict[str, Any] = {id: anchor for id, anchor in work.anchors.items() if anchor.source == source.id}
    marks: dict[str, Span] = {**source.mentions, **anchors}
    return passage(source, number, marks)


def unit_row(work: MatchSheet, id: str, number: int) -> dict[str, Any]:
    """Return a unit with its roles and links, and how much of it a system can earn."""
    unit, tree, attainable = work.units[id], work.tree_of(id), work.matched(id).attainable
    names = {group: f"G{place}" for place, group in enumerate(_groups(tree, TOP_GROUP), start=1)}
    roles = [(name, getattr(unit, name)) for name in ("action", "agent", "patient", "location")]

    def parts(suggestion: Suggestion) -> SuggestedParts:
        v = suggestion.actions[0][1]["v"]
        return [("" if v == 1 else f"v = {v}", work.text_of(suggestion.about[0]), "")]

    return {
        "number": number,
        "unit": unit,
        "name": unit_label(unit),
        "roles": [(name, value) for name, value in (*roles, *unit.roles) if value],
        "done": id in work.finished,
        "nodes": list(_nodes(work, tree, names)),
        "links": len(tree.marks),
        "looked": [(mark, work.text_of(mark)) for mark in tree.looked],
        "formulas": list(formulas(work, tree, names)),
        "suggestions": suggestion_rows(work.suggestions_of(id)[:MOST_HINTS], parts),
        "credit": f"{attainable:.4g}",
        "whole": attainable >= _WHOLE,
    }
