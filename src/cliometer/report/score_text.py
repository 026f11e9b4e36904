"""Scores of runs and the explanation of one score, date by date, as text and tables for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from cliometer.engine.pair_explanation import PairExplanation
from cliometer.metrics.base import PartsExplanation
from cliometer.metrics.explanation import DayExplanation, TimelineExplanation, WordCounts
from cliometer.model.score import Ratio
from cliometer.spelling import many
from cliometer.text.tables import Cell, last_wrapped

_WIDTH = 100


_RECALL = "Recall: the reference dates, and what of them was found"
_PRECISION = "Precision: the system's dates, and what they were worth"


def explanation_text(explained: PairExplanation) -> str:
    """Scores first, then what the references say and what of it was found, then the system's side."""
    story = explained.explanation
    if not isinstance(story, TimelineExplanation):
        return _parts(explained)
    lines = [*_scores(explained), *_side(_RECALL, story.recall, story.score.recall)]
    return "\n".join([*lines, *_side(_PRECISION, story.precision, story.score.precision)])


def _parts(explained: PairExplanation) -> str:
    """The score, what its parts come to, and a table of them."""
    shown = "  ".join(f"{key} {_number(value)}" for key, value in explained.numbers().items())
    reason = explained.explanation.score.undefined
    lines = [f"{explained.metric}: {shown}", *([f"undefined: {reason}"] if reason else [])]
    if isinstance(explained.explanation, PartsExplanation):
        lines += [sentence for sentence in explained.explanation.sentences if sentence != reason]
    for table in explained.explanation.tables():
        rows = [[_part(cell) for cell in row] for row in table.rows]
        lines += ["", table.title, "", last_wrapped(list(table.columns), rows).text().rstrip()]
    return "\n".join([*lines, ""])


def _part(cell: str | float | None) -> Cell:
    return "" if cell is None else f"{cell:.4g}" if isinstance(cell, float) else cell


def explanation_opening(explained: PairExplanation, dates: int) -> str:
    """The scores and the first few reference dates."""
    story = explained.explanation
    if not isinstance(story, TimelineExplanation):
        return _parts(explained)
    lines = [*_scores(explained), *_side(_RECALL, story.recall[:dates], story.score.recall)]
    return "\n".join([*lines, ""])


def _scores(explained: PairExplanation) -> list[str]:
    numbers = explained.explanation.score.numbers(explained.preset.undefined)
    shown = "  ".join(f"{key} {_number(value)}" for key, value in numbers.items())
    reason = explained.explanation.score.undefined
    why = [f"undefined: {reason}"] if reason else []
    return [f"{explained.metric} under {explained.preset.name}: {shown}", *why, *_ties(explained), ""]


def _ties(explained: PairExplanation) -> Iterable[str]:
    score = explained.explanation.score
    ranges = score.range()
    if score.ties and ranges:
        low, high = ranges["f"]
        yield (
            f"the best alignment is not unique: {many(score.ties.dates, 'date')} had a choice; "
            f"F lies between {low:.4f} and {high:.4f} over all optimal alignments"
        )


def _side(title: str, days: Sequence[DayExplanation], ratio: Ratio) -> list[str]:
    lines = [title, f"credit {ratio.part:.4g} of {ratio.whole:.4g}", ""]
    for day in days:
        lines += [_headline(day), *_words("earned", day.shared), *_words("missed", day.missed), ""]
    return lines


def _headline(day: DayExplanation) -> str:
    name = "whole text" if day.date is None else str(day.date)
    found = f"{day.hits:.4g} of {day.size:.4g}"
    if day.distance is None and day.partner is None and day.date is not None:
        return f"{name}  no partner: 0 of {day.size:.4g}"
    if day.distance is None:
        return f"{name}  {found}, credit {day.credit:.4g}"
    if day.distance == 0 and day.partner == day.date:
        return f"{name}  same day: {found}, credit {day.credit:.4g}"
    apart = f"{many(day.distance, 'day')} apart"
    return f"{name}  with {day.partner} ({apart}, weight {day.weight:.3g}): {found}, credit {day.credit:.4g}"


def _words(label: str, words: WordCounts) -> list[str]:
    if not words:
        return []
    listed = ", ".join(word if count == 1 else f"{word} x{count:g}" for word, count in words)
    indent = " " * 12
    return textwrap.wrap(listed, _WIDTH, initial_indent=f"    {label}  ", subsequent_indent=indent)


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"
