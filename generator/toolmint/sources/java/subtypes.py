"""Polymorphic types: `@JsonTypeInfo` and `@JsonSubTypes` (victools' `JsonSubTypesResolver` 4.38.0)."""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias

from toolmint.sources.java.annotations import Use
from toolmint.sources.java.declarations import TypeDeclaration
from toolmint.sources.java.java_types import ClassType, JavaType, erased_name
from toolmint.sources.java.model import Model
from toolmint.sources.java.names import UnknownType
from toolmint.sources.java.scopes import FieldScope

__all__ = ["Provider", "Subtypes"]

Provider: TypeAlias = Literal["subtypes", "unwrapped"] | None
"""A way to define a type that is passed over: what it makes is made of the plain definition."""

_JACKSON = "com.fasterxml.jackson.annotation."
_TYPE_INFO = f"{_JACKSON}JsonTypeInfo"
_SUBTYPES = f"{_JACKSON}JsonSubTypes"
_DEFAULT_PROPERTY = {"NAME": "@type", "CLASS": "@class"}


class _References(Protocol):
    def reference(self, javatype: JavaType, ignored: Provider = None) -> dict[str, Any]: ...


class Subtypes:
    """Says what a type may be in the place of another.

    Args:
        model: what the source declares.
        schemas: leads to the schema of a type.
    """

    def __init__(self, model: Model, schemas: _References) -> None:
        self._model = model
        self._schemas = schemas

    def of_type(self, javatype: JavaType) -> list[JavaType]:
        """Return the subtypes that a class lists."""
        use = self._model.of_class(javatype, _SUBTYPES)
        return self._listed(use, javatype) if use is not None else []

    def of_field(self, scope: FieldScope) -> list[JavaType] | None:
        """Return the subtypes that a field lists; None where it lists none."""
        use = self._model.of_property(scope, _SUBTYPES)
        return self._listed(use, scope.type) if use is not None else None

    def definition(self, javatype: JavaType) -> dict[str, Any] | None:
        """Return the schema of a type that says which one it is; None for any other."""
        holder = self._with_type_info(javatype)
        if holder is None or self._model.of_class(javatype, _SUBTYPES) is not None:
            return None
        info = self._model.of_class(holder, _TYPE_INFO)
        assert info is not None
        return self._identified(javatype, info, self._model.of_class(holder, _SUBTYPES), {})

    def of_property(self, scope: FieldScope, attributes: dict[str, Any]) -> tuple[dict[str, Any], bool] | None:
        """Return the schema of a property that says for itself which type it is, and whether attributes are added."""
        if self._model.of_class(scope.type, _SUBTYPES) is not None:
            return None
        info = self._model.of_property(scope, _TYPE_INFO)
        if info is None:
            return None
        if info.choice("use") == "NONE":
            return {"allOf": [self._schemas.reference(scope.type, "subtypes")]}, True
        held = self._model.of_property(scope, _SUBTYPES)
        definition = self._identified(scope.type, info, held, attributes)
        return None if definition is None else (definition, False)

    def _listed(self, use: Use, declared: JavaType) -> list[JavaType]:
        found = [one.class_type("value", self._model.types) for one in use.nested("value")]
        return [self._bound(one, declared) for one in found if one is not None]

    def _bound(self, subtype: JavaType, declared: JavaType) -> JavaType:
        """Carry the type arguments of a type over to one that extends it, where they say all of its own."""
        if not isinstance(subtype, ClassType) or not isinstance(subtype.symbol, TypeDeclaration):
            return subtype
        parameters = [one.name for one in subtype.symbol.type_parameters]
        if not parameters or not isinstance(declared, ClassType) or not declared.arguments:
            return subtype
        # Each variable stands for itself, to see where the supertype holds it.
        marks = {name: ClassType(UnknownType(f"?{name}")) for name in parameters}
        for one in self._model.types.ancestry(ClassType(subtype.symbol, tuple(marks.values()))):
            if one.symbol is declared.symbol:
                held = dict(zip(one.arguments, declared.arguments, strict=False))
                known = {name: held[mark] for name, mark in marks.items() if mark in held}
                if len(known) == len(parameters):
                    return ClassType(subtype.symbol, tuple(known[name] for name in parameters))
        return subtype

    def _with_type_info(self, javatype: JavaType) -> ClassType | None:
        """Find the class that says how types are told apart: itself, what it implements, what it extends."""
        current = javatype if isinstance(javatype, ClassType) else None
        seen: set[object] = set()
        while current is not None and current.symbol not in seen:
            seen.add(current.symbol)
            above = self._model.types.superclass(current)
            direct = (one for one in self._model.types.supertypes(current) if one != above)
            for one in (current, *direct):
                if self._model.of_class(one, _TYPE_INFO) is not None:
                    return one
            current = above
        return None

    def _identified(
        self, javatype: JavaType, info: Use, subtypes: Use | None, attributes: dict[str, Any]
    ) -> dict[str, Any] | None:
        use = info.choice("use")
        if use == "CLASS":
            declared = javatype.symbol if isinstance(javatype, ClassType) else None
            identifier = declared.binary if isinstance(declared, TypeDeclaration) else erased_name(javatype)
        elif use == "NAME":
            identifier = self._name(javatype, subtypes)
        else:
            return None
        nested = self._schemas.reference(javatype, "subtypes")
        match info.choice("include", "PROPERTY"):
            case "WRAPPER_ARRAY":
                held = {"allOf": [nested, attributes]} if attributes else nested
                return {"type": "array", "prefixItems": [{"type": "string", "const": identifier}, held]}
            case "WRAPPER_OBJECT":
                held = {"allOf": [nested, attributes]} if attributes else nested
                return {"type": "object", "properties": {identifier: held}, "required": [identifier]}
            case "PROPERTY" | "EXISTING_PROPERTY":
                name = info.text("property") or _DEFAULT_PROPERTY[use]
                part: dict[str, Any] = {**attributes, "type": "object", "properties": {name: {"const": identifier}}}
                default = info.class_type("defaultImpl", self._model.types)
                if default is None or erased_name(default) != erased_name(javatype):
                    part["required"] = [name]
                return {"allOf": [nested, part]}
            case _:
                return None

    def _name(self, javatype: JavaType, subtypes: Use | None) -> str:
        for one in subtypes.nested("value") if subtypes is not None else ():
            listed = one.class_type("value", self._model.types)
            if listed is not None and erased_name(listed) == erased_name(javatype):
                if name := one.text("name"):
                    return name
                break
        use = self._model.of_class(javatype, f"{_JACKSON}JsonTypeName")
        if use is not None and (name := use.text("value")):
            return name
        if isinstance(javatype, ClassType) and isinstance(javatype.symbol, TypeDeclaration):
            return "$".join(reversed([one.name for one in javatype.symbol.chain()]))
        return erased_name(javatype).rpartition(".")[2]
