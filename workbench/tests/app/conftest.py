"""A workbench in a folder of its own; every test of the database leaves it as it was."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator

import pytest

from cliometer_workbench.config import ServerConfig
from cliometer_workbench.server import load, prepare

_FOLDER = tempfile.mkdtemp(prefix="cliometer-workbench-")
_CONFIG = ServerConfig(_FOLDER)
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
load(_CONFIG, module="workbench.tests.settings")  # the tests import models, which Django must know before

from cliometer_workbench.services.worksheets import MEMORY  # noqa: E402
from workbench.tests.app.people import Town  # noqa: E402


@pytest.fixture(scope="session")
def workbench() -> ServerConfig:
    """Django with an empty database of the present shape."""
    prepare(_CONFIG)
    return _CONFIG


@pytest.fixture
def db(workbench: ServerConfig) -> Iterator[None]:
    """A transaction that is rolled back."""
    from django.db import transaction

    MEMORY.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    MEMORY.clear()


@pytest.fixture
def town(db: None) -> Town:
    """People who can sign in."""
    return Town()
