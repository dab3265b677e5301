"""Types with their type arguments filled in, as reflection and victools see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from toolmint.sources.java.declarations import JavaFile, TypeDeclaration, TypeName, TypeParameter
from toolmint.sources.java.library import LibraryType, written_type
from toolmint.sources.java.names import Names, Symbol, UnknownType
from toolmint.sources.java.syntax import parse

__all__ = [
    "OBJECT",
    "PRIMITIVES",
    "ArrayType",
    "ClassType",
    "JavaType",
    "PrimitiveType",
    "Types",
    "described",
    "erased_name",
]

PRIMITIVES = frozenset({"int", "long", "short", "byte", "char", "boolean", "float", "double", "void"})


@dataclass(frozen=True, slots=True)
class PrimitiveType:
    """A primitive type."""

    name: str


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array."""

    element: JavaType


@dataclass(frozen=True, slots=True)
class ClassType:
    """A class or interface with its type arguments; none where it is used raw."""

    symbol: Symbol
    arguments: tuple[JavaType, ...] = ()


JavaType: TypeAlias = PrimitiveType | ArrayType | ClassType

_NOWHERE = JavaFile(path="", tree=parse(""))
"""Where the JDK's own types are written: nothing is imported there."""

OBJECT: JavaType = ClassType(LibraryType(qualified="java.lang.Object", kind="c"))
"""`java.lang.Object`: what a wildcard or a variable without a bound stands for."""


def erased_name(javatype: JavaType) -> str:
    """Return the full name of the class of a type, as `Class.getName` would tell it apart."""
    match javatype:
        case PrimitiveType(name=name):
            return name
        case ArrayType(element=element):
            return f"{erased_name(element)}[]"
        case ClassType(symbol=symbol):
            return symbol.qualified


def described(javatype: JavaType) -> str:
    """Write a type as a person would: `Map<String, Address>[]`."""
    match javatype:
        case PrimitiveType(name=name):
            return name
        case ArrayType(element=element):
            return f"{described(element)}[]"
        case ClassType(symbol=symbol, arguments=arguments):
            simple = symbol.name if isinstance(symbol, TypeDeclaration) else symbol.simple
            return f"{simple}<{', '.join(map(described, arguments))}>" if arguments else simple


class Types:
    """Fills type arguments in.

    Args:
        names: looks names up.
    """

    def __init__(self, names: Names) -> None:
        self.names = names

    def resolve(
        self,
        written: TypeName,
        scope: TypeDeclaration | JavaFile,
        bindings: Mapping[str, JavaType] | None = None,
        variables: tuple[TypeParameter, ...] = (),
    ) -> JavaType:
        """Return the type that is written somewhere.

        Args:
            written: the type.
            scope: the class, or the file, that it is written in.
            bindings: variable -> what it stands for; of others the bound counts.
            variables: those of a method.
        """
        return self._resolve(written, scope, bindings or {}, variables, frozenset())

    def _resolve(
        self,
        written: TypeName,
        scope: TypeDeclaration | JavaFile,
        bindings: Mapping[str, JavaType],
        variables: tuple[TypeParameter, ...],
        bounding: frozenset[str],
    ) -> JavaType:
        if written.dimensions:
            element = TypeName(name=written.name, arguments=written.arguments, bound=written.bound)
            resolved = self._resolve(element, scope, bindings, variables, bounding)
            for _ in range(written.dimensions):
                resolved = ArrayType(resolved)
            return resolved
        if written.name in PRIMITIVES:
            return PrimitiveType(written.name)
        if written.name == "?":
            if written.bound is None:
                return OBJECT
            return self._resolve(written.bound, scope, bindings, variables, bounding)
        if written.name in bindings:
            return bindings[written.name]
        variable = _variable(written.name, scope, variables)
        if variable is not None:
            if not variable.bounds or variable.name in bounding:
                return OBJECT
            return self._resolve(variable.bounds[0], scope, bindings, variables, bounding | {variable.name})
        symbol = self.names.type(written.name, scope)
        if isinstance(symbol, LibraryType) and symbol.qualified == "java.lang.Object":
            return OBJECT
        arguments = tuple(self._resolve(one, scope, bindings, variables, bounding) for one in written.arguments)
        return ClassType(symbol, arguments)

    def bindings(self, javatype: ClassType) -> dict[str, JavaType]:
        """Return what the type variables of a declared class stand for; empty where it is used raw."""
        if not isinstance(javatype.symbol, TypeDeclaration):
            return {}
        names = [parameter.name for parameter in javatype.symbol.type_parameters]
        return dict(zip(names, javatype.arguments, strict=False))

    def supertypes(self, javatype: ClassType) -> Iterator[ClassType]:
        """Yield what a declared class extends and implements, with its arguments carried over."""
        symbol = javatype.symbol
        if not isinstance(symbol, TypeDeclaration):
            return
        written = [symbol.superclass] if symbol.superclass is not None else []
        bindings = self.bindings(javatype)
        for one in (*written, *symbol.interfaces):
            outside = symbol.outer or symbol.file
            resolved = self._resolve(one, outside, bindings, symbol.type_parameters, frozenset())
            if isinstance(resolved, ClassType):
                yield resolved

    def superclass(self, javatype: ClassType) -> ClassType | None:
        """Return what a declared class extends; None for nothing but `Object`."""
        symbol = javatype.symbol
        if not isinstance(symbol, TypeDeclaration) or symbol.superclass is None or symbol.kind == "interface":
            return None
        return next(self.supertypes(javatype), None)

    def superclasses(self, javatype: ClassType) -> Iterator[TypeDeclaration]:
        """Yield the declared classes that a class extends, the nearest first; a circle ends where it closes."""
        seen = {javatype.symbol}
        current = self.superclass(javatype)
        while current is not None and isinstance(current.symbol, TypeDeclaration) and current.symbol not in seen:
            seen.add(current.symbol)
            yield current.symbol
            current = self.superclass(current)

    def ancestry(self, javatype: ClassType) -> Iterator[ClassType]:
        """Yield a class and everything that it extends or implements, itself first, each once."""
        seen: set[Symbol | int] = set()
        pending = [javatype]
        while pending:
            current = pending.pop(0)
            key = id(current.symbol) if isinstance(current.symbol, TypeDeclaration) else current.symbol
            if key not in seen:
                seen.add(key)
                yield current
                pending += self.supertypes(current)

    def items(self, javatype: JavaType) -> JavaType | None:
        """Return the element type of an array or a `java.util.Collection`; None for anything else."""
        if isinstance(javatype, ArrayType):
            return javatype.element
        return self._of_library(javatype, "items")

    def values(self, javatype: JavaType) -> JavaType | None:
        """Return the value type of a `java.util.Map`; None for anything else."""
        return self._of_library(javatype, "values")

    def supplied(self, javatype: JavaType) -> JavaType | None:
        """Return what a `java.util.function.Supplier` gives; None for anything else."""
        return self._of_library(javatype, "supplied")

    def is_enum(self, javatype: JavaType) -> bool:
        """Say whether a type is an enum."""
        if not isinstance(javatype, ClassType):
            return False
        symbol = javatype.symbol
        if isinstance(symbol, TypeDeclaration):
            return symbol.kind == "enum"
        return isinstance(symbol, LibraryType) and (symbol.kind == "e" or symbol.qualified == "java.lang.Enum")

    def constants(self, javatype: ClassType) -> tuple[str, ...]:
        """Return the names of an enum's constants, in order."""
        symbol = javatype.symbol
        if isinstance(symbol, TypeDeclaration):
            return tuple(constant.name for constant in symbol.constants)
        return symbol.constants if isinstance(symbol, LibraryType) else ()

    def of_library(self, written: str, owner: ClassType) -> JavaType:
        """Return a type that the JDK's table writes: an index of the owner's arguments, or a name."""
        if written.isdigit():
            index = int(written)
            return owner.arguments[index] if index < len(owner.arguments) else OBJECT
        return self.resolve(written_type(written), _NOWHERE)

    def _of_library(self, javatype: JavaType, attribute: str) -> JavaType | None:
        if not isinstance(javatype, ClassType):
            return None
        for one in self.ancestry(javatype):
            if isinstance(one.symbol, LibraryType):
                written: str | None = getattr(one.symbol, attribute)
                if written is not None:
                    return self.of_library(written, one)
        return None

    def unknown(self, javatype: JavaType) -> UnknownType | None:
        """Return the class of a type where nobody declares it."""
        if isinstance(javatype, ClassType) and isinstance(javatype.symbol, UnknownType):
            return javatype.symbol
        return None


def _variable(
    name: str, scope: TypeDeclaration | JavaFile, variables: tuple[TypeParameter, ...]
) -> TypeParameter | None:
    for parameter in variables:
        if parameter.name == name:
            return parameter
    if isinstance(scope, TypeDeclaration):
        for declared in scope.chain():
            for parameter in declared.type_parameters:
                if parameter.name == name:
                    return parameter
            if declared.is_static:
                break
    return None
