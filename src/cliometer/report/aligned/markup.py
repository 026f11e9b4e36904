"""The view as a part of an HTML page: data in script elements that run nothing, drawn by `assets/aligned`.

Texts stand once, and packed, for those of twenty real topics would fill the page; in their places the views
have their numbers. A browser unpacks the texts of a topic when it is looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from cliometer.report.aligned.packing import pack
from cliometer.report.aligned.picture import static_svg

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
