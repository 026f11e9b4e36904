"""The reference pages, written from the registries, the parsers and the docstrings: `make reference`.

The pages are not committed: `make docs` writes them before it builds the site. Their folder is docs/reference, so that
links of other pages lead there. The JSON schemas, which `schemas` writes into docs/schema, are committed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tools.reference import commands, errors, formats, gallery, metrics, python, schemas, settings

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
__all__ = ["FOLDER", "PAGES", "gallery", "pages", "schemas", "text_of", "write"]
PAGES = {
    "commands": commands.page,
    "metrics": metrics.page,
    "settings": settings.page,
    "formats": formats.page,
    "errors": errors.page,
    "python": python.page,
    "gallery": gallery.page,
}


@cache
def text_of(name: str) -> str:
    """The text of one page."""
    return PAGES[name]()


def pages() -> dict[str, str]:
    """The text of every page by its file name."""
    return {f"{name}.md": text_of(name) for name in PAGES}


def write() -> None:
    """Write the pages into their folder."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
