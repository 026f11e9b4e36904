"""What callers of ROUGE may pass; anything else is refused with what to write in its place.

A list is anything that can be read in an order: no string, no set, no dictionary.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from numbers import Real

from cliometer.errors import UsageError, expected, unknown
from cliometer.metrics.rouge.variants import Variant
from cliometer.text.tokenisation import TOKENISERS, TextSettings

Text = Sequence[str]

_TEXT = "a text to be a string, or a list of sentences"


def a_list(value: object, what: str) -> Sequence[object]:
    """Return a list as it is, any other ordered collection as a list."""
    if isinstance(value, list | tuple):
        return value
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | AbstractSet | Mapping):
        return list(value)
    raise expected(what, value)


def a_text(value: object) -> Text:
    """Return the sentences of a text; a string has one a line."""
    if isinstance(value, str):
        return value.splitlines()
    sentences = a_list(value, f'{_TEXT} (write ["...", "..."])')
    for sentence in sentences:
        if not isinstance(sentence, str):
            raise expected("every sentence of a text to be a string", sentence)
    return sentences  # type: ignore[return-value]  # each was looked at


def references(value: object, peer: object = "") -> Sequence[Text]:
    """Return the references; a flat list of strings beside a peer of sentences may be one text or several."""
    what = "references to be a string, or a list of texts, each a list of sentences ([[sentence, ...], ...])"
    texts = [value] if isinstance(value, str) else a_list(value, what)
    if not texts:
        raise UsageError("rouge-reference-needed")
    if not isinstance(peer, str) and not isinstance(value, str) and any(isinstance(t, str) for t in texts):
        raise expected(what, value)
    return [a_text(text) for text in texts]


def pairs(value: object) -> list[tuple[object, object]]:
    """Return peers with their references."""
    what = "a list of pairs, [(peer, references), ...]"
    evaluations = a_list(value, what)
    if not evaluations:
        raise UsageError("rouge-pair-needed")
    both = []
    for pair in evaluations:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise expected(what, pair)
        both.append((pair[0], pair[1]))
    return both


def variants(types: object) -> dict[str, Variant]:
    """Return the members of the family that were asked for, by name; a number is an n."""
    what = 'types to be a list such as ["1", "2", "L"]'
    return {str(name): Variant.parse(str(name)) for name in a_list(types, what)}


def text_settings(tokens: object, stem: object, stop: object) -> TextSettings:
    """Return the settings by which texts become words."""
    if not isinstance(tokens, str):
        raise unknown("tokeniser", tokens, TOKENISERS)
    return TextSettings(tokens, truth("stem", stem), truth("stop", stop))


def truth(name: str, value: object) -> bool:
    """Return True or False, and refuse what only counts as one of them: "false" would be true."""
    if isinstance(value, bool):
        return value
    raise expected(f"{name} to be True or False", value)


def number(name: str, value: object) -> float:
    """Return a real number."""
    if isinstance(value, Real) and not isinstance(value, bool):
        return float(value)
    raise expected(f"{name} to be a number", value)


def share(alpha: object) -> float:
    """Return the weight of precision in F."""
    weight = number("alpha", alpha)
    if not 0 <= weight <= 1:
        raise UsageError("alpha-out-of-range", alpha=alpha)
    return weight
