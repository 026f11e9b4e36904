"""Scores in shards: the same as without, resumable, and never half."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cliometer import compare, demo, read_references, score_table
from cliometer.engine import shard_writing
from cliometer.engine.backends import Processes, using_backend
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.engine.score_shards import MANIFEST, ScoreShards
from cliometer.engine.shard_writing import write_shards
from cliometer.errors import CliometerError, CoverageError, InputError, UsageError
from cliometer.io import read_run
from cliometer.io.timeline_parquet import write_parquet_runs
from tests.unit.cli.cliometer_command import cliometer
from tests.unit.engine import piece_faults

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

GOLD = demo() / "references"
RUNS = {name: read_run(demo() / "runs" / name)[0] for name in ("lead", "mentions", "random")}
METRICS = ["date", "align+m1(rouge=1)"]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shard_writing, "_ROWS", 40)
    monkeypatch.setattr(shard_writing, "_DAYS_AT_ONCE", 30)
    monkeypatch.setattr(shard_writing, "_SYSTEMS_AT_ONCE", 2)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The runs of the demo, in small row groups."""
    answers = [(system, topic, RUNS[system][topic]) for topic in sorted(RUNS["lead"]) for system in RUNS]
    write_parquet_runs(tmp_path / "whole.parquet", answers)
    rows = parquet.read_table(tmp_path / "whole.parquet")
    parquet.write_table(rows, tmp_path / "runs.parquet", row_group_size=17)
    return tmp_path / "runs.parquet"


def files(table: Path, metrics: list[str] = METRICS) -> FileEvaluation:
    return FileEvaluation([table], [GOLD], metrics)


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def shards(table: Path, folder: Path, metrics: list[str] = METRICS) -> ScoreShards:
    return write_shards(files(table, metrics).plan(), folder)


@pytest.mark.parametrize("per_reference", [False, True])
def test_shards_hold_the_scores_means_and_notes_of_an_evaluation(
    table: Path, tmp_path: Path, per_reference: bool
) -> None:
    asked = replace(files(table, [*METRICS, "align(rouge=1)"]), per_reference=per_reference)
    found = write_shards(asked.plan(), tmp_path / "out")
    assert len(found.manifest.shards) > 3
    assert found.results().to_dict() == asked.run().to_dict()
    assert ScoreShards.read(tmp_path / "out").means == asked.run().means()


def test_a_second_run_does_only_what_is_missing_and_says_so(table: Path, tmp_path: Path) -> None:
    first = shards(table, tmp_path / "out")
    before, pieces = content(tmp_path / "out"), len(first.manifest.shards)
    manifest = json.loads(before[MANIFEST])
    lost = manifest["shards"].pop(2)
    (tmp_path / "out" / MANIFEST).write_text(json.dumps(manifest))
    cut = tmp_path / "out" / manifest["shards"][0]["file"]
    cut.write_bytes(cut.read_bytes()[:-5])
    with pytest.raises(InputError, match=f"out: holds {pieces - 1} of {pieces} pieces; run the cliometer score"):
        ScoreShards.read(tmp_path / "out")
    stamp = (tmp_path / "out" / manifest["shards"][3]["file"]).stat().st_mtime_ns
    again = shards(table, tmp_path / "out")
    assert content(tmp_path / "out") == before
    assert (tmp_path / "out" / manifest["shards"][3]["file"]).stat().st_mtime_ns == stamp
    assert f"{cut}: is cut short" in again.notes[0]
    assert again.notes[1] == f"{tmp_path / 'out'}: found {pieces - 2} of {pieces} pieces done, and scored the other 2"
    assert lost["file"] in content(tmp_path / "out")


@pytest.mark.parametrize(
    ("damage", "message"), [("cut", "is cut short"), ("change", "has other bytes"), ("remove", "is missing")]
)
def test_a_damaged_shard_is_named_and_never_read(table: Path, tmp_path: Path, damage: str, message: str) -> None:
    shard = tmp_path / "out" / shards(table, tmp_path / "out").manifest.shards[1].file
    whole = shard.read_bytes()
    shard.write_bytes(whole[:-9] if damage == "cut" else whole[:9] + b"x" + whole[10:])
    if damage == "remove":
        shard.unlink()
    with pytest.raises(InputError, match=f"{shard.name}: {message}.*; run the same cliometer score again"):
        compare(tmp_path / "out")


def test_other_settings_other_inputs_and_other_folders_are_refused(table: Path, tmp_path: Path) -> None:
    shards(table, tmp_path / "out")
    before = content(tmp_path / "out")
    with pytest.raises(UsageError, match=r"other settings \(metrics was .* and is now \"date\"\); name another folder"):
        shards(table, tmp_path / "out", ["date"])
    write_parquet_runs(tmp_path / "other.parquet", [("a", topic, own) for topic, own in RUNS["lead"].items()])
    with pytest.raises(UsageError, match="holds scores of other systems, or of these before they were changed"):
        shards(tmp_path / "other.parquet", tmp_path / "out")
    with pytest.raises(UsageError, match=r"holds other files and no manifest.json"):
        shards(table, tmp_path)
    assert content(tmp_path / "out") == before
    (tmp_path / "out" / MANIFEST).write_text("{}")
    with pytest.raises(InputError, match="is no manifest of scores"):
        shards(table, tmp_path / "out")


def test_missing_and_extra_topics_are_treated_as_without_shards(tmp_path: Path) -> None:
    rosetta = RUNS["lead"]["rosetta"]
    answers = [("a", "rosetta", rosetta), ("b", "rosetta", rosetta), ("b", "moon", rosetta)]
    write_parquet_runs(tmp_path / "a.parquet", answers)
    with pytest.raises(CoverageError, match=r"a has no timeline for apollo-13"):
        shards(tmp_path / "a.parquet", tmp_path / "out")
    for missing in ("skip", "zero"):
        asked = FileEvaluation([tmp_path / "a.parquet"], [GOLD], METRICS)
        asked = replace(asked, allow=replace(asked.allow, missing=missing, extra="skip"))
        assert write_shards(asked.plan(), tmp_path / missing).results().to_dict() == asked.run().to_dict()


@pytest.mark.parametrize("settings", [{}, {"average": "mean-of-f"}, {"side": "recall"}, {"gates": ["date >= 0.3"]}])
def test_a_comparison_of_shards_is_that_of_the_runs(table: Path, tmp_path: Path, settings: Any) -> None:
    shards(table, tmp_path / "out")
    expected = compare(table, GOLD, METRICS, **settings).to_dict()
    found = compare(tmp_path / "out", **settings).to_dict()
    assert found.pop("notes") == [
        "no human level: a folder of scores holds no references; compare the runs with -r GOLD to get it"
    ]
    assert found == {key: value for key, value in expected.items() if key != "notes"} | {"human_levels": []}


def test_a_folder_of_shards_is_no_run_and_no_table(table: Path, tmp_path: Path) -> None:
    shards(table, tmp_path / "out")
    files(table).run().write_parquet(tmp_path / "scores.parquet")
    assert "compare --scores" in cliometer("compare", str(tmp_path / "out"), "-r", str(GOLD)).err
    with pytest.raises(UsageError, match="--average micro"):
        compare(tmp_path / "out", average="micro")
    with pytest.raises(UsageError, match="holds scores in shards, which are read alone"):
        compare([tmp_path / "out", tmp_path / "scores.parquet"])


def test_commands_write_shards_and_read_them(table: Path, tmp_path: Path) -> None:
    asked = ["score", str(table), str(GOLD), "-m", "date"]
    plain, sharded = cliometer(*asked), cliometer(*asked, "-o", str(tmp_path / "out"))
    assert (sharded.status, sharded.out) == (0, plain.out)
    assert json.loads(cliometer(*asked, "-o", str(tmp_path / "out"), "--json").out)["means"]
    assert cliometer(*asked, "-o", str(tmp_path / "out"), "--csv").status == 2
    assert "mentions" in cliometer("compare", "--scores", str(tmp_path / "out"), "--baseline", "lead").out
    assert cliometer("report", str(tmp_path / "out"), "-o", str(tmp_path / "r.md")).status == 0
    assert "mentions" in (tmp_path / "r.md").read_text()


def test_an_arrow_table_of_timelines_becomes_one_of_scores(table: Path) -> None:
    gold = read_references(GOLD)
    found = score_table(parquet.read_table(table), gold, METRICS)
    results = files(table).run()
    scored = {(row.system, row.topic, row.metric): results.numbers(row).get("f") for row in results.rows}
    columns = (found.column(name).to_pylist() for name in ("system", "topic", "metric"))
    assert dict(zip(zip(*columns, strict=True), found.column("f").to_pylist(), strict=True)) == scored
    with pytest.raises(CoverageError, match="the table has timelines of moon, which has no reference"):
        score_table(pyarrow.table({"system": ["a"], "topic": ["moon"], "date": ["2010"], "sentence": ["x"]}), gold)


def pieces_done(folder: Path) -> int:
    """How many pieces the manifest has, which may be fewer than there are files."""
    manifest = folder / MANIFEST
    return len(json.loads(manifest.read_text())["shards"]) if manifest.exists() else 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_driver_that_is_killed_goes_on_where_it_was_with_the_same_bytes(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    monkeypatch.setattr(shard_writing, "_DAYS_AT_ONCE", 100_000)  # as in the driver, which knows nothing of this test
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    asked = ["score", str(table), str(GOLD), "-m", "date", "-o", str(tmp_path / "out"), "--jobs", jobs]
    line, null = [sys.executable, "-m", "tests.unit.engine.piece_faults", *asked], subprocess.DEVNULL
    driver = subprocess.Popen(line, env=environment, stdout=null, stderr=null)
    try:
        deadline = time.monotonic() + 120
        while not pieces_done(tmp_path / "out") and time.monotonic() < deadline:
            time.sleep(0.02)
    finally:
        driver.kill()
        driver.wait()
    done = pieces_done(tmp_path / "out")
    (tmp_path / "out" / f".scores-000009.parquet.{driver.pid}.part").write_bytes(b"half")
    second, whole = shards(table, tmp_path / "out", ["date"]), shards(table, tmp_path / "undisturbed", ["date"])
    assert 0 < done < len(whole.manifest.shards)
    assert f"found {done} of {len(whole.manifest.shards)} pieces done" in second.notes[0]
    assert content(tmp_path / "out") == content(tmp_path / "undisturbed")


def test_two_processes_one_of_which_is_killed_after_it_wrote_a_shard_change_no_byte(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shard_writing, "_DAYS_AT_ONCE", 100_000)  # as in the processes, which know nothing of this test
    whole = shards(table, tmp_path / "whole", ["date"])
    monkeypatch.setattr(shard_writing, "score_piece", piece_faults.killed_piece)
    with using_backend(Processes(2)):
        disturbed = shards(table, tmp_path / "out", ["date"])
    assert (tmp_path / "killed").exists()
    assert content(tmp_path / "out") == content(tmp_path / "whole")
    assert disturbed.means == whole.means and disturbed.pairs == whole.pairs


def test_a_full_disk_is_one_line_and_no_half_shard_counts(table: Path, tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    shards(table, tmp_path / "whole")
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, before[1]))  # any longer file fails as on a full disk
    try:
        with pytest.raises(CliometerError, match=r"scores-000000.parquet: cannot be written: "):
            shards(table, tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(content(tmp_path / "out")) == [MANIFEST]
    shards(table, tmp_path / "out")
    assert content(tmp_path / "out") == content(tmp_path / "whole")


def test_shards_have_the_same_bytes_on_a_dask_cluster(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dask_address: str
) -> None:
    from cliometer.engine.clusters import DaskCluster

    monkeypatch.setattr(shard_writing, "_DAYS_AT_ONCE", 100_000)
    monkeypatch.chdir(tmp_path)  # where no worker is
    shards(table, tmp_path / "one", ["date"])
    with using_backend(DaskCluster.at(dask_address, 1)):
        shards(Path(table.name), Path("two"), ["date"])
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_oracles_bound_the_others_and_do_not_compete(table: Path, tmp_path: Path) -> None:
    shards(table, tmp_path / "out")
    path = tmp_path / "out" / MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text()) | {"oracles": {"random": "the best"}}))
    found = compare(tmp_path / "out", metrics=["date"])
    assert [one.system for one in found["date"].systems] == ["mentions", "lead"]
    assert [bound.run for bound in found.bounds] == ["random"]
    with pytest.raises(UsageError, match="so it is no baseline"):
        compare(tmp_path / "out", baseline="random")


def test_force_starts_again_where_the_manifest_is_damaged(table: Path, tmp_path: Path) -> None:
    before, manifest = content(shards(table, tmp_path / "out").folder), tmp_path / "out" / MANIFEST
    manifest.write_text('{"manifest": ')
    with pytest.raises(InputError, match=r"is no manifest of scores, or damaged; .*--force") as refused:
        shards(table, tmp_path / "out")
    assert "column" not in str(refused.value)
    write_shards(files(table).plan(), tmp_path / "out", force=True)
    assert content(tmp_path / "out") == before
    (tmp_path / "out" / "mine.txt").touch()
    with pytest.raises(UsageError, match=r"holds mine\.txt, which is no shard"):
        write_shards(files(table).plan(), tmp_path / "out", force=True)


def test_the_name_of_a_file_is_refused_for_a_folder(table: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"is the name of a file.*--json > .*sc\.json"):
        shards(table, tmp_path / "sc.json")
    assert not (tmp_path / "sc.json").exists()


def test_other_settings_are_named_by_their_option(table: Path, tmp_path: Path) -> None:
    shards(table, tmp_path / "out")
    with pytest.raises(UsageError, match="--per-reference was not given and is now given"):
        write_shards(replace(files(table), per_reference=True).plan(), tmp_path / "out")
