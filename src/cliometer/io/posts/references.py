"""Plain text summaries that people wrote: `REFS/<topic>.txt`, or `REFS/<topic>/<anything>.txt`."""

from __future__ import annotations

from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.text_file import missing, read_text


def read_texts(folder: str | Path) -> dict[str, tuple[str, ...]]:
    """Topic -> its texts."""
    folder = Path(folder)
    if not folder.exists():
        raise missing(folder)
    if not folder.is_dir():
        raise InputError("is a file where a folder is wanted; expected REFS/<topic>.txt", folder)
    found: dict[str, tuple[str, ...]] = {
        file.stem: (read_text(file),) for file in sorted(folder.glob("*.txt"))
    }
    for entry in sorted(entry for entry in folder.iterdir() if entry.is_dir()):
        texts = tuple(read_text(file) for file in sorted(entry.glob("*.txt")))
        if texts:
            found[entry.name] = (*found.get(entry.name, ()), *texts)
    if not found:
        raise InputError("holds no texts; expected REFS/<topic>.txt or REFS/<topic>/<name>.txt", folder)
    return found
