"""Tools of FastMCP: read statically, and asked of the library itself."""

# ruff: noqa: ICN001 - as people write them

from __future__ import annotations

import datetime
from enum import Enum
from typing import Annotated, Any, Literal, NotRequired

from fastmcp import Context, FastMCP
from fastmcp.dependencies import Depends
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

mcp = FastMCP("shop")


def user() -> str:
    return "u"


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


@mcp.tool
def plain(a: int, b: str = "x", c: float | None = None, d: Kind = Kind.A) -> str:
    """Do a plain thing.

    With more words.
    """
    return b


@mcp.tool
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


@mcp.tool
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


@mcp.tool
def sphinx(a: int, b: bool = False) -> None:
    """Do it in Sphinx's style.

    :param a: The a.
    :param b: The b.
    :returns: Nothing.
    """


@mcp.tool
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


@mcp.tool
async def later(item: Item, when: datetime.date | None = None) -> int:
    """Do it later."""
    return 1


@mcp.tool("renamed", title="A title", description="Said here.", tags={"b", "a"}, annotations={"readOnlyHint": True})
def original(a: int, ctx: Context, who: str = Depends(user), maybe: Context | None = None) -> Any:
    """Not said."""


@mcp.tool(name="named", annotations=ToolAnnotations(destructive_hint=True, title="By hints"))
def other(a: int, ctx: Context) -> bytes:
    """Do another thing.

    Note:
        Mind this.

    Args:
        a: The a.
    """
    return b""


@mcp.tool()
def undocumented(a, b=1) -> list[Item]:
    return []
