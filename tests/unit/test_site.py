"""The site cannot drift either: what it shows happens, links live, pages are found.

The tutorial and the how-to pages are followed from top to bottom, each in its own folder: `tests.followed`. The
built site is looked at in `tests/browser/test_site.py`.
"""

from __future__ import annotations

import pickle
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

import cliometer
from cliometer.cli.main import load, parser_of, split_command
from cliometer.compat import tilse
from tests.documents import FENCE, FOLLOWED, LINK, PAGES, ROOT, names
from tests.followed import BLOCK, Reader
from tools import site

pytestmark = pytest.mark.slow

DOCS = ROOT / "docs"


# What the pages show


@pytest.mark.usefixtures("own_classes")
@pytest.mark.parametrize("page", FOLLOWED, ids=names(FOLLOWED))
def test_a_page_can_be_followed_from_top_to_bottom(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Reader(tmp_path).follow(page)


def test_a_page_that_shows_another_output_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    page.write_text("```console\n$ cliometer --version\ncliometer 0\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="cliometer --version"):
        Reader(tmp_path).follow(page)


def test_no_page_opens_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    page = tmp_path / "page.md"
    command = "$ cliometer report demo/runs/lead -r demo/references -m date --open"
    page.write_text(f"```console\n{command}\nreport.html\n```\n", encoding="utf-8")
    Reader(tmp_path).follow(page)
    assert (tmp_path / "report.html").is_file() and opened == []


def test_a_pickle_of_tilse_becomes_a_run_as_the_page_says(tmp_path: Path) -> None:
    text = (DOCS / "interoperability.md").read_text(encoding="utf-8")
    (script,) = [block["body"] for block in BLOCK.finditer(text) if block["name"] == "unpickle.py"]
    (tmp_path / "unpickle.py").write_text(script, encoding="utf-8")
    timeline = tilse.Timeline({date(2010, 5, 27): ["The leak is sealed", "Work goes on"]})
    (tmp_path / "NAME.obj").write_bytes(pickle.dumps([{"bp_0": timeline}]))
    subprocess.run([sys.executable, "unpickle.py", "NAME.obj", "RUN"], cwd=tmp_path, check=True)
    found = cliometer.read_timeline(tmp_path / "RUN/bp_0.txt")
    assert found == cliometer.Timeline({"2010-05-27": ["The leak is sealed", "Work goes on"]})


def test_a_command_that_is_only_shown_exists_with_its_options() -> None:
    for path in PAGES:
        for kind, body in FENCE.findall(path.read_text(encoding="utf-8")):
            lines = body.splitlines() if kind == "bash" else []
            for words in [shlex.split(line) for line in lines if line.startswith("cliometer ")]:
                name, words = split_command(words[1 : words.index(">") if ">" in words else None])
                if name != "compat":
                    parser_of(name, load(name)).parse_args(words)


# Where links lead


def anchors(path: Path) -> set[str]:
    """The anchors that a forge gives the headings of a page."""
    text = FENCE.sub("", site.text_of(path))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", LINK.sub("", said).lower()).replace(" ", "-") for said in headings}


def links(path: Path) -> Iterator[str]:
    return iter(LINK.findall(FENCE.sub("", site.text_of(path))))


def is_dead(target: str, path: Path) -> bool:
    name, _, anchor = target.partition("#")
    file = (path.parent / name).resolve() if name else path
    return not site.exists(file) or bool(anchor and file.suffix == ".md" and anchor not in anchors(file))


LINKING = sorted({*PAGES, *site.documentation_pages()})


@pytest.mark.parametrize("page", LINKING, ids=names(LINKING))
def test_no_link_is_dead(page: Path) -> None:
    inside = [target for target in links(page) if "://" not in target]
    assert [target for target in inside if is_dead(target, page)] == []
    assert [target for target in links(page) if "://" in target and not target.startswith("https://")] == []


def test_a_dead_file_and_a_dead_anchor_are_found_out() -> None:
    page = DOCS / "index.md"
    assert is_dead("nowhere.md", page)
    assert is_dead("metrics.md#nowhere", page)
    assert is_dead("#nowhere", page)
    assert not is_dead("metrics.md#averages", page)


# What the site holds


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml without making the Python objects that it names."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def in_navigation() -> list[str]:
    """Every page that mkdocs.yml names, in order."""
    document = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader=_Loader)

    def walk(entry: Any) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        for part in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
            yield from walk(part)

    return list(walk(document["nav"]))


def test_every_page_stands_in_the_navigation_once_and_nothing_else_does() -> None:
    pages = [site.place_of(path) for path in [*site.documentation_pages(), *(ROOT / name for name in site.PROJECT)]]
    assert sorted(in_navigation()) == sorted(pages)
