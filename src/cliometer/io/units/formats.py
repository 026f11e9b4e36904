"""The names of our JSON formats, as the files say them."""

from __future__ import annotations

UNITS = "cliometer-units"
EXTRACTS = "cliometer-extracts"
