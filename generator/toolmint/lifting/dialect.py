"""The schema dialects that are lifted, and what each calls its keywords."""

from __future__ import annotations

import enum

__all__ = ["Direction", "SchemaDialect"]


class SchemaDialect(enum.Enum):
    """Which rules a schema follows; the value is what people call it."""

    SWAGGER_2_0 = "Swagger 2.0"
    OPENAPI_3_0 = "OpenAPI 3.0"
    JSON_SCHEMA = "JSON Schema 2020-12"
    """OpenAPI 3.1 and 3.2, MCP, and plain JSON Schema."""

    @property
    def siblings_apply(self) -> bool:
        """Whether keywords beside `$ref` count (JSON Schema 2019-09 and later)."""
        return self is SchemaDialect.JSON_SCHEMA

    @property
    def has_nullable(self) -> bool:
        """Whether `nullable` is a keyword; 3.1 dropped it, yet documents that moved up from 3.0 still hold it."""
        return self is not SchemaDialect.SWAGGER_2_0


class Direction(enum.Enum):
    """Who writes the value: the model writes input, the API writes output."""

    INPUT = "input"
    OUTPUT = "output"

    @property
    def hidden_by(self) -> str:
        """The keyword that takes a property out of this direction."""
        return "readOnly" if self is Direction.INPUT else "writeOnly"
