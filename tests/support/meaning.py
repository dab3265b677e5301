"""What a lowered schema accepts and its contract does not, or the other way round, beyond the losses named."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import jsonschema_rs

from toolmint.lowering.losses import Effect, Loss

from support.dialect_rules import plain_schema

__all__ = ["Comparison", "as_validator"]

Json = Any


def as_validator(schema: Json) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(schema)


class Comparison:
    """Compares a contract's input with what it became.

    Args:
        schema: the contract's input.
        definitions: what it refers to.
        lowered: what the dialect gets.
        losses: what was named.
        wrapper: the property that holds the arguments, if any.
        completes: whether optional properties were written as nullable ones.
    """

    def __init__(
        self,
        schema: Json,
        definitions: dict[str, Json],
        lowered: Json,
        losses: Sequence[Loss],
        *,
        wrapper: str | None = None,
        completes: bool = False,
    ) -> None:
        self._original = {**schema, "$defs": definitions}
        self._lowered = plain_schema(lowered)
        self._losses = losses
        self.wrapper = wrapper
        self._completes = completes
        self._before = as_validator(self._original)
        self._after = as_validator(self._lowered)
        self._sayable = as_validator(_omittable(self._lowered)) if completes else self._after
        widening = [loss for loss in losses if loss.effect is not Effect.NARROWED and loss.constrains]
        self._relaxed = as_validator(_relaxed(self._original, widening)) if widening else self._before

    def unsayable(self, arguments: Json) -> bool:
        """Whether arguments that the contract takes cannot be written, although no loss says so."""
        if any(loss.effect is Effect.NARROWED for loss in self._losses) or not self._before.is_valid(arguments):
            return False
        sent = {self.wrapper: arguments} if self.wrapper else arguments
        return not self._sayable.is_valid(sent)

    def wrongly_sayable(self, sent: Json) -> bool:
        """Whether something can be written that the contract does not take, although no loss of that kind says so."""
        if not self._after.is_valid(sent):
            return False
        arguments = sent[self.wrapper] if self.wrapper else sent
        if self._completes:
            arguments = self._without_nulls(arguments, [self._original])
        return not self._relaxed.is_valid(arguments)

    def _without_nulls(self, value: Json, schemas: list[Json]) -> Json:
        """Take a null for omitted where the property is optional and takes none, as the generated module does."""
        applied = list(self._applied(schemas, value))
        if isinstance(value, list):
            return [self._without_nulls(one, [s["items"] for s in applied if "items" in s]) for one in value]
        if not isinstance(value, dict):
            return value
        needed = {key for schema in applied for key in schema.get("required", [])}
        kept = {}
        for key, one in value.items():
            below = [s.get("properties", {}).get(key, s.get("additionalProperties", True)) for s in applied]
            declared = [schema for schema in below if isinstance(schema, dict)]
            nullable = not declared or any(self._takes(schema, None) for schema in declared)
            if one is None and key not in needed and not nullable:
                continue
            kept[key] = self._without_nulls(one, declared)
        return kept

    def _applied(self, schemas: Iterable[Json], value: Json) -> Iterator[Json]:
        for schema in schemas:
            if not isinstance(schema, dict):
                continue
            yield schema
            below = list(schema.get("allOf", []))
            if "$ref" in schema:
                below.append(self._original["$defs"][schema["$ref"].removeprefix("#/$defs/")])
            for keyword in ("anyOf", "oneOf"):
                branches = schema.get(keyword, [])
                below += [branch for branch in branches if self._takes(branch, value)] or branches
            yield from self._applied(below, value)

    def _takes(self, schema: Json, value: Json) -> bool:
        return as_validator({"allOf": [schema], "$defs": self._original["$defs"]}).is_valid(value)


def _omittable(schema: Json) -> Json:
    """Let every nullable property be left out, which a null for it says."""
    if isinstance(schema, list):
        return [_omittable(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: _omittable(part) for key, part in schema.items()}
    properties = schema.get("properties")
    if isinstance(properties, dict) and isinstance(schema.get("required"), list):
        changed["required"] = [key for key in schema["required"] if not _null_stated(properties.get(key))]
    return changed


def _null_stated(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return False
    return "null" in schema.get("type", []) or {"type": "null"} in schema.get("anyOf", [])


def _relaxed(schema: Json, losses: Iterable[Loss]) -> Json:
    """Take out of a contract's input what a dialect says that it does not hold."""
    changed = _without_one_of(copy.deepcopy(schema))
    for loss in losses:
        if _opened(changed, loss.pointer):
            continue
        found = list(_holders(_at(changed, loss.pointer), loss.keyword, changed["$defs"], set()))
        if loss.keyword == "not" and not found and not any("not" in part for part in _every(changed)):
            # Merging showed that nothing satisfies a schema here: closed objects that refuse each other's keys.
            return {}
        for part in found or list(_every(changed)):
            _drop(part, loss)
    return changed


_WITH = {
    "patternProperties": ["additionalProperties"],
    "properties": ["additionalProperties", "required"],
    "prefixItems": ["items"],
    "required": ["properties"],
    "enum": ["const"],
    "const": ["enum"],
}
"""Keyword to those that say nothing without it, or more than they did."""


def _drop(part: Json, loss: Loss) -> None:
    if loss.keyword == "oneOf" and loss.effect is Effect.IMPLIED:
        # It is `anyOf` already.
        return
    for one in [loss.keyword, *_WITH.get(loss.keyword, [])]:
        part.pop(one, None)
    if loss.keyword == "not" and False in part.get("allOf", []):
        part["allOf"] = [True if member is False else member for member in part["allOf"]]
    if loss.keyword == "oneOf":
        part.pop("anyOf", None)
        part.pop("allOf", None)


def _without_one_of(schema: Json) -> Json:
    # Where something inside is relaxed, branches that excluded each other may not any more.
    if isinstance(schema, list):
        return [_without_one_of(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: _without_one_of(part) for key, part in schema.items()}
    if isinstance(changed.get("oneOf"), list):
        branches = changed.pop("oneOf")
        if "anyOf" in changed:
            changed["allOf"] = [*changed.get("allOf", []), {"anyOf": branches}]
        else:
            changed["anyOf"] = branches
    return changed


def _tokens(pointer: str) -> list[str]:
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def _step(here: Json, token: str, definitions: Json) -> Json:
    """Go down one token, also where a reference or `allOf` stands in between."""
    if isinstance(here, list):
        return here[int(token)] if token.isdigit() and int(token) < len(here) else None
    if not isinstance(here, dict):
        return None
    if token in here:
        return here[token]
    if token == "oneOf" and "anyOf" in here:
        return here["anyOf"]
    part = next(_holders(here, token, definitions, set()), None)
    return None if part is None else part[token]


def _at(schema: Json, pointer: str) -> Json:
    here = schema
    for token in _tokens(pointer):
        here = _step(here, token, schema["$defs"])
    return here


def _opened(schema: Json, pointer: str) -> bool:
    """Let anything in where a schema lets nothing in; say whether there was one."""
    *above, last = _tokens(pointer) or [""]
    here = schema
    for token in above:
        here = _step(here, token, schema["$defs"])
    if _step(here, last, schema["$defs"]) is not False:
        return False
    here[int(last) if isinstance(here, list) else last] = True
    return True


def _holders(part: Json, keyword: str, definitions: Json, seen: set[int]) -> Iterator[Json]:
    """Yield the schemas that speak of one value and hold a keyword."""
    if not isinstance(part, dict) or id(part) in seen:
        return
    seen.add(id(part))
    if keyword in part:
        yield part
    below = list(part.get("allOf", []))
    if "$ref" in part:
        below.append(definitions.get(part["$ref"].removeprefix("#/$defs/")))
    for one in below:
        yield from _holders(one, keyword, definitions, seen)


def _every(schema: Json) -> Iterator[Json]:
    if isinstance(schema, list):
        for part in schema:
            yield from _every(part)
    elif isinstance(schema, dict):
        yield schema
        for part in schema.values():
            yield from _every(part)
