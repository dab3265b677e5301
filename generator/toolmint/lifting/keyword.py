"""One keyword of one schema being lifted: what its function sees and may say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeAlias

from toolmint.documents import Node
from toolmint.ir.schema import Json, Schema
from toolmint.lifting.dialect import SchemaDialect
from toolmint.lifting.frame import Frame, PropertySettings

__all__ = ["Handler", "KeywordAt", "Lifting", "is_pattern"]


class Lifting(Protocol):
    """What a keyword needs of the lifter."""

    dialect: SchemaDialect

    @property
    def property_settings(self) -> Callable[[Node, Frame], PropertySettings]:
        """Reads an author's settings of one property."""
        ...

    def lift_inline(self, node: Node, frame: Frame, *, hidden: frozenset[str] = frozenset()) -> Schema:
        """Lift the schema at a node."""
        ...

    def definition_of(self, node: Node, frame: Frame) -> str:
        """Return the definition of the schema that the `$ref` of a mapping leads to."""
        ...


@dataclass(frozen=True, slots=True)
class KeywordAt:
    """A keyword, the schema that holds it, and the schema made so far."""

    lifter: Lifting
    node: Node
    """The schema that holds the keyword."""
    keyword: str
    value: Json
    lifted: dict[str, Json]
    """What the schema became so far, in the order of the table."""
    frame: Frame
    hidden: frozenset[str]
    """Properties that this direction does not have."""

    @property
    def child(self) -> Node:
        """The keyword's value with its place."""
        return self.node.child(self.keyword)

    def error(self, message: str, hint: str | None = None) -> None:
        """Report what cannot be read without guessing."""
        self.frame.error("IN-07", message, self.child.location, hint)

    def warning(self, message: str, hint: str | None = None) -> None:
        """Report what is harmless."""
        self.frame.warning("IN-07", message, self.child.location, hint)


Handler: TypeAlias = Callable[[KeywordAt], None]


@lru_cache(maxsize=4096)
def is_pattern(text: str) -> bool:
    """Say whether a text is a regular expression of ECMA-262, as JSON Schema wants it (core section 6.4)."""
    import jsonschema_rs

    try:
        jsonschema_rs.Draft202012Validator({"pattern": text})
    except ValueError:
        return False
    return True
