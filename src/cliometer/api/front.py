"""What makes a function public: its settings are checked and completed, and its documentation follows from them."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar, get_args

from cliometer.errors import unknown
from cliometer.settings import Declared, declare, declared

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


def public(function: Callable[Arguments, Value]) -> Callable[Arguments, Value]:
    """Check and complete the settings of a function, run it where `jobs` and `cluster` say, and document them.

    Settings are the arguments that are annotated with a `Setting`, and the members of the group that `**settings`
    unpacks.
    """
    settings = settings_of(function)
    names, place = function.__code__.co_varnames, function.__name__
    arguments_named = [name for name in function.__annotations__ if name not in ("settings", "return")]
    group = [name for name in settings if name not in arguments_named]

    @wraps(function)
    def call(*arguments: Arguments.args, **given: Arguments.kwargs) -> Value:
        for name, value in (*zip(names, arguments, strict=False), *given.items()):
            if name in settings:
                settings[name].check(value, place)
            elif name not in arguments_named:
                raise unknown(f"argument of {place}", name, [*arguments_named, *group])
        values: Any = {name: settings[name].default for name in group} | given
        jobs, cluster = values.get("jobs", 1), values.get("cluster")
        if jobs == 1 and cluster is None:
            return function(*arguments, **values)
        from cliometer.engine.backends import backend_of, using_backend

        with using_backend(backend_of(jobs, cluster)):
            return function(*arguments, **values)

    entries = "".join(setting.documented for setting in settings.values())
    call.__doc__ = inspect.cleandoc(function.__doc__ or "").replace("\nReturns\n", f"{entries}\nReturns\n", 1)
    call.__signature__ = _signature(function, settings)  # type: ignore[attr-defined]
    return call


def settings_of(function: Callable[..., Any]) -> Mapping[str, Declared]:
    """Return the settings of a public function by their names."""
    annotations = getattr(function, "__wrapped__", function).__annotations__
    arguments = {name: declare(name, kind) for name, kind in annotations.items() if hasattr(kind, "__metadata__")}
    return {**arguments, **(declared(get_args(annotations["settings"])[0]) if "settings" in annotations else {})}


def _signature(function: Callable[..., Any], settings: Mapping[str, Declared]) -> inspect.Signature:
    """Return the signature of a function with every setting of its group by name."""
    signature = inspect.signature(function)
    arguments = [
        each.replace(annotation=settings[name].kind) if name in settings else each
        for name, each in signature.parameters.items()
        if each.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    named = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=setting.default, annotation=setting.kind)
        for name, setting in settings.items()
        if name not in signature.parameters
    ]
    return signature.replace(parameters=[*arguments, *named])
