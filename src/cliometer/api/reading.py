"""Read runs, references, sources and content units from files, and say what a folder of data is."""

from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Unpack

from cliometer.api.front import only_path, public, warn_of
from cliometer.errors import expected
from cliometer.io.input_form import input_form
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline
from cliometer.settings import Location, Setting
from cliometer.settings.groups import FileForm

if TYPE_CHECKING:
    from cliometer.engine.data_folders import FolderReport
    from cliometer.io.units import UnitFile
    from cliometer.model.documents import SourceText

Value = TypeVar("Value")
Repeated = Annotated[Duplicates, Setting("last", "what to do if a file repeats a date")]


def _read(read: Callable[..., tuple[Value, Iterable[str]]], path: Any, settings: FileForm, *rules: Any) -> Value:
    """Return what a function reads at a path, whose files have this form; its notes are issued as warnings."""
    if not isinstance(path, str | PathLike) or not str(path).strip():
        raise expected("path to be the path of a file or a folder", path)
    with input_form(**settings):
        value, notes = read(path, *rules)
        warn_of(notes)
    return value


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

    return _read(read, path, settings, duplicates)


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

    return _read(read, path, settings, duplicates)


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

    return dict(_read(read, path, settings))


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

    return _read(lambda file: (read(file), ()), path, settings)


@public
def data(
    folder: Location,
    articles: Annotated[
        Location | None,
        Setting(
            None,
            "dated articles, as for cliometer timelines: find those that hold a reference of the folder nearly word "
            "for word",
            "--articles ARTICLES",
            heading="files",
        ),
    ] = None,
    known: Annotated[
        Sequence[Location],
        Setting((), "manifests of further data sets to compare with", "--known FILE.toml", heading="files"),
    ] = (),
) -> "FolderReport":
    """Say what a folder of data is: its parts, whether it is a data set as distributed, and what is known of that.

    Parameters
    ----------
    folder
        A folder of references, articles, nuggets or other gold, or a folder of such folders.

    Returns
    -------
    FolderReport
        The known data sets that are there, with files that are changed, missing or extra, the parts of the folder
        with their counts, and leaks; `manifest()` returns a manifest of the folder, a text in TOML.

    Examples
    --------
    >>> from cliometer import demo
    >>> [(part.holds, part.counts["topics"], part.counts["timelines"]) for part in data(demo() / "references").parts]
    [('timelines', 8, 19)]
    """
    from cliometer.engine.data_folders import report_folder
    from cliometer.io.manifests import known_manifests, own_manifests, read_manifests

    place = only_path(folder, "folder")
    manifests = known_manifests() | own_manifests(place)
    for path in known:
        manifests |= read_manifests(Path(path))
    return report_folder(place, manifests.values(), None if articles is None else Path(articles))
