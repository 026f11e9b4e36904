"""Completion for zsh: `_arguments` with a specification for each option of a command."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.cli.shells.grammar import Command, Option, Values

_HEAD = """\
#compdef cliometer
# Completion of cliometer for zsh, written by: cliometer completion zsh
_cliometer() {
  local -a commands=(
%(commands)s
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments '--help[show all commands]' '--version[print the version]'
    return
  fi
  local command=$words[2]
  if [[ $command == compat ]] && (( CURRENT > 3 )); then command="compat $words[3]"; fi
  shift words; (( CURRENT-- ))
  case $command in
"""
_TAIL = """\
  esac
}
if [[ $funcstack[1] == _cliometer ]]; then _cliometer "$@"; else compdef _cliometer cliometer; fi
"""


def script(commands: Sequence[Command]) -> str:
    """The whole script."""
    described = [f"    {_quoted(f'{_escaped(c.path[0])}:{c.help}')}" for c in commands if len(c.path) == 1]
    return _HEAD % {"commands": "\n".join(described)} + "".join(map(_case, commands)) + _TAIL


def _case(command: Command) -> str:
    specs = [spec for option in command.options for spec in _specs(option)]
    places = {"1": command.first, "*": command.rest}
    specs += [_quoted(f"{at}:word:{_action(values)}") for at, values in places.items() if values != Values()]
    listed = " \\\n      ".join(specs)
    return f'  "{" ".join(command.path)}")\n    _arguments -S \\\n      {listed} ;;\n'


def _specs(option: Option) -> list[str]:
    """One for each spelling; those of one option exclude each other unless it may be repeated."""
    once = "*" if option.repeatable else f"({' '.join(option.names)})"
    places = "".join(f":{_placeholder(option)}:{_action(values)}" for values in option.values)
    spelled = [f"{name}=" if name.startswith("--") and places else name for name in option.names]
    return [_quoted(f"{once}{name}[{_escaped(option.help)}]{places}") for name in spelled]


def _placeholder(option: Option) -> str:
    return option.names[-1].strip("-")


def _action(values: Values) -> str:
    """A list of words, files, either of them, or a blank: nothing is offered."""
    words = f"({' '.join(map(_escaped, values.words))})" if values.words else ""
    if not values.files:
        return words or " "
    return f"{{_alternative 'words:word:{words}' 'files:file:_files'}}" if words else "_files"


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\:[]" else letter for letter in text)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
