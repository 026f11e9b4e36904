"""CPU seconds and peak memory of one summary of many sentences, reading and vectors included."""

from __future__ import annotations

import json
import sys

from benchmarks.clock import once, peak_megabytes
from benchmarks.posts import sentences
from cliometer.model.documents import Post, PostTopic
from cliometer.systems.summarisers import summarise, summarisers
from cliometer.systems.summarisers.pool import Pool

CHOSEN = 10


def main(expression: str, size: int) -> dict[str, float]:
    """The summariser that an expression names, on a topic that nobody has read yet."""
    topic = PostTopic("t", tuple(Post(str(number), text) for number, text in enumerate(sentences(size))))
    summariser = summarisers.parse(expression)
    seconds = once(lambda: summarise(summariser, Pool(topic), CHOSEN))
    return {"seconds": seconds, "megabytes": peak_megabytes()}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]))))
