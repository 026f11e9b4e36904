"""The registries of metrics, kernels and similarities as text: what there is, what it means, how it can be
set.
"""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from cliometer.errors import UsageError, unknown
from cliometer.expressions.expression import spell_value
from cliometer.expressions.registry import Registry
from cliometer.expressions.settings import choices_of, settings_of
from cliometer.metrics.base import metrics
from cliometer.metrics.kernels import kernels
from cliometer.metrics.presets import PRESETS, Preset
from cliometer.metrics.similarity import similarities
from cliometer.model.bibliography import mentioned_in
from cliometer.report.citation_methods import bibtex
from cliometer.text.tables import WIDTH, Table, last_wrapped

Entry = dict[str, Any]
_LISTS: dict[str, Registry[Any]] = {"kernels": kernels, "similarities": similarities}


def describe(name: str | None) -> Entry:
    """All metrics, one list, or one entry of any list by its name or its expression."""
    if name is None:
        return {"metrics": [_entry(cls) for cls in metrics]}
    if name == "presets":
        return {"presets": [_preset(preset) for preset in PRESETS.values()]}
    if name in _LISTS:
        return {name: [_entry(cls) for cls in _LISTS[name]]}
    if name in PRESETS:
        return _preset(PRESETS[name])
    registry = _home_of(name)
    if registry is not None:
        return _entry(type(registry.parse(name)))  # parsed, so that a wrong setting is told
    metrics.refuse_others(name)
    entries = [entry for registry in _LISTS.values() for entry in registry.names]
    raise unknown("metric", name, [*metrics.names, *entries, *PRESETS, *_LISTS, "presets"])


def describe_with_works(name: str) -> Entry:
    """One entry with its citation, and the works of it as BibTeX."""
    entry = describe(name)
    if "name" not in entry:
        raise UsageError(f"{name} is a list: name one of its entries, or write cliometer metrics {name}")
    registry = _home_of(name)
    if registry is not None:
        entry["citation"] = getattr(registry[entry["name"]], "citation", "")
    works = mentioned_in(entry.get("citation", ""))
    return {**entry, "works": [work.key for work in works], "bibtex": bibtex(works)}


def _home_of(name: str) -> Registry[Any] | None:
    """The registry of a metric, kernel or similarity, by name or expression."""
    bare = name.partition("(")[0].strip()
    return next((registry for registry in (metrics, *_LISTS.values()) if bare in registry), None)


def registry_text(document: Mapping[str, Any]) -> str:
    """A table for a list, a page for one entry."""
    if "name" in document:
        return _page(document)
    ((kind, entries),) = document.items()
    gold = ["gold"] if kind == "metrics" else []
    rows = [[entry["name"], *(entry[key] for key in gold), entry["summary"]] for entry in entries]
    hint = "\ncliometer metrics show NAME tells more of one of them, and whom to cite.\n"
    return Table([kind, *gold, "meaning"], rows).text() + (
        _settings_of_presets(entries) if kind == "presets" else hint
    )


def _entry(cls: type[Any]) -> Entry:
    entry = {"name": cls.name, "summary": (cls.__doc__ or "").strip().splitlines()[0]}
    if hasattr(cls, "formula"):
        entry |= {"formula": cls.formula, "citation": cls.citation, "gold": cls.evidence}
    entry["settings"] = [
        {
            "name": field.name,
            "default": _default(field),
            "choices": choices_of(field),
            "meaning": field.metadata["doc"],
        }
        for field in settings_of(cls)
    ]
    return entry


def _default(field: dataclasses.Field[Any]) -> str:
    if field.default is not None:
        return spell_value(field.default)
    return "as the preset" if field.name in Preset.__dataclass_fields__ else "none"


def _preset(preset: Any) -> Entry:
    settings = {field.name: spell_value(getattr(preset, field.name)) for field in dataclasses.fields(preset)}
    return {"name": settings.pop("name"), "summary": settings.pop("note"), "settings": settings}


def _settings_of_presets(entries: list[Entry]) -> str:
    heading = ["setting", *(entry["name"] for entry in entries)]
    rows = [[key, *(entry["settings"][key] for entry in entries)] for key in entries[0]["settings"]]
    return "\n" + Table(heading, rows).text()


def _page(entry: Mapping[str, Any]) -> str:
    lines = [f"{entry['name']}: {entry['summary']}"]
    lines += [""] if "citation" in entry else []
    for key in ("formula", "gold", "citation"):
        if entry.get(key):
            lines += textwrap.wrap(f"{key}: {entry[key]}", 100, subsequent_indent="  ")
    table = "\n" + _settings(entry["settings"]).text() if entry["settings"] else ""
    works = f"\n{entry['bibtex']}" if entry.get("bibtex") else ""
    return "\n".join(lines) + "\n" + table + works


def _settings(settings: Any) -> Table:
    """A preset has values, all else defaults; choices are shown where one of the settings has any."""
    if isinstance(settings, Mapping):
        return Table(["setting", "value"], list(settings.items()))
    rows = [[s["name"], s["default"], ", ".join(s["choices"]), s["meaning"]] for s in settings]
    heading = ["setting", "default", "one of", "meaning"]
    shown = [0, 1, *([2] if any(s["choices"] for s in settings) else []), 3]
    table = _columns(heading, rows, shown)
    if max(map(len, table.text().splitlines())) <= WIDTH:
        return table
    last = [0, 1, 3, *([2] if 2 in shown else [])]  # a long list of choices is wrapped at the end
    wide = _columns(heading, rows, last)
    return last_wrapped(wide.heading, wide.rows)


def _columns(heading: Sequence[str], rows: Sequence[Sequence[str]], shown: Sequence[int]) -> Table:
    return Table([heading[i] for i in shown], [[row[i] for i in shown] for row in rows])
