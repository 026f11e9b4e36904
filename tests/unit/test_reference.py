"""The reference says all there is: each command, option, metric, setting, error, format and public name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer import api
from cliometer.cli import compat
from cliometer.cli.main import every_command, load, parser_of
from cliometer.expressions import choices_of, settings_of
from cliometer.io import formats
from cliometer.metrics.base import metrics
from cliometer.metrics.catalogue import PRESETS
from cliometer.metrics.vectors import embedders
from tests.documents import ROOT
from tools import reference
from tools.reference import schemas
from tools.reference.errors import classes_of_errors
from tools.reference.format_examples import EXAMPLES, FileExample
from tools.reference.settings import ENVIRONMENT, REGISTRIES

pytest.importorskip("cliometer_workbench", reason="the reference describes its command, too")


@pytest.fixture(autouse=True)
def without_embedders_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedders, "_classes", {})


def section(page: str, heading: str) -> str:
    """What stands under a heading, up to the next of its rank or above."""
    rank = len(heading.partition(" ")[0])
    found = re.search(rf"^{re.escape(heading)}$(.*?)(?=^#{{2,{rank}}} |\Z)", reference.text_of(page), re.M | re.S)
    assert found is not None, f"{page} has no {heading}"
    return found[1]


def test_the_schemas_are_what_the_code_says() -> None:
    made = schemas.schemas()
    kept = {path.name: path.read_text(encoding="utf-8") for path in schemas.FOLDER.glob("*.json")}
    assert {name: kept.get(name) for name in made} == made, "run make reference"
    assert set(kept) - set(made) == {"extracts-1.json", "units-1.json"}


@pytest.mark.parametrize("name", every_command())
def test_every_option_of_a_command_has_a_row_with_its_choices(name: str) -> None:
    section_of_it = section("commands", f"## `cliometer {name}`")
    rows = "\n".join(line for line in section_of_it.splitlines() if line.startswith("|"))
    actions = [] if name == "compat" else parser_of(name, load(name)).described()
    for action in [action for action in actions if action.dest != "help"]:
        assert [option for option in action.option_strings if f"`{option}`" not in rows] == []
        assert [choice for choice in action.choices or () if f"{choice}" not in rows] == []
        assert action.help


@pytest.mark.parametrize("tool", compat.TOOLS)
def test_every_old_tool_has_its_options_there(tool: str) -> None:
    assert "-" in section("commands", f"## `cliometer compat {tool}`")


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])
def test_every_example_of_a_file_can_be_read(example: FileExample, tmp_path: Path) -> None:
    path = tmp_path / example.name
    path.write_text(example.text, encoding="utf-8")
    assert example.read(path)
    assert example.text.strip() in section("formats", f"### `cliometer.io.{example.module}`")


ALL_METRICS = [(cls.evidence, cls) for cls in metrics]


@pytest.mark.parametrize(("kind", "cls"), ALL_METRICS, ids=[cls.name for _, cls in ALL_METRICS])
def test_every_metric_has_formula_citation_gold_and_settings(kind: str, cls: type[Any]) -> None:
    text = section("metrics", f"### `{cls.name}`")
    assert cls.formula in " ".join(text.split())
    assert cls.citation.replace("_", "\\_") in text
    assert section("metrics", f"## Gold: {kind}").count(f"### `{cls.name}`\n") == 1
    assert_settings(cls, text)


@pytest.mark.parametrize("title", REGISTRIES)
def test_everything_else_that_is_registered_stands_under_settings(title: str) -> None:
    text = section("settings", f"## {title}")
    for cls in REGISTRIES[title][0]:  # a summariser and a generator may have one name
        assert_settings(cls, text.partition(f"### `{cls.name}`\n")[2].partition("\n### ")[0])


def assert_settings(cls: type[Any], text: str) -> None:
    for field in settings_of(cls):
        assert f"| `{field.name}` |" in text
        assert [choice for choice in choices_of(field) if f"`{choice}`" not in text] == []


def test_every_preset_and_every_variable_of_the_environment_stands_under_settings() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    read = re.findall(r'environ(?:ment)?(?:\.get\(|\.setdefault\(|\[)"([A-Z_]+)"', source)
    for name in [*PRESETS, *read, *ENVIRONMENT]:
        assert f"| `{name}` |" in reference.text_of("settings")


def test_every_error_and_every_format_has_a_section() -> None:
    for cls in classes_of_errors():
        assert (cls.__doc__ or "-")[:20] in section("errors", f"### `{cls.__name__}`")
    for format in formats():
        assert all(f"`{suffix}`" in reference.text_of("formats") for suffix in format.suffixes)
        assert section("formats", f"### `{format.name}`").strip()


def test_every_public_name_has_a_section_with_its_docstring() -> None:
    for name in [name for name in cliometer.__all__ if not name.startswith("_")]:
        doc = (getattr(api, name, getattr(cliometer, name)).__doc__ or "-").strip()
        assert doc[:15] in section("python", f"### `{name}`")
