"""Everything that can be wrong with an annotated function."""

from typing import Annotated, Any

import pandas
from elsewhere import Basket
from toolmint.annotations import FromContext, Param, tool

LIMIT = compute_limit()


@tool(wen="the user asks", notes=f"at most {LIMIT}", read_only="yes")
def misspelt(order_id: str) -> None:
    """Do something with an order.

    Args:
        order: The order.
    """


@tool(when="the user names {oder_id}", never="{tool:mispelt}", examples=[{"order_id": 1}, {"order_id": "A"}])
def misspoken(order_id: Annotated[str, Param("as {tenant} says")], tenant: Annotated[str, FromContext("tenant")]):
    """Do something with an order."""


@tool
def untyped(frame: pandas.DataFrame, basket: Basket, again: "list[Any", limit: Annotated[int, LIMIT] = 1):
    """Do something with a table."""


@tool(name="untyped")
def same_name(*everything: str):
    """Do something with everything."""


def broken(:
    pass


@tool
def unaffected(a: int) -> int:
    """Is read all the same."""
