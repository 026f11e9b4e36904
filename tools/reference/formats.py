"""Every registered format of timelines, and every other file that is read or written, by its module."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import cliometer.io
from cliometer.io import Format, formats
from tools.reference import schemas
from tools.reference.format_examples import EXAMPLES, TIMELINE
from tools.reference.markdown import code, codes, document, fenced, prose, summary, table
from tools.reference.signatures import spelled

OPENING = """Written from the readers and writers themselves. [Formats](../formats.md) shows each file by an
example and says what is forgiven and what refused. A format is recognised by its content; the ending
decides only where the content leaves it open."""
DOCUMENTS = """Each has a JSON Schema (draft 2020-12) in docs/schema, named after its `kind` and its `format`;
[formats](../formats.md#json-documents-and-their-schemas) says how these change."""
INNER = {"text_files", "xml"}  # files of any format
_VERBS = ("read_", "write_")
_LANGUAGES = {".json": "json", ".jsonl": "json", ".csv": "csv", ".tsv": "tsv", ".pyr": "xml", ".tml": "xml"}


def page() -> str:
    """The whole page: formats of timelines, then all other files."""
    others = [part for module in _modules() for part in _other(module)]
    parts = ["## Timelines", _overview(), *map(_format, formats())]
    parts += ["## JSON documents", DOCUMENTS, _schemas(), "## Other files", *others]
    return document("Formats", OPENING, parts)


def _overview() -> str:
    rows = [[code(one.name), codes(one.suffixes), _yes(one.holds_several), _yes(one.keeps_names)] for one in formats()]
    return table(["format", "endings, the first is written", "several timelines", "keeps names"], rows)


def _schemas() -> str:
    kept = {path.name: path.read_text(encoding="utf-8") for path in schemas.FOLDER.glob("*.json")} | schemas.schemas()
    rows = [[f"[{name}](../schema/{name})", json.loads(text)["description"]] for name, text in sorted(kept.items())]
    return table(["schema", "document"], rows)


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _format(one: Format) -> str:
    module = sys.modules[type(one).__module__]
    example = fenced(one.write([TIMELINE]))
    return "\n\n".join([f"### `{one.name}`", prose(module.__doc__), prose(type(one).__doc__), example])


def readers_and_writers(module: ModuleType) -> list[Callable[..., Any]]:
    """The public functions of a module, not those it imports, that are told which file to read or write."""
    found = [value for name, value in vars(module).items() if name.startswith(_VERBS) and inspect.isfunction(value)]
    own = [function for function in found if function.__module__ == module.__name__]
    first = {function: str(next(iter(inspect.signature(function).parameters.values()), "")) for function in own}
    return [function for function in own if "Path" in first[function] or "File" in first[function]]


def _modules() -> Iterator[ModuleType]:
    """Those modules of `cliometer.io` that read or write something, by name."""
    for found in pkgutil.walk_packages(cliometer.io.__path__, "cliometer.io."):
        if found.name.removeprefix("cliometer.io.") in INNER:
            continue
        module = importlib.import_module(found.name)
        if readers_and_writers(module):
            yield module


def _other(module: ModuleType) -> Iterator[str]:
    yield f"### `{module.__name__}`"
    yield prose(module.__doc__)
    for example in EXAMPLES:
        if module.__name__ == f"cliometer.io.{example.module}":
            yield f"An example, `{example.name}`:"
            yield fenced(example.text, _LANGUAGES[Path(example.name).suffix])
    functions = readers_and_writers(module)
    yield fenced("\n".join(map(spelled, functions)), "python")
    yield table(["function", "gives"], [[code(one.__name__), summary(one.__doc__)] for one in functions])
