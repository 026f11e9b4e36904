"""Nuggets in sentences: who tells most of them, who tells most in time, and what nobody tells."""

from __future__ import annotations

from collections.abc import Mapping

from cliometer.engine.nugget_coverage import NuggetCoverage, Steps
from cliometer.report.chapters.leaders import leaders
from cliometer.report.chapters.words import many, percent

_DAY = 24  # hours
_SOON = "within a day of their becoming known"
_TELL = ("tells most,", "tell most,", "systems tell as many,")


def summary(shares: Mapping[str, Steps]) -> str:
    """What systems have told at the end, and after a day."""
    ever = leaders({system: steps[-1][1] if steps else 0.0 for system, steps in shares.items()})
    day = leaders({system: reached(steps, _DAY) for system, steps in shares.items()})
    told = f"{percent(ever.value)}{ever.each} of a topic's nuggets on average"
    if ever.alone:
        return f"{ever.names[0]} tells {told}; {_SOON}, {percent(day.value)}."
    soon = f"{day.said(*_TELL)} {percent(day.value)}{day.each}"
    return f"{ever.said(*_TELL, opens=True)} {told}; {_SOON}, {soon}."


def counted(told: NuggetCoverage) -> str:
    """How many nuggets a topic has, and how many are never told."""
    missed = sum(not any(time is not None for time in nugget.times) for nugget in told.nuggets)
    count = len(told.nuggets)
    rest = f"{missed} of them no system tells" if missed else "each is told by some system"
    return f"{many(count, 'nugget')} count{'s' if count == 1 else ''}; {rest}."


def reached(steps: Steps, late: float) -> float:
    """What had been told by then, that very moment included."""
    return max((height for place, height in steps if place <= late), default=0.0)
