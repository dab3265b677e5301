"""Types that are imported and asked of pydantic, and read statically: each name that begins with `case_` is one."""

from __future__ import annotations

import collections
import dataclasses
import datetime
import decimal
import enum
import ipaddress
import pathlib
import re
import typing
import uuid
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field
from enum import Enum, IntEnum, StrEnum, auto
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, NamedTuple, NewType, Optional, TypeVar, Union

import annotated_types
import pydantic
import pydantic.alias_generators
import pydantic.dataclasses
from annotated_types import Ge, Gt, Interval, Le, Len, Lt, MaxLen, MinLen, MultipleOf
from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    HttpUrl,
    PositiveInt,
    RootModel,
    StringConstraints,
    WithJsonSchema,
    computed_field,
    conint,
    conlist,
    constr,
)
from pydantic import EmailStr as Mail
from typing_extensions import NotRequired, ReadOnly, Required, TypeAliasType, TypedDict

# ruff: noqa: ICN001, N816, UP006, UP007, UP035, UP042, UP045 - the older spellings are cases too

MOST = 10
PREFIX = "a" + "b"
Limit = Annotated[int, Field(ge=0, le=MOST * 2)]
OrderId = NewType("OrderId", str)
T = TypeVar("T")
B = TypeVar("B", bound=int)
C = TypeVar("C", int, str)


class Colour(Enum):
    """What a thing looks like."""

    RED = "red"
    BLUE = "blue"

    def shade(self) -> str:
        return self.value


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Mode(StrEnum):
    FAST = auto()
    SLOW = auto()


class Number(Enum):
    ONE = auto()
    TWO = auto()
    TEXT = "x"


class Single(str, Enum):
    ONLY = "only"


class Flags(enum.Flag):
    A = auto()
    B = auto()
    C = 8


class Movie(TypedDict):
    """A film."""

    title: str
    year: NotRequired[int]


class Details(Movie, total=False):
    cast: list[str]
    rating: Required[Annotated[float, Field(ge=0, le=10, description="Stars")]]
    kind: ReadOnly[Colour]


class Closed(TypedDict, closed=True):
    a: int


class Further(TypedDict, extra_items=int):
    a: Annotated[int, Field(alias="A")]


Functional = TypedDict("Functional", {"a-b": int, "c": NotRequired[str]})


class Tree(TypedDict):
    value: int
    children: list[Tree]


@dataclass
class Point:
    """Where something is."""

    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list)
    origin: ClassVar[int] = 0
    secret: InitVar[int] = 1
    _: KW_ONLY
    label: Annotated[str, "ignored", Field(description="Name")] = "p"
    note: str | None = field(default=None, metadata={"description": "Any words"})


@dataclasses.dataclass
class Point3(Point):
    z: float = 1.5
    y: int = 7


@pydantic.dataclasses.dataclass(config=ConfigDict(extra="forbid"))
class Strictly:
    a: int = Field(gt=0, description="Above nothing")
    b: list[int] = Field(default_factory=list)


class Pair(NamedTuple):
    """Two things."""

    left: int
    right: str = "r"


Old = collections.namedtuple("Old", "a b")


class Typed(NamedTuple):
    a: int
    b: str


class Money(BaseModel):
    """An amount.

    In a currency.
    """

    amount: decimal.Decimal = Field(description="How much", examples=["1.50"])
    currency: Literal["EUR", "USD"] = "EUR"


class Order(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: OrderId = Field(min_length=2, max_length=10, pattern="^[A-Z]+")
    total: Money
    lines: list[Line] = Field(default_factory=list, max_length=50)
    placed: datetime.datetime
    day: datetime.date = datetime.date(2024, 1, 2)
    status: Colour = Colour.RED
    parent: Order | None = None
    note: str | None = Field(None, alias="customerNote", description="What the customer wrote")
    count: Annotated[int, Field(gt=0)] = Field(5, le=MOST)
    site: HttpUrl | None = None
    either: int | str = Field(validation_alias=AliasChoices("one", "two"), serialization_alias="uno", default=1)
    hidden: str = Field("x", exclude=True)
    _private: int = 1
    kind: ClassVar[str] = "order"
    extra: dict[str, Any] = Field(default={}, json_schema_extra={"x-note": "free"}, deprecated=True)

    @computed_field(description="Whether it is large")
    @property
    def large(self) -> bool:
        return False

    @computed_field
    def size(self) -> int:
        """How many lines."""
        return 1


class Line(BaseModel):
    sku: str
    quantity: PositiveInt = 1


class Special(Order):
    model_config = ConfigDict(title="A special order", json_schema_extra={"examples": [{"id": "AA"}]})

    id: str
    reason: Mode = Mode.FAST


class Open(BaseModel, extra="allow"):
    a: int
    __pydantic_extra__: dict[str, int]


class Camel(BaseModel):
    model_config = ConfigDict(alias_generator=pydantic.alias_generators.to_camel, use_attribute_docstrings=True)

    some_thing: int
    """What it is."""
    other_thing_2: str = "x"
    plain: int = Field(1, alias="PLAIN")


class LegacyConfig(BaseModel):
    a: int

    class Config:
        extra = "forbid"


class Page(BaseModel, Generic[T]):
    items: list[T]
    next: Page[T] | None = None


class Holder(BaseModel, Generic[T]):
    held: T


class Numbers(Holder[int]):
    total: int


class Both(BaseModel, Generic[T, B]):
    first: T
    second: B


class Names(RootModel[list[str]]):
    """Several names."""


class Wrapped(RootModel):
    root: dict[str, int] = Field(description="Counts")


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog", "wolf"] = "dog"
    name: str


class Fox(BaseModel):
    type_: Literal["fox"] = Field(alias="type")


class Wolf(BaseModel):
    type_: Literal["wolf"] = Field(alias="type")


class Owner(BaseModel):
    pet: Annotated[Cat | Dog, Field(discriminator="kind", description="The pet")]
    others: list[Annotated[Union[Cat, Dog], Discriminator("kind")]] = []
    maybe: Cat | Dog | None = Field(None, discriminator="kind")
    wild: Fox | Wolf = Field(discriminator="type_")


class Empty(BaseModel):
    pass


Json = TypeAliasType("Json", "dict[str, Json] | list[Json] | str | int | None")
Alias = dict[str, list[Limit]]
Boxed = list[T]
Bare = Sequence
if typing.TYPE_CHECKING:

    class Branch(typing.Protocol): ...

else:
    Branch = dict[str, int]


@pydantic.dataclasses.dataclass
class Computed:
    a: int

    @computed_field
    @property
    def twice(self) -> int:
        """Twice of it."""
        return 2 * self.a


case_str = str
case_int = int
case_float = float
case_bool = bool
case_none = None
case_bytes = bytes
case_any = Any
case_object = object
case_list = list
case_list_int = list[int]
case_List = typing.List[int]
case_set = set[str]
case_frozenset = frozenset[int]
case_tuple = tuple
case_tuple_fixed = tuple[int, str, float]
case_tuple_variadic = tuple[int, ...]
case_tuple_empty = tuple[()]
case_dict = dict
case_dict_str = dict[str, int]
case_dict_any = dict[str, Any]
case_dict_enum = dict[Colour, int]
case_dict_literal = dict[Literal["a", "b"], int]
case_dict_pattern = dict[Annotated[str, Field(pattern="^a")], int]
case_dict_uuid = dict[uuid.UUID, int]
case_mapping = Mapping[str, float]
case_mutable_mapping = MutableMapping[str, list[int]]
case_sequence = Sequence[str]
case_iterable = Iterable[int]
case_deque = collections.deque[int]
case_counter = collections.Counter[str]
case_ordered = collections.OrderedDict[str, int]
case_default = typing.DefaultDict[str, int]
case_optional = Optional[int]
case_union = Union[int, str, None]
case_union_nested = Union[int, Union[str, Optional[float]]]
case_pipe = int | str | None
case_pipe_first = None | int
case_union_same = Union[int, int, str]
case_literal = Literal["a", "b"]
case_literal_one = Literal["a"]
case_literal_mixed = Literal[1, "a", True]
case_literal_none = Literal["a", None]
case_literal_enum = Literal[Colour.RED, Colour.BLUE]
case_literal_nested = Literal["a", "b", "c"]
case_enum = Colour
case_int_enum = Level
case_str_enum = Mode
case_auto = Number
case_single = Single
case_flags = Flags
case_optional_enum = Colour | None
case_typed_dict = Movie
case_typed_dict_derived = Details
case_typed_dict_functional = Functional
case_typed_dict_recursive = Tree
case_dataclass = Point
case_dataclass_derived = Point3
case_dataclass_pydantic = Strictly
case_named_tuple = Pair
case_named_tuple_old = Old
case_named_tuple_call = Typed
case_model = Money
case_model_large = Order
case_model_derived = Special
case_model_open = Open
case_model_camel = Camel
case_model_legacy = LegacyConfig
case_model_empty = Empty
case_generic = Page[Money]
case_generic_int = Page[int]
case_generic_open = Page
case_generic_derived = Numbers
case_generic_two = Both[str, int]
case_root = Names
case_root_field = Wrapped
case_discriminated = Owner
case_new_type = OrderId
case_alias = Alias
case_alias_generic = Boxed[int]
case_alias_recursive = Json
case_alias_bare = Bare[int]
case_branch = Branch
case_typed_dict_closed = Closed
case_typed_dict_further = Further
case_dataclass_computed = Computed
case_bound = B
case_choice = C
case_annotated = Annotated[int, Field(ge=1, le=MOST, description="How many")]
case_annotated_alias = Limit
case_annotated_optional = Annotated[Optional[int], Field(ge=1)]
case_annotated_inside = Optional[Annotated[int, Gt(1)]]
case_annotated_list = Annotated[list[Annotated[str, MinLen(1)]], MaxLen(3)]
case_annotated_dict = Annotated[dict[str, int], Len(1, 4)]
case_annotated_types = Annotated[float, Ge(0), Lt(1), MultipleOf(0.25)]
case_annotated_interval = Annotated[int, Interval(gt=1, le=5)]
case_annotated_nested = Annotated[Annotated[int, Le(5)], Field(description="outer")]
case_annotated_module = Annotated[int, annotated_types.Gt(3)]
case_annotated_decimal = Annotated[decimal.Decimal, Field(ge=1)]
case_annotated_date = Annotated[datetime.date, Field(ge=datetime.date(2020, 1, 1))]
case_annotated_any = Annotated[Any, Field(description="whatever")]
case_annotated_model = Annotated[Money, Field(description="The price")]
case_constraints = Annotated[str, StringConstraints(min_length=1, pattern=r"^\d+$", to_lower=True)]
case_with_json_schema = Annotated[bytes, WithJsonSchema({"type": "string", "format": "hex"})]
case_examples = Annotated[int, Field(examples=[1, 2], json_schema_extra={"x-unit": "cm"}, deprecated=True)]
case_pattern = Annotated[str, Field(pattern="^" + PREFIX)]
case_conint = conint(ge=1, lt=5)
case_constr = constr(min_length=1)
case_conlist = conlist(int, min_length=1, max_length=3)
case_datetime = datetime.datetime
case_date = datetime.date
case_time = datetime.time
case_timedelta = datetime.timedelta
case_uuid = uuid.UUID
case_decimal = decimal.Decimal
case_path = pathlib.Path
case_pattern_type = re.Pattern
case_ip = ipaddress.IPv4Address
case_url = HttpUrl
case_mail = Mail
case_positive = PositiveInt
case_positive_pydantic = pydantic.PositiveInt
case_secret = pydantic.SecretStr
case_json = pydantic.Json[list[int]]
case_json_value = pydantic.JsonValue
case_byte_size = pydantic.ByteSize
case_uuid4 = pydantic.UUID4
case_past = pydantic.PastDate
case_final = Final[int]
case_type = type[int]
case_deep = dict[str, list[tuple[int, Optional[Page[Money]]]]]
