"""The metrics `ledger` and `tally` from their definition, a sentence and a word at a time (docs/ledger.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from math import exp, log, sqrt
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.text.stemmers import antonyms, rouge_stem, stop_words

TOKEN = re.compile(r"\d+(?:[.,:]\d+)*(?:st|nd|rd|th)?|n't\b|[^\W\d_]+?n't\b|[^\W\d_]+")


def listed(words: str) -> list[str]:
    return words.split()


ABBREVIATIONS = listed(
    "mr mrs ms dr prof gen sen rep gov lt col sgt capt st jr sr vs no inc corp ltd co "
    "jan feb mar apr jun jul aug sep sept oct nov dec"
)
NEGATIONS = listed("not no never none nobody nothing neither nor cannot without nt n't")
UNITS = "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
NUMBERS = {word: str(n) for n, word in enumerate(listed(f"{UNITS} eighteen nineteen twenty"), 2)}
NUMBERS |= {word: f"{n}0" for n, word in enumerate(listed("thirty forty fifty sixty seventy eighty ninety"), 3)}
NUMBERS |= {"hundred": "100", "thousand": "1000", "million": "1000000", "billion": "1000000000"}
NUMBERS |= {"trillion": "1000000000000", "dozen": "12", "dozens": "12s", "hundreds": "100s", "thousands": "1000s"}
NUMBERS |= {"millions": "1000000s", "billions": "1000000000s", "first": "1st", "third": "3rd"}
NUMBERS |= {word: f"{n}th" for n, word in enumerate(listed("fourth fifth sixth seventh eighth ninth tenth"), 4)}
NUMBERS |= {"half": "1/2", "quarter": "1/4", "twice": "2x", "thrice": "3x"}
CALENDAR = listed(
    "january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday"
)


def sentences(text: str) -> list[str]:
    """Cut behind a full stop that ends a sentence, where a new one begins."""
    found, start = [], 0
    for match in re.finditer(r"[.!?][\"'”’)\]}]*(?=\s+[\"'“‘`(\[{–—-]*\s*(\S))", text):
        if not (match[1].isupper() or match[1].isdecimal()):
            continue
        before = text[start : match.start()].rsplit(maxsplit=1)[-1:] if text[: match.start()][-1:].strip() else []
        word = re.sub(r"^\W+", "", before[0]).lower() if before else ""
        dotted = bool(re.search(r"[^\W\d_]\.[^\W\d_]", word))
        if match[0][0] == "." and (word in ABBREVIATIONS or (len(word) == 1 and word.isalpha()) or dotted):
            continue
        found.append(text[start : match.end()])
        start = match.end()
    return [piece.strip() for piece in (*found, text[start:]) if piece.strip()]


@dataclass(frozen=True)
class Word:
    """A token and what it counts as."""

    written: str
    form: str
    kind: str  # number, content, negation, function


def word(token: str) -> Word:
    lower = token.lower()
    if lower[0].isdecimal():
        return Word(token, lower.replace(",", ""), "number")
    if lower in NUMBERS:
        return Word(token, NUMBERS[lower], "number")
    if lower in NEGATIONS or lower.endswith("n't"):
        return Word(token, lower, "negation")
    if lower in stop_words() or lower in ("lrb", "rrb", "lsb", "rsb") or len(lower) == 1:
        return Word(token, lower, "function")
    return Word(token, rouge_stem(lower), "content")


@dataclass(frozen=True)
class Sentence:
    """A sentence on its date."""

    when: When
    text: str

    @cached_property
    def words(self) -> list[Word]:
        return [word(token) for token in TOKEN.findall(self.text.replace("’", "'"))]

    @cached_property
    def bag(self) -> Counter[tuple[bool, str]]:
        return Counter((w.kind in ("number", "content"), w.form) for w in self.words)

    @cached_property
    def content(self) -> set[tuple[bool, str]]:
        return {g for g in self.bag if g[0]}

    @cached_property
    def numbers(self) -> set[str]:
        return {w.form for w in self.words if w.kind == "number"}

    @cached_property
    def polarity(self) -> int:
        return sum(w.kind == "negation" for w in self.words) % 2


def read(timeline: Timeline) -> list[Sentence]:
    """All sentences, by date and text."""
    found = [Sentence(when, piece) for when, said in timeline.items() for line in said for piece in sentences(line)]
    return sorted(found, key=lambda s: (s.when, " ".join(s.text.split())))


@cache
def closeness(a: When, b: When, tau: float) -> float:
    def total(one: When, other: When) -> float:
        mine, theirs = range(one.first, one.last + 1), range(other.first, other.last + 1)
        return sum(exp(-abs(x - y) / tau) for x in mine for y in theirs)

    return 1.0 if a == b else total(a, b) / sqrt(total(a, a) * total(b, b))


def opposite(i: Sentence, j: Sentence) -> bool:
    """Whether words that only one of two sentences has are antonyms, and the same content word stands beside both."""
    ours, theirs = ([w.form for w in s.words if w.kind in ("content", "number")] for s in (i, j))

    def beside(forms: list[str], word: str) -> set[str]:
        near = [forms[max(0, n - 1) : n] + forms[n + 1 : n + 2] for n, form in enumerate(forms) if form == word]
        return {form for some in near for form in some}

    return any(
        b in antonyms(True).get(a, ()) and beside(ours, a) & beside(theirs, b)
        for a in set(ours) - set(theirs)
        for b in set(theirs) - set(ours)
    )


Booking = tuple[int, int, tuple[bool, str], float]


@dataclass(frozen=True)
class Ledger:
    """The definition with its constants."""

    references: tuple[tuple[Sentence, ...], ...]
    low: float = 0.05
    high: float = 0.25
    guard: float = 0.25
    function: float = 0.1
    antonyms: bool = False
    likeness: str = "dice"
    other: float = 2.0
    share: float = 0.2
    tau: float = 1.0

    @cached_property
    def everyone(self) -> list[Sentence]:
        return [sentence for reference in self.references for sentence in reference]

    @cached_property
    def df(self) -> Counter[tuple[bool, str]]:
        return Counter(gram for sentence in self.everyone for gram in sentence.bag)

    def weight(self, gram: tuple[bool, str]) -> float:
        n = len(self.everyone)
        return log((n + 1) / max(1, self.df[gram])) / log(n + 1) if gram[0] else self.function

    def size(self, sentence: Sentence) -> float:
        return sum(self.weight(g) * count for g, count in sentence.bag.items())

    @cached_property
    def small(self) -> set[str]:
        return {w.written for s in self.everyone for w in s.words if not w.written[0].isupper()}

    @cached_property
    def inner(self) -> set[str]:
        return {w.written.lower() for s in self.everyone for w in s.words[1:] if w.written[0].isupper()}

    def names(self, sentence: Sentence) -> set[str]:
        return {
            w.form
            for place, w in enumerate(sentence.words)
            if w.kind == "content" and w.written[0].isupper() and w.written.lower() not in CALENDAR
            if w.written.lower() not in self.small and (place or w.written.lower() in self.inner)
        }

    def covered(self, i: Sentence, j: Sentence) -> float:
        """The share of the reference sentence j that i covers."""
        if not i.content and not j.content:
            return float(i.bag == j.bag)
        both, own, theirs = (sum(map(self.weight, grams)) for grams in (i.content & j.content, i.content, j.content))
        size = (1 - self.share) * theirs + self.share * own + min(self.other, own + theirs - 2 * both)
        return both / size if both else 0.0

    def dice(self, i: Sentence, j: Sentence) -> float:
        if not i.content and not j.content:
            return float(i.bag == j.bag)
        shared = sum(map(self.weight, i.content & j.content))
        return 2 * shared / (sum(map(self.weight, i.content)) + sum(map(self.weight, j.content)))

    def contradictions(self, i: Sentence, j: Sentence) -> list[str]:
        found = ["negation"] if i.polarity != j.polarity else []
        if i.numbers and j.numbers and not i.numbers & j.numbers:
            found.append("number")
        own, other = self.names(i), self.names(j)
        if own and other and not own & other:
            found.append("name")
        if self.antonyms and opposite(i, j):
            found.append("antonym")
        return found

    def worth(self, i: Sentence, j: Sentence) -> float:
        k = closeness(i.when, j.when, self.tau)
        if k < 0.002:
            return 0.0
        m = 1 - (1 - self.guard) * self.sureness(i, j)
        v = k * self.alikeness(i, j) * m ** len(self.contradictions(i, j))
        return v if v >= 0.002 else 0.0

    def alikeness(self, i: Sentence, j: Sentence) -> float:
        like = self.covered(i, j) if self.likeness == "covered" else self.dice(i, j)
        return min(1.0, max(0.0, (like - self.low) / (self.high - self.low))) if self.high > self.low else 1.0

    def sureness(self, i: Sentence, j: Sentence) -> float:
        return min(1.0, self.dice(i, j) / 0.5)

    def bookings(self, system: list[Sentence], reference: tuple[Sentence, ...]) -> list[Booking]:
        """The best one-to-one matching of each word's occurrences; see the page on which of several equal ones."""
        v = {(i, j): self.worth(a, b) for i, a in enumerate(system) for j, b in enumerate(reference)}
        found = []
        for g in sorted({g for s in system for g in s.bag} & {g for s in reference for g in s.bag}):
            own = [i for i, s in enumerate(system) for _ in range(s.bag[g])]
            other = [j for j, s in enumerate(reference) for _ in range(s.bag[g])]
            gain = np.zeros((len(own), len(other)))
            for a, i in enumerate(own):
                for b, j in enumerate(other):
                    if v[i, j]:
                        gain[a, b] = v[i, j] + self.preference(system, reference, i, j)
            for a, b in zip(*linear_sum_assignment(-gain), strict=True):
                if v[own[a], other[b]]:
                    found.append((own[a], other[b], g, v[own[a], other[b]]))
        return found

    def preference(self, system: list[Sentence], reference: tuple[Sentence, ...], i: int, j: int) -> float:
        """Between bookings of equal worth: like sentences first, then early ones."""
        a, b = system[i].bag, reference[j].bag
        same = 2 * (a & b).total() / (a.total() + b.total())
        return 1e-8 * same + 1e-10 * (1 - i / len(system)) * (1 - j / len(reference))

    def score(self, system: list[Sentence]) -> tuple[float, float, float, float]:
        """Numerator and denominator of precision, then of recall."""
        earned: dict[tuple[int, tuple[bool, str], int], float] = {}
        total = 0.0
        for reference in self.references:
            own: dict[tuple[int, tuple[bool, str]], list[float]] = {}
            for i, _, g, v in self.bookings(system, reference):
                own.setdefault((i, g), []).append(v)
                total += self.weight(g) * v
            for (i, g), several in own.items():
                for place, v in enumerate(sorted(several, reverse=True)):
                    earned[i, g, place] = max(v, earned.get((i, g, place), 0.0))
        precision = sum(self.weight(g) * v for (_, g, _), v in earned.items())
        return precision, sum(map(self.size, system)), total, sum(map(self.size, self.everyone))


def ledger(system: Timeline, references: ReferenceSet, **settings: Any) -> tuple[float, float, float, float]:
    return Ledger(tuple(tuple(read(r)) for r in references), **settings).score(read(system))


TALLY: dict[str, Any] = {"likeness": "covered", "low": 0.1, "high": 0.3, "tau": 2.0}


def tally(system: Timeline, references: ReferenceSet, **settings: Any) -> tuple[float, float, float, float]:
    return ledger(system, references, **(TALLY | settings))


@dataclass(frozen=True)
class LedgerPlus(Ledger):
    """With the cosine of sentence vectors, and two ramps of it."""

    cosine: Callable[[str, str], float] = lambda one, other: float(one == other)
    alike: tuple[float, float] = (0.35, 0.60)
    same: tuple[float, float] = (0.50, 0.90)

    def ramp(self, i: Sentence, j: Sentence, ends: tuple[float, float]) -> float:
        texts = [" ".join(sentence.text.split()) for sentence in (i, j)]
        c = 1.0 if texts[0] == texts[1] else self.cosine(*texts)
        return min(1.0, max(0.0, (c - ends[0]) / (ends[1] - ends[0])))

    def alikeness(self, i: Sentence, j: Sentence) -> float:
        return max(super().alikeness(i, j), self.ramp(i, j, self.alike))

    def sureness(self, i: Sentence, j: Sentence) -> float:
        return max(super().sureness(i, j), self.ramp(i, j, self.same))

    def flows(self, system: list[Sentence], reference: tuple[Sentence, ...]) -> list[tuple[int, float, float]]:
        """Sentence of the system, how much flows from the reference, and what a point of it is worth."""
        own, other = ([self.size(s) for s in side] for side in (system, reference))
        for i, j, g, _ in self.bookings(system, reference):
            own[i] -= self.weight(g)
            other[j] -= self.weight(g)
        pairs = [
            (self.worth(a, b) * self.ramp(a, b, self.same), i, j)
            for i, a in enumerate(system)
            for j, b in enumerate(reference)
        ]
        found = []
        for value, i, j in sorted(pairs, key=lambda pair: -pair[0]):
            mass = min(own[i], other[j])
            if value > 0 and mass > 1e-9:
                own[i] -= mass
                other[j] -= mass
                found.append((i, mass, value))
        return found

    def score(self, system: list[Sentence]) -> tuple[float, float, float, float]:
        """One reference only."""
        (reference,) = self.references
        p, a, r, b = super().score(system)
        more = sum(mass * value for _, mass, value in self.flows(system, reference))
        return p + more, a, r + more, b
