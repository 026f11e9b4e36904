"""Results of earlier commands, read back and made into a report: each file says itself what it is."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from cliometer.errors import InputError, UsageError
from cliometer.io.text_file import read_text
from cliometer.report.chapters import KINDS, Names, Result, kind_of
from cliometer.report.document import Document, Section
from cliometer.report.releases import is_release, release_section

STANDARD_INPUT = Path("-")
_RESULTS_OF_EXPERIMENT = "results.json"


def results_document(
    paths: Sequence[Path], title: str | None = None, standard_input: TextIO | None = None
) -> Document:
    """A report of one result or several, in the order they were given."""
    names = Names()
    sections = [_section(path, standard_input, names) for path in paths]
    if len(sections) == 1:
        return Document(title or f"{sections[0].title}: {paths[0].stem}", _opened(sections[0]))
    named = [
        Section(f"{section.title}: {path.stem}", section.blocks, section.sections)
        for section, path in zip(sections, paths, strict=True)
    ]
    return Document(title or "Report", named)


def _section(path: Path, standard_input: TextIO | None, names: Names) -> Section:
    """The chapter of a result, or of the release of a study."""
    if is_release(path):
        return release_section(path, names)
    return section_of(read_result(path, standard_input), path, names)


def section_of(document: Result, path: Path, names: Names) -> Section:
    """The chapter of a result; one that lacks what its kind has was not printed by us."""
    kind = kind_of(document)
    if kind is None:
        known = ", ".join(KINDS)
        raise InputError(f"is no result that a report can show ({known}); print one with --json", path)
    try:
        return kind.chapter(document, names)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        said = f"looks like a result of kind {kind.name}, but is damaged or of another version"
        raise InputError(
            f"{said} ({type(error).__name__}: {error}); print it again with --json", path
        ) from error


def read_result(path: Path, standard_input: TextIO | None = None) -> dict[str, Any]:
    """The JSON document of a file, of standard input, or of the folder of an experiment."""
    file = path / _RESULTS_OF_EXPERIMENT if path.is_dir() else path
    if path.is_dir() and not file.is_file():
        said = f"neither an experiment (no {_RESULTS_OF_EXPERIMENT}) nor the release of a study"
        raise UsageError(f"{path} is {said}; for runs, add -r GOLD")
    if path == STANDARD_INPUT and standard_input:
        return _parsed(standard_input.read(), file)
    return _parsed(read_text(file), file)


def _parsed(text: str, file: Path) -> dict[str, Any]:
    if not text.strip():
        raise InputError("is empty; print a result with --json, or add -r GOLD for runs", file)
    try:
        document = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise InputError(f"is no JSON ({error.msg}); for runs, add -r GOLD", file, error.lineno) from None
    except OverflowError as error:
        raise InputError(f"{error} that a result can hold; print it again with --json", file) from None
    except RecursionError:
        raise InputError("is nested too deeply for a result", file) from None
    if not isinstance(document, dict) or "cliometer" not in document:
        raise InputError("is no result of cliometer; print one with --json, or add -r GOLD for runs", file)
    return document


def _finite(text: str) -> float:
    """A number; JSON as Python reads it has also NaN, Infinity and numbers too large for any."""
    if not math.isfinite(number := float(text)):
        raise OverflowError(f"{text} is no number")
    return number


def _opened(section: Section) -> list[Section]:
    """The only chapter need not be a heading of its own: its parts are."""
    first = [Section("Overview", section.blocks)] if section.blocks else []
    return [*first, *section.sections]
