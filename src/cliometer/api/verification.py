"""Verify the figures of a paper: recompute what a file of claims says."""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Unpack

from cliometer.api.comparing import compare
from cliometer.api.front import only_path, public, settings_of
from cliometer.api.making import demo
from cliometer.api.people import agree_metrics, agree_people, agree_scores
from cliometer.api.protocols import compare_protocols
from cliometer.api.reading import data
from cliometer.api.scoring import score
from cliometer.api.trials import court_metrics
from cliometer.errors import CliometerError, FormatError, InputError, unknown
from cliometer.grouping import by_key
from cliometer.model.backend import tracked
from cliometer.model.records import decode
from cliometer.settings import Location, Setting, group
from cliometer.settings.groups import Running

if TYPE_CHECKING:
    from cliometer.engine.claims import Claim, ClaimCheck, Verification
    from cliometer.engine.results import Results

_FUNCTIONS: Mapping[str, Callable[..., Any]] = {  # that claims may call: they read files and compute
    each.__name__: each
    for each in (agree_metrics, agree_people, agree_scores, compare, compare_protocols, court_metrics, data)
}
_NOT_CLAIMED = ("output", "force", "cache", "store", "progress", "jobs", "cluster")


@group("files")
class VerifySettings(Running, total=False):
    """The settings of `verify`."""

    paths: Annotated[
        Sequence[str],
        Setting((), "a folder that replaces one named in [paths] of the claims", "--path NAME=FOLDER", usual="none"),
    ]
    missing: Annotated[
        Literal["error", "skip"],
        Setting("error", "what to do with a claim whose run or gold does not exist: skip reports it as unchecked"),
    ]


@public
def verify(claims: Location, **settings: Unpack[VerifySettings]) -> "Verification":
    """Recompute the figures that a file of claims has, and say which hold exactly, as rounded, or not.

    Parameters
    ----------
    claims
        A file in TOML: each figure with its run, gold, metric and settings of `score`, or with a public function.

    Returns
    -------
    Verification
        Every claim with the figure found; `holds` says whether all do that could be checked.

    Examples
    --------
    >>> verify(demo() / "claims.toml").holds
    True
    """
    from cliometer.engine.claims import Verification, read_claims

    path = only_path(claims, "claims")
    title, every = read_claims(path, settings["paths"], demo())
    works = by_key((claim.key, claim) for claim in every)
    checks = dict[int, Any]()
    for several in tracked(iter(works.values()), len(works), settings["progress"]):
        absent = [InputError("claim-file-missing", absent=need) for need in several[0].needs if not Path(need).exists()]
        try:
            if absent and settings["missing"] == "error":
                raise absent[0]
            found = [claim.unchecked(absent[0].sentence) for claim in several] if absent else _checks(several)
            checks |= zip(map(id, several), found, strict=True)
        except CliometerError as error:
            raise error if error.path else FormatError.like(error).inside(several[0].place).at(path) from None
    return Verification(title, [checks[id(claim)] for claim in every])


def _checks(claims: "Sequence[Claim]") -> "list[ClaimCheck]":
    """Return claims on one piece of work, compared with what it gives."""
    made = dict(claims[0].work)
    if name := made.pop("function", None):
        if name not in _FUNCTIONS:
            raise unknown("function of a claim", name, _FUNCTIONS)
        function, arguments = _FUNCTIONS[name], decode(list[Any], made.pop("arguments", []), "arguments")
        chosen = _settings(function, made)
        try:
            signature(function).bind(*arguments, **chosen)
        except TypeError as error:
            raise InputError("claim-arguments-unfit", function=name, reason=str(error)) from None
        document = function(*arguments, **chosen).to_dict()
        return [claim.check(_step_down(document, claim.steps)) for claim in claims]
    run, gold, chosen = made.pop("run"), made.pop("gold"), _settings(score, made)
    metrics = None if "protocol" in made else list(dict.fromkeys(claim.members["metric"] for claim in claims))
    try:
        results = score({"run": run} if isinstance(run, dict) else run, gold, metrics, **chosen)
    except InputError as error:
        if error.rule != "protocol-refuses":
            raise
        return [claim.check(None, refusal=error.sentence) for claim in claims]
    return [claim.check(_figure(results, claim)) for claim in claims]


def _settings(function: Callable[..., Any], given: Mapping[str, Any]) -> Mapping[str, Any]:
    known = [name for name in settings_of(function) if name not in _NOT_CLAIMED]
    if name := next((name for name in given if name not in known), ""):
        from cliometer.engine.claims import FIGURE

        raise unknown("key of a claim", name, [*FIGURE, "run", "gold", "function", "arguments", *known])
    return given


def _figure(results: "Results", claim: "Claim") -> float | None:
    from cliometer.engine.results import full_spelling

    metric, topic = full_spelling(claim.members["metric"]), claim.members.get("topic")
    means = {mean.metric: mean.numbers for mean in results.means()}
    topics = {row.topic: results.numbers(row) for row in results.rows if row.metric == metric}
    if metric not in means or topic not in (None, *topics):
        raise unknown(*(("topic", topic, topics) if metric in means else ("metric of these results", metric, means)))
    numbers = {**means[metric], "f": means[metric].get("f_of_means")} if topic is None else topics[topic]
    figure = str(claim.members.get("figure", "value" if "value" in numbers else "f"))
    if figure not in numbers:
        raise unknown("figure", figure, numbers)
    return numbers[figure]


def _step_down(document: Any, steps: Sequence[Any]) -> float | None:
    """Return what stands at a path of a document: names, numbers, and members by which a record is found."""
    for step in steps:
        try:
            if isinstance(step, dict):
                document = next(each for each in document if step.items() <= each.items())
            else:
                document = document[step]
        except (LookupError, TypeError, AttributeError, StopIteration):
            raise InputError("claim-step-missing", step=repr(step)) from None
    if not isinstance(document, float | int | None):
        raise InputError("claim-step-missing", step="number")
    return document
