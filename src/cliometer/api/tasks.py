"""Check and score the submissions to a shared task."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Unpack

from cliometer.api.comparing import design_of
from cliometer.api.front import cache_of, paths_of, public
from cliometer.errors import UsageError
from cliometer.model.when import When
from cliometer.settings import Location, Setting, declared, fields_from, group
from cliometer.settings.groups import (
    Caching,
    Extent,
    Metrics,
    PerReference,
    PresetName,
    Reading,
    Running,
    Significance,
    Writing,
)

if TYPE_CHECKING:
    from cliometer.engine.leaderboard import Leaderboard, SubmissionCheck
    from cliometer.engine.submissions import SubmissionLimits


@group("files")
class CheckingSettings(Reading, PerReference, Extent, Running, total=False):
    """Which submissions are valid."""

    gold_limits: Annotated[bool, Setting(False, "take the limits that are not given from the references of each topic")]
    missing: Annotated[
        Literal["error", "zero"],
        Setting("error", "what to do with topics that a submission lacks: refuse it, or score them as empty"),
    ]


@group("output")
class SubmissionsSettings(CheckingSettings, Significance, Caching, Writing, total=False):
    """The settings of `submissions`."""

    output: Annotated[
        Location | None,
        Setting(
            None,
            "a folder for leaderboard.html, leaderboard.csv, topics.csv and faults.csv; those of an earlier "
            "leaderboard are replaced",
            "-o --output FOLDER",
        ),
    ]
    title: Annotated[str | None, Setting(None, "the title of the page")]


@public
def submissions(
    paths: Any,
    references: Any,
    metrics: Metrics = None,
    preset: PresetName = None,
    **settings: Unpack[SubmissionsSettings],
) -> "Leaderboard":
    """Check the submissions to a shared task, score the valid ones, and rank them in groups.

    Parameters
    ----------
    paths
        The folder of submissions, each a folder `<topic>.txt` or a file; or several submissions.
    references
        A benchmark folder `GOLD/<topic>/<reference>.txt`, or the reference files of one topic. The first metric
        orders the leaderboard; p is corrected for all pairs of submissions.

    Returns
    -------
    Leaderboard
        What is wrong with which submission (`check`), and the comparison of the valid ones (`comparison`, None where
        none is valid).

    Examples
    --------
    >>> from cliometer.api.making import demo
    >>> board = submissions(demo() / "runs", demo() / "references", ["date"])
    >>> [(row["place"], row["system"]) for row in board["leaderboard"]]
    [(1, 'mentions'), (2, 'lead'), (3, 'random')]
    """
    from cliometer.engine.submissions import SubmissionEvaluation

    given = fields_from(SubmissionEvaluation, {**settings, "cache": cache_of(settings["cache"])})
    files = paths_of(paths), paths_of(references), metrics, preset
    evaluation = SubmissionEvaluation(*files, limits=_limits(settings), **given)
    design = design_of({**settings, "groups": "leaders"})
    if settings["output"] is None:
        return evaluation.run(design, settings["progress"])
    from cliometer.reporting.assembly import expect_board, write_board

    folder, force = Path(settings["output"]), settings["force"]
    expect_board(folder, force)
    board = evaluation.run(design, settings["progress"])
    return write_board(board, folder, settings["title"], force)


def _limits(settings: Mapping[str, Any]) -> "SubmissionLimits":
    from cliometer.engine.submissions import SubmissionLimits

    first, last = (None if settings[name] is None else When.of(settings[name]) for name in ("first", "last"))
    return SubmissionLimits(first, last, settings["dates"], settings["sentences"], settings["gold_limits"])


@group("files")
class CheckSettings(CheckingSettings, total=False):
    """The settings of `check_submissions`."""

    track: Annotated[
        Literal["timelines", "crisisfacts"],
        Setting("timelines", "what the runs are: timelines, which need references, or runs of TREC CrisisFACTS"),
    ]
    requests: Annotated[
        Location | None,
        Setting(
            None,
            "the requests of CrisisFACTS, against which requests and times are checked: event_data.json of the track, "
            "a list of requests, or the facts of 2022",
            "--requests FILE",
        ),
    ]
    as_official: Annotated[
        bool, Setting(False, "give the verdict of the official checker of CrisisFACTS: its first fault")
    ]


@public
def check_submissions(paths: Any, references: Any = None, **settings: Unpack[CheckSettings]) -> "SubmissionCheck":
    """Check the submissions to a shared task without scoring them; the command is `cliometer submissions check`.

    Parameters
    ----------
    paths, references
        As for `submissions`; of CrisisFACTS the runs alone.

    Returns
    -------
    SubmissionCheck
        The submissions, those that are valid, and every fault with its file, line, rule and remedy.

    Examples
    --------
    >>> from cliometer.api.making import demo
    >>> check_submissions(demo() / "runs", demo() / "references", dates=3)["faults"][0]["rule"]
    'dates'
    """
    limits = _limits(settings)
    if settings["track"] == "crisisfacts":
        known = declared(CheckSettings)
        names = (*declared(Extent), "gold_limits", "per_reference", "duplicates")
        given = {name: value for name, value in settings.items() if name in names}
        if references is not None or not all(known[name].is_default(value) for name, value in given.items()):
            raise UsageError("timelines-only")
        return _crisis_check(paths_of(paths), settings)
    if settings["requests"] is not None or settings["as_official"]:
        raise UsageError("crisisfacts-only")
    if references is None:
        raise UsageError("check-without-references")
    from cliometer.engine.submissions import SubmissionEvaluation

    rules = fields_from(SubmissionEvaluation, settings)
    evaluation = SubmissionEvaluation(paths_of(paths), paths_of(references), limits=limits, **rules)
    return evaluation.check(settings["progress"])


def _crisis_check(paths: Sequence[Path], settings: CheckSettings) -> "SubmissionCheck":
    from cliometer.engine.crisisfacts_runs import CrisisTrack, read_request_list
    from cliometer.engine.submissions import check_of, read_submissions, submission_paths

    requests = {} if settings["requests"] is None else read_request_list(Path(settings["requests"]))
    track = CrisisTrack(requests, settings["missing"], settings["as_official"])
    return check_of(read_submissions(track, submission_paths(paths, ()), settings["progress"]), "crisisfacts")
