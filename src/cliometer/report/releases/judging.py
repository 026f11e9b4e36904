"""What `cliometer agreement` and `cliometer vote` say of a release, as their JSON documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from cliometer.court.votes.document import document as votes_document
from cliometer.court.votes.tally import tally
from cliometer.errors import InputError
from cliometer.io.text_file import read_text
from cliometer.io.units.gold import read_unit_gold
from cliometer.io.votes.files import read_votes
from cliometer.report.releases.opening import Opened
from cliometer.study.agreement.document import document as agreement_document
from cliometer.study.agreement.matching import Matching
from cliometer.study.agreement.survey import Question, matching_notes, second_matchings, survey

Documents = list[dict[str, Any]]


def documents(release: Opened, path: Path) -> Documents:
    """The results of the commands that read such a release; what is wrong with it is said of its path."""
    judge = {"events": _events, "units": _units, "preferences": _preferences}[release.kind]
    try:
        return judge(release.folder)
    except InputError as error:
        raise InputError(str(error).replace(f"{release.folder}/", ""), path) from None


def _events(folder: Path) -> Documents:
    return [agreement_document(survey(Question([folder])))]


def _units(folder: Path) -> Documents:
    """With the links that others made, each compared with those of the first matcher."""
    units = folder / "units"
    found = survey(Question([units]))
    matchings = tuple(_matchings(units, folder / "second"))
    notes = (*found.notes, *matching_notes(matchings))
    return [agreement_document(replace(found, matchings=matchings, notes=notes))]


def _matchings(units: Path, second: Path) -> Iterator[Matching]:
    files = sorted(second.rglob("*.json")) if second.is_dir() else []
    first = read_unit_gold([units]).units if files else ()
    for file in files:
        for matching in second_matchings(first, file):
            yield replace(matching, topic=f"{matching.topic}: {file.stem}")


def _preferences(folder: Path) -> Documents:
    votes = folder / "votes.csv"
    polls = read_votes(votes) if _has_votes(votes) else ()
    return [votes_document([tally(poll)]) for poll in polls]


def _has_votes(file: Path) -> bool:
    """More than the names of the columns."""
    return any(line.strip() for line in read_text(file).splitlines()[1:])
