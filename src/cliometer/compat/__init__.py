"""Drop-in replacements for the old tools: their files and options in, their lines out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cliometer.errors import UsageError, unknown
from cliometer.expressions import choices_of, settings_of


def spelled_settings(*rules: Any, other: str = "VALUE") -> str:
    """Return rules with their values, for help; `other` stands for the values of those that take no words."""
    fields = [field for each in rules for field in settings_of(each)]
    return ", ".join(f"{field.name}={'|'.join(choices_of(field)) or other}" for field in fields)


def changed_rules(rules: Any, spelled: Sequence[str], example: str) -> Any:
    """Return the rules with those that `--set RULE=VALUE` changes; the example is for messages."""
    fields = {field.name: field for field in settings_of(rules)}
    for text in spelled:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise UsageError("set-rule-malformed", text=text, example=example)
        if name not in fields:
            raise unknown("rule", name, fields)
        try:
            rules = replace(rules, **{name: fields[name].metadata["parse"](value)})
        except UsageError as error:
            raise UsageError("set-rule-wrong", text=text, error=error) from None
    return rules
