"""The exception tree, each class with its docstring and with what a person sees: real output."""

from __future__ import annotations

import io
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cliometer import demo, errors
from cliometer.cli.main import main
from cliometer.model.notes import note_templates
from tools.reference.markdown import code, document, escaped, fenced, prose, table

OPENING = """Written from `cliometer.errors`. Whatever Cliometer raises on purpose is a `CliometerError`:
the message says where, what was found, what was expected and what to do. The command line turns it into one
line on standard error."""
RULES = """An error has a rule and values (`error.rule`, `error.values`); its sentence and its remedy are templates that
are filled where they are read. Programs look at the rule, which stays, and not at the sentence."""
NOTES = """Results carry `notes`: texts with a rule, values and a weight. A number is misread without a *decisive* note,
which is always printed; of many notes, *useful* ones and *details* are counted, and `--verbose` shows them."""
STATUS = {
    "0": "done; also where the reader of a pipe, such as `head`, has seen enough",
    "1": "a gate failed ([comparing systems](../compare.md)); everything was printed",
    "2": "bad usage, bad input, a file that cannot be written, or too little memory",
    "70": "a fault of Cliometer itself; the line says how to report it",
    "130": "interrupted with Ctrl-C; nothing was written",
}
_DEMO = "demo"
EXAMPLES = {
    "CliometerError": "cliometer scores",
    "UsageError": "cliometer metrics 'align+m1(rouge=two)'",
    "UnknownName": "cliometer metrics 'align+m1(rogue=2)'",
    "InputError": f"cliometer score nothing.txt {_DEMO}/references/apollo-13/almanac.txt",
    "FormatError": f"cliometer convert {_DEMO}/codebook.toml --to json",
    "CoverageError": f"cliometer score {_DEMO}/cyrillic/runs/lead {_DEMO}/references",
}
ELSEWHERE = {
    "BackendError": "The command line names the piece of work at which workers died, or the address of the cluster.",
    "Refused": "In the workbench: the page says the sentence and keeps the work; the API answers with status "
    "409. From Python: raised by the verbs of `cliometer.study`.",
    "Missing": "As `Refused`.",
    "Overtaken": "As `Refused`; the page is drawn anew.",
    "CliometerWarning": "In Python, through `warnings`; the command line prints a note instead.",
    "ReadWarning": "In Python, from `read_timeline`; the command line prints a note with file and line.",
    "UncountableTextWarning": "In Python; the command line refuses such a text with status 2.",
}


def page() -> str:
    """The whole page."""
    status = table(["exit status", "meaning"], [[code(name), meaning] for name, meaning in STATUS.items()])
    tree = (errors.__doc__ or "").partition("\n\n")[2].partition("\n\nNothing below")[0]
    with _beside_the_demo():
        classes = [part for cls in classes_of_errors() for part in _class(cls)]
    parts = ["## Exit status", status, "## The tree", fenced(tree), *classes, "## Rules", RULES, *_rules()]
    return document("Errors", OPENING, parts)


def _rules() -> Iterator[str]:
    """The rules of each file of the catalogue, with their sentences and remedies."""
    for file in errors.message_files():
        rows = [
            [code(rule), *map(escaped, [sentence, "".join(remedy)])]
            for rule, (sentence, *remedy) in errors.file_templates(file).items()
        ]
        yield f"### {Path(file).stem}"
        yield table(["rule", "sentence", "remedy"], rows)
    yield "## Notes"
    yield NOTES
    rows = [[code(rule), weight, escaped(template)] for rule, (weight, template) in note_templates().items()]
    yield table(["rule", "weight", "note"], rows)


def classes_of_errors() -> list[type[BaseException]]:
    """Errors and warnings in the order of the module."""
    found = [value for value in vars(errors).values() if isinstance(value, type)]
    return [cls for cls in found if issubclass(cls, Exception) and cls.__module__ == errors.__name__]


def _class(cls: type[BaseException]) -> Iterator[str]:
    yield f"### `{cls.__name__}`"
    yield f"A kind of `{cls.__bases__[0].__name__}`. {prose(cls.__doc__)}"
    yield ELSEWHERE[cls.__name__] if cls.__name__ in ELSEWHERE else _seen(EXAMPLES[cls.__name__])


def _seen(command: str) -> str:
    out, err = io.StringIO(), io.StringIO()
    status = main(shlex.split(command)[1:], out, err)
    shown = fenced(f"$ {command}\n{err.getvalue()}")
    return f"Seen on the command line, with exit status {status}:\n\n{shown}"


@contextmanager
def _beside_the_demo() -> Iterator[None]:
    """Examples name files of a copy of the bundled example."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        demo(Path(folder) / "demo")
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
