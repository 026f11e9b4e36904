"""Where work runs that is made of independent pieces: one core, a pool of processes, or a cluster (`clusters`)."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import tempfile
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import connection, current_process, get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, ClassVar

from cliometer.errors import BackendError, UsageError, expected, one_line, shown
from cliometer.model.backend import Backend, Serial, using_backend
from cliometer.spelling import is_whole

__all__ = ["Backend", "Processes", "Serial", "Workers", "backend_of", "jobs_of", "using_backend"]

_AHEAD = 4  # pieces a worker that are handed out before the first of them is taken back
_LOSSES = 3  # how often a piece may be lost with a worker
_SUSPICIOUS = 2  # after how many losses a piece is computed alone, so that no other is blamed for it
_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
_NO_GUARD = 77  # exit status of a worker whose start ran the call that starts workers
_END = object()


def jobs_of(jobs: int | str) -> int:
    """Return a number of workers; `"auto"` stands for the cores that this process may use."""
    if isinstance(jobs, str) and jobs == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not is_whole(jobs, 1, 1000):
        raise UsageError("jobs-malformed", jobs=shown(jobs))
    return jobs


def backend_of(jobs: int | str = 1, cluster: Any = None, prepare: Callable[[], None] | None = None) -> Backend:
    """Return the backend for a number of processes, or for a cluster; `prepare` is called once in each worker.

    A cluster is the address of a Dask scheduler, `"local"`, a `dask.distributed.Client`, or a backend already.
    """
    number = jobs_of(jobs)
    if number > 1 or (isinstance(cluster, str) and cluster == "local"):
        leave_start()
    if cluster is None:
        return Processes(number, prepare).warmed() if number > 1 else Serial()
    if isinstance(cluster, Workers | Serial):
        return cluster
    from cliometer.engine.clusters import DaskCluster

    if isinstance(cluster, str):
        return DaskCluster.at(cluster, jobs_of("auto") if jobs == 1 else number, prepare)
    if not hasattr(cluster, "scatter"):
        raise expected("a dask.distributed.Client as backend", cluster)
    return DaskCluster(cluster, prepare)


@dataclass
class _Piece:
    """A piece that was handed out: its pickled value, its name, and how often it was lost with a worker."""

    value: bytes
    label: str
    future: Any = None
    losses: int = 0


class Workers(ABC):
    """Processes that compute pieces: each gets what is shared once, and what is lost with one is computed again."""

    lost: ClassVar[tuple[type[BaseException], ...]]  # what a future raises whose worker is gone

    def __init__(self, prepare: Callable[[], None] | None = None) -> None:
        self._prepare = prepare
        self._content = b""
        self._parcel: Any = None  # what workers know the content by

    @property
    @abstractmethod
    def jobs(self) -> int:
        """How many pieces are computed at a time."""

    @property
    @abstractmethod
    def shares_files(self) -> bool:
        """Whether workers see the files of this machine."""

    @abstractmethod
    def publish(self, content: bytes) -> Any:
        """Make what all pieces share known to all workers, and return what they know it by."""

    @abstractmethod
    def submit(self, parcel: Any, piece: bytes) -> Any:
        """Hand out a piece and return the future of its result."""

    @abstractmethod
    def recover(self) -> None:
        """Replace workers that are gone."""

    @abstractmethod
    def close(self, abort: bool = False) -> None:
        """Let go of the workers; with `abort` at once, whatever they are at."""

    def map(
        self, function: Callable[..., Any], pieces: Iterable[Any], shared: Any = None, label: Callable[[Any], str] = str
    ) -> Iterator[Any]:
        """Yield the results in order; a piece that is lost with its worker is computed again, a few times."""
        if isinstance(pieces, Sized) and len(pieces) < 2:
            yield from Serial().map(function, pieces, shared)
            return
        call = function if shared is None else partial(function, shared)
        content = _pickled((_pickled(self._prepare), _pickled(call)))
        if content != self._content:  # else workers have it already, with all that they made of it
            self._content, self._parcel = content, None
        source, queue = iter(pieces), deque[_Piece]()
        try:
            while True:
                while len(queue) < _AHEAD * self.jobs and (taken := next(source, _END)) is not _END:
                    queue.append(_Piece(_pickled(taken), label(taken)))
                if not queue:
                    break
                try:
                    if self._parcel is None:
                        self._parcel = self.publish(content)
                    self._hand_out(queue)
                    result = queue[0].future.result()
                except self.lost as error:
                    self._parcel = None
                    self._take_back(queue, error)
                    self.recover()
                else:
                    queue.popleft()
                    yield result
        finally:
            if queue:  # an error, or the caller wants no more
                self.close(abort=True)

    def _hand_out(self, queue: deque[_Piece]) -> None:
        """Submit the pieces that wait; one at a time while one of them is under suspicion."""
        alone = any(piece.losses >= _SUSPICIOUS for piece in queue)
        for piece in list(queue)[: 1 if alone else None]:
            if piece.future is None:
                piece.future = self.submit(self._parcel, piece.value)

    def _take_back(self, queue: deque[_Piece], error: BaseException) -> None:
        """Note which pieces were lost; give up on one that was lost too often."""
        for piece in queue:
            if piece is queue[0] or (piece.future is not None and not self.is_kept(piece.future)):
                piece.losses += self.weight(error)
                piece.future = None
        guilty = next((piece for piece in queue if piece.losses >= _LOSSES), None)
        if guilty is not None:
            raise BackendError("worker-died", label=guilty.label) from None

    def is_kept(self, future: Any) -> bool:
        """Return whether a future has its result, or an error that is no loss."""
        return future.done() and not future.cancelled() and not isinstance(future.exception(), self.lost)

    def weight(self, error: BaseException) -> int:
        """Return how many losses an error stands for."""
        return 1


class Processes(Workers):
    """A pool of processes, which starts with the first piece and serves every `map` until it is closed."""

    lost: ClassVar[tuple[type[BaseException], ...]] = (BrokenProcessPool, CancelledError)
    jobs: int = 1
    shares_files: bool = True

    def __init__(self, jobs: int, prepare: Callable[[], None] | None = None) -> None:
        super().__init__(prepare)
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._started: list[BaseProcess] = []
        self._is_idle = True
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def publish(self, content: bytes) -> str:
        """Write a file, which each worker reads once."""
        self._folder = self._folder or tempfile.TemporaryDirectory(prefix="cliometer-")
        for old in Path(self._folder.name).iterdir():
            old.unlink()
        with tempfile.NamedTemporaryFile(dir=self._folder.name, delete=False) as file:
            file.write(content)
        return file.name

    def submit(self, parcel: str, piece: bytes) -> Any:
        """Hand out a piece, to a new pool if there is none."""
        self._is_idle = False
        return self._start(compute, parcel, piece)

    def warmed(self) -> Processes:
        """Start the processes before there is work, so that they import what it needs while files are read here."""
        for _ in range(self.jobs):
            self._start(_warm_up)
        return self

    def _start(self, function: Callable[..., Any], *arguments: Any) -> Any:
        with quiet_start():
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), _attend)
            future = self._pool.submit(function, *arguments)
        self._started = list((self._pool._processes or {}).values())
        return future

    def recover(self) -> None:
        """End the pool, of which a dead process leaves nothing to use; no new one helps a script without a guard."""
        has_guard = all(process.exitcode != _NO_GUARD for process in self._started)
        self.close(abort=True)
        if not has_guard:
            raise UsageError("main-guard-missing", script=main_script()) from None

    def close(self, abort: bool = False) -> None:
        """End the processes, with `abort` in the middle of their work."""
        pool, self._pool, self._parcel = self._pool, None, None
        if pool is not None:
            if abort or self._is_idle:
                for process in self._started:
                    process.kill()
            pool.shutdown(wait=True, cancel_futures=True)
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def leave_start() -> None:
    """End a worker which runs the script that started it, since that script starts workers without a guard."""
    if getattr(current_process(), "_inheriting", False):  # as multiprocessing itself finds out
        raise SystemExit(_NO_GUARD)


def main_script() -> str:
    """Return the name of the script that runs."""
    return Path(getattr(sys.modules["__main__"], "__file__", None) or "the script").name


def _pickled(value: Any) -> bytes:
    """Return a value as bytes that another process can read."""
    try:
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        raise UsageError("work-not-sendable", error=one_line(str(error))) from None


@contextmanager
def quiet_start() -> Iterator[None]:
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


def _attend() -> None:
    """Prepare a worker: it ends when the process that started it is gone, whatever ended that one."""
    parent = parent_process()

    def leave() -> None:
        connection.wait([parent.sentinel])  # type: ignore[union-attr]
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave, daemon=True).start()


def _warm_up() -> None:
    """Import in a worker what most work needs."""
    import cliometer.engine.evaluation  # noqa: F401


def compute(parcel: str | bytes, piece: bytes) -> Any:
    """Return the result of one piece, in a worker, to which the parcel or a file with it brings what is shared."""
    try:
        return _opened(parcel)(pickle.loads(piece))
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise RuntimeError(f"{type(error).__name__}: {error}") from None
        raise


@lru_cache(maxsize=1)  # what an earlier map shared is let go of
def _opened(parcel: str | bytes) -> Callable[[Any], Any]:
    content = parcel if isinstance(parcel, bytes) else Path(parcel).read_bytes()
    prepare, function = pickle.loads(content)
    if (prepared := pickle.loads(prepare)) is not None:
        prepared()  # the function may need what it imports
    call: Callable[[Any], Any] = pickle.loads(function)
    return call
