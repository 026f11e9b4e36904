"""What to cite for a result, a signature or a metric: a sentence for the paper, and BibTeX."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from cliometer.errors import CliometerError, InputError, UsageError, expected
from cliometer.io.input_form import STANDARD_INPUT
from cliometer.io.text_files import missing, read_text, unpacked
from cliometer.metrics.catalogue import parse
from cliometer.model.bibliography import Publication
from cliometer.model.records import JsonDocument, member
from cliometer.reporting.chapters import kind_of as shown_kind
from cliometer.reporting.citation_methods import (
    CitedComponent,
    bibtex,
    cliometer_work,
    distinct,
    fields_of,
    generator,
    latex_accents,
    method,
    metric,
    signatures_in,
    summariser,
    used_in,
)
from cliometer.spelling import listed
from cliometer.study.releases import read_release
from cliometer.version import __version__

Document = Mapping[str, Any]


class CitationKind(NamedTuple):
    """A kind of result: what a paper calls it, and what it used beyond its signature."""

    title: str
    used: Callable[[Document], list[CitedComponent]]


def kind_of(document: object, source: str | None = None) -> str | None:
    """Return the kind of a result, by its name in reports; None for what is none of ours."""
    if not isinstance(document, dict) or not isinstance(document.get("cliometer"), str):
        return None
    kind = shown_kind(document, source)
    return None if kind is None else kind.name


def used_by(document: Document, kind: str) -> list[CitedComponent]:
    """Return the components that a result of a kind used."""
    signature = document.get("signature")
    signed = used_in(signature) if isinstance(signature, str) else []
    return signed + CITED[kind].used(document)


def _methods(*wanted: tuple[object, str, object]) -> list[CitedComponent]:
    """Return the methods, by role and name, whose condition holds."""
    return [used for held, role, name in wanted if held for used in method(role, name)]


def _comparison(document: Document) -> list[CitedComponent]:
    parts = _rows(document, "comparisons")
    is_led = dict(document.get("design") or {}).get("groups") == "leaders"
    lettered = not is_led and any(system.get("letters") for part in parts for system in _rows(part, "systems"))
    critical = any(part.get("critical_difference") for part in parts)
    return _methods((lettered, "groups", "letters"), (critical, "groups", "critical difference"))


def _cites(document: Document) -> bool:
    return any(system.get("citation_recall") is not None for system in _rows(document, "systems"))


def _leaderboard(document: Document) -> list[CitedComponent]:
    comparison = document.get("comparison")
    return used_by(comparison, "comparison") if isinstance(comparison, Mapping) else []


def _agree(document: Document) -> list[CitedComponent]:
    correlations, accuracy = _rows(document, "correlations"), _rows(document, "accuracy")
    differences = _rows(document, "differences")
    components = [metric(row["metric"]) for row in (*correlations, *accuracy) if "metric" in row]
    components += _named("coefficient", (row.get("coefficient") for row in (*correlations, *differences)))
    components += _methods((correlations, "interval", "resampled"), (correlations, "test", "permutation"))
    components += _named("test", (row.get("test") for row in differences))
    return components + _methods(
        (differences, "correction", "holm"),
        (accuracy, "agreement", "accuracy"),
        (any("soft" in row for row in accuracy), "agreement", "soft"),
    )


def _judges(document: Document) -> list[CitedComponent]:
    readings = _rows(document, "readings")
    tested = any((row.get("alternative") or {}).get("people") for row in readings)
    return _methods(
        (readings, "design", "judge"),
        (readings, "test", "clusters"),
        (tested, "agreement", "alternative"),
        (tested, "correction", "by"),
        (any(row.get("replaces") for row in readings), "agreement", "replaced"),
        (any(row.get("calibration") for row in readings), "agreement", "calibration"),
    )


def _matrix(document: Document) -> list[CitedComponent]:
    components = [metric(name) for name in document["metrics"]] + method("coefficient", document["coefficient"])
    return components + method("correction", document.get("correction"))


def _people(document: Document) -> list[CitedComponent]:
    names = dict.fromkeys(row["metric"] for row in _rows(document, "agreement") if row["role"] == "metric")
    methods = (("coefficient", "kendall-b"), ("interval", "percentile"), ("correction", "holm"))
    return [*map(metric, names), *_methods(*((True, *method) for method in methods))]


def _vote(document: Document) -> list[CitedComponent]:
    polls = _rows(document, "datasets") or [document]
    components = _named("voting rule", (rule for poll in polls for rule in poll.get("rankings", ())))
    named = [poll for poll in polls if poll.get("over", "").endswith(("topics", "judges"))]
    components += method("design", "majorities") + method("correction", "holm")
    components += _methods((named, "test", "clusters"), (len(named) < len(polls), "test", "binomial"))
    alphas = [poll.get("agreement", {}).get("alpha") for poll in polls]
    return components + _methods((any(alphas), "agreement", "alpha"))


def _agreement(document: Document) -> list[CitedComponent]:
    judges = _rows(document, "judges")
    return _methods(
        (document["topics"] or judges, "agreement", "events"),
        (document["units"] or document["splits"], "agreement", "units"),
        (any(row.get("set_alpha") is not None for row in judges), "agreement", "masi"),
        (any(row.get("cell_alpha") is not None for row in judges), "agreement", "alpha"),
    )


def _baselines(document: Document) -> list[CitedComponent]:
    tested = any(row.get("p") is not None for row in _rows(document, "pairs"))
    tests = _methods((tested, "test", "wilcoxon"), (tested, "correction", "holm"))
    return [metric(document["metric"]), *method("design", "baselines"), *tests]


def _reasons(document: Document) -> list[CitedComponent]:
    alpha = (document["agreement"] or {}).get("alpha")
    return _methods((True, "design", "reasons"), (alpha is not None, "agreement", "alpha"))


def _experiment(document: Document) -> list[CitedComponent]:
    measures = _rows(document, "measures")
    components = method("design", document.get("design", document["kind"]))
    components += [summariser(system) for system in document["systems"]]
    components += [metric(row["name"]) for row in measures]
    components += method("test", "t") + method("correction", "holm") + method("groups", "joint ranks")
    return components + _methods(
        (document["correlations"], "coefficient", "spearman"), (document.get("people"), "voting rule", "ranked-pairs")
    )


def _tuning(document: Document) -> list[CitedComponent]:
    chosen = [row["setting"] for row in _rows(document, "settings")]
    names = dict.fromkeys(expression.partition("(")[0] for expression in chosen)
    return [*map(generator if document.get("length") else summariser, names), metric(document["loss"])]


def _release(document: Document) -> list[CitedComponent]:
    results = [(result, kind_of(result)) for result in _rows(document, "results")]
    return [used for result, kind in results if kind for used in used_by(result, kind)]


def _one_metric(document: Document) -> list[CitedComponent]:
    return [metric(document["metric"])]


def _named(role: str, names: Iterable[object]) -> list[CitedComponent]:
    return [used for name in dict.fromkeys(names) for used in method(role, name)]


def _rows(document: Document, key: str) -> list[Document]:
    rows = document.get(key)
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []


CITED: Mapping[str, CitationKind] = {
    "agree": CitationKind("test of metrics against people", _agree),
    "agree-judges": CitationKind("comparison of judges", _judges),
    "agree-matrix": CitationKind("comparison of metrics", _matrix),
    "agree-people": CitationKind("test of metrics against assessors", _people),
    "agree-votes": CitationKind("test of metrics against people", _agree),
    "agreement": CitationKind("survey of agreement", _agreement),
    "baselines": CitationKind("trial of baselines", _baselines),
    "check": CitationKind(
        "check against sources", lambda d: _methods((True, "design", "grounding"), (_cites(d), "design", "citations"))
    ),
    "comparison": CitationKind("comparison", _comparison),
    "court": CitationKind("trial of metrics", lambda _: []),
    "curve": CitationKind("curve", _one_metric),
    "claims": CitationKind("verification of claims", lambda _: []),
    "data": CitationKind("description of a data set", lambda _: []),
    "drafts": CitationKind("drafting of content units", lambda _: method("design", "drafts")),
    "experiment": CitationKind("experiment", _experiment),
    "explain": CitationKind("explanation", _one_metric),
    "generated-timelines": CitationKind(
        "set of timelines", lambda d: [generator(row["system"]) for row in _rows(d, "records")]
    ),
    "judge-card": CitationKind("trial of a judge", lambda _: method("design", "judge")),
    "judged-preferences": CitationKind("judgement of pairs by a model", lambda _: method("design", "judge")),
    "leaderboard": CitationKind("leaderboard", _leaderboard),
    "judged-coverage": CitationKind(
        "judgement of content units by a model",
        lambda d: _methods((True, "design", "judge"), (_rows(d, "corrected"), "interval", "prediction-powered")),
    ),
    "polls": CitationKind("votes", _vote),
    "plan": CitationKind("plan of a preference study", lambda _: method("design", "preference study")),
    "power": CitationKind("power of a preference study", lambda _: method("design", "power of votes")),
    "protocol-cards": CitationKind("card of a protocol", lambda d: _named("protocol", (c["name"] for c in d["cards"]))),
    "protocols": CitationKind("comparison of protocols", lambda _: []),
    "reasons": CitationKind("coding of reasons", _reasons),
    "release": CitationKind("release of a study", _release),
    "scores": CitationKind("evaluation", lambda _: []),
    "submission-check": CitationKind("check of submissions", lambda _: []),
    "summaries": CitationKind(
        "set of summaries", lambda d: [summariser(row["system"]) for row in _rows(d, "summaries")]
    ),
    "tuning": CitationKind("tuning", _tuning),
    "votes": CitationKind("vote", _vote),
}


_ENDINGS = (".json", ".txt", ".csv", ".tex", ".html", ".md")
_WANTED = (
    "expected a result as --json prints it, or a text with a signature: cliometer:VERSION|..., as the commands print it"
)


@dataclass(frozen=True)
class CitableRun:
    """Something done with Cliometer: what it is, by which version, under which signature, with what."""

    source: str
    kind: str
    version: str
    signature: str | None
    used: tuple[CitedComponent, ...]

    @property
    def works(self) -> tuple[Publication, ...]:
        """Cliometer first, then whatever is cited."""
        return (cliometer_work(self.version), *(work for used in self.used for work in used.works))

    @property
    def uncited(self) -> tuple[CitedComponent, ...]:
        """What names no work, such as a metric of the user's own."""
        return tuple(used for used in self.used if not used.works)

    @property
    @member
    def sentence(self) -> str:
        """One sentence for the methods section of a paper."""
        return citation_sentence(self)


@dataclass(frozen=True)
class Citations(JsonDocument):
    """What to cite for runs: a sentence for each, their works, and the BibTeX of these."""

    kind: ClassVar[str] = "citations"
    runs: Sequence[CitableRun]

    @property
    @member
    def works(self) -> list[Publication]:
        """The works of all runs, each once."""
        return all_works(self.runs)

    @property
    @member
    def bibtex(self) -> str:
        """The entries of the works."""
        return bibtex(self.works)

    def __str__(self) -> str:
        return citation_text(self.runs).rstrip("\n")


def runs_of(given: Any) -> list[CitableRun]:
    """Return the runs that an argument stands for: a result, a file or folder, a signature, or a metric."""
    if hasattr(type(given), "to_dict"):
        return [_of_document(given.to_dict(), type(given).__name__)]
    if not isinstance(given, str | PathLike):
        raise expected("a result, a path, a signature or a metric", given)
    given = str(given)
    if signatures_in(given):
        return [_signed(signature, "the signature") for signature in signatures_in(given)]
    try:
        there = Path(given) == STANDARD_INPUT or Path(given).exists()
    except (OSError, ValueError):  # too long for a path, or a NUL in it
        there = False
    return runs_in_file(Path(given)) if there else [_of_metric(given)]


def runs_in_file(path: Path) -> list[CitableRun]:
    """Return the runs of a file, of the release of a study, or of the folder of an experiment (`results.json`)."""
    release = read_release(path)
    if release is None:
        kept = path / "results.json"
        return runs_in(read_text(kept if path.is_dir() and kept.is_file() else path), str(unpacked(path)))
    runs = [_of_document(result.to_dict(), str(path)) for result in release.results]
    return runs or [CitableRun(str(path), f"release of {release.release}", __version__, None, ())]


def runs_in(text: str, source: str) -> list[CitableRun]:
    """Return the runs of a document or of a printed page."""
    try:
        document = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        runs = [_signed(signature, source) for signature in signatures_in(text)]
        if not runs:
            raise InputError("citable-result-missing", source, wanted=_WANTED) from None
        return runs
    return [_of_document(document, source)]


def _of_document(document: Any, source: str) -> CitableRun:
    kind = kind_of(document, source)
    if kind is None:
        raise InputError("citable-result-unknown", source, wanted=_WANTED)
    title = CITED[kind].title
    try:
        used = distinct(used_by(document, kind))
    except (KeyError, TypeError, AttributeError):
        raise InputError("citable-result-incomplete", source, title=title) from None
    signature = document.get("signature")
    return CitableRun(source, title, document["cliometer"], signature if isinstance(signature, str) else None, used)


def _signed(signature: str, source: str) -> CitableRun:
    fields = fields_of(signature)
    kind = "comparison" if "test" in fields else "trial of metrics" if "trials" in fields else "evaluation"
    return CitableRun(source, kind, fields["cliometer"], signature, distinct(used_in(signature)))


def _of_metric(given: str) -> CitableRun:
    """Return a metric as a run; where there is no such metric, say that no such file exists, either."""
    if Path(given).suffix in _ENDINGS or "/" in given:
        raise missing(Path(given))
    try:
        name = str(parse(given))
    except CliometerError as error:
        raise UsageError("citation-unknown", given=given, error=error) from None
    return CitableRun(name, "metric", __version__, None, (metric(name),))


def all_works(runs: Iterable[CitableRun]) -> list[Publication]:
    """Return the works of several runs, each key once."""
    return list({work.key: work for run in runs for work in run.works}.values())


# What to cite as a page: signatures as comments, a sentence for the paper, and the BibTeX entries.
# BibTeX reads nothing outside its entries, so the page as a whole can be kept as a .bib file.

_PLURALS = {"metric": "the metrics", "summariser": "the summarisers"}


def citation_text(runs: Sequence[CitableRun]) -> str:
    """Return each run with its sentence, then the entries of all."""
    return "\n".join([*map(_paragraph, runs), bibtex(all_works(runs))])


def _paragraph(run: CitableRun) -> str:
    lines = [_comment(f"{run.source}: {run.kind} by Cliometer {run.version}")] if run.used else []
    lines += [_comment(f"signature {run.signature}")] if run.signature else []
    lines += [_comment(f"{used.name}: not in our list of works; cite its own") for used in run.uncited]
    sentence = citation_sentence(run).replace("@", r"\char64{}")
    wrapped = textwrap.wrap(sentence, 100, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, *([""] if lines else []), *wrapped, ""])


def _comment(text: str) -> str:
    """Return one line without an @, which BibTeX takes for the start of an entry, also in a comment."""
    return f"% {' '.join(text.split())}".replace("@", " at ")


def citation_sentence(run: CitableRun) -> str:
    """Return one sentence for the methods section of a paper.

    >>> print(citation_sentence(CitableRun("", "evaluation", "1.0", None, ())))
    All numbers were computed with Cliometer 1.0~\\citep{cliometer}.
    """
    phrases = list(_phrases(run.used))
    using = f", using {listed(phrases, len(phrases))}" if phrases else ""
    return f"All numbers were computed with Cliometer {latex_accents(run.version)}~\\citep{{cliometer}}{using}."


def _phrases(used: Sequence[CitedComponent]) -> Iterator[str]:
    """Yield `the metrics A and B`, then each method by its title."""
    for role in dict.fromkeys(part.role for part in used):
        group = [part for part in used if part.role == role]
        named = [rf"\texttt{{{latex_accents(part.title)}}}" if role in _PLURALS else part.title for part in group]
        keys = [",".join(work.key for work in part.works) for part in group]
        spelled = [f"{name}~\\citep{{{key}}}" if key else name for name, key in zip(named, keys, strict=True)]
        if role in _PLURALS:
            yield f"{_PLURALS[role] if len(group) > 1 else f'the {role}'} {listed(spelled, len(spelled))}"
        else:
            yield from spelled
