"""Score the bundled example and show what Cliometer does with it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TextIO

from cliometer.cli.parser import DEMO, CommandParser, quote_path

HEADLINE = ("align+m1(rouge=1)", "align+m1(rouge=2)", "concat(rouge=1)", "date")


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("--where", "print the folder of the example and stop")
    parser.add("-o --output", "write a copy of the example into a new folder, and stop", metavar="FOLDER", type=Path)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Score the example, explain one of its scores, and say what to try next."""
    if args.where:
        out.write(f"{DEMO}\n")
        return 0
    if args.output:
        from cliometer.api.making import demo

        out.write(f"{demo(args.output)}\n")
        return 0
    from cliometer.engine.file_evaluation import FileEvaluation
    from cliometer.engine.pair_explanation import explain_files
    from cliometer.io.text_files import folder_entries
    from cliometer.reporting.chapters.explanation import explanation_section
    from cliometer.reporting.chapters.scores import mean_table, scores_section
    from cliometer.reporting.document import Listing, Section
    from cliometer.reporting.render.terminal import terminal

    runs = [path for path in folder_entries(DEMO / "runs") if path.is_dir()]
    results = FileEvaluation(runs, [DEMO / "references"], HEADLINE).run()
    system, reference = runs[0] / "apollo-13.txt", DEMO / "references" / "apollo-13" / "almanac.txt"
    explained = explain_files(system, [reference], HEADLINE[0], "tilse", None)
    out.write(f"Three simple systems on {len(results.topics)} topics, several references each:\n\n")
    out.write(terminal(scores_section(results)))
    out.write(f"\nWhere {runs[0].name}'s score on apollo-13 comes from (the first dates):\n\n")
    out.write(f"{terminal(explanation_section(explained, dates=3))}\n")
    made = [path for path in folder_entries(DEMO / "timelines") if path.is_dir()]
    generated = FileEvaluation(made, [DEMO / "references"], (HEADLINE[0], HEADLINE[3]), per_reference=True).run()
    out.write("What cliometer timelines makes of the articles, a timeline for each reference:\n\n")
    out.write(f"{terminal(Section('', [Listing('', mean_table(generated))]))}\n")
    out.write(Path(__file__).with_suffix(".txt").read_text("utf-8").format(cliometer=program()))
    return 0


def program() -> str:
    """Return how this command is called from here, whether or not it is on the PATH."""
    import shutil  # costs more than all else here, and `cliometer --help` reads this file, too

    if shutil.which("cliometer"):
        return "cliometer"
    for script in (Path(sys.argv[0]).absolute(), Path(sys.executable).with_name("cliometer")):
        if script.stem == "cliometer" and script.is_file():
            typed = quote_path(script)
            return typed if "/" in typed else f"./{typed}"
    return f"{quote_path(Path(sys.executable))} -m cliometer"
