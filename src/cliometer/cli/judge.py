"""Ask a model what people are asked: which of two texts is better, which content units or nuggets a text expresses."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import SEVERAL, SYSTEMS, FunctionCommand
from cliometer.spelling import many

HELP = "ask a model what people are asked"


class Inquiry(FunctionCommand):
    """Questions to a model about runs."""

    ARGUMENTS = (("runs RUN", SYSTEMS, SEVERAL),)
    OUTPUT = ("json", "csv")
    COUNTED = "questions"

    @classmethod
    def run(cls, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        try:
            return super().run(args, out, err)
        except KeyboardInterrupt:
            err.write("cliometer: interrupted; the answers so far are in the store: run the same command to go on\n")
            return 130

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        for file in filter(None, (args.output, vars(args).get("sheet"))):
            rest = f"; {many(result.failed, 'question')} failed: to go on, run the same command with --force"
            err.write(f"wrote {file}{rest if result.failed else ''}\n")
        return super().show(result, args, out, err)


class Preferences(Inquiry):
    """Ask a model which of two texts is better.

    cliometer judge preferences RUN RUN -j 'endpoint(url=http://localhost:8080/v1, model=qwen)' -o votes.csv
    cliometer judge preferences RUN RUN -j 'gguf(file=model.gguf)' --pairs people.csv -o votes.csv
    cliometer judge preferences RUN RUN -j 'function(file=mine.py, call=judge)' -o votes.csv

    With --pairs, only the pairs that people judged are asked about.
    """

    HELP = "ask a model which of two texts is better"
    EXAMPLE = "cliometer judge preferences {demo}/runs/lead {demo}/runs/mentions -j words"
    FUNCTION = "judge_preferences"
    ARGUMENTS = (("runs RUN", f"{SYSTEMS}; or the topics.jsonl of a frozen preference study", SEVERAL),)


class Coverage(Inquiry):
    """Ask a model which content units, or nuggets of a bank, each text expresses.

    cliometer judge coverage RUN... --units UNITS -j EXPR -o extracts.json        extracts, for cliometer score
    cliometer judge coverage RUN... --units NUGGETS.jsonl -j EXPR -o assignments.jsonl
                                                                           support for each nugget of a bank, for
                                                                           cliometer score and compat nuggetizer
    cliometer judge coverage RUN... --units UNITS -j EXPR --audit 50 --sheet sheet.csv
                                                                           decisions for people to check
    cliometer judge coverage RUN... --units UNITS -j EXPR --audited sheet.csv     scores corrected by their answers
    """

    HELP = "ask a model which content units or nuggets each text expresses"
    EXAMPLE = "cliometer judge coverage {demo}/runs/lead --units {demo}/units -j words"
    FUNCTION = "judge_coverage"


class Links(Inquiry):
    """Ask a model which sentences of the sources express each unit or event, or which facts of runs are in a pool.

    cliometer judge links --units UNITS -j EXPR -o linked.json     units or events linked to sentences of their sources
    cliometer judge links RUN.json --units FACTS -j EXPR -o POOL   facts of runs linked to a pool of CrisisFACTS
    """

    HELP = "ask a model which sentences express each unit or event"
    EXAMPLE = "cliometer judge links --units {demo}/events/berlin-wall.json -j words --candidates 2"
    FUNCTION = "judge_links"
    ARGUMENTS = (("runs RUN", "runs of CrisisFACTS, whose facts are looked for in the pool", {"nargs": "*"}),)


COMMANDS = {"preferences": Preferences, "coverage": Coverage, "links": Links}
