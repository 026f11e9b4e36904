"""Actions of a journal that is still to be numbered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Said: TypeAlias = tuple[str, Mapping[str, object]]
"""A verb and its details."""
