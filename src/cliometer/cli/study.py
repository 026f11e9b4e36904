"""Plan studies of people, and evaluate what they made: drafts of units, reasons of votes, agreement."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import SEVERAL, SYSTEMS, FunctionCommand
from cliometer.cli.output import Forms, print_notes

HELP = "plan studies of people, draft units, sort reasons, and measure how far annotators agree"


class Plan(FunctionCommand):
    """Plan a study in which people compare the timelines of several runs, for the workbench.

    cliometer study plan RUN RUN... -o STUDY.zip                 all pairs on all topics
    cliometer study plan RUN RUN... --budget 300 -o STUDY.zip    as many pairs as 300 votes allow, drawn evenly
    cliometer study plan RUN RUN... -r GOLD -o STUDY.zip         with timelines that people wrote among them
    """

    HELP = "plan a study in which people compare timelines"
    EXAMPLE = "cliometer study plan {demo}/runs/lead {demo}/runs/mentions {demo}/runs/random --budget 48"
    FUNCTION = "study_plan"
    ARGUMENTS = (("runs RUN", SYSTEMS, SEVERAL),)
    OUTPUT = ("json", "csv")


class Power(FunctionCommand):
    """Report how many topics and judges a preference study needs to find a difference, or what a design would find.

    cliometer study power                                topics, judges and votes for shares from 0.55 to 0.8
    cliometer study power --share 0.6 --systems 4        for one share, among four systems
    cliometer study power --topics 20 --votes 3          the power of a design, and the smallest difference it finds
    """

    HELP = "report how many topics and judges a preference study needs"
    EXAMPLE = "cliometer study power --topics 20 --systems 3"
    FUNCTION = "study_power"


class Draft(FunctionCommand):
    """Draft content units, the facts that several writers report, from their timelines; a person confirms them later.

    cliometer study draft GOLD -o units.json               GOLD/<topic>/<writer>.txt, as for score
    cliometer study draft GOLD --judge EXPR -o units.json  a model takes each sentence apart into facts first
    """

    HELP = "draft content units from several writers' timelines"
    EXAMPLE = "cliometer study draft {demo}/references"
    FUNCTION = "study_draft"
    ARGUMENTS = (("gold GOLD", "a benchmark folder, or one file with several timelines"),)
    OUTPUT = ("json",)
    COUNTED = "sentences"

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.json and not args.output:
            print_notes(["nothing was written; name a file with -o to keep the drafts"], args, err)
        return super().show(result, args, out, err)


class Reasons(FunctionCommand):
    """Sort the reasons that people gave for their votes into categories: by a codebook, and by coders.

    cliometer study reasons VOTES... --codebook FILE                      suggestions, and reasons without one
    cliometer study reasons VOTES... --codebook FILE --sheet SHEET.csv    a sheet for coders to fill in
    cliometer study reasons VOTES... --codebook FILE --codes A.csv B.csv  the categories of coders, and their agreement
    """

    HELP = "sort the reasons of preferences into categories"
    EXAMPLE = "cliometer study reasons {demo}/votes.csv --codebook {demo}/codebook.toml"
    FUNCTION = "study_reasons"
    ARGUMENTS = (("paths VOTES", "votes with reasons, as for cliometer vote", SEVERAL),)

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.vote_judges import category_table

        return dict.fromkeys(("csv", "latex"), lambda: category_table(result))


class Agreement(FunctionCommand):
    """Measure how far the people who made a corpus agree with each other, and describe the corpus.

    cliometer study agreement EVENTS.json LINKS.csv        judged events, with a sheet sentence,event,judge
    cliometer study agreement UNITS.json                   content units: pyramid shape, splits of the writers
    cliometer study agreement FOLDER                       all of them, with a sheet topic,part,hours
    """

    HELP = "measure how far judges and writers agree, and describe their corpus"
    EXAMPLE = "cliometer study agreement {demo}/events"
    TABLES = ("topics", "events", "parts", "judges", "units", "splits", "unseen", "matching")
    FUNCTION = "study_agreement"
    ARGUMENTS = (("paths PATH", "units or events (JSON), judges' sheets (CSV), or folders of them", SEVERAL),)
    SWITCHES = (("--table", "print this table only", {"choices": TABLES}),)

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        from cliometer.reporting.chapters.annotator_agreement import TABLES, chosen_tables

        super().show(result, args, out, err)
        if args.table and not args.json and not next(chosen_tables(result, args.table)).rows:
            print_notes([f"the table {args.table} is empty: {TABLES[args.table][1]}"], args, err)
        return 0

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters import result_section
        from cliometer.reporting.chapters.annotator_agreement import chosen_tables
        from cliometer.reporting.document import Listing

        tables = list(chosen_tables(result, args.table, digits=args.csv))
        return {
            "csv": lambda: [Listing("", table) for table in tables],
            "latex": lambda: [Listing("", table) for table in tables],
            "text": lambda: tables[0] if args.table else result_section(result),
        }


COMMANDS = {"plan": Plan, "power": Power, "draft": Draft, "reasons": Reasons, "agreement": Agreement}
