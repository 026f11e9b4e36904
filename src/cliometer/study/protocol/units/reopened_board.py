"""How the board of a release was come by."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.model.units import ContentUnit, UnitTopic
from cliometer.study.protocol.units.board_units import TEXTS, BoardUnit
from cliometer.study.protocol.units.reopened_lines import Manuscripts
from cliometer.study.protocol.units.reopened_words import Said

LEFT_OUT = "in no unit of the release"


def board_actions(release: UnitTopic, written: Manuscripts) -> tuple[Said, ...]:
    """Make each unit, and leave out the lines that are in none."""
    made = [said for unit in release.units for said in _unit(unit, written)]
    used = {line for parts in written.parts.values() for line in parts}
    left = [("omit", {"line": id, "why": LEFT_OUT}) for id in written.lines if id not in used]
    return (*made, *left)


def _unit(unit: ContentUnit, written: Manuscripts) -> Iterator[Said]:
    parts, lines = written.parts[unit.id], written.lines
    yield "make", {"lines": list(parts), "label": unit.label, "id": unit.id}
    for line, part in parts.items():
        if part.discarded or part.text != lines[line].text:
            yield "trim", {"line": line, "unit": unit.id, "text": part.text, "discarded": part.discarded}
    told: dict[str, object] = {name: getattr(unit, name) for name in TEXTS[1:] if getattr(unit, name)}
    if unit.time != BoardUnit(unit.id, parts).when(lines):
        told["time"] = "" if unit.time is None else str(unit.time)
    if told:
        yield "describe", {"unit": unit.id, **told}
    for name, value in unit.roles:
        yield "role", {"unit": unit.id, "name": name, "value": value}
