"""Perturbations that move, coarsen, merge or split dates, or exchange the texts of dates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any, Literal

from cliometer.court.perturbation import Perturbation, TrialCase, perturbation, share
from cliometer.expressions import choice, setting, whole, word
from cliometer.model.nuggets import Update
from cliometer.model.timeline import Timeline
from cliometer.model.when import When, days_in_month, from_ordinal, to_ordinal

# Shift (Martschat & Markert 2017), into the future or into the past.

_DAY = 86_400  # seconds
_CENTURIES = 3_652_425  # days in ten thousand years: far enough for any history


@perturbation("shift", "falls", "falls", aspect="moved dates", answers=("timelines", "updates"))
class Shift(Perturbation):
    """Every date moves by the same number of days, into the past where it is negative."""

    days: int = setting(1, parse=whole(-_CENTURIES, zero=False), doc="how many days later", always=True)

    def ladder(self) -> Sequence[Shift]:
        """Return shifts of 1 to 7 days and of 14, in the same direction."""
        sign = -1 if self.days < 0 else 1
        return [Shift(sign * days) for days in (1, 2, 3, 4, 5, 6, 7, 14)]

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return case.changed([(when.shift(self.days), sentences) for when, sentences in case.timeline.items()])

    def selections(self, case: TrialCase) -> Sequence[Sequence[Any]]:
        return [[replace(update, time=update.time + self.days * _DAY) for update in case.items]]


Unit = Literal["month", "year", "decade"]
UNITS: tuple[Unit, ...] = ("month", "year", "decade")


@perturbation("coarsen", "falls", "falls", aspect="moved dates", steps=("to", UNITS))
class Coarsen(Perturbation):
    """Dates become the month, year or decade they fall in; what falls together is one entry then."""

    to: Unit = setting("month", parse=word("unit of time", UNITS), doc="what is left of a date", always=True)
    form: Literal["interval", "first"] = choice(
        "form", "interval", "first", doc="the whole month, or its first day (the habit of the field)"
    )

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return case.changed([(self._coarse(when), sentences) for when, sentences in case.timeline.items()])

    def _coarse(self, when: When) -> When:
        """Return the span from the first day's unit to the last day's, which is never narrower than the date."""
        first = _span(when.first, self.to).first
        return When(first, first if self.form == "first" else _span(when.last, self.to).last)


def _span(day: int, unit: Unit) -> When:
    """Return the month, year or decade around a day."""
    year, month, _ = from_ordinal(day)
    if unit == "month":
        return When(to_ordinal(year, month, 1), to_ordinal(year, month, days_in_month(year, month)))
    start = year - year % 10 if unit == "decade" else year
    return When(to_ordinal(start, 1, 1), to_ordinal(start + 9 if unit == "decade" else year, 12, 31))


@perturbation("uniform", "falls", "falls", kind="economy", aspect="uniform dates")
class Uniform(Perturbation):
    """As many dates as before, spread evenly from first to last; the texts keep their order."""

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the timeline on even dates, where it has three or more; each date lasts as long as before."""
        dates = case.timeline.dates
        if len(dates) < 3:
            return []
        start, steps = dates[0].first, len(dates) - 1
        span = dates[-1].first - start
        moved = [when.shift(start + i * span // steps - when.first) for i, when in enumerate(dates)]
        return case.changed(zip(moved, case.timeline.values(), strict=True))


# Merge (Martschat & Markert 2017): the two closest dates become one.


@perturbation("merge", "falls", "falls", aspect="merged and split days", steps=("times", (1, 2, 4, 8)))
class Merge(Perturbation):
    """The closest two dates become one, the earlier; of pairs equally close, the earliest."""

    times: int = setting(1, parse=whole(1), doc="how many times over; one date always stays")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        merged = case.timeline
        for _ in range(min(self.times, len(merged) - 1)):
            earlier, later = min(pairwise(merged), key=lambda pair: pair[0].distance(pair[1]))
            merged = Timeline([(earlier if when == later else when, sentences) for when, sentences in merged.items()])
        return case.changed(merged.items())


@perturbation("split", "falls", "falls", aspect="merged and split days", steps=("days", (1, 2, 4, 8)))
class Split(Perturbation):
    """A day's sentences behind its first move on, each a day later than the one before."""

    days: int = setting(1, parse=whole(1), doc="the days from one sentence to the next")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return case.changed(
            (when.shift(place * self.days), [sentence])
            for when, sentences in case.timeline.items()
            for place, sentence in enumerate(sentences or ("",))
        )


@perturbation("swap", "falls", "falls", aspect="misplaced texts")
class Swap(Perturbation):
    """The texts of two neighbouring dates change places, each pair of neighbours in turn."""

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        dates, texts = case.timeline.dates, list(case.timeline.values())
        orders = ([*texts[:i], texts[i + 1], texts[i], *texts[i + 2 :]] for i in range(len(texts) - 1))
        return case.changed(*(zip(dates, order, strict=True) for order in orders))


@perturbation("reverse", "falls", "falls", 0.5, aspect="misplaced texts", answers=("timelines", "extracts"))
class Reverse(Perturbation):
    """The texts stand in reverse order over the same dates; at most half of F may be left."""

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return case.changed(zip(case.timeline, list(case.timeline.values())[::-1], strict=True))

    def selections(self, case: TrialCase) -> Sequence[Sequence[Any]]:
        return [case.items[::-1]] if case.ranked else []


@perturbation(
    "shuffle",
    "falls",
    "falls",
    0.5,
    aspect="misplaced texts",
    answers=("timelines", "extracts", "updates"),
    steps=("share", (0.25, 0.5, 0.75, 1.0)),
)
class Shuffle(Perturbation):
    """Texts change places at random, so that no date keeps its own; the dates stay.

    At most half of F may be left: a timeline that has nothing in its place is not half right.
    """

    share: float = setting(1.0, parse=share, doc="the share of the days whose texts change places")
    draws: int = setting(5, parse=whole(1, 10_000), doc="how many seeded draws")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return a timeline for each draw; a draw moves more of the same days as the share grows."""
        texts = list(case.timeline.values())
        orders = self._sources(case, len(texts))
        return case.changed(*(zip(case.timeline, [texts[i] for i in order], strict=True) for order in orders))

    def selections(self, case: TrialCase) -> Sequence[Sequence[Any]]:
        """Return the items of each draw, where their order means something; updates exchange their times."""
        if not case.ranked or len(case.items) < 2:
            return []
        orders = self._sources(case, len(case.items))
        if not isinstance(case.items[0], Update):
            return [[case.items[place] for place in order] for order in orders]
        return [
            [replace(item, time=case.items[place].time) for item, place in zip(case.items, order, strict=True)]
            for order in orders
        ]

    def _sources(self, case: TrialCase, size: int) -> list[list[int]]:
        """Return for each draw the place whose text each place gets: in a circle, that of the one before it."""
        random = case.generator()
        orders = [random.permutation(size).tolist() for _ in range(self.draws)]
        circles = [order[: max(2, round(self.share * size))] for order in orders]
        moved = [dict(zip(circle, circle[-1:] + circle[:-1], strict=True)) for circle in circles]
        return [[source.get(place, place) for place in range(size)] for source in moved]


@perturbation("deal", "falls", "falls", 0.5, aspect="misplaced texts")
class Deal(Perturbation):
    """Sentences are dealt out over the days at random; each day keeps its number of sentences.

    At most half of F may be left: a timeline whose sentences stand anywhere is not half right.
    """

    draws: int = setting(5, parse=whole(1, 10_000), doc="how many seeded draws")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return a timeline for each draw, unless it deals out what was there before."""
        random, days = case.generator(), case.timeline.items()
        sentences = [sentence for _, day in days for sentence in day]
        decks = [iter([sentences[i] for i in random.permutation(len(sentences))]) for _ in range(self.draws)]
        return case.changed(*([(when, list(islice(deck, len(day)))) for when, day in days] for deck in decks))
