"""Completion scripts for bash, zsh and fish, written from the parsers: nothing starts Python at a TAB."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.cli.shell_grammar import CommandGrammar, Option, Values

_BASH_HEAD = """\
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
_BASH_TAIL = """\
  esac
}
complete -o default -F _cliometer cliometer
"""


def bash_script(commands: Sequence[CommandGrammar]) -> str:
    """The whole script."""
    names = " ".join(command.path[0] for command in commands if len(command.path) == 1)
    return _BASH_HEAD % {"commands": names} + "".join(map(_bash_case, commands)) + _BASH_TAIL


def _bash_case(command: CommandGrammar) -> str:
    """Values of the option before the cursor, options after a dash, else what the place takes."""
    lines = [f'  "{" ".join(command.path)}")']
    valued = [option for option in command.options if option.values]
    if valued:
        lines += ["    case $prev in", *(f"    {_bash_value(option)}" for option in valued), "    esac"]
    options = " ".join(name for option in command.options for name in option.names)
    lines += [f'    if [[ $cur == -* ]]; then _cliometer_words "{options}"; return; fi'] if options else []
    if command.first != command.rest:
        lines += [f"    if ((COMP_CWORD == place)); then {_bash_offer(command.first)}; return; fi"]
    return "\n".join([*lines, f"    {_bash_offer(command.rest)} ;;\n"])


def _bash_value(option: Option) -> str:
    return f"{'|'.join(option.names)}) {_bash_offer(option.values[0])}; return ;;"


def _bash_offer(values: Values) -> str:
    if values.files and not values.words:
        return ":"  # files are what bash completes by itself
    return f'_cliometer_words "{" ".join(values.words)}"' + (" files" if values.files else "")


_ZSH_HEAD = """\
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
_ZSH_TAIL = """\
  esac
}
if [[ $funcstack[1] == _cliometer ]]; then _cliometer "$@"; else compdef _cliometer cliometer; fi
"""


def zsh_script(commands: Sequence[CommandGrammar]) -> str:
    """The whole script."""
    described = [
        f"    {_zsh_quoted(f'{_zsh_escaped(c.path[0])}:{c.help}')}" for c in commands if len(c.path) == 1
    ]
    return _ZSH_HEAD % {"commands": "\n".join(described)} + "".join(map(_zsh_case, commands)) + _ZSH_TAIL


def _zsh_case(command: CommandGrammar) -> str:
    specs = [spec for option in command.options for spec in _zsh_specs(option)]
    places = {"1": command.first, "*": command.rest}
    specs += [
        _zsh_quoted(f"{at}:word:{_zsh_action(values)}") for at, values in places.items() if values != Values()
    ]
    listed = " \\\n      ".join(specs)
    return f'  "{" ".join(command.path)}")\n    _arguments -S \\\n      {listed} ;;\n'


def _zsh_specs(option: Option) -> list[str]:
    """One for each spelling; those of one option exclude each other unless it may be repeated."""
    once = "*" if option.repeatable else f"({' '.join(option.names)})"
    places = "".join(f":{_zsh_placeholder(option)}:{_zsh_action(values)}" for values in option.values)
    spelled = [f"{name}=" if name.startswith("--") and places else name for name in option.names]
    return [_zsh_quoted(f"{once}{name}[{_zsh_escaped(option.help)}]{places}") for name in spelled]


def _zsh_placeholder(option: Option) -> str:
    return option.names[-1].strip("-")


def _zsh_action(values: Values) -> str:
    """A list of words, files, either of them, or a blank: nothing is offered."""
    words = f"({' '.join(map(_zsh_escaped, values.words))})" if values.words else ""
    if not values.files:
        return words or " "
    return f"{{_alternative 'words:word:{words}' 'files:file:_files'}}" if words else "_files"


def _zsh_escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\:[]" else letter for letter in text)


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


_FISH_HEAD = """\
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


def fish_script(commands: Sequence[CommandGrammar]) -> str:
    """The whole script."""
    return _FISH_HEAD + "".join(f"{line}\n" for command in commands for line in _fish_lines(command))


def _fish_lines(command: CommandGrammar) -> Iterator[str]:
    if len(command.path) == 1:
        at_first = "'test (count (commandline -opc)) -eq 1'"
        yield f"complete -c cliometer -n {at_first} -a {command.path[0]} -d {_fish_quoted(command.help)}"
    after, right_after = (f"__cliometer_{how} {' '.join(command.path)}" for how in ("after", "right_after"))
    for option in command.options:
        yield f"complete -c cliometer -n {_fish_quoted(after)} {_fish_option(option)}"
    if command.first == command.rest:
        yield from _fish_place(after, command.rest)
        return
    later = f"{after}; and not {right_after}"
    yield from _fish_place(right_after, command.first)
    yield from _fish_place(later if command.path != ("compat",) else right_after, command.rest)


def _fish_option(option: Option) -> str:
    spelled = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    takes = ""
    if option.values:
        takes = " -r -F" if option.values[0].files else " -x"
        takes += f" -a {_fish_quoted(' '.join(option.values[0].words))}" if option.values[0].words else ""
    return f"{' '.join(spelled)}{takes} -d {_fish_quoted(option.help)}"


def _fish_place(condition: str, values: Values) -> Iterator[str]:
    if values.files:
        yield f"complete -c cliometer -n {_fish_quoted(condition)} -F"
    if values.words:
        yield f"complete -c cliometer -n {_fish_quoted(condition)} -a {_fish_quoted(' '.join(values.words))}"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
