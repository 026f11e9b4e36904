"""Do metrics agree with people, or with each other?

cliometer agree SCORES... --human FILE           human scores: system, topic and a column for each judge
cliometer agree SCORES... --human-metric NAME    human scores that are a column of the same files
cliometer agree SCORES... --votes FILE           preferences between two systems on a topic
cliometer agree SCORES... --matrix               metric against metric
cliometer agree RUN... -r GOLD --human FILE      score the runs first, as cliometer score does

SCORES are what cliometer score --csv or --json prints, or any table of system, topic and scores.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.agree_options import add_options, refuse_folders, refuse_strangers
from cliometer.cli.output import print_json, print_notes
from cliometer.cli.plugins import import_modules
from cliometer.cli.progress import Bar

if TYPE_CHECKING:
    from cliometer.court.agree.agreement import Agreement
    from cliometer.court.agree.matrix import Matrix
    from cliometer.court.agree.plan import Plan
    from cliometer.court.agree.preferences import PreferenceAgreement
    from cliometer.engine.score_grid import Column
    from cliometer.model.score_table import ScoreTable
    from cliometer.report.agreement import Titled
    from cliometer.report.tables import Table

HELP = "metrics against human scores, votes, or each other"
EXAMPLE = "cliometer agree {demo}/scores.csv --human {demo}/human.csv"

configure = add_options


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read the scores, set them beside the people's, and print."""
    from cliometer.report import agreement as report
    from cliometer.stats.draws import FEWEST_TO_REPORT, checked_resamples

    refuse_strangers(args)
    if args.resamples is not None:
        checked_resamples(args.resamples, FEWEST_TO_REPORT)
    import_modules(args.modules, err)
    table = _scores(args, err)
    if args.matrix:
        matrix = _matrix(args, table)
        _print(args, matrix, [report.matrix_table(matrix)], report.matrix_rows(matrix), table, out, err)
    elif args.votes:
        votes = _with_votes(args, table)
        _print(args, votes, report.preference_tables(votes), report.preference_rows(votes), table, out, err)
    else:
        found = _with_scores(args, table, err)
        _print(args, found, report.agreement_tables(found), report.correlation_rows(found), table, out, err)
    return 0


def _scores(args: argparse.Namespace, err: TextIO) -> ScoreTable:
    """The tables, or the runs scored against their references."""
    if not args.references:
        from cliometer.io.scores.files import read_scores

        refuse_folders(args.paths)
        return read_scores(args.paths, args.system_columns)
    from cliometer.court.agree.scored import scored
    from cliometer.engine.coverage import Allowance
    from cliometer.engine.files import FileEvaluation
    from cliometer.engine.score_grid import split_part

    metrics = list(dict.fromkeys(split_part(name)[0] for name in args.metric or ())) or None
    allowed = Allowance(args.missing)
    evaluation = FileEvaluation(
        args.paths, args.references, metrics, args.preset, False, args.duplicates, allowed
    )
    with Bar(err, "topics") as bar:
        return scored(evaluation.run(bar))


def _matrix(args: argparse.Namespace, table: ScoreTable) -> Matrix:
    from cliometer.court.agree.matrix import matrix
    from cliometer.engine.score_grid import columns_of
    from cliometer.errors import UsageError

    coefficients = args.coefficient or ["spearman"]
    if len(coefficients) > 1:
        raise UsageError("--matrix takes one --coefficient")
    metrics = columns_of(table, args.metric)
    lower = _lower(args, metrics)
    return matrix(metrics, coefficients[0], corrected=args.holm, missing=args.missing, lower=lower)


def _with_votes(args: argparse.Namespace, table: ScoreTable) -> PreferenceAgreement:
    from cliometer.court.agree.preferences import agree_with_votes
    from cliometer.engine.score_grid import columns_of
    from cliometer.io.votes.columns import Layout, given_columns
    from cliometer.io.votes.files import read_votes
    from cliometer.model.judgements import pooled

    metrics = columns_of(table, args.metric)
    columns = given_columns(*args.columns or ())
    layout = Layout(columns, tuple(args.pair) if args.pair else None)
    poll = pooled(read_votes(args.votes, layout))
    lower = _lower(args, metrics)
    return agree_with_votes(metrics, poll, _plan(args), missing=args.missing, lower=lower)


def _with_scores(args: argparse.Namespace, table: ScoreTable, err: TextIO) -> Agreement:
    from cliometer.court.agree.agreement import agree
    from cliometer.court.agree.people import human_columns, without

    human = human_columns(args.human, args.human_metric, table, args.system_columns)
    metrics = without(human, table, args.metric)
    lower = _lower(args, metrics)
    with Bar(err, "correlations") as bar:
        return agree(metrics, human, _plan(args), missing=args.missing, lower=lower, progress=bar)


def _plan(args: argparse.Namespace) -> Plan:
    """What was asked for; the rest is the plan's own."""
    from cliometer.court.agree.plan import Plan
    from cliometer.stats.correlation import LEVELS

    asked = {
        "coefficients": tuple(dict.fromkeys(args.coefficient or ())) or None,
        "levels": tuple(level for level in LEVELS if level in (args.at or ())) or None,
        "tests": tuple(dict.fromkeys(args.test or ())) or None,
        "over": "texts" if args.over == "topics" else args.over,
        "confidence": args.level,
        "resamples": args.resamples,
        "seed": args.seed,
    }
    return Plan(**{name: value for name, value in asked.items() if value is not None})


def _lower(args: argparse.Namespace, metrics: Sequence[Column]) -> list[str]:
    """The columns that were named, and those of our own metrics that say so; a matrix is shown as it is."""
    from cliometer.engine.score_grid import column_name
    from cliometer.metrics.evidence import lower_is_better

    labels = [column.label for column in metrics]
    known = [] if args.matrix else [label for label in labels if lower_is_better(label)]
    return list(dict.fromkeys([*(column_name(name, labels) for name in args.lower), *known]))


def _print(
    args: argparse.Namespace,
    found: Agreement | PreferenceAgreement | Matrix,
    tables: Iterable[Titled],
    rows: Table,
    read: ScoreTable,
    out: TextIO,
    err: TextIO,
) -> None:
    """JSON has everything; warnings stand below the tables that they concern, notes go beside."""
    if args.json:
        document = {**found.to_dict(), "notes": [*found.warnings, *read.notes, *found.notes]}
        print_json(document, out)
        return
    print_notes((*read.notes, *found.notes), err)
    warnings = "".join(f"warning: {warning}\n" for warning in found.warnings)
    if args.csv or args.latex:
        err.write(warnings)
        out.write(rows.csv() if args.csv else "\n".join(table.latex() for table in tables))
    else:
        out.write("\n".join([*(table.text() for table in tables), *([warnings] if warnings else [])]))
