"""The front door: one function for each command, with the same words, for files and for values alike.

Wherever a timeline is meant, the path of a file, a dictionary `{"2010-05-27": ["A sentence."]}` or a
`Timeline` may stand. Gold may be the path of references, units, nuggets, facts or sources, several paths, or values.
Where an argument or a file is wrong, a `CliometerError` says where, and what to do.
"""

from cliometer.api.checking import check
from cliometer.api.comparing import compare, explain
from cliometer.api.judging import judge_coverage, judge_links, judge_preferences
from cliometer.api.making import convert, demo, list_metrics, register, rouge, rouge_average
from cliometer.api.people import agree_judges, agree_metrics, agree_people, agree_scores, agree_votes, vote
from cliometer.api.protocols import compare_protocols, list_protocols, show_protocol
from cliometer.api.reading import data, read_references, read_run, read_sources, read_units
from cliometer.api.reports import cite, report
from cliometer.api.scoring import check_online, curve, score, score_table
from cliometer.api.studies import study_agreement, study_draft, study_plan, study_power, study_reasons
from cliometer.api.systems import experiment, summarise, timelines, tune
from cliometer.api.tasks import check_submissions, submissions
from cliometer.api.trials import court_judge, court_metrics
from cliometer.api.verification import verify

__all__ = [
    "agree_judges", "agree_metrics", "agree_people", "agree_scores", "agree_votes", "check", "check_online",
    "check_submissions", "cite", "compare", "compare_protocols", "convert", "court_judge", "court_metrics", "curve",
    "data", "demo", "experiment", "explain", "judge_coverage", "judge_links", "judge_preferences", "list_metrics",
    "list_protocols", "read_references", "read_run", "read_sources", "read_units", "register", "report", "rouge",
    "rouge_average", "score", "score_table", "show_protocol", "study_agreement", "study_draft", "study_plan",
    "study_power", "study_reasons", "submissions", "summarise", "timelines", "tune", "verify", "vote",
]  # fmt: skip
