"""The command `workbench`, whose texts and arguments are in command.toml: a function for each of its actions."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from cliometer.cli.parser import CommandParser, whole
from cliometer.errors import CliometerError, InputError, UsageError, unknown
from cliometer.spelling import many
from cliometer_workbench import config as settings
from cliometer_workbench import server
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.server import ServerAddress

_TABLE: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
__doc__, HELP, EXAMPLE = _TABLE["text"].strip(), _TABLE["help"], _TABLE["example"]


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    about = {"actions": ", ".join(_ACTIONS), "port": server.PORT, "localhost": server.LOCALHOST}
    for spelling, help, *limits in _TABLE["arguments"]:
        given = dict(*limits)
        if "range" in given:
            given["type"] = whole(*given.pop("range"))
        given |= {"choices": _ACTIONS} if spelling.startswith("action") else {}
        parser.add(spelling, help.format(**about), **given)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Do what the action names."""
    _check(args)
    config = _config(args)
    if args.action == "where":
        return _where(config, out)

    if server.has_other_settings(config):
        return _in_a_child(args, config, out, err)
    before = os.umask(0o077)  # whatever it writes is for whoever runs it alone
    try:
        return _DO[args.action](args, config, out)
    finally:
        os.umask(before)


def _check(args: argparse.Namespace) -> None:
    wanted = _TABLE["targets"].get(args.action, "")
    if wanted and not args.target:
        raise UsageError("command-target-missing", noun=wanted.lower(), action=args.action, wanted=wanted)
    if args.action == "judge" and len(args.judge) != 1:
        raise UsageError("command-model-missing")
    if not wanted and args.action != "link" and args.target:
        raise UsageError("command-target-unexpected", action=args.action, target=args.target)
    for host in args.host:
        if host in ("0.0.0.0", "::", "*"):
            raise UsageError("host-unnamed", host=host)


def _config(args: argparse.Namespace) -> ServerConfig:
    folder = Path(args.data or settings.default_folder()).absolute()
    if args.judge:
        from cliometer.judges.judge import parse_judge

        for expression in args.judge:
            parse_judge(expression)  # refuses a wrong one, and a key
    given = ((args.database, settings.DATABASE), (args.mail, settings.MAIL), (args.oidc, settings.OIDC))
    url, mail, oidc = (option or settings.secret_value(name) for option, name in given)
    config = ServerConfig(str(folder), url, tuple(args.host), args.secure, mail, oidc, tuple(args.judge))
    settings.database(config)  # refuses a wrong URL
    settings.mail_settings(mail)
    if config.sign_in and not settings.secret_value(settings.OIDC_SECRET):
        raise UsageError("oidc-secret-missing", variable=settings.OIDC_SECRET)
    return config


def _where(config: ServerConfig, out: TextIO) -> int:
    there = "" if config.path.exists() else " (made at the first start)"
    out.write(f"data      {config.path}{there}\ndatabase  {config.database_name}\n")
    return 0


def _serve(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    place = _place(args)
    server.check_address(place, config)
    server.prepare(config)
    link = _new_link(place.public_url(config), "")
    server.close()
    _where(config, out)
    out.write(f"address   {place.public_url(config)}\nsign in   {link}\n          (good once, for half an hour; ")
    out.write("cliometer workbench link prints another)\nstop      with Ctrl+C\n")
    out.flush()
    if not args.no_browser:
        server.open_when_ready(f"{place.url}/health", link)
    os.environ[settings.SERVER] = str(os.getpid())
    with server.note_address(place, config), _backups(args, config):
        server.serve(place, args.workers)
    return 0


@contextmanager
def _backups(args: argparse.Namespace, config: ServerConfig) -> Iterator[None]:
    """Let another process write backups while the server runs."""
    if args.backups is None:
        yield
        return
    words = ["backup", str(args.backups), "--every", str(args.every or 24), "--keep", str(args.keep)]
    done = subprocess.Popen([*_command(config), *words], env=_secrets(config), stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        done.terminate()
        done.wait(30)


def _command(config: ServerConfig) -> list[str]:
    """Return the words that start this command with the same data; secrets travel in the environment."""
    return [sys.executable, "-m", "cliometer", "workbench", "--data", config.folder]


def _secrets(config: ServerConfig) -> dict[str, str]:
    return {**os.environ, settings.DATABASE: config.database, settings.MAIL: config.mail, settings.OIDC: config.oidc}


def _place(args: argparse.Namespace) -> ServerAddress:
    return ServerAddress(args.listen or server.LOCALHOST, server.PORT if args.port is None else args.port)


def _link(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    server.prepare(config)
    is_placed = args.listen or args.port or args.host or args.secure
    url = None if is_placed else server.running_url(config.path)
    out.write(_new_link(url or _place(args).public_url(config), args.target or "") + "\n")
    server.close()
    return 0


def _new_link(url: str, name: str) -> str:
    from cliometer_workbench.services.seats import find_user, start_link

    return f"{url}/start/{start_link(find_user(name) if name else None)}"


def _migrate(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    applied = server.prepare(config)
    out.write(f"{config.database_name}: {'brought up to date' if applied else 'up to date'}\n")
    return 0


def _backup(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    with _nothing_left(config):
        if not config.database and not settings.sqlite_file(config.path).is_file():
            raise UsageError("backup-nothing", database=config.database_name)
        server.load(config)
        if server.check_database(config):
            raise UsageError("backup-version", database=config.database_name)
    from cliometer_workbench.services.backup import LEFT_OUT, write_backup

    if args.every is not None or Path(args.target).is_dir():
        return _dated_backups(args, out)
    contents = write_backup(Path(args.target), args.force)
    out.write(f"{args.target}: {len(contents.tables)} tables, {contents.rows:,} rows\n")
    out.write(f"left out: {', '.join(LEFT_OUT)}\n")
    return 0


def _dated_backups(args: argparse.Namespace, out: TextIO) -> int:
    """Write one dated backup into the folder, or one after another until a signal or the end of its server."""
    from cliometer_workbench.services.backup import run_schedule, write_dated_backup

    folder = Path(args.target)
    if args.every is None:
        out.write(f"{write_dated_backup(folder, args.keep)}\n")
        return 0

    def report(path: str) -> None:
        out.write(f"{path}\n")
        out.flush()

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    run_schedule(folder, args.every, args.keep, settings.server_lives, report)
    return 0


def _check_deployment(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    """Print the findings; the status is 1 where something must be fixed."""
    with _nothing_left(config):
        if not (config.path / "secret-key").is_file():
            raise UsageError("workbench-missing", path=config.path)
        server.load(config, tidy=False)
        if server.check_database(config):
            raise UsageError("database-outdated", database=config.database_name)
    from cliometer_workbench.services.deployment import examine

    levels = []
    for finding in examine(config, args.backups, args.every or 24):
        levels.append(finding.level)
        out.write(f"{finding.level:8} {finding.what:12} {finding.text}\n")
    faults, warnings = levels.count("fault"), levels.count("warning")
    out.write(f"{many(faults, 'fault')}, {many(warnings, 'warning')}\n")
    return 1 if faults else 0


def _remind(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    server.prepare(config)
    from cliometer_workbench.models import Study
    from cliometer_workbench.services.mail import remind

    study = Study.objects.filter(slug=args.target).first()
    if study is None:
        raise unknown("study", args.target, Study.objects.values_list("slug", flat=True)[:10_000])
    url = (None if args.host else server.running_url(config.path)) or _place(args).public_url(config)
    outcome = remind(study, None, lambda sheet: f"{url}/sheets/{sheet}/", args.idle)
    out.write(f"{many(len(outcome.sent), 'message')} sent\n")
    for name, why in outcome.failed:
        out.write(f"{name} {why}\n")
    server.close()
    return 0


def _judge(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    from cliometer.cli.output import watched

    server.prepare(config)
    from cliometer_workbench.services.machine_seats import command_seat, run_seat
    from cliometer_workbench.services.seats import first_owner

    seat = command_seat(args.target, args.judge[0], args.calls, args.tokens, first_owner())
    try:
        with watched(args, sys.stderr, "questions") as watching:
            seat = run_seat(seat.pk, watching["progress"])
    except KeyboardInterrupt:
        out.write("interrupted; the answers so far are kept: run the same command to go on\n")
        return 130
    cost = f"{seat.calls} calls, {seat.tokens} tokens"
    out.write(f"{seat.name}: {seat.done} of {seat.asked} questions answered, {cost}\n")
    for note in (seat.answers or {}).get("notes", ()):
        out.write(f"{note}\n")
    server.close()
    return 0


def _verify(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    from cliometer.io.text_files import read_text

    text = read_text(Path(args.target))
    with _nothing_left(config):
        if not (config.path / "secret-key").is_file():
            raise UsageError("workbench-key-missing", path=config.path)
        server.load(config)
        from cliometer_workbench.services.study_lifecycle import verify_record

        kept = verify_record(text, Path(args.target))
    study = kept["study"]
    out.write(f"genuine: {kept['by']} deleted {study['title']} ({study['address']}) on {kept['deleted']}\n")
    return 0


def _restore(args: argparse.Namespace, config: ServerConfig, out: TextIO) -> int:
    if not Path(args.target).is_file():
        raise InputError("file-absent", args.target)
    with _nothing_left(config):
        server.prepare(config)
        from cliometer_workbench.services.backup import restore

        contents = restore(Path(args.target), args.force)
    if contents.without_sign_in:
        out.write("left out: who signs in by OpenID Connect, because this workbench was given no --oidc\n")
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
            server.close()
            shutil.rmtree(missing[-1], ignore_errors=True)
        raise


_CARRIED = ("--data", "--database", "--mail", "--oidc")  # by `_command` and the environment


def _in_a_child(args: argparse.Namespace, config: ServerConfig, out: TextIO, err: TextIO) -> int:
    """Django has one configuration a process; where it is taken, another process does the work."""
    words = [*_command(config), args.action, *filter(None, [args.target])]
    for spelling, *_ in _TABLE["arguments"][2:]:
        option = next(word for word in spelling.split() if word.startswith("--"))
        value = getattr(args, option[2:].replace("-", "_"))
        if value is True:
            words.append(option)
        elif value not in (None, "") and value is not False and option not in _CARRIED:
            words += [word for item in (value if isinstance(value, list) else [value]) for word in (option, str(item))]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=_secrets(config))
    out.write(done.stdout)
    err.write(done.stderr)
    return done.returncode


_DO = {
    "serve": _serve, "link": _link, "migrate": _migrate, "backup": _backup, "restore": _restore,
    "judge": _judge, "check": _check_deployment, "remind": _remind, "verify": _verify,
}  # fmt: skip
_ACTIONS = (*_DO, "where")
