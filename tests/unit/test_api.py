"""The names that `import cliometer` offers, and what they cost."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cliometer

NAMES = [
    "CliometerError", "ReferenceSet", "Timeline", "When", "__version__", "agree", "agreement",
    "annotate", "compare", "convert", "court", "demo", "evaluate", "explain", "metrics",
    "parse_metric", "read_references", "read_run", "read_sources", "read_timeline",
    "read_timelines", "read_units", "register", "report", "rouge", "rouge_average",
    "rouge_batch", "score", "summarise", "tune", "vote", "write_timelines",
]  # fmt: skip
HEAVY = ("numpy", "scipy", "json", "argparse")


def modules_after(code: str) -> set[str]:
    """What a fresh interpreter has loaded after running the code."""
    script = f"{code}\nimport sys; print(' '.join(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stderr.split())


def test_the_names_are_these() -> None:
    assert cliometer.__all__ == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_imported(name: str) -> None:
    assert getattr(cliometer, name)


def test_every_name_is_loaded_where_the_types_say() -> None:
    assert set(cliometer._HOME) | {"__version__"} == set(NAMES)
    assert cliometer.parse_metric("align") == cliometer.parse_metric("align(rouge=1)")


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'cliometer' has no attribute 'bleu'"):
        cliometer.bleu  # noqa: B018


def test_the_import_loads_next_to_nothing() -> None:
    assert not modules_after("import cliometer").intersection(HEAVY)


def test_values_need_no_arrays() -> None:
    assert not modules_after("import cliometer; cliometer.Timeline({'2010': ['x']})").intersection(HEAVY)


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_load_no_arrays(option: str) -> None:
    code = f"import sys; from cliometer.cli.main import main; main([{option!r}], sys.stdout, sys.stderr)"
    assert not modules_after(code).intersection(("numpy", "scipy"))


def test_scores_do_not_load_all_of_scipy() -> None:
    code = "import cliometer; cliometer.score({'2010': ['oil']}, {'2010': ['oil']})"
    loaded = modules_after(code)
    assert "numpy" in loaded and "scipy.optimize" not in loaded


def with_examples() -> Iterator[str]:
    """The modules whose docstrings show what something gives."""
    root = Path(cliometer.__file__).parent
    for path in sorted(root.rglob("*.py")):
        if ">>> " in path.read_text(encoding="utf-8"):
            yield ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("name", list(with_examples()))
def test_the_examples_in_the_docstrings_hold(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted and not found.failed


def test_everything_that_is_raised_on_purpose_has_one_root() -> None:
    mistakes: list[dict[str, Any]] = [{"metrics": ["x"]}, {"preset": "x"}]
    for wrong in mistakes:
        with pytest.raises(cliometer.CliometerError):
            cliometer.score({"2010": ["oil"]}, {"2010": ["oil"]}, **wrong)
    with pytest.raises(cliometer.CliometerError):
        cliometer.score({"May 27th": ["oil"]}, {"2010": ["oil"]})
