"""Where a type is read, and what its readers need of each other."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from toolmint.lifting.dialect import Direction
from toolmint.sources.python.constants import Constants
from toolmint.sources.python.metadata import Metadata, MetadataReader
from toolmint.sources.python.modules import ClassSymbol, Scope
from toolmint.sources.python.program import Program

__all__ = ["REFERENCE", "Env", "Peeled", "Types", "UnknownType", "shown"]

REFERENCE = "#/definitions/"
"""What a reference to a shared schema begins with, before it is lifted."""


class UnknownType(Exception):
    """A type's schema cannot be told from the code alone."""

    def __init__(self, node: ast.AST, scope: Scope, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        """What to write in its place, where that is no other type."""
        self.node = node
        self.scope = scope
        self.message = message


@dataclass(frozen=True, slots=True, eq=False)
class Env:
    """Where a type is read."""

    scope: Scope
    bound: Mapping[str, tuple[ast.expr, Env]] = field(default_factory=dict)
    """Type variable -> what it stands for."""
    owner: ClassSymbol | None = None
    """What `Self` means."""


@dataclass(slots=True)
class Peeled:
    """A type without what stands round it."""

    node: ast.expr
    env: Env
    metadata: list[tuple[ast.expr, Scope]] = field(default_factory=list)
    """Inner first."""
    qualifiers: set[str] = field(default_factory=set)
    """`Required`, `ClassVar` and so on."""


class Types(Protocol):
    """What reads types."""

    program: Program
    constants: Constants
    metadata: MetadataReader
    direction: Direction

    def schema(self, node: ast.expr, env: Env, depth: int = 0) -> dict[str, Any]:
        """Return the schema of a type."""
        ...

    def typed(self, node: ast.expr, env: Env, depth: int = 0) -> tuple[dict[str, Any], Metadata]:
        """Return the schema of a type without its descriptions, and what stands beside the type."""
        ...

    def peel(self, node: ast.expr, env: Env) -> Peeled:
        """Take `Annotated`, qualifiers and quotes away."""
        ...

    def discriminated(self, schema: dict[str, Any], name: str) -> dict[str, Any]:
        """Return a choice whose branches one field tells apart."""
        ...

    def identity(self, node: ast.expr, env: Env) -> str:
        """Return what tells a type apart from others."""
        ...

    def is_variable(self, node: ast.expr, env: Env) -> bool:
        """Whether a name is a type variable."""
        ...


def shown(node: ast.AST, scope: Scope) -> str:
    """Return a node as it is written, cut for a message."""
    text = scope.module.tree.source(node)
    return text if len(text) <= 60 else f"{text[:59]}…"
