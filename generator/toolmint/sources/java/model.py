"""What the source declares, asked as victools asks it: the properties of a class and what annotations say of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any

from toolmint.sources.java.annotations import Annotations, Use
from toolmint.sources.java.beans import Bean, Beans, Member
from toolmint.sources.java.constants import Constants
from toolmint.sources.java.declarations import Annotation, JavaFile, TypeDeclaration
from toolmint.sources.java.java_types import ArrayType, ClassType, JavaType, PrimitiveType, Types
from toolmint.sources.java.names import Names, UnknownType
from toolmint.sources.java.naming import STRATEGIES
from toolmint.sources.java.scopes import FieldScope

__all__ = ["AGENTSCOPE", "SPRING_AI", "TOOL_PARAM", "Model", "PropertyRules"]

TOOL_PARAM = "io.agentscope.core.tool.ToolParam"
_JACKSON = "com.fasterxml.jackson.annotation."
_NAMING = "com.fasterxml.jackson.databind.annotation.JsonNaming"


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyRules:
    """How a framework reads the properties of a class beside Jackson's annotations."""

    tool_param: str
    """Its annotation, full name."""
    renames: bool
    """Whether that annotation may give a property another name."""
    required_by_default: bool
    nullable: tuple[str, ...] = ()
    """Annotations of properties that need not be there."""


AGENTSCOPE = PropertyRules(tool_param=TOOL_PARAM, renames=True, required_by_default=False)
SPRING_AI = PropertyRules(
    tool_param="org.springframework.ai.tool.annotation.ToolParam",
    renames=False,
    required_by_default=True,
    nullable=("org.springframework.lang.Nullable", "org.jspecify.annotations.Nullable"),
)


class Model:
    """Everything that a source declares.

    Args:
        files: its files.
        rules: how properties are read.
    """

    def __init__(self, files: Iterable[JavaFile], rules: PropertyRules = AGENTSCOPE) -> None:
        self.files = tuple(files)
        self._rules = rules
        self.names = Names(self.files)
        self.constants = Constants(self.names)
        self.annotations = Annotations(self.names, self.constants)
        self.types = Types(self.names)
        self.beans = Beans(self.types, self.annotations)
        self._properties: dict[ClassType, tuple[tuple[FieldScope, bool], ...]] = {}

    def ruled_by(self, rules: PropertyRules) -> Model:
        """Return the same declarations, their properties read by the rules of another framework."""
        other = copy(self)
        other._rules = rules
        other._properties = {}
        return other

    def properties(self, javatype: ClassType) -> tuple[tuple[FieldScope, bool], ...]:
        """Return each field of a declared class that becomes a property, and whether it is required."""
        if javatype not in self._properties:
            self._properties[javatype] = tuple(self._find_properties(javatype))
        return self._properties[javatype]

    def _find_properties(self, javatype: ClassType) -> Iterator[tuple[FieldScope, bool]]:
        bean = self.bean(javatype)
        for member in bean.members:
            if self._is_left_out(member):
                continue
            name = self._name(member)
            declared = member.field.name
            if declared in bean.ignored or (declared not in bean.known and name not in bean.known):
                continue
            scope = self.scope(member, name)
            yield scope, self._is_required(scope)

    def bean(self, javatype: ClassType) -> Bean:
        """Return the fields of a declared class."""
        assert isinstance(javatype.symbol, TypeDeclaration)
        return self.beans.of(javatype.symbol, javatype)

    def scope(self, member: Member, name: str) -> FieldScope:
        """Return a field as a property."""
        bindings = self.types.bindings(member.type)
        declared = self.types.resolve(member.field.type, member.owner, bindings)
        getter = (member.getter[0].annotations, member.getter[1]) if member.getter is not None else None
        return FieldScope(
            field=member.field, owner=member.owner, getter=getter, declared=declared, type=declared, name=name
        )

    def library_property(self, name: str, javatype: JavaType) -> FieldScope:
        """Return a field of a library's class as a property."""
        return FieldScope(field=None, owner=None, getter=None, declared=javatype, type=javatype, name=name)

    def unwrapped(self, javatype: ClassType) -> Iterator[tuple[JavaType, str, str]]:
        """Yield the type, the prefix and the suffix of each member whose properties stand in its holder's place."""
        for member in self.bean(javatype).members:
            use = self.annotations.find(member.field.annotations, member.owner, f"{_JACKSON}JsonUnwrapped")
            if use is not None and use.flag("enabled", default=True):
                yield self.scope(member, member.field.name).type, use.text("prefix"), use.text("suffix")
        for one in self.types.ancestry(javatype):
            if isinstance(one.symbol, TypeDeclaration):
                for method in one.symbol.methods:
                    use = self.annotations.find(method.annotations, one.symbol, f"{_JACKSON}JsonUnwrapped")
                    if use is not None and use.flag("enabled", default=True):
                        returned = self.types.resolve(method.returns, one.symbol, self.types.bindings(one))
                        yield returned, use.text("prefix"), use.text("suffix")

    def attributes(self, scope: FieldScope) -> dict[str, Any]:
        """Return what annotations add to a property's schema."""
        found: dict[str, Any] = {}
        description = self.description(scope)
        if description is not None:
            found["description"] = description
        use = self.of_property(scope, f"{_JACKSON}JsonProperty")
        access = use.choice("access") if use is not None else ""
        if access == "READ_ONLY":
            found["readOnly"] = True
        elif access == "WRITE_ONLY":
            found["writeOnly"] = True
        return found

    def description(self, scope: FieldScope) -> str | None:
        """Return a property's description: Jackson's comes before AgentScope's."""
        if not scope.is_item:
            use = self.of_property(scope, f"{_JACKSON}JsonPropertyDescription", bundled=False)
            if use is not None:
                return use.text("value")
        use = self.of_property(scope, self._rules.tool_param, bundled=False)
        stated = use.text("description") if use is not None else ""
        return stated if stated.strip() else None

    def class_description(self, javatype: JavaType) -> str | None:
        """Return what `@JsonClassDescription` says of a class."""
        use = self.of_class(javatype, f"{_JACKSON}JsonClassDescription")
        return use.text("value") if use is not None else None

    def of_class(self, javatype: JavaType, wanted: str) -> Use | None:
        """Return an annotation of a declared class."""
        if not isinstance(javatype, ClassType) or not isinstance(javatype.symbol, TypeDeclaration):
            return None
        return self.annotations.find(javatype.symbol.annotations, javatype.symbol, wanted)

    def of_property(self, scope: FieldScope, wanted: str, *, bundled: bool = True) -> Use | None:
        """Return an annotation of a field, else of its getter."""
        if scope.field is None or scope.owner is None:
            return None
        found = self.annotations.find(scope.field.annotations, scope.owner, wanted, bundled=bundled)
        if found is None and scope.getter is not None:
            found = self.annotations.find(scope.getter[0], scope.getter[1], wanted, bundled=bundled)
        return found

    def unknown_part(self, javatype: ClassType) -> UnknownType | None:
        """Return the class, or what it extends, where nobody declares it."""
        if isinstance(javatype.symbol, UnknownType):
            return javatype.symbol
        return self.bean(javatype).unknown if isinstance(javatype.symbol, TypeDeclaration) else None

    def is_known(self, javatype: JavaType, depth: int = 0) -> bool:
        """Say whether a type's schema can be told without guessing."""
        match javatype:
            case PrimitiveType():
                return True
            case ArrayType(element=element):
                return self.is_known(element, depth)
            case ClassType(symbol=symbol, arguments=arguments):
                if isinstance(symbol, UnknownType):
                    return False
                if depth > 8 or not all(self.is_known(one, depth + 1) for one in arguments):
                    return depth > 8
                if not isinstance(symbol, TypeDeclaration) or symbol.kind == "enum":
                    return True
                if self.unknown_part(javatype) is not None:
                    return False
                return all(self.is_known(scope.type, depth + 1) for scope, _ in self.properties(javatype))

    def _is_left_out(self, member: Member) -> bool:
        if "transient" in member.field.modifiers:
            return True
        if self._of_member(member, f"{_JACKSON}JsonBackReference") is not None:
            return True
        unwrapped = self._of_member(member, f"{_JACKSON}JsonUnwrapped")
        return unwrapped is not None and unwrapped.flag("enabled", default=True)

    def _name(self, member: Member) -> str:
        declared = member.field.name
        use = self._of_member(member, f"{_JACKSON}JsonProperty")
        stated = use.text("value") if use is not None else ""
        if stated and stated != declared:
            return stated
        naming = self.annotations.find(member.owner.annotations, member.owner, _NAMING)
        if naming is not None:
            strategy = naming.class_type("value", self.types)
            symbol = strategy.symbol if isinstance(strategy, ClassType) else None
            translate = STRATEGIES.get(symbol.qualified.rpartition(".")[2]) if symbol is not None else None
            if translate is not None:
                return translate(declared)
        if not self._rules.renames:
            return declared
        use = self.annotations.find(member.field.annotations, member.owner, TOOL_PARAM, bundled=False)
        named = use.text("name") if use is not None else ""
        return named if named.strip() else declared

    def _is_required(self, scope: FieldScope) -> bool:
        stated = self.of_property(scope, f"{_JACKSON}JsonProperty")
        if stated is not None and stated.flag("required", default=False):
            return True
        use = self.of_property(scope, self._rules.tool_param, bundled=False)
        if use is not None:
            return use.flag("required", default=True)
        if not self._rules.required_by_default or stated is not None:
            return False
        return not any(self.of_property(scope, one, bundled=False) for one in self._rules.nullable)

    def _of_member(self, member: Member, wanted: str) -> Use | None:
        annotations: tuple[Annotation, ...] = member.field.annotations
        found = self.annotations.find(annotations, member.owner, wanted)
        if found is None and member.getter is not None:
            found = self.annotations.find(member.getter[0].annotations, member.getter[1], wanted)
        return found
