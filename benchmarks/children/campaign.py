"""CPU seconds and peak memory of one `cliometer.evaluate` over many systems and topics."""

from __future__ import annotations

import json
import sys

from benchmarks.cases.campaign import reference, system
from benchmarks.clock import best, peak_megabytes
from benchmarks.peers import OURS
from cliometer import evaluate


def main(systems: int, topics: int) -> dict[str, float]:
    """The inputs are plain dictionaries, as a caller would have them."""
    runs = {f"s{s}": {f"t{t}": system(s, t) for t in range(topics)} for s in range(systems)}
    gold = {f"t{t}": [reference(t)] for t in range(topics)}
    seconds = best(lambda: evaluate(runs, gold, metrics=OURS), 1)
    return {"seconds": seconds, "megabytes": peak_megabytes()}


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
