"""Evaluations of what lies on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer import score
from cliometer.engine.evaluation import Allowance
from cliometer.engine.file_evaluation import FileEvaluation, read_gold, run_names
from cliometer.errors import CoverageError, InputError, UsageError
from cliometer.io import write_timelines
from cliometer.model.timeline import Timeline
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


def test_a_pair_of_files_with_different_names_is_one_topic(tmp_path: Path) -> None:
    system, reference = put(tmp_path / "mine.txt", LATE), put(tmp_path / "theirs.json", OIL)
    results = FileEvaluation([system], [reference]).run()
    assert [row.score for row in results.rows] == [row.score for row in score(LATE, OIL).rows]
    assert (results.systems, results.topics) == (["mine"], ["theirs"])


def test_several_reference_files_are_references_of_one_topic(tmp_path: Path) -> None:
    system = put(tmp_path / "s.txt", LATE)
    references = [put(tmp_path / "a.txt", OIL), put(tmp_path / "b.txt", LATE)]
    results = FileEvaluation([system], references).run()
    assert [row.score for row in results.rows] == [row.score for row in score(LATE, [OIL, LATE]).rows]


def test_folders_are_matched_by_topic(gold: Path, tmp_path: Path) -> None:
    put(tmp_path / "run" / "oil.txt", OIL)
    put(tmp_path / "run" / "mine.txt", MINE)
    assert topics(FileEvaluation([tmp_path / "run"], [gold], ["date"])) == {
        "mine": 1.0,
        "oil": pytest.approx(2 / 3),
    }


def test_per_reference_a_file_a_topic_answers_each_of_its_references(gold: Path, tmp_path: Path) -> None:
    put(tmp_path / "run" / "oil.txt", OIL)
    put(tmp_path / "run" / "mine.txt", MINE)
    evaluation = FileEvaluation([tmp_path / "run"], [gold], ["date"], per_reference=True)
    assert topics(evaluation) == {"mine/bbc": 1.0, "oil/ap": 0.5, "oil/bbc": 1.0}


def test_per_reference_a_file_a_reference_answers_that_one_only(gold: Path, tmp_path: Path) -> None:
    put(tmp_path / "run" / "oil" / "bbc.txt", LATE)
    put(tmp_path / "run" / "oil" / "ap.txt", LATE)
    put(tmp_path / "run" / "mine" / "bbc.txt", MINE)
    evaluation = FileEvaluation([tmp_path / "run"], [gold], ["date"], per_reference=True)
    assert topics(evaluation) == {"mine/bbc": 1.0, "oil/ap": 1.0, "oil/bbc": 0.5}


def test_per_reference_a_single_file_answers_every_reference_file(tmp_path: Path) -> None:
    references = [put(tmp_path / "r" / "a.txt", OIL), put(tmp_path / "r" / "b.txt", LATE)]
    evaluation = FileEvaluation([put(tmp_path / "s.txt", OIL)], references, ["date"], per_reference=True)
    assert list(topics(evaluation).values()) == [1.0, 0.5]


def test_per_reference_a_writer_may_have_a_slash_in_the_name(tmp_path: Path) -> None:
    for topic in ("oil", "gas"):
        (tmp_path / "gold").mkdir(exist_ok=True)
        write_timelines(tmp_path / "gold" / f"{topic}.json", [OIL.named("the/bbc"), LATE.named("ap")])
        put(tmp_path / "run" / f"{topic}.txt", OIL)
    evaluation = FileEvaluation([tmp_path / "run"], [tmp_path / "gold"], ["date"], per_reference=True)
    assert topics(evaluation) == {"gas/the/bbc": 1.0, "gas/ap": 0.5, "oil/the/bbc": 1.0, "oil/ap": 0.5}


def test_per_reference_a_missing_reference_is_an_error(gold: Path, tmp_path: Path) -> None:
    put(tmp_path / "run" / "oil" / "bbc.txt", LATE)
    put(tmp_path / "run" / "mine" / "bbc.txt", MINE)
    with pytest.raises(CoverageError, match="no timeline for oil/ap"):
        FileEvaluation([tmp_path / "run"], [gold], ["date"], per_reference=True).run()


def test_per_reference_a_topic_without_reference_is_an_error(gold: Path, tmp_path: Path) -> None:
    for topic in ("oil", "mine", "war"):
        put(tmp_path / "run" / f"{topic}.txt", OIL)
    with pytest.raises(CoverageError, match="without a reference: war"):
        FileEvaluation([tmp_path / "run"], [gold], ["date"], per_reference=True).run()


def test_a_single_file_does_not_answer_several_topics(gold: Path, tmp_path: Path) -> None:
    with pytest.raises(CoverageError, match="oil has no timeline for mine"):
        FileEvaluation([put(tmp_path / "oil.txt", OIL)], [gold], ["date"]).run()


def test_gaps_are_allowed_where_asked_for(gold: Path, tmp_path: Path) -> None:
    system = put(tmp_path / "oil.txt", OIL)
    results = FileEvaluation([system], [gold], ["date"], allow=Allowance(missing="skip")).run()
    assert results.topics == ["oil"]
    assert "oil has no timeline for mine; left out of its means" in results.notes


def test_several_runs_are_scored_side_by_side(gold: Path, tmp_path: Path) -> None:
    for run, said in (("b", OIL), ("a", LATE)):
        put(tmp_path / run / "oil.txt", said)
        put(tmp_path / run / "mine.txt", MINE)
    assert FileEvaluation([tmp_path / "b", tmp_path / "a"], [gold], ["date"]).run().systems == ["b", "a"]


def test_notes_of_reading_come_before_notes_of_scoring(tmp_path: Path) -> None:
    (tmp_path / "mute.txt").write_text(f"2010-05-27\n{'-' * 32}\n")
    results = FileEvaluation([tmp_path / "mute.txt"], [put(tmp_path / "r.txt", OIL)], ["date"]).run()
    assert results.notes == (
        f"{tmp_path / 'mute.txt'}:1: a day without sentences was kept",
        "mute: the timeline for r has dates without a sentence; metrics of words score it 0",
    )


def test_an_empty_system_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    results = FileEvaluation([tmp_path / "empty.txt"], [put(tmp_path / "r.txt", OIL)], ["date"]).run()
    assert results.notes == ("empty: the timeline for r is empty; it scores 0",)


def test_of_repeated_dates_the_last_counts_unless_told(tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text(f"2010-05-27\nsealed\n{'-' * 32}\n2010-05-27\nopened\n{'-' * 32}\n")
    reference = put(tmp_path / "r.txt", Timeline({"2010-05-27": ["sealed"]}))

    def recall(**options: str) -> float | None:
        return topics(FileEvaluation([tmp_path / "s.txt"], [reference], ["concat"], **options))["r"]  # type: ignore[arg-type]

    assert (recall(), recall(duplicates="append")) == (0.0, 1.0)
    assert (recall(preset="modern"), recall(preset="modern", duplicates="append")) == (0.0, 1.0)
    with pytest.raises(InputError, match="2010-05-27 appears again"):
        recall(duplicates="error")


def test_a_text_without_a_countable_word_is_an_error(tmp_path: Path) -> None:
    system = put(tmp_path / "s.txt", Timeline({"2010-05-27": ["Скважина закрыта"]}))
    with pytest.raises(InputError, match="s: the text for r has no countable word"):
        FileEvaluation([system], [put(tmp_path / "r.txt", OIL)], ["concat"]).run()


def test_a_file_that_is_both_system_and_reference_or_reference_twice_is_named(tmp_path: Path) -> None:
    path = put(tmp_path / "r.txt", OIL)
    twice, both = FileEvaluation([path], [path, path], ["date"]).run().notes
    assert twice == f"{path}: the reference was given twice, and counts twice"
    assert both == f"{path}: the same file is system and reference; was that meant?"


def test_one_text_without_a_countable_word_does_not_stop_the_others(tmp_path: Path) -> None:
    for topic, said in (("oil", OIL), ("mine", Timeline({"2010-05-27": ["He was not the one"]}))):
        put(tmp_path / "run" / f"{topic}.txt", said)
        put(tmp_path / "gold" / topic / "bbc.txt", OIL)
    results = FileEvaluation([tmp_path / "run"], [tmp_path / "gold"], ["concat"]).run()
    assert [row.score.numbers()["f"] for row in results.rows] == [0.0, 1.0]
    assert any(note.startswith("run: the text for mine has no countable word") for note in results.notes)


@pytest.mark.parametrize("several", [False, True])
def test_a_reference_that_says_nothing_is_refused(tmp_path: Path, several: bool) -> None:
    (tmp_path / "mute.txt").write_text(f"2010-05-27\n{'-' * 32}\n")
    others = [put(tmp_path / "r.txt", OIL)] if several else []
    with pytest.raises(InputError, match=r"the reference mute of .* says nothing; write at least one day"):
        read_gold([*others, tmp_path / "mute.txt"], "last")


def test_an_empty_reference_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    with pytest.raises(InputError, match=r"empty.txt: is empty: expected a timeline"):
        read_gold([tmp_path / "empty.txt"], "last")


def test_several_references_must_be_files(gold: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"must all be files of one topic, but .*gold is a folder"):
        read_gold([put(tmp_path / "r.txt", OIL), gold], "last")


def test_there_must_be_a_reference_and_a_system(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no reference was given"):
        read_gold([], "last")
    with pytest.raises(UsageError, match="no system was given"):
        run_names([])


def test_runs_are_named_after_file_or_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file, folder = put(tmp_path / "my.run.txt", OIL), tmp_path / "v1.2"
    folder.mkdir()
    assert run_names([file, folder, Path(".")]) == ["my.run", "v1.2", tmp_path.name]


def test_a_run_behind_a_link_has_the_name_of_the_link(tmp_path: Path) -> None:
    (tmp_path / "final").mkdir()
    (tmp_path / "best").symlink_to(tmp_path / "final")
    assert run_names([tmp_path / "best"]) == ["best"]


def test_runs_of_the_same_name_are_told_apart_by_their_paths(tmp_path: Path) -> None:
    paths = [put(tmp_path / folder / "oil.txt", OIL) for folder in "ab"]
    assert run_names([*paths, tmp_path / "a"]) == [str(paths[0]), str(paths[1]), "a"]


def test_the_same_run_twice_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path / "oil.txt", OIL)
    with pytest.raises(UsageError, match=r"oil.txt was given 2 times; name it once"):
        run_names([path, path])
