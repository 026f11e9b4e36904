"""Verdicts: a sentence is supported on its date or another, contradicted, or not supported by the articles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cliometer.metrics.grounding.contradictions import conflicts
from cliometer.metrics.grounding.evidence import LOOK, PRIOR, Evidence, EvidenceIndex, Query
from cliometer.model.when import When
from cliometer.text.time_tags import time_tags

SUPPORTED, OTHER, UNTOLD, CONTRADICTED, UNSUPPORTED = VERDICTS = (
    *("supported", "other date", "date not told", "contradicted", "unsupported"),
)
_ENOUGH, _FAR = 0.45, 0.6  # support on the date, and away from it, since the date is evidence too
_GUARD = 0.25  # what a contradiction leaves
_PIECE, _CARRIED, _FEW = 0.15, 0.8, 0.25  # share of a second piece; of it that other evidence must hold


@dataclass(frozen=True)
class Judgement:
    """The verdict on a sentence, its evidence, and what it scores without and with its date."""

    verdict: str
    size: float
    content: float
    score: float
    evidence: Evidence | None = None
    second: Evidence | None = None  # of a piece that the evidence lacks
    missing: tuple[str, ...] = ()  # words of the sentence that the evidence lacks


def judge(text: str, when: When, index: EvidenceIndex, among: NDArray[np.bool_] | None = None) -> Judgement:
    """Return the verdict on a sentence of a timeline; `among` are the sentences that may be evidence."""
    query = Query(text, when, time_tags([text], when)[0], index)
    return judge_query(query, index, among)


def judge_query(query: Query, index: EvidenceIndex, among: NDArray[np.bool_] | None = None) -> Judgement:
    found = [_contradicted(query, evidence, index) for evidence in index.candidates(query, among)]
    clean = [evidence for evidence in found if not evidence.conflicts]
    on, off, against = (
        _best(group)
        for group in (
            [each for each in clean if each.dating.relation == "on"],
            [each for each in clean if each.dating.relation != "on"],
            [each for each in found if each.conflicts and each.dating.relation == "on"],
        )
    )
    worths = [(each.support * (_GUARD if each.conflicts else 1), each.dating.worth) for each in found]
    basis = on if on is not None and on.support >= LOOK else None  # less would join scattered words to a fact
    second, share = (None, 0.0) if basis is None else _second_piece(query, basis, clean, index)
    if on is not None and second is not None and second.dating.relation == "on":
        on = replace(on, support=on.support + share)
        worths.append((on.support, on.dating.worth))
    content = max((support for support, _ in worths), default=0.0)
    score = max((support * worth for support, worth in worths), default=0.0)
    values = [0.0 if each is None else each.support for each in (on, off, against)]
    if against is not None and values[2] >= _FAR and values[2] > max(values[:2]):
        content, score = min(content, _GUARD * values[2]), min(score, _GUARD * values[2])
        return _judgement(CONTRADICTED, query, content, score, against)
    if second is not None and second.dating.relation != "on" and values[0] >= _ENOUGH:
        return _judgement(OTHER, query, min(content, 0.45), min(score, 0.225), on, second)
    if values[0] >= _ENOUGH:
        return _judgement(SUPPORTED, query, content, score, on, second)
    if off is not None and values[1] >= _FAR:
        verdict = OTHER if off.dating.relation == "other" else UNTOLD
        return _judgement(verdict, query, content, score, off)
    return _judgement(UNSUPPORTED, query, content, score, _best([each for each in (on, off) if each]))


def _best(group: Iterable[Evidence]) -> Evidence | None:
    """Return the evidence of most support; of equal ones on the date, then of another date, the first."""
    order = {"on": 0, "other": 1, "untold": 2}
    return min(group, key=lambda each: (-round(each.support, 9), order[each.dating.relation]), default=None)


def _judgement(
    verdict: str, query: Query, content: float, score: float, evidence: Evidence | None, second: Evidence | None = None
) -> Judgement:
    held = evidence.held | (second.held if second else frozenset()) if evidence else frozenset()
    missing = query.spelled(query.words.keys() - held)
    return Judgement(verdict, query.size, content, score, evidence, second, missing)


def _contradicted(query: Query, evidence: Evidence, index: EvidenceIndex) -> Evidence:
    """Return evidence with what contradicts the sentence in it, and then the support of all other words."""
    if evidence.support < LOOK:
        return evidence
    found = conflicts(query.codes, evidence.anchor, index)
    if not found.kinds:
        return evidence
    held = frozenset(query.words.keys() & index.sentence(evidence.anchor)[1])
    support = query.weight(held) / (query.size - query.weight(found.words) + PRIOR)
    return replace(
        evidence, rows=(evidence.anchor,), support=support, held=held, conflicts=found.kinds, against=found.against
    )


def _second_piece(
    query: Query, best: Evidence, clean: Sequence[Evidence], index: EvidenceIndex
) -> tuple[Evidence | None, float]:
    """Return evidence for the largest stretch that the best lacks, and what it adds to the support."""
    lacking, total = frozenset[int](), 0.0
    start, current = 0, 0.0
    for place, word in enumerate(query.sequence):
        if current <= 0:
            start, current = place, 0.0
        current += -query.weights[word] if word in best.held else query.weights[word]
        if current > total:
            total, lacking = current, frozenset(query.sequence[start : place + 1])
    share = total / (query.size + PRIOR)
    if share < _PIECE:
        return None, 0.0
    whole = query.weight(lacking) + _FEW
    values = [(query.weight(lacking & index.sentence(each.anchor)[1]) / whole, each) for each in clean]
    carried = [(value, each) for value, each in values if value >= _CARRIED]
    on = [(value, each) for value, each in carried if each.dating.relation == "on"]
    if not carried:
        return None, 0.0
    value, second = max(on or carried, key=lambda pair: pair[0])
    return second, share * value
