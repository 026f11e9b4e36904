"""The sections that show results of each kind; their modules are imported when a kind is asked for."""

from __future__ import annotations

from importlib import import_module

from cliometer.errors import UsageError
from cliometer.report.chapters.base import KINDS, FigureNames, ResultKind
from cliometer.report.document import Section

_MODULES = (
    "annotator_agreement comparison court experiment explanation meta_evaluation releases scores summaries unit_scores "
    "vote_judges votes"
)


def _kinds() -> list[ResultKind]:
    """All kinds; commands that show one kind alone need not load the others."""
    for module in _MODULES.split():
        import_module(f"{__name__}.{module}")
    return list(KINDS.values())


def kind_of(document: object) -> ResultKind | None:
    """The kind of a JSON document; None where it is no result of ours."""
    if not isinstance(document, dict) or "cliometer" not in document:
        return None
    return next((kind for kind in _kinds() if all(member in document for member in kind.has)), None)


def kind_of_result(result: object) -> ResultKind | None:
    """The kind of a typed result; None where no builder takes its class."""
    return next((kind for kind in _kinds() if kind.reads is type(result)), None)


def result_section(result: object, names: FigureNames | None = None) -> Section:
    """Return the section that shows a typed result."""
    kind = kind_of_result(result)
    if kind is None:
        raise UsageError(f"no section shows a {type(result).__name__} yet; print its to_dict()")
    return kind.build(result, FigureNames() if names is None else names)
