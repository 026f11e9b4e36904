"""`--import`: modules of the user's own, imported so that the metrics and perturbations in them register."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path

from cliometer.errors import CliometerError, UsageError


def add_import(parser: argparse.ArgumentParser) -> None:
    """Declare the option."""
    parser.add_argument(
        "--import",
        dest="modules",
        action="append",
        default=[],
        metavar="MODULE",
        help="a Python module or file that registers metrics or perturbations of your own; repeatable",
    )


def import_modules(modules: Sequence[str]) -> None:
    """Import each one, by its name or as a file."""
    for module in modules:
        try:
            _import(module)
        except CliometerError:
            raise
        except Exception as error:  # whatever the user's code raises is the user's to see, in one line
            raise UsageError(f"--import {module}: {type(error).__name__}: {error}") from error


def _import(module: str) -> None:
    if module.endswith(".py"):
        _import_file(Path(module))
        return
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # a console script does not look there
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise UsageError(
            f"--import {module}: there is no module {error.name}; "
            "name an installed module, one in the working folder, or a file such as ./mine.py"
        ) from None


def _import_file(path: Path) -> None:
    if not path.is_file():
        raise UsageError(f"--import {path}: there is no such file; check the path")
    name = f"imported from {path.resolve()}"
    if name in sys.modules:
        return
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # a file that ends in .py has a loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
