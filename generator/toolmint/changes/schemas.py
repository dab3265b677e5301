"""What changed between two schemas, and whom it hurts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from toolmint.changes.change import Change, Grade, Side
from toolmint.changes.said import schema_texts
from toolmint.changes.values import (
    SAYINGS,
    TEXTS,
    as_schema,
    be,
    holds,
    listed,
    listed_values,
    mapping,
    names,
    number,
    plain,
    reference_of,
    said_before_and_after,
    same,
    sequence,
    shown,
    takes_anything,
    written_out,
)
from toolmint.ir.schema import PRIVATE_KEYWORDS, Json, JsonObject, Schema, types_of

__all__ = ["SchemaComparison"]

_Path = tuple[str, ...]
_Pair = tuple[str, str]

_UPPER = {
    "maximum": "value",
    "exclusiveMaximum": "value",
    "maxLength": "length",
    "maxItems": "number of elements",
    "maxProperties": "number of keys",
    "maxContains": "number of matching elements",
}
_LOWER = {
    "minimum": "value",
    "exclusiveMinimum": "value",
    "minLength": "length",
    "minItems": "number of elements",
    "minProperties": "number of keys",
    "minContains": "number of matching elements",
}
_HANDLED = frozenset(
    {
        *_UPPER,
        *_LOWER,
        *TEXTS,
        *SAYINGS,
        *PRIVATE_KEYWORDS,
        *("type", "enum", "const", "pattern", "properties", "required", "additionalProperties", "items", "anyOf"),
        *("uniqueItems", "multipleOf", "$ref", "prefixItems"),
    }
)
_SECRETS = ("password", "secret", "token", "api_key", "apikey", "credential", "private_key", "access_key")


@dataclass(frozen=True, slots=True)
class SchemaComparison:
    """Compares the schemas of one side of a tool.

    Args:
        tool: the tool's name.
        side: `input`: the model writes, so narrower breaks; `output`: the tool writes, so wider breaks.
        before: shared schemas of the old state.
        after: shared schemas of the new state.
    """

    tool: str
    side: Literal["input", "output"]
    before: Mapping[str, Schema]
    after: Mapping[str, Schema]

    def compare(self, old: Schema, new: Schema) -> Iterator[Change]:
        """Yield every difference of two schemas, those inside shared schemas at each place that uses them."""
        yield from self._schemas(old, new, (), frozenset())

    # One schema

    def _schemas(self, old: Schema, new: Schema, path: _Path, seen: frozenset[_Pair]) -> Iterator[Change]:
        pair = (reference_of(old), reference_of(new))
        if pair != ("", "") and pair in seen:
            return
        old_full, new_full = written_out(old, self.before), written_out(new, self.after)
        if pair != ("", ""):
            seen = seen | {pair}
        elif same(old_full, new_full) and "$ref" not in json.dumps(old_full):
            return
        if isinstance(old_full, bool) or isinstance(new_full, bool):
            yield from self._with_bool(old_full, new_full, path)
            return
        yield from self._texts(old_full, new_full, path)
        yield from self._types(old_full, new_full, path)
        yield from self._values(old_full, new_full, path)
        yield from self._bounds(old_full, new_full, path)
        yield from self._flags(old_full, new_full, path)
        yield from self._properties(old_full, new_full, path, seen)
        yield from self._elements(old_full, new_full, path, seen)
        yield from self._branches(old_full, new_full, path, seen)
        yield from self._others(old_full, new_full, path)

    def _with_bool(self, old: Schema, new: Schema, path: _Path) -> Iterator[Change]:
        old_open, new_open = takes_anything(old), takes_anything(new)
        if old_open and new_open:
            return
        if new is False or old_open:
            yield self._narrower("schema-narrowed", path, "values that were taken are refused", old, new)
        else:
            yield self._wider("schema-widened", path, "values that were refused are taken", old, new)

    def _texts(self, old: JsonObject, new: JsonObject, path: _Path) -> Iterator[Change]:
        for keyword in TEXTS:
            before, after = old.get(keyword), new.get(keyword)
            if before != after:
                yield self._text(keyword, path, before, after)
        for keyword in SAYINGS:
            before, after = old.get(keyword), new.get(keyword)
            if not same(before, after):
                what = said_before_and_after(keyword, before, after)
                yield self._made(
                    f"{keyword}-changed",
                    path,
                    Grade.BEHAVIOUR,
                    f"{what}: what a model writes may differ",
                    before,
                    after,
                )

    def _text(self, keyword: str, path: _Path, before: Json, after: Json) -> Change:
        what = "is new" if before is None else "is gone" if after is None else "is another text"
        return Change(
            tool=self.tool,
            side=self.side,
            path=(*path, keyword),
            kind=f"{keyword}-changed",
            grade=Grade.BEHAVIOUR,
            reason=f"the {keyword} {what}, which is part of the prompt",
            before=before,
            after=after,
            prose=True,
        )

    def _types(self, old: JsonObject, new: JsonObject, path: _Path) -> Iterator[Change]:
        before, after = set(types_of(old)), set(types_of(new))
        if before == after:
            return
        gone = {one for one in before if not (one in after or (one == "integer" and "number" in after))}
        came = {one for one in after if not (one in before or (one == "integer" and "number" in before))}
        if before and not after:
            gone, came = set(), {"any other type"}
        elif after and not before:
            gone, came = {"any other type"}, set()
        elif "number" in before and "integer" in after and "number" not in after:
            gone = gone | {"number"}
        if gone:
            verb = "is" if len(gone) == 1 else "are"
            never = "comes" if len(gone) == 1 else "come"
            reason = (
                f"{listed(gone)} {verb} no longer taken" if self.side == "input" else f"{listed(gone)} never {never}"
            )
            yield self._narrower("type-narrowed", path, reason, old.get("type"), new.get("type"))
        if came:
            verb = "is" if len(came) == 1 else "are"
            reason = f"{listed(came)} {verb} taken too" if self.side == "input" else f"{listed(came)} may come too"
            yield self._wider("type-widened", path, reason, old.get("type"), new.get("type"), grade=Grade.EXPANDED)
        if not gone and not came:
            wider = "number" in after
            say = "fractions are taken too" if wider else "fractions are refused"
            made = self._wider if wider else self._narrower
            yield made("type-changed", path, say, old.get("type"), new.get("type"))

    def _values(self, old: JsonObject, new: JsonObject, path: _Path) -> Iterator[Change]:
        before, after = listed_values(old), listed_values(new)
        if before is None and after is None:
            return
        if before is None:
            yield self._narrower("enum-added", path, f"only {shown(after)} {be(after)} valid", None, after)
            return
        if after is None:
            yield self._wider("enum-removed", path, "any value is valid, not only the listed ones", before, None)
            return
        gone = [value for value in before if not holds(after, value)]
        came = [value for value in after if not holds(before, value)]
        if gone:
            yield self._narrower("enum-narrowed", path, f"{shown(gone)} {be(gone)} no longer valid", before, after)
        if came:
            yield self._wider("enum-widened", path, f"{shown(came)} {be(came)} valid too", before, after)

    def _bounds(self, old: JsonObject, new: JsonObject, path: _Path) -> Iterator[Change]:
        for keyword, noun in (*_UPPER.items(), *_LOWER.items()):
            before, after = number(old.get(keyword)), number(new.get(keyword))
            if keyword in _LOWER and keyword.startswith("min") and keyword != "minimum":
                before, after = before or None, after or None  # a minimum length of 0 says nothing
            if before == after:
                continue
            upper = keyword in _UPPER
            tighter = before is None or (after is not None and (after < before if upper else after > before))
            which = "greatest" if upper else "least"
            what = (
                f"the {which} {noun} is {plain(after)}" if after is not None else f"the {which} {noun} is not limited"
            )
            was = f", was {plain(before)}" if before is not None else ""
            make = self._narrower if tighter else self._wider
            yield make(f"{keyword}-changed", (*path, keyword), f"{what}{was}", before, after)
        for keyword in ("pattern", "multipleOf"):
            before_, after_ = old.get(keyword), new.get(keyword)
            if same(before_, after_):
                continue
            if after_ is None:
                yield self._wider(f"{keyword}-removed", (*path, keyword), f"`{keyword}` is gone", before_, None)
            else:
                what = f"`{keyword}` is {'new' if before_ is None else 'another'}"
                yield self._narrower(f"{keyword}-changed", (*path, keyword), what, before_, after_)

    def _flags(self, old: JsonObject, new: JsonObject, path: _Path) -> Iterator[Change]:
        before, after = bool(old.get("uniqueItems")), bool(new.get("uniqueItems"))
        if before != after:
            make = self._narrower if after else self._wider
            say = "elements must differ" if after else "elements may be equal"
            yield make("uniqueItems-changed", (*path, "uniqueItems"), say, before, after)

    # What is below

    def _properties(self, old: JsonObject, new: JsonObject, path: _Path, seen: frozenset[_Pair]) -> Iterator[Change]:
        before, after = mapping(old.get("properties")), mapping(new.get("properties"))
        must_before, must_after = names(old.get("required")), names(new.get("required"))
        noun = "argument" if not path and self.side == "input" else "field"
        for name, schema in before.items():
            if name not in after:
                yield self._gone(noun, name, path, schema)
        for name, schema in after.items():
            if name not in before:
                yield self._new(noun, name, path, name in must_after, schema)
                continue
            if (name in must_before) != (name in must_after):
                yield self._must(noun, name, path, required=name in must_after)
            yield from self._schemas(as_schema(before[name]), as_schema(schema), (*path, name), seen)
        yield from self._further(old, new, path, seen)

    def _gone(self, noun: str, name: str, path: _Path, schema: Json) -> Change:
        if self.side == "input":
            reason = f"{noun} `{name}` is gone: a call that passes it is refused, or what it says is lost"
        else:
            reason = f"{noun} `{name}` is gone from the result"
        return self._made(f"{noun}-removed", (*path, name), Grade.BREAKING, reason, schema, None)

    def _new(self, noun: str, name: str, path: _Path, required: bool, schema: Json) -> Change:
        texts = schema_texts(as_schema(schema), self.after)
        if self.side == "output" or not required:
            reason = f"{noun} `{name}` is new" + ("" if self.side == "output" else " and may be left out")
            made = self._made(f"{noun}-added", (*path, name), Grade.EXPANDED, reason, None, schema)
            return replace(made, texts=texts)
        secret = any(word in name.lower() for word in _SECRETS)
        more = ", and it asks the model for a secret" if secret else ""
        reason = f"{noun} `{name}` is new and required: every call without it fails{more}"
        made = self._made(f"{noun}-added", (*path, name), Grade.BREAKING, reason, None, schema, safety=secret)
        return replace(made, texts=texts)

    def _must(self, noun: str, name: str, path: _Path, *, required: bool) -> Change:
        if self.side == "input":
            grade = Grade.BREAKING if required else Grade.EXPANDED
            say = "must be passed now: every call without it fails" if required else "may be left out now"
        else:
            grade = Grade.EXPANDED if required else Grade.BREAKING
            say = "always comes now" if required else "may be missing from the result now"
        return self._made("required-changed", (*path, name), grade, f"{noun} `{name}` {say}", not required, required)

    def _further(self, old: JsonObject, new: JsonObject, path: _Path, seen: frozenset[_Pair]) -> Iterator[Change]:
        before, after = old.get("additionalProperties", True), new.get("additionalProperties", True)
        if same(before, after):
            return
        at = (*path, "additionalProperties")
        if after is False:
            yield self._narrower("object-closed", at, "other keys are refused", before, after)
        elif before is False:
            yield self._wider("object-opened", at, "other keys are taken, too", before, after)
        else:
            yield from self._schemas(as_schema(before), as_schema(after), (*path, "*"), seen)

    def _elements(self, old: JsonObject, new: JsonObject, path: _Path, seen: frozenset[_Pair]) -> Iterator[Change]:
        before, after = old.get("items", True), new.get("items", True)
        if not same(before, after) or "$ref" in json.dumps(before):
            yield from self._schemas(as_schema(before), as_schema(after), (*path, "[]"), seen)
        first, second = sequence(old.get("prefixItems")), sequence(new.get("prefixItems"))
        for index in range(max(len(first), len(second))):
            one = first[index] if index < len(first) else True
            other = second[index] if index < len(second) else True
            yield from self._schemas(as_schema(one), as_schema(other), (*path, f"[{index}]"), seen)

    def _branches(self, old: JsonObject, new: JsonObject, path: _Path, seen: frozenset[_Pair]) -> Iterator[Change]:
        """Compare unions: branches that are equal are out; where one is left on either side, these are compared."""
        before, after = sequence(old.get("anyOf")), sequence(new.get("anyOf"))
        if not before and not after:
            return
        if not before or not after:
            make = self._narrower if after else self._wider
            yield make(
                "union-changed", path, "there is a union now" if after else "there is no union now", before, after
            )
            return
        left = [one for one in before if not holds(after, one)]
        right = [one for one in after if not holds(before, one)]
        if len(left) == 1 and len(right) == 1:
            yield from self._schemas(as_schema(left[0]), as_schema(right[0]), path, seen)
            return
        if left:
            yield self._narrower("variant-removed", path, f"{len(left)} of its variants {be(left)} gone", left, None)
        if right:
            yield self._wider(
                "variant-added",
                path,
                f"{len(right)} {'variant is' if len(right) == 1 else 'variants are'} new",
                None,
                right,
                grade=Grade.EXPANDED,
            )

    def _others(self, old: JsonObject, new: JsonObject, path: _Path) -> Iterator[Change]:
        """Compare what is left by equality: a difference is taken for the worst, as nobody worked out its meaning."""
        for keyword in sorted((old.keys() | new.keys()) - _HANDLED):
            before, after = old.get(keyword), new.get(keyword)
            if same(before, after) or keyword.startswith("x-"):
                continue
            if after is None:
                yield self._wider(f"{keyword}-removed", (*path, keyword), f"`{keyword}` is gone", before, None)
            else:
                what = "new" if before is None else "another"
                yield self._made(
                    f"{keyword}-changed",
                    (*path, keyword),
                    Grade.BREAKING,
                    f"`{keyword}` is {what}: values that were right may be refused",
                    before,
                    after,
                )

    # Making changes

    def _narrower(self, kind: str, path: _Path, what: str, before: Json, after: Json) -> Change:
        grade = Grade.BREAKING if self.side == "input" else Grade.EXPANDED
        why = "calls that were right fail" if self.side == "input" else "what comes is known more exactly"
        return self._made(kind, path, grade, f"{what}: {why}", before, after)

    def _wider(
        self, kind: str, path: _Path, what: str, before: Json, after: Json, grade: Grade = Grade.LOOSENED
    ) -> Change:
        if self.side == "output":
            return self._made(
                kind, path, Grade.BREAKING, f"{what}: who reads the result does not expect it", before, after
            )
        if grade is Grade.EXPANDED:
            return self._made(kind, path, grade, what, before, after)
        return self._made(kind, path, grade, f"{what}: a limit holds back less", before, after, safety=True)

    def _made(
        self, kind: str, path: _Path, grade: Grade, reason: str, before: Json, after: Json, *, safety: bool = False
    ) -> Change:
        side: Side = self.side
        return Change(
            tool=self.tool,
            side=side,
            path=path,
            kind=kind,
            grade=grade,
            reason=reason,
            before=before,
            after=after,
            safety=safety,
        )
