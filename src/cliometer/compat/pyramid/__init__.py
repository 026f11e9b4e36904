"""DucView's scores of peer annotations: `.pan` files in, a row each out.

docs/compat-pyramid.md says what is counted.
"""

from cliometer.compat.pyramid.evaluation import Row, evaluate

__all__ = ["Row", "evaluate"]
