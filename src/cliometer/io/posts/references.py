"""Plain text summaries that people wrote: `REFS/<topic>.txt`, or `REFS/<topic>/<anything>.txt`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.text_file import missing, read_text

_SHOWN = 5


def strays(texts: Iterable[str], topics: Iterable[str], folder: str | Path) -> tuple[str, ...]:
    """A note on texts that are on no topic, with their names."""
    known = set(topics)
    extra = [name for name in texts if name not in known]
    more = f" and {len(extra) - _SHOWN} more" if len(extra) > _SHOWN else ""
    named = f"{', '.join(extra[:_SHOWN])}{more}"
    return (f"{folder}: left out, since no topic is called so: {named}",) if extra else ()


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
