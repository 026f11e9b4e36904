"""All metrics that come with the package: importing this module registers them."""

from cliometer.metrics import dates, field_names, timeline_rouge, whole_text
from cliometer.metrics.base import Metric, metrics, parse

__all__ = ["DEFAULT", "Metric", "dates", "field_names", "metrics", "parse", "timeline_rouge", "whole_text"]

DEFAULT = (
    "concat(rouge=1)",
    "concat(rouge=2)",
    "agreement(rouge=1)",
    "agreement(rouge=2)",
    "align(rouge=1)",
    "align(rouge=2)",
    "align+(rouge=1)",
    "align+(rouge=2)",
    "align+m1(rouge=1)",
    "align+m1(rouge=2)",
    "date",
)
