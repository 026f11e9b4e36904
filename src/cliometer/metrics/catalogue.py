"""All metrics that come with the package: importing this module registers them."""

from cliometer.errors import expected
from cliometer.metrics import dates, field_names, timeline_rouge, whole_text
from cliometer.metrics.base import Metric, is_metric, metrics
from cliometer.metrics.evidence import find

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

registries = {"references": metrics}
usual = {"references": DEFAULT}


def parse(expression: str | Metric) -> Metric:
    """Read a metric of any kind; one that is parsed already passes through."""
    if isinstance(expression, str):
        found: Metric = find(expression)
        return found
    if not is_metric(expression):
        raise expected('a metric such as "align+m1(rouge=1)"', expression)
    return expression
