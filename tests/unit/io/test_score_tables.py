"""Tables of scores in their forms, and scores that other tools print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cliometer.errors import FormatError, InputError, UsageError
from cliometer.io.scores import read_scores
from cliometer.model.judgements import ScoreTable
from tests.unit.cli.cliometer_command import DEMO, cliometer

RUNS = (DEMO / "runs" / "lead", "-r", DEMO / "references", "-m", "date")


def read(folder: Path, text: str, name: str = "scores.csv") -> ScoreTable:
    (folder / name).write_text(text, encoding="utf-8")
    return read_scores([folder / name])


def dictionary(**systems: dict[str, object]) -> str:
    summaries = {system: {"scores": scores} for system, scores in systems.items()}
    return json.dumps({"52": {"system_summaries": summaries}})


def test_without_a_metric_the_value_is_named_after_the_file(tmp_path: Path) -> None:
    assert read(tmp_path, "system,topic,value\na,t,1\n", "jsd.csv").scores == {("jsd", "a", "t"): 1.0}


def test_judge_stands_for_metric_and_text_for_topic_in_any_case(tmp_path: Path) -> None:
    assert read(tmp_path, "System;Text;Judge;Value\na;t;anna;4\n").scores == {("anna", "a", "t"): 4.0}


def test_our_own_csv_and_our_own_json_hold_the_same_scores(tmp_path: Path) -> None:
    as_csv = read(tmp_path, cliometer("score", *RUNS, "--csv").out)
    assert as_csv.scores == read(tmp_path, cliometer("score", *RUNS, "--json").out, "scores.json").scores
    assert len(as_csv.scores) == 3 * 8


@pytest.mark.parametrize("opening", ["{}\n", "[{}]"])
def test_rows_may_be_json_lines_or_a_list(tmp_path: Path, opening: str) -> None:
    row = '{"system": "a", "topic": 7, "m": 0.5}'
    assert read(tmp_path, opening.format(row), "rows.json").scores == {("m", "a", "7"): 0.5}


def test_an_empty_cell_and_null_are_gaps_with_their_place(tmp_path: Path) -> None:
    table = read(tmp_path, "system,topic,m\na,t,\n")
    assert (table.scores, table.gaps) == ({}, {("m", "a", "t"): f"{tmp_path / 'scores.csv'}:2"})
    table = read(tmp_path, '{"system": "a", "topic": "t", "m": null}', "rows.jsonl")
    assert table.gaps == {("m", "a", "t"): f"{tmp_path / 'rows.jsonl'}:1"}


def test_systems_of_one_name_in_two_dictionaries_are_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "abs.json").write_text(dictionary(bart={"r": 0.5}, t5={"r": 0.25}))
    (tmp_path / "ext.json").write_text(dictionary(bart={"r": 0.75}))
    table = read_scores([tmp_path / "abs.json", tmp_path / "ext.json"])
    assert table.systems(["r"]) == ["abs/bart", "t5", "ext/bart"]
    assert table.notes == ("bart stands in 2 files; kept apart as abs/bart and ext/bart",)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", ": is empty"),
        (" \n", ": is empty"),
        ("system,topic,m\n", ": holds no score"),
        ("a,b,c\n", ":1: expected a header with the columns system and topic"),
        ("system,topic,m\na,t,nan\n", ':2: expected a finite number for m, found "nan"'),
        ("system,topic,m\na,t,-inf\n", ':2: expected a finite number for m, found "-inf"'),
        ("system,topic,m\na,t,good\n", ':2: expected a finite number for m, found "good"'),
        ("system,topic,m\na,t,1,2\n", ":2: expected 3 cells as in the header, found 4"),
        ("system,topic,m\n,t,1\n", ':2: expected the name of a system, found ""'),
        ("system,topic,m,m\na,t,1,2\n", ':1: the column "m" appears twice'),
        ("system,topic,m,\na,t,1,2\n", ":1: column 4 of the header has no name"),
        ("system,topic,metric,JSD\na,t,m,1\n", ':1: the column "JSD" stands beside a column metric'),
        ("system,topic,metric\na,t,m\n", ':2: "m" has neither a value nor precision'),
        ("system,topic\na,t\n", ":2: a system and a topic, but no score"),
        ('system,topic,m\na,t,"1\n', ":2: not valid CSV"),
        ('{"system": "a", "topic": "t", "m": NaN}', ":1: expected a finite number for m, found nan"),
        ('{"system": "a", "topic": "t", "m": true}', ":1: expected a finite number for m, found true"),
        ('{"system": "a", "topic": "t", "m": 1, "m": 2}', ':1: the key "m" appears twice'),
        (
            '{"System": "a", "system": "b", "topic": "t", "m": 1}',
            ':1: the key "system" means system, which another key holds',
        ),
        ('{"scores": [7]}', ": scores[0]: expected a system, a topic and scores as an object, found 7"),
        ('{"scores": []}', ": holds no score"),
        ('{"a": 1}', ":1: expected scores: the document of cliometer score --json"),
        ("{", ":1: not valid JSON"),
        (
            dictionary(a={"r": float("nan")}),
            ": 52.system_summaries.a.scores.r: expected a finite number for r, found nan",
        ),
        (dictionary(a={}), ": 52.system_summaries.a.scores: expected names"),
    ],
)
def test_bad_input_is_refused_with_its_place(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(FormatError) as error:
        read(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path / 'scores.csv'}{complaint}")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("system,topic,m\na,t,1\na,t,1\n", r"scores.csv:3: m of a on t appears a second time, after .*:2;"),
        ("topic,a,b\nt,1,2\n", "if each column is a system, say so with --system-columns"),
        ("system;topic;m\na;t;0,5\n", r"scores\.csv:2: .*decimal point, not a comma"),
        ("system,topic,m\na,t,0,5\n", r"scores\.csv:2: .*decimal point, not a comma"),
    ],
)
def test_a_refusal_names_both_places_or_what_to_write(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        read(tmp_path, text)


def test_a_file_that_is_not_there_and_no_file_at_all_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        read_scores([tmp_path / "none.csv"])
    with pytest.raises(UsageError, match="no table of scores"):
        read_scores([])


def test_the_names_of_others_work_in_json(tmp_path: Path) -> None:
    assert read(tmp_path, '{"model": "a", "doc_id": 7, "m": 1}\n', "s.jsonl").scores == {("m", "a", "7"): 1.0}


def test_a_column_a_system_is_read_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "jsd.csv").write_text("topic,a,b\nt,1,2\nu,3,\n")
    table = read_scores([tmp_path / "jsd.csv"], system_columns=True)
    assert table.scores == {("jsd", "a", "t"): 1.0, ("jsd", "b", "t"): 2.0, ("jsd", "a", "u"): 3.0}
    assert list(table.gaps) == [("jsd", "b", "u")]


NUMBERS = {"bpoil_0": (0.5, 0.25, 0.333), "bpoil_1": (0.125, 1.0, 0.222), "a_topic_with_a_long_name_0": (0, 0, 0)}


def block(*heading: str, factor: float = 1) -> str:
    rows = [*NUMBERS.items(), ("average_score", (0.9, 0.9, 0.9))]
    lines = [f"\t{name:15}P: {p * factor:.3f} R: {r:.3f} F: {f:.3f}" for name, (p, r, f) in rows]
    lines.insert(-1, "\t-------------")
    return "\n".join([*heading, *lines]) + "\n\n"


def printed(factor: float = 1) -> str:
    """What predict-timelines prints: its settings, then scores, a tab before each line."""
    scores = block("date selection", factor=factor)
    scores += block("rouge_1", "concat") + block("rouge_2", "align_date_content_costs_many_to_one")
    settings = "\n{'algorithm': 'submodular',\n 'name': 'made'}\n"
    return settings + "\t".join(("\n" + scores).splitlines(keepends=True)) + "\n"


def results(*tasks: tuple[float, float]) -> dict[str, Any]:
    """What evaluate.py writes, with a precision of ROUGE and of dates for each task."""

    def three(precision: float) -> dict[str, float]:
        return {"precision": precision, "recall": 0.5, "f_score": 0.25}

    entries = [
        [{"rouge_1": three(rouge), "rouge_2": three(rouge / 2)}, three(dates), [["2010-05-27 00:00:00", ["a"]]]]
        for rouge, dates in tasks
    ]
    return {"average": [three(0), three(0), three(0)], "results": entries}


def saved(path: Path, value: object) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_tilse_names_become_ours(tmp_path: Path) -> None:
    table = read_scores([saved(tmp_path / "asmds.txt", printed())])
    names = ["date", "concat(rouge=1)", "align+m1(rouge=2)"]
    assert table.metrics == [f"{name}.{part}" for name in names for part in ("precision", "recall", "f")]
    assert table.systems(table.metrics) == ["asmds"]


def test_tilse_tasks_belong_to_their_topics_and_averages_are_left_out(tmp_path: Path) -> None:
    table = read_scores([saved(tmp_path / "asmds.txt", printed())])
    assert table.topics(table.metrics) == ["bpoil/0", "bpoil/1", "a_topic_with_a_long_name/0"]
    assert table.scores["date.precision", "asmds", "bpoil/0"] == 0.5
    assert table.scores["align+m1(rouge=2).f", "asmds", "bpoil/1"] == 0.222


def test_scores_before_a_metric_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"a.txt:1: scores before the name of a metric"):
        read_scores([saved(tmp_path / "a.txt", block("x").removeprefix("x\n"))])


def test_a_number_of_tilse_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    text = "date selection\n\tbp_0           P: nan R: 0.500 F: 0.500\n\taverage_score  P: nan R: 1 F: 1\n"
    with pytest.raises(FormatError, match=r'a.txt:2: expected a finite number for date.precision, found "nan"'):
        read_scores([saved(tmp_path / "a.txt", text)])


def test_news_tls_results_are_numbered_tasks_of_the_file(tmp_path: Path) -> None:
    table = read_scores([saved(tmp_path / "t17.clust.json", results((0.5, 0.25), (0.75, 1.0)))])
    names = ["align+m1(rouge=1)", "align+m1(rouge=2)", "date"]
    assert table.metrics == [f"{name}.{part}" for name in names for part in ("precision", "recall", "f")]
    assert table.scores["align+m1(rouge=2).precision", "t17.clust", "2"] == 0.375
    assert table.scores["date.precision", "t17.clust", "1"] == 0.25
    assert table.scores["date.f", "t17.clust", "1"] == 0.25
    assert "numbered, and each counts as a topic of its own" in table.notes[0]


BOARD = {("good", "r.1", "t1"): 0.5, ("good", "r.1", "t2"): 0.25, ("good", "s", "t1"): 1.0, ("good", "s", "t2"): 0.0}
BOARD |= {("bad", run, topic): value for (_, run, topic), value in BOARD.items()}
LEADERBOARDS = {
    "ir_measures.txt": "{run}\t{topic}\t{metric}\t{value}",
    "tot.txt": "{run} {metric} {topic} {value}",
    "ranking": "{topic} Q0 {run} 0 {value} {metric}",
    "lines.jsonl": '{{"run_id": "{run}", "topic_id": "{topic}", "measure": "{metric}", "value": {value}}}',
}


@pytest.mark.parametrize("name", LEADERBOARDS)
def test_leaderboards_of_any_layout_hold_the_same_scores_and_means_are_left_out(name: str, tmp_path: Path) -> None:
    means = {(metric, run, "all"): 9.0 for metric, run, _ in BOARD}
    rows = [LEADERBOARDS[name].format(metric=m, run=r, topic=t, value=v) for (m, r, t), v in (BOARD | means).items()]
    (tmp_path / name).write_text("\n".join(rows), encoding="utf-8")
    table = read_scores([tmp_path / name])
    assert table.scores == BOARD
    assert table.notes == (f"{tmp_path / name}: 4 means over topics (all) left out; they are computed anew",)


def test_a_file_of_trec_eval_is_a_run_whose_name_it_or_its_file_says(tmp_path: Path) -> None:
    for run, head in (("r.1", "num_q\tall\t2\n"), ("x.eval", "runid \tall\ts\n")):
        name = "s" if run == "x.eval" else run
        rows = "".join(f"{metric}\t{topic}\t{value}\n" for (metric, of, topic), value in BOARD.items() if of == name)
        (tmp_path / run).write_text(head + rows, encoding="utf-8")
    assert read_scores([tmp_path / "r.1", tmp_path / "x.eval"]).scores == BOARD


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("r t1 m 0.5\nr t1 m\n", ":2: expected 4 columns (system, topic, metric, value), found 3"),
        ("r t1 m 0.5\nr t2 m high\n", ":2: expected a finite number for m"),
        ("t1 Q0 r 1 0.5 m\nt1 Q0 r 1 0.5 m\n", ":2: "),
        ("m t1 nan\n", ""),
    ],
)
def test_a_row_that_is_none_of_a_leaderboard_is_refused_with_its_line(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        read_scores([path])
    assert f"{path}{fault}" in str(error.value)


def test_metrics_of_autonuggetizer_are_scores_of_a_run_that_its_file_names(tmp_path: Path) -> None:
    rows = '{"qid": "1", "all_score": 0.5}\n{"qid": "2", "all_score": 1.0}\n{"qid": "all", "all_score": 0.75}\n'
    (tmp_path / "team.run-1.jsonl").write_text(rows, encoding="utf-8")
    found = read_scores([tmp_path / "team.run-1.jsonl"]).scores
    assert found == {("all_score", "team.run-1", "1"): 0.5, ("all_score", "team.run-1", "2"): 1.0}
