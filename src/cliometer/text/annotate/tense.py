"""Which way the verb points: whether a bare `Friday` or `May` lies behind or ahead."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter

from cliometer.text.annotate.classes import event_class
from cliometer.text.annotate.lists import listed
from cliometer.text.annotate.times.context import Tense
from cliometer.text.annotate.words import Word

_REACH = 60  # words; a list without stops must not cost the square of its length
_NEAR = 4  # words; `said late on Friday`, but `told the firms of a cut in its supply in September`
_AHEAD = listed("will 'll ’ll shall wo")
_PLANS = listed("""
    plans plan planned expects expect expected scheduled due set hopes hope intends intend aims wants
    going slated likely next until upcoming coming
""")
_TIMETABLE = listed("""
    begin begins start starts open opens expire expires end ends resume resumes arrive arrives leave
    leaves meet meets mature matures vote votes
""")


def tense_at(words: Sequence[Word], tags: Sequence[str], place: int) -> Tense:
    """Past, future or reported by the verb next to a place, in front of it if there is one."""
    here = bisect_left(words, place, key=attrgetter("start"))
    first, last = max(0, here - _REACH), min(len(words), here + _REACH)
    for number in (*range(here - 1, first - 1, -1), *range(here, last)):
        if 0 < here - number <= _NEAR and _is_timetable(words, tags, number):
            return "future"
        tense = _tense(words, tags, number)
        if tense == "past" and number < here - _NEAR and _is_report(words[number]):
            return "reported"
        if tense is not None:
            return tense
    return ""


def _tense(words: Sequence[Word], tags: Sequence[str], number: int) -> Tense | None:
    """The direction of one word, none where it is no verb that points anywhere."""
    word, letter = words[number].text.lower(), tags[number]
    if letter == "M":
        return "future" if word in _AHEAD else None
    if word in _PLANS and letter in "VZDEGJ" and _is_plan(word, words, tags, number):
        return "future"
    if letter == "D":
        return "past"
    if letter in "VE":
        return _by_auxiliary(words, tags, number)
    return "" if letter == "Z" and word not in ("has", "'s", "’s") else None


def _is_report(word: Word) -> bool:
    return event_class(word.text.lower(), "VERB") == "REPORTING"


def _is_timetable(words: Sequence[Word], tags: Sequence[str], number: int) -> bool:
    """`The talks begin Monday` is still to come; `did not begin Monday`, `the first to arrive` are not."""
    if words[number].text.lower() not in _TIMETABLE or tags[number] not in "VZ":
        return False
    before = [word.text.lower() for word in words[max(0, number - 3) : number]]
    return "did" not in before and before[-1:] != ["to"]


def _is_plan(word: str, words: Sequence[Word], tags: Sequence[str], number: int) -> bool:
    """Not `the sun set on Sunday`, nor `late due to snow`."""
    behind = [later.text.lower() for later in words[number + 1 : number + 5]]
    if word == "set":
        return "for" in behind or behind[:1] == ["to"]
    return not (word == "due" and behind[:1] == ["to"] and "V" not in tags[number + 2 : number + 3])


def _by_auxiliary(words: Sequence[Word], tags: Sequence[str], number: int) -> Tense | None:
    if _modal_before(words, tags, number):
        return "future"
    if tags[number] == "E":
        return "past"
    return None if tags[number - 1] == "T" else ""


def _modal_before(words: Sequence[Word], tags: Sequence[str], number: int) -> bool:
    for back in range(number - 1, max(-1, number - 5), -1):
        if tags[back] == "M":
            return words[back].text.lower() in _AHEAD
        if tags[back] == "T":
            return back > 0 and words[back - 1].text.lower() in _PLANS
        if tags[back] not in "RVE":
            return False
    return False
