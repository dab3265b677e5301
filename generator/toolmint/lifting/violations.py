"""What a validator's error means, in one sentence, at one place.

Two libraries report errors: jsonschema-rs on the meta-schema, jsonschema on single schemas and defaults. Both are
brought into one form, `Violation`. An error of `oneOf` or `anyOf` is followed into the branch that the author meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from toolmint.text import comma_list, plural, shown_value

__all__ = ["Violation", "flatten_rust_error", "flatten_schema_error"]

_KINDS = {
    "array": "a list",
    "boolean": "`true` or `false`",
    "integer": "an integer",
    "null": "`null`",
    "number": "a number",
    "object": "a mapping",
    "string": "a string",
}
_LIMITS = {
    "exclusiveMaximum": "less than",
    "exclusiveMinimum": "more than",
    "maximum": "at most",
    "maxItems": "at most",
    "maxLength": "at most",
    "maxProperties": "at most",
    "minimum": "at least",
    "minItems": "at least",
    "minLength": "at least",
    "minProperties": "at least",
    "multipleOf": "a multiple of",
}
_UNITS = {"Items": ("entry", "entries"), "Length": ("character", "characters"), "Properties": ("key", "keys")}
"""What the size of a value is counted in, by what the keyword ends in."""
_FORMATS = {
    "email": "an e-mail address",
    "regex": "a regular expression of ECMA 262",
    "uri": "a URI",
    "uri-reference": "a URI",
}
_EITHER = (("schema", "content"), ("operationId", "operationRef"))
"""Keys of which an object has one (3.1 section 4.8.12.2); the meta-schema says no more than that two forms fit."""
_VAGUE = "one of the forms that the standard has here"
_CHOICES = frozenset({"anyOf", "oneOf"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One way in which a value breaks a schema."""

    keyword: str
    """The JSON Schema keyword that failed."""
    tokens: tuple[str, ...]
    """The way to the value, as reference tokens."""
    instance: Any
    """The value that failed."""
    wanted: Any
    """What the keyword asks for: its value, or the part of it that failed."""
    branches: tuple[tuple[Violation, ...], ...] = ()
    """For `oneOf` and `anyOf`: what is wrong with each branch."""

    @property
    def last_name(self) -> str:
        """The last reference token that is no index; empty at the root."""
        return next((token for token in reversed(self.tokens) if not token.isdigit()), "")

    @property
    def names(self) -> tuple[str, ...]:
        """The keys that are missing or unknown."""
        return tuple(self.wanted) if self.keyword in ("required", "unknown") else ()

    @property
    def sentence(self) -> str:
        """What was found and what was wanted: lower case, no full stop, values cut."""
        match self.keyword:
            case "required":
                return f"{comma_list(self.names)} {'is' if len(self.names) == 1 else 'are'} missing"
            case "unknown":
                return f"unknown {'key' if len(self.names) == 1 else 'keys'} {comma_list(self.names)}"
            case "dependencies" | "dependentRequired":
                return f"{shown_value(self.wanted)} is missing beside a key that needs it"
            case "uniqueItems":
                return f"found an entry twice{self._where()}, wanted each once"
            case "none-of":
                return f"found none of {comma_list(self.wanted)}{self._where()}, wanted one of them"
            case "oneOf" if both := self._both():
                return f"found both {' and '.join(both)}{self._where()}, wanted one of them"
            case "not" if together := _together(self.wanted):
                return f"found {' beside '.join(together)}{self._where()}, wanted one of them"
            case "contains" if self.last_name == "parameters":  # the one `contains` of 3.2, section 4.12
                return "found several parameters `in: querystring`, wanted at most one"
            case _:
                return f"found {self._found()}{self._where()}, wanted {self._wanted()}"

    @property
    def is_vague(self) -> bool:
        """Whether the sentence names no cause."""
        return self.sentence.endswith(_VAGUE)

    def _where(self) -> str:
        """Name the key that holds the value, or the list that it is an entry of."""
        if not self.last_name:
            return ""
        return f" {'in' if self.tokens[-1].isdigit() else 'for'} {shown_value(self.last_name)}"

    def _found(self) -> str:
        unit = _UNITS.get(self.keyword[3:]) if self.keyword in _LIMITS else None
        return shown_value(self.instance) if unit is None else plural(len(self.instance), *unit)

    def _wanted(self) -> str:
        match self.keyword:
            case "type":
                return _kinds([self.wanted] if isinstance(self.wanted, str) else self.wanted)
            case "enum" if len(self.wanted) == 1:
                return shown_value(self.wanted[0])
            case "enum":
                return f"one of {comma_list([shown_value(option).strip('`') for option in self.wanted], limit=6)}"
            case "const":
                return shown_value(self.wanted)
            case "format":
                return _FORMATS.get(self.wanted, f"a value of the format {shown_value(self.wanted)}")
            case "pattern":
                return f"text that matches {shown_value(self.wanted)}"
            case "falseSchema":
                return "nothing beside the other keys there"
            case "anyOf" | "oneOf" if kinds := self._kinds_of_branches():
                return _kinds(kinds)
            case _ if self.keyword in _LIMITS:
                return f"{_LIMITS[self.keyword]} {self.wanted}"
            case _:
                return _VAGUE

    def _kinds_of_branches(self) -> list[str]:
        """Return the kinds of value that a choice allows, as far as its branches fail for the kind alone."""
        here = [
            one for branch in self.branches for one in branch if one.tokens == self.tokens and one.keyword == "type"
        ]
        listed = [[one.wanted] if isinstance(one.wanted, str) else list(one.wanted) for one in here]
        return list(dict.fromkeys(str(kind) for kinds in listed for kind in kinds))

    def _both(self) -> list[str]:
        """Return the keys that exclude each other, where two branches of a choice fit."""
        if any(self.branches) or not isinstance(self.instance, dict):
            return []
        pairs = [pair for pair in _EITHER if all(key in self.instance for key in pair)]
        return [f"`{key}`" for key in pairs[0]] if pairs else []


def _kinds(kinds: Sequence[str]) -> str:
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds)


def _together(schema: Any) -> list[str]:
    """Return what must not stand together, where a `not` says it: keys, or entries with one key of a fixed value."""
    if not isinstance(schema, dict):
        return []
    required = schema.get("required", [])
    if len(required) > 1:
        return [f"`{key}`" for key in required]
    found = []
    for branch in schema.get("allOf", []):
        for key, value in branch.get("contains", {}).get("properties", {}).items():
            found.append(f"`{key}: {value.get('const')}`")
    return found if len(found) > 1 else []


def flatten_rust_error(error: Any) -> Iterator[Violation]:
    """Turn an error of jsonschema-rs into violations, choices followed.

    Args:
        error: a `jsonschema_rs.ValidationError`.
    """
    yield from _leaves(_from_rust(error))


def flatten_schema_error(error: Any, prefix: Sequence[str]) -> Iterator[Violation]:
    """Turn an error of jsonschema into violations, choices followed.

    Args:
        error: a `jsonschema.exceptions.ValidationError` or `SchemaError`.
        prefix: the way to the value that was validated, as reference tokens.
    """
    yield from _leaves(_from_python(error, tuple(prefix)))


def _leaves(violation: Violation) -> Iterator[Violation]:
    chosen = _chosen_branch(violation)
    if not chosen:
        yield violation
    for inner in chosen:
        yield from _leaves(inner)


def _chosen_branch(violation: Violation) -> tuple[Violation, ...]:
    """Guess which branch of a choice the author meant.

    Not `Reference` where there is no `$ref`, and only that where there is one; else the branch whose errors lie
    deepest, since a branch of another kind fails at its root.
    """
    is_mapping = isinstance(violation.instance, dict)
    has_ref = is_mapping and "$ref" in violation.instance
    depth = len(violation.tokens)

    def is_reference_branch(branch: tuple[Violation, ...]) -> bool:
        return any(
            error.keyword == "required" and "$ref" in error.names and len(error.tokens) == depth for error in branch
        )

    def fitness(branch: tuple[Violation, ...]) -> tuple[int, int, int]:
        wrong_kind = any(error.keyword in ("type", "const") and len(error.tokens) == depth for error in branch)
        return (not wrong_kind, max(len(error.tokens) for error in branch), -len(branch))

    branches = [branch for branch in violation.branches if branch]
    meant = branches if has_ref else [branch for branch in branches if not is_reference_branch(branch)]
    if not meant:
        return ()
    missing = [branch[0].names[0] for branch in meant if _lacks_one_key(branch, depth)]
    if is_mapping and len(missing) == len(meant) > 1:
        return (replace(violation, keyword="none-of", wanted=missing, branches=()),)
    best = max(meant, key=fitness)
    # Scalars fit a choice of scalar forms equally badly; saying so beats naming one of them.
    if not is_mapping and len(meant) > 1 and all(len(error.tokens) == depth for branch in meant for error in branch):
        return ()
    return tuple(_with_all_options(error, meant) for error in best)


def _lacks_one_key(branch: tuple[Violation, ...], depth: int) -> bool:
    return len(branch) == 1 and branch[0].keyword == "required" and len(branch[0].tokens) == depth


def _with_all_options(error: Violation, branches: list[tuple[Violation, ...]]) -> Violation:
    """Offer what any branch allows: a parameter's `in` has a branch for each of its values."""
    if error.keyword != "enum":
        return error
    same = (other for branch in branches for other in branch if (other.keyword, other.tokens) == ("enum", error.tokens))
    return replace(error, wanted=list({repr(option): option for other in same for option in other.wanted}.values()))


def _from_rust(error: Any) -> Violation:
    kind = error.kind
    keyword = str(kind.name)
    tokens = tuple(str(token) for token in error.instance_path)
    wanted: Any = None
    for name in (
        "property",
        "unexpected",
        "types",
        "options",
        "expected_value",
        "format",
        "pattern",
        "limit",
        "multiple_of",
        "schema",
    ):
        if hasattr(kind, name):
            wanted = getattr(kind, name)
            break
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        keyword, wanted = "unknown", list(wanted or ())
    elif keyword == "required":
        wanted = [wanted]
    elif keyword == "propertyNames":
        inner = _from_rust(kind.error)
        return Violation(keyword="unknown", tokens=tokens, instance=error.instance, wanted=[str(inner.instance)])
    branches: tuple[tuple[Violation, ...], ...] = ()
    if keyword in _CHOICES:
        branches = tuple(tuple(_from_rust(inner) for inner in branch) for branch in getattr(kind, "context", ()))
    return Violation(keyword=keyword, tokens=tokens, instance=error.instance, wanted=wanted, branches=branches)


def _from_python(error: Any, prefix: tuple[str, ...]) -> Violation:
    keyword = str(error.validator)
    tokens = prefix + tuple(str(token) for token in error.relative_path)
    wanted = error.validator_value
    instance = error.instance
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        keyword, wanted = "unknown", _quoted(error.message) or ["?"]
    elif keyword == "required":
        wanted = _quoted(error.message)[:1] or ["?"]
    elif keyword in ("minimum", "maximum") and "or equal to" in error.message:
        # Draft 4, and so OpenAPI 3.0, writes an exclusive bound as a boolean beside the bound.
        keyword = "exclusive" + keyword.capitalize()
    elif keyword in ("dependencies", "dependentRequired"):
        wanted = (_quoted(error.message) or ["?"])[0]
    return Violation(
        keyword=keyword,
        tokens=tokens,
        instance=instance,
        wanted=wanted,
        branches=_python_branches(error, keyword, tokens),
    )


def _python_branches(error: Any, keyword: str, tokens: tuple[str, ...]) -> tuple[tuple[Violation, ...], ...]:
    if keyword not in _CHOICES:
        return ()
    grouped: dict[int, list[Violation]] = {}
    for inner in error.context:
        grouped.setdefault(inner.schema_path[0], []).append(_from_python(inner, tokens))
    return tuple(tuple(branch) for _, branch in sorted(grouped.items()))


def _quoted(message: str) -> list[str]:
    """Return the names in quotes in a message of jsonschema; it keeps them nowhere else."""
    return re.findall(r"'((?:[^'\\]|\\.)*)'", message)
