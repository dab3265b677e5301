"""Annotations that make a Python function a tool: what a model must know of it, beside what Python must know.

    @tool(
        when="the user asks how much money can be refunded",
        requires="{order_id} is known",
        never="submit, approve, cancel or modify a refund request",
        read_only=True,
    )
    def calculate_refund(
        order_id: Annotated[str, Param("The existing order id that the user mentions, such as A10086")],
        tenant: Annotated[str, FromContext("tenant.id")],
    ) -> RefundEstimate:
        \"\"\"Calculate the refundable amount for an existing order.\"\"\"

Nothing here changes what the function does. Only the standard library is imported, so a program that carries these
annotations needs none of the compiler's dependencies (`pip install --no-deps toolmint`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, overload

__all__ = ["ATTRIBUTE", "FromContext", "Param", "ReportedError", "ToolInfo", "tool", "tool_info"]

ATTRIBUTE = "__toolmint__"
"""The attribute under which a function keeps its `ToolInfo`."""

_F = TypeVar("_F", bound=Callable[..., Any])
_Texts = str | tuple[str, ...] | list[str]


@dataclass(frozen=True, slots=True)
class Param:
    """What a model reads of one parameter; stands in `Annotated[T, Param(...)]`."""

    description: str | None = None
    """The text; braces refer, as in docs/x-tool.md."""
    name: str | None = field(default=None, kw_only=True)
    """Model-facing name; the Python name stays."""
    was: tuple[str, ...] = field(default=(), kw_only=True)
    """Former names."""
    examples: tuple[Any, ...] = field(default=(), kw_only=True)
    """Example values."""


@dataclass(frozen=True, slots=True)
class FromContext:
    """Marks a parameter that the host supplies and the model never sees."""

    key: str
    """Dotted path into the host's context mapping, such as `tenant.id`."""


class ReportedError(Exception):
    """Raised by a tool to tell the model why it did not do what was asked.

    Of any other exception the model learns its class alone, since a text that was not written for it may hold anything.

    Args:
        message: a sentence for the model.
        argument: the argument that is to blame, by its model-facing name.
        retryable: whether the same call can be made again without harm and may then succeed.
    """

    def __init__(self, message: str, *, argument: str | None = None, retryable: bool = False) -> None:
        super().__init__(message)
        self.argument = argument
        self.retryable = retryable


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolInfo:
    """What `@tool` says; fields are those of `x-tool` on an operation (docs/x-tool.md)."""

    name: str | None = None
    title: str | None = None
    does: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None
    confirm: bool | str | None = None
    strict: bool | None = None
    was: tuple[str, ...] = ()
    examples: tuple[Mapping[str, Any], ...] = ()
    ignore: Mapping[str, str] = field(default_factory=dict)


@overload
def tool(function: _F, /) -> _F: ...


@overload
def tool(
    *,
    name: str | None = ...,
    title: str | None = ...,
    does: _Texts = ...,
    when: _Texts = ...,
    requires: _Texts = ...,
    never: _Texts = ...,
    notes: _Texts = ...,
    read_only: bool | None = ...,
    destructive: bool | None = ...,
    idempotent: bool | None = ...,
    open_world: bool | None = ...,
    confirm: bool | str | None = ...,
    strict: bool | None = ...,
    was: _Texts = ...,
    examples: tuple[Mapping[str, Any], ...] | list[Mapping[str, Any]] = ...,
    ignore: Mapping[str, str] | None = ...,
) -> Callable[[_F], _F]: ...


def tool(function: Any = None, /, **said: Any) -> Any:
    """Mark a function as a tool.

    Args:
        function: the function, where the decorator is written without parentheses.
        **said: the fields of `ToolInfo`; a text or a list of texts where it holds several.

    Returns:
        The function itself, with its `ToolInfo` under `ATTRIBUTE`.

    Raises:
        TypeError: a keyword is unknown, or something other than a function is decorated.
    """
    given: dict[str, Any] = {}
    for key, value in said.items():
        if value is not None:
            given[key] = _tuple(value) if key in _SEVERAL else value
    info = ToolInfo(**given)

    def mark(marked: Any) -> Any:
        if not callable(marked):
            raise TypeError(f"@tool marks functions, not {type(marked).__name__}")
        setattr(marked, ATTRIBUTE, info)
        return marked

    return mark if function is None else mark(function)


def tool_info(function: Callable[..., Any]) -> ToolInfo | None:
    """Return what `@tool` said of a function; None where it is not marked."""
    found = getattr(function, ATTRIBUTE, None)
    return found if isinstance(found, ToolInfo) else None


_SEVERAL = frozenset({"does", "when", "requires", "never", "notes", "was", "examples"})


def _tuple(value: Any) -> tuple[Any, ...]:
    return (value,) if isinstance(value, str | Mapping) else tuple(value)
