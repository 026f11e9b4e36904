"""A TOML file as a table."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from cliometer.errors import FormatError
from cliometer.io.text_file import read_text

_BYTE_ORDER_MARK = "\ufeff"


def read_toml(path: Path) -> dict[str, Any]:
    """What it holds; errors name the line and column."""
    try:
        return tomllib.loads(read_text(path).removeprefix(_BYTE_ORDER_MARK))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f'is not valid TOML: {error}; write lines such as name = "value"', path) from None
