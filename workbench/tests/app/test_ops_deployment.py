"""`cliometer workbench check`, scheduled backups, reminders and records by the command line."""

from __future__ import annotations

import http.server
import json
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cliometer.errors import UsageError
from cliometer.version import __version__
from cliometer_workbench.config import ServerConfig, mail_settings, secret_value
from cliometer_workbench.services.backup import dated_backups, run_schedule, write_dated_backup
from cliometer_workbench.services.deployment import SetupFinding, examine, probe
from workbench.tests.app.test_ops_backup import workbench


def texts(findings: list[SetupFinding], *levels: str) -> list[str]:
    return [f"{one.what}: {one.text}" for one in findings if one.level in levels]


def test_a_local_workbench_has_no_fault(workbench: ServerConfig, tmp_path: Path) -> None:
    assert texts(list(examine(workbench, None, 24)), "fault") == []


def test_files_that_others_can_read_are_a_fault(workbench: ServerConfig) -> None:
    key = workbench.path / "secret-key"
    key.chmod(0o644)
    try:
        assert texts(list(examine(workbench, None, 24)), "fault") == [
            f"permissions: {key}: others can reach it (mode 0644); chmod go= it"
        ]
    finally:
        key.chmod(0o600)


def test_a_host_without_https_is_a_fault(workbench: ServerConfig) -> None:
    config = ServerConfig(workbench.folder, hosts=("gold.example.org",))
    assert any("passwords travel in the clear" in text for text in texts(list(examine(config, None, 24)), "fault"))


def test_backups_are_dated_read_back_and_the_oldest_removed(workbench: ServerConfig, tmp_path: Path) -> None:
    old = [tmp_path / f"workbench-2026-01-0{day}T000000Z.zip" for day in (1, 2, 3)]
    for path in (*old, tmp_path / "workbench-mine.zip"):
        path.write_bytes(b"")
    new = write_dated_backup(tmp_path, keep=2)
    assert [path for _, path in dated_backups(tmp_path)] == [old[2], new]
    assert (tmp_path / "workbench-mine.zip").exists()


def test_the_schedule_waits_for_the_newest_to_be_old_enough(workbench: ServerConfig, tmp_path: Path) -> None:
    recent = datetime.now(UTC) - timedelta(hours=1)
    (tmp_path / f"workbench-{recent:%Y-%m-%dT%H%M%SZ}.zip").write_bytes(b"")
    made: list[str] = []
    turns = iter([True, True, False])
    run_schedule(tmp_path, 2, 5, lambda: next(turns), made.append)
    assert made == []
    turns = iter([True, True, False])
    run_schedule(tmp_path, 0.5, 5, lambda: next(turns), made.append)
    assert made == [str(dated_backups(tmp_path)[-1][1])]


def test_the_check_reads_the_newest_backup(workbench: ServerConfig, tmp_path: Path) -> None:
    assert any("there is no backup" in text for text in texts(list(examine(workbench, tmp_path, 24)), "fault"))
    path = write_dated_backup(tmp_path, keep=3)
    assert any("the newest is whole" in text for text in texts(list(examine(workbench, tmp_path, 24)), "ok"))
    path.write_bytes(path.read_bytes()[:-40])
    assert any("cannot be restored" in text for text in texts(list(examine(workbench, tmp_path, 24)), "fault"))
    path.rename(path.with_name("workbench-2026-01-01T000000Z.zip"))
    assert any("hours old" in text for text in texts(list(examine(workbench, tmp_path, 24)), "fault"))


class Proxy:
    """A server with HTTPS in the place of a proxy; its answers are a test's."""

    def __init__(self, folder: Path) -> None:
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=localhost"]
        words += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
        subprocess.run(words, check=True, capture_output=True)
        self.health = {"cliometer": __version__, "https": True, "forwarded": True}
        self.cookie, self.rule = "csrftoken=a; Secure", "request-too-large"
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(200, json.dumps(proxy.health))

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self._answer(413, "too large")

            def _answer(self, status: int, body: str) -> None:
                self.send_response(status)
                self.send_header("Set-Cookie", proxy.cookie)
                self.send_header("X-Rule", proxy.rule)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *rest: object) -> None:
                return

        self.server = http.server.ThreadingHTTPServer(("localhost", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.trusting = ssl.create_default_context(cafile=str(certificate))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def findings(self, context: ssl.SSLContext | None = None) -> list[SetupFinding]:
        return list(probe("localhost", self.server.server_port, context or self.trusting))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    proxy = Proxy(tmp_path_factory.mktemp("proxy"))
    yield proxy
    proxy.server.shutdown()


@pytest.fixture
def proxy(served: Proxy) -> Proxy:
    served.health = {"cliometer": __version__, "https": True, "forwarded": True}
    served.cookie, served.rule = "csrftoken=a; Secure", "request-too-large"
    return served


def test_a_good_proxy_is_found_good(proxy: Proxy) -> None:
    findings = proxy.findings()
    assert {one.level for one in findings} == {"ok"}, findings


@pytest.mark.parametrize(
    ("health", "cookie", "rule", "said"),
    [
        ({"https": False}, "", "", "let it set X-Forwarded-Proto"),
        ({"forwarded": False}, "", "", "let it set X-Forwarded-For"),
        ({"cliometer": "0"}, "", "", "restart the server"),
        ({}, "csrftoken=a", "", "without Secure"),
        ({}, "", "of-a-proxy", "client_max_body_size"),
    ],
)
def test_each_fault_of_a_proxy_is_named(
    health: dict[str, object], cookie: str, rule: str, said: str, proxy: Proxy
) -> None:
    proxy.health |= health
    proxy.cookie, proxy.rule = cookie or proxy.cookie, rule or proxy.rule
    assert [said in text for text in texts(proxy.findings(), "fault", "warning")] == [True]


def test_a_certificate_that_nobody_knows_is_a_fault(proxy: Proxy) -> None:
    findings = proxy.findings(ssl.create_default_context())
    assert ["the certificate is not accepted" in one.text for one in findings] == [True]


def test_a_host_that_does_not_answer_is_a_fault() -> None:
    assert ["cannot be reached" in one.text for one in probe("localhost", 1)] == [True]


def test_the_command_tells_faults_by_its_status(tmp_path: Path) -> None:
    assert workbench("migrate", "--data", str(tmp_path / "w")).returncode == 0
    done = workbench("check", "--data", str(tmp_path / "w"), "--backups", str(tmp_path / "b"))
    assert (done.returncode, "fault    backups" in done.stdout, "1 fault," in done.stdout) == (1, True, True), done
    (tmp_path / "b").mkdir()
    done = workbench("backup", str(tmp_path / "b"), "--data", str(tmp_path / "w"))
    assert done.returncode == 0, done.stderr
    done = workbench("check", "--data", str(tmp_path / "w"), "--backups", str(tmp_path / "b"))
    assert (done.returncode, "0 faults" in done.stdout) == (0, True), done


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "--data", "nowhere"), "there is no workbench in"),
        (("verify", "missing.json"), "missing.json"),
        (("remind",), "name the study"),
        (("where", "--mail", "mail.example.org"), "expected a mail server such as"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = workbench(*words)
    assert (done.returncode, said in done.stderr, done.stderr.count("\n")) == (2, True, 1), done
    assert list(tmp_path.iterdir()) == []


def test_secrets_come_from_the_environment_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("postgresql://a:b@c/d\n", encoding="utf-8")
    assert secret_value("X", {"X": "1", "X_FILE": "nowhere"}) == "1"
    assert secret_value("X", {"X_FILE": str(tmp_path / "secret")}) == "postgresql://a:b@c/d"
    assert secret_value("X", {}) == ""
    with pytest.raises(UsageError, match="X_FILE: nowhere cannot be read"):
        secret_value("X", {"X_FILE": "nowhere"})


def test_mail_servers_are_read_from_their_url() -> None:
    found = mail_settings("smtps://me:p%40ss@mail.example.org?from=gold@example.org")
    wanted = {"EMAIL_HOST": "mail.example.org", "EMAIL_PORT": 465, "EMAIL_HOST_PASSWORD": "p@ss"}
    assert found | wanted == found and found["EMAIL_USE_SSL"] and not found["EMAIL_USE_TLS"]
    assert mail_settings("smtp://mail.example.org?from=a@b.org")["EMAIL_USE_TLS"]
