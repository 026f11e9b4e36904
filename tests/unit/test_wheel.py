"""What the documentation shows runs from an installed wheel: README and tutorial, or all of it (`make soak`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import PAGES, ROOT
from tests.soak import size

pytestmark = pytest.mark.slow
_EXAMPLES = size(
    "followed_from_top_to_bottom and (README or tutorial)", "prints_what_is_shown or followed_from_top_to_bottom"
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, built as for a release and installed into an empty folder."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(folder / "site")]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)
    return folder / "site"


def test_examples_of_the_documentation_run_from_a_wheel(installed: Path) -> None:
    paths = f"pythonpath={installed} workbench/src ."
    files = ["tests/unit/test_documentation.py", "tests/unit/test_site.py"]
    command = [sys.executable, "-m", "pytest", "-n0", "-o", paths, *files, "-k", _EXAMPLES]
    environment = {**os.environ, "PYTHONPATH": str(installed), "CLIOMETER_TESTED": str(installed)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:]


def test_no_example_names_a_folder_of_the_repository() -> None:
    pages = [path for path in PAGES if "decisions" not in path.parts and path.name != "CHANGELOG.md"]
    assert [path for path in pages if "src/cliometer/demo" in path.read_text(encoding="utf-8")] == []
