"""HTML by construction: whatever is not `Markup` is escaped, so no text can become an element.

>>> tag("td", "a < b", class_="n")
'<td class="n">a &lt; b</td>'
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from typing import Any

from cliometer.text.printable import printable

_VOID = ("meta", "img", "br", "hr", "input", "link")


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: str | int | bool | None) -> Markup:
    """An element; `class_` is class and `aria_label` is aria-label, False and None leave an attribute out."""
    start = f"<{name}{''.join(map(_attribute, attributes.items()))}>"
    return Markup(start if name in _VOID else f"{start}{joined(children)}</{name}>")


def joined(parts: Iterable[str]) -> Markup:
    """Pieces one after the other."""
    return Markup("".join(map(escaped, parts)))


def escaped(text: str) -> str:
    """Text as HTML; what no XML or HTML may hold is shown as the sign for a character that is none."""
    return text if isinstance(text, Markup) else html.escape(printable(text), quote=True)


def embedded(value: Any) -> Markup:
    """JSON that may stand inside a script element: nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(printable(text))


def _attribute(item: tuple[str, str | int | bool | None]) -> str:
    name, value = item[0].rstrip("_").replace("_", "-"), item[1]
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escaped(str(value))}"'
