"""The sentences of a day as a caller gives them: a list of texts, in the order of reading."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.errors import InputError, shown


def stripped(date: object, sentences: Sequence[str]) -> tuple[str, ...]:
    """Each sentence without the blanks around it."""
    kind = type(sentences)
    if kind is not tuple and kind is not list and not _is_list(sentences):  # asking for the type is quick
        raise _no_list(date, sentences)
    try:
        return tuple(map(str.strip, sentences))
    except TypeError:
        raise _no_text(date, sentences) from None


def _is_list(sentences: object) -> bool:
    """Whether there is an order: a set is read in another one by the next process."""
    return isinstance(sentences, Sequence) and not isinstance(sentences, str | bytes)


def _no_list(date: object, found: object) -> InputError:
    what = "a bare string" if isinstance(found, str) else shown(found)
    remedy = 'write ["...", "..."]'
    return InputError(f"the summary of {date} must be a list of sentences, found {what}; {remedy}")


def _no_text(date: object, sentences: Sequence[object]) -> InputError:
    number, wrong = next((n, s) for n, s in enumerate(sentences, start=1) if not isinstance(s, str))
    return InputError(f'sentence {number} of {date} must be a text, found {shown(wrong)}; write "..."')
