"""The container: its files pass their linters, and its steps, run here with PostgreSQL, give a healthy workbench."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import yaml

from workbench.tests import postgres
from workbench.tests.app.test_ops_backup import cluster as cluster  # a fixture
from workbench.tests.served import free_port

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
HOST = "gold.example.org"


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile with their words; lines that go on are joined."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, words) for name, _, words in (line.partition(" ") for line in lines)]


def of(name: str) -> list[str]:
    return [words for found, words in instructions() if found == name]


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_the_dockerfile_passes_its_linter() -> None:
    program = shutil.which("hadolint", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert program, "hadolint is not installed; pip install -e '.[dev]'"
    done = subprocess.run([program, str(DEPLOY / "Dockerfile")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_compose_file_passes_its_linter() -> None:
    rules = "{extends: default, rules: {line-length: {max: 120}}}"
    words = [sys.executable, "-m", "yamllint", "-d", rules, str(DEPLOY / "compose.yaml")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_services_use_secrets_volumes_and_services_that_the_compose_file_defines() -> None:
    found = compose()
    for name, service in found["services"].items():
        assert set(service.get("secrets", ())) <= set(found["secrets"]), name
        assert {one.partition(":")[0] for one in service.get("volumes", ())} <= set(found["volumes"]), name
        assert set(service.get("depends_on", ())) <= set(found["services"]), name
        for value in service.get("environment", {}).values():
            secret = re.fullmatch(r"/run/secrets/(.+)", value)
            assert secret is None or secret[1] in service["secrets"], name


def test_the_image_copies_what_its_ignore_file_lets_through() -> None:
    kept = set(re.findall(r"^!(.+)$", (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8"), re.M))
    copied = [words.split()[:-1] for words in of("COPY") if not words.startswith("--from")]
    assert {name for names in copied for name in names} == kept
    assert all((ROOT / name).exists() for name in kept)


def test_no_secret_is_in_the_image_or_the_compose_file() -> None:
    said = (DEPLOY / "compose.yaml").read_text(encoding="utf-8") + (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert not re.search(r"(?i)password: *\S|://\S+:\S+@", said)
    assert "deploy/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()


def installed(folder: Path) -> Path:
    """Build the wheel of the first stage from the copied files, and install it as the second does."""
    source = folder / "source"
    for copied in of("COPY"):
        for name in copied.split()[:-1] if not copied.startswith("--from") else ():
            source.mkdir(exist_ok=True)
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, source / name)
    build = shlex.split(of("RUN")[0])
    assert build[:2] == ["pip", "wheel"]
    build[build.index("/wheels")] = str(folder / "wheels")
    extra = ["--no-build-isolation", "--quiet", "--disable-pip-version-check"]  # nothing comes from the network here
    subprocess.run([sys.executable, "-m", *build, *extra], cwd=source, check=True)
    wheels = sorted(map(str, (folder / "wheels").glob("*.whl")))
    assert len(wheels) == 2 and "/wheels/*.whl" in of("RUN")[1]
    words = ["pip", "install", "--no-deps", "--quiet", "--target", str(folder / "site"), *wheels]
    subprocess.run([sys.executable, "-m", *words, "--disable-pip-version-check"], check=True)
    return folder / "site"


def test_the_steps_of_the_image_give_a_healthy_workbench(cluster: postgres.Cluster, tmp_path: Path) -> None:
    port = str(free_port())
    secret = tmp_path / "database-url"
    secret.write_text(cluster.database() + "\n", encoding="utf-8")
    places = {"/data": str(tmp_path / "data"), "/backups": str(tmp_path / "backups"), "8470": port}
    service = compose()["services"]["workbench"]
    (home,) = re.findall(r"XDG_DATA_HOME=(\S+)", of("ENV")[0])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLIOMETER")} | {
        "PYTHONPATH": str(installed(tmp_path)), "XDG_DATA_HOME": places[home],
        "CLIOMETER_DATABASE_FILE": str(secret), "CLIOMETER_MAIL": "", "CLIOMETER_OIDC": "", "CLIOMETER_OIDC_SECRET": "",
    }  # fmt: skip
    assert set(service["environment"]) <= set(environment)
    words = [*json.loads(of("ENTRYPOINT")[0]), *service["command"]]
    words = [places.get(word, HOST if "CLIOMETER_HOST" in word else word) for word in words]
    command = [sys.executable, "-m", *words, "--port", port]
    server = subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, start_new_session=True)
    try:
        health = json.loads(of("HEALTHCHECK")[0].partition("CMD ")[2])
        probe = [sys.executable, *(word.replace("8470", port) for word in health[1:])]
        end = time.monotonic() + 60
        while subprocess.run(probe, capture_output=True, check=False).returncode and time.monotonic() < end:
            time.sleep(0.2)
        assert subprocess.run(probe, check=False).returncode == 0
        while not list(Path(places["/backups"]).glob("workbench-*.zip")) and time.monotonic() < end:
            time.sleep(0.1)
        assert list(Path(places["/backups"]).glob("workbench-*.zip"))
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 0
        assert server.stdout and f"https://{HOST}/start/" in server.stdout.read().decode()
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait(30)
