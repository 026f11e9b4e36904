"""The notebooks: `python -m tools.notebooks` runs them all and writes each with fresh outputs.

The files are their own sources: edit them anywhere, then let this put the outputs right. What differs from
run to run, or between machines, is left out: timings, versions, the numbers of an interrupted session.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_FOLDERS = ("TMPDIR", "IPYTHONDIR", "JUPYTER_CONFIG_DIR")  # so that nobody's start-up files are run
_LONGEST = 160  # of a line of plain text that stands behind a richer display
_SECONDS = 120  # for one cell, on a busy machine


def read(path: Path) -> Any:
    """A notebook as it stands in its file."""
    return nbformat.read(path, as_version=4)


def executed(path: Path) -> Any:
    """A notebook run from top to bottom, in a kernel and an empty folder of its own.

    RuntimeError where a cell or a display fails, or where something warns.
    """
    notebook = read(path)
    with TemporaryDirectory() as folder:
        own = dict.fromkeys(_FOLDERS, folder)
        _client(notebook, folder).execute(env={**os.environ, **own})
    refuse_warnings(notebook)
    return normalised(notebook)


def _client(notebook: Any, folder: str) -> NotebookClient:
    socket = {"transport": "ipc", "ip": f"{folder}/kernel"}  # no port that others on the machine could reach
    return NotebookClient(
        notebook,
        config=Config({"KernelManager": socket}),
        resources={"metadata": {"path": folder}},
        timeout=_SECONDS,
        record_timing=False,
        coalesce_streams=True,
    )


def refuse_warnings(notebook: Any) -> None:
    """A lesson must not begin with what went wrong here."""
    for cell, output in outputs(notebook):
        if output.get("name") == "stderr":
            raise RuntimeError(f"cell {cell.id} warns: {output.text}")


def outputs(notebook: Any) -> Iterator[tuple[Any, Any]]:
    """Every output with its cell."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            yield cell, output


def normalised(notebook: Any) -> Any:
    """The same notebook with nothing in it that changes by itself."""
    notebook.metadata = nbformat.from_dict(_METADATA)
    for number, cell in enumerate(notebook.cells, 1):
        cell.id, cell.metadata = f"c{number:02}", nbformat.from_dict({})
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(codes, 1):
        cell.execution_count = number
        for output in cell.outputs:
            _normalise(output, number)
    return notebook


def _normalise(output: Any, number: int) -> None:
    if "metadata" in output:
        output.metadata = nbformat.from_dict({})
    if output.output_type == "execute_result":
        output.execution_count = number
    data = output.get("data", {})
    plain = data.get("text/plain", "")
    if len(data) > 1 and "\n" not in plain and len(plain) > _LONGEST:
        data["text/plain"] = plain[:_LONGEST] + "..."


def spelled(notebook: Any) -> str:
    """A notebook as its file reads."""
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def main(paths: Sequence[Path] = NOTEBOOKS) -> None:
    """Run them and write them."""
    for path in paths:
        path.write_text(spelled(executed(path)), encoding="utf-8", newline="\n")
        print(f"{path.relative_to(ROOT)} written")


if __name__ == "__main__":
    main([Path(name).resolve() for name in sys.argv[1:]] or NOTEBOOKS)
