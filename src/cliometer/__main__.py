"""`python -m cliometer`."""

from cliometer.cli.main import run

run()
