"""Tools of AgentScope: read statically, and asked of the library itself."""

# ruff: noqa: ICN001 - as people write them

from __future__ import annotations

import datetime
from enum import Enum
from typing import Annotated, Any, Literal, NotRequired

from agentscope.tool import FunctionTool
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


def plain(a: int, b: str = "x", c: float | None = None, d: Kind = Kind.A) -> str:
    """Do a plain thing.

    With more words.
    """
    return b


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


def sphinx(a: int, b: bool = False) -> None:
    """Do it in Sphinx's style.

    :param a: The a.
    :param b: The b.
    :returns: Nothing.
    """


def annotated(
    a: Annotated[int, "a by a string"],
    b: Annotated[int, Field(description="b by Field", ge=0)],
    c: Annotated[str, Field(description="c by Field")] = "c",
    d: int = 4,
) -> dict[str, int]:
    """Do it with annotations.

    Args:
        a: a by docstring.
        b: b by docstring.
    """
    return {}


async def later(item: Item, when: datetime.date | None = None) -> int:
    """Do it later."""
    return 1


def original(a: int, _agent_state: Any = None, *args: int, **kwargs: Any) -> str:
    """Not said."""
    return ""


TOOLS = [
    FunctionTool(plain),
    FunctionTool(google),
    FunctionTool(numpy),
    FunctionTool(sphinx),
    FunctionTool(annotated),
    FunctionTool(later),
    FunctionTool(original, name="renamed", description="Said here.", is_read_only=True),
]
