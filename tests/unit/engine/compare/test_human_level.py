"""The human level: writers against each other, systems on the same tasks, and oracles, which bound them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cliometer
from cliometer.engine.compare.figures import Design, figured
from cliometer.engine.compare.human_level import HumanLevel, RelativeScore, _tested
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.engine.results import Results
from cliometer.errors import InputError, UsageError
from cliometer.model.documents import Article
from cliometer.model.timeline import Timeline
from cliometer.model.when import When
from cliometer.reporting.chapters.comparison import comparison_section
from cliometer.reporting.chapters.scores import mean_table
from cliometer.reporting.render.terminal import terminal
from cliometer.stats.aggregates import means
from cliometer.text.tables import BestNumber
from tests.compared import benchmark
from tests.oracles.comparisons import human_level as slow_level

RUNS, GOLD = benchmark()
METRIC = "align+m1(rouge=1)"


def found(runs: Any, gold: Any, metric: str = METRIC, **settings: Any) -> HumanLevel:
    (human_level,) = cliometer.compare(runs, gold, [metric], **{"resamples": 100, **settings}).human_levels
    return human_level


@pytest.mark.parametrize("metric", [METRIC, "date", "agreement(rouge=2)"])
def test_each_writer_is_scored_against_the_others_and_systems_likewise(metric: str) -> None:
    human_level = found(RUNS, GOLD, metric)
    scores = {"writers": human_level.writers} | {one.system: one.score for one in human_level.systems}
    assert scores == pytest.approx(slow_level(RUNS, GOLD, metric))
    assert (human_level.tasks, human_level.topics) == (15, 6)


def test_writers_of_one_name_are_kept_apart() -> None:
    twins = {topic: [Timeline(writer, "same") for writer in writers] for topic, writers in GOLD.items()}
    assert found(RUNS, twins) == found(RUNS, GOLD)


def test_p_is_a_probability() -> None:
    human_level = found(RUNS, GOLD, METRIC)
    assert all(one.p is not None and 0 < one.p <= 1 for one in human_level.systems)


def test_writers_who_score_nothing_leave_nothing_to_divide_by() -> None:
    gold = {topic: [{"2010-05-01": ["oil"]}, {"2010-05-01": ["mud"]}] for topic in GOLD}
    runs = {"one": {topic: {"2010-05-01": ["oil"]} for topic in GOLD}, "two": RUNS["bad"]}
    human_level = found(runs, gold, "agreement(rouge=1)")
    assert human_level.writers == 0
    assert {(one.quotient, one.verdict) for one in human_level.systems} == {(None, "nothing to divide by")}


def test_the_interval_of_the_writers_is_that_of_whole_topics() -> None:
    narrow = found(RUNS, GOLD, resamples=2000)
    assert narrow.low is not None
    assert narrow.high is not None
    assert narrow.low < narrow.writers < narrow.high
    scores = [slow_level(RUNS, {topic: writers}, METRIC)["writers"] for topic, writers in GOLD.items()]
    assert min(scores) < narrow.writers < max(scores)


def test_a_run_may_not_be_called_writers() -> None:
    with pytest.raises(InputError, match="a run is named 'writers'"):
        found({"writers": RUNS["good"], "bad": RUNS["bad"]}, GOLD)


@pytest.mark.parametrize(("missing", "tasks"), [("skip", 12), ("zero", 15)])
def test_topics_that_a_run_lacks_are_left_out_or_score_nothing(missing: Any, tasks: int) -> None:
    runs = {**RUNS, "fair": {topic: one for topic, one in RUNS["fair"].items() if topic != "bay"}}
    assert found(runs, GOLD, missing=missing).tasks == tasks


def drawn(rng: np.random.Generator, systems: int, topics: int, gap: float) -> list[RelativeScore]:
    """Systems that score so much less than writers in the long run, on topics that are easy or hard for all."""
    hard = rng.normal(0.5, 0.1, size=topics)
    values = hard + rng.normal(0, 0.1, size=(systems + 1, topics))
    values[1:] -= gap * 0.5
    names = ("writers", *(f"s{number}" for number in range(systems)))
    figures = figured("m", names, tuple(f"t{n}" for n in range(topics)), means(values), values, "value")
    return _tested(figures, float(values[0].mean()), Design.of())


def verdicts(seed: int, systems: int, topics: int, gap: float = 0.0) -> list[list[str]]:
    rng = np.random.default_rng(seed)
    return [[one.verdict for one in drawn(rng, systems, topics, gap)] for _ in range(200)]


def test_with_many_topics_an_equal_system_is_called_as_good() -> None:
    assert np.mean([one.startswith("as good") for (one,) in verdicts(3, 1, 100)]) > 0.8


TEXTS = {
    "gold": ("Oil spills into the sea.", "The leak is stopped.", "A judge fines the firm."),
    "first": ("Oil spills.", "The leak goes on.", "A judge speaks."),
    "second": ("Fire.", "A leak is stopped.", "Shares fall."),
    "best": ("Oil spills into the sea.", "The leak is stopped.", "A judge fines."),
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Three topics of one day; `best` has the record of an oracle."""
    for name, texts in TEXTS.items():
        for number, text in enumerate(texts):
            file = tmp_path / name / f"t{number}.txt"
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"2010-05-2{number}\n{text}\n--------------------------------\n")
    record = {"system": "date_oracle(dates=mentions)", "reads_gold": True}
    (tmp_path / "best" / "record.json").write_text(json.dumps(record))
    return tmp_path


def compared(home: Path, *runs: str, baseline: str | None = None) -> SystemComparison:
    paths = [home / run for run in runs]
    return cliometer.compare(paths, home / "gold", ["concat"], baseline=baseline)


def test_an_oracle_is_a_bound_and_not_ranked_or_tested(home: Path) -> None:
    found = compared(home, "first", "second", "best")
    (standings,), (bound,) = found.standings, found.bounds
    assert set(standings.names) == {"first", "second"}
    assert [one.names for one in standings.differences] == [f"{standings.names[0]} - {standings.names[1]}"]
    assert bound.run == "best" and bound.score > standings.systems[0].score
    assert bound.shares["first"] == pytest.approx(standings["first"].score / bound.score)
    assert any(note.startswith("best: an oracle") for note in found.notes)
    assert SystemComparison.from_dict(found.to_dict()).bounds == found.bounds


def test_what_the_date_oracle_has_more_is_lost_by_dates(home: Path) -> None:
    page = terminal(comparison_section(compared(home, "first", "best")))
    assert "lost by dates" in page and "of best" in page and "lost by text" not in page.split("system")[-1]


def test_an_oracle_that_a_system_exceeds_is_reported_as_no_bound(home: Path) -> None:
    record = {"system": "text_oracle(dates=mentions)", "reads_gold": True}
    (home / "first" / "record.json").write_text(json.dumps(record))
    found = compared(home, "second", "first", "best", "gold")
    page = " ".join(terminal(comparison_section(found)).split())
    assert {bound.run: list(bound.exceeded) for bound in found.bounds} == {"first": ["gold"], "best": ["gold"]}
    assert "neither ranked nor tested" not in page and "lost by" not in page and "of best" not in page
    assert (
        "No bound by concat(rouge=1): best, which date_oracle(dates=mentions) made with the references in view, reaches"
        in page
    )
    assert "is exceeded by gold (" in page and "times its score)." in page


def test_an_oracle_is_no_baseline(home: Path) -> None:
    with pytest.raises(UsageError, match="best was made with the references in view"):
        compared(home, "first", "second", "best", baseline="best")


def test_a_table_of_scores_marks_an_oracle_and_lets_it_win_nothing(home: Path) -> None:
    results = cliometer.score([home / name for name in ("first", "best")], home / "gold", ["concat"])
    first, best = mean_table(results).rows
    assert best[0] == "best (reads gold)" and not any(isinstance(cell, BestNumber) for cell in best)
    assert first[0] == "first" and isinstance(first[-1], BestNumber)
    read = Results.from_dict(results.to_dict())
    assert read.oracles == {"best": "date_oracle(dates=mentions)"}
    assert "oracles" not in cliometer.score([home / "first"], home / "gold", ["concat"]).to_dict()
    cliometer.report(read, home / "report.md")
    text = (home / "report.md").read_text("utf-8")
    assert "best (reads gold)" in text and "best is best" not in text


def test_an_oracle_is_known_as_a_value_and_by_the_path_of_its_run(home: Path) -> None:
    articles = {
        f"t{number}": [Article("a", When.parse(f"2010-05-2{number}"), (text, "A crowd looks on."))]
        for number, text in enumerate(TEXTS["gold"])
    }
    gold = {f"t{number}": [{f"2010-05-2{number}": [text]}] for number, text in enumerate(TEXTS["gold"])}
    made = cliometer.timelines(articles, ["full_oracle", "lead"], like=gold)
    assert set(cliometer.score(dict(made), gold, ["concat"], per_reference=True).oracles) == {"full_oracle"}
    paths = {"first": home / "first", "best": str(home / "best")}
    assert set(cliometer.score(paths, gold, ["concat"]).oracles) == {"best"}
