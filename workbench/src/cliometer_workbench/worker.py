"""The WSGI application in a worker process, which ends when the server that started it is gone."""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from cliometer_workbench.config import server_lives

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cliometer_workbench.settings")
workbench = get_wsgi_application()
_ADDRESS, _FORWARDED = "REMOTE_ADDR", "HTTP_X_FORWARDED_FOR"


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Call the workbench; behind a proxy, the client's address is the one that the proxy forwards."""
    if settings.CONFIG.secure and environ.get(_FORWARDED):
        environ[_ADDRESS] = environ[_FORWARDED].rpartition(",")[2].strip()
    return workbench(environ, start_response)


def _follow() -> None:
    """End this process once the server has been killed, so that its port becomes free."""
    while server_lives():
        time.sleep(0.5)
    os._exit(1)


gc.collect()
gc.freeze()  # the loaded modules stay: collecting them again and again would slow every request
threading.Thread(target=_follow, daemon=True).start()
