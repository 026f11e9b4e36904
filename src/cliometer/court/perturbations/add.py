"""Add (Martschat & Markert 2017): a date that the timeline lacks, with a sentence from the corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar, Literal

from cliometer.court.perturbation import Case, Expectation, perturbations
from cliometer.court.perturbations.base import Day, Spelled, different, whole
from cliometer.court.perturbations.invented import invented_words
from cliometer.metrics.expression import word
from cliometer.metrics.settings import setting
from cliometer.model.timeline import Timeline
from cliometer.model.when import When

Source = Literal["corpus", "nonsense"]
_WORDS = 10  # of a nonsense sentence, as in tilse's test


@perturbations.register
@dataclass(frozen=True, repr=False)
class Add(Spelled):
    """The first date without an entry gets the first sentence of its first article, or invented words."""

    name: ClassVar[str] = "add"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="holds")
    dates: int = setting(1, parse=whole(1), doc="how many dates are added, as far as articles go")
    text: Literal["any", "corpus", "nonsense"] = setting(
        "any",
        parse=word("text", ("any", "corpus", "nonsense")),
        doc="what they say: articles of the corpus, nonsense, or any: articles where the topic has some",
    )

    def ladder(self) -> Sequence[Add]:
        """1, 2, 4 and 8 dates."""
        return [replace(self, dates=dates) for dates in (1, 2, 4, 8)]

    def source(self, case: Case) -> Source:
        """What the new dates of this case say."""
        if self.text == "any":
            return "corpus" if any(_from_corpus(case)) else "nonsense"
        return self.text

    def variants(self, case: Case) -> Sequence[Timeline]:
        """One; none for an empty timeline, or one whose articles all fall on its own dates."""
        if not case.timeline:
            return []
        new = _from_corpus(case) if self.source(case) == "corpus" else _from_nowhere(case)
        return different(case, [*case.timeline.items(), *islice(new, self.dates)])


def _from_corpus(case: Case) -> Iterator[Day]:
    """Free dates behind the first of the timeline, earliest first, and how their first article begins."""
    seen: set[When] = set()
    for article in sorted(case.articles, key=lambda article: article.date):
        if article.sentences and article.date not in seen and _is_free(article.date, case.timeline):
            seen.add(article.date)
            yield article.date, article.sentences[:1]


def _from_nowhere(case: Case) -> Iterator[Day]:
    """Free days behind the first date of the timeline, each with words that nobody says."""
    words = invented_words(case.timeline)
    day = case.timeline.dates[0].first + 1
    while True:
        date = When(day, day)
        if _is_free(date, case.timeline):
            yield date, [" ".join(islice(words, _WORDS))]
        covering = [taken.last for taken in case.timeline if taken.distance(date) == 0]
        day = max(covering, default=day) + 1


def _is_free(date: When, timeline: Timeline) -> bool:
    return date > timeline.dates[0] and all(date.distance(taken) > 0 for taken in timeline)
