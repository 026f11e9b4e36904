"""Tuning: folds, grids, what is chosen, and that nothing leaks from a fold into its own choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.experiments.losses import MetricLoss, Texts
from cliometer.experiments.tuning import folds_of, grid_of, tune
from cliometer.model.documents import PostTopic
from cliometer.systems.summarisers import summarisers
from cliometer.systems.summarisers.pool import Pool
from tests.posts import pool_of

NAMES = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot")
POSTS = ["fire in town", "fire in town now", "rain at sea", "bus late again", "town sea", "rain"]


def pools(names: Sequence[str] = NAMES) -> list[Pool]:
    return [pool_of([f"{post} {name}" for post in POSTS], topic=name) for name in names]


class Preference:
    """A loss that likes one first post on each topic, and remembers which topics it was asked about."""

    background = ""
    notes: tuple[str, ...] = ()

    def __init__(self, liked: Mapping[str, str], alone: bool = True) -> None:
        self.liked, self.alone = liked, alone
        self.asked: list[tuple[str, ...]] = []

    def of(self, topics: Sequence[PostTopic], said: Mapping[str, Sequence[Texts]]) -> dict[str, list[float]]:
        self.asked.append(tuple(topic.id for topic in topics))
        return {
            name: [float(not texts[0].startswith(self.liked[name])) for texts in summaries]
            for name, summaries in said.items()
        }


GRID = (summarisers.parse("lead"), summarisers.parse("latest"))


def test_the_papers_grids_have_21_and_231_settings() -> None:
    assert len(grid_of("centroid", ["threshold=0:1:0.05"], summarisers)) == 21
    both = grid_of("hybrid", ["threshold=0:1:0.05", "minimum=0:20:2"], summarisers)
    assert len(both) == 231
    assert str(both[7]) == "hybrid(threshold=0, minimum=14)"
    assert str(both[-1]) == "hybrid(threshold=1, minimum=20)"


@pytest.mark.parametrize(
    ("system", "ranges", "complaint"),
    [
        ("hybrid", ["threshold"], "expected a grid such as threshold=0:1:0.05, found 'threshold'"),
        ("hybrid", ["threshold=0:1"], "expected from:to:step"),
        ("hybrid", ["threshold=1:0:0.1"], "expected a rising range"),
        ("hybrid", ["threshold=0:1:0"], "expected a rising range"),
        ("hybrid", ["threshold=0:nan:1"], "expected a rising range"),
        ("hybrid", ["threshold=0:2:1"], "expected a finite number from 0 to 1, found 2"),
        ("hybrid", ["minimum=1,2", "minimum=3"], "a setting appears in two grids"),
        ("hybrid(minimum=1)", ["minimum=1,2"], "minimum is fixed in the summariser and stands in a grid"),
        ("hybrid", ["treshold=0,1"], "did you mean threshold"),
        ("hybrd", ["threshold=0,1"], "did you mean hybrid"),
        ("hybrid", ["threshold=0:1:0.001", "minimum=0:1000:1"], "more than 100000"),
    ],
)
def test_a_wrong_grid_says_what_is_wrong(system: str, ranges: list[str], complaint: str) -> None:
    with pytest.raises(UsageError) as caught:
        grid_of(system, ranges, summarisers)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("alone", [True, False])
def test_no_choice_depends_on_the_topics_it_is_tested_on(alone: bool) -> None:
    parts = folds_of(NAMES, 3, seed=0)
    for number, held in enumerate(parts):
        choices = set()
        for text in ("fire", "rain"):
            liked = {name: text if name in held else "fire" for name in NAMES}
            choices.add(str(tune(pools(), GRID, Preference(liked, alone), folds=3, k=1).folds[number].chosen))
        assert choices == {"lead"}


def test_a_background_needs_two_topics_to_choose_by() -> None:
    with pytest.raises(UsageError, match="2 folds of 2 topics leave 1 to choose by; take more topics, name"):
        tune(pools()[:2], GRID, MetricLoss("fotw"), folds=2)


def test_a_metric_that_reads_no_sources_is_refused() -> None:
    with pytest.raises(UsageError, match=r"align.* is measured against references"):
        MetricLoss("align")


def test_rouge_is_a_loss_where_there_are_references() -> None:
    loss = MetricLoss("rouge1", references={"alpha": ["fire burns town"]})
    assert str(loss) == "rouge1"
    said = {"alpha": [("fire burns town",), ("rain at sea",), ("fire in town",)]}
    best, worst, middle = loss.of([], said)["alpha"]
    assert best == -1.0 and worst == 0.0 and best < middle < worst


def test_a_topic_without_a_reference_is_named() -> None:
    with pytest.raises(InputError, match="topic bravo has no reference"):
        MetricLoss("rouge1", references={"alpha": ["fire"]}).of([], {"bravo": [("fire",)]})
