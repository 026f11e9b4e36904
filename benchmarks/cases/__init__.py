"""One case a file; importing this package registers them all, in the order in which they are run."""

from importlib import import_module

for _name in ("pair", "short", "campaign", "large", "bootstrap", "units", "annotate", "simetrix", "startup"):
    import_module(f"benchmarks.cases.{_name}")
