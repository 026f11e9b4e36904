"""Arguments of the commands that choose posts: how many, which are left out, how words are read."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cliometer.text.posts.filters import Filters
    from cliometer.text.posts.reading import PostReading


def add_posts(parser: argparse.ArgumentParser) -> None:
    """Length of a summary, filters, words."""
    parser.add_argument("-k", type=int, default=5, metavar="N", help="posts of a summary (default: 5)")
    parser.add_argument(
        "--filters",
        default="same-user,retweets,near-duplicates",
        metavar="LIST",
        help="posts left out, joined by commas: same-user, retweets, near-duplicates (default: all three); "
        "none: keep them",
    )
    parser.add_argument(
        "--language",
        default="",
        metavar="CODE",
        help="leave out posts in other languages than this, such as en",
    )
    parser.add_argument(
        "--stop", choices=("yes", "no"), default="yes", help="leave out stop words (default: yes)"
    )
    parser.add_argument("--stem", choices=("yes", "no"), default="yes", help="compare stems (default: yes)")


def filters_of(args: argparse.Namespace) -> Filters:
    """The filters that were asked for."""
    from cliometer.text.posts.filters import Filters

    rules = tuple(rule.strip() for rule in args.filters.split(",") if rule.strip() not in ("", "none"))
    return Filters(rules, args.language.strip())


def reading_of(args: argparse.Namespace) -> PostReading:
    """How the words of posts are read."""
    from cliometer.text.posts.reading import PostReading

    return PostReading(stop=args.stop == "yes", stem=args.stem == "yes")
