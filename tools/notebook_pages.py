"""A notebook as a page of the documentation site: its words, its code, and what it printed and displayed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.notebooks import read


def page_of(path: Path) -> str:
    """Markdown; displays stand in it as HTML, which is ours and needs no script."""
    return "\n\n".join(part for cell in read(path).cells for part in _parts(cell)) + "\n"


def _parts(cell: Any) -> Iterator[str]:
    if cell.cell_type == "markdown":
        yield cell.source
        return
    yield _fenced("python", cell.source)
    yield from map(_output, cell.outputs)


def _output(output: Any) -> str:
    data = output.get("data", {})
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            return f'<div class="output">{data[kind]}</div>'
    return _fenced("text", data["text/plain"] if data else output.text)


def _fenced(language: str, text: str) -> str:
    return f"````{language}\n{text.rstrip()}\n````"
