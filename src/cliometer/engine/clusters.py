"""Work on many machines: a Dask cluster that runs, or one that is started on this machine."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any, ClassVar

from cliometer.engine.backends import Workers, compute, quiet_start
from cliometer.errors import BackendError, UsageError, expected, one_line, shown
from cliometer.errors import remedy as extra_remedy
from cliometer.version import __version__

try:
    import dask
    from distributed import Client, KilledWorker, LocalCluster
    from distributed.client import ClosedClientError
    from distributed.comm.core import CommClosedError
except ImportError:
    raise UsageError("dask-missing", remedy=extra_remedy("cluster")) from None

_ADDRESS = re.compile(r"[\w+.-]+://\S+|[^\s:/]+:\d+")
_CONNECT = 5  # seconds in which a scheduler must answer
_RETURN = 60  # seconds in which a scheduler or workers that are gone must be back


class DaskCluster(Workers):
    """The workers of a Dask client; each gets what is shared once, by a broadcast."""

    lost: ClassVar[tuple[type[BaseException], ...]] = (
        *(KilledWorker, CancelledError, CommClosedError, ClosedClientError, TimeoutError),
    )

    def __init__(self, client: Client, prepare: Callable[[], None] | None = None) -> None:
        super().__init__(prepare)
        if client.asynchronous:
            raise expected("a client that waits for its results, Client(..., asynchronous=False)", client)
        self._client, self._address, self._is_ours = client, "", False
        self._cluster: LocalCluster | None = None
        self._check()

    @property
    def shares_files(self) -> bool:
        """Whether workers see the files of this machine, as those of a local cluster do."""
        return self._cluster is not None

    @classmethod
    def at(cls, address: str, jobs: int, prepare: Callable[[], None] | None = None) -> DaskCluster:
        """Return the cluster of the scheduler at an address; `local` starts one with as many workers as jobs."""
        _silence()
        cluster = None
        if address == "local":
            with quiet_start(), dask.config.set({"distributed.worker.profile.enabled": False}):  # it costs some percent
                scheduler = {"dashboard": False, "dashboard_address": ":0"}  # a fixed port may be in use
                settings = {"threads_per_worker": 1, "scheduler_kwargs": scheduler, "silence_logs": logging.CRITICAL}
                try:
                    cluster = LocalCluster(n_workers=jobs, **settings)
                except RuntimeError as error:  # its workers end at once where a script has no guard
                    raise BackendError("dask-not-started", why=one_line(str(error))) from None
        try:
            client = _client(address if cluster is None else cluster.scheduler_address, _CONNECT)
            instance = cls(client, prepare)
        except BaseException:
            if cluster is not None:
                cluster.close()
            raise
        instance._address, instance._is_ours, instance._cluster = address, True, cluster
        return instance

    @property
    def jobs(self) -> int:
        """How many threads the workers have, of which each computes a piece."""
        return max(1, int(sum(self._client.nthreads().values())))

    def _check(self) -> None:
        """Refuse a cluster without workers, and workers that would compute with another version of this package."""
        try:
            self._client.wait_for_workers(1, timeout=_RETURN if self._is_ours else 2 * _CONNECT)
        except TimeoutError:
            where = self._client.scheduler_info()["address"]
            raise BackendError("dask-without-workers", where=where) from None

        def version() -> str:  # by its value: a worker may not have this module
            from cliometer.version import __version__

            return __version__

        for worker, remote in self._client.run(version, on_error="return").items():
            if remote != __version__:
                failed = f"cannot import cliometer ({one_line(str(remote))})"
                has = failed if isinstance(remote, Exception) else f"has cliometer {remote}"
                raise BackendError("dask-worker-version", worker=worker, has=has, version=__version__)

    def publish(self, content: bytes) -> Any:
        """Send what is shared to every worker; one that comes later asks another for it."""
        return self._client.scatter(content, broadcast=True, hash=False)

    def submit(self, parcel: Any, piece: bytes) -> Any:
        """Hand out a piece to the scheduler."""
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"}):
            return self._client.submit(compute, parcel, piece, pure=False)

    def recover(self) -> None:
        """Wait until scheduler and workers are there again."""
        if self._is_ours and self._client.status != "running":
            self._client.close(timeout=1)
            self._client = _client(self._address if self._cluster is None else self._cluster.scheduler_address, _RETURN)
        self._check()

    def weight(self, error: BaseException) -> int:
        """Return the losses that an error stands for; the scheduler itself gives a piece to several workers."""
        return 2 if isinstance(error, KilledWorker) else 1

    def close(self, abort: bool = False) -> None:
        """Take back what is not computed yet, and close what was opened here."""
        self._parcel = None
        for opened in (self._client, self._cluster) if self._is_ours else ():
            with contextlib.suppress(TimeoutError):  # what hangs then ends with this process
                if opened is not None:
                    opened.close(timeout=2 if abort else 10)


def _client(address: str, seconds: float) -> Client:
    """Return a client of the scheduler at an address, which must answer in time."""
    if not _ADDRESS.fullmatch(address):
        raise UsageError("dask-address-malformed", address=shown(address))
    try:
        with quiet_start():
            return Client(address, timeout=seconds, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        why = one_line(str(error)) or type(error).__name__
        raise BackendError("dask-unreachable", address=address, why=why) from None


def _silence() -> None:
    """Keep the loggers of Dask quiet, which report every lost connection and print tracebacks when they end."""
    for name in ("distributed", "tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):  # each of them has a level of its own
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
