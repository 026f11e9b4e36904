"""The language of a page: the choice for a request, the texts of scripts, the templates of messages, and the
wording that the owner of a study gives the pages for workers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils.translation import activate, get_language, gettext, trans_real
from django.utils.translation.trans_real import translation

from cliometer.errors import InputError
from cliometer.spelling import Rendered, quoted

_SCRIPTS = Path(__file__).parent / "static" / "workbench"
_SCRIPT_TEXT = re.compile(r'\bgettext\("((?:[^"\\]|\\.)*)"')


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


def translated(message: str | Rendered) -> str:
    """Return an error, a note or a word in the language of the page: templates are translated and then filled."""
    if isinstance(message, Rendered):
        return message.render(translate=_in_language)
    return _in_language(message)


def _in_language(text: str) -> str:
    return gettext(text) if text else text  # the empty text has the header of the catalogue


# The owner of a study can choose the language of the pages for workers and replace their texts, one by one. Templates
# take translations for safe, so these must have the gaps and the elements of the text, and no other markup.

_FIXED = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w[^{}]*\}|</?[a-z][^<>]*>")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z]{2,4})?")


class Wording:
    """A language with texts of an owner in place of some of its own; Django asks it like any translation."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language, self.texts = language, texts
        self.base = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    def gettext(self, text: str) -> str:
        """Return the owner's text, or that of the language."""
        return self.texts.get(text) or str(translation(self.base).gettext(text))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Return the owner's text for a number, or that of the language."""
        replacement = self.texts.get(singular if number == 1 else plural)
        return replacement or str(translation(self.base).ngettext(singular, plural, number))

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
        raise InputError("language-expected", language=quoted(language))
    kept = {text: replacement.strip() for text, replacement in sorted(texts.items()) if replacement.strip()}
    for text, replacement in kept.items():
        if text not in worker_texts():
            raise InputError("wording-text-unknown", text=quoted(text))
        if Counter(_FIXED.findall(text)) != Counter(_FIXED.findall(replacement)) or {*_FIXED.sub("", replacement)} & {
            *'%<>"&'
        }:
            fixed = " ".join(_FIXED.findall(text)) or "none"
            raise InputError("wording-gaps-differ", text=quoted(text), fixed=fixed)
    return {name: value for name, value in {"language": language, "texts": kept}.items() if value}
