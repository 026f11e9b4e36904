"""Plan studies of people, and evaluate what they made: drafts of units, reasons of votes, agreement."""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import Forms, print_notes, print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, given_settings, stored_settings

HELP = "plan studies of people, draft units, sort reasons, and measure how far annotators agree"


class Plan:
    """Plan a study in which people compare the timelines of several runs, for the workbench.

    cliometer study plan RUN RUN... -o STUDY.zip                 all pairs on all topics
    cliometer study plan RUN RUN... --budget 300 -o STUDY.zip    as many pairs as 300 votes allow, drawn evenly
    cliometer study plan RUN RUN... -r GOLD -o STUDY.zip         with timelines that people wrote among them
    """

    HELP = "plan a study in which people compare timelines"
    EXAMPLE = "cliometer study plan {demo}/runs/lead {demo}/runs/mentions {demo}/runs/random --budget 48"

    @staticmethod
    def configure(parser: CommandParser) -> None:
        """Declare the arguments."""
        from cliometer.api.studies import study_plan

        parser.add("runs RUN", "systems: folders with <topic>.txt, timelines or texts", nargs="+")
        add_function(parser, study_plan)
        add_output(parser, "json", "csv")

    @staticmethod
    def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Plan, write the file, and print what is planned."""
        from cliometer.api.studies import study_plan

        return print_result(study_plan(args.runs, **given_settings(args, study_plan)), args, out, err)


class Power:
    """Report how many topics and judges a preference study needs to find a difference, or what a design would find.

    cliometer study power                                topics, judges and votes for shares from 0.55 to 0.8
    cliometer study power --share 0.6 --systems 4        for one share, among four systems
    cliometer study power --topics 20 --votes 3          the power of a design, and the smallest difference it finds
    """

    HELP = "report how many topics and judges a preference study needs"
    EXAMPLE = "cliometer study power --topics 20 --systems 3"

    @staticmethod
    def configure(parser: CommandParser) -> None:
        """Declare the arguments."""
        from cliometer.api.studies import study_power

        add_function(parser, study_power)
        add_output(parser, "json", "csv", "latex", "digits")

    @staticmethod
    def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Compute and print."""
        from cliometer.api.studies import study_power

        result = study_power(**given_settings(args, study_power))
        return print_result(result, args, out, err)


class Draft:
    """Draft content units, the facts that several writers report, from their timelines; a person confirms them later.

    cliometer study draft GOLD -o units.json               GOLD/<topic>/<writer>.txt, as for score
    cliometer study draft GOLD --judge EXPR -o units.json  a model takes each sentence apart into facts first
    """

    HELP = "draft content units from several writers' timelines"
    EXAMPLE = "cliometer study draft {demo}/references"

    @staticmethod
    def configure(parser: CommandParser) -> None:
        """Declare the arguments."""
        from cliometer.api.studies import study_draft

        parser.add("gold GOLD", "a benchmark folder, or one file with several timelines")
        add_function(parser, study_draft)
        add_output(parser, "json")

    @staticmethod
    def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Draft, write, and report how many units of how many writers there are."""
        from cliometer.api.studies import study_draft

        with progress_bar(args, err, "sentences") as bar:
            result = study_draft(args.gold, progress=bar, **stored_settings(args, study_draft))
        if not args.json and not args.output:
            print_notes(["nothing was written; name a file with -o to keep the drafts"], args, err)
        return print_result(result, args, out, err)


class Reasons:
    """Sort the reasons that people gave for their votes into categories: by a codebook, and by coders.

    cliometer study reasons VOTES... --codebook FILE                      suggestions, and reasons without one
    cliometer study reasons VOTES... --codebook FILE --sheet SHEET.csv    a sheet for coders to fill in
    cliometer study reasons VOTES... --codebook FILE --codes A.csv B.csv  the categories of coders, and their agreement
    """

    HELP = "sort the reasons of preferences into categories"
    EXAMPLE = "cliometer study reasons {demo}/votes.csv --codebook {demo}/codebook.toml"

    @staticmethod
    def configure(parser: CommandParser) -> None:
        """Declare the arguments."""
        from cliometer.api.studies import study_reasons

        parser.add("paths VOTES", "votes with reasons, as for cliometer vote", nargs="+")
        add_function(parser, study_reasons)
        add_output(parser, "json", "csv", "latex", "digits")

    @staticmethod
    def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Read, count and print."""
        from cliometer.api.studies import study_reasons
        from cliometer.reporting.chapters.vote_judges import category_table

        survey = study_reasons(args.paths, **given_settings(args, study_reasons))
        tables: Forms = dict.fromkeys(("csv", "latex"), lambda: category_table(survey))
        return print_result(survey, args, out, err, tables)


class Agreement:
    """Measure how far the people who made a corpus agree with each other, and describe the corpus.

    cliometer study agreement EVENTS.json LINKS.csv        judged events, with a sheet sentence,event,judge
    cliometer study agreement UNITS.json                   content units: pyramid shape, splits of the writers
    cliometer study agreement FOLDER                       all of them, with a sheet topic,part,hours
    """

    HELP = "measure how far judges and writers agree, and describe their corpus"
    EXAMPLE = "cliometer study agreement {demo}/events"
    TABLES = ("topics", "events", "parts", "judges", "units", "splits", "unseen", "matching")

    @staticmethod
    def configure(parser: CommandParser) -> None:
        """Declare the arguments."""
        from cliometer.api.studies import study_agreement

        parser.add("paths PATH", "units or events (JSON), judges' sheets (CSV), or folders of them", nargs="+")
        add_function(parser, study_agreement)
        parser.add("--table", "print this table only", choices=Agreement.TABLES)
        add_output(parser, "json", "csv", "latex", "digits")

    @staticmethod
    def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Read, survey and print."""
        from cliometer.api.studies import study_agreement
        from cliometer.reporting.chapters import result_section
        from cliometer.reporting.chapters.annotator_agreement import TABLES, chosen_tables
        from cliometer.reporting.document import Listing

        survey = study_agreement(args.paths, **given_settings(args, study_agreement))
        tables = list(chosen_tables(survey, args.table, digits=args.csv))
        forms: Forms = {
            "csv": lambda: [Listing("", table) for table in tables],
            "latex": lambda: [Listing("", table) for table in tables],
            "text": lambda: tables[0] if args.table else result_section(survey),
        }
        print_result(survey, args, out, err, forms)
        if args.table and not args.json and not tables[0].rows:
            print_notes([f"the table {args.table} is empty: {TABLES[args.table][1]}"], args, err)
        return 0


COMMANDS = {"plan": Plan, "power": Power, "draft": Draft, "reasons": Reasons, "agreement": Agreement}
