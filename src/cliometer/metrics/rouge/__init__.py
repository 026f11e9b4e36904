"""ROUGE exactly as ROUGE-1.5.5 computes it (Lin 2004)."""

from cliometer.metrics.rouge.api import Average, rouge, rouge_average
from cliometer.metrics.rouge.rouge155 import Interval

__all__ = ["Average", "Interval", "rouge", "rouge_average"]
