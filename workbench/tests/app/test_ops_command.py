"""`cliometer workbench`: it starts with nothing, stops politely, and says in one line what is wrong."""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from cliometer.cli.main import main
from cliometer.errors import UsageError
from cliometer_workbench.config import SERVER, VARIABLE, ServerConfig
from cliometer_workbench.server import ServerAddress, check_address, open_when_ready
from workbench.tests.app.test_ops_backup import workbench
from workbench.tests.served import Served, environment


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A workbench at its first start."""
    found = Served(tmp_path_factory.mktemp("first") / "not" / "there")
    found.start()
    yield found
    found.close()


def test_the_first_start_needs_nothing_and_says_where_everything_is(first: Served) -> None:
    said = (first.folder / "out.txt").read_text(encoding="utf-8")
    assert f"data      {first.folder}\n" in said
    assert f"address   {first.url}\n" in said
    assert first.link.startswith(f"{first.url}/start/")


def test_the_key_that_signs_cookies_is_for_its_owner_alone(first: Served) -> None:
    assert stat.S_IMODE((first.folder / "secret-key").stat().st_mode) == 0o600


def test_the_log_is_lines_of_json_without_secrets(first: Served) -> None:
    with urllib.request.urlopen(first.link, timeout=30) as answer:
        answer.read()
    lines = [json.loads(line) for line in first.log.splitlines()]
    assert {"at", "level", "from", "what"} <= set(lines[0])
    assert "/start/..." in [line.get("path") for line in lines]
    assert first.link.rpartition("/")[2] not in first.log


@pytest.mark.parametrize("port", [True, False], ids=["told", "found"])
def test_a_new_link_can_be_had_while_it_runs(port: bool, first: Served) -> None:
    words = ("--port", str(first.port)) if port else ()
    done = workbench("link", "--data", first.config.folder, *words)
    assert (done.returncode, done.stdout.startswith(f"{first.url}/start/")) == (0, True), done.stderr


def test_what_people_wrote_is_for_whoever_runs_it_alone(first: Served) -> None:
    """Also under an open umask; what else lies in the folder is not ours."""
    ours = [path for path in first.folder.iterdir() if path.name not in ("out.txt", "log.jsonl")]
    assert {"workbench.sqlite3", "secret-key", "serving.json"} <= {path.name for path in ours}
    assert {path.name: stat.S_IMODE(path.stat().st_mode) & 0o077 for path in ours} == {path.name: 0 for path in ours}


def test_the_folder_and_an_older_database_are_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    for _ in range(2):
        assert workbench("migrate", "--data", str(folder)).returncode == 0
        file = folder / "workbench.sqlite3"
        assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, file)] == [0o700, 0o600]
        folder.chmod(0o755)
        file.chmod(0o644)


def test_a_folder_with_other_things_in_it_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("")
    tmp_path.chmod(0o755)
    assert workbench("migrate", "--data", str(tmp_path)).returncode == 0
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "workbench.sqlite3").stat().st_mode) == 0o600


def test_tools_that_load_the_settings_leave_no_database_behind(tmp_path: Path) -> None:
    code = "from cliometer_workbench import config, server; server.load(config.ServerConfig(''))"
    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, timeout=60).returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_host_is_logged_without_a_trace(first: Served) -> None:
    asked = urllib.request.Request(f"{first.url}/", headers={"Host": "wrong.example.org"})
    with pytest.raises(urllib.error.HTTPError, match="400"):
        urllib.request.urlopen(asked, timeout=30)
    lines = [json.loads(line) for line in first.log.splitlines() if "wrong.example.org" in line]
    assert [("trace" in line, line["from"]) for line in lines] == [(False, "django.security.DisallowedHost")]


@pytest.mark.parametrize("action", ["backup", "restore"])
def test_what_is_refused_leaves_no_folder(action: str, tmp_path: Path) -> None:
    (tmp_path / "file.zip").write_text("no backup")
    line(action, str(tmp_path / "file.zip"), "--data", str(tmp_path / "no" / "such"))
    assert [path.name for path in tmp_path.iterdir()] == ["file.zip"]


def test_a_port_that_is_taken_is_one_clear_line(first: Served, tmp_path: Path) -> None:
    done = workbench("--data", str(tmp_path), "--port", str(first.port), "--no-browser")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"port {first.port}" in done.stderr and "--port" in done.stderr


def test_it_does_not_outlive_its_first_process(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.start()
    os.kill(served.pid, signal.SIGKILL)
    served.stop_waiting()
    end = time.monotonic() + 60
    while time.monotonic() < end and not is_free(served):
        time.sleep(0.1)
    assert is_free(served)


def is_free(served: Served) -> bool:
    """Whether nobody listens at the port; one worker may have ended amid an answer while the other still gives some."""
    try:
        check_address(ServerAddress(port=served.port), served.config)
    except UsageError:
        return False
    return True


def test_a_worker_whose_server_was_killed_while_it_loaded_ends(tmp_path: Path) -> None:
    gone = environment() | {SERVER: "0", VARIABLE: json.dumps({"folder": str(tmp_path)})}
    late = "import time, cliometer_workbench.worker; time.sleep(60); print('still here')"
    done = subprocess.run([sys.executable, "-c", late], env=gone, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, b"")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_with_status_0_and_without_complaints(how: signal.Signals, tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.start()
    os.killpg(served.pid, how)  # as Ctrl+C does: the workers hear it too
    assert served.stop_waiting() == 0
    assert not (tmp_path / "serving.json").exists()
    assert '"error"' not in served.log


def line(*words: str) -> str:
    """What a refused command says: one line, and nothing on standard output."""
    done = workbench(*words, "--no-browser")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    return done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--database", "mysql://localhost/x"), "expected a database such as postgresql://"),
        (("--database", "postgresql://u@/x?host=/nowhere"), "cannot use the database (PostgreSQL, x on /nowhere)"),
        (("--listen", "0.0.0.0"), "can be reached from other machines"),
        (("--host", "0.0.0.0"), "--listen 0.0.0.0"),
        (("--port", "99999"), "--port is a number from 1 to 65535"),
        (("--workers", "0"), "--workers: expected a whole number from 1 to 64, found '0'"),
        (("backup",), "name the file"),
        (("migrate", "x.zip"), "takes no file"),
        (("link", "nobody"), "unknown person 'nobody'"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in line("--data", str(tmp_path / "data"), *words)


def test_a_folder_that_is_a_file_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "--data" in line("--data", str(tmp_path / "file"))


def test_a_file_that_is_no_database_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "workbench.sqlite3").write_text("no database, but a text that is long enough to be read " * 40)
    assert "cannot use the database" in line("--data", str(tmp_path))


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    served = Served(tmp_path)
    assert workbench("migrate", "--data", str(tmp_path)).returncode == 0
    served.call("workbench.tests.backstage:pretend_newer")
    served.close()
    assert "newer version of cliometer" in line("--data", str(tmp_path))


def test_a_password_of_the_database_is_never_shown(tmp_path: Path) -> None:
    words = ("--database", "postgresql://u:hush-hush@/x?host=/nowhere", "--data", str(tmp_path))
    assert "hush-hush" not in line(*words) + workbench("where", *words).stdout


def test_migrate_says_whether_there_was_anything_to_do(tmp_path: Path) -> None:
    first, again = (workbench("migrate", "--data", str(tmp_path)).stdout for _ in range(2))
    assert (first.endswith(": brought up to date\n"), again.endswith(": up to date\n")) == (True, True)


@pytest.mark.parametrize(
    ("config", "address", "url"),
    [
        (ServerConfig(""), "127.0.0.1", "http://localhost:8470"),
        (ServerConfig("", hosts=("wb.example.org",), secure=True), "127.0.0.1", "https://wb.example.org"),
        (ServerConfig("", hosts=("lab-3",)), "0.0.0.0", "http://lab-3:8470"),
        (ServerConfig(""), "::1", "http://localhost:8470"),
    ],
)
def test_the_link_has_the_address_that_people_use(config: ServerConfig, address: str, url: str) -> None:
    assert ServerAddress(address).public_url(config) == url


def test_localhost_mode_is_not_reached_from_elsewhere(first: Served) -> None:
    """127.0.0.2 is this machine too, and answers wherever a server listens on more than 127.0.0.1."""
    named = {str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    reached = []
    for address in ("127.0.0.1", "127.0.0.2", *sorted(named - {"127.0.0.1"})):
        with socket.socket() as probe:
            probe.settimeout(2)
            if probe.connect_ex((address, first.port)) == 0:
                reached.append(address)
    assert reached == ["127.0.0.1"]


def test_the_browser_is_opened_once_the_server_answers(first: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr("webbrowser.open", seen.append)
    open_when_ready(f"{first.url}/health", "http://localhost/start/x")
    end = time.monotonic() + 60
    while not seen and time.monotonic() < end:
        time.sleep(0.05)
    assert seen == ["http://localhost/start/x"]


def test_a_process_that_has_a_workbench_already_lets_another_do_the_work(tmp_path: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    assert main(["workbench", "migrate", "--data", str(tmp_path)], out, err) == 0, err.getvalue()
    assert out.getvalue() == f"SQLite, {tmp_path / 'workbench.sqlite3'}: brought up to date\n"
