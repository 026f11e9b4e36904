"""Zip archives of strangers."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from cliometer.errors import InputError
from cliometer_workbench.formats.archives import ArchiveLimits, digest_of, file_digest, read_archive


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


def test_a_link_is_refused(tmp_path: Path) -> None:
    entry = zipfile.ZipInfo("x")
    entry.create_system, entry.external_attr = 3, 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    with pytest.raises(InputError, match="which is a link"):
        read_archive(tmp_path / "a.zip")


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


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unpacks to far more than any text would"):
        read_archive(packed(tmp_path, ("x", b"0" * 3 * 2**20)))


def test_an_archive_that_lies_about_sizes_is_stopped_on_the_way(tmp_path: Path) -> None:
    path = packed(tmp_path, ("x", b"0123456789" * 1000))
    lying = path.read_bytes().replace((10000).to_bytes(4, "little"), (5).to_bytes(4, "little"))
    path.write_bytes(lying)
    with pytest.raises(InputError):
        read_archive(path, ArchiveLimits(each=100))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two files of one name"):
        read_archive(packed(tmp_path, ("x", b"1"), ("x", b"2")))


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04 and then nothing"])
def test_what_is_no_archive_is_one_clear_line(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(InputError, match="is not a readable zip archive"):
        read_archive(tmp_path / "a.zip")


def test_a_digest_is_that_of_sha256sum_over_names_in_order() -> None:
    texts, contents = {"b": "2", "a": "1"}, {"a": b"1", "b": b"2"}
    lines = "".join(f"{file_digest(texts[name])}  {name}\n" for name in ("a", "b"))
    assert digest_of(texts) == digest_of(contents) == file_digest(lines)
