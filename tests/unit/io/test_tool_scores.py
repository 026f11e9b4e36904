"""Scores as tilse prints them and as news-tls saves them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cliometer.errors import FormatError
from cliometer.io.scores import read_scores
from tests.unit.cli.cliometer_command import cliometer

NUMBERS = {
    "bpoil_0": (0.5, 0.25, 0.333),
    "bpoil_1": (0.125, 1.0, 0.222),
    "a_topic_with_a_long_name_0": (0, 0, 0),
}


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
        [
            {"rouge_1": three(rouge), "rouge_2": three(rouge / 2)},
            three(dates),
            [["2010-05-27 00:00:00", ["a"]]],
        ]
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


def test_a_note_tells_how_tilse_was_read(tmp_path: Path) -> None:
    (note,) = read_scores([saved(tmp_path / "asmds.txt", printed())]).notes
    assert note.endswith("three decimals; bpoil_0 is read as the task bpoil/0 of the topic bpoil")


def test_scores_before_a_metric_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"a.txt:1: scores before the name of a metric"):
        read_scores([saved(tmp_path / "a.txt", block("x").removeprefix("x\n"))])


def test_a_number_of_tilse_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    text = "date selection\n\tbp_0           P: nan R: 0.500 F: 0.500\n\taverage_score  P: nan R: 1 F: 1\n"
    with pytest.raises(FormatError, match=r'a.txt:2: expected a finite number for date.precision, found "nan"'):
        read_scores([saved(tmp_path / "a.txt", text)])


def test_a_dictionary_that_names_nothing_is_refused(tmp_path: Path) -> None:
    text = "{'rouge_1': {'precision': 0.5, 'recall': 0.5, 'f_score': 0.5}}\n"
    with pytest.raises(FormatError, match="names neither system, topic nor metric; write a table system,topic"):
        read_scores([saved(tmp_path / "a.txt", text)])


def test_news_tls_results_are_numbered_tasks_of_the_file(tmp_path: Path) -> None:
    table = read_scores([saved(tmp_path / "t17.clust.json", results((0.5, 0.25), (0.75, 1.0)))])
    names = ["align+m1(rouge=1)", "align+m1(rouge=2)", "date"]
    assert table.metrics == [f"{name}.{part}" for name in names for part in ("precision", "recall", "f")]
    assert table.scores["align+m1(rouge=2).precision", "t17.clust", "2"] == 0.375
    assert table.scores["date.precision", "t17.clust", "1"] == 0.25
    assert table.scores["date.f", "t17.clust", "1"] == 0.25
    assert "numbered, and each counts as a topic of its own" in table.notes[0]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"average": [], "results": 3}, "results: expected a list of results of news-tls, found 3"),
        ({"average": [], "results": [[1, 2]]}, r"results\[0\]: expected ROUGE scores, date scores and a timeline"),
        (
            {"average": [], "results": [[{}, {}, []]]},
            r'results\[0\]\.rouge: the table of ROUGE scores has no "rouge_1"',
        ),
        ({"average": [], "results": []}, "holds no score"),
    ],
    ids=["no-list", "a-pair", "no-scores", "empty"],
)
def test_news_tls_documents_that_are_broken_are_refused(value: object, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=message):
        read_scores([saved(tmp_path / "a.json", value)])


def test_tilse_runs_can_be_compared(tmp_path: Path) -> None:
    paths = [saved(tmp_path / f"{name}.txt", printed(factor)) for name, factor in (("a", 1), ("b", 0.5))]
    found = cliometer("compare", "--scores", *paths, "-m", "date.precision", "--resamples", "100")
    assert (found.status, "date.precision\n\nOn 3 tasks of 2 topics" in found.out) == (0, True), found.err


def test_news_tls_runs_can_be_compared(tmp_path: Path) -> None:
    tasks = [(at / 20, at / 30) for at in range(1, 13)]
    worse = [(rouge / (2 + at % 3), dates) for at, (rouge, dates) in enumerate(tasks)]
    paths = [saved(tmp_path / f"{name}.json", results(*own)) for name, own in (("a", tasks), ("b", worse))]
    found = cliometer("compare", "--scores", *paths, "-m", "align+m1(rouge=1).precision", "--resamples", "100")
    assert (found.status, "align+m1(rouge=1).precision\n\nOn 12 topics" in found.out) == (0, True), found.err
