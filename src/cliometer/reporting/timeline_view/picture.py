"""The timeline view as SVG: lanes of days on a true time axis, links between days, and what they earned.

`drawing` lays out one pair as a list of marks whose places are days, which serves every window of time. For one
window, `static_svg` and the script of a page put pixels in the place of the days.
"""

from __future__ import annotations

import base64
import gzip
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cliometer.model.when import from_ordinal, to_ordinal
from cliometer.reporting.charts.grammar import COLOURS, FONT, Name
from cliometer.reporting.timeline_view.view_data import STEPS, Flag, Row, centre, level
from cliometer.text.tokenisation import printable

LANES = (100, 222)  # y of the references and of the system
GAP, BAR = 9, 60  # between the line of a lane and its bars; the highest bar
PAD = 18  # pixels at both ends of the axis
AXIS, HEIGHT, STRIP = 328, 350, 30  # y of the labels; heights of the picture and of the strip of all dates
ROOM, ERA_ROOM = 46, 62  # pixels that a label of the axis needs, and the month or year below it
MANY = 300  # links; where there are more, the weakest are left out
LINK = f"M@ {LANES[0] + 6}C@ {sum(LANES) // 2 + 8} & {sum(LANES) // 2 - 8} & {LANES[1] - 6}"
IN_STRIP = ("M@ 5v8", "M@ 17v8")  # a date of the references and of the system
_HEAD = 36  # of a picture that stands alone, above the lanes
_LEVELS = range(len(STEPS) + 1)


class Shape(NamedTuple):
    """A path in units of its size, which is a share of the pixels to the next day; "#" is the height of a bar.

    Where the size would be under the least, another path, in pixels, stands for it.
    """

    path: str
    crowded: str
    share: float = 0.45
    least: float = 2
    most: float = 5.2

    def drawn(self, room: float, height: float = 0) -> str:
        """Return the path in pixels for a day that has `room` pixels to the next day."""
        size = min(self.most, self.share * room)
        path = _NUMBER.sub(lambda number: f" {_tenths(float(number[0]) * size)}", self.path)
        return (self.crowded if size < self.least else path).replace("#", _tenths(height))


def _tenths(number: float) -> str:
    return f"{round(number, 1):g}"


_NUMBER = re.compile(r"-?\d*\.?\d+")
_DASH = "m-.6-3h1.2v6h-1.2z"

# Signs of days by their flag: a kind of day shows in its shape, never by colour alone.
SHAPES = {
    "same date": Shape("m-1 0c0-.55.45-1 1-1s1 .45 1 1-.45 1-1 1-1-.45-1-1z", _DASH),
    "missed": Shape("m-.85-.85l1.7 1.7m0-1.7l-1.7 1.7", "m-1-1l2 2m0-2l-2 2"),
    "spurious": Shape("m0-1l1 1-1 1-1-1z", "m0-1.2l1.2 1.2-1.2 1.2-1.2-1.2z"),
    "late": Shape("m-.9-1.15l2.1 1.15-2.1 1.15z", _DASH),
    "early": Shape("m.9-1.15l-2.1 1.15 2.1 1.15z", _DASH),
    "repeated": Shape("m-1.5-1.5h3v3h-3z", "m0 5v3"),  # around the sign of the day
    "bar": Shape("m-.5 0h1v#h-1z", "m-.5 0h1v#h-1z", share=0.675, least=1, most=8),
}


Look = dict[str, str | float]


def _looks() -> dict[str, Look]:
    looks: dict[str, Look] = {}
    for strength, width in zip(_LEVELS, (1, 1.3, 1.8, 2.4, 3.1, 3.8), strict=True):
        opacity = round(0.75 + 0.04 * strength, 2)
        line: Look = {"fill": "none", "stroke": f"credit-{strength}", "stroke-width": width, "stroke-opacity": opacity}
        looks[f"link{strength}"] = {**line, "stroke-linecap": "round"}
        looks[f"once{strength}"] = {**line, "stroke-dasharray": "5 4"}
    thick: Look = {"stroke-width": 4, "stroke-linecap": "round", "opacity": 0.35}
    looks |= {"long": {"fill": "none", "stroke": "muted", **thick}, "size": {"fill": "line"}}
    looks |= {f"bar{n}": {"fill": f"credit-{n}"} for n in _LEVELS}
    looks |= {f"node{n}": {"fill": f"credit-{n}", "stroke": "credit-4", "stroke-width": 0.8} for n in _LEVELS}
    for name, fill, stroke, width in (
        ("missed", "none", "bad", 2.0),
        ("spurious", "panel", "warn", 1.8),
        ("repeated", "none", "ink", 1.2),
    ):
        looks[name] = {"fill": fill, "stroke": stroke, "stroke-width": width, "stroke-linejoin": "round"}
    return looks


# Attributes of paths by the name of their look, in the order of drawing; colours by their names in the theme.
LOOKS = _looks()
_VARIABLES: Look = {colour: f"var(--{colour})" for colour in COLOURS["light"]}
LOOKS_CSS = "".join(  # the looks as classes of a style sheet
    f".a-{look}{{{';'.join(f'{name}:{_VARIABLES.get(str(value), value)}' for name, value in attributes.items())}}}\n"
    for look, attributes in LOOKS.items()
)


class MarkGroup(NamedTuple):
    """The marks of one look that stand at days of the same flags.

    The path of each mark begins with `path`, in which "@" stands for the pixel of its day. A place of marks that
    have a shape holds the day, the distance in days to the next day of the lane and, for bars, the height. A
    place of marks without a shape holds two days; "&" stands for the pixel of the second.
    """

    look: str
    flags: int
    path: str
    shape: str
    places: list[tuple[float, ...]]

    @property
    def weak(self) -> bool:
        """Whether these are links that earned next to nothing."""
        return self.look in ("link0", "once0")


def drawing(view: Mapping[str, Any], system: int, metric: int) -> list[MarkGroup]:
    """Return all marks of one pair, in the order of drawing."""
    ours = view["systems"][system]
    pair = ours["m"][metric]
    lanes = ((view["dates"], pair["r"]), (ours["dates"], pair["s"]))
    marks: defaultdict[tuple[str, int, str, str], list[tuple[float, ...]]] = defaultdict(list)
    for reference, day, kind, strength in pair["l"]:
        flags = pair["r"][reference][6] | pair["s"][day][6]
        ends = centre(view["dates"][reference]), centre(ours["dates"][day])
        marks[f"{'once' if kind else 'link'}{strength}", flags, LINK, ""].append(ends)
    for lane, (dates, rows) in enumerate(lanes):
        gaps = [math.inf, *(centre(b) - centre(a) for a, b in pairwise(dates)), ours["span"][1] - ours["span"][0]]
        days = zip(dates, rows, (min(sides) for sides in pairwise(gaps)), bar_heights(rows), strict=False)
        for date, row, room, height in days:
            for (look, path, shape), place in _day_marks(lane, date, row, room, height):
                marks[look, row[6], path, shape].append(place)
    order = [*LOOKS]
    return sorted((MarkGroup(*key, places) for key, places in marks.items()), key=lambda group: order.index(group.look))


def bar_heights(rows: Sequence[Row]) -> list[float]:
    """Return the heights of bars, which grow with the root of a day's size; days of one size have one height."""
    sizes = [row[4] or 0 for row in rows]
    largest, alike = max(sizes, default=0), len(set(sizes)) < 2
    return [0.6 * BAR if alike else max(4.0, BAR * math.sqrt(size / largest)) if size else 2.0 for size in sizes]


def _day_marks(
    lane: int, date: Sequence[Any], row: Row, room: float, height: float
) -> Iterator[tuple[tuple[str, str, str], tuple[float, ...]]]:
    """Yield the line of an interval, a bar that is filled as far as the day earned credit, and the day's signs."""
    earned = (row[3] if row[5] is None else row[5]) or 0
    share = min(1.0, earned / row[4]) if row[4] else 0.0
    day, y = centre(date), LANES[lane]
    out, base = (1, f"M@ {y + GAP}") if lane else (-1, f"M@ {y - GAP}")
    if len(date) > 2:
        yield ("long", f"M@ {y}H&", ""), (date[1], date[2] + 1)
    yield ("size", base, "bar"), (day, room, round(out * height, 1))
    if share:
        yield (f"bar{level(share)}", base, "bar"), (day, room, round(out * max(1.0, share * height), 1))
    for look, shape in signs(Flag(int(row[6] or 0)), level(share)):
        yield (look, f"M@ {y}", shape), (day, room)


def signs(flag: Flag, strength: int) -> list[tuple[str, str]]:
    """Return the looks and shapes that make the sign of a day."""
    kind = (flag & ~Flag.REPEATED).name
    shape = kind.lower() if kind else "same date"
    again = [("repeated", "repeated")] if Flag.REPEATED in flag else []
    return [(shape if shape in LOOKS else f"node{strength}", shape), *again]


# The scale of time and its ticks.

Span = tuple[float, float]
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

# Units of the axis, from fine to coarse: the most days that a label may take, months between ticks, days of the
# month that have a tick, what the label and the larger unit below it say (day, month, year).
LADDER = [
    (1.0, 1, [*range(1, 32)], "d", "m y"),
    (2.0, 1, [*range(1, 30, 2)], "d", "m y"),
    (7.0, 1, [1, 8, 15, 22], "d", "m y"),
    (30.0, 1, [1], "m", "y"),
    (92.0, 3, [1], "m", "y"),
    *((365.25 * n * 10**power, 12 * n * 10**power, [1], "y", "") for power in range(12) for n in (1, 2, 5)),
]

# What the script of a page needs to put a drawing in place: `DRAWING` in `assets/aligned`.
DESCRIPTION = {
    "lanes": LANES, "gap": GAP, "bar": BAR, "pad": PAD, "axis": AXIS, "height": HEIGHT, "strip": STRIP,
    "inStrip": IN_STRIP, "room": ROOM, "eraRoom": ERA_ROOM, "many": MANY, "link": LINK, "months": _MONTHS,
    "ladder": LADDER, "flags": {flag.name.lower(): int(flag) for flag in Flag if flag.name}, "shapes": SHAPES,
}  # fmt: skip


class Tick(NamedTuple):
    """A tick has a day number, a label, and the month or year that the label belongs to."""

    day: int
    label: str
    era: str = ""


def ticks(first: float, last: float, scale: float) -> Iterator[Tick]:
    """Yield the ticks between two days at `scale` pixels a day, by the finest unit whose labels have room."""
    _, step, days, label, era = next(rung for rung in LADDER if rung[0] * scale >= ROOM)
    year, month, _ = from_ordinal(math.floor(first))
    for months in count((12 * year + month - 1) // step * step, step):
        start, end = (to_ordinal(number // 12, number % 12 + 1, 1) for number in (months, months + 1))
        if start > last:
            return
        year = months // 12  # years before 1 are named as historians write them
        words = {"m": _MONTHS[months % 12], "y": str(year) if year > 0 else f"{1 - year} BC", " ": " "}
        for day in days:
            if first <= start + day - 1 <= last and start + day - 1 < end:
                labels = ("".join({**words, "d": str(day)}[part] for part in form) for form in (label, era))
                yield Tick(start + day - 1, *labels)


def place(day: float, span: Span, width: int) -> float:
    """Return the pixel at which a day begins in a picture of the given width that shows the span."""
    return PAD + (day - span[0]) * ((width - 2 * PAD) / (span[1] - span[0]))


# The picture of one pair that stands alone. Colours are written out: programs that turn SVG into PDF know no
# variables, and few know style sheets.


def static_svg(view: Mapping[str, Any], system: int, metric: int, width: int = 900, theme: Name = "light") -> str:
    """Return the picture of one system by one metric, which are given by their places in the view."""
    picture, drawn = _Picture(view, system, width, COLOURS[theme]), view["systems"][system]
    names = (view["topic"], drawn["n"], view["metrics"][metric]["n"])
    title = " · ".join(picture.name(name, len(names)) for name in names)
    values = drawn["m"][metric]["v"].items()
    scores = "   ".join(f"{name} {'undefined' if v is None else f'{v:.3f}'}" for name, v in values)
    strip = [*picture.strip()] if drawn["window"] else []
    legend = _HEAD + HEIGHT + (STRIP + 20 if strip else 0)
    size = f'width="{width}" height="{legend + 44}"'
    marks = picture.drawn(drawing(view, system, metric))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {legend + 44}" '
        f'role="img" aria-label="{escape(printable(title))}" font-family="{escape(FONT)}">'
        f'<rect {size} fill="{COLOURS[theme]["panel"]}"/>'
        + picture.text(6, 17, title, 13, "ink", bold=True)
        + picture.text(6, 34, scores, 11.5)
        + "".join(
            f'<g transform="translate(0 {down})">{"".join(parts)}</g>'
            for down, parts in (
                (_HEAD, [*picture.axis(), *marks, *picture.names(view["names"])]),
                (_HEAD + HEIGHT, strip),
                (legend, picture.legend()),
            )
        )
        + "</svg>"
    )


class _Picture:
    """The parts of the picture of one system."""

    def __init__(self, view: Mapping[str, Any], system: int, width: int, colours: Mapping[str, str]) -> None:
        self._system, self._width, self._colours = view["systems"][system], width, colours
        self._lanes = (view["dates"], self._system["dates"])
        self._span: Span = self._system["window"] or self._system["span"]
        self._unit = (width - 2 * PAD) / (self._span[1] - self._span[0])  # pixels a day
        self._x = partial(place, span=self._span, width=width)
        self._letters = (width - 190) / 7.6  # of names on a line

    def drawn(self, groups: Sequence[MarkGroup]) -> Iterator[str]:
        """Yield the marks in sight; the weakest links are counted where there are many."""
        drawn = [(marks, list[str]()) for marks in groups]
        for marks, paths in drawn:
            for day, other, *height in marks.places:
                first = self._x(day)
                last = first if marks.shape else self._x(other)
                seen = any(0 <= x <= self._width for x in (first, last))
                if seen or (marks.path != LINK and first < 0 and last > self._width):
                    start = marks.path.replace("@", _tenths(first)).replace("&", _tenths(last))
                    shape = SHAPES[marks.shape].drawn(other * self._unit, *height) if marks.shape else ""
                    paths.append(start + shape)
        links = [(marks, len(paths)) for marks, paths in drawn if marks.path == LINK]
        many = sum(count for _, count in links) > MANY
        for marks, paths in drawn:
            if paths and not (many and marks.weak):
                yield self._path("".join(paths), LOOKS[marks.look])
        if many and (left := sum(count for marks, count in links if marks.weak)):
            yield self.text(self._width - 190, 14, f"{left:,} links under 1 % not drawn")

    def names(self, writers: Sequence[str]) -> Iterator[str]:
        """Yield what stands at either lane."""
        references = "Reference" if len(writers) == 1 else f"{len(writers)} references"
        lanes = ((14, references, writers), (309, "System", [self._system["n"]]))
        for (y, role, names), dates in zip(lanes, self._lanes, strict=True):
            # Several names are left out where each would have room for a few letters only.
            crowded = len(names) > 1 and int(self._letters / len(names)) - 2 < 8
            who = "" if crowded else ": " + ", ".join(self.name(name, len(names)) for name in names)
            text = f"{role}{who} ({len(dates):,} date{'' if len(dates) == 1 else 's'})"
            yield self.text(6, y, text, 12, "ink", bold=True)

    def axis(self) -> Iterator[str]:
        """Yield lanes, ticks and the labels of the axis."""
        eras: list[tuple[float, str]] = []
        lines = [f"M0 {y}H{self._width}" for y in LANES]
        around = PAD / self._unit
        for day, label, era in ticks(self._span[0] - around, self._span[1] + around, self._unit):
            x = self._x(day)
            lines.append(f"M{x:.1f} 22V{AXIS - 12}")
            daily = self._unit >= ROOM  # the name of a day stands below its middle
            at = x + (self._unit / 2 - 5 if daily else 3)
            if 3 <= at < self._width - 14:
                yield self.text(at, AXIS, label)
            if era and era not in (before for _, before in eras[-1:]):
                eras.append((x + 3, era))
        yield self._path("".join(lines), {"fill": "none", "stroke": "line"})
        for (x, era), (after, _) in pairwise([*eras, (math.inf, "")]):
            if after - x > ERA_ROOM:
                yield self.text(x, AXIS + 17, era, 11, "ink", bold=True)

    def name(self, name: str, among: int) -> str:
        """Return a name cut to its room and isolated, so that text after it keeps its own direction."""
        room = max(8, int(self._letters / among) - 2)
        return f"\u2068{name if len(name) <= room else f'{name[: room - 1]}…'}\u2069"

    def strip(self) -> Iterator[str]:
        """Yield a line for each date, the window, and the number of dates that are shown here alone."""
        whole = partial(place, span=self._system["span"], width=self._width)
        centres = [[*map(centre, dates)] for dates in self._lanes]
        for path, days in zip(IN_STRIP, centres, strict=True):
            lines = "".join(path.replace("@", _tenths(whole(day))) for day in days)
            yield self._path(lines, {"fill": "none", "stroke": "muted"})
        first, last = map(whole, self._span)
        box = f"M{first:.1f} 1h{max(6.0, last - first):.1f}v{STRIP - 2}H{first:.1f}z"
        yield self._path(box, {"fill": "accent", "stroke": "accent", "fill-opacity": 0.14})
        counts = (
            (sum(day < self._span[0] for days in centres for day in days), "earlier"),
            (sum(day > self._span[1] for days in centres for day in days), "later"),
        )
        beyond = " and ".join(f"{count} {word}" for count, word in counts if count)
        yield self.text(PAD, STRIP + 14, f"Only in the strip: {beyond}.")

    def legend(self) -> Iterator[str]:
        """Yield the items of the legend: those of credit and links, and below them those of days."""
        x, y = 6.0, 0
        for before, width, paths, name in LEGEND:
            if name == "same date":
                x, y = 6.0, 19
            start = x + 6 * len(before)
            drawn = "".join(self._path(path, LOOKS[look]) for look, path in paths)
            yield f'<g transform="translate({start:.1f} {y + 2})">{drawn}</g>'
            yield (self.text(x, y + 14, before) if before else "") + self.text(start + width + 4, y + 14, name)
            x = start + width + 18 + 6.4 * len(name)

    def _path(self, d: str, look: Look) -> str:
        shown = (f'{name}="{self._colours.get(str(value), value)}"' for name, value in look.items())
        return f'<path d="{d}" {" ".join(shown)}/>'

    def text(self, x: float, y: float, text: str, size: float = 11, colour: str = "muted", bold: bool = False) -> str:
        """Return a line of text."""
        weight = ' font-weight="600"' if bold else ""
        looks = f'font-size="{size}"{weight} fill="{self._colours[colour]}"'
        return f'<text x="{x:.1f}" y="{y}" {looks}>{escape(printable(text))}</text>'


# What colours, lines and signs mean: words before a small picture, its width, its paths, and its name.
LEGEND = [
    ("credit under 1 %", 108, [(f"bar{n}", f"M{18 * n} 3h17v10h-17z") for n in _LEVELS], "60 % and more"),
    ("", 26, [("link4", "M1 8H25")], "counts for both"),
    ("", 26, [("once4", "M1 8H25")], "for one side"),
    *(
        ("", 16, [(look, f"M8 8{SHAPES[shape].drawn(math.inf)}") for look, shape in signs(flag, 4)], name)
        for flag, name in [(Flag(0), "same date"), *((flag, (flag.name or "").lower()) for flag in Flag)]
    ),
]
_SIGNS = ("".join(f'<path class="a-{look}" d="{path}"/>' for look, path in paths) for _, _, paths, _ in LEGEND)
_KEYS = "".join(
    f'<li data-sign="{name}">{before} <svg class="aligned-key" width="{width}" height="16" viewBox="0 0 {width} 16" '
    f'aria-hidden="true">{drawn}</svg> {name}</li>'
    for (before, width, _, name), drawn in zip(LEGEND, _SIGNS, strict=True)
)
_LEGEND_LIST = f'<ul class="aligned-legend" aria-label="Legend">{_KEYS}</ul>'  # the script takes its signs from it

# The view as a part of an HTML page: data in script elements that run nothing, shown by `assets/aligned`.
# Topics are packed one by one (gzip, base64), for a page opens one at a time.

_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff\x7f-\x9f]")  # ends a script, or is no character
_NO_SCRIPT = "Without JavaScript only the first pair is shown, and days cannot be opened."
_LARGEST_STILL = 80_000  # characters; a larger picture weighs more than it is worth
_HELP = Path(__file__).with_name("help.txt").read_text(encoding="utf-8").format(many=MANY).splitlines()


def page_part(views: Sequence[Mapping[str, Any]], id: str) -> str:
    """Return the component that shows all topics, systems and metrics, as a part of an HTML page."""
    scripts = []
    for view in views:
        places = range(len(view["metrics"]))
        drawings = [[drawing(view, system, metric) for metric in places] for system in range(len(view["systems"]))]
        name = str(view["topic"]).encode("utf-8", "replace").decode("utf-8")
        content = as_json({"view": view, "drawings": drawings}).encode("utf-8")
        data = base64.b64encode(gzip.compress(content, mtime=0)).decode("ascii")
        scripts.append(f'<script type="application/gzip" data-topic="{escape(name)}">{data}</script>')
    still = next((static_svg(view, 0, 0) for view in views if view["systems"]), "")
    items = "".join(f"<li>{escape(item)}</li>" for item in _HELP)
    summary = "<summary>What the signs mean, and keys</summary>"
    help = f'<details class="aligned-help">{summary}<ul id="{escape(id)}-help">{items}</ul></details>'
    figure = f"{still if len(still) < _LARGEST_STILL else ''}<figcaption>{_NO_SCRIPT}</figcaption>"
    start = f'<section class="aligned" id="{escape(id)}" aria-label="Aligned timelines">'
    still = f'<noscript><figure class="aligned-still">{figure}</figure></noscript>'
    return "\n".join([start, still, f"<template>{_LEGEND_LIST}{help}</template>", *scripts, "</section>\n"])


def as_json(value: object) -> str:
    """Return compact JSON that no HTML parser can mistake for markup."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
