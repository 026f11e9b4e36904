"""The cache of scores: whatever changed, the results are those of no cache, and what did not change is found."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cliometer import Timeline, score, write_timelines
from cliometer.engine.score_cache import ScoreCache
from cliometer.engine.value_evaluation import prepared
from cliometer.errors import InputError
from tests.unit.cli.cliometer_command import cliometer

METRICS = ["date", "align(rouge=1)", "align+m1(rouge=2)", "ledger"]
OIL = Timeline({"2010-05-26": ["Oil spills.", "It burns all night."], "2010-06": ["The leak goes on."]})
END = Timeline({"2010-05-27": ["BP gives up the top kill."], "2010-07-15": ["The leak is stopped."]})
GOLD = {"oil": [OIL, END], "end": [END]}
RUNS = {
    name: {"oil": one, "end": other}
    for name, one, other in (("a", OIL, END), ("b", END, OIL), ("c: d", OIL, Timeline()))
}


def scored(runs: Any, cache: ScoreCache | None, gold: Any = GOLD, metrics: list[str] = METRICS) -> str:
    """The document of an evaluation, notes and all."""
    return json.dumps(replace(prepared(runs, gold, metrics, missing="zero"), cache=cache).run().to_dict())


def kept(folder: Path) -> ScoreCache:
    """The cache of a folder, which counts from 0."""
    return ScoreCache.open(folder)


def test_a_second_run_finds_everything_and_says_the_same(tmp_path: Path) -> None:
    plain, first = scored(RUNS, None), kept(tmp_path)
    assert scored(RUNS, first) == plain
    again = kept(tmp_path)
    assert scored(RUNS, again) == plain
    assert first.note.endswith("found the scores of 0 of 6 texts")
    assert again.note.endswith("found the scores of 6 of 6 texts")


def test_damaged_entries_and_files_are_computed_again_with_a_note(tmp_path: Path) -> None:
    plain = scored(RUNS, kept(tmp_path))
    with sqlite3.connect(tmp_path / "scores.sqlite") as connection:
        connection.execute("UPDATE scores SET entry = replace(entry, '1', '2')")
    connection.close()
    cache = kept(tmp_path)
    assert scored(RUNS, cache) == plain
    assert cache.note.endswith("found the scores of 0 of 6 texts, 5 damaged entries computed again")
    (tmp_path / "scores.sqlite").write_bytes(b"not a database" * 100)
    cache = kept(tmp_path)
    assert scored(RUNS, cache) == plain
    assert "1 damaged entry computed again" in cache.note
    assert scored(RUNS, kept(tmp_path)) == plain


def test_a_folder_that_cannot_hold_a_cache_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="file: the cache cannot be used: "):
        kept(tmp_path / "file")


def test_commands_use_the_cache_and_say_how_much_was_found(tmp_path: Path) -> None:
    for system, run in (("a", OIL), ("b", END)):
        (tmp_path / system).mkdir()
        write_timelines(tmp_path / system / "oil.json", [run])
    (tmp_path / "gold" / "oil").mkdir(parents=True)
    write_timelines(tmp_path / "gold" / "oil" / "one.json", [END])
    asked = [tmp_path / "a", tmp_path / "b", "-r", tmp_path / "gold", "-m", "date", "--json"]
    plain, first, second = (cliometer("score", *asked, *more) for more in ([], *[["--cache", tmp_path / "kept"]] * 2))
    assert plain.out == first.out == second.out
    assert (plain.err, first.err) == ("", f"note: {tmp_path / 'kept'}: found the scores of 0 of 2 texts\n")
    assert second.err == f"note: {tmp_path / 'kept'}: found the scores of 2 of 2 texts\n"
    runs = {"a": tmp_path / "a", "b": tmp_path / "b"}
    assert (
        score(runs, tmp_path / "gold", ["date"], cache=tmp_path / "kept").means()
        == score(runs, tmp_path / "gold", ["date"]).means()
    )
