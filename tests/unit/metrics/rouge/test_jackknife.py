"""Leaving one reference out."""

from cliometer.metrics.rouge.rouge155 import Counts, RougeMatch, jackknife
from cliometer.metrics.rouge.variants import Variant

ONE = Variant("N", n=1)
MATCHES = [
    RougeMatch(Counts(1, 4, 4), 0.25),
    RougeMatch(Counts(2, 4, 4), 0.5),
    RougeMatch(Counts(4, 4, 5), 0.8),
]


def test_each_reference_is_left_out_once_and_the_best_of_the_rest_averaged() -> None:
    assert jackknife(ONE, MATCHES, "B", 0.5).recall == round((0.8 + 0.8 + 0.5) / 3, 5)


def test_in_mode_a_the_rest_is_pooled() -> None:
    assert jackknife(ONE, MATCHES, "A", 0.5).recall == round((0.66667 + 0.55556 + 0.375) / 3, 5)


def test_a_single_reference_is_never_left_out() -> None:
    assert jackknife(ONE, MATCHES[:1], "B", 0.5) == (0.25, 0.25, 0.25)
