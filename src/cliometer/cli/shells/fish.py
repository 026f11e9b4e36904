"""Completion for fish: one `complete` line for each option and place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.cli.shells.grammar import Command, Option, Values

_HEAD = """\
# Completion of cliometer for fish, written by: cliometer completion fish
function __cliometer_after --description 'whether the words before the cursor start with these'
    set -l words (commandline -opc)
    test (count $words) -gt (count $argv); or return
    set -l last (math 1 + (count $argv))
    test "$words[2..$last]" = "$argv"
end
function __cliometer_right_after --description 'the same, and no other word follows'
    test (count (commandline -opc)) -eq (math 1 + (count $argv)); and __cliometer_after $argv
end
complete -c cliometer -f
complete -c cliometer -n __fish_use_subcommand -l help -d 'show all commands'
complete -c cliometer -n __fish_use_subcommand -l version -d 'print the version'
"""


def script(commands: Sequence[Command]) -> str:
    """The whole script."""
    return _HEAD + "".join(f"{line}\n" for command in commands for line in _lines(command))


def _lines(command: Command) -> Iterator[str]:
    if len(command.path) == 1:
        at_first = "'test (count (commandline -opc)) -eq 1'"
        yield f"complete -c cliometer -n {at_first} -a {command.path[0]} -d {_quoted(command.help)}"
    after, right_after = (f"__cliometer_{how} {' '.join(command.path)}" for how in ("after", "right_after"))
    for option in command.options:
        yield f"complete -c cliometer -n {_quoted(after)} {_option(option)}"
    if command.first == command.rest:
        yield from _place(after, command.rest)
        return
    later = f"{after}; and not {right_after}"
    yield from _place(right_after, command.first)
    yield from _place(later if command.path != ("compat",) else right_after, command.rest)


def _option(option: Option) -> str:
    spelled = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    takes = ""
    if option.values:
        takes = " -r -F" if option.values[0].files else " -x"
        takes += f" -a {_quoted(' '.join(option.values[0].words))}" if option.values[0].words else ""
    return f"{' '.join(spelled)}{takes} -d {_quoted(option.help)}"


def _place(condition: str, values: Values) -> Iterator[str]:
    if values.files:
        yield f"complete -c cliometer -n {_quoted(condition)} -F"
    if values.words:
        yield f"complete -c cliometer -n {_quoted(condition)} -a {_quoted(' '.join(values.words))}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
