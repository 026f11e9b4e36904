"""Serve the workbench, a web application in which people annotate gold standards; or manage its data.

cliometer workbench                      serve; the first start creates the database and opens the browser
cliometer workbench link [NAME]          print a new one-time link that signs the owner (or NAME) in
cliometer workbench migrate              update the tables of the database to this version
cliometer workbench backup FILE          write everything into one file, also while the server runs
cliometer workbench restore FILE         put a backup into an empty database, SQLite or PostgreSQL
cliometer workbench where                print where the data is kept
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.parser import CommandParser, whole
from cliometer.cli.shared_arguments import path_argument
from cliometer.errors import CliometerError, InputError, UsageError

if TYPE_CHECKING:
    from cliometer.workbench.config import ServerConfig
    from cliometer.workbench.server import ServerAddress

HELP = "serve the web application in which people annotate gold standards"
EXAMPLE = "cliometer workbench where"
_ACTIONS = ("serve", "link", "migrate", "backup", "restore", "where")
_ADDRESS, _PORT = "127.0.0.1", 8470


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("action ACTION", f"{', '.join(_ACTIONS)} (default: serve)", nargs="?", default="serve", choices=_ACTIONS)
    parser.add("target FILE", "the file of a backup; after link, somebody's name", nargs="?")
    parser.add("--data FOLDER", "the folder in which its files are kept", type=path_argument)
    parser.add("--database URL", "the URL of a PostgreSQL database (default: SQLite in FOLDER)", default="")
    parser.add("--port N", f"the port to listen on (default: {_PORT})", type=int)
    parser.add("--listen ADDRESS", f"the address to listen on (default: {_ADDRESS}, this machine only)")
    parser.add("--host NAME", "a host name under which people reach it; repeatable", action="append", default=[])
    parser.add("--secure", "expect that people reach it by HTTPS, through a proxy")
    parser.add("--no-browser", "do not open the browser")
    parser.add("--workers N", "the number of processes that answer requests (default: 2)", type=whole(1, 64), default=2)
    parser.add("--force", "replace files that exist")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Do what the action names."""
    _check(args)
    config = _config(args)
    if args.action == "where":
        return _where(config, out)
    from cliometer.workbench import server

    server.require_extra()
    if server.has_other_settings(config):
        return _in_a_child(args, config, out, err)
    before = os.umask(0o077)  # whatever it writes is for whoever runs it alone
    try:
        return _DO[args.action](args, config, out)
    finally:
        os.umask(before)


def _check(args: argparse.Namespace) -> None:
    if args.action in ("backup", "restore") and not args.target:
        raise UsageError(f"name the file: cliometer workbench {args.action} FILE")
    if args.action not in ("backup", "restore", "link") and args.target:
        raise UsageError(f"cliometer workbench {args.action} takes no file, found {args.target!r}")
    for host in args.host:
        if host in ("0.0.0.0", "::", "*"):
            raise UsageError(
                f"--host {host} is no name under which people reach the workbench: name one, such as "
                "--host workbench.example.org, and let it listen on all addresses with --listen 0.0.0.0"
            )


def _config(args: argparse.Namespace) -> ServerConfig:
    from cliometer.workbench.config import ServerConfig, database, default_folder

    folder = Path(args.data or default_folder()).absolute()
    config = ServerConfig(str(folder), args.database, tuple(args.host), args.secure)
    database(config)  # refuses a wrong URL
    return config


def _where(config: ServerConfig, out: TextIO) -> int:
    there = "" if config.path.exists() else " (made at the first start)"
    out.write(f"data      {config.path}{there}\ndatabase  {config.database_name}\n")
    return 0


def _serve(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    from cliometer.workbench import server
    from cliometer.workbench.server import check_address, note_address, open_when_ready, serve

    place = _place(args)
    check_address(place, config)
    server.prepare(config)
    link = _new_link(place.public_url(config), "")
    server.close()
    _where(config, out)
    out.write(f"address   {place.public_url(config)}\nsign in   {link}\n          (good once, for half an hour; ")
    out.write("cliometer workbench link prints another)\nstop      with Ctrl+C\n")
    out.flush()
    if not args.no_browser:
        open_when_ready(f"{place.url}/health", link)
    with note_address(place, config):
        serve(place, args.workers)
    return 0


def _place(args: argparse.Namespace) -> ServerAddress:
    from cliometer.workbench.server import ServerAddress

    return ServerAddress(args.listen or _ADDRESS, _PORT if args.port is None else args.port)


def _link(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    from cliometer.workbench import server
    from cliometer.workbench.server import running_url

    server.prepare(config)
    told = args.listen or args.port or args.host or args.secure
    url = None if told else running_url(config.path)
    out.write(_new_link(url or _place(args).public_url(config), args.target or "") + "\n")
    server.close()
    return 0


def _new_link(url: str, name: str) -> str:
    from cliometer.workbench.services.seats import find_user, start_link

    return f"{url}/start/{start_link(find_user(name) if name else None)}"


def _migrate(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    from cliometer.workbench import server

    applied = server.prepare(config)
    out.write(f"{config.database_name}: {'brought up to date' if applied else 'up to date'}\n")
    return 0


def _backup(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    from cliometer.workbench import server
    from cliometer.workbench.config import sqlite_file

    with _nothing_left(config):
        if not config.database and not sqlite_file(config.path).is_file():
            raise UsageError(f"there is nothing to back up ({config.database_name}); check --data")
        server.load(config)
        if server.check_database(config):
            raise UsageError(
                f"there is nothing of this version to back up ({config.database_name}); "
                "check --data and --database, or run cliometer workbench migrate"
            )
    from cliometer.workbench.services.backup import LEFT_OUT, write_backup

    contents = write_backup(Path(args.target), args.force)
    out.write(f"{args.target}: {len(contents.tables)} tables, {contents.rows:,} rows\n")
    out.write(f"left out: {', '.join(LEFT_OUT)}\n")
    return 0


def _restore(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    from cliometer.workbench import server

    if not Path(args.target).is_file():
        raise InputError("there is no such file", args.target)
    with _nothing_left(config):
        server.prepare(config)
        from cliometer.workbench.services.backup import restore

        contents = restore(Path(args.target), args.force)
    made = f"made {contents.made[:16].replace('T', ' ')} UTC by cliometer {contents.version}"
    out.write(f"{config.database_name}: {len(contents.tables)} tables, {contents.rows:,} rows, {made}\n")
    return 0


@contextmanager
def _nothing_left(config: ServerConfig) -> Iterator[None]:
    """What is refused leaves no folder behind that was not there before."""
    missing = [folder for folder in (config.path, *config.path.parents) if not folder.exists()]
    try:
        yield
    except CliometerError:
        if missing and missing[-1].exists():
            from cliometer.workbench import server

            server.close()
            shutil.rmtree(missing[-1], ignore_errors=True)
        raise


def _in_a_child(args: argparse.Namespace, config: ServerConfig, out: TextIO, err: TextIO) -> int:
    """Django has one configuration a process; where it is taken, another process does the work."""
    words = [sys.executable, "-m", "cliometer", "workbench", args.action, *([args.target] if args.target else [])]
    words += ["--data", config.folder, *(["--listen", args.listen] if args.listen else [])]
    words += [] if args.port is None else ["--port", str(args.port)]
    words += ["--database", config.database, "--workers", str(args.workers)]
    words += [word for host in config.hosts for word in ("--host", host)]
    flags = {"--secure": args.secure, "--no-browser": args.no_browser, "--force": args.force}
    words += [flag for flag, given in flags.items() if given]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ)
    out.write(done.stdout)
    err.write(done.stderr)
    return done.returncode


_DO = {"serve": _serve, "link": _link, "migrate": _migrate, "backup": _backup, "restore": _restore}
