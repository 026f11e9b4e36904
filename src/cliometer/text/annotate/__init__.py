"""What a text says happened, and when: sentences, time expressions, event mentions. No download."""

from cliometer.text.annotate.annotator import annotate

__all__ = ["annotate"]
