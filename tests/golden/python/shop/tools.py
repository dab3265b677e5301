"""The shop's desk."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from annotated_types import Interval
from toolmint.annotations import FromContext, Param, tool

from . import models
from .models import Page, State

NEVER = "change, " + "cancel or pay for an order"


class Desk:
    """Where orders are asked for."""

    @tool(
        when="the user asks about their orders",
        requires="{since} is known, or the user wants them all",
        never=NEVER,
        read_only=True,
        was=["search_orders"],
        examples=[{"states": ["paid"], "limit": 5}],
    )
    async def find_orders(
        self,
        states: list[State] | None = None,
        since: dt.date | None = None,
        limit: Annotated[int, Interval(ge=1, le=50)] = 10,
        tenant: Annotated[int, FromContext("tenant.id")] = 0,
    ) -> Page[models.Order]:
        """Find orders of the signed-in user.

        The newest come first.

        Args:
            states: Only orders in one of these states.
            since: Only orders from this day on, such as 2024-05-01.
            limit (int, default: 20): How many at most.

        Returns:
            The orders found.
        """

    @staticmethod
    def hours(day: str = "today") -> tuple[int, int]:
        """Tell the hours of the desk.

        :param day: The day, such as `today` or `monday`.
        :returns: The first and the last hour.
        """

    @tool
    def internal_reset(self) -> None:
        """Reset the desk."""


@tool(
    name="place_order",
    title="Place an order",
    when="the user has agreed to buy",
    requires="every {order.payment} detail is known",
    never="charge a card that the user did not name",
    confirm="Place this order?",
    destructive=True,
    strict=True,
)
def place(order: Annotated[models.Order, Param("What to order")]) -> str:
    """Place an order and return its number."""
