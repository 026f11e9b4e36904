"""Entry points: the classes that installed packages add to the lists of metrics, perturbations and the like."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from cliometer.errors import UsageError, shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def entry_points_of(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name; two packages that give one name to two classes are an error."""
    from importlib.metadata import entry_points  # looks into every installed package, which most calls can spare

    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        other = found.setdefault(point.name, point)
        if other.value != point.value:
            packages = f"{_package(other)} and {_package(point)}"
            raise UsageError(f"{packages} both have an entry point {group}: {point.name}; uninstall one of them")
    return found


def place_of(point: EntryPoint) -> str:
    """Return which package has an entry point, and how it is spelled there, for messages."""
    return f"the package {_package(point)}: entry point {point.group}: {point.name} = {point.value}"


def load_class(point: EntryPoint) -> type[Any]:
    """Return the class that an entry point names; whatever its package raises becomes one line that names it."""
    try:
        loaded = point.load()
    except (Exception, SystemExit) as error:
        said = str(error) if isinstance(error, UsageError) else f"{type(error).__name__}: {error}"
        raise UsageError(f"{place_of(point)}: {said}; mend the package or uninstall it") from error
    if not isinstance(loaded, type):
        raise UsageError(f"{place_of(point)}: expected a class, found {shown(loaded)}; name it as module:Class")
    return loaded


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module
