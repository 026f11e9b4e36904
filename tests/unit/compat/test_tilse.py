"""tilse's interface: its names, its shapes, its quirks."""

from __future__ import annotations

import ast
import datetime
import io
from collections import OrderedDict
from pathlib import Path

import pytest

from cliometer.compat import tilse
from cliometer.io.scores import METRICS
from tests.unit.cli.cliometer_command import cliometer as command

BAR = "-" * 32
MAY, JUNE, JULY = (datetime.date(2010, month, 15) for month in (5, 6, 7))
SYSTEM = {MAY: ["Obama extends the drilling moratorium ."], JULY: ["The leak is sealed ."]}
REFERENCE = {MAY: ["Obama announces a moratorium ."], JUNE: ["BP pays twenty billion dollars ."]}
PREDICTED, GOLD = tilse.Timeline(SYSTEM), tilse.GroundTruth([tilse.Timeline(REFERENCE)])


def written(days: dict[datetime.date, list[str]]) -> str:
    return str(tilse.Timeline(days))


def test_agreement_is_worked_by_hand() -> None:
    found = tilse.TimelineRougeEvaluator().evaluate_agreement(PREDICTED, GOLD)
    assert found == {"rouge_1": {"precision": 2 / 6, "recall": 2 / 8, "f_score": pytest.approx(2 / 7)}}


def test_all_of_them_stand_in_tilses_order() -> None:
    evaluator = tilse.TimelineRougeEvaluator()
    found = evaluator.evaluate_all(PREDICTED, GOLD)
    assert isinstance(found, OrderedDict)
    assert list(found) == list(METRICS)
    assert all(found[name] == getattr(evaluator, f"evaluate_{name}")(PREDICTED, GOLD) for name in METRICS)


def test_measures_may_be_a_set_and_other_rouges() -> None:
    found = tilse.TimelineRougeEvaluator(measures={"rouge_L", "rouge_SU4"}).evaluate_concat(PREDICTED, GOLD)
    assert set(found) == {"rouge_L", "rouge_SU4"}


def test_the_approximate_rouge_is_replaced_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="the exact one is faster and is used") as seen:
        evaluator = tilse.TimelineRougeEvaluator(rouge_computation="reimpl")
    assert seen[0].filename == __file__
    assert evaluator.evaluate_all(PREDICTED, GOLD) == tilse.TimelineRougeEvaluator().evaluate_all(PREDICTED, GOLD)


def test_dates_have_their_own_function() -> None:
    assert tilse.evaluate_dates(PREDICTED, GOLD) == {"precision": 0.5, "recall": 0.5, "f_score": 0.5}


@pytest.mark.parametrize("name", METRICS)
def test_empty_timelines_score_zero_where_tilse_crashes(name: str) -> None:
    evaluate = getattr(tilse.TimelineRougeEvaluator(), f"evaluate_{name}")
    empty = tilse.Timeline({})
    for system, references in ((empty, GOLD), (PREDICTED, tilse.GroundTruth([empty]))):
        assert set(evaluate(system, references)["rouge_1"].values()) == {0}


def test_a_timeline_has_tilses_methods() -> None:
    timeline = tilse.Timeline({JUNE: [" b ", "c"], MAY: ["a"]}, "file.txt")
    assert timeline.filename == "file.txt"
    assert timeline.dates_to_summaries == {JUNE: ["b", "c"], MAY: ["a"]}
    assert timeline.get_dates() == {MAY, JUNE}
    assert timeline.get_number_of_sentences() == 3
    assert (list(timeline), len(timeline)) == ([JUNE, MAY], 2)
    assert (timeline[MAY], timeline[JULY]) == (["a"], "")
    assert str(timeline) == f"2010-05-15\na\n{BAR}\n2010-06-15\nb\nc\n{BAR}\n"
    assert timeline == tilse.Timeline({MAY: ["a"], JUNE: ["b", "c"]}) and timeline != "timeline"
    assert hash(timeline) == hash(tilse.Timeline({MAY: ["a"], JUNE: ["b", "c"]}))
    assert tilse.Timeline({MAY: ["a"]}) < tilse.Timeline({MAY: ["b"]})


def test_ground_truth_has_tilses_methods() -> None:
    one, other = tilse.Timeline({MAY: ["a"]}), tilse.Timeline({JUNE: ["b"]})
    gold = tilse.GroundTruth([one, other])
    assert gold.get_dates() == {MAY, JUNE}
    assert gold[MAY] == {"0": ["a"], "1": ""}
    assert str(gold) == f"0\n\n{one}\n\n1\n\n{other}\n\n"


def read(text: str) -> tilse.Timeline:
    return tilse.Timeline.from_file(io.StringIO(text))


def test_what_str_prints_from_file_reads() -> None:
    assert read(str(PREDICTED)) == PREDICTED


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
def test_dates_without_leading_zeros_are_read() -> None:
    assert read(f"2010-5-15\na\n{BAR}\n").get_dates() == {MAY}


@pytest.mark.parametrize("text", ["", "\n", "\ufeff\r\n"])
def test_a_blank_file_is_a_timeline_without_days(text: str) -> None:
    assert len(read(text)) == 0


@pytest.fixture
def files(tmp_path: Path) -> list[object]:
    (tmp_path / "p.txt").write_text(written(SYSTEM))
    (tmp_path / "r.txt").write_text(written(REFERENCE))
    return ["compat", "tilse", "-p", tmp_path / "p.txt", "-r", tmp_path / "r.txt", "-m"]


def test_the_command_scores_an_empty_system_zero_and_names_it(files: list[object], tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("")
    found = command(*files, "align_date_costs")
    assert found.status == 0
    assert {v for numbers in ast.literal_eval(found.out).values() for v in numbers.values()} == {0}
    assert found.err == f"note: {tmp_path / 'p.txt'}: the file is empty: the system said nothing; it scores 0\n"


def test_the_command_says_so_where_no_word_is_countable(files: list[object], tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"2010-05-15\nСкважина закрыта\n{BAR}\n")
    found = command(*files, "concat")
    assert found.status == 0
    assert found.err.startswith("note: predicted: the text for the topic has no countable word under tokens=rouge155")


def test_the_command_tells_what_the_reader_forgave(files: list[object], tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("2010-05-15\nObama\n")
    assert "the last day has no separator after it; kept" in command(*files, "concat").err


def test_sentence_objects_become_their_text() -> None:
    day = datetime.date(2010, 5, 15)
    assert tilse.Timeline.from_sent_objects({day: [1, "two"]})[day] == ["1", "two"]


def test_a_month_is_refused_with_its_file(files: list[object], tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"2010-05\nObama\n{BAR}\n")
    found = command(*files, "concat")
    assert found.status == 2 and "p.txt: tilse knows only days" in found.err
