"""A plan as TOML, every setting spelled out; reading it gives the same plan."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any


def as_toml(plan: Any) -> str:
    """`kind` first, then values, tables and lists of tables, each in the order of the fields."""
    return "\n".join([f"kind = {_value(plan.kind)}", *_lines(plan, "")]) + "\n"


def _lines(value: Any, prefix: str) -> Iterator[str]:
    held = [(field.name, getattr(value, field.name)) for field in fields(value)]
    for name, inner in held:
        if not is_dataclass(inner) and not _is_list_of_tables(inner):
            yield f"{name} = {_value(inner)}"
    for name, inner in held:
        if is_dataclass(inner):
            yield from ("", f"[{prefix}{name}]", *_lines(inner, f"{prefix}{name}."))
        elif _is_list_of_tables(inner):
            for entry in inner:
                yield from ("", f"[[{prefix}{name}]]", *_lines(entry, f"{prefix}{name}."))


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and is_dataclass(value[0])


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
