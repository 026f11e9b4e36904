"""Tuning: folds, grids and what is chosen without a leak; posts as sources, and backgrounds in the record."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.experiments.experiment import run_microblog
from cliometer.experiments.losses import MetricLoss, Texts, background_names, read_backgrounds
from cliometer.experiments.microblog_plan import METRICS, MicroblogPlan, PlannedSystem
from cliometer.experiments.tuning import TuningPlan, folds_of, grid_of, tune
from cliometer.metrics.catalogue import parse
from cliometer.metrics.sources.source_metric import SourceMetric
from cliometer.model.documents import Background, Post, PostTopic, WordForm
from cliometer.systems.summarisers import summarisers
from cliometer.systems.summarisers.pool import Pool
from tests.posts import pool_of
from tests.unit.cli.cliometer_command import cliometer
from tests.unit.experiments.microblog_topics import TOPICS, write_topics

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


FORM = WordForm("stem", True, "posts")
SYSTEMS = (PlannedSystem("centroid", ("threshold=0:1:0.25",)), PlannedSystem("sumbasic"))


def metric(expression: str) -> SourceMetric:
    found = parse(expression)
    assert isinstance(found, SourceMetric)
    return found


def topic(name: str, *texts: str) -> PostTopic:
    return PostTopic(name, tuple(Post(str(number), text) for number, text in enumerate(texts)))


def given(**counts: float) -> tuple[Background, ...]:
    return (Background(FORM, counts, dict.fromkeys(counts, 1.0), 10, "own"),)


def built(folder: Path, text: str) -> Path:
    source, file = folder / "background.txt", folder / "background.json"
    source.write_text(text, encoding="utf-8")
    words = ("--tokens", "posts", "-o", file, "--force")
    assert cliometer("convert", source, "--to", "background", *words).status == 0
    return file


def test_an_experiment_is_fixed_to_the_numbers_of_its_background(tmp_path: Path) -> None:
    topics, file = write_topics(tmp_path / "posts"), built(tmp_path, "fire storm water " * 30)
    plan = MicroblogPlan(
        topics=str(topics), k=3, folds=3, metrics=("fotw(tokens=posts)",), systems=SYSTEMS, background=(str(file),)
    )
    first, plain = run_microblog(plan), run_microblog(replace(plan, background=()))
    assert first.record.background == background_names(read_backgrounds([file])[0])
    assert first.plan.fingerprint != plain.plan.fingerprint
    assert first.scores.scores != plain.scores.scores
    assert run_microblog(first.plan).plan == first.plan
    built(tmp_path, "rain " * 30)
    with pytest.raises(InputError, match="references or backgrounds are not those"):
        run_microblog(first.plan)


def test_files_are_tuned_with_a_background(tmp_path: Path) -> None:
    topics, file = write_topics(tmp_path / "posts"), built(tmp_path, "fire storm water " * 30)
    asked = TuningPlan(topics, "centroid", ["threshold=0,1"], "fotw(tokens=posts)", 3, backgrounds=[file])
    found, _ = asked.run()
    assert found.background == background_names(read_backgrounds([file])[0])


def test_without_filters_score_gives_the_numbers_of_the_experiment(tmp_path: Path) -> None:
    topics = write_topics(tmp_path / "posts")
    config = tmp_path / "a.toml"
    config.write_text("k = 3\nfolds = 3\n[filters]\nrules = []\n")
    words = ("--config", config, "--csv", "-o", tmp_path / "kept")
    rows = csv.DictReader(cliometer("experiment", "microblog", topics, *words).out.splitlines())
    kept = {(row["topic"], row["metric"]): row["value"] for row in rows if row["system"] == "centroid"}
    metrics = [word for name in METRICS for word in ("-m", name)]
    run_folder = tmp_path / "kept" / "summaries" / "centroid"
    scored = json.loads(cliometer("score", run_folder, topics, *metrics, "--json").out)["scores"]
    assert len(scored) == len(METRICS) * len(TOPICS) == len(kept)
    for row in scored:
        assert row["value"] == pytest.approx(float(kept[row["topic"], row["metric"]]), abs=1e-12)
