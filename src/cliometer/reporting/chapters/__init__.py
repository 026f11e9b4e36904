"""The sections that show results of each kind; their modules are imported when a kind is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from cliometer.errors import UsageError
from cliometer.model.records import KINDS, JsonDocument, expect_format
from cliometer.reporting.chapters.base import BUILDERS, Builder, FigureNames, default_section
from cliometer.reporting.document import Section
from cliometer.study.releases import release_package

_KINDS = {  # by the modules that show the kinds of results, or that define them where the default section shows them
    ".annotator_agreement": "agreement",
    ".checks": "check",
    ".claims": "claims",
    ".comparison": "comparison",
    ".court": "court",
    ".data_sets": "data",
    ".experiment": "experiment",
    ".explanation": "explain",
    ".judged": "agree-judges judge-card judged-coverage judged-preferences",
    ".meta_evaluation": "agree agree-matrix agree-votes",
    ".people": "agree-people",
    ".protocols": "protocol-cards protocols",
    ".scores": "scores",
    ".submissions": "leaderboard submission-check",
    ".summaries": "generated-timelines summaries tuning",
    ".unit_scores": "baselines curve drafts",
    ".vote_judges": "plan reasons",
    ".votes": "polls votes",
    "cliometer.court.votes.design_power": "power",
}
HOMES = dict(sorted((kind, home) for home, kinds in _KINDS.items() for kind in kinds.split()))


class ResultKind(NamedTuple):
    """A kind of result: its name, its class, and what makes its section."""

    name: str
    reads: type[JsonDocument]
    build: Builder

    def chapter(self, document: Any, names: FigureNames) -> Section:
        """Return the section of a JSON document."""
        return self.build(self.reads.from_dict(document), names)


def kind_named(name: str, path: Path | str | None = None) -> ResultKind | None:
    """Return a kind of result by its name; None where no section shows it."""
    if name == "release":  # which another package shows
        release_package(str(path or name))
    elif name in HOMES:
        import_module(HOMES[name], __name__)
    else:
        return None
    return ResultKind(name, KINDS[name], BUILDERS.get(name, default_section))


def kind_of(document: object, path: Path | str | None = None) -> ResultKind | None:
    """Return the kind of a JSON document; None where it is no result of ours."""
    if not isinstance(document, dict) or "cliometer" not in document or "format" not in document:
        return None
    expect_format(document, path)
    return kind_named(str(document.get("kind")), path)


def kind_of_result(result: object) -> ResultKind | None:
    """Return the kind of a typed result; None where no section shows it."""
    return kind_named(result.kind) if isinstance(result, JsonDocument) else None


def result_section(result: object, names: FigureNames | None = None) -> Section:
    """Return the section that shows a typed result."""
    kind = kind_of_result(result)
    if kind is None:
        raise UsageError("section-missing", kind=type(result).__name__)
    return kind.build(result, FigureNames() if names is None else names)
