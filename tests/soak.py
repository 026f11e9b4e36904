"""How long campaigns are: `make soak` sets CLIOMETER_SOAK, and every size is the second one."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")
SOAK = bool(os.environ.get("CLIOMETER_SOAK"))


def size(short: T, long: T) -> T:
    """What a test does in `make test`, or before a release."""
    return long if SOAK else short
