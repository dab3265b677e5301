"""A warehouse: what an agent may look up, and what it may change.

This file is a source of truth as it stands: `toolmint generate` reads it without running it, and the package that it
compiles to calls these functions. Stock is kept in memory, so that the example runs by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from toolmint.annotations import FromContext, Param, ReportedError, tool

Sku = Annotated[str, Field(pattern="^[A-Z]{3}-[0-9]{4}$", examples=["LMP-0042"])]
Site = Annotated[str, FromContext("warehouse.site")]
Clerk = Annotated[str, FromContext("user.id")]


class Reason(StrEnum):
    """Why a count of stock is corrected."""

    DAMAGED = "damaged"
    LOST = "lost"
    FOUND = "found"
    RECOUNTED = "recounted"


class StockLevel(BaseModel):
    """How much there is of one article."""

    sku: str = Field(description="The article.")
    on_hand: int = Field(description="Pieces in the warehouse, reserved ones among them.", ge=0)
    reserved: int = Field(description="Pieces that a reservation holds.", ge=0)
    shelf: str | None = Field(None, description="Where they lie, such as `B-07`.")


@dataclass(frozen=True)
class Reservation:
    """Pieces that are held for an order."""

    reservation_id: str
    order_id: str
    sku: str
    quantity: int
    until: date | None = None


class Line(BaseModel):
    """One article of a reservation."""

    sku: Sku = Field(description="The article, such as LMP-0042.")
    quantity: int = Field(description="How many pieces.", ge=1, le=500)


@dataclass
class Warehouse:
    """What one site holds."""

    stock: dict[str, StockLevel] = field(default_factory=dict)
    reservations: dict[str, Reservation] = field(default_factory=dict)

    def level(self, sku: str) -> StockLevel:
        """Return the level of an article."""
        if sku not in self.stock:
            raise ReportedError(f"there is no article {sku} here", argument="sku")
        return self.stock[sku]


SITES: dict[str, Warehouse] = {
    "north": Warehouse(
        stock={
            "LMP-0042": StockLevel(sku="LMP-0042", on_hand=120, reserved=8, shelf="B-07"),
            "CHR-0100": StockLevel(sku="CHR-0100", on_hand=14, reserved=0, shelf="D-01"),
        }
    )
}
"""Every site by its name; a real program asks its database."""


@tool(
    title="Check stock",
    when="the user asks whether an article is there, how much of it is left, or where it lies",
    requires="{sku} is known, from the user or from {tool:list_articles}",
    never="reserve, order or move anything",
    read_only=True,
    examples=[{"sku": "LMP-0042"}],
)
def check_stock(
    sku: Annotated[Sku, Param("The article number that the user mentions, such as LMP-0042")], site: Site
) -> StockLevel:
    """Look up how many pieces of one article are in the warehouse.

    Returns:
        The article's level; `on_hand` less `reserved` are free.
    """
    return SITES[site].level(sku)


@tool(
    title="List articles",
    when="the user does not know an article's number, or asks what is running out",
    never="show prices, suppliers or articles of other sites",
    read_only=True,
)
def list_articles(
    site: Site,
    below: Annotated[
        int | None, Field(ge=1, description="Only articles with fewer free pieces than this, such as 10")
    ] = None,
    sort: Annotated[Literal["sku", "free"], Param("By number, or the scarcest first")] = "sku",
) -> list[StockLevel]:
    """List the articles of the warehouse with their levels."""
    levels = list(SITES[site].stock.values())
    if below is not None:
        levels = [one for one in levels if one.on_hand - one.reserved < below]
    return sorted(levels, key=lambda one: one.sku if sort == "sku" else f"{one.on_hand - one.reserved:09}")


@tool(
    title="Reserve articles",
    when="the user wants pieces held for an order that exists",
    requires=["{order_id} is known", "every {lines[].sku} is known, from the user or from {tool:list_articles}"],
    never="ship, sell or order anything, or change the order itself",
    notes="Either every line is reserved or none is.",
    read_only=False,
    destructive=False,
    idempotent=False,
    examples=[{"order_id": "A10086", "lines": [{"sku": "LMP-0042", "quantity": 2}]}],
)
async def reserve_articles(
    order_id: Annotated[str, Param("The order that the pieces are for, such as A10086")],
    lines: Annotated[list[Line], Field(min_length=1, max_length=20, description="The articles and how many of each")],
    site: Site,
    until: Annotated[date | None, Param("The last day of the reservation; left out, it does not end")] = None,
) -> list[Reservation]:
    """Reserve pieces of one or several articles for an order."""
    warehouse = SITES[site]
    for line in lines:
        level = warehouse.level(line.sku)
        if level.on_hand - level.reserved < line.quantity:
            raise ReportedError(
                f"only {level.on_hand - level.reserved} pieces of {line.sku} are free", argument="lines"
            )
    made = []
    for line in lines:
        level = warehouse.level(line.sku)
        level.reserved += line.quantity
        number = f"R{len(warehouse.reservations) + 1:05}"
        made.append(Reservation(number, order_id, line.sku, line.quantity, until))
        warehouse.reservations[number] = made[-1]
    return made


@tool(
    title="Release a reservation",
    when="the user no longer needs the pieces that are held for an order",
    requires="{reservation_id} is known, from the user or from the result of {tool:reserve_articles}",
    never="cancel the order, or give anything back to a supplier",
    read_only=False,
    destructive=True,
    idempotent=True,
    confirm="Release this reservation? The pieces may be gone at once.",
)
def release_reservation(
    reservation_id: Annotated[str, Param("The reservation, such as R00001")],
    site: Site,
) -> Reservation:
    """Release the pieces that one reservation holds, so that anyone may have them."""
    warehouse = SITES[site]
    if reservation_id not in warehouse.reservations:
        raise ReportedError(f"there is no reservation {reservation_id}", argument="reservation_id")
    reservation = warehouse.reservations.pop(reservation_id)
    warehouse.level(reservation.sku).reserved -= reservation.quantity
    return replace(reservation)


@tool(
    title="Correct a count",
    when="someone has counted an article by hand, and the number differs",
    requires=["{sku} is known", "{counted} is what a person counted, and no estimate"],
    never="book deliveries or sales, or touch reservations",
    read_only=False,
    destructive=True,
    idempotent=True,
    was=["set_stock"],
)
def correct_count(
    sku: Annotated[Sku, Param("The article that was counted, such as LMP-0042")],
    counted: Annotated[int, Field(ge=0, le=100_000, description="How many pieces a person counted, such as 118")],
    reason: Annotated[Reason, Param("Why the number differs; {reason=recounted} where nobody knows")],
    site: Site,
    clerk: Clerk,
) -> StockLevel:
    """Replace the number of pieces on hand by what was counted."""
    level = SITES[site].level(sku)
    level.on_hand = counted
    return level
