"""A backup is one file that comes back whole, into either kind of database, or not at all."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.cliometer_command import ROOT
from workbench.tests import postgres
from workbench.tests.served import Served, environment


@pytest.fixture(scope="module")
def cluster() -> Iterator[postgres.Cluster]:
    programs = postgres.binaries()
    if programs is None:
        pytest.skip("there is no PostgreSQL here: apt-get install postgresql")
    with postgres.cluster(programs) as found:
        yield found


def workbench(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cliometer", "workbench", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment(), cwd=ROOT)


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A workbench with a study, that is not served."""
    found = Served(tmp_path_factory.mktemp("staged"))
    workbench("migrate", "--data", found.config.folder)
    found.call("workbench.tests.load.stage:study", judges=3, sentences=20, events=6)
    yield found
    found.close()


@pytest.fixture(scope="module")
def saved(staged: Served, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("backups") / "all.zip"
    done = workbench("backup", str(path), "--data", staged.config.folder)
    assert done.returncode == 0, done.stderr
    return path


def manifest(path: Path) -> dict[str, Any]:
    with zipfile.ZipFile(path) as archive:
        found: dict[str, Any] = json.loads(archive.read("manifest.json"))
        return found


def test_a_backup_has_all_rows_and_no_secrets(saved: Path) -> None:
    tables = manifest(saved)["tables"]
    assert (tables["workbench.Sheet"][0], tables["auth.User"][0]) == (9, 4)
    assert not {"workbench.StartLink", "sessions.Session"} & {*tables}
    assert saved.stat().st_mode & 0o077 == 0


def test_a_backup_comes_back_as_it_was_from_sqlite_to_sqlite(saved: Path, tmp_path: Path) -> None:
    done = workbench("restore", str(saved), "--data", str(tmp_path / "new"))
    assert done.returncode == 0, done.stderr
    again = tmp_path / "again.zip"
    workbench("backup", str(again), "--data", str(tmp_path / "new"))
    assert manifest(again)["tables"] == manifest(saved)["tables"]


def test_a_backup_goes_from_sqlite_to_postgresql_and_back(
    saved: Path, tmp_path: Path, cluster: postgres.Cluster
) -> None:
    there = ("--data", str(tmp_path / "pg"), "--database", cluster.database())
    done = workbench("restore", str(saved), *there)
    assert done.returncode == 0, done.stderr
    again = tmp_path / "again.zip"
    assert workbench("backup", str(again), *there).returncode == 0
    assert manifest(again)["tables"] == manifest(saved)["tables"]
    link = workbench("link", *there)  # a new row: numbers go on after those that were restored
    assert (link.returncode, "/start/" in link.stdout) == (0, True), link.stderr


def test_what_is_there_is_replaced_only_by_force(saved: Path, staged: Served) -> None:
    here = ("--data", staged.config.folder)
    refused = workbench("restore", str(saved), *here)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1 and "--force" in refused.stderr
    assert workbench("restore", str(saved), *here, "--force").returncode == 0


def test_nobody_stays_signed_in_over_a_restore(saved: Path, staged: Served) -> None:
    staged.call("workbench.tests.backstage:sign_in", name="owner")
    assert staged.call("workbench.tests.backstage:sessions") > 0
    assert workbench("restore", str(saved), "--data", staged.config.folder, "--force").returncode == 0
    assert staged.call("workbench.tests.backstage:sessions") == 0


def test_a_file_is_replaced_only_by_force(saved: Path, staged: Served) -> None:
    here = ("--data", staged.config.folder)
    assert "--force" in workbench("backup", str(saved), *here).stderr
    assert workbench("backup", str(saved), *here, "--force").returncode == 0
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


def changed(saved: Path, target: Path, name: str, text: bytes) -> Path:
    """A copy in which one member is another."""
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(target, "w") as new:
        for member in old.namelist():
            new.writestr(member, text if member == name else old.read(member))
    return target


def test_a_damaged_backup_changes_nothing(saved: Path, staged: Served, tmp_path: Path) -> None:
    bad = changed(saved, tmp_path / "bad.zip", "tables/workbench.Sheet.jsonl", b"{}\n")
    done = workbench("restore", str(bad), "--data", staged.config.folder, "--force")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "damaged: workbench.Sheet" in done.stderr
    assert staged.call("workbench.tests.backstage:rows", model="Sheet") == 9


def test_a_backup_of_a_newer_version_is_refused(saved: Path, tmp_path: Path) -> None:
    newer = manifest(saved)
    newer["migrations"].append("9999_later")
    new = changed(saved, tmp_path / "new.zip", "manifest.json", json.dumps(newer).encode())
    done = workbench("restore", str(new), "--data", str(tmp_path / "new"))
    assert (done.returncode, "update cliometer" in done.stderr) == (2, True)


@pytest.mark.parametrize("content", [b"", b"no zip", None], ids=["empty", "text", "absent"])
def test_what_is_no_backup_is_one_clear_line(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "file.zip"
    if content is not None:
        path.write_bytes(content)
    done = workbench("restore", str(path), "--data", str(tmp_path / "new"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert str(path) in done.stderr
