"""What a schema says of a property, an element or a value, whichever way it is composed.

A property counts as there when any branch of the composition declares it: prose may speak of a field that only one
kind of value has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from toolmint.ir.schema import OBJECT_TYPES, SCHEMA_TYPES, WIRE_NAME, Json, Schema, definition_name

__all__ = ["alternatives", "element_schemas", "fixed_values", "is_open", "property_names", "property_schemas"]

_BRANCHES = ("allOf", "anyOf", "oneOf")
_CONDITIONALS = ("then", "else")
_COMPOSED = frozenset({"$ref", *_BRANCHES, *_CONDITIONALS})


def alternatives(schema: Schema, definitions: Mapping[str, Schema]) -> Iterator[Mapping[str, Json]]:
    """Yield the schema and each schema that applies to the same value, references followed, each once."""
    if isinstance(schema, bool):
        return
    if _COMPOSED.isdisjoint(schema):  # nearly every schema
        yield schema
        return
    seen: set[str] = set()
    pending: list[Schema] = [schema]
    while pending:
        current = pending.pop(0)
        if isinstance(current, bool):
            continue
        yield current
        reference = current.get("$ref")
        if reference is not None:
            name = definition_name(reference)
            if name not in seen and name in definitions:
                seen.add(name)
                pending.append(definitions[name])
        for keyword in _BRANCHES:
            branches = current.get(keyword)
            if isinstance(branches, Sequence):
                pending += [branch for branch in branches if isinstance(branch, SCHEMA_TYPES)]
        for keyword in _CONDITIONALS:
            branch = current.get(keyword)
            if isinstance(branch, OBJECT_TYPES):
                pending.append(branch)


def property_schemas(schema: Schema, key: str, definitions: Mapping[str, Schema]) -> list[tuple[str, Schema]]:
    """Find a property by its model-facing key or, failing that, by its wire key.

    Returns:
        Model-facing key and schema of each declaration; empty when there is none.
    """
    by_wire: list[tuple[str, Schema]] = []
    by_key: list[tuple[str, Schema]] = []
    for part in alternatives(schema, definitions):
        properties = part.get("properties")
        if not isinstance(properties, OBJECT_TYPES):
            continue
        for name, declared in properties.items():
            if not isinstance(declared, SCHEMA_TYPES):
                continue
            if name == key:
                by_key.append((name, declared))
            elif isinstance(declared, OBJECT_TYPES) and declared.get(WIRE_NAME) == key:
                by_wire.append((name, declared))
    return by_key or by_wire


def property_names(schema: Schema, definitions: Mapping[str, Schema]) -> list[str]:
    """Return the model-facing keys that a schema declares, in order, each once."""
    names: dict[str, None] = {}
    for part in alternatives(schema, definitions):
        properties = part.get("properties")
        if isinstance(properties, OBJECT_TYPES):
            names.update(dict.fromkeys(properties))
    return list(names)


def element_schemas(schema: Schema, definitions: Mapping[str, Schema]) -> list[Schema]:
    """Return the schemas of an array's elements; empty when the schema declares none."""
    found: list[Schema] = []
    for part in alternatives(schema, definitions):
        items = part.get("items")
        if isinstance(items, SCHEMA_TYPES):
            found.append(items)
        prefix = part.get("prefixItems")
        if isinstance(prefix, Sequence):
            found += [one for one in prefix if isinstance(one, SCHEMA_TYPES)]
    return found


def fixed_values(schema: Schema, definitions: Mapping[str, Schema]) -> list[Json]:
    """Return the values that `enum` and `const` list, anywhere in the composition or in an array's elements."""
    values: list[Json] = []
    for part in alternatives(schema, definitions):
        enum = part.get("enum")
        if isinstance(enum, Sequence) and not isinstance(enum, str):
            values += enum
        if "const" in part:
            values.append(part["const"])
    for element in element_schemas(schema, definitions):
        for part in alternatives(element, definitions):
            enum = part.get("enum")
            if isinstance(enum, Sequence) and not isinstance(enum, str):
                values += enum
    return values


def is_open(schema: Schema, definitions: Mapping[str, Schema]) -> bool:
    """Say whether a value may hold properties that nothing declares: a free-form object, or any value."""
    if isinstance(schema, bool):
        return schema
    declared = False
    for part in alternatives(schema, definitions):
        extra = part.get("additionalProperties")
        if extra is True or isinstance(extra, OBJECT_TYPES) or "patternProperties" in part:
            return True
        if "properties" in part or extra is False or part.get("type") not in (None, "object"):
            declared = True
    return not declared
