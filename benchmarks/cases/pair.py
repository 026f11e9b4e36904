"""One pair of 30-date timelines, five metrics, ROUGE-1 and 2: what a researcher's single call takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import cliometer
from benchmarks.clock import best, family, race
from benchmarks.peers import OURS, Scores, perl_is_ready, tilse
from benchmarks.processes import child
from benchmarks.registry import Effort, case
from benchmarks.rows import Quantity, Row, absent, alone, costlier, faster
from benchmarks.texts import Days, timeline

DATES = 30
SYSTEM, REFERENCE = "pair/system", "pair/reference"  # seeds
_PYTHON, _PERL = "pair: warm, tilse Python mode", "pair: warm, tilse Perl mode"
_ROUNDS = 3
_SAME = 1e-12


@case
def pair(effort: Effort) -> Iterator[Row]:
    """Warm against tilse's two modes; cold, in a fresh process, for information."""
    system, reference = timeline(SYSTEM, DATES), timeline(REFERENCE, DATES)
    perl = _perl(system, reference)  # first: times of unequal answers would mean nothing
    yield alone(
        "pair: cold, first call of a process", Quantity(min(child("pair_cold") for _ in range(effort.of(5, 1))))
    )
    times = _warm_times(system, reference, effort.of(_ROUNDS, 1))
    theirs = times.get("theirs")
    yield absent(_PYTHON, "tilse") if theirs is None else faster(_PYTHON, times["ours"], theirs, least=60)
    yield _against_perl(perl, times["ours"])
    yield ledger_cost("pair: ledger, align+m1", partial(cliometer.score, system, [reference]), 20)


def ledger_cost(name: str, score: Callable[..., object], times: int) -> Row:
    """`ledger` beside the field's metric on the same texts, in turns."""
    metrics = ("ledger", "align+m1(rouge=1)")
    seconds = race({metric: partial(score, metrics=[metric]) for metric in metrics}, times)
    return costlier(name, seconds["ledger"], seconds["align+m1(rouge=1)"], most=4)


def _warm_times(system: Days, reference: Days, rounds: int) -> dict[str, float]:
    """Ours, best of 20 in a row, and tilse's Python mode, where installed; in turns, against busy moments."""
    evaluate = tilse("reimpl")
    taken = []
    for _ in range(rounds):
        times = {"ours": best(lambda: cliometer.score(system, [reference], metrics=OURS), 20)}
        if evaluate is not None:
            times["theirs"] = best(partial(evaluate, system, reference), 1)
        taken.append(times)
    return {name: min(times[name] for times in taken) for name in taken[0]}


def _against_perl(perl: tuple[float, float] | str, warm: float) -> Row:
    if isinstance(perl, str):
        return absent(_PERL, perl)
    seconds, gap = perl
    return faster(_PERL, warm, seconds, least=1500, note=f"scores equal, largest gap {gap:.0e}")


def _perl(system: Days, reference: Days) -> tuple[float, float] | str:
    """Seconds of one run (it takes long) and the largest gap between the scores, or what is missing."""
    evaluate = tilse("original")
    if evaluate is None:
        return "tilse"
    if not perl_is_ready():
        return "Perl with XML::Parser and DB_File"
    start = family()
    scores = evaluate(system, reference)
    seconds = family() - start
    return seconds, _gap(cliometer.score(system, [reference], metrics=OURS).to_dict(), scores)


def _gap(ours: dict[str, dict[str, float | None]], theirs: Scores) -> float:
    """The largest difference between our scores and Perl's, which must be none to speak of."""
    gaps = {
        f"{metric} {key}": abs((ours[metric][key] or 0.0) - value)
        for metric, numbers in theirs.items()
        for key, value in numbers.items()
    }
    worst = max(gaps, key=gaps.__getitem__)
    if len(gaps) != 3 * len(OURS) or gaps[worst] > _SAME:
        raise AssertionError(f"pair: our {worst} is {gaps[worst]:.3g} away from tilse's; nothing was timed")
    return gaps[worst]
