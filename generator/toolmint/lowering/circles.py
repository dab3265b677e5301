"""Definitions that lead back to themselves, and how a dialect that does not take them gets them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from toolmint.ir.schema import (
    Json,
    JsonObject,
    Schema,
    definition_name,
    definition_ref,
    map_subschemas,
    subschemas,
    types_of,
)
from toolmint.location import join_pointer
from toolmint.lowering.losses import Effect, Loss
from toolmint.lowering.phrases import Words, append

__all__ = ["Loosened", "again", "circles", "loosened"]

_Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loosened:
    """Definitions without circles that a dialect does not take."""

    definitions: Mapping[str, Schema]
    losses: Mapping[str, tuple[Loss, ...]]
    """By definition."""


def circles(definitions: Mapping[str, Schema], *, through_optional: bool) -> dict[str, int]:
    """Find the definitions that lead back to themselves (Tarjan's strongly connected components).

    Args:
        definitions: by name.
        through_optional: whether a way counts that can be left by omitting an optional property.

    Returns:
        Name to the number of its circle; two that lead to each other have one number.
    """
    targets = {name: tuple(dict.fromkeys(_targets(schema, through_optional))) for name, schema in definitions.items()}
    return _Search(targets).run()


@dataclass(slots=True)
class _Search:
    targets: Mapping[str, tuple[str, ...]]
    index: dict[str, int] = field(default_factory=dict)
    low: dict[str, int] = field(default_factory=dict)
    trail: list[str] = field(default_factory=list)
    on_trail: set[str] = field(default_factory=set)
    found: dict[str, int] = field(default_factory=dict)

    def run(self) -> dict[str, int]:
        for start in self.targets:
            if start not in self.index:
                self._from(start)
        return self.found

    def _from(self, start: str) -> None:
        # Not recursive: a chain of definitions may be longer than Python's stack.
        pending = [(start, iter(self.targets[start]))]
        self._enter(start)
        while pending:
            name, rest = pending[-1]
            following = next(rest, None)
            if following is None:
                pending.pop()
                self._leave(name)
                if pending:
                    above = pending[-1][0]
                    self.low[above] = min(self.low[above], self.low[name])
            elif following not in self.targets:
                continue
            elif following not in self.index:
                self._enter(following)
                pending.append((following, iter(self.targets[following])))
            elif following in self.on_trail:
                self.low[name] = min(self.low[name], self.index[following])

    def _enter(self, name: str) -> None:
        self.index[name] = self.low[name] = len(self.index)
        self.trail.append(name)
        self.on_trail.add(name)

    def _leave(self, name: str) -> None:
        if self.low[name] != self.index[name]:
            return
        place = self.trail.index(name)
        members = self.trail[place:]
        del self.trail[place:]
        self.on_trail.difference_update(members)
        if len(members) > 1 or name in self.targets[name]:
            self.found.update(dict.fromkeys(members, self.index[name]))


def _targets(schema: Schema, through_optional: bool) -> Iterator[str]:
    if isinstance(schema, bool):
        return
    if "$ref" in schema:
        yield definition_name(schema["$ref"])
    required = schema.get("required", ())
    for tokens, child in subschemas(schema):
        optional = tokens[0] == "properties" and not (isinstance(required, Sequence) and tokens[1] in required)
        if through_optional or not optional:
            yield from _targets(child, through_optional)


def again(name: str, definitions: Mapping[str, Schema], words: Words) -> dict[str, Json]:
    """Write a schema where a definition would stand inside itself once more: its type, and words for the rest."""
    schema = definitions[name]
    seen: set[str] = set()
    while isinstance(schema, Mapping) and "$ref" in schema and name not in seen:
        seen.add(name)
        name = definition_name(schema["$ref"])
        schema = definitions[name]
    types = types_of(schema)
    stated: dict[str, Json] = {"type": types[0] if len(types) == 1 else list(types)} if types else {}
    return {**stated, "description": words.again.format(f"`{name}`")}


def loosened(definitions: Mapping[str, Schema], words: Words, *, through_optional: bool) -> Loosened:
    """Open the circles that a dialect does not take.

    A required property that leads back becomes optional, which words say; any other way back ends in an open schema.

    Args:
        definitions: by name.
        words: the language.
        through_optional: whether a circle is refused even where it can be left by omitting an optional property.
    """
    found = circles(definitions, through_optional=through_optional)
    if not found:
        return Loosened(definitions=definitions, losses={})
    changed: dict[str, Schema] = dict(definitions)
    losses: dict[str, tuple[Loss, ...]] = {}
    for name, circle in found.items():
        members = frozenset(other for other, number in found.items() if number == circle)
        opening = _Opening(name, members, definitions, words, through_optional)
        changed[name] = opening.opened(definitions[name], ("$defs", name))
        losses[name] = tuple(opening.losses)
    return Loosened(definitions=changed, losses=losses)


@dataclass(slots=True)
class _Opening:
    name: str
    members: frozenset[str]
    definitions: Mapping[str, Schema]
    words: Words
    everywhere: bool
    losses: list[Loss] = field(default_factory=list)

    def opened(self, schema: Schema, path: _Path) -> Schema:
        if isinstance(schema, bool):
            return schema
        if schema == {"$ref": definition_ref(self.name)} and path[:-1] == ("$defs", self.name, "allOf"):
            # X that is X and more: merging leaves the reference out, as it says nothing.
            return schema
        if "$ref" in schema and definition_name(schema["$ref"]) in self.members:
            self._lose("$ref", path)
            stated = again(definition_name(schema["$ref"]), self.definitions, self.words)
            beside = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
            text = append(beside.get("description"), [str(stated["description"])], self.words)
            return {**stated, **beside, "description": text}
        if self.everywhere or "properties" not in schema:
            return self._below(schema, path, frozenset())
        required = schema.get("required", ())
        needed = [str(key) for key in required] if isinstance(required, Sequence) else []
        leading = [key for key in needed if self._leads_back(schema, key)]
        if leading:
            self._lose("required", path)
            phrase = self.words.needed.format(self.words.comma.join(f"`{key}`" for key in leading))
            schema = {
                **schema,
                "required": [key for key in needed if key not in leading],
                "description": append(schema.get("description"), [phrase], self.words),
            }
        optional = _keys(schema) - (set(needed) - set(leading))
        return self._below(schema, path, optional)

    def _below(self, schema: JsonObject, path: _Path, left_alone: Iterable[str]) -> Schema:
        properties = schema.get("properties")
        if not isinstance(properties, Mapping):
            return _mapped(schema, self, path)
        kept = {key: properties[key] for key in left_alone if key in properties}
        changed = _mapped(schema, self, path, without=frozenset(kept))
        declared = changed.get("properties")
        if isinstance(declared, Mapping):
            changed = {**changed, "properties": {key: kept.get(key, declared.get(key)) for key in properties}}
        return changed

    def _leads_back(self, schema: JsonObject, key: str) -> bool:
        properties = schema.get("properties")
        declared = properties.get(key) if isinstance(properties, Mapping) else None
        if not isinstance(declared, Mapping):
            return False
        return not self.members.isdisjoint(_targets(declared, through_optional=False))

    def _lose(self, keyword: str, path: _Path) -> None:
        self.losses.append(Loss(keyword=keyword, effect=Effect.SAID, pointer=join_pointer(path)))


def _keys(schema: JsonObject) -> set[str]:
    properties = schema.get("properties")
    return set(properties) if isinstance(properties, Mapping) else set()


def _mapped(schema: JsonObject, opening: _Opening, path: _Path, without: frozenset[str] = frozenset()) -> JsonObject:
    """Open each direct subschema, save the properties named in `without`."""
    places = iter([(tokens, child) for tokens, child in subschemas(schema)])

    def change(child: Schema) -> Schema:
        tokens, _ = next(places)
        if tokens[0] == "properties" and tokens[1] in without:
            return child
        return opening.opened(child, (*path, *tokens))

    changed = map_subschemas(schema, change)
    return changed if isinstance(changed, Mapping) else schema
