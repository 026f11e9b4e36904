"""The human level: writers against each other, systems on the same tasks, and oracles, which bound them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cliometer
from cliometer.engine.compare.figures import Design, figured
from cliometer.engine.compare.human_level import HumanLevel, RelativeScore, _tested, tasks_of, within
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.engine.results import Results
from cliometer.errors import InputError, UsageError
from cliometer.model.documents import Article
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.reporting.chapters.comparison import comparison_section
from cliometer.reporting.chapters.scores import mean_table
from cliometer.reporting.render.terminal import terminal
from cliometer.stats.aggregates import means
from cliometer.text.tables import BestNumber
from tests.compared import benchmark, tasks
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


def test_where_each_reference_is_a_task_each_writer_meets_each_other() -> None:
    runs, gold = tasks()
    pairs = {f"{task}/{other}": [one] for task, one in gold.items() for other in _others(task, gold)}
    runs_again = {name: {pair: run[pair.partition("/")[0] + "/0"] for pair in pairs} for name, run in runs.items()}
    human_level = found(runs, gold, weigh="tasks")
    assert human_level.tasks == len(pairs) == 3 * 2 + 3 * 6
    for one in human_level.systems:
        cut = {pair: within(runs_again[one.system][pair], ReferenceSet(pairs[pair])) for pair in pairs}
        (mean,) = cliometer.score({"x": cut}, pairs, [METRIC]).means()
        assert one.score == pytest.approx(mean.f_of_means)
    writers = {pair: within(gold[pair.split("/", 2)[2]], ReferenceSet(pairs[pair])) for pair in pairs}
    (mean,) = cliometer.score({"x": writers}, pairs, [METRIC]).means()
    assert human_level.writers == pytest.approx(mean.f_of_means)


def _others(task: str, gold: dict[str, Timeline]) -> list[str]:
    topic = task.partition("/")[0]
    return [other for other in gold if other != task and other.partition("/")[0] == topic]


def test_a_topic_with_one_writer_has_no_task() -> None:
    gold = {"a": ReferenceSet(GOLD["alps"]), "b": ReferenceSet(GOLD["bay"][:1]), "c": ReferenceSet(GOLD["cape"][:1])}
    assert [(task.name, task.answered) for task in tasks_of(gold)] == [("a/1", "a"), ("a/2", "a")]


def test_systems_answer_the_task_of_the_reference_and_the_other_writer_stands_beside() -> None:
    first, second = (ReferenceSet([writer]) for writer in GOLD["alps"])
    found = tasks_of({"alps/x": first, "alps/y": second, "bay/x": first})
    assert [(task.answered, task.writer, task.references) for task in found] == [
        ("alps/x", second[0], first),
        ("alps/y", first[0], second),
    ]


def test_the_span_rule_keeps_the_days_from_the_first_to_the_last_of_the_references() -> None:
    references = ReferenceSet([{"2010-05-03": ["x"], "2010-05-06": ["x"]}, {"2010-05-05/2010-05-08": ["x"]}])
    days = ["2010-05-02", "2010-05-03", "2010-05-07", "2010-05-08", "2010-05-09"]
    kept = within(Timeline({day: ["said"] for day in days}, "mine"), references)
    assert ([str(when) for when in kept], kept.name) == (days[1:4], "mine")


def test_a_system_that_is_a_writer_scores_as_one_on_the_tasks_of_that_writer() -> None:
    """With two writers the task of the one asks for what the other wrote."""
    gold = {topic: writers[:2] for topic, writers in GOLD.items()}
    runs = {"first": {topic: writers[0] for topic, writers in gold.items()}, "bad": RUNS["bad"]}
    gold_twice = {topic: [writers[0], writers[0]] for topic, writers in gold.items()}
    human_level = found(runs, gold_twice)
    assert (human_level.writers, human_level.systems[0].score, human_level.systems[0].quotient) == (1, 1, 1)
    assert human_level.systems[0].verdict == "as good as a writer, to 10 %"


def test_the_quotient_is_resampled_with_its_denominator() -> None:
    """Writers agree on some topics and half on others, the system finds half of that: there is no doubt."""

    def days(*numbers: int) -> Timeline:
        return Timeline({f"2010-05-0{number}": ["oil"] for number in numbers})

    agreed, split = [days(1, 2, 7, 8)] * 2, [days(1, 2, 7, 8), days(1, 3, 5, 8)]
    gold = {topic: agreed if topic < "d" else split for topic in GOLD}
    half = {topic: days(1, 2) if topic < "d" else days(1) for topic in GOLD}
    other = {topic: days(6) for topic in GOLD}
    human_level = found({"half": half, "other": other}, gold, "date", side="recall")
    one = human_level.systems[0]
    assert (one.quotient, one.low, one.high) == pytest.approx((0.5, 0.5, 0.5))
    assert one.verdict == "below the writers"
    assert human_level.low is not None
    assert human_level.low < 0.7 < human_level.writers


def tasks_where(score: dict[str, str], topics: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two writers who half agree, and systems that say what a writer says, half of it, or nothing of it."""
    first, second = {"2010-05-01": ["oil rig"]}, {"2010-05-01": ["oil cap"]}
    said = {"both": "oil rig cap", "half": "oil mud", "none": "snow ice"}
    names = [f"t{number}" for number in range(topics)]
    runs = {name: {topic: {"2010-05-01": [said[what]]} for topic in names} for name, what in score.items()}
    runs["other"]["t0"] = {"2010-05-01": ["oil"]}  # or else two systems would differ by the same on every topic
    return runs, {topic: [first, second] for topic in names}


@pytest.mark.parametrize(
    ("what", "verdict"),
    [("both", "above the writers"), ("half", "as good as a writer, to 10 %"), ("none", "below the writers")],
)
def test_the_verdict_is_that_of_tests_over_topics(what: str, verdict: str) -> None:
    runs, gold = tasks_where({"mine": what, "other": "none" if what == "both" else "both"}, 6)
    mine = found(runs, gold, "agreement(rouge=1)").systems[0]
    assert mine.verdict == verdict
    assert mine.p is not None and (mine.p <= 0.05) == (what != "half")


def test_writers_who_score_nothing_leave_nothing_to_divide_by() -> None:
    gold = {topic: [{"2010-05-01": ["oil"]}, {"2010-05-01": ["mud"]}] for topic in GOLD}
    runs = {"one": {topic: {"2010-05-01": ["oil"]} for topic in GOLD}, "two": RUNS["bad"]}
    human_level = found(runs, gold, "agreement(rouge=1)")
    assert human_level.writers == 0
    assert {(one.quotient, one.verdict) for one in human_level.systems} == {(None, "nothing to divide by")}


def test_with_one_topic_there_is_a_human_level_but_no_interval() -> None:
    gold = {topic: writers if topic == "alps" else writers[:1] for topic, writers in GOLD.items()}
    comparison = cliometer.compare(RUNS, gold, [METRIC], resamples=100)
    (human_level,) = comparison.human_levels
    assert (human_level.topics, human_level.tasks, human_level.low, human_level.high) == (1, 2, None, None)
    assert {one.verdict for one in human_level.systems} == {"too few topics to tell"}
    assert "human level: only 1 topic with several writers, so it is a rough guide" in comparison.notes


def test_a_run_may_not_be_called_writers() -> None:
    with pytest.raises(InputError, match="a run is named 'writers'"):
        found({"writers": RUNS["good"], "bad": RUNS["bad"]}, GOLD)


@pytest.mark.parametrize(("missing", "tasks"), [("skip", 12), ("zero", 15)])
def test_topics_that_a_run_lacks_are_left_out_or_score_nothing(missing: Any, tasks: int) -> None:
    runs = {**RUNS, "fair": {topic: one for topic, one in RUNS["fair"].items() if topic != "bay"}}
    assert found(runs, GOLD, missing=missing).tasks == tasks


def test_what_the_cut_leaves_may_hold_no_word_that_counts() -> None:
    """The first writer says nothing but stop words on the one day that the second wrote about."""
    gold: Any = {
        topic: [{"2010-05-01": ["oil and mud"], "2010-05-05": ["it is the"]}, {"2010-05-05": ["oil burns"]}]
        for topic in GOLD
    }
    assert found(RUNS, gold, "agreement(rouge=1)").writers == 0


def drawn(rng: np.random.Generator, systems: int, topics: int, gap: float) -> list[RelativeScore]:
    """Systems that score so much less than writers in the long run, on topics that are easy or hard for all."""
    values = rng.normal(0.5, 0.1, size=topics) + rng.normal(0, 0.1, size=(systems + 1, topics))
    values[1:] -= gap * 0.5
    names = ("writers", *(f"s{number}" for number in range(systems)))
    figures = figured("m", names, tuple(f"t{n}" for n in range(topics)), means(values), values, "value")
    return _tested(figures, float(values[0].mean()), Design.of())


def verdicts(seed: int, systems: int, topics: int, gap: float = 0.0) -> list[list[str]]:
    rng = np.random.default_rng(seed)
    return [[one.verdict for one in drawn(rng, systems, topics, gap)] for _ in range(200)]


def test_ten_systems_as_good_as_writers_rarely_get_a_false_verdict() -> None:
    """Without Holm's correction a third of such comparisons has one."""
    wrong = [any(one.endswith("the writers") for one in run) for run in verdicts(1, 10, 8)]
    assert np.mean(wrong) <= 0.08


def test_a_system_below_the_margin_is_rarely_called_as_good() -> None:
    assert np.mean([one.startswith("as good") for (one,) in verdicts(2, 1, 20, gap=0.1)]) <= 0.08


def test_with_many_topics_an_equal_system_is_called_as_good() -> None:
    assert np.mean([one.startswith("as good") for (one,) in verdicts(3, 1, 100)]) > 0.8


def test_what_the_topics_cannot_tell_is_said_with_what_they_could() -> None:
    (one,) = drawn(np.random.default_rng(4), 1, 8, 0.0)
    assert one.low is not None and one.high is not None and one.gap is not None
    ends = f"{100 * one.low:.0f}-{100 * one.high:.0f} % of the human score"
    assert one.verdict == f"not significant: {ends}; 8 topics detect a gap of {100 * one.gap:.0f} %"


def test_the_interval_excludes_the_writers_exactly_where_holm_finds_a_difference() -> None:
    """So that no page reports no significant difference beside 60-95 % of the human score."""
    rng = np.random.default_rng(5)
    cases = [(one, gap) for gap in (0.0, 0.3) for _ in range(50) for one in drawn(rng, 4, 8, gap)]
    for one, _ in cases:
        assert one.low is not None and one.high is not None and one.p_holm is not None
        assert (one.high < 1 or one.low > 1) == (one.p_holm <= 0.05)
    assert np.mean([one.high < 1 for one, gap in cases if gap and one.high]) > 0.2


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
