"""Releases of studies as reports: recognised by their files, described, and judged as the commands would."""

from __future__ import annotations

from cliometer.report.releases.opening import is_release
from cliometer.report.releases.section import release_section

__all__ = ["is_release", "release_section"]
