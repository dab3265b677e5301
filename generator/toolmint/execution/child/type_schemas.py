"""What pydantic says of the types of functions; loaded by `main.py` in the user's interpreter."""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Mapping
from typing import Any

__all__ = ["describe"]

_INSIDE = ("__wrapped__", "fn", "func", "coroutine", "function")
"""Where frameworks keep the function that they have made an object of."""
_RETURN = "return"


def describe(request: dict[str, Any], child: Any) -> dict[str, Any]:
    """Return the schemas of annotations.

    Args:
        request: `modules` to import, each with the functions of which something is asked, by their qualified names:
            `parameters`, and `return` among them for the result.
        child: the module `main`.

    Raises:
        Failure: there is no pydantic of the second version.
    """
    try:
        import pydantic
    except BaseException as error:
        raise child.Failure("missing-pydantic", version=None) from error
    if not hasattr(pydantic, "TypeAdapter"):
        raise child.Failure("missing-pydantic", version=str(getattr(pydantic, "VERSION", "")))
    functions: dict[str, Any] = {}
    errors: dict[str, dict[str, str]] = {}
    failed: list[dict[str, Any]] = []
    for asked in request["modules"]:
        try:
            module = child.imported(asked["name"], request["folders"])
        except child.Failure as failure:
            failed.append({"module": asked["name"], **failure.answer})
            continue
        for name, parameters in asked["functions"].items():
            call = f"{asked['name']}.{name}"
            found, wrong = _described(module, name, parameters, pydantic.TypeAdapter)
            functions[call] = found
            if wrong:
                errors[call] = wrong
    return {"functions": functions, "errors": errors, "failed": failed}


def _described(module: Any, name: str, parameters: list[str], adapter: Any) -> Any:
    found: dict[str, Any] = {"parameters": {}}
    wrong: dict[str, str] = {}
    owner, function = module, module
    try:
        for part in name.split("."):
            owner, function = function, getattr(function, part)
        function = _function(function)
    except BaseException as error:
        return found, dict.fromkeys(parameters, _said(error))
    names = vars(owner) if inspect.isclass(owner) else {}
    for parameter in parameters:
        mode = "serialization" if parameter == _RETURN else "validation"
        try:
            schema = adapter(_annotation(function, parameter, dict(names))).json_schema(mode=mode)
            json.dumps(schema, allow_nan=False)
        except BaseException as error:
            wrong[parameter] = _said(error)
            continue
        if parameter == _RETURN:
            found["returns"] = schema
        else:
            found["parameters"][parameter] = schema
    return found, wrong


def _function(value: Any) -> Any:
    """Return the function inside of what a decorator has made of it."""
    for _ in range(10):
        if inspect.isroutine(value):
            return inspect.unwrap(value)
        inside = (getattr(value, name, None) for name in _INSIDE)
        value = next((one for one in inside if callable(one)), None)
    raise TypeError("its decorator has made an object of it, with no function inside")


def _annotation(function: Any, name: str, names: Mapping[str, Any]) -> Any:
    """Return one annotation, evaluated alone, so that another one that fails does no harm."""
    written = function.__annotations__[name]
    holder = type("_Holder", (), {"__annotations__": {name: written}})
    scope = getattr(function, "__globals__", {})
    return typing.get_type_hints(holder, globalns=scope, localns=names, include_extras=True)[name]


def _said(error: BaseException) -> str:
    try:
        text = str(error).strip().split("\n")[0].partition(". Set `arbitrary_types_allowed")[0]
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text[:200]}" if text else type(error).__name__
