"""Classes of other packages: by entry point, by `register`, by `--import`; faults are one line before the work."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest

from cliometer.entry_points import entry_points_of
from cliometer.errors import UsageError
from cliometer.expressions import Expression, Registry, spell
from tests.documents import ROOT
from tests.followed import BLOCK
from tests.unit.cli.cliometer_command import DEMO, cliometer

HOWTO = ROOT / "docs" / "howto"
PLUGIN = '''
from dataclasses import dataclass
from pathlib import Path

from cliometer.court.perturbation import Expectation, Perturbation, rewritten
from cliometer.io import Reading, ReadOnlyFormat
from cliometer.metrics.base import TimelineMetric
from cliometer.model.score import Ratio, Score
from cliometer.model.timeline import Timeline
from cliometer.systems.summarisers.pool import Summariser


@dataclass(frozen=True)
class Days(TimelineMetric):
    """Counts days."""

    name = "days-in-a-test"
    most: int = 9

    def measure_in(self, comparison):
        return [Score(Ratio(1, 2), Ratio(1, 2)) for system in comparison.systems]


@dataclass(frozen=True)
class Capitals(Perturbation):
    """Writes capitals."""

    name = "capitals-in-a-test"
    expectation = Expectation(precision="holds", recall="holds")

    def variants(self, case):
        return rewritten(case, lambda said: [sentence.upper() for sentence in said])


@dataclass(frozen=True)
class Last(Summariser):
    """Takes the last posts."""

    name = "last-in-a-test"

    def select(self, pool, k):
        return list(range(len(pool)))[-k:]


class Bars(ReadOnlyFormat):
    """One line a day, with a bar after the date."""

    name = "bars-in-a-test"
    suffixes = (".bars",)

    def recognises(self, head):
        return head[10:11] == "|"

    def read(self, text, path, duplicates="append"):
        days = dict(line.split("|") for line in text.splitlines())
        return Reading((Timeline({date: [said] for date, said in days.items()}),), (), self.name)


class Half(TimelineMetric):
    name = "half-in-a-test"


@dataclass(frozen=True)
class Silent(TimelineMetric):
    name = "silent-in-a-test"


THING = 3
'''
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_classes: None) -> Iterator[Install]:
    """A function that installs a package as pip does, by its files and its metadata."""
    monkeypatch.syspath_prepend(tmp_path)
    entry_points_of.cache_clear()

    def install_package(points: str, package: str = "plugin", source: str = PLUGIN) -> None:
        module = f"{package}_in_a_test"
        (tmp_path / f"{module}.py").write_text(source)
        folder = tmp_path / f"{package}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(points)

    yield install_package
    entry_points_of.cache_clear()
    for module in [name for name in sys.modules if name.endswith("_in_a_test")]:
        del sys.modules[module]


EVERYTHING = """[cliometer.metrics]
days-in-a-test = plugin_in_a_test:Days
[cliometer.perturbations]
capitals-in-a-test = plugin_in_a_test:Capitals
[cliometer.summarisers]
last-in-a-test = plugin_in_a_test:Last
[cliometer.readers]
bars-in-a-test = plugin_in_a_test:Bars
"""


def test_an_installed_metric_and_perturbation_need_no_option(install: Install) -> None:
    install(EVERYTHING)
    asked = (
        "court", "metrics", DEMO / "references", "-m", "days-in-a-test(most=3)", "-t", "capitals-in-a-test",
        "--json",
    )  # fmt: skip
    (row,) = json.loads(cliometer(*asked).out)["rows"]
    assert (row["metric"], row["trial"], row["verdict"]) == ("days-in-a-test(most=3)", "capitals-in-a-test", "passes")
    assert "days-in-a-test" in cliometer("metrics").out


def test_an_installed_summariser_is_listed_and_chooses(install: Install) -> None:
    install(EVERYTHING)
    assert "last-in-a-test\n" in cliometer("summarise", "--list").out
    found = cliometer("summarise", DEMO / "posts", "-s", "last-in-a-test", "-k", 1, "--json")
    assert json.loads(found.out)["summaries"][0]["system"] == "last-in-a-test"


@pytest.mark.parametrize("gold", ["gold", "gold/spill/a.bars"])  # a folder goes by endings
def test_files_of_an_installed_reader_are_read_by_their_ending(install: Install, tmp_path: Path, gold: str) -> None:
    install(EVERYTHING)
    (tmp_path / "gold" / "spill").mkdir(parents=True)
    for file in (tmp_path / "spill.txt", tmp_path / "gold" / "spill" / "a.bars"):
        file.write_text("2010-04-20|The rig explodes.\n" if file.suffix == ".bars" else "2010-04-20\nIt explodes.\n")
    found = cliometer("score", tmp_path / "spill.txt", tmp_path / gold, "-m", "date", "--json")
    assert json.loads(found.out)["scores"][0]["f"] == 1
    assert "The rig explodes." in cliometer("convert", tmp_path / "gold/spill/a.bars", "--to", "json").out
    refused = cliometer("convert", tmp_path / "spill.txt", "--to", "bars-in-a-test")
    assert refused.status == 2 and "the format bars-in-a-test can be read, but not written" in refused.err


def test_a_class_that_is_imported_and_installed_is_one(install: Install) -> None:
    install(EVERYTHING)
    asked = ("score", DEMO / "runs/lead", DEMO / "references", "-m", "days-in-a-test")
    imported = PLUGIN.replace("@dataclass", "@metrics.register\n@dataclass", 1)
    imported = imported.replace("import TimelineMetric", "import TimelineMetric, metrics")
    install("[cliometer.metrics]\nmore-in-a-test = more_in_a_test:Days\n", "more", imported.replace("days-", "more-"))
    for more in (
        (),
        ("-m", "more-in-a-test"),
        ("--import", "plugin_in_a_test"),
        ("--import", "more_in_a_test", "-m", "more-in-a-test"),
    ):
        assert cliometer(*asked, *more).status == 0


@pytest.mark.parametrize(
    ("points", "complaint"),
    [
        (
            "days-in-a-test = nowhere_in_a_test:Days",
            "No module named 'nowhere_in_a_test'; fix the package or uninstall",
        ),
        ("days-in-a-test = plugin_in_a_test:Nothing", "has no attribute 'Nothing'; fix the package or uninstall it"),
        ("days-in-a-test = plugin_in_a_test:THING", "expected a class, found 3; name it as module:Class"),
        ("days-in-a-test = plugin_in_a_test:Bars", "the metric Bars must derive from cliometer.expressions.Expression"),
        ("days-in-a-test = plugin_in_a_test:Half", "the metric Half must be a dataclass: put @dataclass(frozen=True)"),
        ("days-in-a-test = plugin_in_a_test:Silent", "the metric Silent lacks measure_in; see docs/howto"),
        ("days-in-a-test = plugin_in_a_test:Last", "the metric Last lacks dependencies, evidence"),
        ("date = plugin_in_a_test:Days", "date = plugin_in_a_test:Days: there is a metric named 'date' already"),
        ("days = plugin_in_a_test:Days", "the class is named 'days-in-a-test'; write days-in-a-test = "),
    ],
)
def test_a_fault_of_a_package_is_one_line_before_the_work(install: Install, points: str, complaint: str) -> None:
    install(f"[cliometer.metrics]\n{points}\n")
    name = "days" if points.startswith("days =") else "days-in-a-test"
    for command in (["score", "no-such-run", "no-such-gold", "-m", name], ["metrics"]):
        found = cliometer(*command)
        assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
        assert "the package plugin: entry point cliometer.metrics: " in found.err and complaint in found.err


def test_two_packages_with_one_name_are_both_named(install: Install) -> None:
    install(EVERYTHING)
    install("[cliometer.metrics]\ndays-in-a-test = other_in_a_test:Days\n", "other")
    found = cliometer("score", "run", "gold", "-m", "days-in-a-test")
    assert (found.status, found.err.count("\n")) == (2, 1)
    assert "both have an entry point cliometer.metrics: days-in-a-test; uninstall one of them" in found.err


def test_packages_are_not_looked_for_where_all_names_are_ours() -> None:
    asked = ["score", str(DEMO / "runs/lead"), str(DEMO / "references"), "-m", "date"]
    script = f"import sys; from cliometer.cli.main import main; main({asked}, sys.stderr, sys.stderr); "
    assert _python("-c", script + "print('importlib.metadata' in sys.modules)").stdout == "False\n"


def _python(*words: str, path: Path | None = None, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    places = os.pathsep.join(map(str, [ROOT / "src", *([path] if path else [])]))
    variables = {**os.environ, "PYTHONPATH": places}
    command = [sys.executable, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=variables, cwd=folder)


@pytest.mark.parametrize(("page", "printed"), [("invent-a-metric", "sentences"), ("add-a-command", "days")])
def test_the_package_of_a_howto_is_installed_and_used(page: str, printed: str, tmp_path: Path) -> None:
    blocks = list(BLOCK.finditer((HOWTO / f"{page}.md").read_text(encoding="utf-8")))
    for block in blocks:
        if block["name"]:
            (tmp_path / block["name"]).write_text(block["body"], encoding="utf-8")
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "-q"]
    done = _python("-m", "pip", "install", *offline, "--target", "site", ".", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    (typed,) = (block["body"].splitlines() for block in blocks if block["kind"] == "sh")
    assert typed[0] == "pip install ."
    (tmp_path / "demo").symlink_to(DEMO)
    for command in typed[1:]:
        done = _python("-m", *shlex.split(command), path=tmp_path / "site", folder=tmp_path)
        assert done.returncode == 0 and printed in done.stdout, done.stderr


COMMAND = """'Say hello.'
HELP, EXAMPLE = "say hello", "cliometer hello"
def configure(parser):
    parser.add("--loud", "in capitals")
def run(args, out, err):
    out.write("HELLO\\n" if args.loud else 1 / 0)
    return 0
"""


def test_an_installed_command_is_run_listed_and_completed(install: Install) -> None:
    install("[cliometer.commands]\nhello = plugin_in_a_test\n", source=COMMAND)
    assert cliometer("hello", "--loud").out == "HELLO\n"
    assert "\nfrom other packages:\n" in (listed := cliometer("--help").out)
    assert "  hello " in listed.partition("from other packages:")[2]
    assert "hello" in cliometer("completion", "bash").out
    near = cliometer("helo")
    assert near.status == 2 and "unknown command 'helo'; did you mean hello" in near.err
    failed = cliometer("hello")
    assert failed.status == 70 and "a fault of the package plugin, not of your files" in failed.err


@pytest.mark.parametrize(
    ("points", "complaint"),
    [
        ("hello = nowhere_in_a_test", "No module named 'nowhere_in_a_test'; fix the package or uninstall it"),
        ("hello = plugin_in_a_test", "a command needs HELP, EXAMPLE, configure, run; see docs/howto/add-a-command.md"),
        ("hello = plugin_in_a_test\nscore = plugin_in_a_test", "there is a command named 'score' already"),
    ],
)
def test_a_broken_command_is_one_line(install: Install, points: str, complaint: str) -> None:
    install(f"[cliometer.commands]\n{points}\n")
    for words in (["hello"], ["--help"]):
        found = cliometer(*words)
        assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
        assert "the package plugin: entry point cliometer.commands: " in found.err and complaint in found.err


@dataclass(frozen=True)
class Plain(Expression):
    """A class with plain fields of every type that can be a setting."""

    name: ClassVar[str] = "plain"
    most: int = 3
    share: float = 0.5
    strict: bool = False
    label: str = "none"
    side: Literal["short", "long"] = "short"
    gap: float | None = None
    least: int = field(default=1, metadata={"doc": "the least"})


def _registered(*classes: Any) -> Registry[Any]:
    registry: Registry[Any] = Registry("thing")
    for cls in classes:
        registry.register(cls)
    return registry


def _cell(module: str) -> type:
    @dataclass(frozen=True)
    class Cell(Expression):
        name: ClassVar[str] = "cell"

    Cell.__module__ = module
    return Cell


def test_a_cell_of_a_notebook_can_be_run_again() -> None:
    things = _registered(_cell("__main__"), second := _cell("__main__"))
    assert things["cell"] is second
    with pytest.raises(UsageError, match="there is a thing named 'cell' already"):
        things.register(_cell("another"))


def test_plain_fields_are_settings() -> None:
    typed = "plain(most=-2, share=0.25, strict=true, label=x y, side=long, gap=7, least=0)"
    things = _registered(Plain)
    parsed = things.parse(typed)
    assert parsed == Plain(-2, 0.25, True, "x y", "long", 7.0, 0)
    assert spell(parsed) == typed and things.parse(spell(parsed)) == parsed
    assert things.parse("plain(gap=None)") == Plain()


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("plain(most=a)", "most: expected a whole number, found 'a'"),
        ("plain(share=inf)", "share: expected a finite number, found inf"),
        ("plain(strict=yes)", "strict: expected true or false, found 'yes'"),
        ("plain(side=wide)", "side: unknown word 'wide'; known: long, short"),
    ],
)
def test_a_wrong_value_of_a_plain_field_is_refused(typed: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        _registered(Plain).parse(typed)


@dataclass(frozen=True)
class _Needy(Expression):
    name: ClassVar[str] = "needy"
    most: int


@dataclass(frozen=True)
class _Listing(Expression):
    name: ClassVar[str] = "listing"
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Renamed(Expression):
    name: str = "renamed"  # type: ignore[misc]  # the fault that is tested: a name per instance


@dataclass
class _Loose(Expression):
    name: ClassVar[str] = "loose"


@dataclass(frozen=True)
class _Blank(Expression):
    name: ClassVar[str] = "two words"


@pytest.mark.parametrize(
    ("cls", "complaint"),
    [
        (_Needy, "the setting most of _Needy needs a default, such as most: int = 3"),
        (_Listing, r"the setting words of _Listing has the type tuple\[str, ...\], which cannot be read from text"),
        (_Renamed, r"has a field name, which is no setting; write name: ClassVar\[...\]"),
        (_Loose, r"must be a dataclass: put @dataclass\(frozen=True\)"),
        (_Blank, "needs a name that can be typed"),
        (3, "the thing 3 is no class"),
    ],
)
def test_a_class_that_cannot_be_registered_is_refused_with_a_remedy(cls: Any, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        _registered(cls)
