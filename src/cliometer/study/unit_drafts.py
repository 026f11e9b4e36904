"""Drafts of content units from several timelines, grouped by the TF-IDF cosine of their lines."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError, expected, unknown
from cliometer.io.frames import DocumentResult
from cliometer.model.timeline import ReferenceSet
from cliometer.model.units import ContentUnit, Contributor, UnitTopic
from cliometer.model.when import When
from cliometer.spelling import many
from cliometer.study.unit_agreement import unit_statistics

SHORTEST_GRAM, LONGEST_GRAM = 3, 5  # letters in a gram: stems and endings, whatever the language
DIGITS = 9  # beyond, the order of additions shows


def cosine_similarities(texts: Sequence[str]) -> NDArray[np.float64]:
    """Return the cosine of each two texts, from 0 to 1; a text without a letter is like no other."""
    vectors = gram_vectors(texts)
    spread = Counter(gram for vector in vectors for gram in vector)
    shared = {gram: place for place, gram in enumerate(g for g, n in spread.items() if n > 1)}
    rows = np.zeros((len(texts), len(shared)))
    for number, vector in enumerate(vectors):
        for gram in vector.keys() & shared.keys():
            rows[number, shared[gram]] = vector[gram]
    cosines: NDArray[np.float64] = np.round(rows @ rows.T, DIGITS)
    return cosines


def gram_vectors(texts: Sequence[str]) -> list[dict[str, float]]:
    """Return the TF-IDF weight of each gram of each text, in vectors of length 1."""
    counts = [Counter(character_grams(text)) for text in texts]
    spread = Counter(gram for count in counts for gram in count)
    vectors = []
    for count in counts:
        weights = {gram: _weight(times, spread[gram], len(texts)) for gram, times in count.items()}
        length = math.sqrt(math.fsum(weight * weight for weight in weights.values()))
        vectors.append({gram: weight / length for gram, weight in weights.items()})
    return vectors


def character_grams(text: str) -> Iterator[str]:
    """Yield stretches of letters and digits inside words, with a blank at either end of a word."""
    kept = "".join(letter if letter.isalnum() else " " for letter in text.casefold())
    for word in kept.split():
        padded = f" {word} "
        for size in range(SHORTEST_GRAM, LONGEST_GRAM + 1):
            for start in range(len(padded) - size + 1):
                yield padded[start : start + size]


def _weight(times: int, texts: int, of: int) -> float:
    """Weigh a gram that is frequent in this text and rare in others."""
    return (1 + math.log(times)) * (1 + math.log((1 + of) / (1 + texts)))


# Each line of a timeline is a candidate (Bauer & Teufel 2015, section 2). Lines of different writers are
# put into one draft, most alike first, where their dates are compatible and their words are similar enough.
# A draft has at most one line of a writer: who wrote two lines meant two events.

EntryKind = Literal["sentence", "day"]
ENTRY_KINDS: tuple[EntryKind, ...] = ("sentence", "day")
SIMILARITY_THRESHOLD = 0.1
DAYS_APART = 0  # "as long as their timestamps do not disagree"
STATUS, SIMILARITY, DRAFTED_BY = "status", "similarity", "drafted_by"  # free roles of a drafted unit
DRAFT = "draft"

Cosines = NDArray[np.float64]


@dataclass(frozen=True)
class DraftOptions:
    """How alike (mean cosine) and how many days apart the lines of one draft may be, and what a line is.

    With `vectors`, a registered embedder, lines of other words that mean the same are alike, too.
    """

    threshold: float = SIMILARITY_THRESHOLD
    days: int = DAYS_APART
    entry: EntryKind = "sentence"
    vectors: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise expected("a threshold from 0 to 1", self.threshold)
        if isinstance(self.days, bool) or self.days < 0:
            raise expected("a number of days, 0 or more", self.days)
        if self.entry not in ENTRY_KINDS:
            raise unknown("kind of entry", self.entry, ENTRY_KINDS)
        if self.vectors:
            from cliometer.metrics.vectors import embedders

            embedders.parse(self.vectors)

    def similarities(self, texts: Sequence[str]) -> Cosines:
        """Return how alike each two texts are: by letters or, where that says more, by how far vectors say the same."""
        letters = cosine_similarities(texts)
        if not self.vectors:
            return letters
        from cliometer.metrics.vectors import embedders, ramp, unit_vectors

        embedder = embedders.parse(self.vectors)
        table = unit_vectors(embedder, texts).astype(np.float64)
        return np.maximum(letters, np.round(ramp(table @ table.T, embedder.same), DIGITS))


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A line of a timeline, or a fact that a model found in one; then `sentence` is where it comes from."""

    writer: str
    date: When
    text: str
    sentence: str = ""


def draft_topic(
    topic: str,
    references: ReferenceSet,
    drafting: DraftOptions | None = None,
    facts: Sequence[DraftLine] | None = None,
    drafter: str = "",
) -> UnitTopic:
    """Draft the units of a topic, earliest first; its length is the mean length of the timelines.

    Lines are joined or, where a model took them apart, its `facts`; `drafter` names it.
    """
    rule = drafting or DraftOptions()
    lines = lines_of(references, rule.entry)
    entries = list(lines if facts is None else facts)
    writers = len({entry.writer for entry in entries})
    if writers < 2:
        raise InputError("drafts-writers-few", topic=topic, writers=writers)
    cosines = rule.similarities([entry.text for entry in entries])
    groups = group_entries(entries, cosines, rule)
    ordered = sorted(groups, key=lambda group: (min(entries[place].date for place in group), group))
    units = [_unit(number, group, entries, cosines, drafter) for number, group in enumerate(ordered, start=1)]
    return UnitTopic(topic, (), tuple(units), max(1, round(len(lines) / writers)))


@dataclass(frozen=True)
class DraftedTopic:
    """How many drafts the lines of a topic gave; `levels` are the drafts of one writer, of two, and so on."""

    topic: str
    writers: int
    lines: int
    drafts: int
    levels: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class UnitDrafts(DocumentResult):
    """The drafts of each topic, counted, and the rule that joined their lines."""

    kind: ClassVar[str] = "drafts"
    tables: ClassVar[Mapping[str, str]] = {"drafts": "drafts"}
    options: DraftOptions
    drafts: tuple[DraftedTopic, ...]
    notes: tuple[str, ...] = ()
    signature: str = ""  # of the model that took the lines apart, if one did

    def __repr__(self) -> str:
        return f"UnitDrafts({many(len(self.drafts), 'topic')})"


def count_drafts(
    topics: Sequence[UnitTopic], options: DraftOptions, notes: Sequence[str] = (), signature: str = ""
) -> UnitDrafts:
    """Count the drafts of topics by the number of their writers."""
    counted = []
    for topic in topics:
        statistics = unit_statistics(topic)
        lines, levels = sum(len(unit.contributors) for unit in topic.units), statistics.shape.levels
        counted.append(DraftedTopic(topic.id, len(statistics.writers), lines, statistics.units, levels))
    return UnitDrafts(options, tuple(counted), tuple(notes), signature)


def lines_of(references: ReferenceSet, kind: EntryKind = "sentence") -> list[DraftLine]:
    """Return each sentence of each timeline, or all sentences of a day together."""
    draft_lines = []
    for number, timeline in enumerate(references, start=1):
        writer = timeline.name or f"writer {number}"
        for date, sentences in timeline.items():
            lines = sentences if kind == "sentence" else (" ".join(sentences),)
            draft_lines += [DraftLine(writer, date, line) for line in lines if line]
    return draft_lines


def group_entries(entries: Sequence[DraftLine], cosines: Cosines, rule: DraftOptions) -> list[tuple[int, ...]]:
    """Return the places of entries that say the same; every entry is in one group."""
    group_of: dict[int, tuple[int, ...]] = {place: (place,) for place in range(len(entries))}
    for first, other in _pairs(entries, cosines, rule):
        a, b = group_of[first], group_of[other]
        compatible = a != b and all(_compatible(entries[x], entries[y], rule.days) for x, y in product(a, b))
        if compatible and cosines[np.ix_(a, b)].mean() >= rule.threshold:  # similar on average
            joined = tuple(sorted(a + b))
            group_of.update(dict.fromkeys(joined, joined))
    return list(dict.fromkeys(group_of.values()))


def _pairs(entries: Sequence[DraftLine], cosines: Cosines, rule: DraftOptions) -> Iterator[tuple[int, int]]:
    """Yield candidates, the most alike first; of equals the earlier ones."""
    ones, others = np.nonzero(np.triu(cosines, 1) >= max(rule.threshold, np.finfo(float).tiny))
    order = np.lexsort((others, ones, -cosines[ones, others]))
    for first, other in zip(ones[order].tolist(), others[order].tolist(), strict=True):
        if _compatible(entries[first], entries[other], rule.days):
            yield first, other


def _compatible(a: DraftLine, b: DraftLine, days: int) -> bool:
    return a.writer != b.writer and a.date.distance(b.date) <= days


def _unit(
    number: int, group: tuple[int, ...], entries: Sequence[DraftLine], cosines: Cosines, drafter: str
) -> ContentUnit:
    chosen = [entries[place] for place in group]
    central = max(group, key=lambda place: float(cosines[place, list(group)].sum()))
    pairs = [float(cosines[pair]) for pair in combinations(group, 2)]
    similarity = [(SIMILARITY, f"{np.mean(pairs):.3f}")] if pairs else []
    return ContentUnit(
        f"draft-{number}",
        label=entries[central].text,
        time=min((entry.date for entry in chosen), key=lambda date: (date.last - date.first, date)),
        roles=((STATUS, DRAFT), *similarity, *([(DRAFTED_BY, drafter)] if drafter else [])),
        contributors=tuple(Contributor(entry.writer, entry.sentence or entry.text, entry.date) for entry in chosen),
    )
