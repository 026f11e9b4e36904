"""Zip archives of strangers."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from cliometer.errors import InputError
from cliometer_workbench.formats.archives import ArchiveLimits, read_archive


def packed(folder: Path, *files: tuple[str, bytes], comment: str = "") -> Path:
    path = folder / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
        archive.comment = comment.encode()
    return path


def test_files_come_with_the_comment_and_without_what_systems_add(tmp_path: Path) -> None:
    path = packed(tmp_path, ("b/x.txt", b"1"), ("a.txt", b""), ("b/.DS_Store", b"?"), comment="said")
    found = read_archive(path)
    assert (found.files, found.comment) == ({"b/x.txt": b"1", "a.txt": b""}, "said")
    assert found.notes == ("a.zip: b/.DS_Store was left out",)


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x", "a\\x", "c:x", "a/./x", "\x1b[0m", "a//b"])
def test_names_that_are_tricks_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.zip: "):
        read_archive(packed(tmp_path, (name, b"x")))


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        (ArchiveLimits(files=1), "holds 2 files; at most 1 can be read"),
        (ArchiveLimits(each=5), "is larger than 0 MB"),
        (ArchiveLimits(whole=15), "unpacks to more than 0 MB in all"),
    ],
)
def test_more_than_the_limits_is_refused(limits: ArchiveLimits, why: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=why):
        read_archive(packed(tmp_path, ("x", b"0" * 10), ("y", b"0" * 10)), limits)
