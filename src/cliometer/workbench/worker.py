"""The application as a process of the server has it: it does not outlive the one that started it."""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings

from cliometer.workbench.wsgi import application as workbench

_PARENT = os.getppid()
_ADDRESS, _FORWARDED = "REMOTE_ADDR", "HTTP_X_FORWARDED_FOR"


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Call the workbench; behind a proxy, people come from where the proxy says."""
    if settings.CONFIG.secure and environ.get(_FORWARDED):
        environ[_ADDRESS] = environ[_FORWARDED].rpartition(",")[2].strip()
    return workbench(environ, start_response)


def _follow() -> None:
    """Stop when the server was killed, so that nobody holds its port."""
    while os.getppid() == _PARENT:
        time.sleep(0.5)
    os._exit(1)


gc.collect()
gc.freeze()  # what was loaded stays: looking through it again and again would cost every request
threading.Thread(target=_follow, daemon=True).start()
