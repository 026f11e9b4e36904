"""The fields of a post, whatever a collection calls them, and how each is read."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from cliometer.errors import FormatError
from cliometer.io.notes import Notebook, quoted
from cliometer.model.posts import Post

ALIASES: Mapping[str, tuple[str, ...]] = {
    "id": ("id_str", "id", "tweet id", "tweet-id", "tweet_id", "tweetid", "post_id", "status_id"),
    "text": ("full_text", "text", "tweet text", "tweet_text", "tweet", "content", "body", "message"),
    "user": ("user", "author", "screen_name", "username", "user_name", "user_id", "author_id", "from_user"),
    "time": ("time", "created_at", "timestamp", "date", "datetime"),
    "lang": ("lang", "language"),
    "retweet": ("retweeted_status", "is_retweet", "retweet"),
}
_USER_KEYS = ("screen_name", "username", "id_str", "id", "name")
_TWITTER_TIME = "%a %b %d %H:%M:%S %z %Y"
_EPOCH_MS = 1288834974657  # the zero of Twitter's ids, whose upper bits are milliseconds since then
_SNOWFLAKE = re.compile(r"\d{17,19}")


def plain_name(name: str) -> str:
    """The name of a column or key as it is compared."""
    return name.strip().strip('"').lstrip("\ufeff").lower()


def best_keys(names: list[str]) -> dict[str, str]:
    """Role -> the key that fills it; of several the one listed first above."""
    found: dict[str, str] = {}
    for role, aliases in ALIASES.items():
        plain = {plain_name(name): name for name in names}
        key = next((plain[alias] for alias in aliases if alias in plain), None)
        if key is not None:
            found[role] = key
    return found


def post_of(value: Mapping[str, Any], keys: Mapping[str, str], line: int, notebook: Notebook) -> Post:
    """A post from its named fields; the line stands for an id that is missing."""

    def given(role: str) -> Any:
        return value.get(keys[role]) if role in keys else None

    text = given("text")
    if text is not None and not isinstance(text, str):
        raise FormatError(f"expected a text, found {quoted(text)}", notebook.path, line)
    text = _writable(text or "", line, notebook)
    if not text.strip():
        notebook.add(line, "a post without a text")
    id = _word(given("id"))
    return Post(
        id or f"line {line}",
        text,
        _user(given("user")),
        _time(given("time"), id, "time" in keys, line, notebook),
        _word(given("lang")),
        _truth(given("retweet")),
    )


def _writable(text: str, line: int, notebook: Notebook) -> str:
    """Half characters and NULs, which no text file can hold, become a mark that something was there."""
    mended = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")
    if mended != text:
        notebook.add(line, "a character that cannot be written was replaced by U+FFFD")
    return mended


def _word(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _user(value: Any) -> str:
    """A name, or the object that Twitter's API gives."""
    if isinstance(value, dict):
        return next((_word(value[key]) for key in _USER_KEYS if _word(value.get(key))), "")
    return _word(value)


def _truth(value: Any) -> bool:
    return str(value).strip().lower() not in ("", "none", "false", "0", "no", "n", "{}", "null")


def _time(value: Any, id: str, stated: bool, line: int, notebook: Notebook) -> float | None:
    """Seconds since 1970. A tweet's id tells its time where no field does."""
    if not stated and _SNOWFLAKE.fullmatch(id):
        return ((int(id) >> 22) + _EPOCH_MS) / 1000
    if value is None or value == "":
        return None
    found = _parsed(value)
    if found is None:
        notebook.add(line, f"a time that could not be read was left out: {quoted(value)}", kind="time")
    return found


def _parsed(value: Any) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value) / (1000 if value > 1e11 else 1)  # milliseconds would lie in the year 5138
    for read in (datetime.fromisoformat, _twitter, parsedate_to_datetime):
        try:
            when = read(str(value).strip())
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    return None


def _twitter(text: str) -> datetime:
    return datetime.strptime(text, _TWITTER_TIME)
