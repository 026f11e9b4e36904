"""One case a file; importing this package registers them all, in the order in which they are run."""

from importlib import import_module
from importlib.util import find_spec

_FIRST = ("pair", "short", "campaign", "large", "bootstrap", "units", "annotate", "simetrix")
for _name in (
    *_FIRST,
    "near",
    "rank",
    "experiment",
    "report",
    "workbench",
    "aligned",
    "startup",
    "fuzz",
    "timelines",
    "submissions",
    "million",
    "scale",
    "protocols",
    "grounding",
    "validity",
    "validity_judges",
    "validity_votes",
):
    if _name != "workbench" or find_spec("cliometer_workbench"):  # which is a distribution of its own
        import_module(f"benchmarks.cases.{_name}")
