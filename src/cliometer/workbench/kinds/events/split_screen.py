"""The screen for sentence boundaries: every story with its sentences numbered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from cliometer.study.protocol.events.splitting import Splitting
from cliometer.workbench.bench import Bench
from cliometer.workbench.kinds.events.story_rows import StoryRow, story_row
from cliometer.workbench.kinds.events.touched import shown_action, texts


@dataclass(frozen=True)
class Line:
    """A sentence, and why its boundaries deserve a look."""

    id: str
    number: int
    text: str
    suspect: str
    last: bool


@dataclass(frozen=True)
class SplitStory:
    """A story and its sentences as they are cut now."""

    row: StoryRow
    lines: tuple[Line, ...]


def context(bench: Bench) -> dict[str, Any]:
    """All stories."""
    work = cast("Splitting", bench.work)
    stories = [_story(work, number) for number in range(1, len(work.sources) + 1)]
    return {"stories": stories, "suspects": len(work.suspects)}


def pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """The story whose boundaries moved."""
    work, action = cast("Splitting", bench.work), shown_action(bench, verb, details)
    sentence = next(iter(texts(action.details, "sentence")), "") if action else ""
    story = work.made.get(sentence) or work.given.marks.document_of.get(sentence)
    if story is None:
        return None
    changed = _story(work, work.given.ids.index(story) + 1)
    return "workbench/events/split_pieces.html", {"story": changed, "suspects": len(work.suspects)}


def _story(work: Splitting, number: int) -> SplitStory:
    source, why = work.sources[number - 1], dict(work.suspects)
    lines = tuple(
        # a page shows a carriage return as a line feed or not at all; a blank keeps all offsets
        Line(id, place, one.text.replace("\r", " "), why.get(id, ""), place == len(source.sentences))
        for place, (id, one) in enumerate(source.sentences.items(), start=1)
    )
    return SplitStory(story_row(source, number), lines)
