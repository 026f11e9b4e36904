"""The timeline view as one SVG picture that stands alone, and as a part of an HTML page with packed texts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from cliometer.report.charts.grammar import FONT, Name
from cliometer.report.timeline_view.day_credit import BOTH, Flag, Link, Row, level
from cliometer.report.timeline_view.svg import (
    PAD,
    ROOM,
    Lane,
    Pen,
    Scale,
    Span,
    centre,
    safe,
    share,
    ticks,
    whole_span,
)

_WIDTHS = (1, 1.3, 1.8, 2.4, 3.1, 3.8)
_MANY = 300  # links


def curves(pen: Pen, scale: Scale, lanes: tuple[Lane, Lane], links: Sequence[Link]) -> Iterator[str]:
    """Weak links first, and faint where they are many; the weakest are then left out."""
    every = sorted(links, key=lambda link: link[3])
    found = [link for link in every if link[3]] if len(every) > _MANY else every
    if len(found) < len(every):
        left = f"{len(every) - len(found):,} links under 1 % not drawn"
        yield pen.text(pen.width - 190, 34, left)
    faint = min(0.9, max(0.16, 220 / (len(found) + 1)))
    for link in found:
        ends = centre(lanes[0].dates[link[0]]), centre(lanes[1].dates[link[1]])
        if any(scale.sees(end, end) for end in ends):
            way = _way(scale.x(ends[0]), lanes[0].y + 6, scale.x(ends[1]), lanes[1].y - 6)
            yield pen.path(way, f"credit-{link[3]}", _looks(link, faint))


def _way(x: float, top: int, to: float, bottom: int) -> str:
    middle = (top + bottom) / 2
    return f"M{x:.1f} {top}C{x:.1f} {middle + 8} {to:.1f} {middle - 8} {to:.1f} {bottom}"


def _looks(link: Link, faint: float) -> str:
    _, _, kind, strength = link
    dashes = "" if kind == BOTH else ' stroke-dasharray="5 4"'
    return f'stroke-width="{_WIDTHS[strength]}" opacity="{min(0.95, faint + 0.2 * strength):.2g}"{dashes}'


_LETTER = 6.4  # pixels, about


def legend(pen: Pen, y: int) -> Iterator[str]:
    """Two lines."""
    yield pen.text(6, y, "credit under 1 %")
    for strength in range(6):
        yield pen.area(102 + 18 * strength, y - 9, 17, 10, f"credit-{strength}")
    yield pen.text(214, y, "60 % and more")
    for x, name, dashes in ((312, "counts for both", ""), (440, "for one side", 'stroke-dasharray="5 4"')):
        yield pen.path(f"M{x} {y - 4}h26", "credit-4", f'stroke-width="2.4" {dashes}')
        yield pen.text(x + 32, y, name)
    yield from _shapes(pen, y + 15)


def _shapes(pen: Pen, y: int) -> Iterator[str]:
    x = 12
    for name, flag in (("same date", Flag(0)), *((f.name.lower(), f) for f in Flag if f.name)):
        yield pen.day(x, y, flag, 4)
        yield pen.text(x + 12, y + 4, name)
        x += int(32 + _LETTER * len(name))


def strip(pen: Pen, scale: Scale, lanes: Sequence[Lane], y: int) -> Iterator[str]:
    """A line a date, the window, and how many dates stand here alone."""
    dates = [date for lane in lanes for date in lane.dates]
    whole = Scale(whole_span(dates), pen.width)
    for lane in lanes:
        at = (f"M{whole.x(centre(date)):.1f} {y + 6 * lane.out}v8" for date in lane.dates)
        yield pen.path("".join(at), "muted")
    first, last = map(whole.x, scale.span)
    accent = f'stroke="{pen.colour("accent")}" fill-opacity="0.14" rx="3"'
    yield pen.area(first, y - 9, max(6.0, last - first), 26, "accent", accent)
    yield pen.text(PAD, y + 31, f"Only in the strip: {_beyond(dates, scale.span)}.")


def _beyond(dates: Sequence[Sequence[Any]], span: Span) -> str:
    before = sum(centre(date) < span[0] for date in dates)
    after = sum(centre(date) > span[1] for date in dates)
    return " and ".join(f"{n} {word}" for n, word in ((before, "earlier"), (after, "later")) if n)


# The picture without a script: axis, two lanes, links, marks and legend as one SVG that stands alone.
# The layout is that of the script in `assets/aligned` as it opens.

_GAP = 9  # between the line of a lane and its bars
_LANES = (126, 248)
_AXIS, _STRIP, _LEGEND = 344, 378, 386
_STRIP_HEIGHT = 50
_ERA = 62  # pixels that the name of a month or year needs


def static_svg(
    view: Mapping[str, Any], system: int | str, metric: int | str, width: int = 900, theme: Name = "light"
) -> str:
    """One system and metric of a topic, by number or by name."""
    numbers = _index(view["systems"], system), _index(view["metrics"], metric)
    return _Picture(view, *numbers, Pen(width, theme)).svg()


def _index(items: Sequence[Mapping[str, Any]], wanted: int | str) -> int:
    return wanted if isinstance(wanted, int) else [item["n"] for item in items].index(wanted)


class _Picture:
    def __init__(self, view: Mapping[str, Any], system: int, metric: int, pen: Pen) -> None:
        self._view, self._system = view, view["systems"][system]
        self._metric, self._pair = view["metrics"][metric], self._system["m"][metric]
        self._pen = pen
        self._lanes = (
            Lane(view["dates"], self._pair["r"], _LANES[0], -1),
            Lane(self._system["dates"], self._pair["s"], _LANES[1], 1),
        )
        dates = [date for lane in self._lanes for date in lane.dates]
        self._window = self._system["window"]
        self._scale = Scale(self._window or whole_span(dates), pen.width)
        self._legend = _LEGEND + (_STRIP_HEIGHT if self._window else 0)

    def svg(self) -> str:
        names = (self._view["topic"], self._system["n"], self._metric["n"])
        title = " · ".join(self._pen.name(name, len(names)) for name in names)
        width, height = self._pen.width, self._legend + 30
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-label="{safe(title)}" '
            f'font-family="{escape(FONT)}">{self._pen.area(0, 0, width, height, "panel")}'
            f"{''.join(self._parts(title))}</svg>"
        )

    def _parts(self, title: str) -> Iterator[str]:
        yield self._pen.text(6, 17, title, 13, "ink", bold=True)
        yield self._pen.text(6, 34, self._scores(), 11.5)
        yield from self._axis()
        yield from curves(self._pen, self._scale, self._lanes, self._pair["l"])
        for lane in self._lanes:
            yield from self._lane(lane)
        yield from self._names()
        if self._window:
            yield from strip(self._pen, self._scale, self._lanes, _STRIP)
        yield from legend(self._pen, self._legend)

    def _scores(self) -> str:
        values = self._pair["v"].items()
        return "   ".join(f"{name} {'undefined' if v is None else f'{v:.3f}'}" for name, v in values)

    def _names(self) -> Iterator[str]:
        names = self._view["names"]
        who = "Reference" if len(names) == 1 else f"{len(names)} references"
        yield self._name(52, who, names, self._lanes[0])
        yield self._name(326, "System", [self._system["n"]], self._lanes[1])

    def _name(self, y: int, role: str, names: Sequence[str], lane: Lane) -> str:
        """Several names are left out where each would have room for a few letters only."""
        shown = ", ".join(self._pen.name(name, len(names)) for name in names)
        who = role if self._pen.crowded(len(names)) else f"{role}: {shown}"
        return self._pen.text(6, y, f"{who} ({lane.counted})", 12, "ink", bold=True)

    def _axis(self) -> Iterator[str]:
        eras: list[tuple[float, str]] = []
        for tick in ticks(*self._scale.span, self._scale.unit):
            x = self._scale.x(tick.day)
            yield self._pen.path(f"M{x:.1f} 58V{_AXIS - 12}", "line", 'opacity="0.65"')
            daily = self._scale.unit >= ROOM  # the name of a day stands below its middle
            at = x + (self._scale.unit / 2 - 5 if daily else 3)
            if at < self._pen.width - 16:
                yield self._pen.text(at, _AXIS, tick.label)
            if tick.era and tick.era not in (era for _, era in eras[-1:]):
                eras.append((x + 3, tick.era))
        for number, (x, era) in enumerate(eras):
            if all(after - x > _ERA for after, _ in eras[number + 1 : number + 2]):
                yield self._pen.text(x, _AXIS + 16, era, 11, "ink", bold=True)

    def _lane(self, lane: Lane) -> Iterator[str]:
        yield self._pen.path(f"M0 {lane.y}H{self._pen.width}", "muted", 'opacity="0.5"')
        measures = zip(lane.heights(), lane.rooms(self._scale), strict=True)
        for date, row, (height, room) in zip(lane.dates, lane.rows, measures, strict=True):
            if self._scale.sees(date[1], date[-1] + 1):
                yield from self._day(lane, date, row, height, room)

    def _day(self, lane: Lane, date: Sequence[Any], row: Row, height: float, room: float) -> Iterator[str]:
        x, part = self._scale.x(centre(date)), share(row)
        if len(date) > 2:
            ends = f"M{self._scale.x(date[1]) + 2:.1f} {lane.y}H{max(self._scale.x(date[2] + 1) - 2, x):.1f}"
            yield self._pen.path(ends, "muted", 'stroke-width="4" stroke-linecap="round" opacity="0.35"')
        yield self._bar(lane, x, room, height, "line")
        if part > 0:
            yield self._bar(lane, x, room, max(1.0, min(1.0, part) * height), f"credit-{level(part)}")
        yield self._pen.day(x, lane.y, Flag(int(row[6] or 0)), level(part), room)

    def _bar(self, lane: Lane, x: float, room: float, height: float, colour: str) -> str:
        wide, base = min(8.0, max(1.0, 1.35 * room)), lane.y + lane.out * _GAP
        return self._pen.area(x - wide / 2, base - (height if lane.out < 0 else 0), wide, height, colour)


# Texts as short strings: every word of a page stands once in a table, and the texts are codes of its words.
# A code of one character is for the most frequent words, and no code begins another, so that one regular
# expression reads them (`unpacking.js`). A general compressor saves a little more, but its bytes depend on
# its build.

_DIGITS = [chr(place) for place in range(33, 127) if chr(place) not in '"&<>\\']  # for JSON and HTML
_BASE = len(_DIGITS)
_GROUPS = ((1, 30), (2, 50), (3, 8), (5, 1))  # length of codes, how many characters begin such codes


class PackedTexts(NamedTuple):
    """All words, the most frequent first, with blanks between them; and the texts as codes of words."""

    words: str
    texts: list[str]


def pack(texts: Iterable[str]) -> PackedTexts:
    """Texts so that they take little room."""
    split = [_words(text) for text in texts]
    counts = Counter(word for words in split for word in words)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    codes = {word: code(rank) for rank, word in enumerate(ranked)}
    return PackedTexts(" ".join(ranked), ["".join(codes[word] for word in words) for words in split])


def code(rank: int) -> str:
    """The code of the word that so many words precede."""
    before = 0
    for length, begin in _GROUPS:
        unit = _BASE ** (length - 1)
        if rank < begin * unit:
            return _written(before * unit + rank, length)
        before, rank = before + begin, rank - begin * unit
    raise OverflowError("a page holds at most 62 million different words")


def _words(text: str) -> list[str]:
    """What stands between single blanks, perhaps nothing; a line break is a word of its own."""
    return text.replace("\n", " \n ").split(" ")


def _written(number: int, length: int) -> str:
    digits = []
    for _ in range(length):
        number, digit = divmod(number, _BASE)
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits))


# The view as a part of an HTML page: data in script elements that run nothing, drawn by `assets/aligned`.
# Texts stand once, and packed, for those of twenty real topics would fill the page; in their places the
# views have their numbers. A browser unpacks the texts of a topic when it is looked at.

_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff\x7f-\x9f]")  # ends a script, or is no character
_NO_SCRIPT = "Without script this is the first pair alone; with it, every day can be read and zoomed."
_WIDTH = 900
_LARGEST_STILL = 80_000  # characters; a larger picture weighs more than it is worth


def page_part(views: Sequence[Mapping[str, Any]], id: str) -> str:
    """One component for all topics, systems and metrics."""
    numbers = _numbered(text for view in views for text in _texts(view))
    data = [_script("data-texts", pack(numbers)), *(_data(view, numbers) for view in views)]
    inside = "\n".join([_without_script(views), *data])
    opening = f'<section class="aligned" id="{escape(id)}" aria-label="Aligned timelines">'
    return f"{opening}\n{inside}\n</section>\n"


def as_json(value: object) -> str:
    """Compact JSON that no HTML parser can mistake for markup."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _texts(view: Mapping[str, Any]) -> Iterator[str]:
    for date in view["texts"]:
        yield from (text for _, text in date)
    for system in view["systems"]:
        yield from system["texts"]


def _numbered(texts: Iterable[str]) -> dict[str, int]:
    return {text: number for number, text in enumerate(dict.fromkeys(texts))}


def _data(view: Mapping[str, Any], numbers: Mapping[str, int]) -> str:
    topic = escape(_paired(str(view["topic"])))
    return _script(f'data-topic="{topic}"', _with_numbers(view, numbers))


def _with_numbers(view: Mapping[str, Any], numbers: Mapping[str, int]) -> dict[str, Any]:
    """The view with the number of each text in its place."""
    texts = [[[writer, numbers[text]] for writer, text in date] for date in view["texts"]]
    systems = [{**one, "texts": [numbers[text] for text in one["texts"]]} for one in view["systems"]]
    return {**view, "texts": texts, "systems": systems}


def _script(attribute: str, value: object) -> str:
    return f'<script type="application/json" {attribute}>{as_json(value)}</script>'


def _without_script(views: Sequence[Mapping[str, Any]]) -> str:
    drawn = next((static_svg(view, 0, 0, _WIDTH) for view in views if view["systems"]), "")
    drawn = drawn if len(drawn) < _LARGEST_STILL else ""
    caption = f"<figcaption>{_NO_SCRIPT}</figcaption>"
    return f'<noscript><figure class="aligned-still">{drawn}{caption}</figure></noscript>'


def _paired(text: str) -> str:
    """Text that UTF-8 can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
