"""Reports on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.reporting.assembly import publish, write_pictures
from cliometer.reporting.document import Document, Section
from tests.reports import DOCUMENT

PLAIN = Document("plain", [Section("a", [])])


@pytest.mark.parametrize("name", ["r.html", "r.md", "r.tex"])
def test_a_report_replaces_an_earlier_one_and_nothing_else(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    publish(PLAIN, path)
    publish(Document("newer", []), path)
    assert "newer" in path.read_text()
    path.write_text("my notes")
    with pytest.raises(InputError, match="exists already"):
        publish(PLAIN, path)
    assert path.read_text() == "my notes"
    publish(PLAIN, path, force=True)
    assert "plain" in path.read_text()


def test_pictures_lie_in_a_folder_beside_the_text_that_shows_them(tmp_path: Path) -> None:
    assert publish(DOCUMENT, tmp_path / "r.md") == [tmp_path / "r-figures" / "means.svg", tmp_path / "r.md"]
    assert "(r-figures/means.svg)" in (tmp_path / "r.md").read_text()


def test_an_unknown_ending_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"ends in \.html, \.md or \.tex"):
        publish(PLAIN, tmp_path / "r.docx")


def test_a_picture_that_is_in_the_way_stops_all_before_anything_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "f"
    folder.mkdir()
    (folder / "means.svg").write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        write_pictures(DOCUMENT, folder, "svg")
    assert (folder / "means.svg").read_text() == "mine"
