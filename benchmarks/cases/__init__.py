"""One case a file; importing this package registers them all, in the order in which they are run."""

from importlib import import_module

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
    "validity",
    "validity_judges",
    "validity_votes",
):
    import_module(f"benchmarks.cases.{_name}")
