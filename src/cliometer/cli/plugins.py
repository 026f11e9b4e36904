"""`--import`: modules of the user's own, imported so that the metrics, summarisers and the like in them register."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from traceback import format_exception, walk_tb
from typing import TYPE_CHECKING, Any, TextIO

from cliometer.errors import CliometerError, UsageError

if TYPE_CHECKING:
    from cliometer.expressions import Registry


def import_modules(modules: Sequence[str], err: TextIO | None = None) -> None:
    """Import each module, by its name or as a file, and note those that register nothing; workers have no notes."""
    for module in modules:
        before = _strangers()
        try:
            fresh = _import(module)
        except CliometerError as error:
            if error.rule.startswith("import-"):
                raise
            raise UsageError("import-failed", place=module, reason=error) from error
        except Exception as error:  # whatever the user's code raises is the user's to see, in one line
            raise UsageError("import-failed", place=_place(error, module), reason=_said(error)) from error
        if err is not None and fresh and _strangers() == before:
            err.write(
                f"note: --import {module} registers nothing; "
                "put @metrics.register, @perturbations.register or the like over your classes\n"
            )


def blame(error: Exception) -> str | None:
    """Return one line on an error in what the user registered, or None for an error of this package."""
    theirs = [step for step in walk_tb(error.__traceback__) if not _is_ours(step[0].f_globals["__name__"])]
    for frame, _ in theirs:
        culprit = _registered(frame.f_locals.get("self"))
        if culprit is not None:
            file = frame.f_code.co_filename
            line = [line for inner, line in theirs if inner.f_code.co_filename == file][-1]
            return f"{file}:{line}: {culprit} failed: {_said(error)}"
    return _blame_in_worker(error)


def _blame_in_worker(error: Exception) -> str | None:
    """Return the line for an error that comes from another process, whose frames are only there as text."""
    text = "".join(format_exception(error))
    for registry in _registries():
        for cls in registry.loaded:
            file = getattr(sys.modules.get(cls.__module__), "__file__", None)
            lines = (
                [] if _is_ours(cls.__module__) or not file else re.findall(f'"{re.escape(file)}", line (\\d+)', text)
            )
            if lines:
                return f"{file}:{lines[-1]}: the {registry.kind} {cls.name} failed: {_said(error)}"
    return None


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _place(error: Exception, module: str) -> str:
    """Return the line of the user's file that raised the error, if it was reached."""
    file = str(_file_of(module))
    raised = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    return f"{module}:{raised[-1]}" if raised else module


def _registries() -> tuple[Registry[Any], ...]:
    from cliometer.court.perturbation import perturbations
    from cliometer.io.timelines import readers
    from cliometer.metrics.base import metrics
    from cliometer.metrics.similarity import kernels, similarities
    from cliometer.metrics.vectors import embedders
    from cliometer.systems.summarisers import summarisers

    return metrics, perturbations, summarisers, readers, kernels, similarities, embedders


def _strangers() -> list[type]:
    """Return the registered classes that are not of this package."""
    return [cls for registry in _registries() for cls in registry.loaded if not _is_ours(cls.__module__)]


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "cliometer"


def _registered(value: Any) -> str | None:
    """Return `the metric wordy(most=3)` for a value of a registered class, else None."""
    for registry in _registries():
        if type(value) in registry.loaded:
            return f"the {registry.kind} {value.name if registry.plain else value}"
    return None


def _import(module: str) -> bool:
    """Import a module, and return whether it had not been imported before."""
    if is_file(module):
        return _import_file(_file_of(module))
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # a console script does not look there
    known = module in sys.modules
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise UsageError("import-module-missing", module=module, name=error.name) from None
    return not known


def is_file(module: str) -> bool:
    """Return whether a module is given as a file, not by its name."""
    return module.endswith(".py") or "/" in module or os.sep in module


def _file_of(module: str) -> Path:
    """Return the file of a module: `./mine` is `mine.py` of the working folder."""
    return Path(module if module.endswith(".py") else f"{module}.py").resolve()


def _import_file(path: Path) -> bool:
    if not path.is_file():
        raise UsageError("import-file-missing", path=path)
    name = f"imported from {path}".replace(".", "\u2024")  # pickle takes what stands before a dot for a package
    if name in sys.modules:
        return False
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # a file that ends in .py has a loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return True
