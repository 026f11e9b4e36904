"""Read runs, references, sources and content units from files."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from typing import TYPE_CHECKING, Annotated, Any, Unpack

from cliometer.api.front import public
from cliometer.api.inputs import warn_of
from cliometer.errors import expected
from cliometer.io.input_form import input_form
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline
from cliometer.settings import Location, Setting
from cliometer.settings.groups import FileForm

if TYPE_CHECKING:
    from cliometer.io.units import UnitFile
    from cliometer.model.documents import SourceText

Repeated = Annotated[Duplicates, Setting("last", "what to do if a file repeats a date")]


@contextmanager
def _reading(path: Any, settings: FileForm) -> Iterator[list[str]]:
    """Hold the form of files while a path is read; the notes that are added to the list are issued as warnings."""
    if not isinstance(path, str | PathLike) or not str(path).strip():
        raise expected("path to be the path of a file or a folder", path)
    notes: list[str] = []
    with input_form(**settings):
        yield notes
        warn_of(notes)


@public
def read_run(path: Location, duplicates: Repeated = "last", **settings: Unpack[FileForm]) -> dict[str, Timeline]:
    """Read the timelines of one system.

    Parameters
    ----------
    path
        A run folder `RUN/<topic>.txt`, or one file.

    Returns
    -------
    dict of str to Timeline
        The timelines by topic; the notes of reading are issued as `ReadWarning`.

    Examples
    --------
    >>> from cliometer import demo
    >>> len(read_run(demo() / "runs" / "lead")["apollo-13"]) > 0
    True
    """
    from cliometer.io.folders import read_run as read

    with _reading(path, settings) as notes:
        run, remarks = read(path, duplicates)
        notes += remarks
    return run


@public
def read_references(
    path: Location, duplicates: Repeated = "last", **settings: Unpack[FileForm]
) -> dict[str, ReferenceSet]:
    """Read topics and their references.

    Parameters
    ----------
    path
        A benchmark folder `GOLD/<topic>/<reference>.txt`, or one file.

    Returns
    -------
    dict of str to ReferenceSet
        The references by topic; the notes of reading are issued as `ReadWarning`.

    Examples
    --------
    >>> from cliometer import demo
    >>> len(read_references(demo() / "references")["apollo-13"])
    3
    """
    from cliometer.io.folders import read_references as read

    with _reading(path, settings) as notes:
        references, remarks = read(path, duplicates)
        notes += remarks
    return references


@public
def read_sources(path: Location, **settings: Unpack[FileForm]) -> dict[str, tuple["SourceText", ...]]:
    """Read the documents of topics, with which metrics such as `jsd` compare summaries.

    Parameters
    ----------
    path
        A folder with `<topic>.jsonl` of articles, `<topic>.csv` of posts or `<topic>/*.txt`, or one file.

    Returns
    -------
    dict of str to tuple of SourceText
        The documents by topic; the notes of reading are issued as `ReadWarning`.

    Examples
    --------
    >>> from cliometer import demo
    >>> "apollo-13" in read_sources(demo() / "articles")
    True
    """
    from cliometer.io.topic_folders import read_sources as read

    with _reading(path, settings) as notes:
        sources, remarks = read(path)
        notes += remarks
    return dict(sources)


@public
def read_units(path: Location, **settings: Unpack[FileForm]) -> "UnitFile":
    """Read content units and judged events from our JSON.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    UnitFile
        Topics with units, topics with events, and notes on what is legal but odd.

    Examples
    --------
    >>> from cliometer import demo
    >>> len(read_units(demo() / "units" / "apollo-13.json").units)
    1
    """
    from cliometer.io.units import read_units as read

    with _reading(path, settings):
        return read(path)
