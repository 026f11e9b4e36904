"""Evaluations of what lies on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.engine.file_evaluation import FileEvaluation, read_gold, run_names
from cliometer.errors import CoverageError, InputError, UsageError
from tests.laid_out import LATE, MINE, OIL, put


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    put(tmp_path / "gold" / "oil" / "bbc.txt", OIL)
    put(tmp_path / "gold" / "oil" / "ap.txt", LATE)
    put(tmp_path / "gold" / "mine" / "bbc.txt", MINE)
    return tmp_path / "gold"


def topics(evaluation: FileEvaluation) -> dict[str, float | None]:
    results = evaluation.run()
    return {row.topic: results.numbers(row)["recall"] for row in results.rows}


def test_per_reference_a_single_file_answers_every_reference_file(tmp_path: Path) -> None:
    references = [put(tmp_path / "r" / "a.txt", OIL), put(tmp_path / "r" / "b.txt", LATE)]
    evaluation = FileEvaluation([put(tmp_path / "s.txt", OIL)], references, ["date"], per_reference=True)
    assert list(topics(evaluation).values()) == [1.0, 0.5]


def test_per_reference_a_topic_without_reference_is_an_error(gold: Path, tmp_path: Path) -> None:
    for topic in ("oil", "mine", "war"):
        put(tmp_path / "run" / f"{topic}.txt", OIL)
    with pytest.raises(CoverageError, match="without a reference: war"):
        FileEvaluation([tmp_path / "run"], [gold], ["date"], per_reference=True).run()


def test_a_single_file_does_not_answer_several_topics(gold: Path, tmp_path: Path) -> None:
    with pytest.raises(CoverageError, match="oil has no timeline for mine"):
        FileEvaluation([put(tmp_path / "oil.txt", OIL)], [gold], ["date"]).run()


def test_a_file_that_is_both_system_and_reference_or_reference_twice_is_named(tmp_path: Path) -> None:
    path = put(tmp_path / "r.txt", OIL)
    twice, both = FileEvaluation([path], [path, path], ["date"]).run().notes
    assert twice == f"{path}: the reference was given twice, and counts twice"
    assert both == f"{path}: the same file is system and reference; was that meant?"


@pytest.mark.parametrize("several", [False, True])
def test_a_reference_that_says_nothing_is_refused(tmp_path: Path, several: bool) -> None:
    (tmp_path / "mute.txt").write_text(f"2010-05-27\n{'-' * 32}\n")
    others = [put(tmp_path / "r.txt", OIL)] if several else []
    with pytest.raises(InputError, match=r"the reference mute of .* has no sentence; write at least one day"):
        read_gold([*others, tmp_path / "mute.txt"], "last")


def test_several_references_must_be_files(gold: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"must all be files of one topic, but .*gold is a folder"):
        read_gold([put(tmp_path / "r.txt", OIL), gold], "last")


def test_there_must_be_a_reference_and_a_system(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no reference was given"):
        read_gold([], "last")
    with pytest.raises(UsageError, match="no system was given"):
        run_names([])


def test_the_same_run_twice_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path / "oil.txt", OIL)
    with pytest.raises(UsageError, match=r"oil.txt was given 2 times; name it once"):
        run_names([path, path])
