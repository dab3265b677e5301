"""One schema of the IR as a dialect takes it, with every loss named.

Lowering may only widen: whatever the contract allows, the lowered schema allows too, since a call is validated
against the contract afterwards and a model that may not say a legal value cannot make the call at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from toolmint.ir.schema import (
    PRIVATE_KEYWORDS,
    SUBSCHEMA_LISTS,
    SUBSCHEMA_MAPS,
    SUBSCHEMA_SINGLES,
    Json,
    JsonObject,
    Schema,
    definition_name,
    types_of,
)
from toolmint.location import join_pointer
from toolmint.lowering.losses import Effect, Loss
from toolmint.lowering.merge import merge_all_of, merged_references
from toolmint.lowering.phrases import WORDS, append, say
from toolmint.profiles import Handling, Profile

__all__ = ["LoweredSchema", "SchemaLowering"]

_Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoweredSchema:
    """A schema in a dialect."""

    schema: dict[str, Json]
    losses: tuple[Loss, ...]


@dataclass(slots=True)
class _Walk:
    """What one walk over one schema gathers."""

    losses: list[Loss] = field(default_factory=list)
    references: dict[str, None] = field(default_factory=dict)
    merging: list[frozenset[str]] = field(default_factory=list)
    """Definitions being written in place, outermost first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fragment:
    """A schema lowered without its definitions."""

    schema: dict[str, Json]
    losses: tuple[Loss, ...]
    references: tuple[str, ...]


class SchemaLowering:
    """Lowers schemas that share definitions; each definition is lowered once.

    Args:
        definitions: what `$ref` leads to.
        profile: the dialect.
        language: of the phrases that keywords become, a key of `phrases.WORDS`.
    """

    def __init__(self, definitions: Mapping[str, Schema], profile: Profile, language: str) -> None:
        self._definitions = definitions
        self._profile = profile
        self._words = WORDS[language]
        self._lowered: dict[str, _Fragment] = {}
        self._handling: dict[str, Handling] = {}

    def lower(self, schema: Schema, *, root: bool = False) -> LoweredSchema:
        """Lower one schema and put the definitions that it reaches into its `$defs`, sorted.

        Args:
            schema: an IR schema.
            root: whether it is the root of a tool's input, for which the dialect has rules of its own.

        Raises:
            KeyError: a reference leads to no definition.
        """
        own = self._fragment(self._plain_root(schema) if root else schema, ())
        losses = [*own.losses]
        lowered = dict(own.schema)
        if root:
            losses += self._enforce_root(lowered)
        reached = self._reached(own.references)
        for name in reached:
            losses += self._lowered[name].losses
        if reached:
            lowered["$defs"] = {name: self._lowered[name].schema for name in reached}
        return LoweredSchema(schema=lowered, losses=tuple(losses))

    def _reached(self, names: Sequence[str]) -> list[str]:
        found: set[str] = set()
        pending = list(names)
        while pending:
            name = pending.pop()
            if name in found:
                continue
            found.add(name)
            if name not in self._lowered:
                self._lowered[name] = self._fragment(self._definitions[name], ("$defs", name))
            pending += self._lowered[name].references
        return sorted(found)

    def _fragment(self, schema: Schema, path: _Path) -> _Fragment:
        walk = _Walk()
        lowered = self._node(schema, path, walk)
        return _Fragment(schema=lowered, losses=tuple(walk.losses), references=tuple(walk.references))

    def _plain_root(self, schema: Schema) -> Schema:
        """Write a reference or `allOf` at the root in place, where the dialect wants neither there."""
        refused = {"$ref", "allOf"} & self._profile.root_refused
        while isinstance(schema, Mapping) and not refused.isdisjoint(schema):
            merged = merge_all_of(schema, self._definitions.__getitem__)
            if merged is None:
                break
            schema = merged
        return schema

    def _enforce_root(self, lowered: dict[str, Json]) -> list[Loss]:
        losses: list[Loss] = []
        refused = [keyword for keyword in lowered if keyword in self._profile.root_refused]
        for keyword in refused:
            del lowered[keyword]
            losses.append(Loss(keyword=keyword, effect=Effect.LOST, pointer=""))
        # What the lost branches declare must stay sayable.
        for closing in ("additionalProperties", "unevaluatedProperties"):
            if refused and lowered.get(closing) is False:
                del lowered[closing]
        if lowered.get("type") != "object":
            rest = {keyword: value for keyword, value in lowered.items() if keyword != "type"}
            lowered.clear()
            lowered.update({"type": "object"} | rest)
        return losses

    def _node(self, schema: Schema, path: _Path, walk: _Walk) -> dict[str, Json]:
        if isinstance(schema, bool):
            return {} if schema else self._nothing(path, walk)
        prepared = self._prepared(schema, path, walk)
        if prepared is None:
            return {}
        source, pushed = prepared
        lowered: dict[str, Json] = {}
        said: list[str] = []
        for keyword, value in source.items():
            if keyword in PRIVATE_KEYWORDS:
                continue
            match self._handled(keyword):
                case Handling.KEPT:
                    lowered[keyword] = self._value(keyword, value, (*path, keyword), walk)
                case Handling.REWRITTEN:
                    self._rewrite(keyword, value, lowered, path, walk)
                case Handling.PROSE:
                    said.append(keyword)
                case Handling.DROPPED:
                    self._lose(keyword, Effect.LOST, path, walk)
                case Handling.OMITTED:
                    pass
        if source.get("patternProperties") and "patternProperties" not in lowered:
            self._open(source, lowered, path, walk)
        self._array_floor(lowered)
        lowered = self._enum_floor(lowered, source, said, path, walk)
        self._say(source, said, lowered, path, walk)
        if pushed:
            walk.merging.pop()
        if "$ref" in lowered and len(lowered) > 1 and not self._profile.reference_siblings:
            lowered = {"anyOf": [{"$ref": lowered.pop("$ref")}], **lowered}
        return lowered

    def _handled(self, keyword: str) -> Handling:
        if keyword not in self._handling:
            self._handling[keyword] = self._profile.handling(keyword)
        return self._handling[keyword]

    def _lose(self, keyword: str, effect: Effect, path: _Path, walk: _Walk) -> None:
        walk.losses.append(Loss(keyword=keyword, effect=effect, pointer=join_pointer(path)))

    def _nothing(self, path: _Path, walk: _Walk) -> dict[str, Json]:
        """Write the schema that nothing satisfies."""
        if self._handled("not") is Handling.KEPT:
            return {"not": {}}
        self._lose("not", Effect.LOST, path, walk)
        return {}

    def _prepared(self, schema: JsonObject, path: _Path, walk: _Walk) -> tuple[JsonObject, bool] | None:
        """Write in place what the dialect wants there: `allOf`, and references where it takes none.

        Returns:
            The schema, and whether its definitions were pushed onto `walk.merging`; None where a definition would
            be written inside itself without end.
        """
        merges = "allOf" in schema and self._handled("allOf") is Handling.REWRITTEN
        reference = "$ref" in schema
        inlines = reference and (
            not self._profile.references
            or (not self._profile.reference_siblings and ("anyOf" in schema or "oneOf" in schema))
        )
        if not merges and not inlines:
            if reference:
                walk.references[definition_name(schema["$ref"])] = None
            return schema, False
        names = merged_references(schema)
        # Twice may be a schema beside itself; a third time it is inside itself.
        if names and walk.merging.count(names) > 1:
            self._lose("allOf" if merges else "$ref", Effect.LOST, path, walk)
            return None
        merged = merge_all_of(schema, self._definitions.__getitem__)
        if not isinstance(merged, Mapping):
            self._lose("allOf" if merges else "$ref", Effect.LOST, path, walk)
            merged = {keyword: value for keyword, value in schema.items() if keyword not in ("allOf", "$ref")}
        elif "$ref" in merged:
            walk.references[definition_name(merged["$ref"])] = None
        walk.merging.append(names)
        return merged, True

    def _value(self, keyword: str, value: Json, path: _Path, walk: _Walk) -> Json:
        """Lower what a kept keyword holds."""
        if keyword in SUBSCHEMA_SINGLES:
            # `additionalProperties: false` is plain to every reader; a boolean elsewhere is not.
            return self._node(value, path, walk) if isinstance(value, Mapping) else value
        if keyword in SUBSCHEMA_LISTS and isinstance(value, Sequence):
            return [self._child(element, (*path, index), walk) for index, element in enumerate(value)]
        if keyword in SUBSCHEMA_MAPS and isinstance(value, Mapping):
            return {key: self._child(element, (*path, key), walk) for key, element in value.items()}
        return value

    def _child(self, value: Json, path: _Path, walk: _Walk) -> Json:
        return self._node(value, path, walk) if isinstance(value, bool | Mapping) else value

    def _rewrite(self, keyword: str, value: Json, lowered: dict[str, Json], path: _Path, walk: _Walk) -> None:
        if keyword == "const":
            lowered["enum"] = [value]
        elif keyword == "oneOf" and "anyOf" not in lowered:
            lowered["anyOf"] = self._value("anyOf", value, (*path, keyword), walk)
        elif keyword != "allOf":
            self._lose(keyword, Effect.LOST, path, walk)

    def _open(self, source: JsonObject, lowered: dict[str, Json], path: _Path, walk: _Walk) -> None:
        """Let keys of lost patterns in, which a closed object would refuse."""
        extra = lowered.pop("additionalProperties", True)
        patterns = source["patternProperties"]
        if extra is True or not isinstance(patterns, Mapping):
            return
        schemas: list[Json] = [
            self._child(schema, (*path, "patternProperties", pattern), walk) for pattern, schema in patterns.items()
        ]
        if extra is not False:
            schemas.append(extra)
        lowered["additionalProperties"] = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}

    def _array_floor(self, lowered: dict[str, Json]) -> None:
        """Give each array an `items` object, which OpenAI refuses to be without; `{}` says what its absence says."""
        items = lowered.get("items")
        if items is False:
            prefix = lowered.get("prefixItems")
            room = len(prefix) if isinstance(prefix, Sequence) else 0
            limit = lowered.get("maxItems")
            lowered["items"] = {}
            lowered["maxItems"] = min(limit, room) if isinstance(limit, int) else room
        elif items is True or (items is None and "array" in types_of(lowered)):
            lowered["items"] = {}

    def _enum_floor(
        self, lowered: dict[str, Json], source: JsonObject, said: list[str], path: _Path, walk: _Walk
    ) -> dict[str, Json]:
        """Say values that the dialect's `enum` cannot hold: null by a type, others in words."""
        values = lowered.get("enum")
        allowed = self._profile.enum_values
        if not isinstance(values, Sequence) or all(_kind(value) in allowed for value in values):
            return lowered
        rest = [value for value in values if value is not None]
        if any(_kind(value) not in allowed for value in rest):
            del lowered["enum"]
            if not (types_of(lowered) == ("boolean",) and len(rest) == 2):
                said.append("enum" if "enum" in source else "const")
            return lowered
        nullable = not types_of(lowered) or "null" in types_of(lowered)
        if not rest:
            return {"type": "null"} | {k: v for k, v in lowered.items() if k not in ("enum", "type")}
        lowered["enum"] = rest
        types = [name for name in types_of(lowered) if name != "null"]
        if types:
            lowered["type"] = types[0] if len(types) == 1 else types
        if not nullable:
            return lowered
        outside: dict[str, Json] = {k: lowered.pop(k) for k in ("title", "description") if k in lowered}
        return {"anyOf": [lowered, {"type": "null"}], **outside}

    def _say(self, source: JsonObject, said: list[str], lowered: dict[str, Json], path: _Path, walk: _Walk) -> None:
        if not said:
            return
        phrases: list[str] = []
        for keyword, phrase in say(source, said, self._words).items():
            self._note(keyword, phrase, source, path, walk)
            if phrase:
                phrases.append(phrase)
        if phrases:
            lowered["description"] = append(lowered.get("description"), phrases, self._words)

    def _note(self, keyword: str, phrase: str | None, source: JsonObject, path: _Path, walk: _Walk) -> None:
        if phrase is None:
            self._lose(keyword, Effect.LOST, path, walk)
        elif phrase or _says_something(keyword, source):
            self._lose(keyword, Effect.SAID, path, walk)


def _says_something(keyword: str, source: JsonObject) -> bool:
    """Whether a keyword without a phrase of its own is said by another's: the second of two bounds."""
    return keyword.startswith(("min", "max", "exclusive")) and source[keyword] != 0


def _kind(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case int():
            return "integer"
        case float():
            return "number"
        case Mapping():
            return "object"
        case _:
            return "array"
