"""Measure which faults the tests notice: change one line in memory, and run the tests that touch it.

    python -m pytest -n 0 -p pytest_cov --cov=src --cov-context=test --cov-report= tests/unit   # writes .coverage
    python -m tools.mutants .coverage -o kills.json                    # 300 random lines of 30 random files
    python -m tools.mutants .coverage -o after.json --again kills.json # the same lines, with the tests of today

A mutant whose killer still exists is not run again. No file is changed.
"""

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import json
import multiprocessing
import os
import random
import signal
import sqlite3
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.machinery import ModuleSpec
from itertools import chain
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).parents[1]
MOST_TESTS = 100  # of those that touch a line: the ones that touch the fewest other lines
CPU_SECONDS = 60
_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}  # fmt: skip
_DROPPED = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Assert)


@dataclass(frozen=True)
class Mutant:
    """A change of the `number`-th node of a file, as `ast.walk` counts, and what became of it."""

    file: str
    line: int
    number: int
    kind: str
    text: str  # of the line
    verdict: str = ""
    killer: str = ""


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield every change that can be made inside the functions of a file."""
    tree, lines = ast.parse(file.read_bytes()), file.read_text("utf-8").splitlines()
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for statement in function.body[ast.get_docstring(function) is not None :]
        for node in ast.walk(statement)
    }
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in inside and (kind := _kind(node)):
            line = getattr(node, "lineno", 0)
            yield Mutant(file.relative_to(ROOT).as_posix(), line, number, kind, lines[line - 1].strip())


def _kind(node: ast.AST) -> str:
    match node:
        case ast.Compare(ops=[op]) | ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in _SWAPS:
            return f"{type(op).__name__} -> {_SWAPS[type(op)].__name__}"
        case ast.Constant(value=bool() | int() | float()):
            return "constant"
        case ast.If() | ast.While() | ast.IfExp():
            return "negated condition"
        case ast.Return(value=ast.expr()):
            return "return None"
        case ast.Expr(value=ast.Constant()):
            return ""
        case _:
            return "dropped statement" if isinstance(node, _DROPPED) else ""


def mutated(mutant: Mutant) -> ast.Module:
    """Return the tree of the file with the change."""
    tree = ast.parse((ROOT / mutant.file).read_bytes())
    node = next(node for number, node in enumerate(ast.walk(tree)) if number == mutant.number)
    match node:
        case ast.Compare():
            node.ops = [_SWAPS[type(node.ops[0])]()]  # type: ignore[list-item]
        case ast.BoolOp() | ast.BinOp():
            node.op = _SWAPS[type(node.op)]()  # type: ignore[assignment]
        case ast.Constant():
            node.value = not node.value if isinstance(node.value, bool) else node.value + 1  # type: ignore[operator]
        case ast.If() | ast.While() | ast.IfExp():
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), copy.copy(node.test)), node.test)
        case ast.Return():
            node.value = None
        case _:
            node.__class__ = ast.Pass  # type: ignore[assignment]
    return ast.fix_missing_locations(tree)


class Contexts:
    """Which tests touch a line, from the database of coverage.py."""

    def __init__(self, files: Sequence[str]) -> None:
        self._tests: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._lines: Counter[str] = Counter()
        query = (
            "select path, context, numbits from line_bits"
            " join file on file.id = file_id join context on context.id = context_id"
        )
        for path, context, bits in chain.from_iterable(sqlite3.connect(file).execute(query) for file in files):
            if test := context.partition("|")[0]:
                lines = [i * 8 + bit for i, byte in enumerate(bits) for bit in range(8) if byte & 1 << bit]
                self._lines[test] += len(lines)
                for line in lines:
                    self._tests[path][line].add(test)

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that touch the line and exist, the most specific ones first."""
        touching = self._tests[str(ROOT / mutant.file)][mutant.line]
        return sorted(filter(exists, touching), key=lambda test: (self._lines[test], test))[:MOST_TESTS]


def exists(test: str) -> bool:
    """Tell whether a test is still there."""
    file, _, name = test.partition("[")[0].partition("::")
    path = ROOT / file
    return path.exists() and f"def {name.rpartition('::')[2]}(" in path.read_text("utf-8")


class Mutation(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from the changed tree."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant, self._path = mutant, ROOT / mutant.file
        parts = self._path.with_suffix("").parts
        self._name = ".".join(parts[parts.index("src") + 1 :]).removesuffix(".__init__")

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        """Claim the module of the mutant."""
        if fullname != self._name:
            return None
        folders = [str(self._path.parent)] if self._path.stem == "__init__" else None
        return importlib.util.spec_from_file_location(
            fullname, self._path, loader=self, submodule_search_locations=folders
        )

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed tree."""
        exec(compile(mutated(self._mutant), self._path, "exec"), module.__dict__)


class Selection:
    """Runs the given tests in their order and notes the first that fails."""

    def __init__(self, tests: list[str]) -> None:
        self._order = {test: i for i, test in enumerate(tests)}
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that touch the line."""
        items[:] = sorted((item for item in items if item.nodeid in self._order), key=lambda i: self._order[i.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the killer."""
        if report.failed:
            self.failed = self.failed or report.nodeid


def judge(task: tuple[Mutant, list[str]]) -> Mutant:
    """Run the tests that touch the line; the process is this mutant's alone."""
    mutant, tests = task
    if not tests:
        return _with(mutant, "not covered", "")
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1), os.dup2(null, 2)
    sys.meta_path.insert(0, Mutation(mutant))
    selection = Selection(tests)
    for alarm in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(alarm, _interrupt)
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS, 5)
    signal.setitimer(signal.ITIMER_REAL, 20 * CPU_SECONDS, 5)
    files = sorted({test.partition("::")[0] for test in tests})
    status = pytest.main(
        ["-x", "-n", "0", "-p", "no:rerunfailures", "--hypothesis-profile", "quick", *files], plugins=[selection]
    )
    if status == pytest.ExitCode.INTERRUPTED and not selection.failed:
        return _with(mutant, "killed", "collection or time")
    return _with(mutant, "killed" if selection.failed else "survived", selection.failed)


def _interrupt(_: int, __: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _with(mutant: Mutant, verdict: str, killer: str) -> Mutant:
    return replace(mutant, verdict=verdict, killer=killer)


def _today(mutant: Mutant) -> Mutant:
    """Find the same change in a file that was edited meanwhile."""
    file = ROOT / mutant.file
    changes = mutants_of(file) if file.exists() else ()
    same = [one for one in changes if (one.kind, one.text) == (mutant.kind, mutant.text)]
    return min(same, key=lambda one: abs(one.line - mutant.line), default=_with(mutant, "gone", ""))


def chosen(source: str, files: int, mutants: int, seed: int) -> list[Mutant]:
    """Return one change of each of some random lines, in some random files that have at least 40 such lines."""
    draw = random.Random(seed)
    by_file: list[dict[int, list[Mutant]]] = []
    for file in sorted((ROOT / source).rglob("*.py")):
        lines: dict[int, list[Mutant]] = defaultdict(list)
        for mutant in mutants_of(file):
            lines[mutant.line].append(mutant)
        if len(lines) >= 40:
            by_file.append(lines)
    picked = draw.sample(by_file, min(files, len(by_file)))
    places = [changes for lines in picked for _, changes in sorted(lines.items())]
    return [draw.choice(changes) for changes in draw.sample(places, min(mutants, len(places)))]


def main() -> None:
    """Judge the mutants, write them and print the count of each verdict."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("contexts", nargs="+", help="databases of coverage.py, with a context a test")
    parser.add_argument("-o", "--output", required=True, type=Path)
    parser.add_argument("--again", type=Path, help="judge the mutants of this file whose killers are gone")
    parser.add_argument("--source", default="src/cliometer")
    parser.add_argument("--files", type=int, default=30)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--seed", type=int, default=33)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    done: list[Mutant] = []
    todo = chosen(options.source, options.files, options.mutants, options.seed)
    if options.again:
        rows: list[dict[str, Any]] = json.loads(options.again.read_text("utf-8"))
        known = [Mutant(**row) for row in rows]
        done = [mutant for mutant in known if mutant.verdict != "killed" or exists(mutant.killer)]
        today = [_today(mutant) for mutant in known if mutant not in done]
        done += [mutant for mutant in today if mutant.verdict]
        todo = [mutant for mutant in today if not mutant.verdict]
    for name in ("hypothesis", "numpy", "pandas", "scipy.stats"):  # once, not for every mutant
        importlib.import_module(name)
    contexts = Contexts(options.contexts)
    with multiprocessing.get_context("fork").Pool(options.workers, maxtasksperchild=1) as pool:
        for mutant in pool.imap_unordered(judge, [(mutant, contexts.tests(mutant)) for mutant in todo]):
            done.append(mutant)
            print(mutant.verdict, f"{mutant.file}:{mutant.line}", mutant.kind, mutant.killer, flush=True)
    done.sort(key=lambda mutant: (mutant.file, mutant.line))
    options.output.write_text(json.dumps([asdict(mutant) for mutant in done], indent=1) + "\n", "utf-8")
    print(", ".join(f"{verdict} {count}" for verdict, count in Counter(m.verdict for m in done).most_common()))


if __name__ == "__main__":
    main()
