"""The language of a page: the choice for a request, the texts of scripts, and sentences whose gaps hold values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils.translation import activate, get_language, gettext
from django.utils.translation.trans_real import translation

_SCRIPTS = Path(__file__).parent / "static" / "workbench"
_SCRIPT_TEXT = re.compile(r'\bgettext\("((?:[^"\\]|\\.)*)"')
_GAP = re.compile(r"\{(\d)\}")
_PLACED = re.compile(r"((?:\S+|.+\.\w{1,8})(?::\d+)*: )(.+)", re.DOTALL)


class Languages(LocaleMiddleware):
    """Middleware that shows pages in the language of the cookie or else of the browser; the API speaks English."""

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language of a request."""
        if request.path.startswith("/api/"):
            activate(settings.LANGUAGE_CODE)
        else:
            super().process_request(request)


def script_texts(files: Sequence[str] = ()) -> list[str]:
    """Return the texts that scripts show, all or these, which stand in them as gettext("...")."""
    scripts = [_SCRIPTS / name for name in files] or sorted(_SCRIPTS.glob("*.js"))
    return [text for file in scripts for text in _SCRIPT_TEXT.findall(file.read_text("utf-8"))]


def script_messages() -> dict[str, str]:
    """Return the translations of these texts; English needs none."""
    return _script_messages(get_language() or settings.LANGUAGE_CODE)


@lru_cache(maxsize=8)
def _script_messages(language: str) -> dict[str, str]:
    return {text: gettext(text) for text in script_texts() if gettext(text) != text}


def translated(text: str, names: bool = False) -> str:
    """Return a sentence of `study` or of a service in the language of the page, or as it is if it has none.

    The catalogue has sentences that were made with values, such as "J1 is not linked to U2; link it first", with
    numbered gaps: "{0} is not linked to {1}; link it first". A place before it, such as "a.csv:3: ", stays.
    With `names`, as after the name of a file, a single word in a gap is the name of a column and stays, too.
    """
    language = get_language() or settings.LANGUAGE_CODE
    if language == settings.LANGUAGE_CODE or not text:
        return text
    whole = gettext(text)
    if whole != text:
        return whole
    for pattern, form in _patterns(language):
        if fit := pattern.fullmatch(text):
            values = [group if names and " " not in group else translated(group, names) for group in fit.groups()]
            return "".join(values[int(part)] if at % 2 else part for at, part in enumerate(_GAP.split(form)))
    if place_match := _PLACED.fullmatch(text):
        return place_match[1] + translated(place_match[2], names or "." in place_match[1])
    several = text.split("; ")
    return "; ".join(map(translated, several)) if len(several) > 1 else text


@lru_cache(maxsize=8)
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the sentences with gaps as patterns, those with most words of their own first."""
    ids = translation(language)._catalog.keys()  # type: ignore[attr-defined]  # gettext lists its texts nowhere else
    known = [id for id in ids if isinstance(id, str) and _GAP.search(id)]
    known.sort(key=lambda id: -len(_GAP.sub("", id)))
    return tuple((_pattern(id), gettext(id)) for id in known)


def _pattern(text: str) -> re.Pattern[str]:
    """Return the pattern of a sentence; a gap before a single noun holds a number."""
    gap = r"([\d,.]+)" if re.fullmatch(r"\{0\} \w+", text) else "(.*?)"
    return re.compile(
        "".join(gap if at % 2 else re.escape(part) for at, part in enumerate(_GAP.split(text))), re.DOTALL
    )
