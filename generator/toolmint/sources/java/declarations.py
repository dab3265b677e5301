"""What a Java file declares, as it is written: names not resolved, expressions not evaluated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tree_sitter import Node

from toolmint.sources.java.syntax import SyntaxTree

__all__ = [
    "Annotation",
    "Constant",
    "Field",
    "JavaFile",
    "Kind",
    "Method",
    "Parameter",
    "Span",
    "TypeDeclaration",
    "TypeName",
    "TypeParameter",
]

Kind: TypeAlias = Literal["class", "interface", "enum", "record", "annotation"]
Span: TypeAlias = tuple[int, int]
"""Where something begins and ends, in characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeName:
    """A type as it is written."""

    name: str
    """Dotted; a primitive's name; `?` for a wildcard."""
    arguments: tuple[TypeName, ...] = ()
    dimensions: int = 0
    bound: TypeName | None = None
    """What a wildcard `extends`."""
    span: Span = (0, 0)

    def array(self, more: int) -> TypeName:
        """Return an array of this type, of so many further dimensions."""
        if not more:
            return self
        return TypeName(
            name=self.name,
            arguments=self.arguments,
            dimensions=self.dimensions + more,
            bound=self.bound,
            span=self.span,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeParameter:
    """A type variable with its bounds."""

    name: str
    bounds: tuple[TypeName, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Annotation:
    """A use of an annotation."""

    name: str
    """Dotted, as it is written."""
    arguments: dict[str, Node]
    """Attribute to its expression; a lone value is `value`."""
    span: Span
    faulty: bool = False
    """Whether it holds something that is no Java."""


@dataclass(slots=True, kw_only=True, eq=False)
class Field:
    """A field, or a component of a record."""

    name: str
    type: TypeName
    modifiers: frozenset[str]
    annotations: tuple[Annotation, ...]
    span: Span
    value: Node | None = None
    """What it is initialised with."""


@dataclass(slots=True, kw_only=True, eq=False)
class Constant:
    """A constant of an enum."""

    name: str
    annotations: tuple[Annotation, ...] = ()


@dataclass(slots=True, kw_only=True, eq=False)
class Parameter:
    """A parameter of a method or constructor."""

    name: str
    type: TypeName
    annotations: tuple[Annotation, ...]
    span: Span


@dataclass(slots=True, kw_only=True, eq=False)
class Method:
    """A method, a constructor (its name is the class's) or an element of an annotation."""

    name: str
    returns: TypeName
    parameters: tuple[Parameter, ...]
    modifiers: frozenset[str]
    annotations: tuple[Annotation, ...]
    span: Span
    """Of its name."""
    type_parameters: tuple[TypeParameter, ...] = ()
    faulty: bool = False
    """Whether its head holds something that is no Java."""
    default: Node | None = None
    """The default of an annotation's element."""


@dataclass(slots=True, kw_only=True, eq=False)
class TypeDeclaration:
    """A class, interface, enum, record or annotation."""

    kind: Kind
    name: str
    """Simple; empty for an anonymous class."""
    file: JavaFile
    outer: TypeDeclaration | None
    modifiers: frozenset[str]
    annotations: tuple[Annotation, ...]
    span: Span
    """Of its name."""
    type_parameters: tuple[TypeParameter, ...] = ()
    superclass: TypeName | None = None
    interfaces: tuple[TypeName, ...] = ()
    fields: list[Field] = field(default_factory=list)
    methods: list[Method] = field(default_factory=list)
    constructors: list[Method] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)
    components: tuple[Field, ...] = ()
    nested: dict[str, TypeDeclaration] = field(default_factory=dict)
    unnamed: list[TypeDeclaration] = field(default_factory=list)
    """Anonymous and local classes inside its code, where their methods may be tools."""
    local: bool = False
    """Whether it is declared inside of code."""

    @property
    def qualified(self) -> str:
        """Its full name, dotted."""
        if self.outer is not None:
            return f"{self.outer.qualified}.{self.name}"
        return f"{self.file.package}.{self.name}" if self.file.package else self.name

    @property
    def binary(self) -> str:
        """Its name as the class file has it, `$` before a nested class."""
        if self.outer is not None:
            return f"{self.outer.binary}${self.name}"
        return self.qualified

    @property
    def is_static(self) -> bool:
        """Whether its objects need no object of the class around it."""
        if self.outer is None or self.kind != "class" or "static" in self.modifiers:
            return True
        return self.outer.kind in ("interface", "annotation")

    @property
    def is_public(self) -> bool:
        """Whether it is declared public, by itself or as a member of an interface."""
        return "public" in self.modifiers or (self.outer is not None and self.outer.kind == "interface")

    def chain(self) -> Iterator[TypeDeclaration]:
        """Yield the declaration and those around it, the innermost first."""
        current: TypeDeclaration | None = self
        while current is not None:
            yield current
            current = current.outer


@dataclass(slots=True, kw_only=True, eq=False)
class JavaFile:
    """One file."""

    path: str
    """As shown to people."""
    tree: SyntaxTree
    package: str = ""
    imports: dict[str, str] = field(default_factory=dict)
    """Simple name -> full name."""
    packages: list[str] = field(default_factory=list)
    """Packages and classes whose types are imported on demand."""
    static_imports: dict[str, list[str]] = field(default_factory=dict)
    """Member -> the classes that it is imported from."""
    static_packages: list[str] = field(default_factory=list)
    """Classes whose static members are imported on demand."""
    types: list[TypeDeclaration] = field(default_factory=list)

    def everything(self) -> Iterator[TypeDeclaration]:
        """Yield every declaration of the file, in order, those inside others too."""
        pending = list(reversed(self.types))
        while pending:
            current = pending.pop()
            yield current
            pending += reversed([*current.nested.values(), *current.unnamed])
