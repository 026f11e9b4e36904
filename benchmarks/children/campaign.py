"""CPU seconds and peak memory of one `cliometer.score` over many systems and topics."""

from __future__ import annotations

import json
import sys
from functools import partial

from benchmarks.cases.campaign import reference, system
from benchmarks.clock import best, peak_megabytes, race
from benchmarks.peers import OURS
from cliometer import score

LEDGER = ("ledger", "align+m1(rouge=1)")


def main(systems: int, topics: int) -> dict[str, float]:
    """The inputs are plain dictionaries, as a caller would have them."""
    runs = {f"s{s}": {f"t{t}": system(s, t) for t in range(topics)} for s in range(systems)}
    gold = {f"t{t}": [reference(t)] for t in range(topics)}
    seconds = best(lambda: score(runs, gold, metrics=OURS), 1)
    megabytes = peak_megabytes()
    each = race({metric: partial(score, runs, gold, metrics=[metric]) for metric in LEDGER}, 1)
    return {"seconds": seconds, "megabytes": megabytes, **each, "megabytes with ledger": peak_megabytes()}


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
