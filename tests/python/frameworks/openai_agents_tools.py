"""Tools of OpenAI Agents: read statically, and asked of the library itself."""

# ruff: noqa: ICN001 - as people write them

from __future__ import annotations

import datetime
from enum import Enum
from typing import Annotated, Any, Literal, NotRequired

from agents import RunContextWrapper, function_tool
from pydantic import BaseModel, Field
from typing_extensions import TypedDict


class Kind(Enum):
    """What kind."""

    A = "a"
    B = "b"


class Item(BaseModel):
    """An item."""

    sku: str = Field(description="The article")
    count: int = Field(1, ge=1)


class Spot(TypedDict):
    x: int
    y: NotRequired[int]


@function_tool(strict_mode=False)
def plain(a: int, b: str = "x", c: float | None = None, d: Kind = Kind.A) -> str:
    """Do a plain thing.

    With more words.
    """
    return b


@function_tool(strict_mode=False)
def google(a: int, b: str, items: list[Item], spot: Spot | None = None) -> Item:
    """Do it in Google's style.

    And say more.

    Args:
        a: The a.
        b (str): The b,
            on two lines.
        items: Some items.

    Returns:
        The item.
    """
    return items[0]


@function_tool(strict_mode=False)
def numpy(a: int, b: Literal["x", "y"] = "x") -> list[int]:
    """Do it in NumPy's style.

    Parameters
    ----------
    a : int
        The a.
    b : str, optional
        The b.

    Returns
    -------
    list
        Numbers.
    """
    return [a]


@function_tool(strict_mode=False)
def sphinx(a: int, b: bool = False) -> None:
    """Do it in Sphinx's style.

    :param a: The a.
    :param b: The b.
    :returns: Nothing.
    """


@function_tool(strict_mode=False)
def annotated(
    a: Annotated[int, "a by a string"],
    b: Annotated[int, Field(description="b by Field", ge=0)],
    c: Annotated[str, Field(description="c by Field")] = "c",
    d: int = Field(4, description="d by default"),
) -> dict[str, int]:
    """Do it with annotations.

    Args:
        a: a by docstring.
        b: b by docstring.
    """
    return {}


@function_tool(strict_mode=False)
async def later(item: Item, when: datetime.date | None = None) -> int:
    """Do it later."""
    return 1


@function_tool(name_override="renamed", description_override="Said here.", strict_mode=False)
def original(ctx: RunContextWrapper[Any], a: int) -> str:
    """Not said."""
    return ""


@function_tool(strict_mode=False, use_docstring_info=False)
def unread(a: int) -> str:
    """Not said.

    Args:
        a: Not said.
    """
    return ""


@function_tool(strict_mode=False)
def many(a: int, *rest: str) -> str:
    """Take many.

    Args:
        rest: The rest.
    """
    return ""


@function_tool
def strict(a: int, b: str | None = None) -> str:
    """Be strict."""
    return ""
