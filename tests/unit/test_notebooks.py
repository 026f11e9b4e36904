"""The notebooks are run from top to bottom in a real kernel, and show what their files show.

Texts must be equal; of displays only their presence is asked, for the letters of a chart depend on the fonts
of a machine. `make notebooks` writes them again.
"""

from __future__ import annotations

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("IPython", reason="notebooks need IPython: pip install 'cliometer[dev]'")

from nbclient.exceptions import CellExecutionError
from nbformat import from_dict
from nbformat.v4 import new_code_cell, new_notebook

from tests.documents import LINK, ROOT, names
from tools.notebook_pages import page_of
from tools.notebooks import NOTEBOOKS, executed, normalised, outputs, read, refuse_warnings, spelled

pytestmark = pytest.mark.slow

IMAGE = re.compile(r"base64,[A-Za-z0-9+/=]*")
PLACE = re.compile(r"(?<![\w.:/<])/[a-z]\w*/\w|\b[A-Z]:\\|site-packages")  # a folder of some machine
LARGEST, LARGEST_IMAGE = 700_000, 60_000

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=names(NOTEBOOKS))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Copies of all, run at the same time: most of it is waiting for kernels."""
    folder = tmp_path_factory.mktemp("notebooks")
    copies = [Path(shutil.copy(path, folder)) for path in NOTEBOOKS]
    with ThreadPoolExecutor() as pool:
        return dict(zip([path.name for path in NOTEBOOKS], pool.map(executed, copies), strict=True))


def texts(notebook: Any) -> list[tuple[str, str]]:
    """What each cell printed, and the plain text of what it showed."""
    return [
        (cell.id, output.text if output.output_type == "stream" else output.data["text/plain"])
        for cell, output in outputs(notebook)
    ]


def displays(notebook: Any) -> list[tuple[str, list[str]]]:
    """The kinds in which each cell showed something."""
    return [
        (cell.id, sorted(kind for kind, shown in output.get("data", {}).items() if shown))
        for cell, output in outputs(notebook)
    ]


@every_notebook
def test_a_notebook_prints_what_its_file_shows(path: Path, run: dict[str, Any]) -> None:
    assert texts(run[path.name]) == texts(read(path)), "run make notebooks"


@every_notebook
def test_a_notebook_displays_what_its_file_displays(path: Path, run: dict[str, Any]) -> None:
    assert displays(run[path.name]) == displays(read(path)), "run make notebooks"


@every_notebook
def test_a_file_holds_nothing_that_changes_by_itself(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == spelled(normalised(read(path))), "run make notebooks"


def images(notebook: Any) -> list[str]:
    """All pictures of a notebook, as its file holds them."""
    shown = [output.get("data", {}) for _, output in outputs(notebook)]
    own = [data["image/svg+xml"] for data in shown if "image/svg+xml" in data]
    return own + [found for data in shown for found in IMAGE.findall(data.get("text/html", ""))]


@every_notebook
def test_no_notebook_is_heavy_or_knows_the_machine_it_ran_on(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text) < LARGEST
    assert max(map(len, images(read(path)))) < LARGEST_IMAGE
    assert str(ROOT) not in text and PLACE.findall(IMAGE.sub("", text)) == []


@every_notebook
def test_a_notebook_is_listed_in_the_documentation(path: Path) -> None:
    assert f"](../notebooks/{path.name})" in (ROOT / "docs/notebooks.md").read_text(encoding="utf-8")


@every_notebook
def test_every_link_of_a_notebook_leads_somewhere(path: Path) -> None:
    words = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    targets = [target.partition("#")[0] for target in LINK.findall(words)]
    assert targets
    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_there_are_four_lessons_that_start_with_a_heading_and_have_short_cells() -> None:
    assert len(NOTEBOOKS) == 4
    for notebook in map(read, NOTEBOOKS):
        assert notebook.cells[0].source.startswith("# ")
        assert max(len(cell.source.splitlines()) for cell in notebook.cells) <= 16


@every_notebook
def test_a_page_of_the_site_shows_all_that_a_notebook_does(path: Path) -> None:
    page, notebook = page_of(path), read(path)
    assert [cell.id for cell in notebook.cells if cell.source.rstrip() not in page] == []
    shown = [output.get("data", {}).get("text/html", "") for _, output in outputs(notebook)]
    assert [html for html in shown if html not in page] == []


def lesson(**output: str) -> Any:
    """A notebook of one cell that was run out of order, with one output."""
    cell = new_code_cell("1", execution_count=9, metadata={"scrolled": True}, outputs=[from_dict(output)])
    return new_notebook(cells=[cell], metadata={"language_info": {"name": "ipython", "version": "3"}})


def test_a_warning_stops_a_lesson() -> None:
    with pytest.raises(RuntimeError, match=r"warns: old$"):
        refuse_warnings(lesson(output_type="stream", name="stderr", text="old"))


def test_numbers_and_names_of_cells_do_not_tell_how_they_were_run() -> None:
    made = normalised(lesson(output_type="stream", name="stdout", text="new"))
    (cell,) = made.cells
    assert (cell.id, cell.execution_count, cell.metadata, cell.outputs[0].text) == ("c01", 1, {}, "new")
    assert made.metadata.language_info == {"name": "python"}


def test_a_cell_that_fails_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "lesson.ipynb"
    path.write_text(spelled(lesson(output_type="stream", name="stdout", text="")).replace('"1"', '"1 / 0"'))
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        executed(path)
