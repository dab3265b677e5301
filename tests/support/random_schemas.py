"""Random schemas and values for property tests, in the vocabulary of the IR."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

__all__ = ["DEFINITION_NAMES", "LEAVES", "SCHEMAS", "VALUES", "keywords", "roots"]

Schema = dict[str, Any]

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 6) | st.sampled_from(["", "a", "ab", "b"]),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.sampled_from("abx"), below, max_size=3),
    max_leaves=5,
)
TYPE_NAMES = st.sampled_from(["string", "integer", "number", "boolean", "null", "object", "array"])
DEFINITION_NAMES = ("A", "B", "C")


def keywords(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    """Combine any keywords at random."""
    keys = st.sampled_from("abx")
    branches = st.lists(below, min_size=1, max_size=3)
    values: dict[str, st.SearchStrategy[Any]] = {
        "type": TYPE_NAMES | st.lists(TYPE_NAMES, min_size=1, max_size=3, unique=True),
        "enum": st.lists(VALUES, min_size=1, max_size=4),
        "const": VALUES,
        "minimum": st.integers(-2, 3),
        "maximum": st.integers(-2, 5),
        "exclusiveMinimum": st.integers(-2, 3),
        "multipleOf": st.integers(1, 3),
        "minLength": st.integers(0, 2),
        "pattern": st.sampled_from(["a", "^b"]),
        "properties": st.dictionaries(keys, below, max_size=3),
        "required": st.lists(keys, unique=True, max_size=2),
        "additionalProperties": below,
        "patternProperties": st.dictionaries(st.sampled_from(["a", "x"]), below, max_size=2),
        "propertyNames": below,
        "minProperties": st.integers(0, 2),
        "dependentRequired": st.dictionaries(keys, st.lists(keys, unique=True), max_size=1),
        "items": below,
        "prefixItems": branches,
        "minItems": st.integers(0, 2),
        "maxItems": st.integers(0, 3),
        "uniqueItems": st.booleans(),
        "contains": below,
        "allOf": branches,
        "anyOf": branches,
        "oneOf": branches,
        "not": below,
        "if": below,
        "then": below,
        "unevaluatedProperties": st.booleans(),
        "$ref": st.sampled_from([f"#/$defs/{name}" for name in DEFINITION_NAMES]),
        "default": VALUES,
        "description": st.just("D"),
        "x-wire-name": st.just("w"),
    }
    chosen = st.lists(st.sampled_from(list(values)), max_size=5, unique=True)
    return chosen.flatmap(lambda names: st.fixed_dictionaries({name: values[name] for name in names}))


SCHEMAS = st.recursive(st.booleans() | keywords(st.booleans()), keywords, max_leaves=6)
# A definition leads only to later ones: an endless circle of bare references has no meaning to test against.
LEAVES = keywords(st.booleans()).map(lambda schema: {k: v for k, v in schema.items() if k != "$ref"})


def _typed(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    """What real documents are made of: typed schemas, few keywords each."""
    strings = st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={
            "minLength": st.integers(0, 2),
            "pattern": st.sampled_from(["a", "^b"]),
            "format": st.sampled_from(["date", "uri", "byte"]),
            "default": st.just("a"),
            "description": st.just("D"),
        },
    )
    numbers = st.fixed_dictionaries(
        {"type": st.sampled_from(["integer", "number"])},
        optional={"minimum": st.integers(-2, 3), "exclusiveMaximum": st.integers(0, 5), "format": st.just("int32")},
    )
    listed = st.fixed_dictionaries({"type": st.just("string"), "enum": st.just(["a", "b"])}) | st.just({"const": "ab"})
    plain = strings | numbers | listed | st.just({"type": "boolean"})
    objects = st.builds(
        lambda properties, needed, closed, extra: {
            "type": "object",
            "properties": properties,
            **({"required": sorted(needed & properties.keys())} if needed & properties.keys() else {}),
            **({"additionalProperties": closed} if closed is not None else {}),
            **extra,
        },
        st.dictionaries(st.sampled_from("abx"), below, max_size=3),
        st.sets(st.sampled_from("abx")),
        st.sampled_from([None, None, False, True, {"type": "string"}]),
        st.sampled_from([{}, {}, {"minProperties": 1}]),
    )
    return st.one_of(
        plain,
        plain.map(lambda schema: {**schema, "type": [schema["type"], "null"]} if "type" in schema else schema),
        st.builds(
            lambda items, more: {"type": "array", "items": items, **more}, below, st.sampled_from([{}, {"minItems": 2}])
        ),
        objects,
        objects,
        st.builds(
            lambda word, branches: {word: branches},
            st.sampled_from(["anyOf", "oneOf"]),
            st.lists(below, min_size=2, max_size=3),
        ),
        st.lists(objects, min_size=2, max_size=2).map(lambda members: {"allOf": members}),
        st.sampled_from(DEFINITION_NAMES).map(lambda name: {"$ref": f"#/$defs/{name}"}),
        st.sampled_from(DEFINITION_NAMES).map(lambda name: {"$ref": f"#/$defs/{name}", "description": "D"}),
    )


TYPED = st.recursive(st.just({"type": "string"}), _typed, max_leaves=6)
_LEAF = _typed(st.just({"type": "string"})).map(lambda s: {"type": "integer"} if "$ref" in s else s)


def roots() -> st.SearchStrategy[tuple[Schema, dict[str, Schema]]]:
    """Inputs of tools, as an API has them: a closed object, with definitions."""
    inputs = st.builds(
        lambda properties, needed: {
            "type": "object",
            "properties": properties,
            "required": sorted(needed & properties.keys()),
            "additionalProperties": False,
        },
        st.dictionaries(st.sampled_from("abx"), TYPED, max_size=3),
        st.sets(st.sampled_from("abx")),
    )
    return st.tuples(inputs, st.fixed_dictionaries(dict.fromkeys(DEFINITION_NAMES, _LEAF)))
