"""Timelines in and out of files: one format a module, recognised by content; errors name file and line."""

from cliometer.errors import ReadWarning
from cliometer.io import markdown, native, newstls, tilse_text, timeline_table  # noqa: F401  # puts them on the list
from cliometer.io.folders import per_reference, read_references, read_run
from cliometer.io.timelines import (
    Format,
    Reading,
    ReadOnlyFormat,
    convert,
    format_named,
    formats,
    parse_timelines,
    read_timeline,
    read_timelines,
    write_timelines,
)

__all__ = [
    "Format", "ReadOnlyFormat", "ReadWarning", "Reading", "convert", "format_named", "formats", "parse_timelines",
    "per_reference", "read_references", "read_run", "read_timeline", "read_timelines", "write_timelines",
]  # fmt: skip
