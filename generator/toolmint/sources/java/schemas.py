"""The schema of a type, as victools' generator 4.38.0 makes it with the options that AgentScope sets.

A static model of `SchemaGenerationContextImpl` and `SchemaBuilder` (preset PLAIN_JSON, plain definition keys, Jackson's
module, AgentScope's module): a class that is used once is written in place, one that is used more often becomes a
definition, and the main type that leads back to itself becomes `#`. Its nodes are shared and changed in place, as
there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from toolmint.sources.java.cleanup import clean
from toolmint.sources.java.declarations import TypeDeclaration
from toolmint.sources.java.fixed_types import FIXED, FORMATS
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
from toolmint.sources.java.nodes import (
    DefinitionKey,
    JsonNode,
    affix,
    definition_names,
    make_nullable,
    merge_missing,
)
from toolmint.sources.java.problems import Refused, UnknownSchema
from toolmint.sources.java.scopes import FieldScope
from toolmint.sources.java.subtypes import Provider, Subtypes

__all__ = ["Generator", "Options"]


_DEEPEST = 60
"""How many classes may stand one in another; a generic class that wraps itself anew has no end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Where a schema may say more than AgentScope's."""

    main_is_defined: bool = False
    """Whether a main type that leads back to itself becomes a definition, in place of `#`."""
    map_values: bool = False
    """Whether a map says what its values are."""


@dataclass(slots=True)
class _Details:
    """How a type is asked for."""

    type: JavaType
    scope: FieldScope | None = None
    nullable: bool = False
    inline: bool = False
    ignored: Provider = None


@dataclass(slots=True)
class _State:
    """What one schema has gathered."""

    definitions: dict[DefinitionKey, JsonNode] = field(default_factory=dict)
    references: dict[DefinitionKey, list[JsonNode]] = field(default_factory=dict)
    nullable: dict[DefinitionKey, list[JsonNode]] = field(default_factory=dict)


class Generator:
    """Makes schemas.

    Args:
        model: what the source declares.
        options: where they say more than AgentScope's.
    """

    def __init__(self, model: Model, options: Options | None = None) -> None:
        self._model = model
        self._types = model.types
        self._options = options or Options()
        self._subtypes = Subtypes(model, self)
        self._state = _State()
        self._depth = 0
        self.says_everything = True
        """Whether the last schema would be the same with every option."""

    def generate(self, javatype: JavaType) -> JsonNode:
        """Return the schema of a type, `$defs` inside it.

        Raises:
            UnknownSchema: it needs a class that nobody declares.
            Refused: victools or Jackson would throw.
            NotConstant: an annotation says something that cannot be told.
        """
        self._state = _State()
        self.says_everything = True
        self._traverse(None, _Details(type=javatype))
        main = (javatype, None)
        self.says_everything &= self._count(main) == 0
        result: JsonNode = {}
        apart = self._options.main_is_defined and self._count(main) > 0
        if apart:
            self._refer(main, result, nullable=False)
        definitions = self._resolve_references(main, apart=apart)
        if definitions:
            result["$defs"] = definitions
        if not apart:
            result.update(self._state.definitions[main])
        clean([result, *definitions.values()], definitions)
        return result

    def definition(self, javatype: JavaType, ignored: Provider) -> JsonNode:
        """Return the schema of a type, written in place."""
        node: JsonNode = {}
        self._traverse(node, _Details(type=javatype, inline=True, ignored=ignored))
        return node

    def reference(self, javatype: JavaType, ignored: Provider = None) -> JsonNode:
        """Return what will lead to the schema of a type."""
        node: JsonNode = {}
        self._traverse(node, _Details(type=javatype, ignored=ignored))
        return node

    def _traverse(self, target: JsonNode | None, details: _Details) -> None:
        if self._depth > _DEEPEST:
            raise Refused(f"`{described(details.type)[:60]}` leads to ever larger types")
        self._depth += 1
        try:
            self._traverse_type(target, details)
        finally:
            self._depth -= 1

    def _traverse_type(self, target: JsonNode | None, details: _Details) -> None:
        javatype, key = details.type, (details.type, details.ignored)
        if not details.inline and key in self._state.definitions:
            self._refer(key, target, nullable=details.nullable)
            return
        custom = self._custom(javatype, details.ignored)
        if custom is None:
            inline = details.inline or (self._types.items(javatype) is not None and target is not None)
            definition, with_attributes = self._standard(target, replace(details, inline=inline))
        else:
            value, is_inline, with_attributes = custom
            definition = self._customised(value, target, replace(details, inline=details.inline or is_inline))
        if with_attributes:
            for keyword, attribute in self._type_attributes(javatype).items():
                definition.setdefault(keyword, attribute)

    def _refer(self, key: DefinitionKey, target: JsonNode | None, *, nullable: bool) -> None:
        if target is not None:
            held = self._state.nullable if nullable else self._state.references
            held.setdefault(key, []).append(target)

    def _customised(self, value: JsonNode, target: JsonNode | None, details: _Details) -> JsonNode:
        key = (details.type, details.ignored)
        if not details.inline:
            definition: JsonNode = {}
            self._state.definitions[key] = definition
            self._refer(key, target, nullable=details.nullable)
            definition.update(value)
            return definition
        if target is None:
            definition = value
            self._state.definitions[key] = definition
        else:
            target.update(value)
            definition = target
        if details.nullable:
            make_nullable(definition)
        return definition

    def _standard(self, target: JsonNode | None, details: _Details) -> tuple[JsonNode, bool]:
        key = (details.type, details.ignored)
        if details.inline:
            assert target is not None
            definition = target
        else:
            definition = {}
            self._state.definitions[key] = definition
            self._refer(key, target, nullable=details.nullable)
        items = self._types.items(details.type)
        if items is not None:
            definition["type"] = "array"
            definition["items"] = self._items(items, details.scope)
            if details.nullable:
                make_nullable(definition)
            return definition, True
        subtypes = self._subtypes.of_type(details.type)
        if not subtypes:
            self._object(details.type, definition)
            return definition, True
        held = definition.setdefault("allOf" if len(subtypes) == 1 else "anyOf", [])
        for one in subtypes:
            held.append(self.reference(one))
        return definition, False

    def _items(self, items: JavaType, scope: FieldScope | None) -> JsonNode:
        if scope is not None and not scope.is_item:
            return self._field_schema(replace(scope, type=items, is_item=True))
        node: JsonNode = {}
        self._traverse(node, _Details(type=items))
        return node

    def _custom(self, javatype: JavaType, ignored: Provider) -> tuple[JsonNode, bool, bool] | None:
        """Return a definition of its own: the schema, whether it stands in place, whether attributes are added."""
        if ignored is None:
            found = self._subtypes.definition(javatype)
            if found is not None:
                return found, False, False
        if ignored in (None, "subtypes"):
            unwrapped = self._unwrapped(javatype)
            if unwrapped is not None:
                return unwrapped, False, True
        name = erased_name(javatype)
        if name in FIXED and not (isinstance(javatype, ClassType) and javatype.arguments):
            fixed: JsonNode = {} if FIXED[name] is None else {"type": FIXED[name]}
            if name in FORMATS:
                fixed["format"] = FORMATS[name]
            return fixed, True, True
        if self._types.is_enum(javatype):
            assert isinstance(javatype, ClassType)
            constants = self._types.constants(javatype)
            schema: JsonNode = {"type": "string"}
            if constants:
                schema |= {"const": constants[0]} if len(constants) == 1 else {"enum": list(constants)}
            return schema, False, True
        return None

    def _unwrapped(self, javatype: JavaType) -> JsonNode | None:
        if not isinstance(javatype, ClassType) or not isinstance(javatype.symbol, TypeDeclaration):
            return None
        held = list(self._model.unwrapped(javatype))
        if not held:
            return None
        definition = self.definition(javatype, "unwrapped")
        parts = definition.setdefault("allOf", [])
        for inner, prefix, suffix in held:
            part = self.definition(inner, None)
            if prefix or suffix:
                affix(part, prefix, suffix)
            parts.append(part)
        return definition

    def _object(self, javatype: JavaType, definition: JsonNode) -> None:
        definition["type"] = "object"
        if isinstance(javatype, PrimitiveType | ArrayType):
            return
        unknown = self._model.unknown_part(javatype)
        if unknown is not None:
            raise UnknownSchema(unknown)
        scopes: dict[str, FieldScope] = {}
        required: set[str] = set()
        for scope, is_required in self._scopes(javatype):
            if is_required:
                required.add(scope.name)
            scopes.setdefault(scope.name, scope)
        if not scopes:
            return
        properties: JsonNode = definition.setdefault("properties", {})
        properties.clear()
        ordered = sorted(scopes, key=lambda name: (name.endswith(")"), name.encode("utf-16-be", "surrogatepass")))
        for name in ordered:
            properties[name] = self._field_schema(scopes[name])
        if required:
            definition["required"] = [name for name in ordered if name in required]

    def _scopes(self, javatype: ClassType) -> Iterator[tuple[FieldScope, bool]]:
        if isinstance(javatype.symbol, TypeDeclaration):
            yield from self._model.properties(javatype)
        for one in self._types.ancestry(javatype):
            if isinstance(one.symbol, LibraryType):
                for name, written in one.symbol.fields:
                    held = self._types.of_library(written, one)
                    yield self._model.library_property(name, held), False

    def _field_schema(self, scope: FieldScope) -> JsonNode:
        overrides = self._subtypes.of_field(scope)
        if overrides is None:
            overrides = self._wrapped(scope.type)
        if overrides is None:
            overrides = self._subtypes.of_type(scope.type)
        options = [replace(scope, type=one) for one in overrides] if overrides else [scope]
        nullable = not scope.is_item and _is_optional(scope.declared)
        if len(options) == 1:
            return self._member(options[0], nullable=nullable)
        node: JsonNode = {"anyOf": [{"type": "null"}] if nullable else []}
        for one in options:
            node["anyOf"].append(self._member(one, nullable=False))
        return node

    def _wrapped(self, javatype: JavaType) -> list[JavaType] | None:
        if _is_optional(javatype):
            assert isinstance(javatype, ClassType)
            return [javatype.arguments[0] if javatype.arguments else OBJECT]
        supplied = self._types.supplied(javatype)
        return None if supplied is None else [supplied]

    def _member(self, scope: FieldScope, *, nullable: bool) -> JsonNode:
        target: JsonNode = {}
        attributes = self._model.attributes(scope)
        custom = self._subtypes.of_property(scope, attributes)
        if custom is not None:
            value, with_attributes = custom
            target.update(value)
            if with_attributes:
                merge_missing(target, attributes)
                merge_missing(target, self._type_attributes(scope.type))
            if nullable:
                make_nullable(target)
            return target
        holder = target
        if attributes and self._types.items(scope.type) is not None:
            merge_missing(target, attributes)
        elif attributes:
            holder = {}
            target["allOf"] = [holder, attributes]
        self._traverse(holder, _Details(type=scope.type, scope=scope, nullable=nullable))
        return target

    def _type_attributes(self, javatype: JavaType) -> JsonNode:
        attributes: JsonNode = {}
        description = self._model.class_description(javatype)
        if description is not None:
            attributes["description"] = description
        values = self._types.values(javatype)
        if values is None or values == OBJECT:
            return attributes
        self.says_everything = False
        if self._options.map_values and self._model.is_known(values):
            attributes["additionalProperties"] = self.reference(values)
        return attributes

    def _count(self, key: DefinitionKey) -> int:
        return len(self._state.references.get(key, ())) + len(self._state.nullable.get(key, ()))

    def _resolve_references(self, main: DefinitionKey, *, apart: bool) -> JsonNode:
        """Write each definition in place, or let its references lead to it.

        Args:
            main: what was asked for.
            apart: whether it is a definition as any other.
        """
        definitions: JsonNode = {}
        state = self._state
        names = definition_names(
            state.definitions, lambda key: key == main or self._count(key) > 1, None if apart else main
        )
        for key, name in names.items():
            plain, nullable = state.references.get(key, []), state.nullable.get(key, [])
            leads: str | None = None
            if key == main or (plain and self._count(key) > 1):
                leads = "#"
                if key != main or apart:
                    definitions[name] = state.definitions[key]
                    leads = f"#/$defs/{name}"
                for node in plain:
                    node["$ref"] = leads
            else:
                for node in plain:
                    merge_missing(node, state.definitions[key])
            if nullable:
                self._resolve_nullable(nullable, definitions, leads, key, name)
        return definitions

    def _resolve_nullable(
        self, nodes: list[JsonNode], definitions: JsonNode, leads: str | None, key: DefinitionKey, name: str
    ) -> None:
        definition: JsonNode = self._state.definitions[key] if leads is None else {"$ref": leads}
        make_nullable(definition)
        if len(nodes) > 1:
            definitions[f"{name}-nullable"] = definition
            for node in nodes:
                node["$ref"] = f"#/$defs/{name}-nullable"
        else:
            for node in nodes:
                merge_missing(node, definition)


def _is_optional(javatype: JavaType) -> bool:
    return isinstance(javatype, ClassType) and javatype.symbol.qualified == "java.util.Optional"
