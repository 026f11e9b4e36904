"""Posts as sources: one corpus, given backgrounds in the record, and words counted as they are read."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from cliometer.errors import InputError
from cliometer.experiments.experiment import run_microblog
from cliometer.experiments.losses import background_names, read_backgrounds
from cliometer.experiments.microblog_plan import METRICS, MicroblogPlan, PlannedSystem
from cliometer.experiments.tuning import TuningPlan
from cliometer.metrics.catalogue import parse
from cliometer.metrics.sources.source_metric import SourceMetric
from cliometer.model.documents import Background, Post, PostTopic, WordForm
from tests.unit.cli.cliometer_command import cliometer
from tests.unit.experiments.microblog_topics import TOPICS, write_topics

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
