"""Our own list of synonyms, with the forms that words take in a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

_LIST = Path(__file__).parent / "synonyms.txt"
_HISSES = ("s", "x", "z", "ch", "sh")
_SHORT = re.compile(r"[^aeiou]*[aeiou][bdgklmnprt]")  # stop, ban: doubles its last letter


@cache
def synonyms() -> Mapping[str, str]:
    """Word in small letters -> a word that can stand in its place, in the same form."""
    pairs: dict[str, str] = {}
    for line in _LIST.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            kind, old, new = line.split()
            pairs.update(zip(_forms(kind, old), _forms(kind, new), strict=True))
    return MappingProxyType(pairs)


def _forms(kind: str, spelled: str) -> tuple[str, ...]:
    """All forms of a word; those that are spelled out, or the regular ones."""
    if kind == "x":
        return (spelled,)
    forms = tuple(spelled.split(","))
    if len(forms) == 1:
        forms = (spelled, plural(spelled)) if kind == "n" else _regular(spelled)
    return forms[2:] if kind == "d" else forms


def _regular(verb: str) -> tuple[str, ...]:
    return verb, plural(verb), past(verb), past(verb), gerund(verb)


def plural(word: str) -> str:
    """The s of a noun or of a verb's third person."""
    if _ends_in_y(word):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(_HISSES) else "s")


def past(verb: str) -> str:
    """The regular past."""
    if _ends_in_y(verb):
        return verb[:-1] + "ied"
    return verb + "d" if verb.endswith("e") else _doubled(verb) + "ed"


def gerund(verb: str) -> str:
    """The form in -ing."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    return (verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else _doubled(verb)) + "ing"


def _ends_in_y(word: str) -> bool:
    return word.endswith("y") and word[-2] not in "aeiou"


def _doubled(verb: str) -> str:
    return verb + verb[-1] if _SHORT.fullmatch(verb) else verb
