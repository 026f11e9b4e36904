"""What a run used and whom that cites: metrics, summarisers and methods, each by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cliometer.metrics.evidence import EVIDENCE
from cliometer.model.works import Work, mentioned_in
from cliometer.report.citing.methods import METHODS


@dataclass(frozen=True)
class Used:
    """One thing that a run used: `role` is what it was for, `title` how a paper calls it."""

    role: str
    name: str
    title: str
    citation: str

    @property
    def works(self) -> tuple[Work, ...]:
        """The works to cite for it; none where it is not ours, or says nothing of its origin."""
        return mentioned_in(self.citation)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "role": self.role,
            "name": self.name,
            "citation": self.citation,
            "works": [work.key for work in self.works],
        }


def method(role: str, name: object) -> list[Used]:
    """A method by its name; none where it is not one of ours, such as the correction `none`."""
    found = METHODS[role].get(str(name))
    return [] if found is None else [Used(role, str(name), *found)]


def metric(expression: str) -> Used:
    """A metric by its expression, or a column `expression.f` of it."""
    return _registered("metric", expression, [evidence.registry for evidence in EVIDENCE.values()])


def summariser(expression: str) -> Used:
    """A summariser by its expression."""
    from cliometer.systems.summarisers import summarisers

    return _registered("summariser", expression, [summarisers])


def _registered(role: str, expression: str, registries: Iterable[Any]) -> Used:
    """Looked up by name alone: a setting that another version knew is no reason not to cite."""
    name = _bare(expression)
    for registry in registries:
        for known in (name, name.rpartition(".")[0]):
            if known in registry:
                return Used(role, expression, expression, getattr(registry[known], "citation", ""))
    return Used(role, expression, expression, "")


def _bare(expression: str) -> str:
    return expression.partition("(")[0].strip()


def distinct(used: Iterable[Used]) -> tuple[Used, ...]:
    """Each thing once, in the order of first use."""
    kept: Mapping[tuple[str, str], Used] = {(one.role, one.name): one for one in reversed(list(used))}
    return tuple(kept.values())[::-1]
