"""The registries of metrics, kernels, similarities and summarisers as text."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Mapping
from typing import Any

from cliometer.errors import UsageError, unknown
from cliometer.expressions import Registry, choices_of, settings_of, spell_value
from cliometer.metrics.base import metrics
from cliometer.metrics.catalogue import PRESETS, Preset
from cliometer.metrics.similarity import kernels, similarities
from cliometer.model.bibliography import mentioned_in
from cliometer.reporting.citation_methods import bibtex
from cliometer.reporting.document import Block, Document, Listing, Notes, Paragraph, Section
from cliometer.reporting.render.terminal import terminal
from cliometer.text.tables import Table

Entry = dict[str, Any]
_TOLD = ("formula", "gold", "citation")
_HINT = "cliometer metrics show NAME describes one of them and prints what to cite."
_LISTS: dict[str, Registry[Any]] = {"kernels": kernels, "similarities": similarities}


def describe(name: str | None) -> Entry:
    """Return all metrics, one list, or one entry of any list by its name or its expression."""
    if name is None:
        return {"metrics": [registry_entry(cls) for cls in metrics]}
    if name == "presets":
        return {"presets": [_preset(preset) for preset in PRESETS.values()]}
    if name in _LISTS:
        return {name: [registry_entry(cls) for cls in _LISTS[name]]}
    if name in PRESETS:
        return _preset(PRESETS[name])
    registry = _home_of(name)
    if registry is not None:
        return registry_entry(type(registry.parse(name)))  # parsed, so that a wrong setting is refused
    metrics.refuse_others(name)
    entries = [entry for registry in _LISTS.values() for entry in registry.names]
    raise unknown("metric", name, [*metrics.names, *entries, *PRESETS, *_LISTS, "presets"])


def describe_with_works(name: str) -> Entry:
    """Return one entry with its citation, and the works of it as BibTeX."""
    entry = describe(name)
    if "name" not in entry:
        raise UsageError("list-needs-entry", name=name)
    registry = _home_of(name)
    if registry is not None:
        entry["citation"] = registry[entry["name"]].citation
    works = mentioned_in(entry.get("citation", ""))
    return {**entry, "works": [work.key for work in works], "bibtex": bibtex(works)}


def _home_of(name: str) -> Registry[Any] | None:
    """Return the registry of a metric, kernel or similarity, by name or expression."""
    bare = name.partition("(")[0].strip()
    if bare.upper() in metrics.aliases:
        return metrics
    return next((registry for registry in (metrics, *_LISTS.values()) if bare in registry), None)


def registry_text(document: Mapping[str, Any]) -> str:
    """Return the text of `registry_section`, and the works of an entry as BibTeX."""
    works = f"\n{document['bibtex']}" if document.get("bibtex") else ""
    return terminal(registry_section(document)) + works


def registry_section(document: Mapping[str, Any]) -> Section:
    """Return the section of what `describe` gave: a table of a list, or a page of one entry."""
    if "name" in document:
        blocks: list[Block] = [Paragraph(f"{document['name']}: {document['summary']}")]
        blocks += [Notes([f"{key}: {document[key]}" for key in _TOLD if document.get(key)])]
        blocks += [Listing("", settings_table(document["settings"]))] if document["settings"] else []
        return Section(document["name"], blocks)
    ((kind, entries),) = document.items()
    gold = ["gold"] if kind == "metrics" else []
    rows = [[entry["name"], *(entry[key] for key in gold), entry["summary"]] for entry in entries]
    listed = Listing("", Table([kind, *gold, "meaning"], rows))
    if kind != "presets":
        return Section(kind, [listed, Paragraph(_HINT)])
    values = [[key, *(entry["settings"][key] for entry in entries)] for key in entries[0]["settings"]]
    return Section(kind, [listed, Listing("", Table(["setting", *(entry["name"] for entry in entries)], values))])


def registry_entry(cls: type[Any]) -> Entry:
    """Return what a registered class says of itself: name, meaning, formula, gold and settings."""
    entry = {"name": cls.name, "summary": (cls.__doc__ or "").strip().splitlines()[0]}
    if cls.name in metrics and metrics[cls.name] is cls:
        entry |= {"formula": cls.formula, "citation": cls.citation, "gold": cls.evidence}
    entry["settings"] = [
        {"name": field.name, "default": _default(field), "choices": choices_of(field), "meaning": field.metadata["doc"]}
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


def settings_table(settings: Any) -> Table:
    """Return the settings of an entry: those of a preset have values, all others defaults."""
    if isinstance(settings, Mapping):
        return Table(["setting", "value"], list(settings.items()))
    rows = []
    for setting in settings:
        choices = f"; one of {', '.join(setting['choices'])}" if setting["choices"] else ""
        rows.append([setting["name"], setting["default"], setting["meaning"] + choices])
    return Table(["setting", "default", "meaning"], rows)


def summariser_catalogue() -> str:
    """Return every summariser: what it does, and its settings with their defaults."""
    from cliometer.systems.summarisers import summarisers  # `cliometer metrics` needs none of them

    return _catalogue("Summarisers", summarisers)


def generator_catalogue() -> str:
    """Return every generator of timelines: what it does, and its settings with their defaults."""
    from cliometer.systems.timelines import generators

    return _catalogue("Generators of timelines", generators)


def _catalogue(title: str, registry: Registry[Any]) -> str:
    sections = []
    for cls in registry:
        settings = registry_entry(cls)["settings"]
        table = [Listing("", settings_table(settings))] if settings else []
        sections.append(Section(cls.name, [Paragraph(inspect.getdoc(cls) or ""), *table]))
    return terminal(Document(title, sections))
