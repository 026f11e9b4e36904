"""One entry of a registry: its meaning, its formula, and its settings with defaults and choices."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterable
from typing import Any

from cliometer.expressions import choices_of, settings_of, spell_value
from cliometer.metrics.catalogue import Preset
from tools.reference.markdown import code, codes, escaped, fenced, prose, table


def section(cls: type[Any], facts: Iterable[str] = ()) -> str:
    """Heading, meaning, formula, facts, settings."""
    formula = [fenced(textwrap.fill(cls.formula, 84))] if hasattr(cls, "formula") else []
    return "\n\n".join([f"### `{cls.name}`", prose(cls.__doc__), *formula, *facts, _settings(cls)])


def _settings(cls: type[Any]) -> str:
    rows = [
        [code(field.name), _default(field), codes(choices_of(field)), escaped(field.metadata["doc"])]
        for field in settings_of(cls)
    ]
    if not rows:
        return "No settings."
    with_choices = table(["setting", "default", "one of", "meaning"], rows)
    without = table(["setting", "default", "meaning"], [[name, default, doc] for name, default, _, doc in rows])
    return with_choices if any(row[2] for row in rows) else without


def _default(field: dataclasses.Field[Any]) -> str:
    if field.default is not None:
        return code(spell_value(field.default))
    return "as the preset" if field.name in Preset.__dataclass_fields__ else "none"
