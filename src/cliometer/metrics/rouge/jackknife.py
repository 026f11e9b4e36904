"""Leave one reference out (Lin 2004): so that people and systems are judged against as many references.

With k references the score is the mean of the k scores against k - 1 of them, each combined in the mode
asked for: B, the best, is what ROUGE did itself before version 1.4; A pools. One reference is never left out.
Whether the peer is the work of a writer of one of the references is the caller's business.
"""

from collections.abc import Iterable, Sequence

from cliometer.metrics.rouge.lcs import total
from cliometer.metrics.rouge.rouge155 import Match, Mode, Score, combine, rounded, score
from cliometer.metrics.rouge.variants import Variant


def jackknife(variant: Variant, matches: Sequence[Match], mode: Mode, alpha: float) -> Score:
    """The mean of the leave-one-out scores, rounded."""
    scores = [score(variant, combine(kept, mode), alpha) for kept in _leave_one_out(matches)]
    recall, precision, f = (rounded(total(column) / len(scores)) for column in zip(*scores, strict=True))
    return Score(recall, precision, f)


def _leave_one_out(matches: Sequence[Match]) -> Iterable[Sequence[Match]]:
    if len(matches) < 2:
        return [matches]
    return ([*matches[:i], *matches[i + 1 :]] for i in range(len(matches)))
