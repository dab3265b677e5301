"""Which fields of a class reach a schema: those that Jackson's serialization knows a property for.

A static model of `POJOPropertiesCollector` (jackson-databind 2.18 to 2.21), as far as AgentScope asks it: victools
takes the fields of a class and keeps those whose name is the internal name of a property. What annotations say of a
field may stand on its getter too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from toolmint.sources.java import lombok
from toolmint.sources.java.accessors import Property, allowed, mangled, named, renamed, stays
from toolmint.sources.java.annotations import Annotations, Use
from toolmint.sources.java.declarations import Annotation, Field, Method, TypeDeclaration
from toolmint.sources.java.java_types import ClassType, Types
from toolmint.sources.java.names import UnknownType
from toolmint.sources.java.problems import Refused

__all__ = ["Bean", "Beans", "Member"]

_JACKSON = "com.fasterxml.jackson.annotation."
_PROPERTY = f"{_JACKSON}JsonProperty"
_IGNORE = f"{_JACKSON}JsonIgnore"
_INFER_WRITING = (
    "com.fasterxml.jackson.databind.annotation.JsonSerialize",
    *(
        f"{_JACKSON}{name}"
        for name in (
            "JsonView",
            "JsonFormat",
            "JsonTypeInfo",
            "JsonRawValue",
            "JsonUnwrapped",
            "JsonBackReference",
            "JsonManagedReference",
        )
    ),
)
_INFER_READING = (
    "com.fasterxml.jackson.databind.annotation.JsonDeserialize",
    *(
        f"{_JACKSON}{name}"
        for name in (
            "JsonView",
            "JsonFormat",
            "JsonTypeInfo",
            "JsonUnwrapped",
            "JsonBackReference",
            "JsonManagedReference",
            "JsonMerge",
        )
    ),
)
_BOOLEANS = ("boolean", "Boolean", "java.lang.Boolean")


@dataclass(slots=True, eq=False)
class Member:
    """A field of a class, or of what it extends."""

    field: Field
    owner: TypeDeclaration
    """The class that declares it."""
    type: ClassType
    """That class as the one asked about extends it."""
    getter: tuple[Method, TypeDeclaration] | None = None


_Held: TypeAlias = Callable[[str], Property]
"""Gives the property of a name."""


@dataclass(frozen=True, slots=True, eq=False)
class Bean:
    """What a class holds."""

    members: tuple[Member, ...]
    """Its fields, those of what it extends first; one that is shadowed is left out."""
    known: frozenset[str]
    """Internal names of the properties that Jackson knows."""
    ignored: frozenset[str]
    """Names that `@JsonIgnoreProperties` lists."""
    unknown: UnknownType | None = None
    """What it extends and nobody declares."""


class Beans:
    """Looks into classes.

    Args:
        types: resolves what they extend.
        annotations: finds what Jackson and Lombok go by.
    """

    def __init__(self, types: Types, annotations: Annotations) -> None:
        self._types = types
        self._annotations = annotations
        self._beans: dict[int, Bean] = {}
        self._methods: dict[int, list[Method]] = {}

    def of(self, declared: TypeDeclaration, javatype: ClassType) -> Bean:
        """Return what a declared class holds, its types as the arguments of `javatype` make them."""
        bean = self._beans.get(id(declared))
        if bean is None:
            bean = self._beans[id(declared)] = self._bean(declared)
        if not javatype.arguments and not declared.superclass:
            return bean
        held = {id(one.symbol): one for one in self._types.ancestry(javatype)}
        members = tuple(
            Member(one.field, one.owner, held.get(id(one.owner), one.type), one.getter) for one in bean.members
        )
        return Bean(members=members, known=bean.known, ignored=bean.ignored, unknown=bean.unknown)

    def methods(self, declared: TypeDeclaration) -> list[Method]:
        """Return the methods of a class, those that Lombok adds among them."""
        known = self._methods.get(id(declared))
        if known is None:
            added = list(lombok.accessors(declared, self._annotations))
            written = {one.name for one in declared.methods if not one.parameters}
            added += [_accessor(one) for one in declared.components if one.name not in written]
            known = self._methods[id(declared)] = [*declared.methods, *added]
        return known

    def _bean(self, declared: TypeDeclaration) -> Bean:
        raw = ClassType(declared)
        lineage = self._lineage(raw)
        hierarchy = [one for one in self._types.ancestry(raw) if isinstance(one.symbol, TypeDeclaration)]
        members: dict[str, Member] = {}
        for one in reversed(lineage):
            owner = one.symbol
            assert isinstance(owner, TypeDeclaration)
            for held in (*owner.fields, *owner.components):
                if "static" not in held.modifiers:
                    members[held.name] = Member(held, owner, one)
        for member in members.values():
            member.getter = self._getter(member.field.name, hierarchy)
        above = self._types.superclass(lineage[-1])
        unknown = above.symbol if above is not None and isinstance(above.symbol, UnknownType) else None
        return Bean(
            members=tuple(members.values()),
            known=self._known(declared, list(members.values()), hierarchy),
            ignored=frozenset(self._ignored(hierarchy)),
            unknown=unknown,
        )

    def _lineage(self, javatype: ClassType) -> list[ClassType]:
        """Return a class and the declared classes that it extends, itself first."""
        found = [javatype]
        while True:
            above = self._types.superclass(found[-1])
            if above is None or not isinstance(above.symbol, TypeDeclaration):
                return found
            if any(one.symbol is above.symbol for one in found):
                return found
            found.append(above)

    def _getter(self, name: str, hierarchy: Iterable[ClassType]) -> tuple[Method, TypeDeclaration] | None:
        """Find the getter as victools does (`FieldScope.doFindGetter`)."""
        capital = name[:1].upper() + name[1:]
        wanted = {f"get{capital}", f"is{capital}"}
        if len(name) > 1 and name[1].isupper():
            wanted |= {f"get{name}", f"is{name}"}
        if name.startswith("is") and len(name) > 2 and name[2].isupper():
            wanted.add(name)
        for one in hierarchy:
            assert isinstance(one.symbol, TypeDeclaration)
            for method in self.methods(one.symbol):
                if method.name in wanted and not method.parameters and _is_instance(method, "public"):
                    return method, one.symbol
        return None

    def _ignored(self, hierarchy: Iterable[ClassType]) -> Iterator[str]:
        # Annotations of a class come before those of what it extends; Jackson takes the first.
        for one in hierarchy:
            assert isinstance(one.symbol, TypeDeclaration)
            use = self._annotations.find(one.symbol.annotations, one.symbol, f"{_JACKSON}JsonIgnoreProperties")
            if use is not None:
                yield from use.texts("value")
                return

    def _known(self, declared: TypeDeclaration, members: list[Member], hierarchy: list[ClassType]) -> frozenset[str]:
        properties: dict[str, Property] = {}
        visibility = self._visibility(hierarchy)

        def held(name: str) -> Property:
            return properties.setdefault(name, Property(name))

        for member in members:
            self._add_field(member, held, visibility)
        for method, owner, marks in self._all_methods(hierarchy):
            if not method.parameters:
                self._add_getter(method, owner, marks, declared, held, visibility)
            elif len(method.parameters) == 1 and declared.kind != "record":
                self._add_setter(method, owner, marks, held, visibility)
        if declared.kind == "record":
            for component in declared.components:
                held(component.name).add(visible=True, ignored=False, stated=None)
        elif declared.is_static:
            for name in self._creator_names(declared):
                held(name).add(visible=True, ignored=False, stated=name)
        return frozenset(renamed(one for one in properties.values() if stays(one)))

    def _add_field(self, member: Member, held: _Held, visibility: dict[str, str]) -> None:
        annotations, owner = member.field.annotations, member.owner
        if self._annotations.has(annotations, owner, f"{_JACKSON}JsonValue"):
            return
        stated = self._stated(annotations, owner, _INFER_WRITING, f"{_JACKSON}JsonGetter")
        access = lombok.access(member.field, owner, self._annotations)
        visible = stated is not None or allowed(access, visibility["field"])
        ignored = self._is_ignored(annotations, owner)
        if "transient" in access and stated is None and not ignored:
            return
        held(member.field.name).add(visible=visible, ignored=ignored, stated=named(stated, member.field.name))

    def _add_getter(
        self,
        method: Method,
        owner: TypeDeclaration,
        annotations: tuple[Annotation, ...],
        declared: TypeDeclaration,
        held: _Held,
        visibility: dict[str, str],
    ) -> None:
        if method.returns.name in ("void", "Void", "java.lang.Void", "") and not method.returns.dimensions:
            return
        if self._annotations.has(annotations, owner, f"{_JACKSON}JsonValue", f"{_JACKSON}JsonKey"):
            return
        stated = self._stated(annotations, owner, _INFER_WRITING, f"{_JACKSON}JsonGetter")
        level = "getter"
        record = declared.kind == "record" and any(one.name == method.name for one in declared.components)
        name = method.name if record else mangled(method.name, "get")
        if name is None and method.returns.name in _BOOLEANS and not method.returns.dimensions:
            name, level = mangled(method.name, "is"), "isGetter"
        if name is None:
            if stated is None:
                return
            name = method.name
        visible = stated is not None or allowed(method.modifiers, visibility[level])
        held(name).add(visible=visible, ignored=self._is_ignored(annotations, owner), stated=named(stated, name))

    def _add_setter(
        self,
        method: Method,
        owner: TypeDeclaration,
        annotations: tuple[Annotation, ...],
        held: _Held,
        visibility: dict[str, str],
    ) -> None:
        if self._annotations.has(annotations, owner, f"{_JACKSON}JsonAnySetter"):
            return
        stated = self._stated(annotations, owner, _INFER_READING, f"{_JACKSON}JsonSetter")
        name = mangled(method.name, "set")
        if name is None:
            if stated is None:
                return
            name = method.name
        visible = stated is not None or allowed(method.modifiers, visibility["setter"])
        held(name).add(visible=visible, ignored=self._is_ignored(annotations, owner), stated=named(stated, name))

    def _stated(
        self, annotations: tuple[Annotation, ...], owner: TypeDeclaration, infer: tuple[str, ...], accessor: str
    ) -> str | None:
        """Return the name that annotations give: empty for the one that it has anyway, None where none is stated."""
        own = self._annotations.find(annotations, owner, accessor)
        if own is not None and (name := own.text("value")):
            return name
        use = self._annotations.find(annotations, owner, _PROPERTY)
        if use is not None:
            return use.text("value")
        return "" if own is not None or self._annotations.has(annotations, owner, *infer) else None

    def _is_ignored(self, annotations: tuple[Annotation, ...], owner: TypeDeclaration) -> bool:
        use = self._annotations.find(annotations, owner, _IGNORE)
        if use is not None:
            return use.flag("value", default=True)
        transient = self._annotations.find(annotations, owner, "java.beans.Transient")
        return transient is not None and transient.flag("value", default=True)

    def _all_methods(
        self, hierarchy: Iterable[ClassType]
    ) -> Iterator[tuple[Method, TypeDeclaration, tuple[Annotation, ...]]]:
        """Yield each method that is no static one, with the annotations of what it overrides."""
        found: dict[tuple[str, int], tuple[Method, TypeDeclaration, list[Annotation]]] = {}
        for one in hierarchy:
            assert isinstance(one.symbol, TypeDeclaration)
            for method in self.methods(one.symbol):
                if "static" in method.modifiers:
                    continue
                key = (method.name, len(method.parameters))
                if key in found:
                    # Looked up where the overriding method stands: annotations are imported under the same names.
                    found[key][2].extend(method.annotations)
                else:
                    found[key] = (method, one.symbol, list(method.annotations))
        for method, owner, marks in found.values():
            yield method, owner, tuple(marks)

    def _visibility(self, hierarchy: Iterable[ClassType]) -> dict[str, str]:
        levels = {
            "field": "PUBLIC_ONLY",
            "getter": "PUBLIC_ONLY",
            "isGetter": "PUBLIC_ONLY",
            "setter": "ANY",
            "creator": "ANY",
        }
        for one in hierarchy:
            assert isinstance(one.symbol, TypeDeclaration)
            use = self._annotations.find(one.symbol.annotations, one.symbol, f"{_JACKSON}JsonAutoDetect")
            if use is not None:
                stated = {name: use.choice(f"{name}Visibility", "DEFAULT") for name in levels}
                return {name: levels[name] if level == "DEFAULT" else level for name, level in stated.items()}
        return levels

    def _creator_names(self, declared: TypeDeclaration) -> list[str]:
        """Return the parameters that annotations name, of the constructor or factory that Jackson would take."""
        factories = [one for one in declared.methods if "static" in one.modifiers]
        marked: list[list[str]] = []
        for creators in (declared.constructors, factories):
            for one in creators:
                use = self._annotations.find(one.annotations, declared, f"{_JACKSON}JsonCreator")
                if use is not None and use.choice("mode") not in ("DELEGATING", "DISABLED"):
                    marked.append(self._parameter_names(one, declared))
            if marked:
                return _only(marked, declared)
        named = [names for one in declared.constructors if (names := self._parameter_names(one, declared))]
        return _only(named, declared) if named else []

    def _parameter_names(self, method: Method, declared: TypeDeclaration) -> list[str]:
        listed: Use | None = self._annotations.find(method.annotations, declared, "java.beans.ConstructorProperties")
        if listed is not None:
            return listed.texts("value")
        uses = (self._annotations.find(one.annotations, declared, _PROPERTY) for one in method.parameters)
        return [name for use in uses if use is not None and (name := use.text("value"))]


def _only(creators: list[list[str]], declared: TypeDeclaration) -> list[str]:
    if len(creators) > 1:
        raise Refused(f"Jackson finds two constructors of `{declared.name}` to call")
    return creators[0]


def _accessor(component: Field) -> Method:
    return Method(
        name=component.name,
        returns=component.type,
        parameters=(),
        modifiers=frozenset({"public"}),
        annotations=component.annotations,
        span=component.span,
    )


def _is_instance(method: Method, access: str) -> bool:
    return access in method.modifiers and "static" not in method.modifiers
