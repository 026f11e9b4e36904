"""The timeline view as SVG: lanes of days on a true time axis, links between days, and what they earned.

What the picture looks like is described here alone: `static_svg` draws one pair by it, and the script of a
page places the same signs by `DESCRIPTION` and `LOOKS_CSS` when the reader moves the window of time.
"""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from cliometer.model.when import from_ordinal, to_ordinal
from cliometer.report.charts.grammar import COLOURS, FONT, Name
from cliometer.report.timeline_view.day_credit import STEPS, Flag, Link, Row, level
from cliometer.text.tokenisation import printable

LANES = (100, 222)  # y of the references and of the system
GAP, BAR = 9, 60  # between the line of a lane and its bars; the highest bar
PAD = 18  # pixels at both ends of the axis
AXIS, HEIGHT, STRIP = 328, 350, 30  # y of the labels; heights of the picture and of the strip of all dates
ROOM = 46  # pixels between labels
MANY = 300  # links; where there are more, the weakest are left out
_HEAD = 36  # of a picture that stands alone, above the lanes
_DASHES = "5 4"
_LEVELS = range(len(STEPS) + 1)
_LARGEST, _SMALLEST = 5.2, 1.6  # radius of a day

# Signs of days by their flag, for a radius of 1: a kind of day is told by its shape, never by colour alone.
SIGNS = {
    Flag(0): "m-1 0c0-.55.45-1 1-1s1 .45 1 1-.45 1-1 1-1-.45-1-1z",
    Flag.MISSED: "m-1-1l2 2m0-2l-2 2",
    Flag.SPURIOUS: "m0-1.2l1.2 1.2-1.2 1.2-1.2-1.2z",
    Flag.LATE: "m-.9-1.15l2.1 1.15-2.1 1.15z",
    Flag.EARLY: "m.9-1.15l-2.1 1.15 2.1 1.15z",
    Flag.REPEATED: "m-1.75-1.75h3.5v3.5h-3.5z",  # around the sign of the day
}
_SIGN_NAMES = {flag: (flag.name or "same date").lower() for flag in SIGNS}
_NUMBER = re.compile(r"-?\d*\.?\d+")


Look = dict[str, str | float]


def _looks() -> dict[str, Look]:
    looks: dict[str, Look] = {}
    for strength, width in zip(_LEVELS, (1, 1.3, 1.8, 2.4, 3.1, 3.8), strict=True):
        line: Look = {"fill": "none", "stroke": f"credit-{strength}", "stroke-width": width}
        looks[f"link{strength}"] = {**line, "stroke-linecap": "round"}
        looks[f"once{strength}"] = {**line, "stroke-dasharray": _DASHES}
    thick: Look = {"stroke-width": 4, "stroke-linecap": "round", "opacity": 0.35}
    looks |= {"long": {"fill": "none", "stroke": "muted", **thick}, "size": {"fill": "line"}}
    looks |= {f"bar{n}": {"fill": f"credit-{n}"} for n in _LEVELS}
    looks |= {f"node{n}": {"fill": f"credit-{n}", "stroke": "credit-4", "stroke-width": 0.8} for n in _LEVELS}
    for flag, fill, stroke, width in (
        (Flag.MISSED, "none", "bad", 2.0),
        (Flag.SPURIOUS, "panel", "warn", 1.8),
        (Flag.REPEATED, "none", "ink", 1.2),
    ):
        name = _SIGN_NAMES[flag]
        looks[f"{name}-thin"] = {"fill": fill, "stroke": stroke, "stroke-width": 1}
        looks[name] = {**looks[f"{name}-thin"], "stroke-width": width, "stroke-linejoin": "round"}
    return looks


# Attributes of paths by the name of their look, in the order of drawing; colours by their names in the theme.
LOOKS = _looks()


_VARIABLES: Look = {colour: f"var(--{colour})" for colour in COLOURS["light"]}
LOOKS_CSS = "".join(  # the looks as classes of a style sheet
    f".a-{look}{{{';'.join(f'{name}:{_VARIABLES.get(str(value), value)}' for name, value in one.items())}}}\n"
    for look, one in LOOKS.items()
)


def _tenths(number: float) -> str:
    return f"{round(number, 1):g}"


def sign_paths(flag: Flag, x: float, y: int, r: float, strength: int) -> Iterator[tuple[str, str]]:
    """The looks and paths that make the sign of a day with a radius."""
    kind, thin = flag & ~Flag.REPEATED, "-thin" if r < 2 else ""
    if kind in (Flag.MISSED, Flag.SPURIOUS):
        yield _SIGN_NAMES[kind] + thin, _sign(kind, x, y, 0.85 * r)
    else:
        yield f"node{strength}", _sign(kind, x, y, r)
    if Flag.REPEATED in flag:
        around = f"M{_tenths(x)} {y + 5}v3" if thin else _sign(Flag.REPEATED, x, y, 0.85 * r)
        yield f"repeated{thin}", around


def _sign(flag: Flag, x: float, y: int, r: float) -> str:
    path = _NUMBER.sub(lambda number: f" {_tenths(float(number[0]) * r)}", SIGNS[flag])
    return f"M{_tenths(x)} {y}{path.replace(' -', '-')}"


# The window of time, its scale and its ticks.

Span = tuple[float, float]
_MOST = 0.8  # of the dates
_FEWEST_DATES = 8  # dates that can crowd each other
_NARROW = 0.5  # of the whole span; a wider window would gain little
_NEAR = 0.05  # of the window; a date that close belongs to it
_MARGIN = 1.08
_LEAST = 4.0  # days
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

# What the script of a page needs to place the same picture: `DRAWING` in `assets/aligned`.
DESCRIPTION = {
    "lanes": LANES,
    "gap": GAP,
    "bar": BAR,
    "pad": PAD,
    "axis": AXIS,
    "height": HEIGHT,
    "strip": STRIP,
    "room": ROOM,
    "many": MANY,
    "radius": [_SMALLEST, _LARGEST],
    "steps": STEPS,
    "months": _MONTHS,
    "flags": {name: int(flag) for flag, name in _SIGN_NAMES.items() if flag},
    "signs": {int(flag): path for flag, path in SIGNS.items()},
    "looks": list(LOOKS),
}


def centre(date: Sequence[Any]) -> float:
    """The middle of a date, as `view_data` writes dates."""
    return float(date[1] + date[-1] + 1) / 2


def whole_span(dates: Sequence[Sequence[Any]]) -> Span:
    """All dates, with a margin."""
    first, last = min((d[1] for d in dates), default=0), max((d[-1] + 1 for d in dates), default=1)
    margin = max(1, (last - first) * 0.015)
    return first - margin, last + margin


def window(dates: Sequence[Sequence[Any]]) -> Span | None:
    """The shortest window with four fifths of the dates, and what lies near; None where it gains little."""
    centres = sorted(map(centre, dates))
    if len(centres) < _FEWEST_DATES:
        return None
    most = math.ceil(_MOST * len(centres)) - 1
    first, last = min(zip(centres, centres[most:], strict=False), key=lambda ends: ends[1] - ends[0])
    near = max(_LEAST, _NEAR * (last - first))
    for date in centres:  # wider as long as the next date is near
        if last < date <= last + near:
            last = date
    for date in reversed(centres):
        if first - near <= date < first:
            first = date
    wide, (start, end) = max(_LEAST, (last - first) * _MARGIN), whole_span(dates)
    middle = (first + last) / 2
    return None if wide > _NARROW * (end - start) else (middle - wide / 2, middle + wide / 2)


class Tick(NamedTuple):
    """A day number, its label, and the month or year that the label belongs to."""

    day: int
    label: str
    era: str = ""


def ticks(first: float, last: float, scale: float) -> list[Tick]:
    """The ticks between two days at so many pixels a day: the finest unit whose labels have room."""
    room, start, found = ROOM / scale, math.floor(first), []
    if room <= 7:
        step = 1 if room <= 1 else 2 if room <= 2 else 7
        for number in range(start, math.floor(last) + 1):
            year, month, day = from_ordinal(number)
            if (day - 1) % step == 0 and (step == 1 or day <= 31 - step / 2):
                found.append(Tick(number, str(day), f"{_MONTHS[month - 1]} {year_name(year)}"))
    else:
        step = 1 if room <= 30 else 3 if room <= 92 else 12 * _round_years(room / 365.25)
        year, month, _ = from_ordinal(start)
        months = (12 * year + month - 1) // step * step
        while (day := to_ordinal(months // 12, months % 12 + 1, 1)) <= last:
            name = year_name(months // 12)
            found.append(Tick(day, name) if step >= 12 else Tick(day, _MONTHS[months % 12], name))
            months += step
    return [tick for tick in found if first <= tick.day <= last]


def _round_years(least: float) -> int:
    power = int(10 ** max(0, math.floor(math.log10(least))))
    return next(n * power for n in (1, 2, 5, 10) if n * power >= least)


def year_name(year: int) -> str:
    """Years before 1 as historians write them."""
    return str(year) if year > 0 else f"{1 - year} BC"


def place(day: float, span: Span, width: int) -> float:
    """The pixel at which a day begins, where a span of days is so wide."""
    return PAD + (day - span[0]) * ((width - 2 * PAD) / (span[1] - span[0]))


# The picture of one pair that stands alone. Colours are written out: programs that turn SVG into PDF know no
# variables, and few know style sheets.


def static_svg(
    view: Mapping[str, Any], system: int | str, metric: int | str, width: int = 900, theme: Name = "light"
) -> str:
    """The picture of one system and metric of a topic, by number or by name."""
    numbers = [
        wanted if isinstance(wanted, int) else [item["n"] for item in view[kind]].index(wanted)
        for kind, wanted in (("systems", system), ("metrics", metric))
    ]
    return _Picture(view, numbers[0], numbers[1], width, COLOURS[theme]).svg()


class _Picture:
    def __init__(
        self, view: Mapping[str, Any], system: int, metric: int, width: int, colours: Mapping[str, str]
    ) -> None:
        self._view, self._system = view, view["systems"][system]
        self._metric, self._pair = view["metrics"][metric], self._system["m"][metric]
        self._width, self._colours = width, colours
        self._lanes = ((view["dates"], self._pair["r"]), (self._system["dates"], self._pair["s"]))
        self._dates = [date for dates, _ in self._lanes for date in dates]
        self._span: Span = self._system["window"] or whole_span(self._dates)
        self._unit = (width - 2 * PAD) / (self._span[1] - self._span[0])  # pixels a day
        self._x = partial(place, span=self._span, width=width)
        self._letters = (width - 190) / 7.6  # of names on a line
        self._paths: defaultdict[str, list[str]] = defaultdict(list)

    def svg(self) -> str:
        names = (self._view["topic"], self._system["n"], self._metric["n"])
        title = " · ".join(self._name(name, len(names)) for name in names)
        values = self._pair["v"].items()
        scores = "   ".join(f"{name} {'undefined' if v is None else f'{v:.3f}'}" for name, v in values)
        strip = [*self._strip()] if self._system["window"] else []
        legend = _HEAD + HEIGHT + (STRIP + 20 if strip else 0) + 14
        size = f'width="{self._width}" height="{legend + 30}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {self._width} {legend + 30}" '
            f'role="img" aria-label="{escape(printable(title))}" font-family="{escape(FONT)}">'
            f'<rect {size} fill="{self._colours["panel"]}"/>'
            + self._text(6, 17, title, 13, "ink", bold=True)
            + self._text(6, 34, scores, 11.5)
            + "".join(
                f'<g transform="translate(0 {down})">{"".join(parts)}</g>'
                for down, parts in ((_HEAD, self._parts()), (_HEAD + HEIGHT, strip), (legend, self._legend()))
            )
            + "</svg>"
        )

    def _parts(self) -> Iterator[str]:
        yield from self._axis()
        links = self._pair["l"]
        strong = [link for link in links if link[3]] if len(links) > MANY else links
        self._link_paths(strong)
        for lane in (0, 1):
            self._lane_paths(lane, *self._lanes[lane])
        faint = min(0.9, max(0.16, 220 / (len(strong) + 1)))
        for look in LOOKS:
            if look in self._paths:
                opacity = min(0.95, faint + 0.2 * int(look[-1])) if look[:4] in ("link", "once") else 1
                yield self._path("".join(self._paths[look]), **LOOKS[look], stroke_opacity=f"{opacity:.2g}")
        if left := len(links) - len(strong):
            yield self._text(self._width - 190, 14, f"{left:,} links under 1 % not drawn")
        writers = self._view["names"]
        references = "Reference" if len(writers) == 1 else f"{len(writers)} references"
        lanes = ((14, references, writers), (309, "System", [self._system["n"]]))
        for (y, role, names), (dates, _) in zip(lanes, self._lanes, strict=True):
            # Several names are left out where each would have room for a few letters only.
            crowded = len(names) > 1 and int(self._letters / len(names)) - 2 < 8
            who = "" if crowded else ": " + ", ".join(self._name(name, len(names)) for name in names)
            text = f"{role}{who} ({len(dates):,} date{'' if len(dates) == 1 else 's'})"
            yield self._text(6, y, text, 12, "ink", bold=True)

    def _link_paths(self, links: Sequence[Link]) -> None:
        middle = sum(LANES) // 2
        for reference, system, kind, strength in links:
            ends = [centre(dates[i]) for (dates, _), i in zip(self._lanes, (reference, system), strict=True)]
            places = [*map(self._x, ends)]
            if any(0 <= x <= self._width for x in places):
                a, b = (f"{x:.1f}" for x in places)
                way = f"M{a} {LANES[0] + 6}C{a} {middle + 8} {b} {middle - 8} {b} {LANES[1] - 6}"
                self._paths[f"{'once' if kind else 'link'}{strength}"].append(way)

    def _lane_paths(self, lane: int, dates: Sequence[Sequence[Any]], rows: Sequence[Row]) -> None:
        """A bar as high as the root of a day's size, filled as far as it earned, and the sign of the day."""
        gaps = ((centre(b) - centre(a)) * self._unit for a, b in pairwise(dates))
        rooms = [min(12.0, *both) / 2 for both in pairwise([12.0, *gaps, 12.0])]
        sizes = [row[4] or 0 for row in rows]
        largest, alike = max(sizes, default=0), len(set(sizes)) < 2
        for date, row, size, room in zip(dates, rows, sizes, rooms, strict=False):
            height = 0.6 * BAR if alike else max(4.0, BAR * math.sqrt(size / largest)) if size else 2.0
            x, y, (start, end) = self._x(centre(date)), LANES[lane], map(self._x, (date[1], date[-1] + 1))
            if end < 0 or start > self._width:
                continue
            share = ((row[3] if row[5] is None else row[5]) or 0) / row[4] if row[4] else 0.0
            if len(date) > 2:
                self._paths["long"].append(f"M{start + 3:.1f} {y}H{max(end - 3, x):.1f}")
            wide, base = min(8.0, max(1.0, 1.35 * room)), y + (GAP if lane else -GAP)
            for look, part in (("size", height), (f"bar{level(share)}", max(1.0, min(1.0, share) * height))):
                if look == "size" or share > 0:
                    bar = f"h{_tenths(wide)}v{_tenths(part if lane else -part)}h{_tenths(-wide)}z"
                    self._paths[look].append(f"M{_tenths(x - wide / 2)} {base}{bar}")
            radius = round(min(_LARGEST, max(_SMALLEST, 0.9 * room)), 1)
            for look, path in sign_paths(Flag(int(row[6] or 0)), x, y, radius, level(share)):
                self._paths[look].append(path)

    def _axis(self) -> Iterator[str]:
        eras: list[tuple[float, str]] = []
        lines = [f"M0 {y}H{self._width}" for y in LANES]
        for tick in ticks(*self._span, self._unit):
            x = self._x(tick.day)
            lines.append(f"M{x:.1f} 22V{AXIS - 12}")
            daily = self._unit >= ROOM  # the name of a day stands below its middle
            at = x + (self._unit / 2 - 5 if daily else 3)
            if at < self._width - 16:
                yield self._text(at, AXIS, tick.label)
            if tick.era and tick.era not in (era for _, era in eras[-1:]):
                eras.append((x + 3, tick.era))
        yield self._path("".join(lines), fill="none", stroke="line")
        for (x, era), (after, _) in pairwise([*eras, (math.inf, "")]):
            if after - x > 62:  # pixels that the name of a month or year needs
                yield self._text(x, AXIS + 17, era, 11, "ink", bold=True)

    def _name(self, name: str, among: int) -> str:
        """A name in the room it has; whatever its direction, what follows keeps its own."""
        room = max(8, int(self._letters / among) - 2)
        return f"\u2068{name if len(name) <= room else f'{name[: room - 1]}…'}\u2069"

    def _strip(self) -> Iterator[str]:
        """A line for each date, the window, and how many dates stand here alone."""
        whole = partial(place, span=whole_span(self._dates), width=self._width)
        for lane, (dates, _) in enumerate(self._lanes):
            marks = (f"M{whole(centre(date)):.1f} {17 if lane else 5}v8" for date in dates)
            yield self._path("".join(marks), fill="none", stroke="muted")
        first, last = map(whole, self._span)
        box = f"M{first:.1f} 1h{max(6.0, last - first):.1f}v{STRIP - 2}H{first:.1f}z"
        yield self._path(box, fill="accent", stroke="accent", fill_opacity=0.14)
        counts = (
            (sum(centre(date) < self._span[0] for date in self._dates), "earlier"),
            (sum(centre(date) > self._span[1] for date in self._dates), "later"),
        )
        beyond = " and ".join(f"{count} {word}" for count, word in counts if count)
        yield self._text(PAD, STRIP + 14, f"Only in the strip: {beyond}.")

    def _legend(self) -> Iterator[str]:
        yield self._text(6, 0, "credit under 1 %") + self._text(214, 0, "60 % and more")
        for strength in _LEVELS:
            yield self._path(f"M{102 + 18 * strength} -9h17v10h-17z", **LOOKS[f"bar{strength}"])
        for x, name, look in ((312, "counts for both", "link3"), (440, "for one side", "once3")):
            yield self._path(f"M{x} -4h26", **{**LOOKS[look], "stroke": "credit-4"})
            yield self._text(x + 32, 0, name)
        place = 12.0
        for flag, name in _SIGN_NAMES.items():
            yield "".join(self._path(d, **LOOKS[look]) for look, d in sign_paths(flag, place, 15, _LARGEST, 4))
            yield self._text(place + 12, 19, name)
            place += 32 + 6.4 * len(name)

    def _path(self, d: str, **attributes: str | float) -> str:
        values = ((name.replace("_", "-"), value) for name, value in attributes.items())
        shown = (f'{name}="{self._colours.get(str(value), value)}"' for name, value in values if value != "1")
        return f'<path d="{d}" {" ".join(shown)}/>'

    def _text(self, x: float, y: float, text: str, size: float = 11, colour: str = "muted", bold: bool = False) -> str:
        weight = ' font-weight="600"' if bold else ""
        looks = f'font-size="{size}"{weight} fill="{self._colours[colour]}"'
        return f'<text x="{x:.1f}" y="{y}" {looks}>{escape(printable(text))}</text>'


# The view as a part of an HTML page: data in script elements that run nothing, drawn by `assets/aligned`.
# Every sentence stands once; in the places of texts the views have the numbers of their sentences.

_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff\x7f-\x9f]")  # ends a script, or is no character
_NO_SCRIPT = "Without script this is the first pair alone; with it, every day can be read and zoomed."
_LARGEST_STILL = 80_000  # characters; a larger picture weighs more than it is worth
_HELP = (
    "A bar is a day: its height how much the day says, the filled part what of it earned credit.",
    "Missed: a reference date that earned nothing. Spurious: a system date that earned nothing.",
    "Late or early: a system date that earned credit from a reference date before or after it.",
    "Repeated: another system date earns more with the same partner, or an earlier system date has three "
    "quarters of the day's words.",
    "A dashed link counts for one side only: for recall or for precision. "
    f"Where more than {MANY} links are in sight, those under 1 % are left out.",
    "Zoom with + and − or with Ctrl and the wheel, move with Shift and the wheel or by dragging, 0 shows "
    "all. In the picture the left and right arrow keys walk from date to date, up and down change to the "
    "partner, Enter keeps a day, Escape lets it go.",
)


def page_part(views: Sequence[Mapping[str, Any]], id: str) -> str:
    """One component for all topics, systems and metrics."""
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__  # a new sentence is given the next number
    topics = []
    for view in views:
        texts = [
            [[writer, [numbers[line] for line in text.split("\n")]] for writer, text in date] for date in view["texts"]
        ]
        systems = [
            {**one, "texts": [[numbers[line] for line in text.split("\n")] for text in one["texts"]]}
            for one in view["systems"]
        ]
        name = str(view["topic"]).encode("utf-8", "replace").decode("utf-8")
        topics.append((f'data-topic="{escape(name)}"', {**view, "texts": texts, "systems": systems}))
    scripts = [
        f'<script type="application/json" {attribute}>{as_json(value)}</script>'
        for attribute, value in [('data-sentences=""', list(numbers)), *topics]
    ]
    still = next((static_svg(view, 0, 0) for view in views if view["systems"]), "")
    items = "".join(f"<li>{escape(item)}</li>" for item in _HELP)
    summary = "<summary>What the signs mean, and keys</summary>"
    help = f'<details class="aligned-help">{summary}<ul id="{escape(id)}-help">{items}</ul></details>'
    figure = f"{still if len(still) < _LARGEST_STILL else ''}<figcaption>{_NO_SCRIPT}</figcaption>"
    start = f'<section class="aligned" id="{escape(id)}" aria-label="Aligned timelines">'
    still = f'<noscript><figure class="aligned-still">{figure}</figure></noscript>'
    return "\n".join([start, still, f"<template>{_LEGEND}{help}</template>", *scripts, "</section>\n"])


def as_json(value: object) -> str:
    """Compact JSON that no HTML parser can mistake for markup."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _legend_html() -> str:
    """What colours, lines and signs mean, as a list; the script takes the signs of its buttons from it."""

    def svg(width: int, height: int, paths: Iterable[tuple[str, str]]) -> str:
        drawn = "".join(f'<path class="a-{look}" d="{d}"/>' for look, d in paths)
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        return f'<svg class="aligned-key" {size} aria-hidden="true">{drawn}</svg>'

    ramp = svg(108, 14, ((f"bar{n}", f"M{18 * n} 2h17v10h-17z") for n in _LEVELS))
    items = [
        ("", f"credit under 1 % {ramp} 60 % and more"),
        ("", f"{svg(26, 12, [('link4', 'M1 6H25')])} counts for both"),
        ("", f"{svg(26, 12, [('once4', 'M1 6H25')])} for one side"),
    ]
    for flag, name in _SIGN_NAMES.items():
        items.append((name, svg(16, 16, sign_paths(flag, 8, 8, 4.4, 4)) + f" {name}"))
    rows = "".join(f'<li data-sign="{name}">{inside}</li>' for name, inside in items)
    return f'<ul class="aligned-legend" aria-label="Legend">{rows}</ul>'


_LEGEND = _legend_html()
