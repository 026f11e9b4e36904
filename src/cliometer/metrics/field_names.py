"""What the field calls our metrics, for near misses only: AR-1, ROUGE-L, R2, date-F1, align+ m:1.

They are not accepted as names, so that every result has one spelling.
"""

from __future__ import annotations

import re

from cliometer.errors import UsageError
from cliometer.metrics.base import metrics
from cliometer.metrics.rouge.variants import Variant

_SEPARATORS = re.compile(r"[\s:_-]+")
_MEASURE = r"(?:f|f1|fscore|fmeasure)?"
_ALIGNED = re.compile(rf"ar(.+?){_MEASURE}")
_WHOLE = re.compile(rf"r(?:ouge)?(.+?){_MEASURE}")
_DATE = re.compile(rf"dates?(?:selection)?{_MEASURE}")


def meant(text: str) -> str | None:
    """Our expression for a name of the field, None where it is none."""
    name = _SEPARATORS.sub("", text.partition("(")[0]).lower()
    if name in metrics:
        return name
    if _DATE.fullmatch(name):
        return "date"
    if aligned := _variant(_ALIGNED, name):
        return f"align+m1(rouge={aligned})"
    if whole := _variant(_WHOLE, name):
        return f"rouge{whole}" if f"rouge{whole}" in metrics else f"concat(rouge={whole})"
    return None


def _variant(pattern: re.Pattern[str], name: str) -> Variant | None:
    match = pattern.fullmatch(name)
    try:
        return Variant.parse(match[1].upper()) if match else None
    except (UsageError, ValueError):  # the latter for a number of thousands of digits
        return None


metrics.meant = meant
