"""Scores: parts and wholes that add up, the numbers they come to, and the signature of all they depend on."""

from __future__ import annotations

import copyreg
import dataclasses
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from cliometer.model.records import inline

Undefined = Literal["zero", "null"]
Range = tuple[float, float]


class MetricResult(Protocol):
    """What a metric returns for one system on one topic, however many numbers it has."""

    @property
    def undefined(self) -> str | None:
        """Why there is no value, None where there is one."""

    @property
    def beta(self) -> float:
        """The weight of recall in F; 1 where the result has no F."""

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        """Return the numbers by name: precision, recall and f, or value."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A part of a whole. Ratios add by parts; one without a whole has no value."""

    part: float
    whole: float

    def __add__(self, other: Ratio) -> Ratio:
        return Ratio(self.part + other.part, self.whole + other.whole)

    @property
    def value(self) -> float | None:
        """Part over whole; None, never a silent 0, where there is no whole."""
        return self.part / self.whole if self.whole else None


@dataclass(frozen=True, slots=True)
class Ties:
    """Several alignments were equally good: what hangs on the choice.

    `dates` counts the dates whose partner was a choice; the ranges run over all optimal alignments, as parts
    of the same wholes as the score's own ratios.
    """

    dates: int
    precision: Range
    recall: Range


@dataclass(frozen=True, slots=True)
class Score:
    """Precision and recall of one system on one topic, as ratios; `+` pools topics (micro average).

    `root` is the exponent that ROUGE-W takes from its ratios at the very end.
    """

    precision: Ratio
    recall: Ratio
    beta: float = 1.0
    root: float = 1.0
    ties: Ties | None = None

    def __add__(self, other: Score) -> Score:
        return Score(self.precision + other.precision, self.recall + other.recall, self.beta, self.root)

    @property
    def undefined(self) -> str | None:
        """Why the score has no value, None where it has one.

        A system that said nothing is not undefined: it is recognised by the references having something to
        find, and scores 0.
        """
        return None if self.recall.whole else "the references hold nothing that this metric counts"

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        """Return precision, recall and F; what is undefined is None, or 0 where the preset says so."""
        if self.undefined:
            missing = 0.0 if undefined == "zero" else None
            precision = self._rooted(self.precision) if self.precision.whole else missing
            return {"precision": precision, "recall": missing, "f": missing}
        precision, recall = self._rooted(self.precision), self._rooted(self.recall)
        return {"precision": precision, "recall": recall, "f": f_measure(precision, recall, self.beta)}

    def range(self) -> Mapping[str, Range] | None:
        """Return the lowest and highest precision, recall and F over all optimal alignments; None if there is one."""
        if self.ties is None:
            return None
        p = [self._rooted(Ratio(part, self.precision.whole)) for part in self.ties.precision]
        r = [self._rooted(Ratio(part, self.recall.whole)) for part in self.ties.recall]
        f = [f_measure(a, b, self.beta) for a, b in zip(p, r, strict=True)]
        return {"precision": (p[0], p[1]), "recall": (r[0], r[1]), "f": (f[0], f[1])}

    def _rooted(self, ratio: Ratio) -> float:
        value = ratio.part / ratio.whole if ratio.whole else 0.0
        return value if self.root == 1.0 else float(value ** (1 / self.root))


@dataclass(frozen=True, slots=True)
class SingleScore:
    """One number for one system on one topic, as a ratio; `+` pools topics.

    `reason` says why there is none where the ratio has no whole.
    """

    value: Ratio
    reason: str = "there is nothing that this metric counts"
    beta: ClassVar[float] = 1.0
    root: ClassVar[float] = 1.0

    def __add__(self, other: SingleScore) -> SingleScore:
        return SingleScore(self.value + other.value, self.reason)

    @property
    def undefined(self) -> str | None:
        """Why it has no value, None where it has one."""
        return None if self.value.whole else self.reason

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        """Return the value; what is undefined is None, or 0 where the preset says so."""
        missing = 0.0 if undefined == "zero" else None
        return {"value": missing if self.undefined else self.value.value}


def statistics_of(score: Score | SingleScore) -> list[Any]:
    """Return what a score is made of, from which `score_of` makes it again."""
    if isinstance(score, SingleScore):
        return [score.value.part, score.value.whole, score.reason]
    p, r, ties = score.precision, score.recall, score.ties
    numbers = [p.part, p.whole, r.part, r.whole, score.beta, score.root]
    return numbers if ties is None else [*numbers, ties.dates, *ties.precision, *ties.recall]


def score_of(statistics: Sequence[Any]) -> Any:
    """Return the score of such statistics."""
    if len(statistics) == 3:
        return SingleScore(Ratio(statistics[0], statistics[1]), statistics[2])
    part, whole, r_part, r_whole, beta, root, *tied = statistics
    ties = Ties(int(tied[0]), (tied[1], tied[2]), (tied[3], tied[4])) if tied else None
    return Score(Ratio(part, whole), Ratio(r_part, r_whole), beta, root, ties)


# Workers send very many scores, which are slow to pickle field by field.
copyreg.pickle(Score, lambda score: (score_of, (statistics_of(score),)))


NUMBERS = ("precision", "recall", "f", "value", "assessed")  # of scores; `assessed` stands beside them


@dataclass(frozen=True, slots=True)
class TieRanges:
    """How many dates had a choice of partner, and the range of each number over all choices."""

    dates: int
    range: Mapping[str, Range]


@dataclass(frozen=True, slots=True)
class RecordedScore:
    """A score as documents have it: its numbers, why it is undefined, and what hung on ties."""

    values: Mapping[str, float | None] = dataclasses.field(metadata=inline(NUMBERS))
    undefined: str | None = None
    ties: TieRanges | None = None
    beta: ClassVar[float] = 1.0  # means are recorded as well

    @classmethod
    def of(cls, score: MetricResult, undefined: Undefined = "null") -> RecordedScore:
        """Return the record of a score under a rule for those that are undefined."""
        if isinstance(score, RecordedScore):
            return score
        ranges = score.range() if isinstance(score, Score) else None
        ties = TieRanges(score.ties.dates, ranges) if ranges and isinstance(score, Score) and score.ties else None
        return cls(score.numbers(undefined), score.undefined, ties)

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        """Return the numbers as they were printed."""
        return dict(self.values)


def f_measure(precision: float, recall: float, beta: float = 1.0) -> float:
    """Return the weighted harmonic mean; 0 where both are 0."""
    if precision + recall == 0:
        return 0.0
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


@dataclass(frozen=True, slots=True)
class Signature:
    """Key and value pairs in a fixed order; derived from settings, never typed by hand."""

    fields: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, fields: Iterable[tuple[str, object]]) -> Signature:
        """Spell every value."""
        return cls(tuple((key, str(value)) for key, value in fields))

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read what `str` wrote, or the short form, `cliometer:VERSION|PRESET|METRICS|gold:DIGEST|...`."""
        parts = (part.partition(":") for part in re.split(r"\|(?=[^|:]*:)", text))
        (first, value), *fields = [(key, value) for key, _, value in parts]
        version, *bare = value.split("|", 2) if first == "cliometer" else [value]
        if bare:
            fields = [("gold_digest" if key == "gold" else key, value) for key, value in fields]
        return cls(((first, version), *zip(("preset", "metrics"), bare, strict=False), *fields))

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in self.fields)


def gold_digest(gold: Mapping[str, Any]) -> str:
    """Return twelve hexadecimal digits that name the gold of all topics by content.

    Neither files nor the order of references or documents matter; the name of a topic does where there are
    several, since gold under another name is the gold of another answer.
    """
    topics = [
        [name if len(gold) > 1 else "", *sorted(map(value_digest, topic if isinstance(topic, Iterable) else (topic,)))]
        for name, topic in gold.items()
    ]
    return value_digest(sorted(topics))[:12]


def value_digest(value: Any) -> str:
    """Return the SHA-256 of a value of the model, by its content."""
    return hashlib.sha256(json.dumps(value, default=_plain, sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> object:
    """Return a value of the model as JSON has it; fields that do not count in comparisons are left out."""
    if isinstance(value, Mapping):  # one that is no dictionary, such as a timeline
        return {str(key): kept for key, kept in value.items()}
    if dataclasses.is_dataclass(value):
        return [type(value).__name__, *(getattr(value, f.name) for f in dataclasses.fields(value) if f.compare)]
    return str(value)
