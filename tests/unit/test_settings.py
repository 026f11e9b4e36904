"""A setting is declared once: signature, documentation, options, checks and the reference follow."""

import ast
import inspect
import sys
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypedDict, Unpack, get_args, is_typeddict

import pytest

import cliometer
from cliometer import api
from cliometer.api.front import public, settings_of
from cliometer.cli.main import every_command, load, parser_of
from cliometer.cli.parser import CommandParser
from cliometer.errors import UsageError
from cliometer.settings import Setting, completed, declared, group, groups
from tools.reference.commands import _actions

COMMON = {"--quiet", "--verbose"}
WITHOUT_DECLARATION = {  # options of the command line alone: how a result is shown, or what is done instead
    "score": {"--references", "--per-topic", "--curve", "--online"},
    "explain": {"--references"},
    "compare": {"--references", "--scores", "--table"},
    "submissions rank": {"--references"},
    "submissions check": {"--references"},
    "metrics": {"--bibtex"},
    "timelines": {"--list"},
    "summarise": {"--list"},
    "report": {"--references", "--open"},
    "demo": {"--where", "--output"},
}
CONVERTED = [name for name in every_command() if name in {*WITHOUT_DECLARATION, "convert", "annotate", "experiment"}]


def brewing(number: Setting) -> Any:
    """A public function whose group has the setting `cups`."""

    @group("statistics")
    class Brewing(TypedDict, total=False):
        cups: Annotated[int, number]
        kind: Annotated[Literal["green", "black"], Setting("green", "the leaves")]

    @public
    def brew(water: str, **settings: Unpack[Brewing]) -> str:
        """Brew tea.

        Parameters
        ----------
        water
            What is heated.

        Returns
        -------
        str
            The tea.
        """
        return f"{settings['cups']} of {settings['kind']}"

    return brew


def shown(function: Any) -> tuple[str, str, str]:
    """The documentation of a function, the help of a command that has its options, and the table of the reference."""
    parser = CommandParser("cliometer brew")
    parser.add_function(function)
    return inspect.getdoc(function) or "", " ".join(parser.format_help().split()), "\n".join(_actions(parser))


def test_a_change_of_a_declaration_changes_all_that_follows_from_it() -> None:
    for default, meaning, low in ((2, "the number of cups", 1), (3, "how many cups there are", 2)):
        function = brewing(Setting(default, meaning, low=low))
        documentation, help, table = shown(function)
        assert inspect.signature(function).parameters["cups"].default == default
        assert f"cups : int, default {default}\n    {meaning[0].upper()}{meaning[1:]}.\n" in documentation
        assert f"--cups N {meaning} (default: {default})" in help
        assert f"| `--cups` | `N` | `{default}` | {meaning} (default: {default}) |" in table
        assert function("rain") == f"{default} of green"
        with pytest.raises(UsageError, match=f"brew: cups must be a whole number of at least {low}, found {low - 1}"):
            function("rain", cups=low - 1)


def test_words_and_names_are_checked_with_near_misses() -> None:
    brew = brewing(Setting(2, "the number of cups"))
    with pytest.raises(UsageError, match="unknown value of kind 'blakc'; did you mean black"):
        brew("rain", kind="blakc")
    with pytest.raises(UsageError, match="unknown argument of brew 'cup'; did you mean cups"):
        brew("rain", cup=3)
    with pytest.raises(UsageError, match="cups must be a whole number, found True"):
        brew("rain", cups=True)


def test_a_group_is_completed_and_checked() -> None:
    group = get_args(brewing(Setting(2, "the number of cups")).__wrapped__.__annotations__["settings"])[0]
    assert completed(group, {"kind": "black"}) == {"cups": 2, "kind": "black"}
    assert [setting.option for setting in declared(group).values()] == ["--cups N", "--kind green|black"]


@pytest.mark.parametrize("name", CONVERTED)
def test_every_option_is_declared_or_of_the_command_line_alone(name: str) -> None:
    parser = CommandParser(name)
    declared_options: list[str] = []
    add = parser.add_settings

    def noted(settings: Any) -> Any:
        actions = add(settings)
        declared_options.extend(action.option_strings[-1] for action in actions)
        return actions

    parser.add_settings = noted  # type: ignore[method-assign]
    parser_of(name, load(name), parser)
    options = {action.option_strings[-1] for action in parser.arguments if action.option_strings}
    assert options - set(declared_options) - COMMON == WITHOUT_DECLARATION.get(name, set())


def functions() -> Iterator[Any]:
    for name in cliometer.__all__:
        function = getattr(api, name, None) or getattr(cliometer, name)
        if inspect.isfunction(function):
            yield pytest.param(function, id=name)


def groups_of(settings: type) -> tuple[int, set[str]]:
    """Return how many shared groups a group extends, and the names of the settings of its own."""
    modules = [groups, *(module for name, module in sys.modules.items() if name.startswith("cliometer.api."))]
    known = {value for module in modules for value in vars(module).values() if is_typeddict(value)} - {settings}
    rest, count = dict(settings.__annotations__), 0
    for shared in sorted(known, key=lambda each: -len(each.__annotations__)):
        if len(shared.__annotations__) > 1 and shared.__annotations__.items() <= rest.items():
            rest, count = {name: kind for name, kind in rest.items() if name not in shared.__annotations__}, count + 1
    return count, set(rest)


def members_of(function: Any) -> list[str]:
    """Return the settings that the group of a function declares itself; a group that others extend is shared."""
    module = ast.parse(inspect.getsource(inspect.getmodule(inspect.unwrap(function)) or cliometer))
    classes = {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}
    shared = {ast.unparse(base) for node in classes.values() for base in node.bases}
    group = inspect.unwrap(function).__annotations__.get("settings")
    name = get_args(group)[0].__name__ if get_args(group) else ""
    body = classes[name].body if name in classes.keys() - shared else []
    return [ast.unparse(line.target) for line in body if isinstance(line, ast.AnnAssign)]


@pytest.mark.parametrize("function", list(functions()))
def test_no_function_has_many_parameters_of_its_own(function: Any) -> None:
    parameters = inspect.signature(inspect.unwrap(function)).parameters
    own = [name for name in parameters if name != "settings"]
    assert len(own) + len(members_of(function)) <= 10
    if "settings" in parameters:
        count, rest = groups_of(get_args(parameters["settings"].annotation)[0])
        assert len(own) + count + len(rest) <= 15


@pytest.mark.parametrize("function", list(functions()))
def test_defaults_of_arguments_are_those_of_their_settings(function: Any) -> None:
    for name, parameter in inspect.signature(inspect.unwrap(function)).parameters.items():
        setting = settings_of(function).get(name)
        if setting is not None:
            given = ... if parameter.default is parameter.empty else parameter.default
            assert given == setting.default
