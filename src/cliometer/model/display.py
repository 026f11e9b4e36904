"""Rich display of results in notebooks, and the callback that reports the progress of long work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Protocol

# A result can show itself in a notebook and become a report, though drawing lies layers above: results inherit
# `NotebookDisplay`, and `cliometer/__init__.py` provides the gallery (`cliometer.reporting.render.notebook`), which
# is imported when the first picture is asked for.


class Gallery(Protocol):
    """What can be made of a result."""

    def text(self, result: Any) -> str: ...  # for a terminal

    def html(self, result: Any) -> str: ...  # for a notebook

    def charts(self, result: Any) -> Sequence[Any]: ...  # pictures that show themselves and can be saved

    def write(self, result: Any, path: str | PathLike[str], title: str | None, force: bool) -> None: ...


_galleries: list[Callable[[], Gallery]] = []


def provide(gallery: Callable[[], Gallery]) -> None:
    """Say where the gallery is; the last one provided counts."""
    _galleries.append(gallery)


class NotebookDisplay:
    """A result that shows itself."""

    __slots__ = ()

    def __str__(self) -> str:
        return _galleries[-1]().text(self)

    def _repr_html_(self) -> str:
        return _galleries[-1]().html(self)

    def charts(self) -> Sequence[Any]:
        """Return the charts: a notebook shows them, `save("means.svg")` writes them, `to_altair()` converts them."""
        return _galleries[-1]().charts(self)

    def report(self, path: str | PathLike[str], title: str | None = None, force: bool = False) -> None:
        """Write it as a report: a web page (.html), Markdown (.md) or LaTeX (.tex)."""
        _galleries[-1]().write(self, path, title, force)


Progress = Callable[[int, int], None]
