"""Pieces of schemas while they are made: shared nodes that are changed in place, and the names of definitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from toolmint.sources.java.java_types import JavaType, described
from toolmint.sources.java.problems import Refused
from toolmint.sources.java.subtypes import Provider

__all__ = ["DefinitionKey", "JsonNode", "affix", "definition_names", "make_nullable", "merge_missing"]

JsonNode: TypeAlias = dict[str, Any]
DefinitionKey: TypeAlias = tuple[JavaType, Provider]


def definition_names(
    definitions: Mapping[DefinitionKey, JsonNode], wanted: Callable[[DefinitionKey], bool], main: DefinitionKey | None
) -> dict[DefinitionKey, str]:
    """Name the definitions, in the order in which they are resolved; empty for one that is written in place."""
    groups: dict[str, list[DefinitionKey]] = {}
    for key in definitions:
        groups.setdefault(_definition_name(key[0]), []).append(key)
    names: dict[DefinitionKey, str] = {}
    for name in sorted(groups, key=lambda one: one.encode("utf-16-be", "surrogatepass")):
        names.update(dict.fromkeys(groups[name], ""))
        kept = [key for key in groups[name] if wanted(key)]
        if len(kept) == 1 or (len(kept) == 2 and main in kept):
            names.update(dict.fromkeys(kept, name))
        else:
            names.update({key: f"{name}-{index}" for index, key in enumerate(kept, 1)})
    given = [name for name in names.values() if name]
    twice = next((name for index, name in enumerate(given) if name in given[:index]), None)
    if twice is not None:
        raise Refused(f"two definitions would be called `{twice}`")
    return names


def _definition_name(javatype: JavaType) -> str:
    """Return the plain key of a type (`SchemaCleanUpUtils.ensureDefinitionKeyIsPlain`): `Pair_A.B_`."""
    plain = described(javatype).replace("$", "-").replace("[]", "...")
    return re.sub(r"[^a-zA-Z0-9.\-_]+", "", re.sub("[<>]", "_", plain).replace(",", "."))


def merge_missing(target: JsonNode, attributes: JsonNode) -> None:
    """Add what a schema does not say yet."""
    for keyword, value in attributes.items():
        target.setdefault(keyword, value)


def make_nullable(node: JsonNode) -> None:
    """Let a schema take null too (`SchemaGenerationContextImpl.makeNullable`)."""
    if not node.keys().isdisjoint({"$ref", "allOf", "anyOf", "oneOf", "const", "enum"}):
        null = {"type": "null"}
        existing = node.get("anyOf")
        if isinstance(existing, list) and null in existing:
            existing.remove(null)
        wrapped = dict(node)
        node.clear()
        node["anyOf"] = [null, wrapped]
        return
    declared = node.get("type")
    if isinstance(declared, list):
        if "null" not in declared:
            node["type"] = [*declared, "null"]
    elif isinstance(declared, str) and declared != "null":
        node["type"] = [declared, "null"]


def affix(node: JsonNode, prefix: str, suffix: str) -> None:
    """Rename the properties of a schema, in its parts too."""
    properties = node.get("properties")
    if isinstance(properties, dict) and properties:
        renamed = {f"{prefix}{name}{suffix}": schema for name, schema in properties.items()}
        properties.clear()
        properties.update(renamed)
    for part in node.get("allOf", ()):
        if isinstance(part, dict):
            affix(part, prefix, suffix)
