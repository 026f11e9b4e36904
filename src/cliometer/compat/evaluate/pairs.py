"""What callers may pass as a prediction and its references: timelines, or plain texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from cliometer.errors import CliometerError, UsageError, expected
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When

_SHAPE = "a timeline such as {date: [sentence, ...]}, or a text"


@dataclass(frozen=True)
class Pair:
    """A prediction with its references, either timelines or texts."""

    prediction: Timeline | str
    references: ReferenceSet | tuple[str, ...]

    @property
    def is_text(self) -> bool:
        """Whether there are no dates."""
        return isinstance(self.prediction, str)


def pair_of(prediction: object, reference: object, place: str = "") -> Pair:
    """A pair as callers write it; a reference may be one or a list of several."""
    try:
        if isinstance(prediction, str):
            return Pair(prediction, _texts(reference))
        return Pair(_timeline(prediction), _references(reference))
    except CliometerError as error:
        raise type(error)(f"{place}{error}") from None


def pairs_of(predictions: object, references: object) -> list[Pair]:
    """As many predictions as references, one by one."""
    ours, theirs = _listed("predictions", predictions), _listed("references", references)
    if len(ours) != len(theirs):
        raise UsageError(
            f"{len(ours)} predictions, but {len(theirs)} references: each prediction needs its own, one or "
            "a list of several"
        )
    both = enumerate(zip(ours, theirs, strict=True))
    return [pair_of(ours, theirs, f"pair {number}: ") for number, (ours, theirs) in both]


def _listed(name: str, given: object) -> list[Any]:
    """A list, or a column of a dataset; a lone text or timeline is none."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise expected(f"{name} to be a list, each {_SHAPE}", given)
    return list(given)


def _texts(reference: object) -> tuple[str, ...]:
    texts = [reference] if isinstance(reference, str) else reference
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        raise expected("the reference of a text to be a text, or a list of texts", reference)
    if not texts:
        raise UsageError("the list of references is empty; a prediction needs at least one")
    return tuple(texts)


def _timeline(value: Any) -> Timeline:
    if isinstance(value, Timeline | Mapping) or value == [] or _are_days(value):
        return Timeline.of(value)
    raise expected(_SHAPE, value)


def _references(reference: Any) -> ReferenceSet:
    if isinstance(reference, str):
        raise expected("the reference of a timeline to be a timeline, or a list of them", reference)
    if isinstance(reference, ReferenceSet | Timeline | Mapping):
        return ReferenceSet(reference)
    if not isinstance(reference, Sequence):
        raise expected("the reference of a timeline to be a timeline, or a list of them", reference)
    return ReferenceSet([_timeline(one) for one in ([reference] if _are_days(reference) else reference)])


def _are_days(value: object) -> bool:
    """Whether a list is one timeline, of pairs of a date and its sentences, as JSON has it."""
    return isinstance(value, list | tuple) and bool(value) and all(map(_is_day, value))


def _is_day(day: object) -> bool:
    return isinstance(day, list | tuple) and len(day) == 2 and isinstance(day[0], str | date | When)
