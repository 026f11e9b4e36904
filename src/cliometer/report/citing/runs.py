"""What somebody wants to cite: a result, a signature or a metric, recognised by what it looks like."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.io.text_file import missing, read_text
from cliometer.metrics.evidence import find
from cliometer.model.works import Work
from cliometer.report.citing.bibtex import cliometer
from cliometer.report.citing.documents import CITED, kind_of, used_by
from cliometer.report.citing.signatures import fields_of, signatures_in, used_in
from cliometer.report.citing.used import Used, distinct, metric
from cliometer.report.releases.judging import documents
from cliometer.report.releases.opening import is_release, opened
from cliometer.version import __version__

_ENDINGS = (".json", ".txt", ".csv", ".tex", ".html", ".md")
_WANTED = (
    "expected a result as --json prints it, or a text with a signature: cliometer:VERSION|..., "
    "as the commands print it"
)


@dataclass(frozen=True)
class Run:
    """Something done with Cliometer: what it is, by which version, under which signature, with what."""

    source: str
    kind: str
    version: str
    signature: str | None
    used: tuple[Used, ...]

    @property
    def works(self) -> tuple[Work, ...]:
        """Cliometer first, then whatever is cited."""
        return (cliometer(self.version), *(work for used in self.used for work in used.works))

    @property
    def uncited(self) -> tuple[Used, ...]:
        """What names no work, such as a metric of the user's own."""
        return tuple(used for used in self.used if not used.works)


def runs_of(given: str) -> list[Run]:
    """The runs that an argument stands for: a file or folder, a signature, or a metric."""
    if signatures_in(given):
        return [_signed(signature, "the signature") for signature in signatures_in(given)]
    path = Path(given)
    if _is_there(path):
        return runs_in_file(path)
    return [_of_metric(given)]


def runs_in_file(path: Path) -> list[Run]:
    """Those of a file, of the release of a study, or of the folder of an experiment (`results.json`)."""
    if is_release(path):
        return _of_release(path)
    kept = path / "results.json"
    return runs_in(read_text(kept if path.is_dir() and kept.is_file() else path), str(path))


def _of_release(path: Path) -> list[Run]:
    """What the commands compute of it; of one without votes there is nothing but its kind to tell."""
    with opened(path) as release:
        found = [_of_document(document, str(path)) for document in documents(release, path)]
        return found or [Run(str(path), f"release of {release.kind}", __version__, None, ())]


def runs_in(text: str, source: str) -> list[Run]:
    """Those of a document or of a printed page."""
    try:
        document = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        found = [_signed(signature, source) for signature in signatures_in(text)]
        if not found:
            raise InputError(f"holds no result; {_WANTED}", source) from None
        return found
    return [_of_document(document, source)]


def _of_document(document: Any, source: str) -> Run:
    kind = kind_of(document)
    if kind is None:
        raise InputError(f"is JSON, but no result of cliometer; {_WANTED}", source)
    title = CITED[kind].title
    try:
        used = distinct(used_by(document, kind))
    except (KeyError, TypeError, AttributeError):
        raise InputError(
            f"looks like a cliometer {title}, but parts are missing; print it anew", source
        ) from None
    signature = document.get("signature")
    return Run(source, title, document["cliometer"], signature if isinstance(signature, str) else None, used)


def _signed(signature: str, source: str) -> Run:
    fields = fields_of(signature)
    kind = "comparison" if "test" in fields else "trial of metrics" if "trials" in fields else "evaluation"
    return Run(source, kind, fields["cliometer"], signature, distinct(used_in(signature)))


def _of_metric(given: str) -> Run:
    """A metric; what is none could be a file that is not there, so both are said."""
    if Path(given).suffix in _ENDINGS or "/" in given:
        raise missing(Path(given))
    try:
        name = str(find(given))
    except CliometerError as error:
        raise UsageError(f"{given!r} is no file, no signature and no metric: {error}") from None
    return Run(name, "metric", __version__, None, (metric(name),))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a path, or a NUL in it
        return False


def all_works(runs: Iterable[Run]) -> list[Work]:
    """The works of several runs, each key once."""
    return list({work.key: work for run in runs for work in run.works}.values())
