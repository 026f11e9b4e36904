"""Tuning of generators: what `timelines` and `score` give by hand for each setting, and no leaks between folds."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.errors import UsageError
from cliometer.experiments.tuning import Tuning
from cliometer.model.documents import Article
from cliometer.model.when import When
from tests.unit.cli.cliometer_command import DEMO
from tests.unit.cli.cliometer_command import cliometer as command

GOLD = DEMO / "references"
SETTINGS = ("m", "pm")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three topics of the demo, with a cache of their tags."""
    folder = tmp_path_factory.mktemp("articles")
    for topic in sorted(path.stem for path in (DEMO / "articles").iterdir())[:3]:
        shutil.copy(DEMO / "articles" / f"{topic}.jsonl", folder)
    return folder


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def tuned(corpus: Any, cache: Path, system: str, **more: Any) -> Tuning:
    return cliometer.tune(corpus, system, {"candidates": SETTINGS}, like=GOLD, tags=cache, **{"folds": 3} | more)


def by_hand(corpus: Any, cache: Path, system: str, metric: str) -> dict[str, float]:
    """Return the F of each task by what `timelines` makes and `evaluate` scores."""
    made = cliometer.timelines(corpus, [system], like=GOLD, tags=cache)
    results = cliometer.score({"one": made[system]}, GOLD, [metric], per_reference=True, missing="skip")
    return {row.topic: row.score.numbers("zero")["f"] or 0.0 for row in results.rows}


@pytest.mark.parametrize(("dates", "metric"), [("mentions", "align+m1(rouge=1)"), ("supervised", "date")])
def test_the_mean_of_a_setting_is_that_of_timelines_scored_by_hand(
    corpus: Path, cache: Path, dates: str, metric: str
) -> None:
    tuning = tuned(corpus, cache, f"datewise(dates={dates})", loss=metric)
    assert len(tuning.settings) == len(SETTINGS)
    for setting in tuning:
        scores = by_hand(corpus, cache, setting, metric)
        assert -tuning[setting] == pytest.approx(sum(scores.values()) / len(scores), abs=1e-12)


def test_a_topic_that_is_held_out_is_not_there_while_settings_are_chosen(
    corpus: Path, cache: Path, tmp_path: Path
) -> None:
    tuning = tuned(corpus, cache, "datewise(dates=supervised)", loss="date")
    for fold in tuning.folds:
        (held,) = fold.topics
        rest = tmp_path / held
        shutil.copytree(corpus, rest)
        (rest / f"{held}.jsonl").unlink()
        means = {}
        for setting in tuning:
            scores = by_hand(rest, cache, setting, "date")
            means[setting] = sum(scores.values()) / len(scores)
        assert str(fold.chosen) == max(means, key=means.__getitem__)
        assert -fold.training_loss == pytest.approx(max(means.values()), abs=1e-12)
        scores = by_hand(corpus, cache, str(fold.chosen), "date")
        assert {task: -loss for task, loss in fold.losses.items()} == {
            task: pytest.approx(score, abs=1e-12) for task, score in scores.items() if task.startswith(held)
        }


def test_topics_that_share_an_article_are_held_out_together() -> None:
    like = {topic: [{"2010-04-20": [f"The {topic} exploded."]}] for topic in "abcd"}
    day = When.parse("2010-04-22")
    shared = Article("s", day, ("Oil reached the coast of the marsh on Tuesday.",))
    articles = {
        topic: [Article(topic, day, (f"The {topic} exploded on Tuesday.",)), *own]
        for topic, own in {"a": [shared], "b": [], "c": [shared], "d": []}.items()
    }
    tuning = cliometer.tune(articles, "datewise", ["candidates=m,p"], like=like, folds=2)
    assert any({"a", "c"} <= set(fold.topics) for fold in tuning.folds)
    assert [
        str(note) for note in tuning.notes if str(note).startswith("topics a and c share an article or a reference")
    ]
    with pytest.raises(UsageError, match="the 4 topics make 3 groups that share no article and no reference"):
        cliometer.tune(articles, "datewise", ["candidates=m,p"], like=like, folds=4)


def test_the_document_is_read_back_and_reported(corpus: Path, cache: Path, tmp_path: Path) -> None:
    tuning = tuned(corpus, cache, "datewise", loss="date")
    document = tuning.to_dict()
    assert (document["k"], document["length"]) == (None, "open")
    assert Tuning.from_dict(document).to_dict() == document
    cliometer.report(tuning, tmp_path / "report.md")
    assert "timelines as long as references (open)" in (tmp_path / "report.md").read_text("utf-8")
    (tmp_path / "tuning.json").write_text(json.dumps(document))
    assert "Ghalandari" in command("metrics", "cite", tmp_path / "tuning.json").out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["-s", "datewise", "--grid", "clip=1,2"], "datewise makes timelines; name the references"),
        (["-s", "centroid", "--grid", "threshold=0,1", "--length", "tilse"], "length is for timelines"),
        (["-s", "datewise", "--grid", "clip=1,2", "--like", GOLD, "-k", 3], "k is for summaries; like tunes"),
        (["-s", "datewise", "--grid", "clip=1,2", "--like", GOLD, "--loss", "jsd"], "jsd reads sources"),
        (["-s", "datewise", "--grid", "clips=1,2", "--like", GOLD], "unknown setting of datewise 'clips'"),
        (
            ["-s", "regression", "--grid", "damping=1,2", "--like", GOLD, "--folds", 2],
            "2 folds of 3 topics leave 1 to choose by",
        ),
    ],
)
def test_a_wrong_call_ends_with_one_line(corpus: Path, cache: Path, words: list[object], complaint: str) -> None:
    done = command("tune", corpus, *words, "--tags", cache)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err


def test_a_loss_of_other_gold_is_refused_in_python(corpus: Path) -> None:
    with pytest.raises(UsageError, match="pyramid reads units"):
        cliometer.tune(corpus, "datewise", ["clip=1,2"], "pyramid", like=GOLD)
