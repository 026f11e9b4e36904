"""CPU seconds and peak memory of one `cliometer.evaluate` over many systems and topics."""

from __future__ import annotations

import json
import resource
import sys

from benchmarks.cases.campaign import reference, system
from benchmarks.clock import best
from benchmarks.peers import OURS
from cliometer import evaluate


def main(systems: int, topics: int) -> dict[str, float]:
    """The inputs are plain dictionaries, as a caller would have them."""
    runs = {f"s{s}": {f"t{t}": system(s, t) for t in range(topics)} for s in range(systems)}
    gold = {f"t{t}": [reference(t)] for t in range(topics)}
    seconds = best(lambda: evaluate(runs, gold, metrics=OURS), 1)
    return {"seconds": seconds, "megabytes": _peak() / 1e6}


def _peak() -> int:
    """Bytes; Linux counts in kilobytes, macOS does not."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
