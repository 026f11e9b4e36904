"""ROUGE-1.5.5.pl without Perl: its settings files and options in, its lines out (docs/compat-rouge155.md)."""

from cliometer.compat.rouge155.run import main

__all__ = ["main"]
