"""Decoys: the texts that tests put against a summary, and that whoever reads finds worse."""

from __future__ import annotations

from collections.abc import Iterable

from cliometer.model.when import When
from cliometer.study.contests import CORRUPTED, DECOYS, FILLER, SHUFFLED, draw, shuffle
from cliometer.study.topics import line_date, timeline_days

TEXT_DECOYS = DECOYS[:3]  # of a summary that is no timeline

# The paper's tests put a summary against *lorem ipsum*, which shows at a glance. The other two decoys must be
# read: the summary's own words shuffled, and another topic's summary.

_LATIN = (  # noqa: SIM905  # a text is easier to read than a list
    "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et "
    "dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea "
    "commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur"
).split()


def decoy(kind: str, text: str, foreign: str, *salt: object) -> tuple[str, str]:
    """Return a decoy of a kind, and the kind it is: filler, where another would be no worse than the text."""
    made = shuffled_words(text, *salt) if kind == SHUFFLED else foreign
    if kind == FILLER or not made.strip() or made.split() == text.split():
        return FILLER, filler_text(text, *salt)
    return kind, made


def filler_text(text: str, *salt: object) -> str:
    """Return as many lines as the text has, of as many words each; the dates of a timeline stay."""

    def latin(place: int, line: str) -> str:
        draws = (draw(len(_LATIN), "filler", *salt, place, word) for word in range(len(line.split())))
        sentence = " ".join(_LATIN[number] for number in draws)
        return f"{sentence.capitalize()}." if sentence else ""

    lines = enumerate(text.strip().splitlines())
    return "\n".join(line if line_date(line) else latin(place, line) for place, line in lines)


def shuffled_words(text: str, *salt: object) -> str:
    """Return the words in another order, in lines as long as before; of a single word the letters.

    The dates of a timeline stay where they are: a test must not be known by having none.
    """
    given = text.strip().splitlines()
    lines = [[] if line_date(line) else line.split() for line in given]
    words = [word for line in lines for word in line]
    alone = len(words) == 1 and len(given) == 1
    parts = enumerate(words[0] if alone else words)
    rest = (part for _, part in shuffle(parts, lambda part: part[0], "mixed", *salt))
    if alone:
        return "".join(rest)
    mixed = [" ".join(next(rest) for _ in line) for line in lines]
    return "\n".join(line if line_date(line) else new for line, new in zip(given, mixed, strict=True))


# Two timelines are shown in rows of dates. A decoy on the dates of its summary would be known by having no empty cell,
# one on the dates of another topic by having no full row. So it stands on the dates of a timeline with which the
# summary is compared elsewhere, and the layout of a test is that of a pair.


def timeline_decoy(kind: str, text: str, lender: str, foreign: str, *salt: object) -> tuple[str, str]:
    """Return a decoy of a timeline on the dates of the timeline `lender`, and the kind it is."""
    dates = [day.date for day in timeline_days(lender)]
    made = corrupted(on_dates(text, dates), *salt) if kind == CORRUPTED else on_dates(foreign, dates)
    return decoy(kind, lender, made, *salt)


def on_dates(text: str, dates: Iterable[When]) -> str:
    """Return a timeline on these dates: its days that are among them stay, the others take the rest in order.

    >>> print(on_dates("2010-05-26\\nTop kill\\n2010-05-28\\nBP stops", [When.of("2010-05-26"), When.of("2010-05-30")]))
    2010-05-26
    Top kill
    2010-05-30
    BP stops
    """
    days, given = {day.date: day.lines for day in timeline_days(text)}, list(dates)
    free = [date for date in given if date not in days]
    rest = [lines for date, lines in days.items() if date not in given] or [*days.values()]
    rest = rest or [(line,) for line in text.splitlines() if line.strip()]
    if rest:
        step = max(1, len(rest) // max(1, len(free)))  # of more days than dates, those from all parts
        days |= {date: rest[place * step % len(rest)] for place, date in enumerate(free)}
    return "\n".join(line for date in given if date in days for line in (str(date), *days[date]))


def corrupted(text: str, *salt: object) -> str:
    """Return a timeline in which a few days of the middle have their words shuffled; nothing if none can be."""
    days = timeline_days(text)
    middle = range(len(days) // 4, len(days) - len(days) // 4)
    chosen = shuffle(middle, int, "corrupted", *salt)[: max(2, len(days) // 10)]
    new = {
        place: shuffled_words("\n".join(day.lines), *salt, place) if place in chosen else "\n".join(day.lines)
        for place, day in enumerate(days)
    }
    changed = any(new[place].split() != " ".join(days[place].lines).split() for place in chosen)
    return "\n".join(f"{day.date}\n{new[place]}" for place, day in enumerate(days)) if changed else ""


def moved_dates(text: str, *salt: object) -> str:
    """Return a timeline of which a third of the days stand up to a week later."""
    dates = [day.date for day in timeline_days(text)]
    days = {date: draw(3, "moved", *salt, str(date)) == 0 and date.precision == "day" for date in dates}
    shifted = {date.shift(1 + draw(7, "days", *salt, str(date))) if moves else date for date, moves in days.items()}
    return on_dates(text, sorted(shifted))
