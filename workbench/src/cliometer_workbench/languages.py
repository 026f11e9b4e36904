"""The language of a page: the choice for a request, the texts of scripts, sentences whose gaps hold values, and the
wording that the owner of a study gives the pages for workers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils.translation import activate, get_language, gettext, trans_real
from django.utils.translation.trans_real import translation

from cliometer.errors import InputError
from cliometer.spelling import quoted

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
    language = get_language() or settings.LANGUAGE_CODE
    return _script_messages(language) if _wording() is None else _script_messages.__wrapped__(language)


@lru_cache(maxsize=8)
def _script_messages(language: str) -> dict[str, str]:
    return {text: gettext(text) for text in script_texts() if gettext(text) != text}


def translated(text: str, names: bool = False) -> str:
    """Return a sentence of `study` or of a service in the language of the page, or as it is if it has none.

    The catalogue has sentences that were made with values, such as "J1 is not linked to U2; link it first", with
    numbered gaps: "{0} is not linked to {1}; link it first". A place before it, such as "a.csv:3: ", stays.
    With `names`, as after the name of a file, a single word in a gap is the name of a column and stays, too.
    """
    language, wording = get_language() or settings.LANGUAGE_CODE, _wording()
    if not text or (language == settings.LANGUAGE_CODE and wording is None):
        return text
    whole = gettext(text)
    if whole != text:
        return whole
    known = _patterns(language if wording is None else wording.base)
    for pattern, id in (*(wording.patterns if wording else ()), *known):
        if fit := pattern.fullmatch(text):
            form = gettext(id)
            values = [group if names and " " not in group else translated(group, names) for group in fit.groups()]
            return "".join(values[int(part)] if at % 2 else part for at, part in enumerate(_GAP.split(form)))
    if place_match := _PLACED.fullmatch(text):
        return place_match[1] + translated(place_match[2], names or "." in place_match[1])
    several = text.split("; ")
    return "; ".join(map(translated, several)) if len(several) > 1 else text


@lru_cache(maxsize=8)
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the sentences with gaps as patterns, those with most words of their own first."""
    return _sentences(translation(language)._catalog.keys())  # type: ignore[attr-defined]  # lists its texts nowhere else


def _sentences(ids: Iterable[object]) -> tuple[tuple[re.Pattern[str], str], ...]:
    known = [id for id in ids if isinstance(id, str) and _GAP.search(id)]
    known.sort(key=lambda id: -len(_GAP.sub("", id)))
    return tuple((_pattern(id), id) for id in known)


def _pattern(text: str) -> re.Pattern[str]:
    """Return the pattern of a sentence; a gap before a single noun holds a number."""
    gap = r"([\d,.]+)" if re.fullmatch(r"\{0\} \w+", text) else "(.*?)"
    return re.compile(
        "".join(gap if at % 2 else re.escape(part) for at, part in enumerate(_GAP.split(text))), re.DOTALL
    )


# The owner of a study can choose the language of the pages for workers and replace their texts, one by one. Templates
# take translations for safe, so these must have the gaps and the elements of the text, and no other markup.

_FIXED = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w+\}|</?[a-z][^<>]*>")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z]{2,4})?")


class Wording:
    """A language with texts of an owner in place of some of its own; Django asks it like any translation."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language, self.texts = language, texts
        self.base = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        self.patterns = _sentences(texts)

    def gettext(self, text: str) -> str:
        """Return the owner's text, or that of the language."""
        return self.texts.get(text) or str(translation(self.base).gettext(text))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Return the owner's text for a number, or that of the language."""
        text = self.texts.get(singular if number == 1 else plural)
        return text or str(translation(self.base).ngettext(singular, plural, number))

    def to_language(self) -> str:
        """Return the code of the language."""
        return self.language

    def __getattr__(self, name: str) -> Any:
        return getattr(translation(self.base), name)


def speak(wording: Mapping[str, Any]) -> None:
    """Show the page of this request in the language and with the texts of an owner."""
    language = wording.get("language") or get_language() or settings.LANGUAGE_CODE
    trans_real._active.value = Wording(language, wording.get("texts", {}))  # type: ignore[attr-defined]


def _wording() -> Wording | None:
    active = getattr(trans_real._active, "value", None)  # type: ignore[attr-defined]
    return active if isinstance(active, Wording) else None


@lru_cache(maxsize=1)
def worker_texts() -> tuple[str, ...]:
    """Return the texts of the pages for workers; one with a number has a form for one and a form for more."""
    listed = json.loads((Path(__file__).parent / "locale/worker_texts.json").read_text("utf-8"))
    return tuple(dict.fromkeys(form for forms in listed for form in forms))


def checked_wording(language: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return a wording without what is empty, or refuse it."""
    if language and not _LANGUAGE.fullmatch(language):
        raise InputError(f"expected the code of a language, such as ar or pt-br, found {quoted(language)}")
    kept = {text: new.strip() for text, new in sorted(texts.items()) if new.strip()}
    for text, new in kept.items():
        if text not in worker_texts():
            raise InputError(f"{quoted(text)} is no text of the pages for workers; download the table again")
        if Counter(_FIXED.findall(text)) != Counter(_FIXED.findall(new)) or {*_FIXED.sub("", new)} & {*'%<>"&'}:
            fixed = " ".join(_FIXED.findall(text)) or "none"
            raise InputError(f"the translation of {quoted(text)} needs these gaps and elements, and no others: {fixed}")
    return {name: value for name, value in {"language": language, "texts": kept}.items() if value}
