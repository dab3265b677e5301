"""Arguments of which a dialect keeps little: the type, `items`, listed values and a text that says the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from toolmint.ir.schema import ANNOTATIONS, PRIVATE_KEYWORDS, Json, JsonObject, Schema, definition_name, types_of
from toolmint.lowering.kinds import kind
from toolmint.lowering.losses import Effect, unspoken
from toolmint.lowering.phrases import Words, append, say
from toolmint.lowering.shapes import Shapes
from toolmint.lowering.walk import Path, Walk

__all__ = ["shallow"]

_STRUCTURE = frozenset(
    {"properties", "required", "additionalProperties", "anyOf", "oneOf", "allOf", "patternProperties", "prefixItems"}
)
_Node = Callable[[Schema, Path, Walk], dict[str, Json]]


def shallow(
    root: JsonObject,
    kept: Collection[str],
    definitions: Mapping[str, Schema],
    words: Words,
    shapes: Shapes,
    walk: Walk,
    node: _Node,
) -> dict[str, Json]:
    """Lower the root of a tool's input whose arguments may hold only the keywords in `kept`.

    Args:
        root: an object without combinators.
        kept: what an argument may hold.
        definitions: what references lead to.
        words: the language.
        shapes: over the same definitions.
        walk: gathers losses.
        node: lowers what stands below `items`.
    """
    properties = root.get("properties")
    declared = properties if isinstance(properties, Mapping) else {}
    arguments = _Arguments(kept, definitions, words, shapes, walk, node)
    for keyword in root:
        if keyword not in ("type", "properties", "required") and keyword not in PRIVATE_KEYWORDS:
            plain = keyword == "additionalProperties" and root[keyword] is False
            walk.lose(keyword, Effect.IMPLIED if plain else Effect.LOST, ())
    lowered: dict[str, Json] = {
        "type": "object",
        "properties": {key: arguments.lower(schema, ("properties", key)) for key, schema in declared.items()},
    }
    if root.get("required"):
        lowered["required"] = root["required"]
    return lowered


class _Arguments:
    def __init__(
        self,
        kept: Collection[str],
        definitions: Mapping[str, Schema],
        words: Words,
        shapes: Shapes,
        walk: Walk,
        node: _Node,
    ) -> None:
        self._kept = kept
        self._definitions = definitions
        self._words = words
        self._shapes = shapes
        self._walk = walk
        self._node = node

    def lower(self, schema: Json, path: Path) -> dict[str, Json]:
        source = self._plain(schema)
        lowered: dict[str, Json] = {}
        types = self._types(source, frozenset())
        if types:
            lowered["type"] = types[0] if len(types) == 1 else list(types)
        values = self._values(source)
        if values is not None:
            lowered["enum"] = values
        items = source.get("items")
        if isinstance(items, bool | Mapping) and items is not False:
            lowered["items"] = self._node(items, (*path, "items"), self._walk)
        elif "array" in types:
            lowered["items"] = {}
        if "description" in source:
            lowered["description"] = source["description"]
        phrases = [*self._structure(source, path, values), *self._others(source, path)]
        if phrases:
            lowered["description"] = append(lowered.get("description"), phrases, self._words)
        return lowered

    def _plain(self, schema: Json) -> JsonObject:
        """Follow references; the nearest text is the argument's own."""
        text: JsonObject = {}
        while isinstance(schema, Mapping) and set(schema) - ANNOTATIONS - PRIVATE_KEYWORDS == {"$ref"}:
            text = {**{key: value for key, value in schema.items() if key != "$ref"}, **text}
            schema = self._definitions[definition_name(schema["$ref"])]
        if not isinstance(schema, Mapping):
            return {**text, **({"not": {}} if schema is False else {})}
        return {**schema, **text}

    def _types(self, schema: Json, seen: frozenset[str]) -> tuple[str, ...]:
        """Collect the types that a schema takes; empty where it takes any, or where that is not plain."""
        if not isinstance(schema, Mapping):
            return ()
        if "type" in schema:
            return types_of(schema)
        if "$ref" in schema:
            name = definition_name(schema["$ref"])
            return () if name in seen else self._types(self._definitions[name], seen | {name})
        values = [schema["const"]] if "const" in schema else schema.get("enum")
        if isinstance(values, Sequence):
            return tuple(dict.fromkeys(kind(value) for value in values))
        for keyword in ("anyOf", "oneOf"):
            branches = schema.get(keyword)
            if isinstance(branches, Sequence):
                each = [self._types(branch, seen) for branch in branches]
                return tuple(dict.fromkeys(name for names in each for name in names)) if all(each) else ()
        members = schema.get("allOf")
        found = [self._types(member, seen) for member in members] if isinstance(members, Sequence) else []
        return next((types for types in found if types), ())

    def _values(self, source: JsonObject) -> list[Json] | None:
        """Collect the values that are listed, also where each variant lists its own."""
        listed = [source["const"]] if "const" in source else source.get("enum")
        if isinstance(listed, Sequence):
            return list(listed)
        for keyword in ("anyOf", "oneOf"):
            branches = source.get(keyword)
            if isinstance(branches, Sequence):
                found: list[Json] = []
                for branch in branches:
                    plain = self._plain(branch)
                    inner = [None] if types_of(plain) == ("null",) else self._values(plain)
                    if inner is None:
                        return None
                    found += inner
                return found
        return None

    def _structure(self, source: JsonObject, path: Path, values: list[Json] | None) -> list[str]:
        """Say what the argument holds inside, where its type and items do not tell."""
        held = [keyword for keyword in source if keyword in _STRUCTURE]
        listed = [keyword for keyword in ("anyOf", "oneOf") if keyword in source and values is not None]
        held = [keyword for keyword in held if keyword not in listed]
        extra = source.get("additionalProperties")
        if "additionalProperties" in held and isinstance(extra, bool):
            held.remove("additionalProperties")
            if extra is False:
                self._walk.lose("additionalProperties", Effect.IMPLIED, path)
        if "$ref" in source:
            held.append("$ref")
        if not held:
            return []
        text = self._shapes.say({keyword: value for keyword, value in source.items() if keyword != "description"})
        for keyword in held:
            self._walk.lose(keyword, Effect.LOST if text is None else Effect.SAID, path)
        if text is not None:
            for tokens, keyword in self._shapes.unsaid({keyword: source[keyword] for keyword in held}):
                if tokens:
                    self._walk.lose(keyword, Effect.LOST, (*path, *tokens))
        plain = " | ".join(self._types(source, frozenset()))
        return [] if text is None or text == plain else [text]

    def _others(self, source: JsonObject, path: Path) -> list[str]:
        known = _STRUCTURE | PRIVATE_KEYWORDS | {"type", "items", "enum", "const", "description", "$ref"}
        rest = [keyword for keyword in source if keyword not in known and keyword not in _SILENT]
        phrases: list[str] = []
        for keyword, phrase in say(source, rest, self._words, self._shapes.say).items():
            if phrase:
                phrases.append(phrase)
                self._walk.lose(keyword, Effect.SAID, path)
            elif phrase is None:
                self._walk.lose(keyword, Effect.LOST, path)
            elif (effect := unspoken(keyword, source)) is not None:
                self._walk.lose(keyword, effect, path)
        return phrases


_SILENT = frozenset({"$comment", "readOnly", "writeOnly"})
