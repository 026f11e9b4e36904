"""Completion for bash: one function, a case for each command."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.cli.shells.grammar import Command, Option, Values

_HEAD = """\
# Completion of cliometer for bash, written by: cliometer completion bash
_cliometer_words() { # completes the words of $1; files as well where $2 is set
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
  if [[ -n $2 ]]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$cur"))
  else
    compopt +o default 2>/dev/null
  fi
}
_cliometer() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} place=2
  COMPREPLY=()
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  if ((COMP_CWORD == 1)); then _cliometer_words "%(commands)s --help --version"; return; fi
  if [[ $command == compat ]] && ((COMP_CWORD > 2)); then command="compat ${COMP_WORDS[2]}" place=3; fi
  case $command in
"""
_TAIL = """\
  esac
}
complete -o default -F _cliometer cliometer
"""


def script(commands: Sequence[Command]) -> str:
    """The whole script."""
    names = " ".join(command.path[0] for command in commands if len(command.path) == 1)
    return _HEAD % {"commands": names} + "".join(map(_case, commands)) + _TAIL


def _case(command: Command) -> str:
    """Values of the option before the cursor, options after a dash, else what the place takes."""
    lines = [f'  "{" ".join(command.path)}")']
    valued = [option for option in command.options if option.values]
    if valued:
        lines += ["    case $prev in", *(f"    {_value(option)}" for option in valued), "    esac"]
    options = " ".join(name for option in command.options for name in option.names)
    lines += [f'    if [[ $cur == -* ]]; then _cliometer_words "{options}"; return; fi'] if options else []
    if command.first != command.rest:
        lines += [f"    if ((COMP_CWORD == place)); then {_offer(command.first)}; return; fi"]
    return "\n".join([*lines, f"    {_offer(command.rest)} ;;\n"])


def _value(option: Option) -> str:
    return f"{'|'.join(option.names)}) {_offer(option.values[0])}; return ;;"


def _offer(values: Values) -> str:
    if values.files and not values.words:
        return ":"  # files are what bash completes by itself
    return f'_cliometer_words "{" ".join(values.words)}"' + (" files" if values.files else "")
