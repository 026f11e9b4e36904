"""Posts of a topic from one file: JSON lines, CSV (CrisisLexT26's too), or the sentences of articles.

A post needs a `text`, and may have an `id` (default: its line), a `user`, a `time`, a `lang` and `retweet`. The names
that Twitter and CrisisLexT26 give these fields are known as well, such as `full_text`, `tweet id` and `created_at`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from cliometer.errors import FormatError, shown
from cliometer.io.csv_tables import cells_of, csv_rows, expect_width
from cliometer.io.input_form import STANDARD_INPUT, SYNONYMS, current_form
from cliometer.io.json_values import json_lines
from cliometer.io.lines import Notebook, first_line, written_header
from cliometer.io.stories import first_keys
from cliometer.io.text_files import existing, has_ending, read_bare_text, read_start
from cliometer.io.timeline_table import are_days
from cliometer.model.documents import Article, Post
from cliometer.spelling import quoted

ALIASES = SYNONYMS["posts"]
_ARTICLE_DATES = ("date", "published", "publication_date", "pub_date", "pubdate", "publish_date", "published_at")
_TITLES = {"title", "headline"}
_USER_KEYS = ("screen_name", "username", "id_str", "id", "name")
_FALSE = ("", "none", "false", "0", "no", "n", "{}", "null")
_TWITTER_TIME = "%a %b %d %H:%M:%S %z %Y"
_EPOCH_MS = 1288834974657  # the zero of Twitter's ids, whose upper bits are milliseconds since then
_LATEST = 1e18  # a number of milliseconds that no calendar reaches; infinity and NaN are beyond it
_SNOWFLAKE = re.compile(r"\d{17,19}")


def plain_name(name: str) -> str:
    """Return the name of a column or key as it is compared."""
    return name.strip().strip('"').lstrip("\ufeff").lower()


def best_keys(names: list[str]) -> dict[str, str]:
    """Return the key that fills each role; of several, the one that stands first in `ALIASES`."""
    plain = {plain_name(name): name for name in names}
    keys = {role: next((plain[alias] for alias in aliases if alias in plain), "") for role, aliases in ALIASES.items()}
    return {role: key for role, key in keys.items() if key} | current_form().chosen(names, ALIASES)


def are_articles(names: Sequence[str]) -> bool:
    """Return whether members or columns of these names are those of articles, and not of posts.

    Articles have sentences, or a text and a date; and posts, which may have a `date` as well, an author or a language.
    """
    plain, keys = set(map(plain_name, names)), best_keys(list(names))
    is_dated = plain.intersection(_ARTICLE_DATES) or current_form().chosen(names, {"date": ()})
    is_post = keys.keys() & {"user", "lang", "retweet"} and not plain & _TITLES
    return "sentences" in plain or bool(is_dated and "text" in keys and not is_post)


def post_of(value: Mapping[str, Any], keys: Mapping[str, str], line: int, notebook: Notebook) -> Post:
    """Return the post of named fields; the line number stands in for an id that is missing."""

    def given(role: str) -> Any:
        return value.get(keys[role]) if role in keys else None

    text = given("text")
    if text is not None and not isinstance(text, str):
        raise FormatError("text-expected", notebook.path, line, text=quoted(text))
    text, given_text = _writable(text or ""), text or ""
    if text != given_text:
        notebook.add(line, "a character that cannot be written was replaced by U+FFFD")
    if not text.strip():
        notebook.add(line, "a post without a text")
    id, user = _word(given("id")), given("user")
    if isinstance(user, dict):  # as Twitter's API gives it
        user = next((user[key] for key in _USER_KEYS if _word(user.get(key))), "")
    for word in (id, _word(user), _word(given("lang"))):
        if _writable(word) != word:
            raise FormatError("word-half-character", notebook.path, line, word=word)
    time = _time(given("time"), id, "time" in keys, line, notebook)
    is_retweet = str(given("retweet")).strip().lower() not in _FALSE
    return Post(id or f"line {line}", text, _word(user), time, _word(given("lang")), is_retweet)


def _writable(text: str) -> str:
    """Return a text in which U+FFFD stands for half characters and NULs, which no text file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")


def _word(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _time(value: Any, id: str, stated: bool, line: int, notebook: Notebook) -> float | None:
    """Return the time in seconds since 1970; the id of a tweet tells it where no field does."""
    if not stated and _SNOWFLAKE.fullmatch(id):
        return ((int(id) >> 22) + _EPOCH_MS) / 1000
    if value is None or value == "":
        return None
    if (seconds := _parsed(value)) is None:
        notebook.add(line, f"a time that could not be read was left out: {quoted(value)}", kind="time")
    return seconds


def _parsed(value: Any) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _LATEST:
        return float(value) / (1000 if value > 1e11 else 1)  # milliseconds would lie in the year 5138
    form = current_form()
    if form.date_format and (day := form.date_format.read(str(value).strip())):
        return float(day.second)
    from email.utils import parsedate_to_datetime  # slow to load, and most files are no posts

    readers = (datetime.fromisoformat, lambda text: datetime.strptime(text, _TWITTER_TIME), parsedate_to_datetime)
    for read in readers:
        try:
            when = read(str(value).strip())
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    return None


TABLES = (".csv", ".tsv")
_LONGEST_HEADER = 4096  # characters in which the header of a table must end


def columns(file: Path) -> set[str]:
    """Return the roles that the header of a table names, whatever its delimiter."""
    head = read_start(file, _LONGEST_HEADER).decode("utf-8", "replace").partition("\n")[0]
    return {role for mark in ",\t;" for role in best_keys(head.split(mark))}


def has_texts(file: Path) -> bool:
    """Return whether a file may hold texts: a table of bare ids, without a column for texts, does not."""
    return not has_ending(file, *TABLES) or "text" in columns(file)


def holds_posts(file: Path) -> bool:
    """Return whether a file is a table of texts with ids or authors, which the days of a timeline do not have."""
    if not file.is_file() or not has_ending(file, *TABLES):
        return False
    named = columns(file)
    return "text" in named and bool(named & {"id", "user"})


def holds_sources(file: Path) -> bool:
    """Return whether a file of JSON lines starts with an article or a post; the days of a timeline have no ids."""
    head = read_start(file, _LONGEST_HEADER).partition(b"\n")[0]
    if head.startswith(b"["):
        return _is_article_list(head.decode("utf-8", "replace"))
    if not head.startswith(b"{"):
        return not head  # whoever reads a damaged file says what is wrong
    keys = re.findall(r'"(\w+)"\s*:', head.decode("utf-8", "replace"))
    return not are_days(keys) or bool(best_keys(keys).keys() & {"id", "user"})


def expect_closed(lines: Sequence[str], row: Sequence[str], delimiter: str, last: int, path: Path) -> None:
    """Raise an error where the last row ends in a quote that is never closed."""
    rows = csv.reader(io.StringIO("".join(lines) + "\nmore\n", newline=""), delimiter=delimiter)
    if row and len(list(rows)) == 1:
        opened = last + 1 - max(1, len(io.StringIO(row[-1], newline="").readlines()))
        raise FormatError("quote-not-closed", path, opened)


_NAME_IT = "if the text has another name, say which: --columns text=COLUMN"
_QUOTES = 'a text with a delimiter in it needs quotes: "..."'
ENDINGS = (".jsonl", ".ndjson", ".csv", ".tsv")
_EXAMPLE = '{"id": "7", "user": "ana", "time": "2013-09-12T08:00:00Z", "lang": "en", "text": "..."}'
NumberedPost: TypeAlias = tuple[int, Post]


@dataclass(frozen=True)
class PostFile:
    """The posts of one file, and whether they are the sentences of articles, which no filter applies to."""

    posts: tuple[Post, ...]
    sentences: bool
    notes: tuple[str, ...]
    lines: tuple[int, ...] = ()  # where each post stands, in files of a line a post


def read_posts(path: str | Path) -> PostFile:
    """Read one file, whatever it holds."""
    path = existing(Path(path))
    text, notebook = read_bare_text(path), Notebook(path)
    is_piped_table = path == STANDARD_INPUT and not text.lstrip().startswith("{")
    if has_ending(path, *TABLES) or is_piped_table:
        if _is_article_table(first_line(text)):
            return _article_file(path)
        return _file(_csv_posts(text, notebook), notebook)
    lines = ((number, line.strip("\ufeff \t\r")) for number, line in enumerate(text.split("\n"), start=1))
    values = [(node.line or 0, node.members) for node in json_lines(lines, notebook, "a post", _EXAMPLE, True)]
    if values and are_articles(list(values[0][1])):
        return _article_file(path)
    keys = [best_keys(list(value)) for _, value in values]
    if values and not any("text" in named for named in keys):  # its name is unknown
        raise FormatError("post-text-missing", path, values[0][0], example=_EXAMPLE, name_it=_NAME_IT)
    posts = ((line, post_of(value, fields, line, notebook)) for (line, value), fields in zip(values, keys, strict=True))
    return _file(posts, notebook)


def _is_article_table(head: str) -> bool:
    """Return whether the header of a table is that of articles, which have titles."""
    _, names, _ = max((_header(head, mark) for mark in ",\t;"), key=lambda header: len(header[0]))
    return are_articles(names) and bool(_TITLES.intersection(map(plain_name, names)))


def holds_articles(file: Path) -> bool:
    """Return whether a file of JSON lines or a table holds articles, as its first object or its header says."""
    head = first_line(read_bare_text(file).lstrip())
    if has_ending(file, *TABLES):
        return _is_article_table(head)
    return _is_article_list(head) or are_articles(list(first_keys(head)))


def _is_article_list(head: str) -> bool:
    """Return whether a text starts with a list of objects with texts; posts stand one a line."""
    return head.startswith("[") and "text" in best_keys(list(first_keys(head)))


def _article_file(path: Path) -> PostFile:
    """Return the sentences of articles, of all topics that they name."""
    from cliometer.io.articles import read_corpus  # few inputs are articles

    corpus, notes = read_corpus(path)
    return PostFile(tuple(_sentences([article for articles in corpus.values() for article in articles])), True, notes)


def posts_of(values: Iterable[Any], place: str) -> PostFile:
    """Return the posts of a list: texts, dictionaries with the keys of a file, `Post`s, or else `Article`s."""
    given, notebook = list(values), Notebook(Path(place))
    if given and all(isinstance(value, Article) for value in given):
        return PostFile(tuple(_sentences(given)), True, ())
    return _file([(number, _post(value, number, notebook)) for number, value in enumerate(given, start=1)], notebook)


def _post(value: Any, number: int, notebook: Notebook) -> Post:
    if isinstance(value, Post):
        return value
    if isinstance(value, str):
        return Post(str(number), value)
    keys = best_keys(list(map(str, value))) if isinstance(value, Mapping) else {}
    if "text" not in keys:
        raise FormatError("post-expected", notebook.path, number, example=_EXAMPLE, value=shown(value))
    return post_of(value, keys, number, notebook)


def _file(placed: Iterable[NumberedPost], notebook: Notebook) -> PostFile:
    numbered = list(placed)  # before the notes, which are made on the way
    posts, lines = tuple(post for _, post in numbered), tuple(line for line, _ in numbered)
    return PostFile(posts, False, notebook.notes, lines)


def _csv_posts(text: str, notebook: Notebook) -> Iterator[NumberedPost]:
    """Yield the posts of a table; its delimiter is the one under which the header names a text."""
    head = first_line(text.lstrip("\ufeff"))
    keys, names, delimiter = max((_header(head, mark) for mark in ",\t;"), key=lambda header: len(header[0]))
    if "text" not in keys:
        raise FormatError("post-header-expected", notebook.path, 1, head=written_header(head), name_it=_NAME_IT)
    plain = list(map(plain_name, names))
    if twice := next((name for name in map(plain_name, keys.values()) if plain.count(name) > 1), None):
        raise FormatError("header-repeats-column", notebook.path, 1, plain_name=twice)
    lines = io.StringIO(text.lstrip("\ufeff"), newline="").readlines()
    rows = _tab_rows(lines) if delimiter == "\t" else csv_rows(lines, notebook.path, delimiter)
    try:
        for line, row in islice(rows, 1, None):
            expect_width(row, len(names), notebook.path, line, _QUOTES)
            yield line, post_of(dict(zip(names, row, strict=True)), keys, line, notebook)
    except FormatError as error:
        rest = lines[error.line - 1 :] if error.line and error.rule == "csv-invalid" else []
        expect_closed(rest, next(csv.reader(rest, delimiter=delimiter), []), delimiter, len(lines), notebook.path)
        raise


def _tab_rows(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table with tabs, one a line; a quote may open and never close, since few quote there."""
    rows = (list(map(_unquoted, line.rstrip("\r\n").split("\t"))) for line in lines)
    return ((number, row) for number, row in enumerate(rows, start=1) if any(map(str.strip, row)))


def _unquoted(cell: str) -> str:
    """Return a cell without the quotes of CSV; any other as it stands."""
    inner = cell[1:-1]
    quoted_whole = len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inner.replace('""', "")
    return inner.replace('""', '"') if quoted_whole else cell


def _header(line: str, delimiter: str) -> tuple[dict[str, str], list[str], str]:
    names = cells_of(line, delimiter)
    return best_keys(names), names, delimiter


def _sentences(articles: Sequence[Article]) -> Iterator[Post]:
    """Yield every sentence with the date of its article, as `<article>/s<number>`."""
    for article in articles:
        time = float(article.date.second)
        for number, sentence in enumerate(article.sentences, start=1):
            yield Post(f"{article.id}/s{number}", sentence, time=time)
