"""Markdown that reads the same on a forge and on the site."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence

_LAID_OUT = re.compile(r"^cliometer |\S {2,}\S|^ {2,}", re.MULTILINE)


def document(title: str, opening: str, parts: Iterable[str]) -> str:
    """A whole page."""
    return "\n\n".join([f"# {title}", opening, *parts]) + "\n"


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; bars inside of cells are kept from ending them."""
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def code(text: str) -> str:
    """Words as they are typed; nothing where there is nothing."""
    return f"`{text}`" if text else ""


def codes(texts: Iterable[str]) -> str:
    """Several of them, in order."""
    return ", ".join(map(code, texts))


def fenced(text: str, language: str = "text") -> str:
    """A block that is shown as it stands."""
    return f"```{language}\n{text.strip()}\n```"


def prose(docstring: str | None) -> str:
    """A docstring: paragraphs flow, and lines that show how to call something stand as they are."""
    paragraphs = inspect.cleandoc(docstring or "").split("\n\n")
    return "\n\n".join(map(_paragraph, paragraphs))


def summary(docstring: str | None) -> str:
    """The first paragraph of a docstring, on one line."""
    return escaped(" ".join(inspect.cleandoc(docstring or "").partition("\n\n")[0].split()))


def escaped(text: str) -> str:
    """Plain text whose brackets, stars and underscores stay what they are, as does what is quoted as code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part[:1] == "`" else _escape(part) for part in parts)


def _escape(text: str) -> str:
    return re.sub(r"([*_\[\]\\])", r"\\\1", text.replace("<", "&lt;"))  # the site knows no escaped bracket


def _paragraph(text: str) -> str:
    if text.startswith(">>>"):
        return fenced(text, "pycon")
    if text.startswith("- "):
        return escaped(text)
    if _LAID_OUT.search(text):
        return fenced(text)
    return escaped(" ".join(text.split()))


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
