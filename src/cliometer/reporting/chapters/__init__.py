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

HOMES = {  # the modules that show the kinds of results, or that define them where the default section shows them
    "agree": ".meta_evaluation",
    "agree-judges": ".judged",
    "agree-matrix": ".meta_evaluation",
    "agree-people": ".people",
    "agree-votes": ".meta_evaluation",
    "agreement": ".annotator_agreement",
    "baselines": ".unit_scores",
    "check": ".checks",
    "claims": ".claims",
    "comparison": ".comparison",
    "court": ".court",
    "curve": ".unit_scores",
    "data": ".data_sets",
    "drafts": ".unit_scores",
    "experiment": ".experiment",
    "explain": ".explanation",
    "generated-timelines": ".summaries",
    "judge-card": ".judged",
    "judged-coverage": ".judged",
    "judged-preferences": ".judged",
    "leaderboard": ".submissions",
    "plan": ".vote_judges",
    "polls": ".votes",
    "protocol-cards": ".protocols",
    "protocols": ".protocols",
    "power": "cliometer.court.votes.design_power",
    "reasons": ".vote_judges",
    "scores": ".scores",
    "submission-check": ".submissions",
    "summaries": ".summaries",
    "tuning": ".summaries",
    "votes": ".votes",
}


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
