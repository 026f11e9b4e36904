"""Entry points: the classes, commands and readers that installed packages add."""

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

    points: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        other = points.setdefault(point.name, point)
        if other.value != point.value:
            raise UsageError(
                "entry-point-doubled", package=package_of(other), other=package_of(point), group=group, point=point.name
            )
    return points


def place_of(point: EntryPoint) -> str:
    """Return which package has an entry point, and how it is spelled there, for messages."""
    return f"the package {package_of(point)}: entry point {point.group}: {point.name} = {point.value}"


def load_point(point: EntryPoint) -> Any:
    """Return what an entry point names; whatever its package raises becomes one line that names it."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        problem = str(error) if isinstance(error, UsageError) else f"{type(error).__name__}: {error}"
        raise UsageError("package-broken", point=place_of(point), problem=problem) from error


def load_class(point: EntryPoint) -> type[Any]:
    """Return the class that an entry point names."""
    loaded = load_point(point)
    if not isinstance(loaded, type):
        raise UsageError("entry-point-no-class", place=place_of(point), loaded=shown(loaded))
    kind: type[Any] = loaded
    return kind


def package_of(point: EntryPoint) -> str:
    """Return the name of the package that has an entry point."""
    return point.dist.name if point.dist is not None else point.module
