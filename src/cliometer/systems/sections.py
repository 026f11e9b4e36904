"""What a baseline may select from: sentences and event mentions of the documents, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cliometer.model.annotation import Span
from cliometer.model.sources import Section, Source

_DATED = ("DATE", "TIME")  # a duration or a repetition says no day
_VAGUE = ("PRESENT_REF", "PAST_REF", "FUTURE_REF")  # "now", "recently", "soon": neither do they


@dataclass(frozen=True)
class Stretch:
    """The own text of a section, without what stands in sections inside it, as ids in the order of reading.

    `dated` are the mentions with a date in the same sentence.
    """

    sentences: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    dated: tuple[str, ...] = ()


def stretches(sources: Iterable[Source]) -> tuple[Stretch, ...]:
    """The sections of all documents in order; a text without sections, or before the first, is one too."""
    return tuple(stretch for source in sources for stretch in _of_document(source))


def _of_document(source: Source) -> list[Stretch]:
    sentences: dict[int, list[str]] = {}
    for id, sentence in source.sentences.items():
        sentences.setdefault(_section(source.sections, sentence.start), []).append(id)
    dated = _dated(source)
    return [_stretch(source.mentions_of, ids, dated) for _, ids in sorted(sentences.items())]


def _section(sections: tuple[Section, ...], place: int) -> int:
    """The number of the innermost section at a place; -1 before the first."""
    around = [
        (section.depth, section.start, number)
        for number, section in enumerate(sections)
        if section.start <= place < section.end
    ]
    return max(around)[2] if around else -1


def _stretch(
    mentions_of: Mapping[str, tuple[str, ...]], sentences: list[str], dated: frozenset[str]
) -> Stretch:
    mentions = tuple(mention for sentence in sentences for mention in mentions_of[sentence])
    in_dated = {mention for sentence in sentences if sentence in dated for mention in mentions_of[sentence]}
    return Stretch(tuple(sentences), mentions, tuple(m for m in mentions if m in in_dated))


def _dated(source: Source) -> frozenset[str]:
    """The sentences with a date in them."""
    times: list[Span] = [time for time in source.times if time.type in _DATED and time.value not in _VAGUE]
    return frozenset(
        id
        for id, sentence in source.sentences.items()
        if any(sentence.start <= time.start < sentence.end for time in times)
    )
