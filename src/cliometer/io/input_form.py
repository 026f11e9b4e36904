"""How a user says that files are written: names of columns, spelling of dates, encoding; and standard input.

The readers of all formats look here, so that no function between the command line and a reader passes these on
(docs/decisions/0024-form-of-input.md). A form holds within `with input_form(...)`, in one thread or task.
"""

from __future__ import annotations

import codecs
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from cliometer.errors import FormatError, InputError, UsageError, expected, unknown
from cliometer.model.when import When, parse_when
from cliometer.spelling import quoted

Columns: TypeAlias = Mapping[str, str] | Sequence[str] | str | None
STANDARD_INPUT = Path("-")
_COLUMN = re.compile(r"^(\w+) (\w+): (.*)$", re.MULTILINE)


def _read_synonyms() -> dict[str, dict[str, tuple[str, ...]]]:
    kinds: dict[str, dict[str, tuple[str, ...]]] = {}
    for kind, role, names in _COLUMN.findall(Path(__file__).with_name("columns.txt").read_text(encoding="utf-8")):
        kinds.setdefault(kind, {})[role] = tuple(names.split(", "))
    return kinds


SYNONYMS = _read_synonyms()  # what a file holds, the roles of its columns, and their names, the first ones first
_WORDS = {word for roles in SYNONYMS.values() for word in roles} | {"summary", "event"}
_LETTERS = {"yyyy": "%Y", "yy": "%y", "mmmm": "%B", "mmm": "%b", "mm": "%m", "m": "%m", "dd": "%d", "d": "%d"}
_LETTER_GROUP = re.compile(r"[a-z]+", re.IGNORECASE)
_ISO = "2003-11-09"  # no two of its numbers are alike
_SAMPLE = time.strptime(_ISO, "%Y-%m-%d")
_LONGEST_FORMAT = 60


def parse_columns(columns: Mapping[str, str] | Sequence[str] | str) -> dict[str, str]:
    """Read `date=when,sentence=event` as roles and their columns; several texts add up.

    >>> parse_columns("date=when, sentence=event")
    {'date': 'when', 'sentence': 'event'}
    """
    texts = [columns] if isinstance(columns, str) else columns
    pairs: Iterable[tuple[str, str]]
    words = (*texts, *texts.values()) if isinstance(texts, Mapping) else texts
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise expected('columns such as {"date": "when"} or "date=when"', columns)
    if isinstance(texts, Mapping):
        pairs = texts.items()
    else:
        parts = [part for text in texts for part in text.split(",")]
        for part in parts:
            if not all(word.strip() for word in part.partition("=")):
                raise UsageError("columns-malformed", part=part)
        pairs = ((role.strip(), column.strip()) for role, _, column in (part.partition("=") for part in parts))
    roles: dict[str, str] = {}
    for role, column in pairs:
        if role not in _WORDS:
            if column in _WORDS:
                raise UsageError("columns-swapped", column=column, role=role)
            raise unknown("role of a column", role, _WORDS)
        if roles.get(role, column) != column:
            raise UsageError("columns-role-doubled", role=role, found=roles[role], column=column)
        roles[role] = column
    return roles


@dataclass(frozen=True)
class DateFormat:
    """A spelling of dates: `dd/mm/yyyy`, where `mmm` and `mmmm` are names of months, or that of Python's `strptime`.

    >>> str(DateFormat("dd/mm/yyyy").read("27/05/2010")), str(DateFormat("%B %Y").read("May 2010"))
    ('2010-05-27', '2010-05')
    """

    spelling: str
    pattern: str = field(init=False, default="")
    parts: int = field(init=False, default=1)  # 3 where the format has days, 2 where it has months, else 1
    also_iso: bool = field(init=False, default=True)  # whether no date in ISO 8601 is another date in this format

    def __post_init__(self) -> None:
        pattern = self.spelling if "%" in self.spelling else _LETTER_GROUP.sub(self._directive, self.spelling)
        try:
            if len(pattern) > _LONGEST_FORMAT or re.search("%[^a-zA-Z%]|%$", pattern):
                raise self._refusal()
            sample = time.strptime(time.strftime(pattern, _SAMPLE), pattern)
        except (ValueError, re.error):
            raise self._refusal() from None
        if sample.tm_year != _SAMPLE.tm_year:
            raise self._refusal("; a year is needed")
        parts = 3 if sample.tm_mday == _SAMPLE.tm_mday else 2 if sample.tm_mon == _SAMPLE.tm_mon else 1
        for name, value in {"pattern": pattern, "parts": parts}.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "also_iso", self.read(_ISO) in (None, parse_when(_ISO)))

    def _directive(self, letters: re.Match[str]) -> str:
        if letters[0].lower() not in _LETTERS:
            raise self._refusal()
        return _LETTERS[letters[0].lower()]

    def _refusal(self, reason: str = "") -> UsageError:
        return UsageError("date-format-malformed", spelling=quoted(self.spelling), hint=reason)

    def read(self, text: str) -> When | None:
        """Return the day, month or year that a text spells in this format; None for any other text."""
        try:
            day = time.strptime(text, self.pattern)
        except ValueError:
            return None
        return parse_when("-".join([f"{day.tm_year:04}", f"{day.tm_mon:02}", f"{day.tm_mday:02}"][: self.parts]))


@dataclass(frozen=True)
class InputForm:
    """What a user says about files.

    `contents` are the bytes of files that were read already, as on disk, and of standard input; `strays` collects the
    files with lines that are not UTF-8.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    date_format: DateFormat | None = None
    encoding: str | None = None
    contents: dict[Path, bytes] = field(default_factory=dict)
    strays: dict[Path, None] = field(default_factory=dict)

    def chosen(self, names: Sequence[str], synonyms: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """Return the columns that the user names for roles, by whichever synonym, and that a file has."""
        columns_by_role: dict[str, str] = {}
        plain = {name.strip().casefold(): name for name in reversed(names)}
        for role, words in synonyms.items():
            for word in dict.fromkeys((role, *words)):
                column = self.columns.get(word, "")
                name = column if column in names else plain.get(column.casefold())
                if column and name is not None and role not in columns_by_role:
                    columns_by_role[role] = name
        return columns_by_role

    @property
    def is_wide(self) -> bool:
        """Whether the encoding is no kind of ASCII, such as UTF-16, so that bytes cannot be cut into lines."""
        return bool(self.encoding) and not _extends_ascii(self.encoding or "")

    def decoded(self, content: bytes, path: Path, errors: str = "strict", line: int = 1) -> str:
        """Return a text that starts on a `line` of a file: UTF-8, but lines that are not have the encoding."""
        if self.encoding and self.is_wide:
            try:
                return content.decode(self.encoding)
            except UnicodeError as error:
                raise InputError("encoding-wrong", path, encoding=self.encoding, reason=str(error)) from None
        try:
            return content.decode("utf-8", errors)
        except UnicodeDecodeError as error:
            if self.encoding is None:
                raise _not_utf8(content, error.start, path, content.count(b"\n", 0, error.start) + line) from None
        self.strays[path] = None
        return "".join(self._line(part, path, place) for place, part in enumerate(content.splitlines(True), line))

    def _line(self, content: bytes, path: Path, number: int) -> str:
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            try:
                return content.decode(self.encoding or "utf-8")
            except UnicodeError:
                raise InputError("no-encoding-fits", path, number, encoding=self.encoding) from None


def _not_utf8(content: bytes, offset: int, path: Path, line: int) -> InputError:
    """Return the refusal of bytes that are not UTF-8, with the encoding that those lines may be in."""
    lines = content.splitlines()
    strange = [line for line in lines if line.decode("utf-8", "ignore").encode() != line]
    likely = "latin-1" if any("\ufffd" in line.decode("cp1252", "replace") for line in strange) else "cp1252"
    is_mixed = any(not line.isascii() for line in set(lines).difference(strange))
    other = "" if is_mixed else f", or re-encode it: iconv -f {likely} -t UTF-8 {path.name} > new{path.suffix}"
    return FormatError("not-utf8", path, line, byte=content[offset], offset=offset, likely=likely, other=other)


def _extends_ascii(encoding: str) -> bool:
    """Return whether bytes below 128 mean in an encoding what they do in ASCII, and no others do, unlike in UTF-16."""
    plain = bytes(range(128))
    try:
        letters = [letter.encode(encoding, "ignore") for letter in "éжあ"]
        return plain.decode(encoding) == plain.decode("ascii") and not any(word and word.isascii() for word in letters)
    except UnicodeError:
        return False


_FORM: ContextVar[InputForm] = ContextVar("form of input", default=InputForm())  # noqa: B039
current_form = _FORM.get  # the form that holds here


@contextmanager
def using(form: InputForm) -> Iterator[InputForm]:
    """Let a form hold for a while."""
    token = _FORM.set(form)
    try:
        yield form
    finally:
        _FORM.reset(token)


def form_of(columns: Columns, date_format: str | None, encoding: str | None) -> InputForm:
    """Return the form of the arguments that `input_form` describes."""
    for name, text in {"date_format": date_format, "encoding": encoding}.items():
        if text is not None and not isinstance(text, str):
            raise expected(f"{name} to be a text", text)
    if encoding is not None:
        try:
            bytes(4).decode(codecs.lookup(encoding).name)
        except (LookupError, ValueError):
            raise UsageError("encoding-unknown", encoding=quoted(encoding)) from None
    spelled = None if date_format is None else DateFormat(date_format)
    return InputForm({} if columns is None else parse_columns(columns), spelled, encoding)


@contextmanager
def input_form(
    columns: Columns = None, date_format: str | None = None, encoding: str | None = None
) -> Iterator[InputForm]:
    """Say how files are written that are read inside a `with` block.

    Parameters
    ----------
    columns
        The column or key of a role, such as `{"date": "when", "sentence": "event"}` or `"date=when,sentence=event"`.
    date_format
        The spelling of dates, such as `"dd/mm/yyyy"` or `"%d/%m/%Y"`; ISO 8601 is read as well.
    encoding
        The encoding of what is not UTF-8, such as `"cp1252"`.

    Returns
    -------
    InputForm
        The form, as the value of `with`.

    Examples
    --------
    >>> from cliometer.io import parse_timelines
    >>> with input_form("date=when,sentence=event", "dd/mm/yyyy"):
    ...     print(parse_timelines("when,event\\n27/05/2010,Oil spills.\\n", Path("oil.csv")).timelines[0])
    Timeline({'2010-05-27': ['Oil spills.']})
    """
    form, outer = form_of(columns, date_format, encoding), current_form()
    if not (form.columns or form.date_format or form.encoding):
        yield form  # what holds outside goes on
        return
    given = (form.columns or outer.columns, form.date_format or outer.date_format, form.encoding or outer.encoding)
    with using(InputForm(*given, contents=outer.contents)) as form:
        yield form
