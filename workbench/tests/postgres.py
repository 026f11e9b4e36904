"""A PostgreSQL server of one's own: in a folder that goes away, on a socket there, for nobody else."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

USER = "cliometer"
_NUMBER = count()


def binaries() -> Path | None:
    """Where the programs of the server are: the newest of Debian's folders, or the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    there = found[-1] if found else shutil.which("initdb")
    return Path(there).parent if there else None


class Cluster:
    """A running server."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs = folder, programs

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"workbench_{next(_NUMBER)}"
        self._run("createdb", "-h", str(self.folder), "-U", USER, name)
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def start(self) -> None:
        """Make it and start it."""
        where = str(self.folder / "data")
        self._run("initdb", "-D", where, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale")
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}'"
        self._run("pg_ctl", "-D", where, "-l", str(self.folder / "log"), "-w", "-o", options, "start")

    def stop(self) -> None:
        """Stop it at once."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *words: str) -> None:
        command = [*_as_postgres(), str(self.programs / program), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
        if done.returncode:
            raise AssertionError(f"{program}: {done.stderr or done.stdout}")


@contextmanager
def cluster(programs: Path) -> Iterator[Cluster]:
    """A server for a while."""
    folder = Path(tempfile.mkdtemp(prefix="clio-pg-"))  # short: the path of a socket has 107 characters
    if _as_postgres():
        shutil.chown(folder, "postgres")
    server = Cluster(folder, programs)
    try:
        server.start()
        yield server
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _as_postgres() -> Sequence[str]:
    """PostgreSQL refuses to run as root."""
    return ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 and getpass.getuser() else ()
