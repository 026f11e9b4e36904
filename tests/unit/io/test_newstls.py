"""The jsonl format of news-tls, and timelines as news-tls and tilse leave them behind."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io import Reading, parse_timelines, read_references, read_run, read_timelines
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline
from tests.unit.cli.cliometer_command import cliometer


def read(text: str, duplicates: Duplicates = "append") -> Reading:
    return parse_timelines(text, Path("a.jsonl"), duplicates)


@pytest.mark.parametrize("clock", ["25:61:61", "10:60", "10:00:61"])
def test_a_time_that_no_clock_shows_is_refused(clock: str) -> None:
    with pytest.raises(FormatError, match=f'found "2010-05-27T{clock}"'):
        read(f'[["2010-05-27T{clock}", ["a"]]]')


DAYS: list[Any] = [
    [["2010-05-27 00:00:00", [f"oil {word}"]], ["2010-05-29 00:00:00", ["cap"]]] for word in ("rig", "leak", "fire")
]
THREE = {"precision": 0.5, "recall": 0.5, "f_score": 0.5}
RESULTS = {
    "average": [THREE, THREE, THREE],
    "results": [[{"rouge_1": THREE, "rouge_2": THREE}, THREE, days] for days in DAYS],
}
TIMELINES = [Timeline({date[:10]: said for date, said in days}) for days in DAYS]


def saved(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def gold(folder: Path, *counts: int) -> Path:
    """A dataset as news-tls has it: so many references of each topic, among its other files."""
    for topic, count in zip("xyz", counts, strict=False):
        (folder / topic).mkdir(parents=True)
        lines = "".join(json.dumps(DAYS[at]) + "\n" for at in range(count))
        (folder / topic / "timelines.jsonl").write_text(lines, encoding="utf-8")
        saved(folder / topic / "keywords.json", ["oil"])
        (folder / topic / "articles.preprocessed.jsonl").write_text("{}\n", encoding="utf-8")
    return folder


def score(*words: object) -> Any:
    found = cliometer("score", *words, "-m", "date", "-m", "rouge1", "--json")
    return json.loads(found.out) if found.status == 0 else found.err


@pytest.mark.parametrize("value", [RESULTS, {"results": RESULTS["results"]}, DAYS], ids=["both", "results", "list"])
def test_every_timeline_of_an_experiment_is_read(value: object, tmp_path: Path) -> None:
    reading = read_timelines(saved(tmp_path / "t17.clust.json", value))
    assert (reading.format, list(reading.timelines)) == ("newstls", TIMELINES)


def test_the_data_of_news_tls_is_a_benchmark_whatever_stands_beside_its_timelines(tmp_path: Path) -> None:
    references, notes = read_references(gold(tmp_path, 2, 1))
    assert {topic: len(own) for topic, own in references.items()} == {"x": 2, "y": 1}
    assert sum("skipped, the references here are timelines.jsonl" in note for note in notes) == 4


def test_results_answer_each_reference(tmp_path: Path) -> None:
    data = gold(tmp_path / "gold", 2, 1)
    document = score(saved(tmp_path / "run.json", RESULTS), data, "--per-reference")
    found = {row["topic"]: row["f"] for row in document["scores"] if row["metric"] == "rouge1"}
    assert list(found) == ["x/timelines-1", "x/timelines-2", "y/timelines"]
    assert (found["x/timelines-1"], found["x/timelines-2"]) == (1, 1)


def test_a_list_answers_all_references_of_a_topic(tmp_path: Path) -> None:
    data = gold(tmp_path / "gold", 2, 1)
    document = score(saved(tmp_path / "run.json", DAYS[:2]), data, "--per-reference")
    found = {row["topic"]: row["f"] == 1 for row in document["scores"] if row["metric"] == "rouge1"}
    assert found == {"x/timelines-1": True, "x/timelines-2": False, "y/timelines": False}


def test_results_for_references_ask_for_the_option(tmp_path: Path) -> None:
    error = score(saved(tmp_path / "run.json", RESULTS), gold(tmp_path / "gold", 2, 1))
    assert error.endswith("for 2 topics with 3 references, so there is one for each reference: add --per-reference\n")


def test_other_numbers_of_timelines_are_refused_with_a_remedy(tmp_path: Path) -> None:
    references = {topic: ReferenceSet(TIMELINES[0]) for topic in "wxyz"}
    with pytest.raises(InputError, match=r"holds 3 timelines without names for 4 topics, so they .* name the files"):
        read_run(saved(tmp_path / "run.json", DAYS), gold=references)


class Bomb:
    """What runs where a pickle is opened."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (pytest.fail, ("a pickle was opened",))


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_is_never_opened(protocol: int, tmp_path: Path) -> None:
    path = tmp_path / "model.obj"
    path.write_bytes(pickle.dumps(Bomb(), protocol))
    for words in (
        ("score", path, gold(tmp_path / "gold", 1)),
        ("convert", path, "--to", "json"),
        ("compare", "--scores", path),
    ):
        found = cliometer(*words)
        assert found.status == 2
        assert "model.obj: a Python pickle can run any program" in found.err
        assert "write str(timeline) of each of its timelines into RUN/<topic>.txt" in found.err


LOG = """clustering articles...
done
*** TIMELINE: y ***
[2010-05-27]
oil leak
---
[2010-05-29]
cap
--- well
---
summarization...
*** TIMELINE: x ***
[2010-05-27]
oil rig
---
"""


def test_what_news_tls_prints_is_read_with_its_topics(tmp_path: Path) -> None:
    path = tmp_path / "t17.log"
    path.write_text(LOG, encoding="utf-8")
    reading = read_timelines(path)
    assert [(timeline.name, len(timeline)) for timeline in reading.timelines] == [("y", 2), ("x", 1)]
    assert reading.timelines[0]["2010-05-29"] == ("cap", "--- well")
    assert reading.notes == (f"{path}: 3 lines of the log that belong to no timeline were skipped",)


def test_what_news_tls_prints_answers_the_topics_it_names(tmp_path: Path) -> None:
    path = tmp_path / "t17.log"
    path.write_text(LOG, encoding="utf-8")
    document = score(path, gold(tmp_path / "gold", 1, 1))
    assert {row["topic"] for row in document["scores"]} == {"x", "y"}
    assert next(row["f"] for row in document["scores"] if row["topic"] == "x" and row["metric"] == "rouge1") < 1


def test_a_log_that_ends_too_soon_keeps_its_last_day(tmp_path: Path) -> None:
    path = tmp_path / "t17.log"
    path.write_text(LOG.removesuffix("---\n"), encoding="utf-8")
    reading = read_timelines(path)
    assert reading.timelines[1]["2010-05-27"] == ("oil rig",)
    assert f"{path}:13: a day has no --- after it; kept" in reading.notes


def test_a_day_that_the_next_topic_cuts_short_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "t17.log"
    path.write_text(LOG.replace("---\nsummarization...\n", ""), encoding="utf-8")
    reading = read_timelines(path)
    assert [len(timeline) for timeline in reading.timelines] == [2, 1]
    assert f"{path}:7: a day has no --- after it; kept" in reading.notes


def test_a_bad_date_of_a_log_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "t17.log"
    path.write_text(LOG.replace("[2010-05-29]", "[May]"), encoding="utf-8")
    with pytest.raises(FormatError, match=r't17.log:7: expected a date .*, found "May"'):
        read_timelines(path)
