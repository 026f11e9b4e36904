"""The documentation cannot drift: what it names exists, what exists is named, what it shows is what happens.

Two kinds of fenced block are run:

- In a ```console block every line that starts with `$ cliometer` is run in a folder that holds `demo`. It
  must end with status 0 and print (notes included, as on a terminal) the lines that follow it up to the next
  `$` or the end of the block. A line `...` stands for any number of lines, a line that ends in `...` for any
  line that starts so. A command without lines below it is only run. (The tutorial and the how-to pages are
  followed from top to bottom instead: test_site.)
- A ```python block that is followed by a ```text block is run and must print the latter.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import cliometer
from cliometer.cli import compat
from cliometer.cli.main import every_command, load, main, parser_of
from cliometer.cli.parser import CommandParser
from cliometer.io import Format, formats, parse_timelines
from cliometer.io.scores import METRICS
from tests.documents import FENCE, FOLLOWED, LINK, PAGES, ROOT, arguments, entries, matches
from tools import pictures, reference

pytestmark = pytest.mark.slow


@cache
def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder but for a copy of the bundled example, in which the documentation is read."""
    assert Path(cliometer.__file__).is_relative_to(os.environ.get("CLIOMETER_TESTED", ROOT))  # see test_wheel
    cliometer.demo(tmp_path / "demo")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commands() -> Iterator[tuple[str, str]]:
    """Each `$ cliometer ...` of a console block, with the lines it is said to print."""
    for path in [page for page in PAGES if page not in FOLLOWED]:
        for kind, body in FENCE.findall(path.read_text(encoding="utf-8")):
            if kind == "console":
                yield from ((said, shown) for said, shown in entries(body) if said.startswith("cliometer "))


def examples() -> Iterator[tuple[str, str]]:
    """Each python block that a text block follows, with that text."""
    for path in PAGES:
        blocks = FENCE.findall(path.read_text(encoding="utf-8"))
        for (kind, code), (next_kind, output) in pairwise(blocks):
            if (kind, next_kind) == ("python", "text"):
                yield code, output


@pytest.mark.parametrize(("command", "shown"), list(commands()), ids=[command for command, _ in commands()])
def test_a_shown_command_prints_what_is_shown(command: str, shown: str, copied: Path) -> None:
    terminal = io.StringIO()
    assert main(arguments(command, copied), terminal, terminal) == 0, terminal.getvalue()
    printed = terminal.getvalue().rstrip().splitlines()
    expected = shown.rstrip().splitlines()
    assert not expected or matches(expected, printed), "\n".join(printed)


@pytest.mark.filterwarnings("default")
@pytest.mark.usefixtures("copied", "own_classes")
@pytest.mark.parametrize(("code", "output"), list(examples()))
def test_a_python_example_prints_what_is_shown(code: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "example", "exec", dont_inherit=True), {"__name__": "__main__"})
    assert capsys.readouterr().out == output


def test_there_is_something_to_run() -> None:
    assert len(list(commands())) >= 10
    assert len(list(examples())) >= 2


def test_elisions_match_what_they_leave_out_and_nothing_else() -> None:
    assert matches(["a", "...", "d", "e..."], ["a", "b", "c", "d", "else"])
    assert not matches(["a", "...", "d"], ["a", "b", "c"])
    assert not matches(["a"], ["a", "b"])


@pytest.mark.parametrize("format", formats(), ids=lambda format: format.name)
def test_every_format_is_described_by_an_example_that_it_recognises(format: Format) -> None:
    heading = f"### `{format.name}` ({', '.join(f'`{suffix}`' for suffix in format.suffixes)})\n"
    assert heading in page("docs/formats.md")
    example = FENCE.search(page("docs/formats.md").partition(heading)[2])
    assert example is not None
    reading = parse_timelines(example[2], Path("example"))
    assert (reading.format, reading.notes) == (format.name, ())
    days = {"2021-03-23": ["A ship runs aground.", "The canal is blocked."], "2021-03-29": ["It floats."]}
    assert reading.timelines[0] == cliometer.Timeline(days)


@pytest.mark.parametrize("name", every_command())
def test_every_command_is_described_with_all_its_options(name: str) -> None:
    pattern = re.compile(rf"^## `cliometer {name}`$(.*?)(?=^## |\Z)", re.M | re.S)
    section, options_table = pattern.search(page("docs/commands.md")), pattern.search(reference.text_of("commands"))
    assert options_table is not None
    described = (section[1] if section else "") + options_table[1] + _common_options()
    options = [*compat.TOOLS] if name == "compat" else _options(parser_of(name, load(name)))
    assert [option for option in options if f"`{option}" not in described] == []


def test_the_options_of_every_command_are_described_once() -> None:
    common = parser_of("score", load("score")).common
    options = [option for action in common for option in action.option_strings]
    assert [option for option in options if f"`{option}`" not in _common_options()] == []


def _common_options() -> str:
    return page("docs/commands.md").partition("## Options of every command\n")[2].partition("\n## ")[0]


def _options(parser: CommandParser) -> list[str]:
    """The options of a command but for those that all have."""
    own = [action for action in parser.arguments if action not in parser.common]
    return [option for action in own for option in action.option_strings]


def test_every_public_name_is_mentioned_on_the_page_on_python() -> None:
    assert [name for name in cliometer.__all__ if name[0] != "_" and name not in page("docs/python.md")] == []


def test_every_metric_of_tilse_is_translated() -> None:
    text = page("docs/compat-tilse.md")
    assert [theirs for theirs, ours in METRICS.items() if f"| `{theirs}` | `{ours}` |" not in text] == []


def test_no_two_decisions_have_one_number() -> None:
    numbers = [path.name[:4] for path in (ROOT / "docs/decisions").glob("*.md")]
    assert len(set(numbers)) == len(numbers)


def test_the_changelog_knows_this_version() -> None:
    assert f"## [{cliometer.__version__}]" in page("CHANGELOG.md")


def test_the_committed_pictures_are_those_that_the_commands_draw(tmp_path: Path) -> None:
    pictures.draw(tmp_path)
    drawn = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {path.name: path.read_bytes() for path in pictures.PICTURES.iterdir()} == drawn, "run make pictures"
    assert [name for name in drawn if f"(pictures/{name})" not in page("docs/index.md")] == []


def test_the_index_leads_to_every_how_to_page() -> None:
    pages = {f"howto/{path.name}" for path in ROOT.glob("docs/howto/*.md")}
    assert sorted(pages - set(LINK.findall(page("docs/index.md")))) == []


def test_every_row_of_the_page_on_commands_stands_in_a_table() -> None:
    blocks = re.split(r"\n(?=[^|])", re.sub(r"```.*?```", "", page("docs/commands.md"), flags=re.S))
    assert [block for block in blocks if "\n| " in block and "\n|---" not in block] == []


def test_the_page_on_commands_names_those_with_jobs() -> None:
    (named,) = re.findall(r"independent pieces \(([^)]*)\)", page("docs/commands.md"))
    parsed = [name for name in every_command() if name != "compat"]
    able = {name for name in parsed if "--jobs" in parser_of(name, load(name)).format_help()}
    listed = {name for name in parsed if f"`{name}`" in named or f"`{name.partition(' ')[0]}`" in named}
    assert able == listed


def test_the_tutorial_counts_the_formats() -> None:
    texts = len([format for format in formats() if format.name != "parquet"])
    word = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")[texts]
    assert f"any of {word} [formats]" in page("docs/tutorial.md")


# Phrases that nobody in the field uses, each of which once stood where a standard term belongs.
_AVOIDED = re.compile(
    r"told apart|\b(?:is|are) told\b|\bmend(?:s|ed)?\b|writers' score|worth beside|weighs? alike|given again|"
    r"as they stand|lets pass|goes by\b|\b(?:is|be|are) had\b|says nothing on|lies in none",
    re.I,
)


def prose() -> Iterator[Path]:
    """Every file whose words a user may read: pages, sources (help, messages, docstrings) and templates."""
    yield from PAGES
    for folder in (ROOT / "src", ROOT / "workbench" / "src"):
        yield from (path for path in folder.rglob("*") if path.suffix in (".py", ".html", ".js", ".toml"))
        yield from folder.rglob("messages/*.txt")


def test_no_page_help_or_message_uses_a_phrase_to_avoid() -> None:
    lines = (
        (path, number, line)
        for path in prose()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    )
    assert [f"{path}:{number}: {line.strip()}" for path, number, line in lines if _AVOIDED.search(line)] == []
