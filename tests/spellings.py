"""Values for every setting of every registered class, found by asking its parser: a new setting joins by existing."""

from __future__ import annotations

from dataclasses import Field
from typing import Any

from cliometer.errors import UsageError
from cliometer.expressions import Registry, choices_of, settings_of
from cliometer.metrics.vectors import register_embedder

# Numbers, variants of ROUGE, numbers and labels of facts; a setting of a new type adds an example of what it takes.
CANDIDATES = (
    "0", "0.5", "1", "2", "3.841", "L", "W1.2", "S4", "SU4", "all", "gold", "USEFUL:1", "POOR:1+LAGGED:0.5",
    "ledger", "tally(low=0.05)",
)  # fmt: skip

NEEDED = {"ledger+": {"vectors": "vowels"}}  # settings without which a class is of no use

register_embedder("vowels", lambda texts: [[1, *(text.count(letter) for letter in "aeiou")] for text in texts])


def spelled(name: str, **settings: str) -> str:
    """Return an expression with the settings given and those that the class needs."""
    settings = NEEDED.get(name, {}) | settings
    inside = ", ".join(f"{setting}={value}" for setting, value in settings.items())
    return f"{name}({inside})" if inside else name


def spellings(field: Field[Any]) -> list[str]:
    """Return values that a setting takes: words, expressions of its registry, or some of the candidates."""
    registry = getattr(field.metadata["parse"], "__self__", None)
    if isinstance(registry, Registry):
        return [expression for cls in registry for expression in expressions(cls)]
    found = choices_of(field) or [text for text in CANDIDATES if _takes(field, text)]
    assert len(found) > 1, f"add a value of the setting {field.name} to CANDIDATES"
    return found


def expressions(cls: Any) -> list[str]:
    """Return the name of a registered class, alone and with each value of each of its settings.

    A setting that takes any text is left out: it names a file.
    """
    fields = [field for field in settings_of(cls) if field.metadata["parse"] is not str]
    each = [spelled(cls.name, **{field.name: value}) for field in fields for value in spellings(field)]
    return [spelled(cls.name), *each]


def _takes(field: Field[Any], text: str) -> bool:
    try:
        field.metadata["parse"](text)
    except UsageError:
        return False
    return True
