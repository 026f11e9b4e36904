"""Plans: TOML in, every setting spelled out, the same TOML again; near misses are named."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from cliometer.errors import CliometerError
from cliometer.experiments.experiment import as_toml, read_plan
from cliometer.experiments.microblog_plan import METRICS, MicroblogPlan, PlannedSystem
from cliometer.metrics.base import GOLD_KINDS


def written(folder: Path, text: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_plan_written_and_read_is_the_same_plan(tmp_path: Path) -> None:
    plan = MicroblogPlan(
        topics='/a "quoted"\\ folder\x7f/é',
        significance=0.01,
        systems=(PlannedSystem("mmr", ("balance=0.5,1",), "m"), PlannedSystem("lead")),
    )
    assert read_plan(written(tmp_path, as_toml(plan))) == plan


def test_every_setting_is_spelled_out() -> None:
    text = as_toml(MicroblogPlan(topics="/posts"))
    assert text.startswith('kind = "microblog"\ntopics = "/posts"\n')
    for entry in fields(MicroblogPlan):
        assert f"\n{entry.name} = " in text or f"[{entry.name}]" in text
    assert 'metrics = ["jsd(tokens=posts)", "fotw(tokens=posts, profile=dunning)"' in text


def test_the_defaults_are_the_papers_grids_and_all_source_metrics() -> None:
    plan = MicroblogPlan(topics="x")
    assert [len(system.settings) for system in plan.systems] == [21, 1, 231]
    assert (plan.k, plan.folds, plan.loss) == (5, 5, "jsd(tokens=posts)")
    features = {cls.name for cls in GOLD_KINDS["sources"].metrics} - {"grounded", "dated", "contradictions"}
    assert {metric.name for metric in plan.source_metrics} == features
    assert len(METRICS) == 10


def test_the_paths_of_backgrounds_are_taken_from_the_folder_too(tmp_path: Path) -> None:
    text = 'kind = "microblog"\ntopics = "posts"\nbackground = ["b.json", "wordfreq"]\n'
    plan = read_plan(written(tmp_path, text))
    assert plan.background == (str(tmp_path / "b.json"), "wordfreq")
    assert read_plan(written(tmp_path, as_toml(plan))) == plan


def test_what_is_given_beside_a_file_wins(tmp_path: Path) -> None:
    path = written(tmp_path, 'topics = "posts"\nseed = 3\nfingerprint = "abc"\n')
    plan = read_plan(path, "microblog", {"seed": 7, "topics": "/other"})
    assert (plan.seed, plan.topics, plan.fingerprint) == (7, "/other", "")
    assert read_plan(path, "microblog", {"seed": 7}).fingerprint == "abc"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('fold = 2\ntopics = "x"', "unknown setting of the experiment 'fold'; did you mean folds?"),
        ('folds = "2"\ntopics = "x"', "folds of the experiment: expected a whole number, found '2'"),
        ('folds = true\ntopics = "x"', "expected a whole number, found True"),
        ('significance = true\ntopics = "x"', "expected a number, found True"),
        ('metrics = ["jds"]\ntopics = "x"', "did you mean jsd"),
        ('metrics = ["jsd", "jsd(stop=true)"]\ntopics = "x"', "listed twice"),
        ('metrics = []\ntopics = "x"', "there is no metric"),
        ('metrics = "jsd"\ntopics = "x"', "expected a list"),
        ('loss = "jds"\ntopics = "x"', "did you mean jsd"),
        ('topics = "x"\n[filters]\nrule = []', "did you mean rules?"),
        ('topics = "x"\nfilters = 3', "expected a table of settings, found 3"),
        ('topics = "x"\n[filters]\nrules = ["retweet"]', "did you mean retweets"),
        ('topics = "x"\n[reading]\nurl = "stripp"', "did you mean strip"),
        ('topics = "x"\n[[systems]]\nsummariser = "centrod"', "did you mean centroid?"),
        ('topics = "x"\n[[systems]]\nsummarizer = "centroid"', "did you mean summariser?"),
        ('topics = "x"\n[[systems]]\nname = "a"', "a system needs a summariser"),
        ('topics = "x"\n[[systems]]\nsummariser = "lead"', "at least two are needed, found 1"),
        (
            'topics = "x"\n[[systems]]\nsummariser = "lead"\n[[systems]]\nsummariser = "lead"',
            "two systems are called lead",
        ),
        (
            'topics = "x"\n[[systems]]\nsummariser = "mmr"\ngrid = ["blance=1"]\n[[systems]]\nsummariser = "lead"',
            "did you mean balance",
        ),
        ('background = "b"\ntopics = "x"', "background of the experiment: expected a list"),
        ("seed = 1", "no topics were given"),
        ('k = 0\ntopics = "x"', "at least 1 post"),
        ('significance = 5\ntopics = "x"', "between 0 and 1"),
        ('resamples = 5\ntopics = "x"', "at least 100 resamples"),
        ("k = [", "is not valid TOML"),
        ('kind = "microblg"', "did you mean microblog?"),
    ],
)
def test_a_wrong_plan_is_one_line_that_names_the_file(tmp_path: Path, text: str, complaint: str) -> None:
    path = written(tmp_path, text if text.startswith(("kind", "k = [")) else f'kind = "microblog"\n{text}')
    with pytest.raises(CliometerError) as caught:
        read_plan(path)
    assert complaint in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
