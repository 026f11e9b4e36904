"""`python -m cliometer`."""

from cliometer.cli.main import run

if __name__ == "__main__":  # the workbench's own processes import it again
    run()
