"""Preference votes from a crowd platform: the table to upload and the results that come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cliometer.errors import FormatError, InputError, Refused, UsageError, unknown
from cliometer.grouping import by_key
from cliometer.io.csv_tables import TableRow, header, other_columns, table_rows, widest_delimiter
from cliometer.io.sheets import csv_text
from cliometer.spelling import listed, quoted
from cliometer.study.contests import TIE, contests, shuffle
from cliometer.study.topics import Topic, clean_text
from cliometer_workbench.study.crowd_services import CROWD_TABLES
from cliometer_workbench.study.preferences.answer_records import Answer, judge_fault, record_answers
from cliometer_workbench.study.preferences.ballot_plan import MissingVotes, PreferenceStudySettings, missing_votes
from cliometer_workbench.study.preferences.comparison_items import ComparisonItem, control_items, vote_item
from cliometer_workbench.study.preferences.preference_release import PreferenceRelease, pseudonym

# The platform must not swap the two texts: an item has its sides fixed, and each pair comes as two items
# where it is wanted both ways round. Hidden tests stand among them, with ids like all others; repeats do not,
# since the platform decides who sees what.

CROWD_COLUMNS = ("item", "topic", "left", "right", "votes")


@dataclass(frozen=True)
class CrowdItem:
    """An item, and how many different workers are to answer it."""

    item: ComparisonItem
    votes: int


def crowd_items(
    topics: Sequence[Topic], settings: PreferenceStudySettings, lacking: MissingVotes | None = None
) -> tuple[CrowdItem, ...]:
    """Return every vote that is wanted, or that is lacking, and hidden tests among them."""
    ways = missing_votes(topics, settings) if lacking is None else lacking
    contests_by_id, salt = contests(topics), ("crowd", settings.seed)
    pairs = [
        CrowdItem(vote_item(contests_by_id[id], way, *salt), count)
        for id, lacks in ways.items()
        for way, count in sorted(Counter(lacks).items())
    ]
    hidden = control_items(topics, "test", settings.tests_among(len(pairs)), *salt)
    often = max((item.votes for item in pairs), default=0)
    return tuple(shuffle([*pairs, *(CrowdItem(item, often) for item in hidden)], lambda item: item.item.id, *salt))


def crowd_csv(items: Sequence[CrowdItem]) -> str:
    """Return the table to upload; `topic` is the title that people see."""
    rows = [(item.item.id, item.item.title, *item.item.texts, item.votes) for item in items]
    return csv_text(CROWD_COLUMNS, rows)


COLUMN_ALIASES: Mapping[str, Sequence[str]] = CROWD_TABLES["columns"]
NEEDED_COLUMNS = ("item", "worker", "choice")
_PREFIXES = ("input.", "answer.", "data.", "task.data.", "metadata.")  # MTurk's, Label Studio's
_WORDS: Mapping[str, Sequence[str]] = CROWD_TABLES["choices"]  # by LEFT, RIGHT and TIE


@dataclass(frozen=True)
class CrowdResults:
    """The answers, with those of workers who fail or exceed the cap set aside, and what was not read."""

    release: PreferenceRelease
    notes: tuple[str, ...] = ()


def read_crowd_results(
    text: str,
    path: Path,
    items: Iterable[CrowdItem],
    settings: PreferenceStudySettings,
    salt: str,
    columns: Mapping[str, str] | None = None,
) -> CrowdResults:
    """Read the answers in a platform's table; `columns` names the column of a role that has no usual name.

    Ids of workers are personal data: only what they and the salt come to is kept.
    """
    if not salt:
        raise UsageError("salt-needed")
    bare = text.removeprefix("\ufeff")
    if not bare.strip():
        raise InputError("results-empty", path)
    names, delimiter = header(bare), widest_delimiter(bare)
    roles = _roles(names, columns or {}, path)
    asked = _criterion_columns(names, roles["choice"], settings, path)
    known = {crowd_item.item.id: crowd_item.item for crowd_item in items}
    given: dict[tuple[str, str], list[Answer]] = {}
    for row in table_rows(bare, path, delimiter):
        answers = _read_row(row, roles, asked, known, settings, salt)
        if given.setdefault((answers[0].judge, answers[0].item), answers) is not answers:
            raise row.error("item-answered")
    if not given:
        raise InputError("results-without-answers", path)
    by_worker = by_key((answer.judge, answer) for answers in given.values() for answer in answers)
    checked = [answer for answers in by_worker.values() for answer in check_worker(answers, settings)]
    others = other_columns(names, [*roles.values(), *asked.values()])
    notes = (f"{path}: {others}",) if others else ()
    return CrowdResults(PreferenceRelease(tuple(checked)), notes)


def check_worker(answers: Sequence[Answer], settings: PreferenceStudySettings) -> tuple[Answer, ...]:
    """Set aside all answers of a worker who fails, else the votes beyond the cap."""
    why = judge_fault(answers, settings)
    if why:
        return tuple(replace(answer, aside=why) for answer in answers)
    items = dict.fromkeys(answer.item for answer in answers if answer.kind == "vote")
    beyond = set(list(items)[settings.cap :])
    fault = f"beyond the {settings.cap} votes that one worker may cast"
    return tuple(replace(answer, aside=fault) if answer.item in beyond else answer for answer in answers)


def _roles(names: Sequence[str], given: Mapping[str, str], path: Path) -> dict[str, str]:
    for role, column in given.items():
        if role not in COLUMN_ALIASES:
            raise unknown("role of a column", role, COLUMN_ALIASES)
        if column not in names:
            raise unknown(f"column of {path}", column, names)
    plain = {_plain(name): name for name in reversed(names)}
    columns = {
        role: next((plain[word] for word in words if word in plain), "") for role, words in COLUMN_ALIASES.items()
    } | dict(given)
    lacks = [role for role in NEEDED_COLUMNS if not columns[role]]
    if lacks:
        there = f"there are {listed(map(quoted, names))}"
        raise FormatError("columns-unrecognised", path, 1, columns=listed(lacks), present=there)
    return {role: column for role, column in columns.items() if column}


def _criterion_columns(
    names: Sequence[str], choice: str, settings: PreferenceStudySettings, path: Path
) -> dict[str, str]:
    """Return the column with the choices by each criterion: that of the choice for the first, else one of its name."""
    plain = {_plain(name): name for name in reversed(names)}
    first, *others = (criterion.name for criterion in settings.criteria)
    lacks = [quoted(name) for name in others if _plain(name) not in plain]
    if lacks:
        raise FormatError("criteria-unrecognised", path, 1, criteria=listed(lacks))
    return {first: choice} | {name: plain[_plain(name)] for name in others}


def _plain(name: str) -> str:
    """Spell `Input.item_id` and `Item ID` as `item id`."""
    bare = name.strip().casefold()
    prefix = next((prefix for prefix in _PREFIXES if bare.startswith(prefix)), "")
    return " ".join(bare.removeprefix(prefix).replace("_", " ").replace("-", " ").split())


def _read_row(
    row: TableRow,
    roles: Mapping[str, str],
    asked: Mapping[str, str],
    known: Mapping[str, ComparisonItem],
    settings: PreferenceStudySettings,
    salt: str,
) -> list[Answer]:
    id, worker = row.filled(roles["item"]), row.filled(roles["worker"])
    if id not in known:
        raise row.error("item-unknown", id=quoted(id))
    choices = {name: _choice(row, column, settings) for name, column in asked.items()}
    try:
        reason = clean_text(row.text(roles.get("reason")).replace("\r\n", "\n").replace("\r", "\n"), "reason")
    except Refused as error:
        raise row.fails(error) from None
    kept = "" if settings.reasons == "none" else reason
    column = roles.get("seconds")
    seconds = row.amount(column, f"seconds such as 12.5 in {quoted(column)}") or 0.0
    return record_answers(known[id], pseudonym(worker, salt), choices, settings, kept, seconds)


def _choice(row: TableRow, column: str, settings: PreferenceStudySettings) -> str:
    cell = row.filled(column)
    word = _plain(cell)
    choice = next((choice for choice, words in _WORDS.items() if word in words), None)
    if choice is None or (choice == TIE and not settings.ties):
        allowed = "left, right or tie" if settings.ties else "left or right"
        raise row.error("choice-expected", allowed=allowed, column=quoted(column), cell=quoted(cell))
    return choice
