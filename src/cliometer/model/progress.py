"""How far long work has come: whoever does it calls with steps done and steps in all."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
