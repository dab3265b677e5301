"""A catalog of Python functions with something of everything that calling them has to do, and their module."""

from __future__ import annotations

from typing import Any

from toolmint.ir.binding import PythonBinding, PythonOwner, PythonParameter
from toolmint.ir.contract import Catalog, ContextValue, Prose, ToolAnnotations, ToolContract

from support.importing import HERE, catalog

__all__ = ["MODULE", "function", "stock"]

MODULE = """
import asyncio
import enum
import threading
import time
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

import pydantic
from toolmint.annotations import FromContext, Param, ReportedError

if TYPE_CHECKING:
    from nowhere import Unknown

SEEN = []


class Colour(enum.Enum):
    RED = "red"


class Line(pydantic.BaseModel):
    sku: str
    amount: int = 1


@dataclass
class Address:
    city: str


def take(day: Annotated[date, Param("When")], colour: Colour, lines: list[Line], tags: set[str], address: Address,
         price: Decimal = Decimal("1.50"), tenant: Annotated[int, FromContext("tenant.id")] = 0):
    SEEN.append((day, colour, lines, tags, address, price, tenant))
    return {"day": day, "price": price, "lines": lines, "thread": threading.current_thread() is threading.main_thread()}


async def later(count: int) -> list[Line]:
    await asyncio.sleep(0)
    return [Line(sku=str(number)) for number in range(count)]


def mixed(first, /, second, *rest: int, key="x"):
    return [first, second, list(rest), key]


def unknown(value: "Unknown") -> Any:
    return value


def fail(how: str):
    if how == "reported":
        raise ReportedError("order `A1` does not exist", argument="how", retryable=True)
    if how == "timeout":
        raise TimeoutError("a secret text")
    if how == "value":
        return object()
    if how == "nan":
        return float("nan")
    if how == "long":
        return "x" * 2000
    raise ValueError("a secret text")


async def slow() -> str:
    await asyncio.sleep(30)
    return "late"


class Store:
    def __init__(self, name="main"):
        self.name = name

    def find(self, sku: str) -> str:
        return f"{self.name}: {sku}"

    @classmethod
    def count(cls, least: int) -> str:
        return f"{cls.__name__} {least}"

    @staticmethod
    def ping() -> str:
        return "pong"


class Branch(Store):
    def find(self, sku: str) -> str:
        return f"branch {self.name}: {sku}"


class Wrapped:
    def __init__(self, fn):
        self.fn = fn


def with_framework(text: str, ctx, *, more=None):
    return [text, ctx]


wrapped = Wrapped(with_framework)
"""

ANY: dict[str, Any] = {}


def function(
    name: str,
    properties: dict[str, Any],
    *parameters: PythonParameter,
    required: tuple[str, ...] = (),
    qualname: str | None = None,
    owner: PythonOwner = "function",
    module: str = "stock",
    **fields: Any,
) -> ToolContract:
    """Make a contract; parameters that are not given take the argument of their name."""
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = list(required)
    return ToolContract(
        name=name,
        input_schema=schema,
        binding=PythonBinding(
            framework="toolmint",
            module=module,
            qualname=qualname or name,
            owner=owner,
            parameters=parameters or tuple(PythonParameter(name=key, argument=key) for key in properties),
        ),
        prose=Prose(verbatim=f"Do {name}."),
        origin=HERE,
        **fields,
    )


def stock() -> Catalog:
    take = ("day", "colour", "lines", "tags", "address", "price")
    tenant = ContextValue(key="tenant.id", name="tenant", schema={"type": "integer"}, required=False, origin=HERE)
    line = {"type": "object", "properties": {"sku": {"type": "string"}, "amount": {"type": "integer"}}}
    renamed = {"sku_no": {"type": "string", "x-wire-name": "sku"}}
    return catalog(
        function(
            "take",
            {
                "day": {"type": "string"},
                "color": {"enum": ["red", "blue"], "x-was": ["colour"]},
                "lines": {"type": "array", "items": {"type": "object", "properties": renamed}},
                "tags": {"type": "array", "items": {"type": "string"}},
                "address": {"type": "object"},
                "price": {"type": ["string", "number"]},
            },
            *(PythonParameter(name=name, argument={"colour": "color"}.get(name, name)) for name in take),
            PythonParameter(name="tenant", context="tenant.id"),
            required=("day",),
            context=(tenant,),
        ),
        function("later", {"count": {"type": "integer"}}, output_schema={"type": "array", "items": line}),
        function(
            "mixed",
            {"first": ANY, "second": ANY, "rest": {"type": "array", "items": {"type": "string"}}, "key": ANY},
            PythonParameter(name="first", kind="positional", argument="first"),
            PythonParameter(name="second", argument="second"),
            PythonParameter(name="key", argument="key"),
        ),
        function(
            "many",
            {"first": ANY, "second": ANY, "rest": {"type": "array"}},
            PythonParameter(name="first", kind="positional", argument="first"),
            PythonParameter(name="second", kind="positional", argument="second"),
            PythonParameter(name="rest", kind="variadic", argument="rest"),
            qualname="mixed",
        ),
        function("unknown", {"value": ANY}),
        function("fail", {"how": {"type": "string"}}, required=("how",)),
        function("slow", {}),
        function("find", {"sku": {"type": "string"}}, qualname="Store.find", owner="instance"),
        function("count", {"least": {"type": "integer"}}, qualname="Store.count", owner="class"),
        function("ping", {}, qualname="Store.ping", owner="static"),
        function(
            "wrapped",
            {"text": {"type": "string"}},
            PythonParameter(name="text", argument="text"),
            PythonParameter(name="ctx", injected=True),
            PythonParameter(name="more", injected=True),
        ),
        function("erase", {}, qualname="Store.ping", owner="static", annotations=ToolAnnotations(confirm="Erase all?")),
    )
