"""The sections that show results of each kind; their modules are imported when a kind is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from cliometer.errors import InputError, UsageError
from cliometer.model.records import FORMAT
from cliometer.report.chapters.base import KINDS, FigureNames, ResultKind
from cliometer.report.document import Section
from cliometer.spelling import quoted

_HOMES = {  # the classes of results that each module shows
    "annotator_agreement": "AgreementSurvey",
    "comparison": "SystemComparison",
    "court": "Findings",
    "experiment": "ExperimentRecord",
    "explanation": "PairExplanation",
    "judge_comparison": "JudgeComparison",
    "judged": "JudgedPreferences JudgedCoverage JudgeCard",
    "meta_evaluation": "MetricAgreement MetricVoteAgreement MetricMatrix",
    "releases": "StudyRelease",
    "scores": "Results",
    "submissions": "SubmissionCheck Leaderboard",
    "summaries": "Summaries GeneratedTimelines Tuning",
    "unit_scores": "Curves Trial UnitDrafts",
    "vote_judges": "ReasonSurvey",
    "vote_plans": "VotePower StudyPlan",
    "votes": "Tally PollTallies",
}


def kind_of(document: object, path: Path | str | None = None) -> ResultKind | None:
    """Return the kind of a JSON document, which old ones do not name; None where it is no result of ours."""
    if not isinstance(document, dict) or "cliometer" not in document:
        return None
    for module in _HOMES:
        import_module(f"{__name__}.{module}")
    if "format" in document:
        if document["format"] != FORMAT:
            named = f"{quoted(document.get('kind'))} in format {quoted(document['format'])}"
            raise InputError(f"is a document {named}; this release reads format {FORMAT}: update cliometer", path)
        return KINDS.get(str(document.get("kind")))
    return next((kind for kind in KINDS.values() if all(member in document for member in kind.has)), None)


def kind_of_result(result: object) -> ResultKind | None:
    """Return the kind of a typed result; None where no builder takes its class."""
    for module, classes in _HOMES.items():
        if type(result).__name__ in classes.split():  # the others need not be loaded
            import_module(f"{__name__}.{module}")
    return next((kind for kind in KINDS.values() if kind.reads is type(result)), None)


def result_section(result: object, names: FigureNames | None = None) -> Section:
    """Return the section that shows a typed result."""
    kind = kind_of_result(result)
    if kind is None:
        raise UsageError(f"no section shows a {type(result).__name__} yet; print its to_dict()")
    return kind.build(result, FigureNames() if names is None else names)
