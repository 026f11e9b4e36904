"""A transaction that is taken back, for a whole file of tests or one request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction

from cliometer_workbench.services.worksheets import MEMORY


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is done inside leaves nothing."""
    MEMORY.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    MEMORY.clear()


@contextmanager
def kept_open() -> Iterator[None]:
    """Requests inside may come from elsewhere than Django's own test client: the connection stays open."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)
