"""The reference pages, written from the registries, the parsers and the docstrings: `make reference`.

Nobody edits docs/reference by hand, nor the schemas that `schemas` writes into docs/schema; a test says that the
pages are what stands here.
"""

from __future__ import annotations

from pathlib import Path

from tools.reference import commands, errors, formats, metrics, python, schemas, settings

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
__all__ = ["FOLDER", "PAGES", "pages", "schemas"]
PAGES = {
    "commands": commands.page,
    "metrics": metrics.page,
    "settings": settings.page,
    "formats": formats.page,
    "errors": errors.page,
    "python": python.page,
}


def pages() -> dict[str, str]:
    """The text of every page by its file name."""
    return {f"{name}.md": write() for name, write in PAGES.items()}
