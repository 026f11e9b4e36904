"""tilse's interface: its names, its shapes, its quirks."""

from __future__ import annotations

import ast
import datetime
import io
from collections import OrderedDict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import cliometer
from cliometer.compat import tilse
from cliometer.errors import InputError, ReadWarning, UncountableTextWarning, UsageError
from cliometer.io.scores import METRICS
from tests.unit.cli.cliometer_command import cliometer as command

BAR = "-" * 32
MAY, JUNE, JULY = (datetime.date(2010, month, 15) for month in (5, 6, 7))
SYSTEM = {MAY: ["Obama extends the drilling moratorium ."], JULY: ["The leak is sealed ."]}
REFERENCE = {MAY: ["Obama announces a moratorium ."], JUNE: ["BP pays twenty billion dollars ."]}
PREDICTED, GOLD = tilse.Timeline(SYSTEM), tilse.GroundTruth([tilse.Timeline(REFERENCE)])


def written(days: dict[datetime.date, list[str]]) -> str:
    return str(tilse.Timeline(days))


def test_the_evaluator_has_a_method_for_each_of_the_five_metrics() -> None:
    evaluator = tilse.TimelineRougeEvaluator()
    assert all(callable(getattr(evaluator, f"evaluate_{name}")) for name in METRICS)


@pytest.mark.parametrize("name", METRICS)
def test_a_method_gives_our_score_under_tilses_keys(name: str) -> None:
    evaluator = tilse.TimelineRougeEvaluator(measures=["rouge_1", "rouge_2"])
    found = getattr(evaluator, f"evaluate_{name}")(PREDICTED, GOLD)
    system, reference = cliometer.Timeline(SYSTEM.items()), cliometer.Timeline(REFERENCE.items())
    for measure, numbers in found.items():
        expression = f"{METRICS[name]}(rouge={measure[-1]})"
        ours = cliometer.score(system, reference, [expression])[expression]
        assert numbers == {"precision": ours["precision"], "recall": ours["recall"], "f_score": ours["f"]}
    assert list(found) == ["rouge_1", "rouge_2"]


def test_agreement_is_worked_by_hand() -> None:
    found = tilse.TimelineRougeEvaluator().evaluate_agreement(PREDICTED, GOLD)
    assert found == {"rouge_1": {"precision": 2 / 6, "recall": 2 / 8, "f_score": pytest.approx(2 / 7)}}


def test_all_of_them_stand_in_tilses_order() -> None:
    evaluator = tilse.TimelineRougeEvaluator()
    found = evaluator.evaluate_all(PREDICTED, GOLD)
    assert isinstance(found, OrderedDict)
    assert list(found) == list(METRICS)
    assert all(found[name] == getattr(evaluator, f"evaluate_{name}")(PREDICTED, GOLD) for name in METRICS)


def test_beta_weighs_recall() -> None:
    numbers = tilse.TimelineRougeEvaluator(beta=2).evaluate_agreement(PREDICTED, GOLD)["rouge_1"]
    p, r = numbers["precision"], numbers["recall"]
    assert numbers["f_score"] == pytest.approx(5 * p * r / (4 * p + r))


def test_measures_may_be_a_set_and_other_rouges() -> None:
    found = tilse.TimelineRougeEvaluator(measures={"rouge_L", "rouge_SU4"}).evaluate_concat(PREDICTED, GOLD)
    assert set(found) == {"rouge_L", "rouge_SU4"}


@pytest.mark.parametrize("measure", ["rouge-1", "bleu", "rouge_x"])
def test_an_unknown_measure_is_refused(measure: str) -> None:
    with pytest.raises(UsageError, match=r"rouge|ROUGE"):
        tilse.TimelineRougeEvaluator(measures=[measure]).evaluate_concat(PREDICTED, GOLD)


def test_the_approximate_rouge_is_replaced_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="the exact one is faster and is used") as seen:
        evaluator = tilse.TimelineRougeEvaluator(rouge_computation="reimpl")
    assert seen[0].filename == __file__
    assert evaluator.evaluate_all(PREDICTED, GOLD) == tilse.TimelineRougeEvaluator().evaluate_all(PREDICTED, GOLD)


def test_another_computation_is_refused() -> None:
    with pytest.raises(UsageError, match="'original' or 'reimpl', not 'perl'"):
        tilse.TimelineRougeEvaluator(rouge_computation="perl")


def test_objects_of_tilse_itself_are_accepted() -> None:
    """All that is asked of them is the one attribute that tilse's own classes have."""
    system: Any = SimpleNamespace(dates_to_summaries=SYSTEM)
    references: Any = SimpleNamespace(timelines=[SimpleNamespace(dates_to_summaries=REFERENCE)])
    evaluator = tilse.TimelineRougeEvaluator()
    assert evaluator.evaluate_all(system, references) == evaluator.evaluate_all(PREDICTED, GOLD)
    assert tilse.evaluate_dates(system, references) == tilse.evaluate_dates(PREDICTED, GOLD)


def test_dates_have_their_own_function() -> None:
    assert tilse.evaluate_dates(PREDICTED, GOLD) == {"precision": 0.5, "recall": 0.5, "f_score": 0.5}


def test_dates_without_a_hit_are_tilses_zeros() -> None:
    found = tilse.evaluate_dates(tilse.Timeline({JULY: ["x"]}), GOLD)
    assert repr(found) == "{'precision': 0.0, 'recall': 0.0, 'f_score': 0}"


def test_where_there_is_nothing_to_divide_by_the_zero_is_an_integer() -> None:
    found = tilse.TimelineRougeEvaluator().evaluate_agreement(tilse.Timeline({}), GOLD)
    assert repr(found) == "{'rouge_1': {'precision': 0, 'recall': 0.0, 'f_score': 0}}"


@pytest.mark.parametrize("name", METRICS)
def test_empty_timelines_score_zero_where_tilse_crashes(name: str) -> None:
    evaluate = getattr(tilse.TimelineRougeEvaluator(), f"evaluate_{name}")
    empty = tilse.Timeline({})
    for system, references in ((empty, GOLD), (PREDICTED, tilse.GroundTruth([empty]))):
        assert set(evaluate(system, references)["rouge_1"].values()) == {0}


def test_references_are_needed() -> None:
    with pytest.raises(InputError, match="at least one reference"):
        tilse.TimelineRougeEvaluator().evaluate_concat(PREDICTED, tilse.GroundTruth([]))


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


def test_a_file_gives_the_timeline_its_name(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text(str(PREDICTED))
    with (tmp_path / "t.txt").open() as file:
        assert tilse.Timeline.from_file(file).filename == str(tmp_path / "t.txt")


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
def test_the_last_block_of_a_repeated_date_is_kept() -> None:
    assert read(f"2010-05-15\na\n{BAR}\n2010-05-15\nb\n{BAR}\n").dates_to_summaries == {MAY: ["b"]}


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
def test_a_last_day_without_separator_is_kept_where_tilse_loses_it() -> None:
    assert read(f"2010-05-15\na\n{BAR}\n2010-06-15\nb\n").get_dates() == {MAY, JUNE}


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
def test_dates_without_leading_zeros_are_read() -> None:
    assert read(f"2010-5-15\na\n{BAR}\n").get_dates() == {MAY}


@pytest.mark.parametrize("text", ["", "\n", "\ufeff\r\n"])
def test_a_blank_file_is_a_timeline_without_days(text: str) -> None:
    assert len(read(text)) == 0


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
@pytest.mark.parametrize("date", ["2010-05", "-0799-01-01"])
def test_dates_that_tilse_does_not_know_are_refused(date: str) -> None:
    with pytest.raises(InputError, match=f"days of the years 1 to 9999, found {date}; use cliometer score"):
        read(f"{date}\na\n{BAR}\n")


def test_a_bad_date_is_refused_with_its_line() -> None:
    with pytest.raises(InputError, match=r"timeline:1: expected a date"):
        read(f"May 27th\na\n{BAR}\n")


@pytest.fixture
def files(tmp_path: Path) -> list[object]:
    (tmp_path / "p.txt").write_text(written(SYSTEM))
    (tmp_path / "r.txt").write_text(written(REFERENCE))
    return ["compat", "tilse", "-p", tmp_path / "p.txt", "-r", tmp_path / "r.txt", "-m"]


@pytest.mark.parametrize("name", METRICS)
def test_the_command_prints_the_dictionary_of_the_method(files: list[object], name: str) -> None:
    evaluator = tilse.TimelineRougeEvaluator(measures=["rouge_1", "rouge_2"])
    expected = getattr(evaluator, f"evaluate_{name}")(PREDICTED, GOLD)
    found = command(*files, name)
    assert (found.status, found.out, found.err) == (0, f"{expected!r}\n", "")
    assert ast.literal_eval(found.out) == expected


def test_the_command_takes_several_references(files: list[object], tmp_path: Path) -> None:
    files[-1:] = [tmp_path / "p.txt", "-m"]
    evaluator = tilse.TimelineRougeEvaluator(measures=["rouge_1", "rouge_2"])
    both = tilse.GroundTruth([tilse.Timeline(REFERENCE), PREDICTED])
    assert command(*files, "concat").out == f"{evaluator.evaluate_concat(PREDICTED, both)!r}\n"


def test_the_command_refuses_an_unknown_metric(files: list[object]) -> None:
    found = command(*files, "align")
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith(
        "cliometer: unknown metric of tilse 'align'; known: agreement, align_date_content_costs"
    )


@pytest.mark.parametrize("left_out", ["-p", "-r", "-m"])
def test_the_command_needs_all_three_options(files: list[object], left_out: str) -> None:
    words = [*files, "concat"]
    at = words.index(left_out)
    found = command(*words[:at], *words[at + 2 :])
    assert (found.status, found.out) == (2, "")
    assert f"missing: {left_out}" in found.err


def test_the_command_scores_an_empty_system_zero_and_names_it(files: list[object], tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("")
    found = command(*files, "align_date_costs")
    assert found.status == 0
    assert {v for numbers in ast.literal_eval(found.out).values() for v in numbers.values()} == {0}
    assert found.err == f"note: {tmp_path / 'p.txt'}: the file is empty: the system said nothing; it scores 0\n"


def test_the_command_refuses_an_empty_reference(files: list[object], tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("")
    found = command(*files, "concat")
    assert (found.status, found.out) == (2, "")
    assert "r.txt: holds no day" in found.err


def test_the_command_says_so_where_no_word_is_countable(files: list[object], tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"2010-05-15\nСкважина закрыта\n{BAR}\n")
    found = command(*files, "concat")
    assert found.status == 0
    assert found.err.startswith("note: predicted: the text for the topic has no countable word under tokens=rouge155")


def test_the_command_tells_what_the_reader_forgave(files: list[object], tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("2010-05-15\nObama\n")
    assert "the last day has no separator after it; kept" in command(*files, "concat").err


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
def test_the_evaluator_warns_of_text_it_cannot_count() -> None:
    russian = tilse.Timeline({datetime.date(2010, 5, 15): ["Скважина закрыта"]})
    with pytest.warns(UncountableTextWarning, match="predicted: the text for the topic has no countable word"):
        tilse.TimelineRougeEvaluator().evaluate_agreement(russian, tilse.GroundTruth([russian]))


def test_from_file_warns_of_what_it_forgave() -> None:
    with pytest.warns(ReadWarning, match="the last day has no separator after it; kept"):
        tilse.Timeline.from_file(io.StringIO("2010-05-15\nObama\n"))


def test_a_string_is_not_taken_for_a_list_of_sentences() -> None:
    with pytest.raises(InputError, match="must be a list of sentences"):
        tilse.Timeline({datetime.date(2010, 5, 15): "oil spill"})


def test_sentence_objects_become_their_text() -> None:
    day = datetime.date(2010, 5, 15)
    assert tilse.Timeline.from_sent_objects({day: [1, "two"]})[day] == ["1", "two"]


def test_a_month_is_refused_with_its_file(files: list[object], tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"2010-05\nObama\n{BAR}\n")
    found = command(*files, "concat")
    assert found.status == 2 and "p.txt: tilse knows only days" in found.err


def test_the_command_keeps_the_last_block_of_a_repeated_date(files: list[object], tmp_path: Path) -> None:
    once, twice = f"2010-05-15\nObama\n{BAR}\n", f"2010-05-15\nBP pays\n{BAR}\n2010-05-15\nObama\n{BAR}\n"
    outputs = []
    for text in (once, twice):
        (tmp_path / "p.txt").write_text(text)
        outputs.append(command(*files, "concat").out)
    assert outputs[0] == outputs[1]
