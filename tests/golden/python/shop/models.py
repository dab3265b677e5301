"""What the tools speak of."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Generic, Literal, TypedDict, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from toolmint.annotations import Param

T = TypeVar("T")


class State(Enum):
    """Where an order is."""

    OPEN = "open"
    PAID = "paid"


class Address(TypedDict, total=False):
    """Where a parcel goes."""

    street: str
    city: Annotated[str, "The town"]


class Card(BaseModel):
    kind: Literal["card"]
    digits: str = Field(pattern=r"^\d{4}$", description="The last four digits")


class Transfer(BaseModel):
    kind: Literal["transfer"] = "transfer"
    iban: str


class Order(BaseModel):
    """An order."""

    model_config = ConfigDict(extra="forbid")

    order_id: Annotated[str, Param("The order, as in {customerNote}", name="id")]
    state: State = State.OPEN
    note: str | None = Field(None, alias="customerNote", max_length=200)
    payment: Card | Transfer = Field(discriminator="kind")
    parts: list[Order] = []
    ship_to: Address | None = None


class Page(BaseModel, Generic[T]):
    """One page."""

    items: list[T]
    next: int | None = None
