"""Kinds of study: their steps, and what can be done in each; read off the protocols."""

from __future__ import annotations

from inspect import cleandoc
from typing import get_type_hints

from cliometer.study.protocol.steps import Protocol, Step
from cliometer.study.protocol.work import Work, verbs
from cliometer.workbench.api.door import Asked, operation
from cliometer.workbench.api.shapes import DetailShape, KindShape, StepShape, VerbShape
from cliometer.workbench.protocols import PROTOCOLS

_ALWAYS = (
    VerbShape(verb="undo", about="Take back your last action.", details=[]),
    VerbShape(verb="redo", about="Bring back what you took back last.", details=[]),
)


@operation("GET", "/kinds", "person", list[KindShape])
def kinds(request: Asked) -> list[KindShape]:
    """List the kinds of study with their steps, and the verbs of each step."""
    return [kind_shape(protocol) for protocol in PROTOCOLS.values()]


def kind_shape(protocol: Protocol) -> KindShape:
    """A kind as the API tells it."""
    steps = [step_shape(step) for step in protocol.steps]
    return KindShape(kind=protocol.kind, title=protocol.title, steps=steps)  # type: ignore[arg-type]


def step_shape(step: Step) -> StepShape:
    """A step with its verbs."""
    return StepShape(
        step=step.name, title=step.title, scope=step.scope, roles=list(step.roles), blind=step.blind,
        verbs=[*_verb_shapes(step), *_ALWAYS],
    )  # fmt: skip


def _verb_shapes(step: Step) -> list[VerbShape]:
    kind: type[Work] = get_type_hints(step.start)["return"]
    return [
        VerbShape(
            verb=name,
            about=cleandoc(getattr(kind, name).__doc__ or ""),
            details=[DetailShape(name=one.name, kind=one.kind, needed=one.needed) for one in details],
        )
        for name, details in verbs(kind).items()
    ]
