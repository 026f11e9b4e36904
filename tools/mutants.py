"""Measure which faults the tests notice: change one line in memory, and run the tests that touch it.

    python -m pytest -n 0 -p pytest_cov --cov=src --cov-context=test --cov-report= tests/unit   # writes .coverage
    python -m tools.mutants .coverage -o before.json                      # 300 random lines of 30 random files
    python -m tools.mutants .coverage -o after.json --again before.json   # the same lines, with the tests of today

All tests are collected once. Each mutant is a fork of that process, in which the code of one function is replaced, so
that no file changes. With `--again`, a mutant whose killer still exists is not run again.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import importlib.abc
import importlib.util
import json
import os
import random
import signal
import sqlite3
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.machinery import ModuleSpec
from itertools import chain, zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import NoReturn

import pytest

ROOT = Path(__file__).parents[1]
MOST_TESTS = 60  # of those that touch a line: the ones that touch the fewest other lines
A_TEST, ALL_TESTS = 20, 40  # seconds of CPU: a test that takes longer is a kill; after so many no other test begins
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


def mutated(mutant: Mutant) -> CodeType:
    """Compile the file with the change."""
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
            node.__class__ = ast.Pass
    return compile(ast.fix_missing_locations(tree), str(ROOT / mutant.file), "exec", dont_inherit=True)


class Mutation(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Changes the functions of a module that is there, or the module when it is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self._path, self._code = ROOT / mutant.file, mutated(mutant)
        parts = self._path.with_suffix("").parts
        self._name = ".".join(parts[parts.index("src") + 1 :]).removesuffix(".__init__")
        sys.meta_path.insert(0, self)
        new = {(code.co_qualname, code.co_firstlineno): code for code in _codes(self._code)}
        for function in [one for one in gc.get_objects() if isinstance(one, FunctionType)]:
            old = function.__code__
            code = new.get((old.co_qualname, old.co_firstlineno))
            if code and old.co_filename == str(self._path) and len(code.co_freevars) == len(old.co_freevars):
                function.__code__ = code

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        """Claim the module of the mutant."""
        if fullname != self._name:
            return None
        folders = [str(self._path.parent)] if self._path.stem == "__init__" else None
        return importlib.util.spec_from_file_location(
            fullname, self._path, loader=self, submodule_search_locations=folders
        )

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed code."""
        exec(self._code, module.__dict__)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


class Contexts:
    """Which tests touch a line, from databases of coverage.py."""

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

    @property
    def files(self) -> list[str]:
        """The files of all tests."""
        return sorted({file for test in self._lines if (ROOT / (file := test.partition("::")[0])).exists()})

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that touch the line, the most specific ones first."""
        touching = self._tests[str(ROOT / mutant.file)][mutant.line]
        return sorted(touching, key=lambda test: (self._lines[test], test))


class Judge:
    """A plug-in of pytest that judges mutants in place of running the tests."""

    def __init__(self, mutants: Sequence[Mutant], contexts: Contexts, workers: int) -> None:
        self._mutants, self._contexts, self._workers = mutants, contexts, workers
        self._failed = ""
        self.done: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Give each mutant a process."""
        items = {item.nodeid: item for item in session.items}
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # one for all processes
        running: dict[int, tuple[int, Mutant]] = {}
        waiting = iter(self._mutants)
        while True:
            while len(running) < self._workers and (mutant := next(waiting, None)):
                process, out = self._start(mutant, items)
                running[process] = out, mutant
            if not running:
                return True
            process, _ = os.wait()
            out, mutant = running.pop(process)
            with os.fdopen(out) as pipe:
                verdict, killer = json.loads(pipe.read() or '["killed", "the end of the process"]')
            self._note(replace(mutant, verdict=verdict, killer=killer))

    def _note(self, mutant: Mutant) -> None:
        self.done.append(mutant)
        print(mutant.verdict, f"{mutant.file}:{mutant.line}", mutant.kind, mutant.killer, file=sys.stderr, flush=True)

    def _start(self, mutant: Mutant, items: dict[str, pytest.Item]) -> tuple[int, int]:
        """Fork; the number of the process, and where its verdict comes out."""
        out, into = os.pipe()
        if process := os.fork():
            os.close(into)
            return process, out
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            tests = [test for test in self._contexts.tests(mutant) if test in items][:MOST_TESTS]
            killer = self._killer(mutant, [items[test] for test in tests])
            verdict = "killed" if killer else "survived" if tests else "not covered"
            os.write(into, json.dumps([verdict, killer]).encode())
        except BaseException as error:
            os.write(into, json.dumps([f"not judged: {error!r}", ""]).encode())
        finally:
            os._exit(0)

    def _killer(self, mutant: Mutant, items: list[pytest.Item]) -> str:
        """Run tests until one fails, and return it."""
        for alarm in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(alarm, _interrupt)
        Mutation(mutant)
        signal.setitimer(signal.ITIMER_REAL, 20 * A_TEST, 5)
        start = time.process_time()
        for item, following in zip_longest(items, items[1:]):
            if time.process_time() - start > ALL_TESTS:
                break
            signal.setitimer(signal.ITIMER_PROF, A_TEST, 5)
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            except BaseException:  # of the clock, or of a test that ends the process
                return item.nodeid
            if self._failed:
                return self._failed
        return ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        if report.failed:
            self._failed = self._failed or report.nodeid


def _interrupt(_: int, __: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


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


def _today(mutant: Mutant) -> Mutant:
    """Find the same change in a file that was edited meanwhile; a killer that is still there need not run again."""
    test_file, _, test = mutant.killer.partition("[")[0].partition("::")
    if mutant.verdict != "killed" or (
        (ROOT / test_file).exists() and f"def {test}(" in (ROOT / test_file).read_text("utf-8")
    ):
        return mutant
    file = ROOT / mutant.file
    changes = mutants_of(file) if file.exists() else ()
    same = [one for one in changes if (one.kind, one.text) == (mutant.kind, mutant.text)]
    return min(same, key=lambda one: abs(one.line - mutant.line), default=replace(mutant, verdict="gone", killer=""))


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
    if options.again:
        mutants = [_today(Mutant(**row)) for row in json.loads(options.again.read_text("utf-8"))]
    else:
        mutants = chosen(options.source, options.files, options.mutants, options.seed)
    contexts = Contexts(options.contexts)
    judge = Judge([mutant for mutant in mutants if not mutant.verdict], contexts, options.workers)
    words = ["-s", "-n", "0", "-p", "no:rerunfailures", "--hypothesis-profile", "quick"]
    pytest.main([*words, *contexts.files], plugins=[judge])
    done = [mutant for mutant in mutants if mutant.verdict] + judge.done
    done.sort(key=lambda mutant: (mutant.file, mutant.line))
    options.output.write_text(json.dumps([asdict(mutant) for mutant in done], indent=1) + "\n", "utf-8")
    print(", ".join(f"{verdict} {count}" for verdict, count in Counter(m.verdict for m in done).most_common()))


if __name__ == "__main__":
    main()
