"""The kinds of experiments that a file can ask for with `kind = "..."`; a new kind is one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cliometer.errors import InputError, UsageError, unknown
from cliometer.experiments import microblog
from cliometer.experiments.microblog_plan import MicroblogPlan
from cliometer.experiments.plan import from_table, rebased
from cliometer.io.toml_file import read_toml


@dataclass(frozen=True)
class Kind:
    """The settings of an experiment, with its name and those that are paths; and what runs it."""

    plan: type[Any]
    run: Callable[..., Any]


KINDS: Mapping[str, Kind] = {kind.plan.kind: kind for kind in (Kind(MicroblogPlan, microblog.run),)}


def read_plan(path: Path | None, kind: str | None = None, given: Mapping[str, Any] | None = None) -> Any:
    """A plan from a file (or none), with what else was given in place of what the file says."""
    if kind is not None and kind not in KINDS:
        raise unknown("kind of experiment", kind, KINDS)
    table = read_toml(path) if path else {}
    cls = KINDS[_kind(table.pop("kind", kind), kind, path)].plan
    base = path.parent if path else Path()
    if given and table.keys() & set(cls.paths) & given.keys():
        table.pop("fingerprint", None)  # that of other input than is asked for
    settings = {**rebased(table, cls.paths, base), **rebased(given or {}, cls.paths, Path())}
    return from_table(cls, settings, path, "the experiment")


def run_plan(plan: Any, progress: Callable[[int, int], None] | None = None) -> Any:
    """What comes out of a plan."""
    return KINDS[plan.kind].run(plan, progress)


def _kind(said: Any, asked: str | None, path: Path | None) -> str:
    if said is None:
        raise InputError(f'has no kind of experiment; write kind = "{next(iter(KINDS))}"', path)
    if not isinstance(said, str) or said not in KINDS:
        raise InputError(str(unknown("kind of experiment", said, KINDS)), path)
    if asked is not None and said != asked:
        raise UsageError(f"{path} is an experiment of the kind {said}, not {asked}")
    return said
