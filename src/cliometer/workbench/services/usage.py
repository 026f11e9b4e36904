"""What can be done with a release on the command line: commands that fit the files that it holds."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

FOLDER = "gold"  # where the page tells people to unpack it


@dataclass(frozen=True)
class Command:
    """A command as one types it, and what it tells; RUN and CODEBOOK.toml stand for files of one's own."""

    words: tuple[str, ...]
    about: str

    @property
    def line(self) -> str:
        """For a shell."""
        return shlex.join(self.words)


def commands(files: Mapping[str, str]) -> list[Command]:
    """In the order in which people will want them."""
    found = [*_events(files), *_units(files), *_votes(files)]
    whole = Command(("cliometer", "report", FOLDER), "all of it as one web page, report.html")
    return [whole, *found] if found else []


def _events(files: Collection[str]) -> Iterator[Command]:
    if "events.json" in files:
        yield _command("score", "RUN", "events.json", about="a run against the judged events")
    if "links.csv" in files:
        yield Command(("cliometer", "agreement", FOLDER), "the tables of agreement")


def _units(files: Collection[str]) -> Iterator[Command]:
    if _under("units", files):
        yield _command("score", "RUN", "units", about="a run against the content units")
        yield _command("agreement", "units", about="the pyramid, and splits of the writers")
    for name in _under("second", files):
        yield _command("agreement", "units", "--second", name, about="how far a second matcher agrees")
    if _under("timelines", files):
        yield _command("score", "RUN", "--references", "timelines", about="a run against the timelines")


def _votes(files: Mapping[str, str]) -> Iterator[Command]:
    if len(files.get("votes.csv", "").splitlines()) > 1:  # more than the names of the columns
        yield _command("vote", "votes.csv", about="rankings by every rule, position bias")
    if "reasons.csv" in files:
        yield _command(
            "reasons", "reasons.csv", "--codebook", "CODEBOOK.toml", about="why people preferred it"
        )


def _under(folder: str, files: Collection[str]) -> list[str]:
    return sorted(name for name in files if name.startswith(f"{folder}/"))


_NOT_IN_IT = ("RUN", "CODEBOOK.toml")


def _command(command: str, *words: str, about: str) -> Command:
    """Files and folders of the release are named where they are unpacked."""
    there = (word if word in _NOT_IN_IT or word.startswith("--") else f"{FOLDER}/{word}" for word in words)
    return Command(("cliometer", command, *there), about)
