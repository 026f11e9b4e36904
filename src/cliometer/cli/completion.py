"""Print a script with which a shell completes commands, options, metrics and presets at a press of TAB.

bash  cliometer completion bash > ~/.local/share/bash-completion/completions/cliometer
      or, without the package bash-completion, add to ~/.bashrc:  source <(cliometer completion bash)
zsh   cliometer completion zsh > ~/.zfunc/_cliometer
      and in ~/.zshrc, before compinit:  fpath+=~/.zfunc
fish  cliometer completion fish > ~/.config/fish/completions/cliometer.fish

Then open a new shell. Print the script again after an update: it knows the options of its version only.
"""

from __future__ import annotations

import argparse
from typing import TextIO

HELP = "make the shell complete commands, options and metrics at TAB"
EXAMPLE = "cliometer completion bash"
SHELLS = ("bash", "zsh", "fish")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that will read the script")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read the parsers and print the script."""
    from cliometer.cli.shell_grammar import grammar
    from cliometer.cli.shell_scripts import bash_script, fish_script, zsh_script

    scripts = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}
    out.write(scripts[args.shell](grammar()))
    return 0
