"""Compare metrics with people or with each other, and models that judge with people."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import SEVERAL, FunctionCommand
from cliometer.cli.output import Forms, print_notes
from cliometer.cli.parser import CommandParser, Exclusion

HELP = "compare metrics with human scores, votes, or each other, and models that judge with people"


class Comparison(FunctionCommand):
    """A comparison of scores, which are computed first where references are given."""

    COUNTED = "steps"
    PATHS = "tables of scores; with --references: systems to be scored first"

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.json:
            print_notes(result.warnings, args, err, "warning")
        return super().show(result, args, out, err)

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters import result_section
        from cliometer.reporting.document import Listing

        section = result_section(result)
        return {"latex": lambda: [Listing(title, table) for title, table in section.tables()], "text": lambda: section}


class Scores(Comparison):
    """Compare metrics with human scores.

    cliometer agree scores SCORES... --human FILE          a table with system, topic and a column for each judge
    cliometer agree scores SCORES... --human-metric NAME   human scores that are a column of the same files
    cliometer agree scores RUN... -r GOLD --human FILE     score the runs first, as cliometer score does

    SCORES are the output of cliometer score --csv or --json, or any table of system, topic and scores.
    """

    HELP = "compare metrics with human scores"
    EXAMPLE = "cliometer agree scores {demo}/scores.csv --human {demo}/human.csv"
    FUNCTION = "agree_scores"

    @classmethod
    def configure(cls, parser: CommandParser) -> None:
        super().configure(parser)
        options = [action for action in parser.arguments if action.dest in ("human", "human_metric")]
        parser.exclusions.append(Exclusion(options, required=True))


class Votes(Comparison):
    """Compare metrics with preferences of people between two systems on a topic.

    cliometer agree votes SCORES... --votes FILE
    cliometer agree votes RUN... -r GOLD --votes FILE      score the runs first, as cliometer score does
    """

    HELP = "compare metrics with votes of people"
    EXAMPLE = "cliometer agree votes {demo}/scores.csv --votes {demo}/votes.csv"
    FUNCTION = "agree_votes"


class Metrics(Comparison):
    """Compare metrics with each other, without people.

    cliometer agree metrics SCORES...
    cliometer agree metrics RUN... -r GOLD                 score the runs first, as cliometer score does
    """

    HELP = "compare metrics with each other"
    EXAMPLE = "cliometer agree metrics {demo}/scores.csv"
    FUNCTION = "agree_metrics"


class People(Comparison):
    """Compare metrics of timelines with the judgements of assessors on a pool of texts.

    cliometer agree people FOLDER... -m tally              pools of TREC Temporal Summarization or CrisisFACTS
    cliometer agree people POOL.json -m tally              a pool of your own
    """

    HELP = "compare metrics with assessors who judged a pool of texts"
    EXAMPLE = "cliometer agree people {demo}/pool.json -m ledger -m tally --bed on-time"
    FUNCTION = "agree_people"
    COUNTED = "topics"
    PATHS = ""
    ARGUMENTS = (("paths POOL", "folders of TREC-TS or CrisisFACTS, or JSON files of a pool", SEVERAL),)


class Judges(Comparison):
    """Compare judges that are models (cliometer judge), or metrics, with people.

    cliometer agree judges VOTES...                        votes of people and of models
    cliometer agree judges VOTES... --beside SCORES        metrics vote as well
    """

    HELP = "compare models that judge, or metrics, with people"
    EXAMPLE = "cliometer agree judges {demo}/votes.csv --beside {demo}/scores.csv"
    FUNCTION = "agree_judges"
    PATHS = ""
    ARGUMENTS = (("paths VOTES", "votes of people and of models, as for cliometer vote", SEVERAL),)


COMMANDS = {"scores": Scores, "votes": Votes, "metrics": Metrics, "people": People, "judges": Judges}
