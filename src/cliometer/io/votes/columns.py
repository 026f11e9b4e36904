"""Which column, or key, of a votes file says what: the names in use, and those a user gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cliometer.errors import FormatError, UsageError, unknown
from cliometer.io.notes import quoted

# of several names that one file has, the one that stands first here counts
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "topic": ("topic", "item", "question", "query", "document", "doc", "article", "prompt", "event", "task"),
    "judge": ("judge", "annotator", "worker", "evaluator", "assessor", "rater", "coder", "voter", "user"),
    "first": ("first", "left", "system_a", "model_a", "option_a", "a", "system_1", "system1", "system_left"),
    "second": (
        "second",
        "right",
        "system_b",
        "model_b",
        "option_b",
        "b",
        "system_2",
        "system2",
        "system_right",
    ),
    "preferred": (
        "preferred",
        "preference",
        "pref",
        "winner",
        "choice",
        "vote",
        "better",
        "chosen",
        "answer",
        "verdict",
        "label",
    ),
    "loser": ("loser", "worse", "rejected", "dispreferred", "less_preferred"),
    "reason": ("reason", "why", "comment", "justification", "explanation", "rationale"),
    "ordering": ("ordering", "ranking", "order", "ballot"),
    "count": ("count", "votes", "times", "frequency", "freq", "n"),
    "dataset": ("dataset", "data_set", "collection", "study"),
}


def given_columns(*texts: str) -> dict[str, str]:
    """`topic=article_id,judge=evaluator_id` as roles and their columns; several texts add up."""
    found: dict[str, str] = {}
    for part in (part for text in texts for part in text.split(",")):
        role, sign, column = (word.strip() for word in part.partition("="))
        if not sign or not column:
            raise UsageError(f"expected ROLE=COLUMN such as topic=article_id, found {part!r}")
        if role not in SYNONYMS:
            raise unknown("role of a column", role, SYNONYMS)
        if found.get(role, column) != column:
            raise UsageError(f"--columns gives {role} two columns, {found[role]} and {column}; leave one out")
        found[role] = column
    return found


@dataclass(frozen=True)
class Layout:
    """How a user says that a file is to be read.

    `columns` names the column of a role, `pair` the two systems that every row compares, `table` the member
    of a JSON object to read, and `fill` the member that has the counts which `table` lacks.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    pair: tuple[str, str] | None = None
    table: str | None = None
    fill: str | None = None

    def roles(self, names: Sequence[str]) -> dict[str, str]:
        """The column of each role, where there is one."""
        plain = {_plain(name): name for name in reversed(names)}
        found = {role: _column(words, plain) for role, words in SYNONYMS.items()} | {**self.columns}
        roles = {role: column for role, column in found.items() if column and column in names}
        if {"first", "second", "preferred"} <= roles.keys() and "ordering" not in self.columns:
            roles.pop("ordering", None)  # such as a column `order` that says who was shown first
        return roles

    def suffices(self, names: Sequence[str]) -> bool:
        """Whether rows with these columns are votes or orderings."""
        return "ordering" in self.roles(names) or not self.lacking(names)

    def lacking(self, names: Sequence[str]) -> list[str]:
        """The roles that votes on pairs need and that no column has."""
        roles = self.roles(names)
        if self.pair:
            needed = ["preferred"]
        elif "loser" in roles and not {"first", "second"} & roles.keys():
            needed = ["preferred", "loser"]
        else:
            needed = ["first", "second", "preferred"]
        return [role for role in needed if role not in roles]

    def check(self, names: Sequence[str], path: Path) -> None:
        """An error for columns that a file of rows lacks, those the user names among them."""
        for column in self.columns.values():
            if column not in names:
                raise unknown(f"column of {path}", column, names)
        lacks = self.lacking(names)
        if lacks and not self.suffices(names):
            other = "" if "preferred" in lacks else ", or say that all rows compare the same two: --pair A B"
            listed = ", ".join(map(quoted, names))
            raise FormatError(
                f"no column says {', '.join(lacks)}; there are {listed}; "
                f"name it with --columns {lacks[0]}=COLUMN{other}",
                path,
            )

    def refuse_columns(self, what: str, path: Path) -> None:
        """An error where a file without columns is to be read by them."""
        if self.columns or self.pair:
            raise FormatError(f"holds {what}, to which --columns and --pair do not apply", path)


def _column(words: Sequence[str], plain: Mapping[str, str]) -> str:
    spellings = [spelling for word in words for spelling in (word, f"{word}_id", f"{word}_name")]
    return next((plain[word] for word in spellings if word in plain), "")


def _plain(name: str) -> str:
    return "_".join(name.strip().casefold().replace("-", " ").replace("_", " ").split())
