"""The front door: one function for each command, with the same words, for files and for values alike.

Wherever a timeline is meant, the path of a file, a dictionary `{"2010-05-27": ["A sentence."]}` or a
`Timeline` may stand. Gold may be the path of references, units, nuggets, facts or sources, several paths, or values.
Where an argument or a file is wrong, a `CliometerError` says where, and what to do.
"""

from cliometer.api.comparing import compare, court, explain
from cliometer.api.inputs import read_references, read_run, read_sources
from cliometer.api.judging import judge, judge_card
from cliometer.api.making import convert, demo, metrics, register, report, rouge
from cliometer.api.people import agree, agreement, vote
from cliometer.api.scoring import evaluate, score, score_table
from cliometer.api.studies import plan, power
from cliometer.api.systems import summarise, timelines, tune
from cliometer.api.tasks import check_submissions, submissions

__all__ = [
    "agree", "agreement", "check_submissions", "compare", "convert", "court", "demo", "evaluate", "explain", "judge",
    "judge_card", "metrics", "plan", "power",
    "read_references", "read_run", "read_sources", "register", "report", "rouge", "score", "score_table", "submissions",
    "summarise", "timelines", "tune", "vote",
]  # fmt: skip
