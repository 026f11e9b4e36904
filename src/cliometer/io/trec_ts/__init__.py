"""The files of the TREC Temporal Summarization track: nuggets, matches, pooled updates, runs."""

from cliometer.io.trec_ts.gold import Judgements, read_judgements
from cliometer.io.trec_ts.runs import Submissions, read_runs

__all__ = ["Judgements", "Submissions", "read_judgements", "read_runs"]
