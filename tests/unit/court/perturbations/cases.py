"""Short ways to put a timeline on the stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cliometer.court.perturbation import TrialCase
from cliometer.court.perturbations import perturbations
from cliometer.model.documents import Article
from cliometer.model.timeline import Timeline
from cliometer.model.when import When

Days = Mapping[str, Sequence[str]]


def variants(expression: str, days: Days, stranger: Days | None = None, *articles: Article) -> list[Timeline]:
    case = TrialCase("bp/bbc", Timeline(days, "bbc"), articles, Timeline(stranger or {}))
    return list(perturbations.parse(expression).variants(case))


def changed(expression: str, days: Days, stranger: Days | None = None, *articles: Article) -> Timeline:
    (only,) = variants(expression, days, stranger, *articles)
    return only


def reworded(expression: str, *sentences: str) -> list[str]:
    """The sentences of one day after the change; as they were where it does not apply."""
    found = variants(expression, {"2010-05-27": sentences})
    return list(found[0]["2010-05-27"] if found else sentences)


def article(date: str, *sentences: str) -> Article:
    return Article(f"on {date}", When.parse(date), sentences)
