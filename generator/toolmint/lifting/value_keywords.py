"""Keywords that speak of a value itself: types, bounds, texts, lists of values."""

from __future__ import annotations

import math
from collections.abc import Mapping

from toolmint.ir.schema import Json
from toolmint.lifting.keyword import KeywordAt, is_pattern
from toolmint.text import kind_of, nearest, shown_value

__all__ = [
    "lift_bound",
    "lift_count",
    "lift_enum",
    "lift_example",
    "lift_examples",
    "lift_exclusive",
    "lift_flag",
    "lift_multiple",
    "lift_nullable",
    "lift_pattern",
    "lift_text",
    "lift_type",
    "lift_value",
]

_COMPOSED = ("allOf", "anyOf", "oneOf", "discriminator")
_TYPES = ("string", "integer", "number", "boolean", "array", "object", "null")


def lift_type(at: KeywordAt) -> None:
    """Write one or several type names (validation section 6.1.1)."""
    declared = at.value if isinstance(at.value, list) else [at.value]
    types: list[Json] = []
    for name in declared:
        if name == "file":
            # Swagger 2.0 section 5.2.4.4: the one type that JSON Schema lacks.
            types.append("string")
            at.lifted.setdefault("format", "binary")
        elif name is None:
            types.append("null")  # `type: [string, null]` unquoted: nothing else can be meant
        elif isinstance(name, str) and name in _TYPES:
            types.append(name)
        else:
            near = nearest(str(name), _TYPES, limit=1)
            hint = f"did you mean `{near[0]}`?" if near else "one of " + ", ".join(f"`{t}`" for t in _TYPES)
            at.error(f"found {shown_value(name)} for `type`, wanted a type", hint)
            return
    types = list(dict.fromkeys(types))
    at.lifted["type"] = types[0] if len(types) == 1 else types


def lift_nullable(at: KeywordAt) -> None:
    """Write `nullable` as the type null; it is lifted last, when the rest of the schema is known."""
    if at.value is not True or not at.lifter.dialect.has_nullable:
        return
    declared = at.lifted.get("type")
    if declared is not None:
        # 3.0.3 section 4.7.24.1: `enum` still decides, so null must stand among its values to be allowed.
        enum = at.lifted.get("enum")
        if isinstance(enum, list) and None not in enum:
            return
        types = declared if isinstance(declared, list) else [declared]
        at.lifted["type"] = types if "null" in types else [*types, "null"]
        return
    # The letter of 3.0.3 gives `nullable` no effect beside a composition; authors mean "that, or null" by it.
    composed = {key: at.lifted.pop(key) for key in _COMPOSED if key in at.lifted}
    any_of, all_of = composed.get("anyOf"), composed.get("allOf")
    if isinstance(any_of, list) and len(composed) == 1:
        at.lifted["anyOf"] = [*any_of, {"type": "null"}]
    elif isinstance(all_of, list) and len(all_of) == 1 and len(composed) == 1:
        at.lifted["anyOf"] = [all_of[0], {"type": "null"}]
    elif composed:
        at.lifted["anyOf"] = [composed, {"type": "null"}]


def lift_text(at: KeywordAt) -> None:
    """Keep a keyword whose value is text."""
    if isinstance(at.value, str):
        if at.value.strip():
            at.lifted[at.keyword] = at.value
    elif at.value is not None:
        hint = "quote the text" if isinstance(at.value, Mapping) else None
        at.warning(f"found {kind_of(at.value)} for `{at.keyword}`, wanted a text", hint)


def lift_flag(at: KeywordAt) -> None:
    """Keep a keyword that is true; false says nothing."""
    if at.value is True:
        at.lifted[at.keyword] = True
    elif at.value is not False:
        at.warning(f"found {kind_of(at.value)} for `{at.keyword}`, wanted true or false")


def lift_value(at: KeywordAt) -> None:
    """Keep a keyword whose value is any JSON value."""
    at.lifted[at.keyword] = at.value


def lift_example(at: KeywordAt) -> None:
    """Write the single example of OpenAPI 2.0 and 3.0 as a list (3.1 section 4.8.24)."""
    at.lifted.setdefault("examples", [at.value])


def lift_examples(at: KeywordAt) -> None:
    """Keep a list of examples (validation section 9.5)."""
    if isinstance(at.value, list):
        if at.value:
            at.lifted["examples"] = at.value
    elif isinstance(at.value, Mapping):
        # Not a schema keyword of this shape, yet widely written: OpenAPI's map of named examples.
        named = [one["value"] for one in at.value.values() if isinstance(one, Mapping) and "value" in one]
        if named:
            at.lifted["examples"] = named


def lift_enum(at: KeywordAt) -> None:
    """Keep the distinct allowed values (validation section 6.1.2)."""
    if not isinstance(at.value, list):
        at.error(f"found {kind_of(at.value)} for `enum`, wanted a list")
        return
    values: list[Json] = []
    for value in at.value:
        # `1 == True` in Python, not in JSON.
        if not any(type(value) is type(other) and value == other for other in values):
            values.append(value)
    if values:
        at.lifted["enum"] = values
    else:
        at.warning("`enum` is empty and is left out: no value at all would be allowed")


def lift_bound(at: KeywordAt) -> None:
    """Keep a bound on a number (validation section 6.2)."""
    if isinstance(at.value, bool) or not isinstance(at.value, int | float) or not math.isfinite(at.value):
        at.error(f"found {kind_of(at.value)} for `{at.keyword}`, wanted a number")
        return
    at.lifted[at.keyword] = at.value


def lift_exclusive(at: KeywordAt) -> None:
    """Write both spellings as a number: a flag beside the bound (2.0, 3.0), or the bound itself (3.1)."""
    plain = "minimum" if at.keyword == "exclusiveMinimum" else "maximum"
    if not isinstance(at.value, bool):
        lift_bound(at)
        return
    if at.value:
        if plain not in at.lifted:
            at.warning(f"`{at.keyword}: true` says nothing without `{plain}`")
            return
        at.lifted[at.keyword] = at.lifted.pop(plain)


def lift_multiple(at: KeywordAt) -> None:
    """Keep a divisor (validation section 6.2.1)."""
    if isinstance(at.value, bool) or not isinstance(at.value, int | float) or at.value <= 0:
        at.error(f"found {shown_value(at.value)} for `multipleOf`, wanted a number above 0")
        return
    at.lifted["multipleOf"] = at.value


def lift_count(at: KeywordAt) -> None:
    """Keep a bound on a length or a count (validation sections 6.3 to 6.5)."""
    value = int(at.value) if isinstance(at.value, float) and at.value.is_integer() else at.value
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        at.error(f"found {shown_value(at.value)} for `{at.keyword}`, wanted a whole number of at least 0")
        return
    at.lifted[at.keyword] = value


def lift_pattern(at: KeywordAt) -> None:
    """Keep a regular expression that JSON Schema can run (validation section 6.3.3)."""
    if not isinstance(at.value, str):
        at.error(f"found {kind_of(at.value)} for `pattern`, wanted a regular expression")
    elif is_pattern(at.value):
        at.lifted["pattern"] = at.value
    else:
        at.warning(
            "found no regular expression of ECMA-262 for `pattern`, so it is left out",
            "JSON Schema patterns follow ECMA-262: no `(?i)`, no `\\A`, no possessive quantifiers",
        )
