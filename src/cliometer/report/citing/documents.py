"""JSON documents read back: which kind of result it is, as for reports, and what it used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from cliometer.report.chapters import kind_of as shown_kind
from cliometer.report.citing.signatures import used_in
from cliometer.report.citing.used import Used, method, metric, summariser

Document = Mapping[str, Any]


class Cited(NamedTuple):
    """A kind of result: what a paper calls it, and what it used beyond its signature."""

    title: str
    used: Callable[[Document], list[Used]]


def kind_of(document: object) -> str | None:
    """The kind of a result, by its name in reports; None for what is none of ours."""
    if not isinstance(document, dict) or not isinstance(document.get("cliometer"), str):
        return None
    kind = shown_kind(document)
    if kind is not None:
        return kind.name
    return next((name for name, keys in _UNSHOWN.items() if keys <= document.keys()), None)


def used_by(document: Document, kind: str) -> list[Used]:
    """What a result of that kind used."""
    signature = document.get("signature")
    signed = used_in(signature) if isinstance(signature, str) else []
    return signed + CITED[kind].used(document)


def _signed(_: Document) -> list[Used]:
    """Its signature says all."""
    return []


def _comparison(document: Document) -> list[Used]:
    parts = _rows(document, "comparisons")
    systems = [system for part in parts for system in _rows(part, "systems")]
    found = method("groups", "letters") if any(system.get("letters") for system in systems) else []
    return found + (
        method("groups", "critical difference") if any(p.get("critical_difference") for p in parts) else []
    )


def _agree(document: Document) -> list[Used]:
    correlations, accuracy = _rows(document, "correlations"), _rows(document, "accuracy")
    differences = _rows(document, "differences")
    found = [metric(row["metric"]) for row in (*correlations, *accuracy) if "metric" in row]
    found += _named("coefficient", (row.get("coefficient") for row in (*correlations, *differences)))
    if correlations:
        found += method("interval", "resampled") + method("test", "permutation")
    found += _named("test", (row.get("test") for row in differences))
    found += method("correction", "holm") if differences else []
    found += method("agreement", "accuracy") if accuracy else []
    return found + (method("agreement", "soft") if any("soft" in row for row in accuracy) else [])


def _matrix(document: Document) -> list[Used]:
    found = [metric(name) for name in document["metrics"]] + method("coefficient", document["coefficient"])
    return found + method("correction", document.get("correction"))


def _vote(document: Document) -> list[Used]:
    polls = _rows(document, "datasets") or [document]
    found = _named("voting rule", (rule for poll in polls for rule in poll.get("rankings", ())))
    found += method("design", "majorities") + method("test", "binomial") + method("correction", "holm")
    alphas = [poll.get("agreement", {}).get("alpha") for poll in polls]
    return found + (method("agreement", "alpha") if any(alphas) else [])


def _agreement(document: Document) -> list[Used]:
    judges = _rows(document, "judges")
    found = method("agreement", "events") if document["topics"] or judges else []
    found += method("agreement", "units") if document["units"] or document["splits"] else []
    found += method("agreement", "masi") if any(row.get("set_alpha") is not None for row in judges) else []
    return found + (
        method("agreement", "alpha") if any(row.get("cell_alpha") is not None for row in judges) else []
    )


def _baselines(document: Document) -> list[Used]:
    tested = any(row.get("p") is not None for row in _rows(document, "pairs"))
    tests = method("test", "wilcoxon") + method("correction", "holm") if tested else []
    return [metric(document["metric"]), *method("design", "baselines"), *tests]


def _reasons(document: Document) -> list[Used]:
    agreement = document["agreement"] or {}
    alpha = method("agreement", "alpha") if agreement.get("alpha") is not None else []
    return method("design", "reasons") + alpha


def _experiment(document: Document) -> list[Used]:
    measures = _rows(document, "measures")
    found = method("design", document["kind"])
    found += [summariser(system) for system in document["systems"]]
    found += [metric(row["name"]) for row in measures]
    found += method("test", "t") + method("correction", "holm") + method("groups", "joint ranks")
    found += method("coefficient", "spearman") if document["correlations"] else []
    return found + (method("voting rule", "ranked-pairs") if document.get("people") else [])


def _tuning(document: Document) -> list[Used]:
    chosen = [row["setting"] for row in _rows(document, "settings")]
    names = dict.fromkeys(expression.partition("(")[0] for expression in chosen)
    return [*map(summariser, names), metric(document["loss"])]


def _summaries(document: Document) -> list[Used]:
    return [summariser(row["system"]) for row in _rows(document, "summaries")]


def _one_metric(document: Document) -> list[Used]:
    return [metric(document["metric"])]


def _named(role: str, names: Iterable[object]) -> list[Used]:
    return [used for name in dict.fromkeys(names) for used in method(role, name)]


def _rows(document: Document, key: str) -> list[Document]:
    found = document.get(key)
    return [row for row in found if isinstance(row, Mapping)] if isinstance(found, list) else []


_UNSHOWN: Mapping[str, set[str]] = {  # results that no report shows
    "tuning": {"loss", "folds", "settings"},
    "summaries": {"summaries", "k"},
}
CITED: Mapping[str, Cited] = {
    "agree": Cited("test of metrics against people", _agree),
    "agree matrix": Cited("comparison of metrics", _matrix),
    "agree votes": Cited("test of metrics against people", _agree),
    "agreement": Cited("survey of agreement", _agreement),
    "baselines": Cited("trial of baselines", _baselines),
    "comparison": Cited("comparison", _comparison),
    "court": Cited("trial of metrics", _signed),
    "curve": Cited("curve", _one_metric),
    "experiment": Cited("experiment", _experiment),
    "explain": Cited("explanation", _one_metric),
    "polls": Cited("votes", _vote),
    "reasons": Cited("coding of reasons", _reasons),
    "scores": Cited("evaluation", _signed),
    "summaries": Cited("set of summaries", _summaries),
    "tuning": Cited("tuning", _tuning),
    "votes": Cited("vote", _vote),
}
