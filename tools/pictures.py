"""The pictures of README.md and docs/index.md: `python -m tools.pictures` draws them with `cliometer report`."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from cliometer.cli.main import main

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs/pictures"
_DEMO = ROOT / "src/cliometer/demo"
_FIGURES = {"aligned": "timelines-apollo-13-lead", "comparison": "means-align-m1-rouge-1"}


def draw(folder: Path) -> None:
    """Write the aligned view of a timeline and the chart of a comparison to a folder, as SVG.

    Parameters
    ----------
    folder
        An existing folder. Files of the same names are replaced.
    """
    runs = map(str, sorted((_DEMO / "runs").iterdir()))
    arguments = ["report", *runs, "-r", str(_DEMO / "references"), "-m", "align+m1(rouge=1)", "--topics", "1"]
    with TemporaryDirectory() as figures:
        if status := main([*arguments, "--figures", figures], io.StringIO(), sys.stderr):
            raise SystemExit(status)
        for name, figure in _FIGURES.items():
            shutil.copy(Path(figures, f"{figure}.svg"), folder / f"{name}.svg")


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    draw(PICTURES)
