"""How pieces are scored by workers that are slow, or die; a module of its own, which workers import quickly."""

import os
import signal
import sys
import time
from typing import Any

from cliometer.engine import shard_writing
from cliometer.engine.shard_writing import score_piece


def slow_piece(job: Any, piece: Any) -> Any:
    """Wait a little, so that a driver can be killed between two pieces."""
    time.sleep(0.1)
    return score_piece(job, piece)


def killed_piece(job: Any, piece: Any) -> Any:
    """Die once, when a shard is written and nobody knows of it."""
    found, mark = score_piece(job, piece), job.folder.parent / "killed"
    if piece.number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return found


if __name__ == "__main__":  # a driver with small and slow pieces
    from cliometer.cli.main import main
    from tests.unit.engine import piece_faults

    shard_writing._ROWS, shard_writing.score_piece = 40, piece_faults.slow_piece
    sys.exit(main(sys.argv[1:], sys.stdout, sys.stderr))
