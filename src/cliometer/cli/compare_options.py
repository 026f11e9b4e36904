"""The options of `cliometer compare`: tables of scores, the design of the comparison, gates."""

from __future__ import annotations

import argparse


def add_score_tables(parser: argparse.ArgumentParser) -> None:
    """Scores in place of runs."""
    parser.add_argument(
        "--scores", action="store_true", help="the paths are tables of scores, not runs; see docs/formats.md"
    )
    parser.add_argument(
        "--lower", action="append", metavar="NAME", help="with --scores: a column for which less is better"
    )


def add_design(parser: argparse.ArgumentParser) -> None:
    """What is compared, and how."""
    parser.add_argument(
        "--baseline", metavar="RUN", help="test only differences to this run, given by name or path"
    )
    parser.add_argument(
        "--side", choices=("f", "precision", "recall"), default="f", help="the number to compare (default: f)"
    )
    parser.add_argument(
        "--average",
        choices=("f-of-means", "mean-of-f", "micro"),
        help="F of mean precision and recall (default), mean of each topic's F, or of pooled counts",
    )
    _add_tests(parser)
    _add_draws(parser)


def _add_tests(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--test",
        choices=("randomisation", "bootstrap", "sign-flip", "t", "wilcoxon"),
        default="randomisation",
        help="the test of each difference (default: randomisation); the last three test the mean of F",
    )
    parser.add_argument(
        "--correction",
        choices=("holm", "bh", "none"),
        default="holm",
        help="for many comparisons: Holm (default), Benjamini-Hochberg, or none",
    )


def _add_draws(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--interval", choices=("bca", "percentile"), default="bca", help="bootstrap interval (default: bca)"
    )
    parser.add_argument(
        "--level", type=float, default=0.95, help="how sure intervals and tests are to be (default: 0.95)"
    )
    parser.add_argument(
        "--resamples",
        type=int,
        default=10_000,
        metavar="N",
        help="how often topics are drawn again, 100 to 1000000 (default: 10000)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="of the draws: same seed, same numbers (default: 0)"
    )


def add_gates(parser: argparse.ArgumentParser) -> None:
    """Conditions that decide the exit status."""
    parser.add_argument(
        "--gate",
        action="append",
        metavar="CONDITION",
        help="a condition that every run but the baseline must keep; repeatable",
    )
    parser.add_argument(
        "--confident",
        action="store_true",
        help="a gate passes only if it also holds at the confidence bound",
    )
