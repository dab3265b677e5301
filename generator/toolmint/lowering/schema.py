"""One schema of the IR as a dialect takes it, with every loss named.

Lowering may only widen, since a call is validated against the contract afterwards and a model that may not say a
legal value cannot make the call at all. Where a dialect wants stated what a source leaves open (which further keys an
object takes, of which type a value is), only what the source describes can be written: a loss of its own kind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from toolmint.ir.schema import (
    ANNOTATIONS,
    PRIVATE_KEYWORDS,
    Json,
    JsonObject,
    Schema,
    definition_name,
    types_of,
)
from toolmint.lowering.circles import Loosened, again, loosened
from toolmint.lowering.exclusive import Exclusion
from toolmint.lowering.forms import ambiguous_key, apart, closed, completed, enum_said, folded_null
from toolmint.lowering.losses import Effect, Loss, unspoken
from toolmint.lowering.merge import merge_all_of
from toolmint.lowering.phrases import WORDS, append, say
from toolmint.lowering.prepare import Preparation
from toolmint.lowering.root import plain_root, root_wrapper, wrapped
from toolmint.lowering.shallow import shallow
from toolmint.lowering.shapes import Shapes
from toolmint.lowering.walk import HELD, Path, Walk
from toolmint.profiles import Handling, Profile

__all__ = ["LoweredSchema", "SchemaLowering"]

_JUDGED = frozenset({"format", "minItems", "pattern"})
"""Keywords that may be kept with some values alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoweredSchema:
    """A schema in a dialect."""

    schema: dict[str, Json]
    losses: tuple[Loss, ...]
    wrapper: str | None = None
    """The one property that holds the whole of what the contract says of a root, where the dialect takes no union
    there; None where the root is the contract's."""
    obstacles: tuple[str, ...] = ()
    """Why a null could mean two things, where optional properties are written as nullable ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fragment:
    """A schema lowered without its definitions."""

    schema: dict[str, Json]
    losses: tuple[Loss, ...]
    references: tuple[str, ...]
    obstacles: tuple[str, ...]


class SchemaLowering:
    """Lowers schemas that share definitions; each definition is lowered once.

    Args:
        definitions: what `$ref` leads to.
        profile: the dialect.
        language: of the phrases that keywords become, a key of `phrases.WORDS`.
    """

    def __init__(self, definitions: Mapping[str, Schema], profile: Profile, language: str) -> None:
        self._profile = profile
        self._words = WORDS[language]
        opened = Loosened(definitions=definitions, losses={})
        if profile.references and profile.recursion != "any":
            opened = loosened(definitions, self._words, through_optional=profile.recursion == "none")
        self._loosened = opened.losses
        self._definitions = opened.definitions
        self._shapes = Shapes(self._definitions)
        self._exclusion = Exclusion(self._definitions)
        self._preparation = Preparation(self._definitions, profile, self._words, self._exclusion)
        self._lowered: dict[tuple[str, int], _Fragment] = {}
        self._handling: dict[str, Handling] = {}
        self._pattern_refused = re.compile(profile.values.pattern_refused) if profile.values.pattern_refused else None

    @property
    def fragments(self) -> Mapping[str, dict[str, Json]]:
        """The definitions that were lowered so far, by name."""
        return {name: fragment.schema for (name, _), fragment in self._lowered.items()}

    def lower(self, schema: Schema, *, root: bool = False) -> LoweredSchema:
        """Lower one schema and put the definitions that it reaches into its `$defs`, sorted.

        Args:
            schema: an IR schema.
            root: whether it is the root of a tool's input, for which the dialect has rules of its own.

        Raises:
            KeyError: a reference leads to no definition.
        """
        wrapper = None
        if root:
            plain = plain_root(schema, self._profile, self._definitions)
            wrapper = root_wrapper(plain, self._profile)
            schema = plain if wrapper is None else wrapped(plain, wrapper)
        own = self._fragment(schema, (), self._profile.unrolled, shallow_root=root)
        losses, obstacles = [*own.losses], [*own.obstacles]
        if wrapper is not None:
            # Where the contract has it.
            inside = f"/properties/{wrapper}"
            losses = [replace(loss, pointer=loss.pointer.removeprefix(inside)) for loss in losses]
        lowered = dict(own.schema)
        reached = self._reached(own.references)
        for name in reached:
            losses += self._definition(name).losses
            obstacles += self._definition(name).obstacles
        if reached:
            lowered["$defs"] = {name: self._definition(name).schema for name in reached}
        return LoweredSchema(schema=lowered, losses=tuple(losses), wrapper=wrapper, obstacles=tuple(obstacles))

    def _reached(self, names: Sequence[str]) -> list[str]:
        found: set[str] = set()
        pending = list(names)
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending += self._definition(name).references
        return sorted(found)

    def _definition(self, name: str, left: int | None = None) -> _Fragment:
        """Lower a definition, once for each number of definitions that it may still write in place."""
        left = self._profile.unrolled if left is None else left
        if (name, left) not in self._lowered:
            fragment = self._fragment(self._definitions[name], ("$defs", name), left)
            losses = self._loosened.get(name, ())
            self._lowered[name, left] = _Fragment(
                schema=fragment.schema,
                losses=(*losses, *fragment.losses),
                references=fragment.references,
                obstacles=fragment.obstacles,
            )
        return self._lowered[name, left]

    def _fragment(self, schema: Schema, path: Path, left: int, *, shallow_root: bool = False) -> _Fragment:
        walk = Walk(left=left)
        if shallow_root and self._profile.shallow is not None and isinstance(schema, Mapping):
            lowered = shallow(
                schema, self._profile.shallow, self._definitions, self._words, self._shapes, walk, self._node
            )
        else:
            lowered = self._node(schema, path, walk)
        return _Fragment(
            schema=lowered,
            losses=tuple(walk.losses),
            references=tuple(walk.references),
            obstacles=tuple(walk.obstacles),
        )

    def _node(self, schema: Schema, path: Path, walk: Walk) -> dict[str, Json]:
        if schema is False:
            return self._nothing(path, walk)
        if schema is True:
            schema = {}
        if "$ref" in schema and not self._profile.references and PRIVATE_KEYWORDS.issuperset(schema.keys() - {"$ref"}):
            return self._written_in_place(definition_name(schema["$ref"]), path, walk)
        source, opened = self._preparation.prepared(schema, path, walk)
        if source is None:
            return self._nothing(path, walk)
        if "$ref" in source:
            walk.references[definition_name(source["$ref"])] = None
        walk.left -= opened
        lowered, said = self._keywords(source, path, walk)
        self._array_floor(lowered, path, walk)
        if enum_said(lowered, self._profile):
            said += [keyword for keyword in ("enum", "const") if keyword in source]
        self._say(source, said, lowered, path, walk)
        walk.left += opened
        return self._formed(lowered, source, path, walk)

    def _nothing(self, path: Path, walk: Walk) -> dict[str, Json]:
        """Write the schema that nothing satisfies."""
        if self._handled("not", {}) is Handling.KEPT:
            return {"not": {}}
        walk.lose("not", Effect.LOST, path)
        return self._node(True, path, walk)

    def _written_in_place(self, name: str, path: Path, walk: Walk) -> dict[str, Json]:
        """Lower a definition where it is used; the schema is shared by all such places."""
        back = self._preparation.leads_back(name)
        if back and walk.left == 0:
            walk.lose("$ref", Effect.SAID, path)
            return self._node(again(name, self._definitions, self._words), path, walk)
        fragment = self._definition(name, walk.left - back)
        walk.losses += fragment.losses
        walk.obstacles += fragment.obstacles
        return dict(fragment.schema)

    def _keywords(self, source: JsonObject, path: Path, walk: Walk) -> tuple[dict[str, Json], list[str]]:
        lowered: dict[str, Json] = {}
        said: list[str] = []
        union = self._profile.union_siblings == "none" and ("anyOf" in source or "oneOf" in source)
        for keyword, value in source.items():
            if keyword in PRIVATE_KEYWORDS:
                continue
            handling = self._handled(keyword, value)
            if union and handling is Handling.KEPT and keyword in ANNOTATIONS and keyword != "description":
                handling = Handling.PROSE
            match handling:
                case Handling.KEPT if keyword == "enum" and "enum" in lowered:
                    # `const` says more.
                    pass
                case Handling.KEPT:
                    held = keyword in HELD
                    lowered[keyword] = self._value(keyword, value, (*path, keyword), walk) if held else value
                case Handling.REWRITTEN:
                    self._rewrite(keyword, value, source, lowered, said, path, walk)
                case Handling.PROSE:
                    said.append(keyword)
                case Handling.DROPPED:
                    walk.lose(keyword, Effect.LOST, path)
                case Handling.OMITTED:
                    pass
        if source.get("patternProperties") and "patternProperties" not in lowered:
            self._open(source, lowered, path, walk)
        if "prefixItems" in source and "prefixItems" not in lowered:
            self._any_of_items(source, lowered, path, walk)
        return lowered, said

    def _handled(self, keyword: str, value: Json) -> Handling:
        if keyword not in self._handling:
            self._handling[keyword] = self._profile.handling(keyword)
        handling = self._handling[keyword]
        if handling is not Handling.KEPT or keyword not in _JUDGED:
            return handling
        values = self._profile.values
        match keyword:
            case "format":
                taken = values.formats is None or value in values.formats
            case "minItems":
                taken = values.item_minima is None or value in values.item_minima
            case "pattern":
                taken = self._pattern_refused is None or self._pattern_refused.search(str(value)) is None
            case _:
                taken = True
        return Handling.KEPT if taken else Handling.PROSE

    def _value(self, keyword: str, value: Json, path: Path, walk: Walk) -> Json:
        """Lower what a kept keyword holds."""
        match HELD.get(keyword):
            case "one" if isinstance(value, Mapping):
                # `additionalProperties: false` is plain to every reader; a boolean elsewhere is not.
                return self._node(value, path, walk)
            case "list" if isinstance(value, Sequence):
                return [self._child(element, (*path, index), walk) for index, element in enumerate(value)]
            case "map" if isinstance(value, Mapping):
                return {key: self._child(element, (*path, key), walk) for key, element in value.items()}
            case _:
                return value

    def _child(self, value: Json, path: Path, walk: Walk) -> Json:
        return self._node(value, path, walk) if isinstance(value, bool | Mapping) else value

    def _rewrite(
        self,
        keyword: str,
        value: Json,
        source: JsonObject,
        lowered: dict[str, Json],
        said: list[str],
        path: Path,
        walk: Walk,
    ) -> None:
        match keyword:
            case "const":
                values = source.get("enum")
                if isinstance(values, Sequence) and value not in values:
                    walk.lose("enum", Effect.LOST, path)
                lowered["enum"] = [value]
            case "oneOf" if "anyOf" not in source:
                lowered["anyOf"] = self._value("anyOf", value, (*path, keyword), walk)
                if isinstance(value, Sequence) and not self._exclusion.holds(value):
                    # A discriminator says it already.
                    said.append("oneOf")
            case "oneOf":
                walk.lose(keyword, Effect.LOST, path)
            case "prefixItems":
                said.append(keyword)
            case _:
                # `allOf` was merged before the walk came here.
                pass

    def _any_of_items(self, source: JsonObject, lowered: dict[str, Json], path: Path, walk: Walk) -> None:
        """Let each item be any of those that are listed by position."""
        first, rest = source["prefixItems"], source.get("items")
        if not isinstance(first, Sequence):
            return
        room = source.get("maxItems")
        parts = list(first)
        if not (isinstance(room, int) and room <= len(first)):
            parts.append(rest if isinstance(rest, Mapping) else True)
        if any(part is True or part == {} for part in parts):
            lowered["items"] = self._node(True, (*path, "items"), walk)
            return
        schemas = [self._child(part, (*path, "prefixItems", index), walk) for index, part in enumerate(parts)]
        distinct = [schema for index, schema in enumerate(schemas) if schema not in schemas[:index]]
        union: dict[str, Json] = {"anyOf": distinct}
        lowered["items"] = distinct[0] if len(distinct) == 1 else self._formed(union, {}, (*path, "items"), walk)

    def _open(self, source: JsonObject, lowered: dict[str, Json], path: Path, walk: Walk) -> None:
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

    def _array_floor(self, lowered: dict[str, Json], path: Path, walk: Walk) -> None:
        """Give each array an `items` object, which OpenAI refuses to be without; `{}` says what its absence says."""
        items = lowered.get("items")
        if items is True or (items is None and "array" in types_of(lowered)):
            lowered["items"] = self._node(True, (*path, "items"), walk)

    def _say(self, source: JsonObject, said: list[str], lowered: dict[str, Json], path: Path, walk: Walk) -> None:
        if not said:
            return
        phrases: list[str] = []
        for keyword, phrase in say(source, said, self._words, self._shapes.say).items():
            if phrase is None:
                walk.lose(keyword, Effect.LOST, path)
            elif phrase:
                # A union is still one; only that its variants exclude each other stands in words.
                walk.lose(keyword, Effect.IMPLIED if keyword == "oneOf" else Effect.SAID, path)
                phrases.append(phrase)
            elif (effect := unspoken(keyword, source)) is not None:
                walk.lose(keyword, effect, path)
        if phrases:
            lowered["description"] = append(lowered.get("description"), phrases, self._words)

    def _formed(self, lowered: dict[str, Json], source: JsonObject, path: Path, walk: Walk) -> dict[str, Json]:
        profile = self._profile
        if profile.types == "nullable":
            lowered = folded_null(lowered)
        if profile.union_siblings == "none":
            lowered = apart(lowered)
        if "$ref" in lowered and len(lowered) > 1 and not profile.reference_siblings:
            lowered = {"anyOf": [{"$ref": lowered.pop("$ref")}], **lowered}
        if profile.typed == "everywhere" and lowered.get("properties") == {}:
            del lowered["properties"]
        if profile.closes:
            closed(lowered, source, path, walk)
        if profile.completes:
            self._judge(source, path, walk)
            completed(lowered, source, self._definitions)
        return lowered

    def _judge(self, source: JsonObject, path: Path, walk: Walk) -> None:
        """Object to what leaves open whether null means omitted: the generated module looks at all variants."""
        if "if" in source:
            walk.object_to("`if` may need what is optional", path)
        for keyword in ("anyOf", "oneOf"):
            held = source.get(keyword)
            if isinstance(held, Sequence) and len(held) > 1:
                branches = [self._flat(branch) for branch in held if isinstance(branch, Mapping)]
                key = ambiguous_key(branches, self._definitions)
                if key is not None:
                    walk.object_to(f"`{key}` is optional in one variant and not in another", path)

    def _flat(self, branch: JsonObject) -> JsonObject:
        if "$ref" not in branch and "allOf" not in branch:
            return branch
        merged = merge_all_of(branch, self._definitions.__getitem__)
        if isinstance(merged, Mapping) and "$ref" in merged:
            return self._flat(self._as_object(self._definitions[definition_name(merged["$ref"])]))
        return self._as_object(merged)

    @staticmethod
    def _as_object(schema: Schema | None) -> JsonObject:
        return schema if isinstance(schema, Mapping) else {}
