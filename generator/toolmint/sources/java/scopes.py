"""A field where a schema is made of it."""

from __future__ import annotations

from dataclasses import dataclass

from toolmint.sources.java.declarations import Annotation, Field, TypeDeclaration
from toolmint.sources.java.java_types import JavaType

__all__ = ["FieldScope"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldScope:
    """A field as a property, or what it holds if it is a list."""

    field: Field | None
    """None for a field of a library's class."""
    owner: TypeDeclaration | None
    """The class that declares it."""
    getter: tuple[tuple[Annotation, ...], TypeDeclaration] | None
    """The annotations of its getter, and where they are written."""
    declared: JavaType
    """The type of the field."""
    type: JavaType
    """What it is taken for."""
    name: str
    """The property's name."""
    is_item: bool = False
    """Whether it stands for the elements of the list that the field holds."""
