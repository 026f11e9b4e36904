"""One word for one thing in all commands; what an option was called before still works, and no help names it."""

from __future__ import annotations

from cliometer.cli.main import every_command, load, parser_of


def test_options_have_the_words_of_the_vocabulary() -> None:
    former = {"--write", "--absent", "--by-topic", "--less", "--measure"}
    for name in every_command():
        if name != "compat":
            parser = parser_of(name, load(name))
            assert former & {option for action in parser.arguments for option in action.option_strings} == set()
            assert [word for word in former if f"{word} " in parser.format_help()] == []
