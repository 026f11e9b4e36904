"""Years as people write them: 800 BC, AD 79."""

from __future__ import annotations

import re

from cliometer.model.when import When

_YEAR = re.compile(r"(?:(AD|CE) )?(\d{1,4})(?: ?(BCE?|AD|CE))?", re.IGNORECASE | re.ASCII)


def with_era(text: str) -> When | None:
    """The year, or the years `44 BC/31 BC`; None where no era is named."""
    ends = [_year(part) for part in text.replace(".", "").split("/")]
    if len(ends) > 2 or None in ends:
        return None
    return When.parse("/".join(str(end) for end in ends))


def _year(text: str) -> str | None:
    match = _YEAR.fullmatch(text.strip())
    if match is None or not (match[1] or match[3]) or int(match[2]) == 0:
        return None
    before = (match[3] or "").upper().startswith("B")
    year = 1 - int(match[2]) if before else int(match[2])  # 1 BC is the year 0
    return f"{'-' if year < 0 else ''}{abs(year):04d}"
