"""Tune a summariser or a generator by cross-validation: choose settings on some topics, and try them on the others.

cliometer tune TOPICS -s hybrid --grid threshold=0:1:0.05 --grid minimum=0:20:2
cliometer tune ARTICLES -s datewise --grid candidates=m,p,pm --like GOLD     timelines, each scored by its reference
"""

from __future__ import annotations

import argparse
from typing import Any

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms


class Command(FunctionCommand):
    __doc__ = __doc__
    HELP = "choose the settings of a summariser or a generator by cross-validation"
    EXAMPLE = "cliometer tune {demo}/posts -s centroid --grid threshold=0:1:0.25 --folds 2 -k 3"
    FUNCTION = "tune"
    ARGUMENTS = (("topics TOPICS", "a folder of topics, as for cliometer summarise, or with --like as for timelines"),)

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.summaries import fold_table, setting_table

        return {"csv": lambda: setting_table(result), "latex": lambda: fold_table(result)}
