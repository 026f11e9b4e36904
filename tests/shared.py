"""Real data and the numbers of other tools; tests that need them are skipped where they are absent."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).parents[2] / "shared"


def needs(*parts: str) -> pytest.MarkDecorator:
    """Skip, with the path in the message, where a file or folder of ../shared is absent."""
    path = SHARED.joinpath(*parts)
    return pytest.mark.skipif(not path.exists(), reason=f"{path} is not here")


@cache
def parity(name: str) -> Any:
    """A file of expected numbers."""
    return json.loads((SHARED / "parity" / name).read_text(encoding="utf-8"))
