"""Stemmed ROUGE-1, 2, L and Lsum of 4,000 short pairs in one call, in the dialect of both peers: what a sweep takes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import cliometer
from benchmarks.clock import Call, race
from benchmarks.peers import load
from benchmarks.registry import Effort, case
from benchmarks.rows import Row, absent, faster
from benchmarks.texts import summary

PAIRS = 4000
SAMPLE = 400  # rouge-score is slow; its time is scaled
_TYPES = ["rouge1", "rouge2"]
_REPEATS = 5


@case
def short(effort: Effort) -> Iterator[Row]:
    """Against rouge-score, which everybody uses, and rouge-score-rs, which is written in Rust."""
    peers, references = _draw("short/peers"), _draw("short/references")
    predictions, targets = list(map("\n".join, peers)), list(map("\n".join, references))
    ours = partial(cliometer.rouge_batch, peers, [[text] for text in references], tokens="google")
    yield _against_python(partial(ours, types=["1", "2"]), targets[:SAMPLE], predictions[:SAMPLE])
    for more in ((), ("L",), ("Lsum",)):
        yield _against_rust(partial(ours, types=["1", "2", *more]), targets, predictions, more)


def _draw(seed: str) -> list[list[str]]:
    rng = random.Random(seed)
    return [summary(rng) for _ in range(PAIRS)]


def _against_python(ours: Call, targets: Sequence[str], predictions: Sequence[str]) -> Row:
    module, name = load("rouge_score.rouge_scorer"), "short: rouge-score"
    if module is None:
        return absent(name, "rouge-score")
    scorer = module.RougeScorer(_TYPES, use_stemmer=True)
    times = _race({"ours": ours, "theirs": lambda: _one_by_one(scorer, targets, predictions)})
    note = f"peer scaled from {SAMPLE} of {PAIRS} pairs"
    return faster(name, times["ours"], times["theirs"] * PAIRS / SAMPLE, least=40, note=note)


def _against_rust(ours: Call, targets: Sequence[str], predictions: Sequence[str], more: Sequence[str]) -> Row:
    module, name = load("rouge_score_rs.rouge_scorer"), " and ".join(["short: rouge-score-rs", *more])
    if module is None:
        return absent(name, "rouge-score-rs")
    scorer = module.RougeScorer([*_TYPES, *(f"rouge{type}" for type in more)], use_stemmer=True)
    ways: dict[str, Call] = {
        "one by one": lambda: _one_by_one(scorer, targets, predictions),
        "score_batch": lambda: scorer.score_batch(targets, predictions),
    }
    times = _race({"ours": ours, **ways})
    way = min(ways, key=times.__getitem__)
    return faster(name, times["ours"], times[way], least=1, note=f"peer's faster way: {way}")


def _one_by_one(scorer: Any, targets: Sequence[str], predictions: Sequence[str]) -> list[object]:
    return [scorer.score(target, text) for target, text in zip(targets, predictions, strict=True)]


def _race(calls: dict[str, Call]) -> dict[str, float]:
    """Best of five, after one call each to warm up."""
    for call in calls.values():
        call()
    return race(calls, _REPEATS)
