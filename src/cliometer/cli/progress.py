"""A progress bar on standard error, only on a terminal and only for work that takes over a second."""

from __future__ import annotations

import time
from typing import Self, TextIO

_WIDTH = 30


class Bar:
    """Call it with what is done and what there is to do; the line is wiped when the work ends or fails."""

    def __init__(self, err: TextIO, what: str) -> None:
        self._err, self._what = err, what
        self._started = time.monotonic()
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        if self._err.isatty() and time.monotonic() - self._started > 1:
            full = _WIDTH * done // max(1, total)
            self._err.write(f"\r[{'#' * full}{'.' * (_WIDTH - full)}] {done}/{total} {self._what}")
            self._err.flush()
            self._shown = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._err.write("\r\033[K")
