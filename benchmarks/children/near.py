"""CPU seconds, peak memory and finds of one removal of near duplicates."""

from __future__ import annotations

import json
import sys

from benchmarks.cases.near import KINDS
from benchmarks.clock import once, peak_megabytes
from cliometer.text.post_filters import near_duplicates


def main(kind: str, size: int) -> dict[str, float]:
    """Posts of one kind, as plain texts."""
    texts = KINDS[kind](size)
    found: dict[int, int] = {}
    seconds = once(lambda: found.update(near_duplicates(texts)))
    return {"seconds": seconds, "megabytes": peak_megabytes(), "found": len(found)}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]))))
