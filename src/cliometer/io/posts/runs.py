"""Summaries on disk: `RUNS/<system>/<topic>.txt`, a chosen text a line; `RUNS/<system>.json` with the ids.

`cliometer score RUNS/<system> TOPICS` reads the former; the latter is an extract in our JSON.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.atomic import write_whole
from cliometer.io.units.extracts import write_extracts
from cliometer.model.extracts import Extract


def folder_name(system: str) -> str:
    """An expression as a shell takes it without quotes.

    >>> folder_name("hybrid(threshold=0.4, minimum=10)")
    'hybrid_threshold=0.4_minimum=10'
    """
    return re.sub(r"[^\w.=+-]+", "_", system).strip("_")


def write_runs(folder: Path, runs: Mapping[str, Sequence[Extract]], force: bool = False) -> tuple[str, ...]:
    """Write all runs; what exists already is found out before anything is written. Returns notes."""
    files = {name: _files(folder, name, extracts) for name, extracts in runs.items()}
    if not force:
        for path in (path for found in files.values() for path in found):
            if path.exists():
                raise InputError("exists already; name another folder, or use --force", path)
    notes: list[str] = []
    for name, extracts in runs.items():
        own = folder / folder_name(name)
        own.mkdir(parents=True, exist_ok=True)
        for path, extract in zip(files[name], extracts, strict=False):
            write_whole(path, "".join(f"{item.text}\n" for item in extract.items), force)
        write_extracts(files[name][-1], list(extracts), force)
        notes += [
            f"{path}: stood there before and is not of this run; remove it"
            for path in sorted(own.glob("*.txt"))
            if path not in files[name]
        ]
    return tuple(notes)


def _files(folder: Path, name: str, extracts: Sequence[Extract]) -> list[Path]:
    """A text file for each extract, then the JSON of all."""
    own = folder / folder_name(name)
    return [*(own / f"{extract.topic}.txt" for extract in extracts), folder / f"{own.name}.json"]
