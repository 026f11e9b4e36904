"""Reasons for preferences, coded by a codebook: suggestions, sheets for coders, and their agreement."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

from cliometer.errors import FormatError, InputError, unknown
from cliometer.io.csv_tables import header, table_rows, widest_delimiter
from cliometer.io.frames import DocumentResult
from cliometer.io.text_files import parse_toml, read_bare_text, unpacked
from cliometer.model.judgements import Poll
from cliometer.model.notes import Note
from cliometer.model.records import decode, member, renamed
from cliometer.spelling import many
from cliometer.stats.agreement import alpha_interval, coded, pairwise_agreement
from cliometer.text.tables import Cell, Table


@dataclass(frozen=True)
class Reason:
    """A reason as it was first written, and how many votes gave it."""

    text: str
    times: int

    @property
    def key(self) -> str:
        """What makes two reasons one."""
        return reason_key(self.text)


def reason_key(text: str) -> str:
    """Return a reason whatever its capitals and blanks.

    >>> reason_key("Easier  to read ")
    'easier to read'
    """
    return " ".join(text.split()).casefold()


def reasons_of(polls: Iterable[Poll]) -> tuple[tuple[Reason, ...], int]:
    """Return the distinct reasons in the order in which they first stand, and how many votes gave none."""
    texts: dict[str, str] = {}
    times: Counter[str] = Counter()
    for vote in (vote for poll in polls for vote in poll.votes):
        key = reason_key(vote.reason)
        texts.setdefault(key, " ".join(vote.reason.split()))
        times[key] += vote.count
    reasons = tuple(Reason(text, times[key]) for key, text in texts.items() if key)
    if not reasons:
        raise InputError("reasons-none")
    return reasons, times[""]


# A codebook: categories with a description and phrases that suggest them.
# [[category]] name = "readability" description = "how easily it is read" phrases = ["easier to read",
# "grammar", "understand*"]
# A phrase is found as whole words, whatever their case; a star stands for the rest of a word.

_CATEGORY_KEYS = ("name", "description", "phrases")


@dataclass(frozen=True)
class Category:
    """A category and what suggests it."""

    name: str
    description: str = ""
    phrases: tuple[str, ...] = ()

    def phrases_in(self, reason: str) -> tuple[str, ...]:
        """Return the phrases that stand in a reason, as whole words."""
        phrases = []
        for phrase in self.phrases:
            inner = r"\s+".join(re.escape(word).replace(r"\*", r"\w*") for word in phrase.split())
            if re.search(rf"(?<!\w){inner}(?!\w)", reason, re.IGNORECASE):
                phrases.append(phrase)
        return tuple(phrases)


@dataclass(frozen=True)
class CategorySuggestion:
    """A category that a codebook suggests, and by which phrases; empty where it suggests none."""

    category: str = ""
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Codebook:
    """Categories in their order."""

    categories: tuple[Category, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all categories, in order."""
        return tuple(category.name for category in self.categories)

    def suggest(self, reason: str) -> CategorySuggestion:
        """Return the category with most phrases in the reason; of equals the first in the codebook.

        >>> book = Codebook((Category("length", "", ("short*",)), Category("readability", "", ("read",))))
        >>> book.suggest("Shorter, and nothing is lost").category
        'length'
        """
        matches = [(category.phrases_in(reason), category.name) for category in self.categories]
        phrases, name = max(matches, key=lambda entry: len(entry[0]))
        return CategorySuggestion(name, phrases) if phrases else CategorySuggestion()


def read_codebook(path: Path) -> Codebook:
    """Read a codebook from a TOML file."""
    return parse_codebook(read_bare_text(path), path)


def parse_codebook(text: str, path: Path) -> Codebook:
    """Read a codebook; `path` is the place that a complaint names."""
    table = parse_toml(text, path)
    for key in table:
        if key != "category":
            raise InputError.like(unknown("part of a codebook", key, ["category"])).at(path)
    entries = table.get("category")
    if not isinstance(entries, list) or len(entries) < 2:
        raise InputError("categories-few", path)
    categories = tuple(_category(entry, number, path) for number, entry in enumerate(entries, start=1))
    names = [category.name for category in categories]
    for name in names:
        if names.count(name) > 1:
            raise InputError("category-repeated", path, name=name)
    return Codebook(categories)


def _category(entry: Any, number: int, path: Path) -> Category:
    where = f"category no. {number}"
    try:
        category = decode(Category, {"name": "", **entry} if isinstance(entry, Mapping) else entry, where)
    except InputError as error:
        raise error.at(path) from None
    for key in entry:
        if key not in _CATEGORY_KEYS:
            raise InputError("category-key-unknown", path, where=where, problem=unknown("setting", key, _CATEGORY_KEYS))
    name, description, *phrases = (
        " ".join(text.split()) for text in (category.name, category.description, *category.phrases)
    )
    if not name:
        raise InputError("category-unnamed", path, where=where)
    for phrase in phrases:
        if not phrase.strip("* "):
            raise InputError("category-phrase-bare", path, where=where, phrase=phrase)
    return Category(name, description, tuple(phrases))


_SHEET_COLUMNS = ("reason", "category")


@dataclass(frozen=True)
class Coder:
    """The category that a coder gave each reason, None where none; and notes on the sheet."""

    name: str
    codes: tuple[str | None, ...]
    notes: tuple[str, ...] = ()


def coding_sheet(reasons: Sequence[Reason], codebook: Codebook, blind: bool = False) -> str:
    """Return CSV with an empty column `category`; suggestions, unless blind, are marked as such."""
    hints = [] if blind else ["suggestion", "because of"]
    rows: list[list[Cell]] = []
    for reason in reasons:
        suggestion = codebook.suggest(reason.text)
        suggested = [] if blind else [suggestion.category, "; ".join(suggestion.phrases)]
        rows.append([reason.text, reason.times, *suggested, ""])
    return Table(["reason", "times", *hints, "category"], rows).csv()


def read_coding_sheet(path: Path, reasons: Sequence[Reason], codebook: Codebook) -> Coder:
    """Read what a coder filled in; rows may stand in any order, reasons left out count as not coded."""
    text = read_bare_text(path)
    if not text.strip():
        raise InputError("coding-sheet-empty", path)
    names = header(text)
    for name in _SHEET_COLUMNS:
        if name not in names:
            raise FormatError("coding-column-missing", path, 1, name=name)
    codes: dict[str, str] = {}
    known = {reason.key for reason in reasons}
    for row in table_rows(text, path, widest_delimiter(text)):
        key, category = reason_key(str(row.cells["reason"])), " ".join(str(row.cells["category"]).split())
        if key not in known:
            raise InputError("coded-reason-unknown", path, row.line)
        if key in codes:
            raise InputError("coded-reason-repeated", path, row.line)
        if category and category not in codebook.names:
            raise InputError.like(unknown("category", category, codebook.names)).at(path, row.line)
        codes[key] = category
    missing = sum(not codes.get(reason.key) for reason in reasons)
    note = Note(f"{missing} of {len(reasons)} reasons have no category").framed(f"{path}: ")
    notes = (note,) if missing else ()
    return Coder(unpacked(path).stem, tuple(codes.get(reason.key) or None for reason in reasons), notes)


# Reasons by category: what the codebook suggests, what coders say, and how far the coders agree.
# Shares count votes, so that a reason given ten times weighs ten times as much. Agreement counts each
# distinct reason once: a coder who sees the same words again does not decide again.

SUGGESTED = "suggested"


@dataclass(frozen=True)
class CodingColumn:
    """Who coded, and the votes whose reason is in each category; None counts those without one."""

    name: str
    counts: dict[str | None, int]

    @property
    def coded(self) -> int:
        """Votes whose reason has a category."""
        return sum(count for category, count in self.counts.items() if category is not None)

    def share(self, category: str) -> float | None:
        """Return the share among the votes whose reason has a category."""
        return self.counts.get(category, 0) / self.coded if self.coded else None


@dataclass(frozen=True)
class CoderAgreement:
    """The share of pairs of coders who agree, what chance would reach, and what chance means here.

    Alpha has its 95 % interval, or a reason why it has no value.
    """

    reasons: int
    share: float
    chance: float
    definition: str
    alpha: float | None = None
    interval: tuple[float, float] | None = None
    undefined: str | None = None


@dataclass(frozen=True)
class CategoryVotes:
    """The weight of a category, and the votes whose reason is in it by each coder."""

    category: str
    weight: float | None
    votes: Mapping[str, int]


@dataclass(frozen=True, repr=False)
class ReasonSurvey(DocumentResult):
    """The reasons of some votes, with suggested categories, the codes of coders and their agreement."""

    kind: ClassVar[str] = "reasons"
    tables: ClassVar[Mapping[str, str]] = {
        "categories": "categories",
        "votes": "categories[category].votes",
        "reasons": "reasons",
        "suggestions": "suggestions",
        "codes": "coders[name].codes",
    }
    codebook: Codebook
    reasons: tuple[Reason, ...]
    silent: int = field(metadata=renamed("votes_without_reason"))
    suggestions: tuple[CategorySuggestion, ...]
    coders: tuple[Coder, ...]
    accord: CoderAgreement | None = field(metadata=renamed("agreement"))
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"ReasonSurvey({many(len(self.reasons), 'reason')}, {many(len(self.coders), 'coder')})"

    @property
    @member
    def categories(self) -> list[CategoryVotes]:
        """The weight of each category of the codebook, and its votes by each coder."""
        return [
            CategoryVotes(name, self.weight(name), {each.name: each.counts.get(name, 0) for each in self.columns})
            for name in self.codebook.names
        ]

    @property
    def columns(self) -> tuple[CodingColumn, ...]:
        """The suggestions, then each coder."""
        suggested = self._column(SUGGESTED, [suggestion.category or None for suggestion in self.suggestions])
        return (suggested, *(self._column(coder.name, coder.codes) for coder in self.coders))

    def weight(self, category: str) -> float | None:
        """Return the mean of the coders' shares; without coders, the share of the suggestions."""
        shares = [column.share(category) for column in self.columns[1:] or self.columns]
        known = [share for share in shares if share is not None]
        return sum(known) / len(known) if known else None

    def examples(self, category: str) -> list[Reason]:
        """Return the reasons of a category, most frequent first: those that all coders put there."""
        hints = tuple(suggestion.category or None for suggestion in self.suggestions)
        rows = [coder.codes for coder in self.coders] or [hints]
        reasons = [reason for i, reason in enumerate(self.reasons) if all(codes[i] == category for codes in rows)]
        return sorted(reasons, key=lambda reason: -reason.times)

    @property
    def disputed(self) -> list[tuple[Reason, tuple[str, ...]]]:
        """Reasons that two coders put into different categories, with what each said."""
        return [
            (reason, tuple(coder.codes[i] or "-" for coder in self.coders))
            for i, reason in enumerate(self.reasons)
            if len({coder.codes[i] for coder in self.coders} - {None}) > 1
        ]

    def _column(self, name: str, codes: Sequence[str | None]) -> CodingColumn:
        counts: Counter[str | None] = Counter()
        for reason, code in zip(self.reasons, codes, strict=True):
            counts[code] += reason.times
        return CodingColumn(name, dict(counts))


def survey_reasons(
    reasons: tuple[Reason, ...],
    silent: int,
    codebook: Codebook,
    coders: Sequence[Coder] = (),
    *,
    seed: int = 0,
    resamples: int = 1000,
) -> ReasonSurvey:
    """Return the survey of reasons with the suggestions of the codebook, the codes and the agreement of the coders."""
    for first, second in combinations([coder.name for coder in coders], 2):
        if first == second:
            raise InputError("coders-same-name", first=first)
    suggestions = tuple(codebook.suggest(reason.text) for reason in reasons)
    accord = _coder_agreement(coders, codebook, seed, resamples) if len(coders) > 1 else None
    notes = tuple(note for coder in coders for note in coder.notes)
    return ReasonSurvey(codebook, reasons, silent, suggestions, tuple(coders), accord, notes)


def _coder_agreement(coders: Sequence[Coder], codebook: Codebook, seed: int, resamples: int) -> CoderAgreement:
    both = sum(sum(code is not None for code in codes) > 1 for codes in zip(*(c.codes for c in coders), strict=True))
    if not both:
        raise InputError("reasons-coded-once")
    table = coded([coder.codes for coder in coders])
    share = pairwise_agreement(table, len(codebook.categories))
    agreed = CoderAgreement(both, share.share, share.chance, share.definition)
    try:
        interval = alpha_interval(table, "nominal", seed=seed, resamples=resamples)
    except InputError as error:
        return replace(agreed, undefined=str(error))
    return replace(agreed, alpha=interval.estimate, interval=(interval.low, interval.high))
