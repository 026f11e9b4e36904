"""The pages on papers: what they set beside each equation, table and figure is there."""

from __future__ import annotations

import importlib
import re
import shlex
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cliometer.cli.main import load, parser_of, split_command
from cliometer.court.perturbations import perturbations
from cliometer.expressions import Registry
from cliometer.metrics.base import metrics
from cliometer.model.bibliography import WORKS
from cliometer.systems.summarisers import summarisers

ROOT = Path(__file__).parents[2]
PAPERS = ROOT / "docs" / "papers"
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"\[`(cliometer(?:_workbench)?(?:\.\w+)+)`\]\(([^)]+)\)")
TEST = re.compile(r"`((?:workbench/)?tests/[\w/]+\.py)(?:::(\w+))?`")
COMMAND = re.compile(r"^ {4}(cliometer .*)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s#]*)#([^)\s]+)\)")


class Contents(NamedTuple):
    """What a paper holds; equations that it does not number have the names that we gave them."""

    equations: tuple[str, ...]
    tables: int
    figures: int


CONTENTS = {
    "martschat-markert-2017": Contents(tuple(f"({number})" for number in range(1, 11)), 2, 0),
    "bauer-teufel-2015": Contents(("score", "group", "S", "s"), 3, 3),
    "khandelwal-2001": Contents(("nu-recall", "nu-precision", "agreement on an event"), 3, 3),
    "mackie-2014": Contents(
        ("centroid", "SumBasic", "SumBasic, update", "tf.idf", "Hybrid TF.IDF", "ROUGE-N", "JSD"), 9, 1
    ),
}
REGISTRIES: list[Registry[Any]] = [metrics, summarisers, perturbations]
PAGES = sorted(path.stem for path in PAPERS.glob("*.md"))


@cache
def page(name: str) -> str:
    return (PAPERS / f"{name}.md").read_text(encoding="utf-8")


def section(name: str, heading: str) -> str:
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page(name), re.M | re.S)
    assert found is not None, heading
    return FENCE.sub("", found[1])


def rows(text: str) -> list[list[str]]:
    """The cells of all rows of the tables of a text, headings included."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def resolve(dotted: str) -> tuple[Path, object]:
    """What a dotted name means, and the file of the module that it is in."""
    parts = dotted.split(".")
    for size in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:size]))
        except ModuleNotFoundError:
            continue
        found: object = module
        for part in parts[size:]:
            found = getattr(found, part)
        return Path(str(module.__file__)).resolve(), found
    raise AssertionError(dotted)


def anchors(path: Path) -> set[str]:
    """The headings of a page as forges and the site link to them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", CONTENTS)
def test_a_page_is_named_after_its_work_and_has_its_title(name: str) -> None:
    assert f"*{WORKS[name].title}*" in " ".join(page(name).split())
    assert f"Key: `{name}`" in page(name)


@pytest.mark.parametrize("name", CONTENTS)
def test_every_key_that_a_page_cites_is_in_the_list_of_works(name: str) -> None:
    keys = re.findall(r"`([a-z-]+-\d{4})`", page(name))
    assert name in keys
    assert [key for key in keys if key not in WORKS] == []


@pytest.mark.parametrize("name", CONTENTS)
def test_every_equation_of_a_paper_stands_on_its_page(name: str) -> None:
    listed = [row[0] for row in rows(section(name, "Equations and the code"))]
    assert [equation for equation in CONTENTS[name].equations if listed.count(equation) != 1] == []


@pytest.mark.parametrize("name", CONTENTS)
def test_beside_every_equation_stands_code(name: str) -> None:
    heading, *found = rows(section(name, "Equations and the code"))
    assert heading[2] == "code"
    assert [row[0] for row in found if row[2] not in ("code", "the same") and not CODE.search(row[2])] == []


def is_known(expression: str) -> bool:
    """A metric, a summariser, a perturbation, a command, or a setting of one of them."""
    if expression.startswith("cliometer "):
        return bool(split_command(expression.split()[1:]))
    if re.match(r"--?\w\w|\w+ ?=", expression):
        return True
    spelled = shlex.split(expression)[-1] if expression.startswith("-t ") else expression
    return any(registry.parse(spelled) for registry in REGISTRIES if spelled.partition("(")[0] in registry)


@pytest.mark.parametrize("name", CONTENTS)
def test_what_is_to_be_typed_for_an_equation_is_known(name: str) -> None:
    equations = rows(section(name, "Equations and the code"))
    assert equations
    for row in equations:
        assert [typed for typed in re.findall(r"`([^`]+)`", row[-1]) if not is_known(typed)] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_name_of_code_means_something_in_the_file_it_links_to(name: str) -> None:
    for dotted, target in CODE.findall(page(name)):
        file, _ = resolve(dotted)
        assert (PAPERS / target).resolve() == file, dotted


@pytest.mark.parametrize("name", CONTENTS)
def test_every_table_and_every_figure_of_a_paper_is_listed_once(name: str) -> None:
    _, tables, figures = CONTENTS[name]
    expected = [f"Figure {n + 1}" for n in range(figures)] + [f"Table {n + 1}" for n in range(tables)]
    listed = [row[0] for row in rows(section(name, "Tables and figures"))]
    assert [cell for cell in listed if re.fullmatch(r"(Table|Figure) \d+", cell)] == expected


@pytest.mark.parametrize("pattern", [CODE, TEST, COMMAND])
def test_what_the_pages_are_searched_for_stands_on_some_of_them(pattern: re.Pattern[str]) -> None:
    assert any(pattern.findall(page(name)) for name in PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_every_test_that_a_page_names_exists(name: str) -> None:
    for path, function in TEST.findall(page(name)):
        text = (ROOT / path).read_text(encoding="utf-8")
        assert not function or f"def {function}(" in text, f"{path}::{function}"


@pytest.mark.parametrize("name", PAGES)
def test_every_command_on_data_of_others_could_be_typed(name: str) -> None:
    for command in COMMAND.findall(page(name)):
        name, words = split_command(shlex.split(command)[1:])
        parser_of(name, load(name)).parse_args(words)


@pytest.mark.parametrize("name", PAGES)
def test_every_link_into_a_page_meets_a_heading(name: str) -> None:
    for target, anchor in LINK.findall(FENCE.sub("", page(name))):
        path = (PAPERS / target).resolve() if target else PAPERS / f"{name}.md"
        assert anchor in anchors(path), f"{target}#{anchor}"


@pytest.mark.parametrize("name", PAGES)
def test_formulas_need_no_script(name: str) -> None:
    assert not re.search(r"\$|\\\(|\\\[|\\frac", re.sub(r"`[^`\n]*`", "", FENCE.sub("", page(name))))


def test_the_index_links_to_every_page() -> None:
    linked = set(re.findall(r"\]\(([\w-]+)\.md\)", page("index")))
    assert linked == {*PAGES} - {"index"}
    assert linked >= CONTENTS.keys()


def test_there_is_something_to_check() -> None:
    everything = "\n".join(map(page, PAGES))
    assert len(CODE.findall(everything)) > 50
    assert len(TEST.findall(everything)) > 20
    assert len(COMMAND.findall(everything)) >= 3
