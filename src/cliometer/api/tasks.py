"""Check and score the submissions to a shared task."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cliometer.api.inputs import cache_of, paths_of, spread
from cliometer.errors import UsageError, checked
from cliometer.io.text_files import Location
from cliometer.model.display import Progress
from cliometer.model.when import When

if TYPE_CHECKING:
    from cliometer.engine.leaderboard import Leaderboard, SubmissionCheck
    from cliometer.engine.submissions import SubmissionLimits
    from cliometer.metrics.base import Metric
    from cliometer.metrics.presets import Preset


def _limits(
    first: str | None, last: str | None, dates: int | None, sentences: int | None, gold: bool
) -> SubmissionLimits:
    from cliometer.engine.submissions import SubmissionLimits

    start, end = (None if day is None else When.of(day) for day in (first, last))
    return SubmissionLimits(start, end, dates, sentences, gold)


@spread
@checked
def submissions(
    paths: Any,
    references: Any,
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset | None = None,
    *,
    first: str | None = None,
    last: str | None = None,
    dates: int | None = None,
    sentences: int | None = None,
    gold_limits: bool = False,
    missing: Literal["error", "zero"] = "error",
    per_reference: bool = False,
    duplicates: Literal["append", "last", "error"] | None = None,
    correction: Literal["holm", "bh", "none"] = "holm",
    level: float = 0.95,
    output: Location | None = None,
    title: str | None = None,
    force: bool = False,
    cache: Location | None = None,
    progress: Progress | None = None,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
) -> Leaderboard:
    """Check the submissions to a shared task, score the valid ones, and rank them in groups.

    Parameters
    ----------
    paths
        The folder of submissions, each a folder `<topic>.txt` or a file; or several submissions.
    references
        A benchmark folder `GOLD/<topic>/<reference>.txt`, or the reference files of one topic.
    metrics, preset, per_reference, duplicates, cache, progress, jobs, backend
        As for `evaluate`; the first metric orders the leaderboard.
    first, last
        The first and the last day of the task; a submission with a date outside is not valid.
    dates, sentences
        The largest number of dates of a timeline, and of sentences of a date.
    gold_limits
        Whether limits that are not given are taken from the references of each topic.
    missing
        What to do if a submission lacks a topic: it is not valid (`"error"`), or the topic scores as empty (`"zero"`).
    correction, level
        As for `compare`; p is corrected for all pairs of submissions.
    output
        A folder for `leaderboard.html`, `leaderboard.csv`, `topics.csv` and `faults.csv`; files of an earlier
        leaderboard are replaced.
    title
        The title of the page.
    force
        Whether files that are not of a leaderboard are replaced, too.

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
    from cliometer.engine.compare.figures import Design
    from cliometer.engine.submissions import SubmissionEvaluation

    limits = _limits(first, last, dates, sentences, gold_limits)
    given = (paths_of(paths), paths_of(references), metrics, preset)
    asked = SubmissionEvaluation(*given, limits, missing, per_reference, duplicates, cache_of(cache))
    design = Design(correction=correction, level=level, groups="leaders")
    if output is None:
        return asked.run(design, progress)
    from cliometer.report.assembly import expect_board, write_board

    expect_board(Path(output), force)
    board = asked.run(design, progress)
    write_board(board, Path(output), title, force)
    return board


@spread
@checked
def check_submissions(
    paths: Any,
    references: Any = None,
    *,
    track: Literal["timelines", "crisisfacts"] = "timelines",
    requests: Location | None = None,
    as_official: bool = False,
    first: str | None = None,
    last: str | None = None,
    dates: int | None = None,
    sentences: int | None = None,
    gold_limits: bool = False,
    missing: Literal["error", "zero"] = "error",
    per_reference: bool = False,
    duplicates: Literal["append", "last", "error"] | None = None,
    progress: Progress | None = None,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
) -> SubmissionCheck:
    """Check the submissions to a shared task without scoring them; the command is `cliometer submissions check`.

    Parameters
    ----------
    paths, references, first, last, dates, sentences, gold_limits, missing
        As for `submissions`; `missing="zero"` allows requests without facts.
    per_reference, duplicates, progress, jobs, backend
        As for `evaluate`.
    track
        What the runs are: `"timelines"`, which need references, or `"crisisfacts"`, the runs of TREC CrisisFACTS.
    requests
        For CrisisFACTS the file of the requests: without it, neither requests nor times are checked.
    as_official
        For CrisisFACTS whether to give the verdict of the track's own checker: its first fault, or where it crashes.

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
    limits = _limits(first, last, dates, sentences, gold_limits)
    if track == "crisisfacts":
        if references is not None or limits != _limits(None, None, None, None, False) or per_reference or duplicates:
            raise UsageError("references and limits of timelines have no meaning for CrisisFACTS; leave them out")
        return _crisis_check(paths_of(paths), requests, missing, as_official, progress)
    if requests is not None or as_official:
        raise UsageError("requests and the official rules are those of CrisisFACTS; add --track crisisfacts")
    if references is None:
        raise UsageError("no references were given; write cliometer submissions check FOLDER -r GOLD")
    from cliometer.engine.submissions import SubmissionEvaluation

    asked = SubmissionEvaluation(
        paths_of(paths), paths_of(references), None, None, limits, missing, per_reference, duplicates
    )
    return asked.check(progress)


def _crisis_check(
    paths: Sequence[Path],
    requests: Location | None,
    missing: Literal["error", "zero"],
    as_official: bool,
    progress: Progress | None,
) -> SubmissionCheck:
    from cliometer.engine.crisisfacts_runs import CrisisTrack, read_request_list
    from cliometer.engine.submissions import check_of, read_submissions, submission_paths

    known = {} if requests is None else read_request_list(Path(requests))
    track = CrisisTrack(known, missing, as_official)
    return check_of(read_submissions(track, submission_paths(paths, ()), progress), "crisisfacts")
