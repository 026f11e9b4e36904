"""Data sets: what a folder is, what is missing or changed, and which articles hold a reference."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict, Unpack

from cliometer.api.front import public
from cliometer.settings import Location, Setting, group

if TYPE_CHECKING:
    from cliometer.engine.data_folders import FolderReport


@group("files")
class DataSettings(TypedDict, total=False):
    """The settings of `data`."""

    articles: Annotated[
        Location | None,
        Setting(
            None,
            "dated articles, as for cliometer timelines: report those that hold a reference of the folder nearly word "
            "for word",
            "--articles ARTICLES",
        ),
    ]
    known: Annotated[
        Sequence[Location],
        Setting((), "manifests of further data sets (TOML), with which the folder is compared", "--known FILE.toml"),
    ]


@public
def data(folder: Location, **settings: Unpack[DataSettings]) -> "FolderReport":
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
    >>> report = data(demo() / "references")
    >>> [(part.holds, part.topics, part.timelines) for part in report.parts]
    [('timelines', 8, 19)]
    """
    from cliometer.engine.data_folders import report_folder
    from cliometer.io.manifests import known_manifests, read_manifests

    manifests = dict(known_manifests())
    for path in settings["known"]:
        manifests |= read_manifests(Path(path))
    articles = settings["articles"]
    return report_folder(Path(folder), manifests.values(), None if articles is None else Path(articles))
