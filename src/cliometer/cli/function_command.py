"""Commands that call one public function and print its result.

Most of what differs between them is declared in tables, such as `vote.toml`, where those of subcommands are tables of
one file. Their classes say what else they check and print.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from inspect import signature
from typing import Any, NamedTuple, TextIO, cast

import cliometer
from cliometer.api.front import settings_of
from cliometer.cli.main import table_of
from cliometer.cli.output import Forms, print_json, print_notes, print_result, print_rulings, watched
from cliometer.cli.parser import CommandParser, Exclusion, given_settings
from cliometer.errors import UsageError
from cliometer.spelling import many


@dataclass(frozen=True)
class CommandCard:
    """What the table of a command says: its texts, the function of `cliometer` that it calls, and its arguments.

    The settings of the function are its options. `paths` describes the paths of a command that takes references as
    well, `switches` are what only the printed form depends on, and `counted` is what a progress bar counts. `forms` are
    functions of `reporting.chapters` from the result to what is printed, where that differs from the default.
    """

    help: str
    example: str
    text: str
    function: str
    arguments: Sequence[Sequence[Any]] = ()  # each what `CommandParser.add` takes
    paths: str = ""
    switches: Sequence[Sequence[Any]] = ()
    output: Sequence[str] = ("json", "csv", "latex", "digits")
    counted: str = "topics"
    signed: bool = False  # whether the signature of the result is printed
    forms: Mapping[str, str] = field(default_factory=dict)  # such as latex = "judged.trial_table"


class FunctionCommand:
    """The command of a name, such as `vote` or `agree scores`, as its table says."""

    def __init__(self, name: str) -> None:
        self.card = CommandCard(**table_of(name))

    @property
    def function(self) -> Callable[..., Any]:
        """The public function, whose module is loaded here."""
        return cast("Callable[..., Any]", getattr(cliometer, self.card.function))

    def configure(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        for spelling, help, *settings in self.card.arguments:
            parser.add(spelling, help, **dict(*settings))
        if self.card.paths:
            parser.add_references(self.card.paths)
        parser.add_function(self.function)
        for spelling, help, *settings in self.card.switches:
            parser.add(spelling, help, **dict(*settings))
        parser.add_output(*self.card.output)

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Call the function, and print its result."""
        settings = given_settings(args, self.function)
        names = [spelling.split()[0].strip("-") for spelling, *_ in self.card.arguments]
        if self.card.paths:
            names, settings = ["paths"], settings | ({"references": args.references} if args.references else {})
        with watched(args, err, self.card.counted) as watching:
            given = {name: getattr(args, name) for name in names}
            named = given.keys() & signature(self.function).parameters.keys()  # others come first in the function
            settings |= {name: given.pop(name) for name in named}
            settings |= {name: value for name, value in watching.items() if name in settings_of(self.function)}
            result = self.function(*given.values(), **settings)
        return self.show(result, args, out, err)

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the result, and return the exit status."""
        signed = result.signature if self.card.signed else None
        return print_result(result, args, out, err, self.forms(result, args), signed)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        """Return the forms in which the result differs from what it has by default."""
        return {form: partial(_printed, place, result) for form, place in self.card.forms.items()}


def _printed(place: str, result: Any) -> Any:
    """Return what a function of a chapter makes of a result."""
    chapter, _, name = place.partition(".")
    return getattr(import_module(f"cliometer.reporting.chapters.{chapter}"), name)(result)


class Check(FunctionCommand):
    """`cliometer check`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if args.sources is None:
            raise UsageError("check-without-sources", path=args.paths[0])
        return super().run(args, out, err)

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print, and let the gates decide the exit status."""
        super().show(result, args, out, err)
        return print_rulings(result, args, err)


class Verify(FunctionCommand):
    """`cliometer verify`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print; the status is 1 where a claim does not hold."""
        return super().show(result, args, out, err) or int(not result.holds)


class Explain(FunctionCommand):
    """`cliometer explain`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        from cliometer.cli.score import split_paths

        args.paths, args.references = split_paths(args)
        if len(args.paths) != 1:
            raise UsageError("explain-several-systems")
        return super().run(args, out, err)


class RankSubmissions(FunctionCommand):
    """`cliometer submissions rank`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.references:
            raise UsageError("rank-without-references")
        return super().run(args, out, err)

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print, and report how many submissions were not scored; the status is 2 where that is all of them."""
        super().show(result, args, out, err)
        check = result.check
        refused = len(check.submissions) - len(check.valid)
        if refused:
            share = f"{refused} of {many(len(check.submissions), 'submission')}"
            print_notes([f"{share} {'is' if refused == 1 else 'are'} not valid and not scored"], args, err, "warning")
        if args.output and not args.quiet and result.comparison:
            err.write(f"wrote {args.output / 'leaderboard.html'}, with leaderboard.csv, topics.csv and faults.csv\n")
        return 0 if result.comparison else 2


class CheckSubmissions(FunctionCommand):
    """`cliometer submissions check`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the faults; the status is 1 where a submission is not valid."""
        super().show(result, args, out, err)
        return 0 if result.passed() else 1


class Experiment(FunctionCommand):
    """`cliometer experiment`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print how many files were written, and the report."""
        if args.output:
            files = sum(path.is_file() for path in args.output.rglob("*"))
            print_notes([f"{files} files were written to {args.output}"], args, err)
        return super().show(result, args, out, err)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters import result_section
        from cliometer.reporting.chapters.experiment import measure_table

        return {"latex": lambda: measure_table(result.record), "text": lambda: result_section(result.record)}


class ScoreComparison(FunctionCommand):
    """A comparison of scores, which are computed first where references are given."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.json:
            print_notes(result.warnings, args, err, "warning")
        return super().show(result, args, out, err)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters import result_section
        from cliometer.reporting.document import Listing

        section = result_section(result)
        return {"latex": lambda: [Listing(title, table) for title, table in section.tables()], "text": lambda: section}


class AgreeScores(ScoreComparison):
    """`cliometer agree scores`, which needs human scores from one of two places."""

    def configure(self, parser: CommandParser) -> None:
        super().configure(parser)
        options = [action for action in parser.arguments if action.dest in ("human", "human_metric")]
        parser.exclusions.append(Exclusion(options, required=True))


class CourtMetrics(FunctionCommand):
    """`cliometer court metrics`."""

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.court import card_table, change_table, court_section

        verdicts = bool(args.verdicts or args.trials)
        return {
            "latex": lambda: (change_table if verdicts else card_table)(result),
            "text": lambda: court_section(result, verdicts=verdicts, ladders=args.ladders),
        }


class StudyDraft(FunctionCommand):
    """`cliometer study draft`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.json and not args.output:
            print_notes(["nothing was written; name a file with -o to keep the drafts"], args, err)
        return super().show(result, args, out, err)


class StudyAgreement(FunctionCommand):
    """`cliometer study agreement`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        from cliometer.reporting.chapters.annotator_agreement import TABLES, chosen_tables

        super().show(result, args, out, err)
        if args.table and not args.json and not next(chosen_tables(result, args.table)).rows:
            print_notes([f"the table {args.table} is empty: {TABLES[args.table][1]}"], args, err)
        return 0

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters import result_section
        from cliometer.reporting.chapters.annotator_agreement import chosen_tables
        from cliometer.reporting.document import Listing

        tables = list(chosen_tables(result, args.table, digits=args.csv))
        listings = dict.fromkeys(("csv", "latex"), lambda: [Listing("", table) for table in tables])
        return {**listings, "text": lambda: tables[0] if args.table else result_section(result)}


class Vote(FunctionCommand):
    """`cliometer vote`."""

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.base import FigureNames
        from cliometer.reporting.chapters.votes import polls, rank_table, rule_table, topic_table

        return {
            "csv": lambda: (topic_table if args.per_topic else rule_table)(result.tallies),
            "latex": lambda: (topic_table if args.per_topic else rank_table)(result.tallies),
            "text": lambda: polls(result, FigureNames(), args.per_topic),
        }


class Inquiry(FunctionCommand):
    """Questions to a model about runs."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        try:
            return super().run(args, out, err)
        except KeyboardInterrupt:
            err.write("cliometer: interrupted; the answers so far are in the store: run the same command to go on\n")
            return 130

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        for file in filter(None, (args.output, vars(args).get("sheet"))):
            rest = f"; {many(result.failed, 'question')} failed: to go on, run the same command with --force"
            err.write(f"wrote {file}{rest if result.failed else ''}\n")
        return super().show(result, args, out, err)


class Timelines(FunctionCommand):
    """`cliometer timelines`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if args.list:
            from cliometer.reporting.registry_text import generator_catalogue

            out.write(generator_catalogue())
            return 0
        if args.articles is None:
            raise UsageError("articles-missing")
        return super().run(args, out, err)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.summaries import generated_section
        from cliometer.reporting.render.terminal import terminal

        return {"text": lambda: terminal(generated_section(result, texts=not args.output))}


class Summarise(FunctionCommand):
    """`cliometer summarise`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if args.list:
            from cliometer.reporting.registry_text import summariser_catalogue

            out.write(summariser_catalogue())
            return 0
        if args.topics is None:
            raise UsageError("topics-missing-at-all")
        return super().run(args, out, err)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.base import frame_table
        from cliometer.reporting.chapters.summaries import summaries_section
        from cliometer.reporting.chapters.unit_scores import baseline_score_table, baseline_table
        from cliometer.systems.baselines import Trial

        if isinstance(result, Trial):
            return {"csv": lambda: baseline_score_table(result), "latex": lambda: baseline_table(result)}
        return {"text": lambda: summaries_section(result, texts=not args.output), "latex": lambda: frame_table(result)}


class Data(FunctionCommand):
    """`cliometer data`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the description; the status is 1 where a known data set is changed."""
        if args.manifest:
            out.write(result.manifest())
            return 0
        super().show(result, args, out, err)
        return int(any(each.state == "changed" for each in result.data))


class Convert(FunctionCommand):
    """`cliometer convert`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        from cliometer.api.making import BACKGROUND

        if args.json and args.to != BACKGROUND:
            raise UsageError("json-of-background-only")
        return super().run(args, out, err)

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the text if no output is named."""
        print_notes(result.notes, args, err)
        if args.json:
            print_json(result.to_dict(), out)
        else:
            out.write(result if isinstance(result, str) else f"{result}\n")
        return 0


class CommandGroup(NamedTuple):
    """The commands behind a word that is none without a subcommand."""

    COMMANDS: Mapping[str, type[FunctionCommand]]


FUNCTION_COMMANDS: Mapping[str, type[FunctionCommand] | CommandGroup] = {
    "check": Check,
    "verify": Verify,
    "explain": Explain,
    "submissions": CommandGroup({"rank": RankSubmissions, "check": CheckSubmissions}),
    "experiment": Experiment,
    "agree": CommandGroup(
        {"scores": AgreeScores, **dict.fromkeys(("votes", "metrics", "people", "judges"), ScoreComparison)}
    ),
    "court": CommandGroup({"metrics": CourtMetrics, "judge": FunctionCommand}),
    "study": CommandGroup(
        {
            **dict.fromkeys(("plan", "power"), FunctionCommand),
            "draft": StudyDraft,
            "reasons": FunctionCommand,
            "agreement": StudyAgreement,
        }
    ),
    "vote": Vote,
    "judge": CommandGroup(dict.fromkeys(("preferences", "coverage", "links"), Inquiry)),
    "timelines": Timelines,
    "summarise": Summarise,
    "tune": FunctionCommand,
    "data": Data,
    "convert": Convert,
}
