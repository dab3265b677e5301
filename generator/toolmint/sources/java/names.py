"""What a name in a Java file means (JLS 6.4, 6.5): declared types, library types, type variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from toolmint.sources.java.declarations import Annotation, Field, JavaFile, TypeDeclaration, TypeName
from toolmint.sources.java.library import LibraryType, find

__all__ = ["Names", "Symbol", "UnknownType", "qualified"]


@dataclass(frozen=True, slots=True)
class UnknownType:
    """A type that neither the source nor a known library declares."""

    qualified: str
    """Its full name, as far as the imports tell it."""

    @property
    def simple(self) -> str:
        """The name without what stands before it."""
        return self.qualified.rpartition(".")[2]


Symbol: TypeAlias = TypeDeclaration | LibraryType | UnknownType


def qualified(symbol: Symbol) -> str:
    """Return the full name of a type."""
    return symbol.qualified


class Names:
    """Looks names up.

    Args:
        files: everything that belongs to the source.
    """

    def __init__(self, files: Iterable[JavaFile]) -> None:
        self._declared: dict[str, TypeDeclaration] = {}
        self._known: dict[tuple[int, str], Symbol | None] = {}
        for file in files:
            for declared in file.everything():
                if not declared.local:
                    self._declared.setdefault(declared.qualified, declared)

    def declared(self, name: str) -> TypeDeclaration | None:
        """Return the type that the source declares under a full name."""
        return self._declared.get(name)

    def everything(self) -> Iterable[TypeDeclaration]:
        """Return every type that the source declares and that has a name."""
        return self._declared.values()

    def type(self, name: str, scope: TypeDeclaration | JavaFile) -> Symbol:
        """Return what a type's name means where it is written."""
        key = (id(scope), name)
        if key not in self._known:
            self._known[key] = None  # a name that leads back to itself means nothing
            self._known[key] = self._type(name, scope)
        return self._known[key] or UnknownType(name)

    def annotation(self, annotation: Annotation, scope: TypeDeclaration | JavaFile) -> str:
        """Return the full name of an annotation."""
        return self.type(annotation.name, scope).qualified

    def supertypes(self, declared: TypeDeclaration) -> Iterator[Symbol]:
        """Yield what a type extends and implements."""
        for name in _supertype_names(declared):
            yield self.type(name.name, _scope_of_head(declared))

    def field(self, owner: TypeDeclaration, name: str) -> tuple[Field, TypeDeclaration] | None:
        """Find a field by its name in a type and in what it extends and implements."""
        seen: set[int] = set()
        pending: list[TypeDeclaration] = [owner]
        while pending:
            current = pending.pop(0)
            if id(current) in seen:
                continue
            seen.add(id(current))
            found = next((one for one in current.fields if one.name == name), None)
            if found is not None:
                return found, current
            pending += [one for one in self.supertypes(current) if isinstance(one, TypeDeclaration)]
        return None

    def visible_field(self, name: str, scope: TypeDeclaration | JavaFile) -> tuple[Field, TypeDeclaration] | str | None:
        """Find a field by its simple name: own, inherited, of the classes around, imported.

        Returns:
            The field with its owner; the full name of a member of a class that the source does not declare; None.
        """
        file = scope.file if isinstance(scope, TypeDeclaration) else scope
        if isinstance(scope, TypeDeclaration):
            for declared in scope.chain():
                found = self.field(declared, name)
                if found is not None:
                    return found
        for owner in [*file.static_imports.get(name, ()), *file.static_packages]:
            held = self._absolute(owner)
            if isinstance(held, TypeDeclaration):
                found = self.field(held, name)
                if found is not None:
                    return found
        owners = file.static_imports.get(name, ())
        return f"{owners[0]}.{name}" if owners else None

    def _type(self, name: str, scope: TypeDeclaration | JavaFile) -> Symbol | None:
        first, _, rest = name.partition(".")
        found = self._simple(first, scope)
        if found is not None:
            return self._member(found, rest) if rest else found
        if rest:
            absolute = self._absolute(name)
            if absolute is not None:
                return absolute
            return UnknownType(name)
        file = scope.file if isinstance(scope, TypeDeclaration) else scope
        return UnknownType(file.imports.get(name, name))

    def _simple(self, name: str, scope: TypeDeclaration | JavaFile) -> Symbol | None:
        file = scope.file if isinstance(scope, TypeDeclaration) else scope
        if isinstance(scope, TypeDeclaration):
            for declared in scope.chain():
                if declared.name == name:
                    return declared
                member = self._inherited(declared, name, set())
                if member is not None:
                    return member
        if name in file.imports:
            return self._absolute(file.imports[name]) or UnknownType(file.imports[name])
        for owner in file.static_imports.get(name, ()):
            found = self._absolute(f"{owner}.{name}")
            if found is not None:
                return found
        places: Sequence[str] = (file.package, "java.lang", *file.packages, *file.static_packages)
        for place in places:
            found = self._absolute(f"{place}.{name}" if place else name)
            if found is not None:
                return found
        return None

    def _inherited(self, owner: TypeDeclaration, name: str, seen: set[int]) -> Symbol | None:
        if id(owner) in seen:
            return None
        seen.add(id(owner))
        if name in owner.nested:
            return owner.nested[name]
        for supertype in _supertype_names(owner):
            if supertype.name.rpartition(".")[2] == name:
                continue
            symbol = self.type(supertype.name, _scope_of_head(owner))
            found: Symbol | None = None
            if isinstance(symbol, TypeDeclaration):
                found = self._inherited(symbol, name, seen)
            elif isinstance(symbol, LibraryType):
                found = _nested_of_library(symbol, name)
            if found is not None:
                return found
        return None

    def _member(self, symbol: Symbol, rest: str) -> Symbol | None:
        for name in rest.split("."):
            found: Symbol | None
            if isinstance(symbol, TypeDeclaration):
                found = self._inherited(symbol, name, set())
            elif isinstance(symbol, LibraryType):
                found = _nested_of_library(symbol, name)
            else:
                found = UnknownType(f"{symbol.qualified}.{name}")
            if found is None:
                return UnknownType(f"{symbol.qualified}.{rest}")
            symbol = found
        return symbol

    def _absolute(self, name: str) -> Symbol | None:
        """Look a full name up, `a.b.Outer.Inner` too."""
        if name in self._declared:
            return self._declared[name]
        parts = name.split(".")
        for cut in range(len(parts) - 1, 0, -1):
            found = find(".".join(parts[:cut]), ".".join(parts[cut:]))
            if found is not None:
                return found
        return None


def _scope_of_head(declared: TypeDeclaration) -> TypeDeclaration | JavaFile:
    """Return where the names in a type's head are looked up: outside its body, so that it cannot mean itself."""
    return declared.outer if declared.outer is not None else declared.file


def _supertype_names(declared: TypeDeclaration) -> Iterator[TypeName]:
    if declared.superclass is not None:
        yield declared.superclass
    yield from declared.interfaces


def _nested_of_library(symbol: LibraryType, name: str) -> LibraryType | None:
    parts = symbol.qualified.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        found = find(".".join(parts[:cut]), ".".join([*parts[cut:], name]))
        if found is not None:
            return found
    return None
