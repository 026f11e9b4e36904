"""Signatures read back: which metrics, test, correction, interval and trials a line names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cliometer.report.citing.used import Used, method, metric

_SIGNATURE = re.compile(r"(?<![\w/])cliometer:[^\s|]+\|[^\n]+")


def signatures_in(text: str) -> list[str]:
    """The signatures that stand in a text, such as what a command printed; each once."""
    return list(dict.fromkeys(found.strip() for found in _SIGNATURE.findall(text)))


def fields_of(signature: str) -> dict[str, str]:
    """Keys and values.

    >>> fields_of("cliometer:0.1.0|metrics:date,align+(rouge=1, content=raw)")["metrics"]
    'date,align+(rouge=1, content=raw)'
    """
    return dict(_pair(part) for part in signature.split("|"))


def _pair(part: str) -> tuple[str, str]:
    key, _, value = part.partition(":")
    return key.strip(), value.strip()


def used_in(signature: str) -> list[Used]:
    """What the fields of a signature name."""
    fields = fields_of(signature)
    found = [metric(expression) for expression in listed(fields.get("metrics", ""))]
    for role in ("test", "correction", "interval"):
        found += method(role, fields.get(role))
    return found + (method("design", "court") if "trials" in fields else [])


def listed(text: str) -> list[str]:
    """Expressions between the commas that stand in no brackets.

    >>> listed("date,align+(rouge=1, content=raw)")
    ['date', 'align+(rouge=1, content=raw)']
    """
    return [piece for piece in ("".join(letters).strip() for letters in _pieces(text)) if piece]


def _pieces(text: str) -> Iterator[list[str]]:
    piece: list[str] = []
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            yield piece
            piece = []
        else:
            piece.append(letter)
    yield piece
