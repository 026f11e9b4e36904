"""Where work runs that is made of independent pieces: one core, a pool of processes, or a Dask cluster."""

from __future__ import annotations

import os
import pickle
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import connection, get_context, parent_process
from pathlib import Path
from typing import Any

from cliometer.errors import BackendError, UsageError, one_line, shown
from cliometer.model.backend import Backend, Serial, using_backend
from cliometer.spelling import is_whole

__all__ = ["Backend", "Processes", "Serial", "backend_of", "jobs_of", "using_backend"]

_AHEAD = 4  # pieces a worker that are handed out before the first of them is taken back
_LOSSES = 3  # how often a worker may die at the same piece
_SUSPICIOUS = 2  # after how many losses a piece is computed alone, so that no other is blamed for it
_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


def jobs_of(jobs: int | str) -> int:
    """Return a number of workers; `"auto"` stands for the cores that this process may use."""
    if jobs == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not is_whole(jobs, 1, 1000):
        raise UsageError(f"jobs must be a whole number from 1 to 1000 or 'auto', found {shown(jobs)}")
    return jobs


def backend_of(jobs: int | str = 1, cluster: Any = None, prepare: Callable[[], None] | None = None) -> Backend:
    """Return the backend for a number of processes, or for a cluster; `prepare` is called once in each worker."""
    number = jobs_of(jobs)
    if hasattr(cluster, "map") and hasattr(cluster, "close") and hasattr(cluster, "jobs"):
        backend: Backend = cluster
        return backend
    return Processes(number, prepare) if number > 1 else Serial()


@dataclass
class _Piece:
    """A piece that was handed out: its pickled value, its name, and how often a worker died at it or near it."""

    value: bytes
    label: str
    future: Future[Any] | None = None
    losses: int = 0


class Processes:
    """A pool of processes, which starts with the first piece and serves every `map` until it is closed."""

    def __init__(self, jobs: int, prepare: Callable[[], None] | None = None) -> None:
        self.jobs, self._prepare = jobs, prepare
        self._pool: ProcessPoolExecutor | None = None

    def map(
        self, function: Callable[..., Any], pieces: Iterable[Any], shared: Any = None, label: Callable[[Any], str] = str
    ) -> Iterator[Any]:
        """Yield the results in order; a piece that is lost with its worker is computed again, a few times."""
        if isinstance(pieces, Sized) and len(pieces) < 2:
            yield from Serial().map(function, pieces, shared)
            return
        source, queue = iter(pieces), deque[_Piece]()
        with _shared_file(function if shared is None else partial(function, shared)) as path:
            finished = False
            try:
                while True:
                    while len(queue) < _AHEAD * self.jobs and (taken := next(source, _END)) is not _END:
                        queue.append(_Piece(_pickled(taken), label(taken)))
                    if not queue:
                        break
                    try:
                        self._submit(queue, path)
                        result = queue[0].future.result()  # type: ignore[union-attr]
                    except BrokenProcessPool:
                        self._recover(queue)
                    else:
                        queue.popleft()
                        yield result
                finished = True
            finally:
                if not finished:
                    self.close(abort=True)

    def _submit(self, queue: deque[_Piece], path: str) -> None:
        """Hand out the pieces that wait; one at a time while one of them is under suspicion."""
        alone = any(piece.losses >= _SUSPICIOUS for piece in queue)
        with _quiet_start():
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), _attend, (self._prepare,))
            for piece in list(queue)[: 1 if alone else None]:
                if piece.future is None:
                    piece.future = self._pool.submit(_compute, path, piece.value)

    def _recover(self, queue: deque[_Piece]) -> None:
        """Prepare for a new pool after a worker died; give up on a piece at which that happened too often."""
        self.close(abort=True)
        for piece in queue:
            if piece.future is not None and (piece.future.cancelled() or piece.future.exception() is not None):
                is_lost = piece.future.cancelled() or isinstance(piece.future.exception(), BrokenProcessPool)
                piece.losses += is_lost
                piece.future = None if is_lost else piece.future
        guilty = next((piece for piece in queue if piece.losses >= _LOSSES), None)
        if guilty is not None:
            raise BackendError(
                f"a worker process died {guilty.losses} times at {guilty.label}; if memory ran out, use fewer jobs, "
                "else run that piece alone with one job to see why"
            )

    def close(self, abort: bool = False) -> None:
        """End the processes, with `abort` in the middle of their work."""
        pool, self._pool = self._pool, None
        if pool is not None:
            if abort:
                for process in list((pool._processes or {}).values()):
                    process.kill()
            pool.shutdown(wait=True, cancel_futures=True)


_END = object()


def _pickled(value: Any) -> bytes:
    """Return a value as bytes that another process can read."""
    try:
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        raise UsageError(
            f"a part of the work cannot be sent to another process: {one_line(str(error))}; define what it names in a "
            "module that can be imported, or use one job"
        ) from None


@contextmanager
def _shared_file(value: Any) -> Iterator[str]:
    """Write what all pieces share to a file, which each worker reads once."""
    with tempfile.TemporaryDirectory(prefix="cliometer-") as folder:
        path = Path(folder, "shared")
        path.write_bytes(_pickled(value))
        yield str(path)


@contextmanager
def _quiet_start() -> Iterator[None]:
    """Let processes that start here inherit one thread for products of matrices, and a deaf ear for Ctrl-C.

    Ctrl-C reaches every process of the terminal; this one ends the others, which would each print a traceback.
    """
    missing = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(missing, "1"))
    can_mask = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if can_mask else None
    try:
        yield
    finally:
        for name in missing:
            os.environ.pop(name, None)
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _attend(prepare: Callable[[], None] | None) -> None:
    """Prepare a worker: it ends when the process that started it is gone, whatever ended that one."""
    parent = parent_process()

    def leave() -> None:
        connection.wait([parent.sentinel])  # type: ignore[union-attr]
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave, daemon=True).start()
    if prepare is not None:
        prepare()


def _compute(path: str, piece: bytes) -> Any:
    """Return the result of one piece, in a worker."""
    try:
        return _shared_function(path)(pickle.loads(piece))
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise RuntimeError(f"{type(error).__name__}: {error}") from None
        raise


@lru_cache(maxsize=1)  # what an earlier map shared is let go of
def _shared_function(path: str) -> Callable[[Any], Any]:
    function: Callable[[Any], Any] = pickle.loads(Path(path).read_bytes())
    return function
