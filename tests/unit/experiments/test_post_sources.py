"""Posts as sources: one corpus, given backgrounds in the record, and words counted as they are read."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.experiments.experiment import run_microblog
from cliometer.experiments.losses import (
    MetricLoss,
    background_names,
    corpus_of,
    counting_notes,
    expect_fitting,
    idle_notes,
    read_backgrounds,
)
from cliometer.experiments.microblog_plan import METRICS, MicroblogPlan, PlannedSystem
from cliometer.experiments.tuning import TuningPlan, grid_of, tune
from cliometer.metrics.catalogue import parse
from cliometer.metrics.sources.source_metric import SourceMetric
from cliometer.model.documents import Background, Post, PostTopic, WordForm
from cliometer.systems.summarisers import summarisers
from cliometer.systems.summarisers.pool import Pool
from cliometer.text.post_tokens import PostReading
from tests.unit.cli.cliometer_command import cliometer
from tests.unit.experiments.microblog_topics import TOPICS, write_topics

FORM = WordForm("stem", True, "posts")
POSTS = (
    "RT @cnn: Fires near #ColoradoSprings http://t.co/x 😱",
    "fire spreads, don't go @ana :)",
    "rain, 3 dead",
)
SYSTEMS = (PlannedSystem("centroid", ("threshold=0:1:0.25",)), PlannedSystem("sumbasic"))


def metric(expression: str) -> SourceMetric:
    found = parse(expression)
    assert isinstance(found, SourceMetric)
    return found


def topic(name: str, *texts: str) -> PostTopic:
    return PostTopic(name, tuple(Post(str(number), text) for number, text in enumerate(texts)))


def given(**counts: float) -> tuple[Background, ...]:
    return (Background(FORM, counts, dict.fromkeys(counts, 1.0), 10, "own"),)


@pytest.mark.parametrize("expression", METRICS)
def test_the_usual_metrics_count_the_words_that_summarisers_read(expression: str) -> None:
    own = topic("t", *POSTS)
    found = corpus_of([own]).topics()["t"].counts(metric(expression).form)
    words = [word for words in Pool(own).words for word in words]
    assert found == {word: words.count(word) for word in words}


def test_metrics_that_count_otherwise_are_told() -> None:
    usual = [metric(expression) for expression in METRICS]
    assert counting_notes(usual, PostReading()) == ()
    assert "jsd counts other words than the summarisers read" in counting_notes([metric("jsd")], PostReading())[0]
    for reading in (PostReading(url="keep"), PostReading(stop=False), PostReading(stem=False)):
        assert counting_notes([metric("jsd(tokens=posts)")], reading)
    own = metric("jsd(tokens=posts, stop=false, stem=false)")
    assert counting_notes([own], PostReading(stop=False, stem=False)) == ()


def test_a_given_background_is_used_by_losses_and_frees_them_of_other_topics() -> None:
    said = {"a": [("fire fire",), ("rain rain",)]}
    topics = [topic("a", "fire rain", "fire rain"), topic("b", "fire sea")]
    loss = MetricLoss("fotw(tokens=posts, cutoff=1)", given(rain=900, sea=100))
    assert loss.alone and loss.background == background_names(given(rain=900, sea=100)) != ""
    assert loss.of(topics, said)["a"] == [-1.0, 0.0]
    assert loss.of(topics[:1], said)["a"] == [-1.0, 0.0]
    assert MetricLoss("fotw").background == "other topics of the same folds"
    assert MetricLoss("jsd", given(rain=1)).background == ""


def test_tuning_with_a_background_needs_no_second_topic_to_choose_by_and_records_its_hash() -> None:
    pools = [Pool(topic(name, "fire here", "rain there", f"{name} now")) for name in ("a", "b")]
    own = given(rain=900, sea=100)
    found = tune(
        pools, grid_of("centroid", ["threshold=0,1"], summarisers), MetricLoss("fotw(tokens=posts, cutoff=1)", own), 2
    )
    assert found.background == f"own:{own[0].sha256[:16]}"


def test_a_background_that_does_not_fit_is_found_out_before_any_topic_is_read() -> None:
    with pytest.raises(UsageError, match="convert CORPUS --to background"):
        expect_fitting([metric("fotw")], given(rain=1))
    with pytest.raises(UsageError, match="near=DAYS needs dates"):
        expect_fitting([metric("jsd(near=2)")], ())


def test_backgrounds_that_nothing_reads_are_told() -> None:
    assert idle_notes([metric("jsd")], given(rain=1))
    assert idle_notes([metric("jsd"), metric("fotw")], given(rain=1)) == idle_notes([metric("jsd")], ()) == ()


def built(folder: Path, text: str) -> Path:
    source, file = folder / "background.txt", folder / "background.json"
    source.write_text(text, encoding="utf-8")
    words = ("--tokens", "posts", "-o", file, "--force")
    assert cliometer("convert", source, "--to", "background", *words).status == 0
    return file


def test_an_experiment_is_fixed_to_the_numbers_of_its_background(tmp_path: Path) -> None:
    topics, file = write_topics(tmp_path / "posts"), built(tmp_path, "fire storm water " * 30)
    plan = MicroblogPlan(
        topics=str(topics),
        k=3,
        folds=3,
        metrics=("fotw(tokens=posts)",),
        systems=SYSTEMS,
        background=(str(file),),
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
