"""Claims: figures of a paper with what they were computed from, read from a file and compared with figures found."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, ClassVar, Literal

from cliometer.errors import FormatError, InputError, UsageError, unknown
from cliometer.io.frames import DocumentResult
from cliometer.io.text_files import read_text
from cliometer.model.records import decode
from cliometer.spelling import listed, many, quoted

ClaimState = Literal["exact", "rounded", "off", "unchecked"]
FIGURE = ("metric", "topic", "figure", "at", "value", "tolerance", "scale", "label")  # the rest says what is computed
_TABLES = ("title", "paths", "runs", "defaults", "claim", "table")
_BLANK = ("", "-")  # cells without a claim
_RUN: Any = str | dict[str, str]  # a path, or a path for each topic
REFUSED = "refused"
_SAME = 1e-12


@dataclass(frozen=True)
class ClaimCheck:
    """A claim as it is written, the figure found, and whether it holds: exactly, as rounded, or not."""

    label: str
    claim: str
    claimed: str
    found: float | None
    difference: float | None
    state: ClaimState
    why: str = ""


@dataclass(frozen=True, repr=False)
class Verification(DocumentResult):
    """The claims of a file, each with what was found."""

    kind: ClassVar[str] = "claims"
    tables: ClassVar[Mapping[str, str]] = {"claims": "claims"}
    title: str
    claims: Sequence[ClaimCheck]
    notes: Sequence[str] = ()

    @property
    def holds(self) -> bool:
        """Whether no claim that could be checked is off."""
        return not any(check.state == "off" for check in self.claims)


@dataclass(frozen=True)
class Claim:
    """A claim by the keys of its file, those that say what is computed apart, and the files that this needs."""

    place: str
    members: Mapping[str, Any]
    work: Mapping[str, Any]
    needs: Sequence[str]

    def __post_init__(self) -> None:
        for key in ("metric", "topic", "figure", "label", "function"):
            decode(str, self.members.get(key, ""), f"{self.place}.{key}")
        for key in ("value", "tolerance", "scale"):
            if key in self.members and (key, self.members[key]) != ("value", REFUSED):
                self._number(key)

    @property
    def key(self) -> str:
        """What is computed, equal where it is the same."""
        return json.dumps(self.work, sort_keys=True, default=str)

    @property
    def steps(self) -> Sequence[Any]:
        """The path of a figure in the document of a function."""
        return decode(list[Any], self.members.get("at", []), f"{self.place}.at")

    def unchecked(self, why: str) -> ClaimCheck:
        """Return the claim as it is written, with the reason why it is not checked, or does not hold."""
        members = self.members
        label = next(str(members[key]) for key in ("label", "run", "function") if key in members)
        steps = (word for step in self.steps for word in (step.values() if isinstance(step, dict) else [step]))
        parts = (*map(members.get, ("protocol", "topic", "metric", "figure")), *steps)
        text = " ".join(str(part) for part in parts if part is not None)
        return ClaimCheck(label, text, str(members["value"]), None, None, "unchecked", why)

    def check(self, found: float | None, refusal: str = "") -> ClaimCheck:
        """Compare with the figure found; None where it is undefined, or where a protocol refuses the run."""
        check = self.unchecked(refusal or ("undefined" if found is None else ""))
        if check.claimed == REFUSED:
            return replace(check, found=found, state="exact" if refusal else "off")
        claimed = self._number("value")
        if found is None:
            return replace(check, state="off")
        found *= float(self._number("scale", 1))
        difference = found - float(claimed)
        half = Decimal(1).scaleb(int(claimed.as_tuple().exponent)) / 2  # a unit of the last digit
        near = abs(difference) <= float(self._number("tolerance", half)) + _SAME * max(1.0, abs(found))
        state: ClaimState = "exact" if abs(difference) <= _SAME else "rounded" if near else "off"
        return replace(check, found=found, difference=difference, state=state)

    def _number(self, key: str, usual: object = None) -> Decimal:
        value = self.members.get(key, usual)
        try:
            number = Decimal(str(value))
            if number.is_finite():
                return number
        except InvalidOperation:
            pass
        raise InputError("claim-value-expected", key=key, value=quoted(value)).inside(self.place)


def read_claims(path: Path, paths: Sequence[str], demo: Path) -> tuple[str, list[Claim]]:
    """Return the title of a file, and its claims with `{name}` filled in; `paths` are changes such as `gold=FOLDER`."""
    try:
        content = tomllib.loads(read_text(path), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise FormatError("toml-invalid", path, reason=str(error)) from None
    try:
        if other := next((key for key in content if key not in _TABLES), ""):
            raise unknown("key of a file of claims", other, _TABLES)
        named = decode(dict[str, str], content.get("paths", {}), "paths")
        folders = {name: str(path.parent / folder) for name, folder in named.items()}
        folders |= {"demo": str(demo), "": str(path.parent)}
        for text in paths:
            name, equals, folder = text.partition("=")
            if not equals or name not in folders or not name:
                raise UsageError("claim-path-malformed", text=text, known=", ".join(filter(None, folders)))
            folders[name] = folder
        claims = [_claim(*each, _tables(content, "runs"), folders) for each in _claims(content)]
    except (InputError, UsageError) as error:
        raise FormatError.like(error).at(path) from None
    if not claims:
        raise FormatError("claims-missing", path)
    return str(content.get("title", path.stem)), claims


def _tables(content: Mapping[str, Any], key: str) -> dict[str, Any]:
    return decode(dict[str, Any], content.get(key, {}), key)


def _claims(content: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield claims and their places; a table has a row for each run, or value of `by`, and a column for each metric."""
    defaults = _tables(content, "defaults")
    for number, claim in enumerate(decode(list[dict[str, Any]], content.get("claim", []), "claim")):
        yield _checked(f"claim[{number}]", claim if "function" in claim else {**defaults, **claim})
    for number, table in enumerate(decode(list[dict[str, Any]], content.get("table", []), "table")):
        shared = {**defaults, **table}
        by, heads, rows = (shared.pop(key, other) for key, other in (("by", "run"), ("columns", []), ("rows", [])))
        by = decode(str, by, f"table[{number}].by")
        columns = decode(list[str | dict[str, Any]], heads, f"table[{number}].columns")
        for place, row in enumerate(decode(list[list[Any]], rows, f"table[{number}].rows")):
            where, head = f"table[{number}].rows[{place}]", row[0] if row else ""
            if len(row) != len(columns) + 1:
                cells, needed = many(max(len(row) - 1, 0), "value"), many(len(columns), "column")
                raise InputError("claim-cells-uneven", cells=cells, columns=needed).inside(where)
            for column, value in zip(columns, row[1:], strict=True):
                members = shared | (head if isinstance(head, dict) else {by: head})
                members |= column if isinstance(column, dict) else {"metric": column}
                if value not in _BLANK:
                    yield _checked(where, {**members, "value": value})


def _checked(place: str, members: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    needed = ("value", "function", "at") if "function" in members else ("value", "run", "gold", "metric")
    if lacking := [key for key in needed if key not in members]:
        raise InputError("claim-key-missing", keys=listed(lacking), members=listed(members)).inside(place)
    return place, members


def _claim(place: str, members: Mapping[str, Any], runs: Mapping[str, Any], folders: Mapping[str, str]) -> Claim:
    """Return a claim with its paths filled in; those of runs and gold start at the folder of the file."""
    needs: list[str] = []

    def folder(name: re.Match[str]) -> str:
        if name[1] not in folders:
            raise unknown("path", name[1], folders).inside(place)
        return folders[name[1]]

    def fill(value: Any, is_path: bool = False) -> Any:
        if isinstance(value, list):
            return [fill(each, is_path) for each in value]
        if isinstance(value, dict):
            return {key: fill(each, is_path) for key, each in value.items()}
        if not isinstance(value, str):
            return float(value) if isinstance(value, Decimal) else value
        filled = re.sub(r"\{([\w-]+)\}", folder, value)
        if is_path or filled != value:
            filled = filled if filled != value else str(Path(folders[""], filled))
            needs.append(filled)
        return filled

    work = {key: fill(value, key == "gold") for key, value in members.items() if key not in (*FIGURE, "run")}
    if (run := members.get("run")) is not None:
        run = decode(_RUN, runs.get(run, run) if isinstance(run, str) else run, f"{place}.run")
        work["run"] = fill(run, is_path=True)
    return Claim(place, members, work, needs)
