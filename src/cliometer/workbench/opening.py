"""The owner's browser, opened as soon as the server answers."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
import webbrowser

_PATIENCE = 30.0  # seconds


def open_when_ready(health: str, page: str) -> None:
    """Open `page` once `health` answers; the server goes on meanwhile."""
    threading.Thread(target=_open, args=(health, page), daemon=True).start()


def _open(health: str, page: str) -> None:
    if answers(health, _PATIENCE):
        webbrowser.open(page)


def answers(url: str, seconds: float) -> bool:
    """Whether the page is there before the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return True
        except urllib.error.HTTPError:  # it answers, if with a complaint
            return True
        except OSError:
            time.sleep(0.1)
    return False
