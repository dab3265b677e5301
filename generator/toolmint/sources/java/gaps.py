"""Where AgentScope's schema and the Java code part: what a model is told is not what Jackson takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from toolmint.ir.binding import SchemaGap, SchemaGapKind
from toolmint.location import Location
from toolmint.sources.java.beans import Member
from toolmint.sources.java.declarations import Parameter, TypeDeclaration
from toolmint.sources.java.fixed_types import FIXED
from toolmint.sources.java.java_types import (
    OBJECT,
    ArrayType,
    ClassType,
    JavaType,
    PrimitiveType,
    described,
    erased_name,
)
from toolmint.sources.java.library import LibraryType
from toolmint.sources.java.model import Model
from toolmint.sources.java.places import Places
from toolmint.sources.java.scopes import FieldScope

__all__ = ["Gaps"]

_DEEPEST = 20
_JACKSON = "com.fasterxml.jackson.annotation."
_OPTIONALS = frozenset(
    {
        "java.util.Optional",
        "java.util.OptionalInt",
        "java.util.OptionalLong",
        "java.util.OptionalDouble",
    }
)
_INTENDED = (
    f"{_JACKSON}JsonIgnore",
    f"{_JACKSON}JsonBackReference",
    f"{_JACKSON}JsonAnySetter",
    f"{_JACKSON}JsonAnyGetter",
    f"{_JACKSON}JacksonInject",
)


@dataclass(slots=True)
class _Walk:
    """One argument while it is looked through."""

    place: Location
    found: list[SchemaGap] = field(default_factory=list)
    seen: set[JavaType] = field(default_factory=set)

    def add(self, kind: SchemaGapKind, path: tuple[str, ...], java: str, place: Location | None = None) -> None:
        self.found.append(SchemaGap(kind=kind, path=path, java=java, origin=place or self.place))


class Gaps:
    """Looks through the types of arguments.

    Args:
        model: what the source declares.
        places: says where things stand.
    """

    def __init__(self, model: Model, places: Places) -> None:
        self._model = model
        self._places = places

    def of_parameter(
        self, parameter: Parameter, javatype: JavaType, argument: str, place: Location, *, required: bool
    ) -> list[SchemaGap]:
        """Return the gaps of one argument.

        Args:
            parameter: as it is declared.
            javatype: its type.
            argument: its name for the model.
            place: where it stands.
            required: whether the model must give it.
        """
        walk = _Walk(place)
        if isinstance(javatype, PrimitiveType) and not required:
            walk.add("optional-primitive", (argument,), javatype.name)
        if self._is_wrapper(javatype):
            walk.add("optional-parameter", (argument,), described(javatype))
        else:
            self._type(javatype, (argument,), walk, None)
        return walk.found

    def _is_wrapper(self, javatype: JavaType) -> bool:
        return erased_name(javatype) in _OPTIONALS or self._model.types.supplied(javatype) is not None

    def _type(self, javatype: JavaType, path: tuple[str, ...], walk: _Walk, place: Location | None) -> None:
        name = erased_name(javatype)
        items = self._model.types.items(javatype)
        if items is not None:
            self._type(items, (*path, "[]"), walk, place)
        elif name in ("byte", "java.lang.Byte"):
            walk.add("byte", path, described(javatype), place)
        elif isinstance(javatype, PrimitiveType | ArrayType) or javatype in (OBJECT,):
            return
        elif self._model.types.is_enum(javatype):
            self._enum(javatype, path, walk, place)
        elif (values := self._model.types.values(javatype)) is not None:
            if values != OBJECT:
                walk.add("map-values", path, described(javatype), place)
        elif name not in FIXED:
            self._object(javatype, path, walk, place)

    def _enum(self, javatype: ClassType, path: tuple[str, ...], walk: _Walk, place: Location | None) -> None:
        symbol = javatype.symbol
        if not isinstance(symbol, TypeDeclaration):
            return
        annotations = self._model.annotations
        spelt = any(annotations.has(one.annotations, symbol, f"{_JACKSON}JsonProperty") for one in symbol.constants)
        marks = (*(one.annotations for one in symbol.methods), *(one.annotations for one in symbol.fields))
        valued = any(annotations.has(held, symbol, f"{_JACKSON}JsonValue") for held in marks)
        if spelt or valued:
            means = "@JsonValue" if valued else "@JsonProperty"
            walk.add("enum-spelling", path, f"{symbol.name} ({means})", place)

    def _object(self, javatype: ClassType, path: tuple[str, ...], walk: _Walk, place: Location | None) -> None:
        if javatype in walk.seen or len(path) > _DEEPEST:
            return
        walk.seen.add(javatype)
        symbol = javatype.symbol
        if isinstance(symbol, LibraryType):
            if symbol.fields:
                names = ", ".join(name for name, _ in symbol.fields)
                walk.add("library-fields", path, f"{described(javatype)} ({names})", place)
            else:
                walk.add("bare-object", path, described(javatype), place)
            return
        if not isinstance(symbol, TypeDeclaration) or self._model.of_class(javatype, f"{_JACKSON}JsonSubTypes"):
            return
        dropped = list(self._dropped(javatype))
        for member in dropped:
            spot = self._places.at(member.owner.file, member.field.span, member.owner.binary, member.field.name)
            walk.add("dropped-field", path, f"{member.owner.name}.{member.field.name}", spot)
        scopes = [scope for scope, _ in self._model.properties(javatype)]
        if not scopes and not dropped and not any(True for _ in self._model.unwrapped(javatype)):
            walk.add("bare-object", path, described(javatype), place)
        for scope in scopes:
            self._type(_inner(scope), (*path, scope.name), walk, self._of_field(scope))

    def _of_field(self, scope: FieldScope) -> Location | None:
        if scope.field is None or scope.owner is None:
            return None
        return self._places.at(scope.owner.file, scope.field.span, scope.owner.binary, scope.field.name)

    def _dropped(self, javatype: ClassType) -> Iterator[Member]:
        """Yield the fields that Jackson does not know, save those that somebody wants left out."""
        bean = self._model.bean(javatype)
        kept = {id(scope.field) for scope, _ in self._model.properties(javatype)}
        for member in bean.members:
            own = member.field
            if id(own) in kept or "transient" in own.modifiers or own.name in bean.ignored:
                continue
            marks = [(own.annotations, member.owner)]
            if member.getter is not None:
                marks.append((member.getter[0].annotations, member.getter[1]))
            wanted = (*_INTENDED, f"{_JACKSON}JsonUnwrapped")
            if any(self._model.annotations.has(held, owner, *wanted) for held, owner in marks):
                continue
            if "final" in own.modifiers and own.value is not None:
                continue
            yield member


def _inner(scope: FieldScope) -> JavaType:
    """Return what a property holds: an `Optional` in a field is what it may hold, or null."""
    held = scope.type
    if isinstance(held, ClassType) and held.symbol.qualified == "java.util.Optional":
        return held.arguments[0] if held.arguments else OBJECT
    return held
