"""A schema as the walk takes it: what the dialect wants in place is in place, in keywords that the dialect can hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolmint.ir.schema import ANNOTATIONS, PRIVATE_KEYWORDS, Json, JsonObject, Schema, types_of
from toolmint.lowering.circles import again, circles
from toolmint.lowering.exclusive import Exclusion
from toolmint.lowering.kinds import any_value, fits, implied_types, kind, split, with_fitting_values
from toolmint.lowering.losses import Effect
from toolmint.lowering.merge import merge_all_of, merged_references
from toolmint.lowering.phrases import Words, append
from toolmint.lowering.walk import Path, Walk
from toolmint.profiles import Handling, Profile

__all__ = ["Preparation"]

_BESIDE = ANNOTATIONS | PRIVATE_KEYWORDS | {"discriminator"}
_UNIONS = ("anyOf", "oneOf")


class Preparation:
    """Prepares schemas that share definitions.

    Args:
        definitions: what `$ref` leads to.
        profile: the dialect.
        words: the language.
        exclusion: over the same definitions.
    """

    def __init__(self, definitions: Mapping[str, Schema], profile: Profile, words: Words, exclusion: Exclusion) -> None:
        self._definitions = definitions
        self._profile = profile
        self._words = words
        self._exclusion = exclusion
        self._merges = profile.handling("allOf") is Handling.REWRITTEN
        self._circular: Mapping[str, int] | None = None
        self._as_written = (
            not self._merges
            and profile.references
            and profile.reference_siblings
            and profile.types == "listed"
            and profile.typed == "as written"
            and profile.union_siblings == "any"
        )

    def leads_back(self, name: str) -> bool:
        """Say whether a definition leads back to itself."""
        if self._circular is None:
            self._circular = circles(self._definitions, through_optional=True)
        return name in self._circular

    def prepared(self, schema: JsonObject, path: Path, walk: Walk) -> tuple[JsonObject | None, int]:
        """Prepare one schema, not what is below it.

        Returns:
            The schema, None where no value satisfies it, and how many definitions that lead back to themselves were
            written in place.
        """
        if self._as_written:
            return (_bounded(schema) if schema.get("items") is False else schema), 0
        schema, opened = self._in_place(schema, path, walk)
        if schema.get("items") is False:
            schema = _bounded(schema)
        possible = with_fitting_values(schema)
        if possible is None:
            return None, opened
        schema = self._typed(possible, path, walk)
        if self._profile.typed == "everywhere" and "required" in schema:
            schema = _declared(schema)
        if self._profile.union_siblings != "any":
            for keyword in _UNIONS:
                if keyword in schema:
                    schema = self._alone(keyword, schema, path, walk)
        return schema, opened

    def _in_place(self, schema: JsonObject, path: Path, walk: Walk) -> tuple[JsonObject, int]:
        opened = 0
        while self._wants_in_place(schema):
            names = merged_references(schema)
            leading = sorted(name for name in names if self.leads_back(name))
            if leading and walk.left <= opened:
                only = "allOf" not in schema
                walk.lose("$ref" if only else "allOf", Effect.SAID if only else Effect.LOST, path)
                return self._again(leading[0], schema), opened
            opened += bool(leading)
            merged = merge_all_of(schema, self._definitions.__getitem__)
            if not isinstance(merged, Mapping):
                walk.lose("allOf" if "allOf" in schema else "$ref", Effect.LOST, path)
                merged = {keyword: value for keyword, value in schema.items() if keyword not in ("allOf", "$ref")}
            schema = merged
        return schema, opened

    def _wants_in_place(self, schema: JsonObject) -> bool:
        if "allOf" in schema and self._merges:
            return True
        if "$ref" not in schema:
            return False
        if not self._profile.references:
            return True
        if self._profile.reference_siblings:
            return False
        beside = schema.keys() - _BESIDE - {"$ref"}
        return bool(beside) and (self._profile.union_siblings != "any" or not beside.isdisjoint(_UNIONS))

    def _again(self, name: str, schema: JsonObject) -> JsonObject:
        stated = again(name, self._definitions, self._words)
        beside = {keyword: value for keyword, value in schema.items() if keyword in ANNOTATIONS}
        text = append(beside.get("description"), [str(stated["description"])], self._words)
        return {**stated, **beside, "description": text}

    def _typed(self, schema: JsonObject, path: Path, walk: Walk) -> JsonObject:
        """State types where the dialect wants them, one a schema where it takes no list."""
        if self._profile.typed != "as written" and schema.keys().isdisjoint(("type", "$ref", *_UNIONS)):
            types, exact = implied_types(schema)
            if types:
                schema = {"type": types[0] if len(types) == 1 else list(types), **schema}
            elif self._profile.typed == "everywhere":
                schema = {**any_value(), **schema}
            if not exact and (types or self._profile.typed == "everywhere"):
                walk.lose("type", Effect.NARROWED, path)
        if self._profile.typed != "as written" or self._profile.types != "listed":
            schema = _listed_kinds(schema)
        if self._profile.types == "listed":
            return schema
        types = types_of(schema)
        single = [name for name in types if name != "null"] if self._profile.types == "nullable" else types
        if len(single) < 2:
            return {**schema, "type": types[0]} if len(types) == 1 else schema
        return split(schema, types)

    def _alone(self, keyword: str, schema: JsonObject, path: Path, walk: Walk) -> JsonObject:
        """Write what stands beside a union into each of its branches."""
        rest = {name: value for name, value in schema.items() if name != keyword and name not in _BESIDE}
        held = schema[keyword]
        if not rest or not isinstance(held, Sequence):
            return schema
        branches: list[Json] = []
        for branch in held:
            if not isinstance(branch, bool | Mapping) or self._exclusion.holds([rest, branch]):
                continue
            if self._says_so_too(branch, rest):
                branches.append(branch)
                continue
            joined: JsonObject = {"allOf": [rest, branch]}
            if merge_all_of(joined, self._definitions.__getitem__) is None:
                walk.lose(keyword, Effect.LOST, path)
                return {name: value for name, value in schema.items() if name != keyword}
            branches.append(joined)
        if not branches:
            walk.lose(keyword, Effect.LOST, path)
            return {name: value for name, value in schema.items() if name != keyword}
        beside = {name: value for name, value in schema.items() if name in _BESIDE}
        return {keyword: branches, **beside}

    def _says_so_too(self, branch: Schema, rest: JsonObject) -> bool:
        """Whether a branch is of the type that stands beside the union, where nothing else does."""
        return set(rest) == {"type"} and self._exclusion.is_of(branch, types_of(rest))


def _listed_kinds(schema: JsonObject) -> JsonObject:
    """Leave of several types those that the listed values are of: a null that is not listed is not valid."""
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    types = types_of(schema)
    if len(types) < 2 or not isinstance(values, Sequence):
        return schema
    left = [name for name in types if any(fits(kind(value), name) for value in values)]
    return {**schema, "type": left[0] if len(left) == 1 else left} if left else schema


def _bounded(schema: JsonObject) -> JsonObject:
    """Say by `maxItems` that there are no further items."""
    prefix = schema.get("prefixItems")
    room = len(prefix) if isinstance(prefix, Sequence) else 0
    limit = schema.get("maxItems")
    most = min(limit, room) if isinstance(limit, int) else room
    return {**{name: value for name, value in schema.items() if name != "items"}, "maxItems": most}


def _declared(schema: JsonObject) -> JsonObject:
    """Declare the properties that are required and not declared."""
    required, properties = schema["required"], schema.get("properties", {})
    if not isinstance(required, Sequence) or not isinstance(properties, Mapping):
        return schema
    extra = schema.get("additionalProperties", True)
    missing = {str(key): extra for key in required if key not in properties}
    return {**schema, "properties": {**properties, **missing}} if missing else schema
