"""What models with a seat answered to the pairs of a preference study, as judges see it where a study shows it.

A sheet keeps the answers that it shows. Every answer of a judge names the models whose answers stood beside the pair,
so that a judgement that was made after seeing them can be told from the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import Any

from cliometer.model.judgements import Vote
from cliometer.study.contests import LEFT, RIGHT, TIE
from cliometer_workbench.study.preferences.ballot_plan import ADVICE
from cliometer_workbench.study.preferences.comparison_items import ComparisonItem

SEEN = "models_seen"  # a detail of answers, a column of votes: the models whose answers the judge saw
_BETWEEN = "; "


@dataclass(frozen=True)
class ModelAnswer:
    """A model's answer to a pair, `first` shown first, by a criterion; a tie prefers nobody."""

    model: str
    topic: str
    first: str
    second: str
    criterion: str
    preferred: str

    @property
    def choice(self) -> str:
        """The answer without names of systems."""
        return {self.first: LEFT, self.second: RIGHT}.get(self.preferred, TIE)


@dataclass(frozen=True)
class ShownAnswer:
    """A model's answer as a judge sees it."""

    model: str
    criterion: str
    choice: str


def advice_fact(votes: Iterable[Vote], pairs: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, Any]:
    """Return the fact of a sheet that keeps what models answered to these pairs (topic, two systems in order)."""
    wanted = set(pairs)
    kept = [
        ModelAnswer(vote.judge, vote.topic, vote.left, vote.right, vote.criterion, vote.winner or "")
        for vote in votes
        if vote.repeat == 1 and (vote.topic, vote.pair) in wanted
    ]
    return {ADVICE: [list(astuple(answer)) for answer in kept]} if kept else {}


def read_advice(settings: Mapping[str, object]) -> tuple[ModelAnswer, ...]:
    """Return the answers that the settings of a desk hold."""
    rows = settings.get(ADVICE, ())
    return tuple(ModelAnswer(*map(str, row)) for row in rows) if isinstance(rows, list | tuple) else ()


def advice_on(item: ComparisonItem, advice: Iterable[ModelAnswer]) -> tuple[ShownAnswer, ...]:
    """Return what models said to an item in the same order; nothing in the quiz, which asks whether judges read."""
    if item.kind == "quiz":
        return ()
    about = (item.topic, *item.systems)
    return tuple(
        ShownAnswer(answer.model, answer.criterion, answer.choice)
        for answer in advice
        if (answer.topic, answer.first, answer.second) == about
    )


def seen_models(shown: Iterable[ShownAnswer]) -> str:
    """Return the names of the models as the journal and the release have them."""
    return _BETWEEN.join(dict.fromkeys(answer.model for answer in shown))
