"""What to cite for a result, a signature or a metric: a sentence for the paper, and BibTeX."""

from __future__ import annotations

import json
import textwrap
import tomllib
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
from cliometer.reporting import citation_methods as methods
from cliometer.reporting.chapters import kind_of as shown_kind
from cliometer.reporting.citation_methods import CitedComponent, latex_accents, method
from cliometer.spelling import listed
from cliometer.study.releases import read_release
from cliometer.version import __version__

Document = Mapping[str, Any]


class CitationKind(NamedTuple):
    """A kind of result: what a paper calls it, and what it used beyond its signature; `cited_kinds.toml` lists all."""

    title: str
    used: Sequence[Sequence[str]] = ()  # role, name, and the path at which the document must hold something


CITED: Mapping[str, CitationKind] = {
    kind: CitationKind(**entry)
    for kind, entry in tomllib.loads(Path(__file__).with_name("cited_kinds.toml").read_text(encoding="utf-8")).items()
}


def kind_of(document: object, source: str | None = None) -> str | None:
    """Return the kind of a result, by its name in reports; None for what is none of ours."""
    if not isinstance(document, dict) or not isinstance(document.get("cliometer"), str):
        return None
    kind = shown_kind(document, source)
    return None if kind is None else kind.name


def used_by(document: Document, kind: str) -> list[CitedComponent]:
    """Return the components that a result of a kind used."""
    signature = document.get("signature")
    components = methods.used_in(signature) if isinstance(signature, str) else []
    components += _FURTHER[kind](document) if kind in _FURTHER else []
    for role, name, *path in CITED[kind].used:
        values = values_at(document, *path) if path else [True]
        for each in dict.fromkeys(values) if name == "*" else [name] * bool(values):
            components += method(role, each)
    return components


def values_at(document: Document, path: str) -> list[Any]:
    """Return what stands at a path, through lists; nothing for what is empty. A member at the top must be there.

    >>> values_at({"rows": [{"role": "a", "n": 1}, {"role": "b", "n": 2}]}, "rows[role=b].n")
    [2]
    """
    first, *steps = path.split(".")
    values: list[Any] = [document.get(first.partition("[")[0]) if steps or "[" in first else document[first]]
    for step in (first, *steps):
        name, _, test = step.rstrip("]").partition("[")
        key, _, wanted = test.partition("=")
        rows = values if step is first else [row.get(name) for row in values if isinstance(row, Mapping)]
        inner = [each for row in rows for each in (row if isinstance(row, list) else [row])]
        values = [each for each in inner if each not in (None, "", {}) and (not test or each.get(key) == wanted)]
    return values


def _lettered(document: Document) -> list[CitedComponent]:
    """Return the method of letters, where they are not those of leaders."""
    is_led = (document.get("design") or {}).get("groups") == "leaders"
    return [] if is_led or not values_at(document, "comparisons.systems.letters") else method("groups", "letters")


def _vote(document: Document) -> list[CitedComponent]:
    polls = values_at(document, "datasets") if "datasets" in document else [document]
    rules = dict.fromkeys(rule for poll in polls for rule in poll.get("rankings", ()))
    components = [used for rule in rules for used in method("voting rule", rule)]
    named = [poll for poll in polls if poll.get("over", "").endswith(("topics", "judges"))]
    alphas = any(poll.get("agreement", {}).get("alpha") for poll in polls)
    for holds, role, name in (
        (True, "design", "majorities"),
        (True, "correction", "holm"),
        (named, "test", "clusters"),
        (len(named) < len(polls), "test", "binomial"),
        (alphas, "agreement", "alpha"),
    ):
        components += method(role, name) if holds else []
    return components


def _tuned(document: Document) -> list[CitedComponent]:
    names = dict.fromkeys(each.partition("(")[0] for each in values_at(document, "settings.setting"))
    return [used for name in names for used in method("generator" if document.get("length") else "summariser", name)]


def _release(document: Document) -> list[CitedComponent]:
    results = [(result, kind_of(result)) for result in values_at(document, "results")]
    return [used for result, kind in results if kind for used in used_by(result, kind)]


_FURTHER: Mapping[str, Callable[[Document], list[CitedComponent]]] = {
    "comparison": _lettered,
    "leaderboard": lambda d: used_by(d["comparison"], "comparison") if d.get("comparison") else [],
    "polls": _vote,
    "release": _release,
    "tuning": _tuned,
    "votes": _vote,
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
        return (methods.cliometer_work(self.version), *(work for used in self.used for work in used.works))

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
        return methods.bibtex(self.works)

    def __str__(self) -> str:
        return "\n".join([*map(_paragraph, self.runs), methods.bibtex(all_works(self.runs))]).rstrip("\n")


def runs_of(given: Any) -> list[CitableRun]:
    """Return the runs that an argument stands for: a result, a file or folder, a signature, or a metric."""
    if hasattr(type(given), "to_dict"):
        return [_of_document(given.to_dict(), type(given).__name__)]
    if not isinstance(given, str | PathLike):
        raise expected("a result, a path, a signature or a metric", given)
    given = str(given)
    if methods.signatures_in(given):
        return [_signed(signature, "the signature") for signature in methods.signatures_in(given)]
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
        runs = [_signed(signature, source) for signature in methods.signatures_in(text)]
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
        used = methods.distinct(used_by(document, kind))
    except (KeyError, TypeError, AttributeError):
        raise InputError("citable-result-incomplete", source, title=title) from None
    signature = document.get("signature")
    return CitableRun(source, title, document["cliometer"], signature if isinstance(signature, str) else None, used)


def _signed(signature: str, source: str) -> CitableRun:
    fields = methods.fields_of(signature)
    kind = "comparison" if "test" in fields else "trial of metrics" if "trials" in fields else "evaluation"
    return CitableRun(source, kind, fields["cliometer"], signature, methods.distinct(methods.used_in(signature)))


def _of_metric(given: str) -> CitableRun:
    """Return a metric as a run; where there is no such metric, say that no such file exists, either."""
    if Path(given).suffix in _ENDINGS or "/" in given:
        raise missing(Path(given))
    try:
        name = str(parse(given))
    except CliometerError as error:
        raise UsageError("citation-unknown", given=given, error=error) from None
    return CitableRun(name, "metric", __version__, None, tuple(method("metric", name)))


def all_works(runs: Iterable[CitableRun]) -> list[Publication]:
    """Return the works of several runs, each key once."""
    return list({work.key: work for run in runs for work in run.works}.values())


# What to cite as a page: signatures as comments, a sentence for the paper, and the BibTeX entries.
# BibTeX reads nothing outside its entries, so the page as a whole can be kept as a .bib file.

_PLURALS = {"metric": "the metrics", "summariser": "the summarisers"}


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
