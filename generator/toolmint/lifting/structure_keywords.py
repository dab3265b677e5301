"""Keywords that hold further schemas, or name properties."""

from __future__ import annotations

from collections.abc import Mapping

from toolmint.documents import Node, ReferenceProblem
from toolmint.ir.schema import WIRE_NAME, Json, definition_ref
from toolmint.lifting.dialect import SchemaDialect
from toolmint.lifting.frame import Frame
from toolmint.lifting.keys import model_facing_keys, says_wire_key
from toolmint.lifting.keyword import KeywordAt, is_pattern
from toolmint.text import kind_of

__all__ = [
    "lift_composition",
    "lift_dependent_required",
    "lift_dependent_schemas",
    "lift_discriminator",
    "lift_items",
    "lift_pattern_properties",
    "lift_properties",
    "lift_required",
    "lift_single",
]


def lift_required(at: KeywordAt) -> None:
    """Keep the list of required properties, by their model-facing keys (validation section 6.5.3)."""
    if isinstance(at.value, bool):
        # JSON Schema draft 3, and a habit of hand-written documents: it belongs to the object above.
        at.warning(
            "`required` on a property is a list of its own properties; `true` or `false` says nothing here",
            "list the property in the `required` of the object that holds it",
        )
        return
    if not isinstance(at.value, list) or not all(isinstance(name, str) for name in at.value):
        at.error(f"found {kind_of(at.value)} for `required`, wanted a list of property names")
        return
    keys = _facing_keys(at)
    names = [keys.get(str(name), str(name)) for name in at.value if name not in at.hidden]
    if names:
        at.lifted["required"] = list(dict.fromkeys(names))


def _facing_keys(at: KeywordAt) -> dict[str, str]:
    """Return wire key -> model-facing key of the properties that the schema at hand declares or requires."""
    properties = at.node.get("properties")
    declared: dict[str, str] = {}
    if properties is not None and isinstance(properties.value, Mapping):
        declared = dict.fromkeys(properties.value, "")
        for key, child in properties.items():
            declared[key] = _own_name(at, child) or ""
    required = at.node.get("required")
    if required is not None and isinstance(required.value, list):
        for key in required.value:
            declared.setdefault(str(key), "")
    plain = model_facing_keys(key for key, name in declared.items() if not name)
    return {key: name or plain[key] for key, name in declared.items()}


def _own_name(at: KeywordAt, child: Node) -> str | None:
    if isinstance(child.value, Mapping) and "x-tool" in child.value:
        # A silent reading: what is wrong is reported once, where the property itself is lifted.
        return at.lifter.property_settings(child, Frame()).name
    return None


def lift_properties(at: KeywordAt) -> None:
    """Lift each property that this direction has, under its model-facing key (core section 10.3.2.1)."""
    if not isinstance(at.value, Mapping):
        at.error(f"found {kind_of(at.value)} for `properties`, wanted a mapping")
        return
    keys = _facing_keys(at)
    properties: dict[str, Json] = {}
    for key, child in at.child.items():
        if key in at.hidden:
            continue
        facing = keys[key]
        if facing in properties:
            at.frame.error(
                "NM-02",
                f"two properties are called `{facing}`",
                child.key_location,
                "give one of them another name: `x-tool: {name: …}`, in Python `Param(name=…)`",
            )
            continue
        schema = says_wire_key(at.lifter.lift_inline(child, at.frame), key, facing)
        marks: dict[str, Json] = {}
        if facing != key:
            marks[WIRE_NAME] = key
        if isinstance(child.value, Mapping) and "x-tool" in child.value:
            settings = at.lifter.property_settings(child, at.frame)
            marks.update(settings.keywords())
        properties[facing] = _marked(schema, marks)
    if properties:
        at.lifted["properties"] = properties


def _marked(schema: Json, marks: Mapping[str, Json]) -> Json:
    if not marks:
        return schema
    if schema is True:
        return dict(marks)
    if isinstance(schema, Mapping):
        return {**schema, **marks}
    return {"not": {}, **marks}


def lift_pattern_properties(at: KeywordAt) -> None:
    """Lift the schemas of properties chosen by pattern (core section 10.3.2.2)."""
    if not isinstance(at.value, Mapping):
        at.error(f"found {kind_of(at.value)} for `{at.keyword}`, wanted a mapping")
        return
    kept: dict[str, Json] = {}
    for key, child in at.child.items():
        if not is_pattern(key):
            at.frame.warning("IN-07", f"found `{key}`, wanted a regular expression of ECMA-262", child.key_location)
            continue
        kept[key] = at.lifter.lift_inline(child, at.frame)
    if kept:
        at.lifted[at.keyword] = kept


def lift_dependent_schemas(at: KeywordAt) -> None:
    """Lift the schemas that apply when a property is there (core section 10.2.2.4)."""
    if not isinstance(at.value, Mapping):
        at.error(f"found {kind_of(at.value)} for `{at.keyword}`, wanted a mapping")
        return
    keys = _facing_keys(at)
    at.lifted[at.keyword] = {
        keys.get(key, key): at.lifter.lift_inline(child, at.frame) for key, child in at.child.items()
    }


def lift_dependent_required(at: KeywordAt) -> None:
    """Keep which properties a property asks for (validation section 6.5.4)."""
    if not isinstance(at.value, Mapping) or not all(isinstance(names, list) for names in at.value.values()):
        at.error("`dependentRequired` maps a property to a list of properties")
        return
    keys = _facing_keys(at)
    at.lifted["dependentRequired"] = {
        keys.get(key, key): [keys.get(str(name), str(name)) for name in names]
        for key, names in at.value.items()
        if isinstance(names, list)
    }


def lift_single(at: KeywordAt) -> None:
    """Lift a keyword whose value is one schema."""
    at.lifted[at.keyword] = at.lifter.lift_inline(at.child, at.frame)


def lift_items(at: KeywordAt) -> None:
    """Lift the schema of elements, in the spelling of every version (core section 10.3.1)."""
    if isinstance(at.value, list):
        # JSON Schema before 2020-12 spelt `prefixItems` so.
        at.lifted["prefixItems"] = [at.lifter.lift_inline(one, at.frame) for one in at.child.elements()]
        return
    lift_single(at)


def lift_composition(at: KeywordAt) -> None:
    """Lift a keyword whose value is a list of schemas (core section 10.2.1)."""
    if not isinstance(at.value, list) or not at.value:
        found = "an empty list" if at.value == [] else kind_of(at.value)
        at.error(f"found {found} for `{at.keyword}`, wanted a list of at least one schema")
        return
    at.lifted[at.keyword] = [
        at.lifter.lift_inline(branch, at.frame, hidden=at.hidden) for branch in at.child.elements()
    ]


def lift_discriminator(at: KeywordAt) -> None:
    """Keep which property tells the branches apart, with the mapping's targets as definitions."""
    if isinstance(at.value, str):
        at.lifted["discriminator"] = {"propertyName": at.value}
        return
    if not isinstance(at.value, Mapping) or not isinstance(at.value.get("propertyName"), str):
        at.warning("`discriminator` needs `propertyName` and is left out")
        return
    kept: dict[str, Json] = {"propertyName": at.value["propertyName"]}
    mapping = at.child.get("mapping")
    if mapping is not None and isinstance(mapping.value, Mapping):
        targets = {key: _mapped(at, child) for key, child in mapping.items()}
        if all(targets.values()):
            kept["mapping"] = targets
    at.lifted["discriminator"] = kept


def _mapped(at: KeywordAt, child: Node) -> str | None:
    """Follow one mapping value: a reference, or (3.0 section 4.7.25) the name of a component."""
    text = child.value
    if not isinstance(text, str):
        at.frame.warning("IN-07", f"found {kind_of(text)} in a mapping, wanted a schema by its name", child.location)
        return None
    # A bare word is a component's name (4.7.25): only a `#`, `/` or file ending makes it a reference.
    bare = not any(mark in text for mark in "#/.")
    root = "#/definitions/" if at.lifter.dialect is SchemaDialect.SWAGGER_2_0 else "#/components/schemas/"
    try:
        reference: Json = {"$ref": root + text if bare else text}
        name = at.lifter.definition_of(Node(child.document, child.parent, child.token, reference), at.frame)
    except ReferenceProblem as problem:
        diagnostic = problem.diagnostic
        at.frame.warning("IN-09", diagnostic.message, child.location, diagnostic.hint)
        return None
    return definition_ref(name)
