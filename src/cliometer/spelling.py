"""Names, counts and whole numbers: how messages and reports spell them, and how input is read."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from numbers import Integral
from typing import Any, Self, TypeGuard

_WHOLE = re.compile("[+-]?[0-9]{1,15}")  # no count, time or place needs more digits
LARGEST_COUNT = 10**15
_LONGEST_QUOTE = 60
_JSON_WORDS = {"None": "null", "True": "true", "False": "false"}


def listed(names: Iterable[str], most: int = 8, last: str = " and ") -> str:
    """Return names as a sentence lists them, the first `most` of them; `last` stands before the last name.

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], 2), listed("abc", last=", "), listed([])
    ('a, b and c', 'a, b and 1 more', 'a, b, c', 'none')
    """
    names = list(names)
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return last.join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "none"


def did_you_mean(name: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return a question that names the nearest of the known names, or nothing where none is near.

    >>> did_you_mean("tils", ["tilse", "json"]), did_you_mean("x", ["tilse"])
    ('did you mean tilse?', '')
    """
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=cutoff)
    return f"did you mean {listed(near, last=' or ')}?" if near else ""


def plural(noun: str) -> str:
    """Return the plural of a noun.

    >>> plural("topic"), plural("summary"), plural("day"), plural("person")
    ('topics', 'summaries', 'days', 'people')
    """
    if noun == "person":
        return "people"
    return f"{noun[:-1]}ies" if re.search("[^aeiou]y$", noun) else f"{noun}s"


class Rendered:
    """A text that is made of a template where it is read, so that templates are translated and not what fills them."""

    def render(self, spell: Callable[[Any], str] = str, translate: Callable[[str], str] = str) -> str:
        """Return the text; `spell` spells the names of settings, `translate` translates templates and words."""
        raise NotImplementedError


class Counted(str, Rendered):
    """A number with its noun."""

    count_of: int
    form: str

    def __new__(cls, count: int, form: str) -> Self:
        """Return the count with this form of the noun."""
        text = super().__new__(cls, f"{count} {form}")
        text.count_of, text.form = count, form
        return text

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return self.count_of, self.form

    def render(self, spell: Callable[[Any], str] = str, translate: Callable[[str], str] = str) -> str:
        """Return the number with the translated noun."""
        return translate(f"{{count}} {self.form}").format(count=self.count_of)


def many(count: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural.

    >>> many(1, "topic"), many(3, "topic"), many(0, "entry")
    ('1 topic', '3 topics', '0 entries')
    """
    return Counted(count, noun if count == 1 else plural(noun))


def task_noun(names: Iterable[str]) -> str:
    """Return what scored names are: topics, or tasks `topic/reference` where a topic has several.

    >>> task_noun(["oil", "war"]), task_noun(["oil/bbc", "oil/ap"])
    ('topic', 'task')
    """
    names = list(names)
    return "task" if len({name.partition("/")[0] for name in names}) < len(names) else "topic"


def many_tasks(tasks: int, topics: int) -> str:
    """Return how much was scored; topics are counted as well where each has several tasks.

    >>> many_tasks(2, 2), many_tasks(19, 8)
    ('2 topics', '19 tasks of 8 topics')
    """
    return many(topics, "topic") if tasks == topics else f"{many(tasks, 'task')} of {many(topics, 'topic')}"


def whole_number(text: str, low: int | None = None, high: int | None = None) -> int | None:
    """Return the whole number that a text spells; None where it spells none, or one outside the range.

    >>> whole_number(" 12 "), whole_number("-3"), whole_number("-3", low=0), whole_number("1e3")
    (12, -3, None, None)
    """
    if not _WHOLE.fullmatch(text.strip()):
        return None
    value = int(text)
    return value if (low is None or value >= low) and (high is None or value <= high) else None


def is_whole(value: object, low: int | None = None, high: int | None = None) -> TypeGuard[int]:
    """Return whether a value is a whole number in a range; True and False are none.

    >>> is_whole(12), is_whole(True), is_whole(12.0), is_whole(0, low=1)
    (True, False, False, False)
    """
    if not isinstance(value, Integral) or isinstance(value, bool):
        return False
    return (low is None or int(value) >= low) and (high is None or int(value) <= high)


def quoted(value: object) -> str:
    """Return a value of a file as messages quote it, in one line and cut where it is long.

    >>> print(quoted("May 27th"), quoted(7), quoted(None), quoted([1, 2, 3]), quoted({}))
    "May 27th" 7 null a list of 3 an object
    """
    if isinstance(value, str):
        text = value if len(value) <= _LONGEST_QUOTE else value[:_LONGEST_QUOTE] + "..."
        return f'"{"".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)}"'
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    spelled = str(value)
    return _JSON_WORDS.get(spelled, spelled if len(spelled) <= _LONGEST_QUOTE else f"{spelled[:_LONGEST_QUOTE]}...")
