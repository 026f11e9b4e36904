"""The port through which independent pieces of work are computed: here in turn, in other processes, or on a cluster.

Loops over topics, systems or resamples call `mapped`, and the backend in whose `with` block they run decides where
the work is done, so that no function in between passes it on (docs/decisions/0027-backends.md). A backend changes
the time that work takes, never its result. The adapters are in `cliometer.engine.backends`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, Protocol

from cliometer.model.display import Progress


class Backend(Protocol):
    """What computes a function of many pieces; the pieces, the results and what is shared must be picklable."""

    @property
    def jobs(self) -> int:
        """How many pieces are computed at a time."""

    @property
    def shares_files(self) -> bool:
        """Whether workers see the files of this machine, so that they can read them."""

    def map(
        self, function: Callable[..., Any], pieces: Iterable[Any], shared: Any = None, label: Callable[[Any], str] = str
    ) -> Iterator[Any]:
        """Yield `function(piece)` for each piece, in order, while the caller takes the results one at a time.

        With `shared`, which is sent once to each worker, it is `function(shared, piece)`. Pieces are taken from
        their iterator shortly before they are computed. `label` names a piece in messages.
        """

    def close(self, abort: bool = False) -> None:
        """Let go of processes and connections; with `abort` at once, whatever they are at."""


class Serial:
    """One core: each piece is computed here when its result is asked for."""

    jobs = 1
    shares_files = True

    def map(
        self, function: Callable[..., Any], pieces: Iterable[Any], shared: Any = None, label: Callable[[Any], str] = str
    ) -> Iterator[Any]:
        """Return the results as a lazy iterator."""
        return map(function if shared is None else partial(function, shared), pieces)

    def close(self, abort: bool = False) -> None:
        """Do nothing: there is nothing to let go of."""


_active: ContextVar[Backend] = ContextVar("backend", default=Serial())  # noqa: B039  # a Serial has no state
active_backend = _active.get


def tracked(results: Iterator[Any], total: int, progress: Progress | None) -> Iterator[Any]:
    """Yield the results of a `map` over so many pieces, and say before each how many there were."""
    for done in range(total):
        if progress:
            progress(done, total)
        yield next(results)


@contextmanager
def using_backend(backend: Backend) -> Iterator[Backend]:
    """Let loops in this block run on a backend, which is closed after it."""
    token, failed = _active.set(backend), True
    try:
        yield backend
        failed = False
    finally:
        _active.reset(token)
        backend.close(abort=failed)
