"""As much of JSON Schema as our published schemas use, written for the eye."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool
}  # fmt: skip
KNOWN = {
    "$schema", "$defs", "$ref", "title", "description", "default", "type", "const", "enum", "minimum",
    "maximum",
    "minLength", "minItems", "items", "required", "properties", "additionalProperties", "oneOf", "anyOf",
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], place: str = "$") -> Iterator[str]:
    """Where a value breaks a schema; a word of JSON Schema that is not known here is an error of ours."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, place)
    kind = schema.get("type")
    if kind and (not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")):
        yield f"{place}: no {kind}"
        return
    if value not in schema.get("enum", [schema.get("const", value)]):
        yield f"{place}: {value!r} is not among the words"
    if (
        not schema.get("minimum", value) <= value <= schema.get("maximum", value)
        if kind in ("integer", "number")
        else False
    ):
        yield f"{place}: {value!r} is out of range"
    if len(value) < schema.get("minLength", schema.get("minItems", 0)) if kind in ("string", "array") else False:
        yield f"{place}: too short"
    yield from _inside(value, schema, root, place)
    for word, most in (("oneOf", 1), ("anyOf", 99)):
        fits = [not list(faults(value, choice, root, place)) for choice in schema.get(word, ())]
        if fits and not 1 <= sum(fits) <= most:
            yield f"{place}: fits {sum(fits)} of {word}"


def _inside(value: Any, schema: dict[str, Any], root: dict[str, Any], place: str) -> Iterator[str]:
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from faults(item, schema.get("items", {}), root, f"{place}[{number}]")
    if isinstance(value, dict):
        yield from (f"{place}: no {key}" for key in schema.get("required", ()) if key not in value)
        for key, item in value.items():
            other = schema.get("additionalProperties", {})
            yield from faults(item, schema.get("properties", {}).get(key, other), root, f"{place}.{key}")
