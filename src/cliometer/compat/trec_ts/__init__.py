"""tseval.py, the script of the TREC Temporal Summarization track: its files in, its table out.

docs/compat-trec-ts.md says what is equal and which defects can be mended.
"""

from cliometer.compat.trec_ts.evaluation import Evaluation, Row, evaluate

__all__ = ["Evaluation", "Row", "evaluate"]
