"""Plain ROUGE of whole texts (Lin 2004): `rouge1`, `rouge2`, `rougeL`, `rougeW1.2`, `rougeS4`, `rougeSU4`.

On timelines it equals `concat` with that ROUGE inside: the days are read one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from cliometer.metrics.base import metrics
from cliometer.metrics.rouge.variants import Variant
from cliometer.metrics.timeline_rouge import Concat

VARIANTS = ("1", "2", "L", "W1.2", "S4", "SU4")


@dataclass(frozen=True, repr=False)
class WholeText(Concat):
    """ROUGE of the whole texts, named after its variant."""

    citation: ClassVar[str] = "Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries"


def _fixed(variant: str) -> type[WholeText]:
    """The class whose ROUGE is part of its name instead of a setting."""
    body: dict[str, Any] = {
        "__doc__": f"ROUGE-{variant} of the whole texts; dates do not matter.",
        "__annotations__": {"rouge": "Variant"},
        "__module__": __name__,
        "rouge": field(default=Variant.parse(variant), init=False),
        "name": f"rouge{variant}",
    }
    return dataclass(frozen=True, repr=False)(type(f"Rouge{variant.replace('.', '_')}", (WholeText,), body))


for _variant in VARIANTS:
    metrics.register(_fixed(_variant))
